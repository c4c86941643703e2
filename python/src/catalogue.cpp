// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "functions.hpp"
#include <plumbline/catalogue/audit.hpp>
#include <plumbline/catalogue/exact_solutions.hpp>
#include <plumbline/catalogue/scheme_table.hpp>
#include <plumbline/catalogue/schemes.hpp>
#include <plumbline/catalogue/system_file.hpp>
#include <plumbline/catalogue/systems.hpp>
#include <plumbline/study/mass_matrix.hpp>
#include <plumbline/study/problem.hpp>

#include <pybind11/stl.h>

#include <memory>
#include <vector>

namespace plumbline::python {

namespace {

py::list parameters_of(const std::vector<parameter_info>& parameters) {
  py::list all;
  for (const auto& p : parameters) {
    py::dict one;
    one["name"] = p.name;
    one["default"] = p.default_value;
    one["unit"] = p.unit;
    one["meaning"] = p.meaning;
    one["kind"] = p.kind == parameter_kind::number ? "number" : "text";
    all.append(one);
  }
  return all;
}

std::string kind_of(system_kind kind) {
  switch (kind) {
    case system_kind::lagrangian:
      return "lagrangian";
    case system_kind::second_order:
      return "second-order";
    case system_kind::first_order:
      return "first-order";
  }
  return "";
}

template <class Texts>
py::list texts(const Texts& all) {
  py::list result;
  for (const auto& text : all) {
    result.append(std::string(text));
  }
  return result;
}

py::dict facts_of(const system_entry& s) {
  py::dict facts;
  facts["name"] = s.name();
  facts["summary"] = std::string(s.info.summary);
  facts["formula"] = std::string(s.info.formula);
  facts["source"] = std::string(s.info.source);
  facts["kind"] = kind_of(s.kind);
  facts["dimension"] = s.dimension;
  facts["parameters"] = parameters_of(s.parameters);
  py::dict start;
  for (const auto& [name, value] : s.info.start) {
    start[py::str(std::string(name))] = std::string(value);
  }
  for (const spin_default& spin : s.spins) {
    const std::string& body = s.bodies.at(static_cast<std::size_t>(spin.body)).name;
    start[py::str(body + ".Omega" + std::to_string(spin.axis + 1))] = spin.value;
  }
  facts["start"] = start;
  facts["coordinates"] = coordinate_names(s, s.dimension);
  facts["columns"] = state_columns(s, s.dimension);
  py::list conserved;
  for (const momentum_sum& momenta : s.facts.conserved_momenta) {
    conserved.append(momenta.name());
  }
  facts["conserved"] = conserved;
  facts["takes_matrices"] = s.takes_matrices;
  facts["has_exact_solution"] = has_exact_solution(s);
  py::dict form;
  form["quadratic"] = s.facts.quadratic;
  if (s.kind == system_kind::lagrangian) {
    form["constant_mass"] = s.facts.constant_mass;
  }
  form["separable"] = s.facts.separable;
  form["linear"] = s.is_linear();
  form["autonomous"] = s.facts.autonomous;
  facts["facts"] = form;
  return facts;
}

py::dict facts_of(const scheme_entry& s, const settings& chosen) {
  const scheme_info info = s.info_for ? s.info_for(chosen) : s.info;
  py::dict facts;
  facts["name"] = info.name;
  facts["summary"] = info.summary;
  facts["formula"] = info.formula;
  facts["source"] = info.reference;
  facts["order"] = info.order;
  facts["symmetric"] = info.symmetric;
  facts["symplectic"] = info.symplectic;
  facts["conserves"] = to_text(info.conserves);
  facts["parameters"] = parameters_of(s.parameters);
  facts["needs"] = s.needs;
  facts["fits"] = fitting_systems(s);
  return facts;
}

/// Throws invalid_input unless the settings suit the parameters.
void check(const std::string& owner, const std::vector<parameter_info>& parameters,
           const settings& chosen) {
  (void)parameter_values<double>(owner, parameters, chosen);
}

}  // namespace

py::list list_systems() {
  py::list all;
  for (const auto& s : systems()) {
    all.append(facts_of(s));
  }
  return all;
}

py::list list_schemes() {
  py::list all;
  for (const auto& s : schemes()) {
    all.append(facts_of(s, {}));
  }
  return all;
}

py::dict system_facts(const std::string& name, const std::string& text, const settings& chosen) {
  if (text.empty()) {
    const system_entry& entry = find_system(name);
    check(entry.name(), entry.parameters, chosen);
    return facts_of(entry.resized ? entry.resized(chosen) : entry);
  }
  std::shared_ptr<const system_entry> entry;
  {
    const py::gil_scoped_release released;
    entry = parse_system(text, name);
  }
  check(entry->name(), entry->parameters, chosen);
  return facts_of(*entry);
}

py::dict mass_facts(const std::string& word, const settings& chosen) {
  mass_verdict mass;
  {
    const py::gil_scoped_release released;
    problem_texts options;
    for (const auto& [name, value] : chosen) {
      options.set.push_back(name + "=" + value);
    }
    mass = judge_mass_matrix(read_problem(word, options));
  }
  py::dict facts;
  facts["mass_matrix"] = mass.is_singular() ? "singular" : "regular";
  if (mass.is_singular()) {
    facts["singular"] = mass.word();
    facts["without_mass"] = texts(mass.without_mass);
    facts["reason"] = mass.reason();
  }
  return facts;
}

py::dict scheme_facts(const std::string& name, const std::string& text, const settings& chosen) {
  if (text.empty()) {
    const scheme_entry& entry = find_scheme(name);
    for (const auto& p : entry.parameters) {
      if (p.kind == parameter_kind::text) {
        (void)parameter_text(entry.info.name, entry.parameters, chosen, p.name);
      }
    }
    settings numbers = chosen;
    check(entry.info.name, entry.parameters, numbers);
    return facts_of(entry, chosen);
  }
  std::shared_ptr<const scheme_entry> entry;
  std::vector<std::string> wrong;
  {
    const py::gil_scoped_release released;
    const scheme_table table = parse_scheme(text, name);
    entry = std::make_shared<const scheme_entry>(entry_of(table));
    wrong = wrong_claims(table, entry->info);
  }
  check(entry->info.name, entry->parameters, chosen);
  py::dict facts = facts_of(*entry, chosen);
  facts["wrong_claims"] = wrong;
  return facts;
}

}  // namespace plumbline::python
