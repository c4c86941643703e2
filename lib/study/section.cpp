// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "catalogue/indexed_text.hpp"
#include "mechanics/multiplier_nodes.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/math/derivatives.hpp>
#include <plumbline/study/section.hpp>
#include <plumbline/study/texts.hpp>

#include <Eigen/LU>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

namespace plumbline {

namespace {

constexpr const char* multiplier_prefix = "lambda.";

/// Records a formula of the state on the inputs of a followed function.
class section_recorder {
 public:
  section_recorder(const problem& p, std::shared_ptr<const form> formulas)
      : p_(p), formulas_(std::move(formulas)), names_(*p.system, p.dimension) {
    if (!p.matrices) {
      for (const auto& parameter : p.system->parameters) {
        parameters_.push_back(parameter.name);
      }
    }
    inputs_ = {formulas_->inputs(), static_cast<int>(parameters_.size()), formulas_->constraints()};
    for (int k = 0; k < inputs_.of_form.count(); ++k) {
      form_inputs_.push_back(graph_.input(k));
    }
  }

  std::shared_ptr<const followed_function> record(const std::string& text) {
    const node_id value =
        record_formula(graph_, expression(write_out_indices(text, p_.names)), meanings());
    return std::make_shared<const followed_function>(formulas_, std::move(graph_), value,
                                                     parameters_, text, multipliers_);
  }

 private:
  bool first_order() const { return p_.system->kind == system_kind::first_order; }
  bool lagrangian() const { return p_.system->kind == system_kind::lagrangian; }

  formula_names meanings() {
    formula_names meaning;
    meaning.value = [this](const std::string& name) { return value_of(name); };
    if (!first_order()) {
      meaning.rate = [this](const std::string& name) { return rate_of(name); };
    }
    if (lagrangian()) {
      meaning.momentum = [this](const std::string& name) -> std::optional<node_id> {
        const auto found = names_.find(name);
        return found && found->part == state_part::coordinate
                   ? std::optional(graph_.input(inputs_.p(found->index)))
                   : std::nullopt;
      };
    }
    meaning.known = known();
    meaning.nearest = [this](const std::string& name) { return nearest_to(name); };
    return meaning;
  }

  std::vector<std::string> known() const {
    auto all = names_.known({state_part::coordinate, state_part::momentum, state_part::velocity});
    for (const auto& quantity : p_.system->quantities) {
      all.push_back(quantity.name);
    }
    all.insert(all.end(), parameters_.begin(), parameters_.end());
    for (const auto& constraint : p_.system->constraints) {
      all.push_back(multiplier_prefix + constraint.name);
    }
    all.emplace_back("t");
    return all;
  }
  std::string nearest_to(const std::string& name) const {
    const std::string nearest = nearest_name(name, known());
    return nearest.empty() ? std::string() : "; did you mean '" + nearest + "'?";
  }

  /// The system's own names come before those of every system: coordinates, parameters, definitions, then q1, v1, p1, t.
  std::optional<node_id> value_of(const std::string& name) {
    const auto own = coordinate_names(*p_.system, p_.dimension);
    if (const auto place = std::ranges::find(own, name); place != own.end()) {
      return graph_.input(inputs_.of_form.q(static_cast<int>(place - own.begin())));
    }
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      if (parameters_[i] == name) {
        return graph_.input(inputs_.parameter(static_cast<int>(i)));
      }
    }
    if (const auto quantity = quantity_of(name)) {
      return quantity;
    }
    if (const auto multiplier = multiplier_of(name)) {
      return multiplier;
    }
    if (name == "t") {
      return graph_.input(inputs_.of_form.t());
    }
    const auto found = names_.find(name);
    if (!found) {
      return std::nullopt;
    }
    switch (found->part) {
      case state_part::coordinate:
        return graph_.input(inputs_.of_form.q(found->index));
      case state_part::velocity:
        return graph_.input(inputs_.of_form.v(found->index));
      case state_part::momentum:
        return graph_.input(inputs_.p(found->index));
      default:
        return std::nullopt;
    }
  }

  std::optional<node_id> quantity_of(const std::string& name) {
    const auto& list = p_.system->quantities;
    const auto found = std::ranges::find(list, name, &named_quantity::name);
    if (found == list.end()) {
      return std::nullopt;
    }
    if (quantities_.empty()) {
      quantities_ = nodes_of_program(graph_, *formulas_->part(form_part::quantities), form_inputs_);
    }
    return quantities_[static_cast<std::size_t>(found - list.begin())];
  }

