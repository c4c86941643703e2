// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "cli/system_text.hpp"

#include "cli/options.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/mechanics/legendre.hpp>
#include <plumbline/mechanics/part_values.hpp>
#include <plumbline/mechanics/poisson.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/scalar/with_digits.hpp>
#include <plumbline/study/constancy.hpp>
#include <plumbline/study/constraint_columns.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::cli {

namespace {

using json = nlohmann::ordered_json;

constexpr int judging_digits = 800;  // a rate is zero below 1e-400 of its terms
constexpr int value_digits = 20;

json facts_of(const system_entry& system, const mass_verdict& mass,
              const std::vector<std::string>& names) {
  const form_facts& f = system.facts;
  json facts = json::object();
  if (system.kind == system_kind::lagrangian) {
    facts["quadratic"] = f.quadratic;
    facts["constant_mass"] = f.constant_mass;
    facts["separable"] = f.separable && !mass.forbids_motion();  // without M⁻¹ there is no T(p)
    facts["mass_matrix"] = mass.is_singular() ? "singular" : "regular";
    if (mass.is_singular()) {
      facts["singular"] = mass.word();
      facts["without_mass"] = mass.without_mass;
    }
  }
  facts["linear"] = f.linear_equations;
  facts["autonomous"] = f.autonomous;
  if (system.kind == system_kind::lagrangian) {
    facts["forced"] = f.forced;
    if (!system.constraints.empty()) {
      facts["degrees_of_freedom"] = system.dimension - static_cast<int>(system.constraints.size());
    }
    json cyclic = json::array();
    for (const int i : f.cyclic) {
      cyclic.push_back(names.at(static_cast<std::size_t>(i)));
    }
    facts["cyclic"] = cyclic;
  }
  return facts;
}

/// NAME → formula, for the parts of a form that have one result a coordinate.
json by_coordinate(const form& f, form_part part, const formula_style& style,
                   const std::vector<std::string>& names, const std::string& before) {
  json result = json::object();
  const auto texts = f.text_of(part, style);
  for (std::size_t i = 0; i < names.size(); ++i) {
    result[before + names[i]] = texts.at(i);
  }
  return result;
}

const char* word_of(constancy c) {
  switch (c) {
    case constancy::always:
      return "always";
    case constancy::from_this_start:
      return "from-this-start";
    default:
      return "no";
  }
}

const char* word_of(constancy_verdict::place p) {
  switch (p) {
    case constancy_verdict::place::trajectory:
      return "on-the-trajectory";
    case constancy_verdict::place::random_state:
      return "random-state";
    default:
      return "start";
  }
}

/// At the default start, in the precision of the scope.
std::vector<constancy_verdict> verdicts_of(const problem& p, int claimed) {
  const problem_in<mp> in = make_problem<mp>(p);
  vector<mp> v = in.start.p;
  if (in.system.is_lagrangian()) {
    evaluation<mp> at(in.system);
    at.set_time(in.t0);
    v = velocity(at, in.start.q, in.start.p);
  }
  return constancy_of(in.system, in.start.q, v, in.t0, claimed);
}

json invariants_of(const system_entry& system) {
  json result = json::object();
  const auto claimed = static_cast<int>(std::ranges::count_if(
      system.quantities, [](const named_quantity& q) { return q.claimed_constant; }));
  if (claimed == 0) {
    return result;
  }
  problem p = default_problem(system);
  p.start_digits = most_digits_of_double;
  const precision_scope scope(judging_digits);
  std::vector<constancy_verdict> verdicts;
  std::string no_start;
  try {
    verdicts = verdicts_of(p, claimed);
  } catch (const domain_error& error) {  // the formulas can be shown all the same
    no_start = error.what();
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(claimed); ++i) {
    const auto& quantity = system.quantities[i];
    json& shown = result[quantity.name];
    shown = {{"formula", quantity.formula}, {"value", ""}, {"constant", "no"}, {"rate", ""}};
    if (!no_start.empty()) {
      shown["constant"] = "";
      shown["reason"] = no_start;
      continue;
    }
    const auto& verdict = verdicts[i];
    if (is_finite(verdict.value)) {
      // what is left of terms that cancel is zero
      const bool vanishes = abs(verdict.value) < pow(mp(10), -judging_digits * 7 / 8);
      shown["value"] = to_text(vanishes ? mp(0) : verdict.value, value_digits);
    }
    if (is_finite(verdict.rate)) {
      shown["constant"] = word_of(verdict.constant);
      shown["rate"] = to_text(verdict.rate, value_digits);
      shown["rate_at"] = word_of(verdict.rate_at);
    } else {
      shown["reason"] = is_finite(verdict.value) ? "its rate has no finite value at the start"
                                                 : "it has no finite value at the start";
    }
  }
  return result;
}

/// The formula style in which the inputs of accelerations stand for the multipliers.
formula_style with_multipliers(const system_entry& system, formula_style style) {
  style.input = [of_input = style.input, &system](int i) {
    const int k = i - 2 * system.dimension;
    return 0 <= k && k < static_cast<int>(system.constraints.size())
               ? "lambda." + system.constraints[static_cast<std::size_t>(k)].name
               : of_input(i);
  };
  return style;
}

/// Each constraint, with left − right and the multiplier at the default start.
json constraints_of(const system_entry& system, const formula_style& style) {
  json result = json::object();
  const auto hidden = system.formulas->text_of(form_part::constraint_rates, style);
  std::vector<std::string> values;
  std::vector<std::string> multipliers;
  std::string no_start;
  try {
    problem p = default_problem(system);
    p.start_digits = most_digits_of_double;
    const precision_scope scope(judging_digits);
    const problem_in<mp> in = make_problem<mp>(p);
    evaluation<mp> at(in.system);
    at.set_time(in.t0);
    const vector<mp> columns =
        constraint_columns(at, in.start.q, velocity(at, in.start.q, in.start.p), in.t0);
    const auto m = static_cast<Eigen::Index>(system.constraints.size());
    const auto holonomic = static_cast<Eigen::Index>(system.facts.holonomic);
    for (Eigen::Index k = 0; k < m; ++k) {
      const mp& own = columns[k < holonomic ? m + k : m + holonomic + k];
      const bool vanishes = abs(own) < pow(mp(10), -judging_digits * 7 / 8);
      values.push_back(to_text(vanishes ? mp(0) : own, value_digits));
      const bool none = abs(columns[k]) < pow(mp(10), -judging_digits * 7 / 8);
      multipliers.push_back(to_text(none ? mp(0) : columns[k], value_digits));
    }
  } catch (const std::exception& error) {  // the formulas can be shown all the same
    no_start = error.what();
    values.assign(system.constraints.size(), "");
    multipliers.assign(system.constraints.size(), "");
  }
  for (std::size_t k = 0; k < system.constraints.size(); ++k) {
    const constraint_info& c = system.constraints[k];
    result[c.name] = {{"kind", c.holonomic ? "holonomic" : "nonholonomic"},
                      {"formula", c.formula},
                      {"hidden", hidden.at(k) + " = 0"},
                      {"value", values[k]},
                      {"lambda", multipliers[k]}};
    if (!no_start.empty()) {
      result[c.name]["reason"] = no_start;
    }
  }
  return result;
}

/// The coordinates for which the brackets do not obey the Jacobi identity, with the default parameters, or none. Its sums are linear in y, so one that
/// vanishes at y = (e, e^(1/2), e^(1/3) …), numbers that are linearly independent of each other and of 1 over the algebraic
/// numbers (Lindemann and Weierstrass), vanishes everywhere where the parameters are algebraic.
json against_jacobi(const system_entry& system, const std::vector<std::string>& names) {
  constexpr int digits = 100;
  const precision_scope scope(digits);
  const model<mp> made = make_problem<mp>(default_problem(system)).system;
  vector<mp> y(system.dimension);
  for (int k = 0; k < system.dimension; ++k) {
    y[k] = exp(mp(1) / (k + 1));
  }
  const jacobi_sum<mp> largest = largest_jacobi_sum(made, y);
  if (!(abs(largest.value) > largest.terms * pow(mp(10), -digits / 2))) {
    return json::array();
  }
  json found = json::array();
  for (const int k : largest.coordinates) {
    found.push_back(names.at(static_cast<std::size_t>(k)));
  }
  return found;
}

/// The brackets that are given, as {x, y}.
json brackets_of(const system_entry& system, const formula_style& style,
                 const std::vector<std::string>& names) {
  json brackets = json::object();
  const auto texts = system.formulas->text_of(form_part::poisson, style);
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (std::size_t k = i + 1; k < names.size(); ++k) {
      if (const std::string& text = texts.at(i * names.size() + k); text != "0") {
        brackets[fmt::format("{{{}, {}}}", names[i], names[k])] = text;
      }
    }
  }
  return brackets;
}

}  // namespace

