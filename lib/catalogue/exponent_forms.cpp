// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
#include "catalogue/exponent_forms.hpp"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>
#include <utility>

namespace plumbline {

namespace {

/// The parameters on which exponents of the formulas depend.
std::vector<int> parameters_in_exponents(const form_parts& parts) {
  const graph& g = parts.formulas;
  std::vector<node_id> exponents;
  for (node_id i = 0; i < g.size(); ++i) {
    if (g[i].what == operation::power && !g.is_constant(g[i].b)) {
      exponents.push_back(g[i].b);
    }
  }
  std::vector<int> found;
  if (exponents.empty()) {
    return found;
  }
  const std::vector<bool> needed = g.needed_by(exponents);
  for (node_id i = 0; i < g.size(); ++i) {
    const int parameter = g[i].a - parts.inputs.parameter(0);
    if (needed[static_cast<std::size_t>(i)] && g[i].what == operation::input && parameter >= 0) {
      found.push_back(parameter);
    }
  }
  return found;
}

std::shared_ptr<const form> form_of(form_parts parts) {
  return std::make_shared<const form>(parts.kind, parts.inputs,
                                      std::make_shared<graph>(std::move(parts.formulas)),
                                      std::move(parts.nodes), std::move(parts.additions));
}

}  // namespace

exponent_forms::exponent_forms(form_parts parts) : in_exponents_(parameters_in_exponents(parts)) {
  if (!in_exponents_.empty()) {
    parts_ = parts;
  }
  general_ = form_of(std::move(parts));
}

std::shared_ptr<const form> exponent_forms::with(
    const std::vector<std::optional<long>>& exponents) const {
  if (std::ranges::none_of(exponents, [](const auto& n) { return n.has_value(); })) {
    return general_;
  }
  const std::scoped_lock guard(lock_);
  constexpr std::size_t most_kept = 100;
  if (made_.size() > most_kept) {
    made_.clear();
  }
  auto& found = made_[exponents];
  if (found) {
    return found;
  }
  form_parts parts = *parts_;
  graph& g = parts.formulas;
  std::unordered_map<int, node_id> numbers;
  for (std::size_t i = 0; i < exponents.size(); ++i) {
    if (exponents[i]) {
      numbers.emplace(parts.inputs.parameter(in_exponents_[i]),
                      g.constant(exact_number(*exponents[i])));
    }
  }
  try {
    parts.nodes = g.substitute(parts.nodes, numbers);
    parts.additions.forces = g.substitute(parts.additions.forces, numbers);
    parts.additions.poisson = g.substitute(parts.additions.poisson, numbers);
    parts.additions.holonomic = g.substitute(parts.additions.holonomic, numbers);
    parts.additions.nonholonomic = g.substitute(parts.additions.nonholonomic, numbers);
    parts.additions.quantities = g.substitute(parts.additions.quantities, numbers);
    found = form_of(std::move(parts));
  } catch (const std::invalid_argument&) {  // 1/j at j = 0: a number of the run, not of the formula
    found = general_;
  }
  return found;
}

}  // namespace plumbline
