// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The catalogue of schemes; schemes/schemes.def lists them.
#include "catalogue/entries_by_name.hpp"
#include "schemes/entries.hpp"
#include "schemes/known_tables.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>

#include <optional>

namespace plumbline {

namespace {

/// What the constraints of a system are that the scheme cannot integrate, in words after "constraints"; nothing where it can.
std::optional<std::string> unfit_constraints(constraint_fit fit, const form_facts& facts) {
  if (facts.holonomic + facts.nonholonomic == 0) {
    return std::nullopt;
  }
  if (fit == constraint_fit::none) {
    return "";
  }
  if (fit != constraint_fit::all && facts.nonholonomic > 0) {
    return " whose constraints are not holonomic";
  }
  if (fit == constraint_fit::holonomic_constant_mass && !facts.constant_mass) {
    return " whose mass matrix depends on the coordinates, like that of a body";
  }
  return std::nullopt;
}

/// The entry, which says of systems with constraints what its `constraints` say.
scheme_entry fitted_to_constraints(scheme_entry entry) {
  entry.fits = [inner = entry.fits, fit = entry.constraints](const system_entry& system) {
    if (system.constraints.empty() || fit == constraint_fit::all) {
      return inner(system);
    }
    return !unfit_constraints(fit, system.facts) &&
           (fit == constraint_fit::holonomic_constant_mass || inner(system));
  };
  return entry;
}

std::string refusal(const scheme_entry& scheme, const std::string& constraints) {
  return "'" + scheme.info.name + "' does not fit a system with constraints" + constraints;
}

}  // namespace

const std::vector<scheme_entry>& schemes() {
  static const std::vector<scheme_entry> list = [] {
    std::vector<scheme_entry> entries;
#define PLUMBLINE_SCHEME(name) entries.push_back(name##_entry());
#include "schemes/schemes.def"
#undef PLUMBLINE_SCHEME
    for (const detail::known_table& known : detail::known_tables()) {
      entries.push_back(entry_of(known.table, known.info));
    }
    for (scheme_entry& entry : detail::collocation_entries()) {
      entries.push_back(std::move(entry));
    }
    // over the schemes above
    entries.push_back(extrapolation_entry(entries));
    entries.push_back(extrapolation_entry_over("newmark", entries));
    entries.push_back(extrapolation_entry_over("midpoint", entries));
    for (scheme_entry& entry : entries) {
      entry = fitted_to_constraints(std::move(entry));
    }
    return entries;
  }();
  return list;
}

// Other names of schemes, which are found and not listed (lib/schemes/rattle.cpp).
scheme_entry rattle_entry();
scheme_entry moser_veselov_entry();

const scheme_entry& find_scheme(std::string_view name) {
  static detail::entries_by_name<scheme_entry> entries({
      {"rattle", [] { return fitted_to_constraints(rattle_entry()); }},
      {"moser_veselov", [] { return fitted_to_constraints(moser_veselov_entry()); }},
#define PLUMBLINE_SCHEME(name) {#name, [] { return fitted_to_constraints(name##_entry()); }},
#include "schemes/schemes.def"
#undef PLUMBLINE_SCHEME
  });
  if (const scheme_entry* const entry = entries.find(name)) {
    return *entry;
  }
  std::vector<std::string> known;
  for (const scheme_entry& entry : schemes()) {  // a table, a family, or a scheme over another one
    if (entry.info.name == name) {
      return entry;
    }
    known.push_back(entry.info.name);
  }
  throw invalid_input(unknown_name("scheme", name, known));
}

std::vector<std::string> fitting_systems(const scheme_entry& scheme) {
  std::vector<std::string> names;
  for (const system_entry& system : systems()) {
    if (scheme.fits(system)) {
      names.push_back(system.name());
    }
  }
  return names;
}

namespace {

/// A scheme of a file is not wrapped, so what its `constraints` say is asked here, too.
void require_fit_to_constraints(const scheme_entry& scheme, const system_entry& system) {
  if (fitted_to_constraints(scheme).fits(system)) {
    return;
  }
  std::string names;
  for (const scheme_entry& other : schemes()) {
    if (other.fits(system)) {
      names += (names.empty() ? "" : ", ") + other.info.name;
    }
  }
  throw invalid_input(
      refusal(scheme, unfit_constraints(scheme.constraints, system.facts).value_or("")) +
      "; these do: " + names);
}

}  // namespace

void require_fit_to_constraints(const scheme_entry& scheme, const form_facts& facts) {
  if (const auto constraints = unfit_constraints(scheme.constraints, facts)) {
    throw invalid_input(refusal(scheme, *constraints));
  }
}

void require_fit(const scheme_entry& scheme, const system_entry& system, const settings& chosen) {
  if (!system.constraints.empty()) {
    require_fit_to_constraints(scheme, system);
    return;
  }
  if (scheme.base_for) {
    require_fit(find_scheme(scheme.base_for(chosen)), system);
    return;
  }
  if (scheme.fits(system)) {
    return;
  }
  const std::string lack = scheme.lacks ? scheme.lacks(system) : std::string();
  std::string message = "scheme " + scheme.info.name + " does not fit " + system.name() + ": " +
                        (lack.empty() ? "it needs " + scheme.needs : lack);
  std::vector<std::string> fitting = fitting_systems(scheme);
  std::erase(fitting, system.name());  // with other parameters
  message += fitting.empty() ? "" : "; it fits";
  for (const std::string& name : fitting) {
    message += " " + name;
  }
  throw invalid_input(message);
}

int whole_parameter(const std::string& scheme, const std::vector<parameter_info>& parameters,
                    const settings& chosen, int largest) {
  const double value = parameter_values<double>(scheme, parameters, chosen).front();
  if (value != static_cast<double>(static_cast<int>(value)) || value > largest) {
    const std::string& name = parameters.front().name;
    throw invalid_input(scheme + ": " + name + " must be a whole number from 1 to " +
                        std::to_string(largest) + ", got " + chosen.at(name));
  }
  return static_cast<int>(value);
}

std::vector<std::string> phase_columns(int dimension) { return numbered_columns("qp", dimension); }

std::vector<std::string> numbered_columns(const std::string& letters, int dimension) {
  std::vector<std::string> names;
  for (const char letter : letters) {
    for (int i = 1; i <= dimension; ++i) {
      names.push_back(letter + std::to_string(i));
    }
  }
  return names;
}

}  // namespace plumbline