problem default_problem(const system_entry& system) {
  shared_options none;
  return read_problem(system.file.empty() ? system.name() : system.file, none);
}

json formulas_of(const system_entry& system, const mass_verdict& mass) {
  json d = json::object();
  if (!system.formulas) {
    return d;
  }
  const form& f = *system.formulas;
  const auto names = coordinate_names(system, system.dimension);
  const formula_style style = formula_style_of(names, system.parameters);
  d["coordinates"] = names;
  d["facts"] = facts_of(system, mass, names);
  if (system.kind == system_kind::lagrangian) {
    d["lagrangian"] = f.text_of(form_part::lagrangian, style).front();
    d["momenta"] = by_coordinate(f, form_part::momentum, style, names, "p.");
    json conserved = json::object();
    for (const int i : system.facts.cyclic) {
      const std::string name = "p." + names.at(static_cast<std::size_t>(i));
      conserved[name] = d["momenta"][name];
    }
    d["conserved_momenta"] = conserved;
    if (system.facts.forced) {
      d["forces"] = by_coordinate(f, form_part::generalized_force, style, names, "");
    }
  }
  if (!system.constraints.empty()) {
    d["constraints"] = constraints_of(system, style);
  }
  if (f.has_energy()) {
    d["energy"] = f.text_of(form_part::energy, style).front();
  }
  if (system.kind == system_kind::first_order) {
    d["equations"] = json::object();
    const auto texts = f.text_of(form_part::field, style);
    for (std::size_t i = 0; i < names.size(); ++i) {
      d["equations"][names[i]] = names[i] + "' = " + texts.at(i);
    }
  } else {
    d["equations"] = json::object();
    const auto left = f.text_of(form_part::equation, style);
    const bool constrained = !system.constraints.empty();
    const auto right =
        constrained ? f.text_of(form_part::constraint_forces, with_multipliers(system, style))
                    : f.text_of(form_part::load, style);
    for (std::size_t i = 0; i < names.size(); ++i) {
      d["equations"][names[i]] = left.at(i) + " = " + right.at(i);
    }
  }
  if (!f.groups().empty()) {
    json groups = json::object();
    for (std::size_t g = 0; g < f.groups().size(); ++g) {
      json members = json::array();
      for (const int k : f.groups()[g]) {
        members.push_back(names.at(static_cast<std::size_t>(k)));
      }
      groups[std::to_string(g + 1)] = members;
    }
    d["groups"] = groups;
  }
  if (f.has_poisson()) {
    d["poisson"] = brackets_of(system, style, names);
    const json against = against_jacobi(system, names);
    d["jacobi_identity"] = against.empty();
    d["jacobi_fails_for"] = against;
  }
  json definitions = json::object();
  for (const auto& quantity : system.quantities) {
    if (!quantity.claimed_constant) {
      definitions[quantity.name] = quantity.formula;
    }
  }
  if (!definitions.empty()) {
    d["definitions"] = definitions;
  }
  d["invariants"] = invariants_of(system);
  return d;
}

