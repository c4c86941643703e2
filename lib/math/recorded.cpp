// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/math/recorded.hpp>

namespace plumbline {

node_id recording::in(graph& g) const {
  if (!graph_) {
    return g.constant(constant_);
  }
  return graph_.get() == &g ? node_ : g.import(*graph_, node_);
}

recording recording::unary(operation f, const recording& a) {
  if (!a.graph_ && f == operation::negate) {
    return recording(-a.constant_);
  }
  const auto g = a.graph_ ? a.graph_ : std::make_shared<graph>();
  return {g, g->apply(f, a.in(*g))};
}

recording recording::binary(operation f, const recording& a, const recording& b) {
  if (!a.graph_ && !b.graph_) {
    switch (f) {
      case operation::add:
        return recording(a.constant_ + b.constant_);
      case operation::subtract:
        return recording(a.constant_ - b.constant_);
      case operation::multiply:
        return recording(a.constant_ * b.constant_);
      case operation::divide:
        return recording(a.constant_ / b.constant_);
      default:
        break;
    }
  }
  // two graphs meet where a function of a constant (sqrt(S(2))) made one of its own: the larger one takes it in
  const bool into_first = a.graph_ && (!b.graph_ || b.graph_->size() <= a.graph_->size());
  const auto g = into_first ? a.graph_ : b.graph_ ? b.graph_ : std::make_shared<graph>();
  const node_id x = a.in(*g);
  const node_id y = b.in(*g);
  return {g, g->apply(f, x, y)};
}

recording recording::pi() {
  const auto g = std::make_shared<graph>();
  return {g, g->pi()};
}

}  // namespace plumbline