  /// lambda.NAME: the multiplier of a constraint.
  std::optional<node_id> multiplier_of(const std::string& name) {
    constexpr int most = 60;  // beyond, the formula of a multiplier has more than 10^5 operations
    const auto& list = p_.system->constraints;
    const auto found = std::ranges::find_if(list, [&name](const constraint_info& constraint) {
      return name == multiplier_prefix + constraint.name;
    });
    if (found == list.end()) {
      return std::nullopt;
    }
    if (formulas_->dimension() + formulas_->constraints() > most) {
      throw std::invalid_argument(fmt::format(
          "'{}' is a formula of the state for at most {} coordinates and constraints in all; {} "
          "has "
          "{}",
          name, most, p_.system->name(), formulas_->dimension() + formulas_->constraints()));
    }
    if (multipliers_.empty()) {
      multipliers_ = multiplier_nodes(graph_, *formulas_, form_inputs_, weight_of_constraints());
    }
    return graph_.input(inputs_.multiplier(static_cast<int>(found - list.begin())));
  }

  /// A power of two near |M|/|AᵀA| at the start; 0 where M is constant and regular.
  exact_number weight_of_constraints() const {
    constexpr double farthest = 500;
    const problem_in<double> in = make_problem<double>(p_);
    evaluation<double> at(in.system);
    at.set_time(in.t0);
    const int n = formulas_->dimension();
    const int m = formulas_->constraints();
    const vector<double> rest = vector<double>::Zero(n);
    matrix<double> mass;
    at.mass(view(in.start.q), view(rest), mass);
    if (formulas_->facts().constant_mass && mass.allFinite() &&
        Eigen::FullPivLU<matrix<double>>(mass).isInvertible()) {
      return 0;
    }
    const runner<double>& rates =
        at.values(form_part::constraint_rates, view(in.start.q), view(rest));
    double of_slopes = 0;
    for (int k = m; k < m + m * n; ++k) {
      of_slopes += rates.result(k) * rates.result(k);
    }
    const double size = std::log2(mass.norm() / of_slopes);
    const exact_number two(2);
    exact_number weight(1);
    for (int k = 0; k < std::min(std::abs(size), farthest); ++k) {
      weight = size < 0 ? weight / two : weight * two;
    }
    return weight;
  }

  /// dot(x): of a coordinate, or of a definition that depends on coordinates and time, by the chain rule.
  std::optional<node_id> rate_of(const std::string& name) {
    const form_inputs& in = inputs_.of_form;
    const auto found = names_.find(name);
    if (found && found->part == state_part::coordinate) {
      return graph_.input(in.v(found->index));
    }
    const auto quantity = quantity_of(name);
    std::vector<int> velocities(static_cast<std::size_t>(in.n));
    std::iota(velocities.begin(), velocities.end(), in.v(0));
    if (!quantity || graph_.depending_on(velocities)[static_cast<std::size_t>(*quantity)]) {
      return std::nullopt;
    }
    direction along;
    for (int i = 0; i < in.n; ++i) {
      along.inputs.push_back(in.q(i));
      along.rates.push_back(graph_.input(in.v(i)));
    }
    along.inputs.push_back(in.t());
    along.rates.push_back(graph_.constant(1));
    const std::vector<node_id> functions = {*quantity};
    return directional_derivative(graph_, functions, along).front();
  }

  const problem& p_;
  std::shared_ptr<const form> formulas_;
  state_names names_;
  std::vector<std::string> parameters_;
  followed_inputs inputs_{};
  graph graph_;
  std::vector<node_id> form_inputs_;
  std::vector<node_id> quantities_;
  std::vector<node_id> multipliers_;
};

}  // namespace

crossing_direction parse_direction(const std::string& text) {
  if (text.empty() || text == "both") {
    return crossing_direction::both;
  }
  if (text == "up") {
    return crossing_direction::up;
  }
  if (text == "down") {
    return crossing_direction::down;
  }
  throw invalid_input(unknown_name("direction", text, {"up", "down", "both"}));
}

std::string to_string(crossing_direction direction) {
  switch (direction) {
    case crossing_direction::up:
      return "up";
    case crossing_direction::down:
      return "down";
    default:
      return "both";
  }
}

void add_section(metadata& facts, const section& what) {
  facts.push_back({"section", what.formula});
  facts.push_back({"direction", to_string(what.direction)});
  if (what.count > 0) {
    facts.push_back({"count", what.count});
  }
}

section read_section(const section_texts& texts) {
  constexpr long long most = 1'000'000'000'000;
  section s{texts.formula, parse_direction(texts.direction)};
  s.count = texts.count.empty() ? 0 : parse_count("--count", texts.count, 1, most);
  return s;
}

std::shared_ptr<const followed_function> record_section(const problem& p,
                                                        std::shared_ptr<const form> formulas,
                                                        const std::string& formula,
                                                        const std::string& option) {
  try {
    return section_recorder(p, std::move(formulas)).record(formula);
  } catch (const std::invalid_argument& error) {
    throw invalid_input(fmt::format("{}: {}", option, error.what()));
  }
}

}  // namespace plumbline
