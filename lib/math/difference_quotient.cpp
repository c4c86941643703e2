// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/math/difference_quotient.hpp>

namespace plumbline {

std::optional<node_id> difference_quotient(graph& g, node_id f, int x, int b) {
  const std::vector<bool> needed = g.needed_by({f});
  const std::vector<bool> moves = g.depending_on({x});
  const auto count = needed.size();
  // of every node: its value at b, and its quotient
  std::vector<node_id> end(count, -1);
  std::vector<node_id> quotient(count, -1);
  const node_id zero = g.constant(0);
  const node_id half = g.constant(exact_number(1) / exact_number(2));
  for (std::size_t i = 0; i < count; ++i) {
    if (!needed[i]) {
      continue;
    }
    const auto w = static_cast<node_id>(i);
    const graph::node n = g[w];
    if (!moves[i]) {
      end[i] = w;
      quotient[i] = zero;
      continue;
    }
    if (n.what == operation::input) {
      end[i] = g.input(b);
      quotient[i] = g.constant(1);
      continue;
    }
    const auto ia = static_cast<std::size_t>(n.a);
    const auto ib = static_cast<std::size_t>(operands_of(n.what) > 1 ? n.b : n.a);
    end[i] = operands_of(n.what) > 1 ? g.apply(n.what, end[ia], end[ib]) : g.apply(n.what, end[ia]);
    const auto turned = [&](operation of_middle) {
      const node_id middle = g.multiply(g.add(n.a, end[ia]), half);
      const node_id distance = g.multiply(g.subtract(end[ia], n.a), half);
      return g.multiply(g.multiply(g.apply(of_middle, middle), g.apply(operation::sinc, distance)),
                        quotient[ia]);
    };
    switch (n.what) {
      case operation::negate:
        quotient[i] = g.negate(quotient[ia]);
        break;
      case operation::add:
      case operation::subtract:
        quotient[i] = g.apply(n.what, quotient[ia], quotient[ib]);
        break;
      case operation::multiply:
        quotient[i] = n.a == n.b
                          ? g.multiply(quotient[ia], g.add(n.a, end[ia]))
                          : g.add(g.multiply(quotient[ia], end[ib]), g.multiply(n.a, quotient[ib]));
        break;
      case operation::divide:
        quotient[i] = g.divide(g.subtract(quotient[ia], g.multiply(w, quotient[ib])), end[ib]);
        break;
      case operation::sqrt:
        quotient[i] = g.divide(quotient[ia], g.add(w, end[i]));
        break;
      case operation::sin:
        quotient[i] = turned(operation::cos);
        break;
      case operation::cos:
        quotient[i] = g.negate(turned(operation::sin));
        break;
      default:
        return std::nullopt;
    }
  }
  return quotient[static_cast<std::size_t>(f)];
}

}  // namespace plumbline