/// The same for LaTeX: λ_{NAME}.
static formula_style latex_multipliers(const system_entry& system, formula_style style) {
  style.input = [of_input = style.input, &system](int i) {
    const int k = i - 2 * system.dimension;
    return 0 <= k && k < static_cast<int>(system.constraints.size())
               ? "\\lambda_{\\mathrm{" + system.constraints[static_cast<std::size_t>(k)].name + "}}"
               : of_input(i);
  };
  return style;
}

std::string latex_of(const system_entry& system) {
  if (!system.formulas) {
    throw invalid_input(fmt::format("{} has no single formula to show as LaTeX", system.name()));
  }
  const form& f = *system.formulas;
  const auto names = coordinate_names(system, system.dimension);
  const formula_style style = formula_style_of(names, system.parameters, true);
  std::vector<std::string> lines;
  if (system.kind == system_kind::lagrangian) {
    lines.push_back("L &= " + f.text_of(form_part::lagrangian, style, true).front());
    const auto momenta = f.text_of(form_part::momentum, style, true);
    for (std::size_t i = 0; i < names.size(); ++i) {
      lines.push_back("p_{" + latex_name(names[i]) + "} &= " + momenta[i]);
    }
  }
  if (f.has_energy()) {
    lines.push_back("E &= " + f.text_of(form_part::energy, style, true).front());
  }
  const bool first_order = system.kind == system_kind::first_order;
  const auto equations =
      f.text_of(first_order ? form_part::field : form_part::equation, style, true);
  const auto loads =
      first_order ? std::vector<std::string>{}
      : system.constraints.empty()
          ? f.text_of(form_part::load, style, true)
          : f.text_of(form_part::constraint_forces, latex_multipliers(system, style), true);
  for (std::size_t i = 0; i < names.size(); ++i) {
    lines.push_back((first_order ? "\\dot{" + latex_name(names[i]) + "}" : loads.at(i)) +
                    " &= " + equations.at(i));
  }
  const auto hidden = system.constraints.empty()
                          ? std::vector<std::string>{}
                          : f.text_of(form_part::constraint_rates, style, true);
  const auto holonomic = system.constraints.empty()
                             ? std::vector<std::string>{}
                             : f.text_of(form_part::constraints, style, true);
  for (const std::string& each : holonomic) {
    lines.push_back("0 &= " + each);
  }
  for (std::size_t k = holonomic.size(); k < system.constraints.size(); ++k) {
    lines.push_back("0 &= " + hidden.at(k));
  }
  std::string text = "\\begin{align*}\n";
  for (std::size_t i = 0; i < lines.size(); ++i) {
    text += "  " + lines[i] + (i + 1 < lines.size() ? " \\\\\n" : "\n");
  }
  return text + "\\end{align*}\n";
}

}  // namespace plumbline::cli
