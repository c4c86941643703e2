// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The catalogue of systems: name → what is known about it, and the system itself in any scalar.
//
// A system enters with one line in lib/systems/systems.def and one file in lib/systems/ that instantiates
// system_entry_of for it.
#pragma once

#include <plumbline/catalogue/parameter_info.hpp>
#include <plumbline/catalogue/scalar_map.hpp>
#include <plumbline/core/phase_point.hpp>
#include <plumbline/mechanics/legendre.hpp>
#include <plumbline/mechanics/model.hpp>
#include <plumbline/mechanics/system_info.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// Makes a system from the values of its parameters, in declared order.
template <class T>
struct system_maker {
  std::function<model<T>(const std::vector<T>&)> make;
};

/// A formula of the state that has a name: a claimed invariant of a system from a file, or a definition in it.
struct named_quantity {
  std::string name;
  std::string formula;
  bool claimed_constant = false;
};

/// A constraint of a system from a file.
struct constraint_info {
  std::string name;
  std::string formula;  ///< as the file has it
  bool holonomic = true;
};

/// A rigid body of a system from a file: the name, and the first of the four coordinates of its quaternion.
struct body_info {
  std::string name;
  int first = 0;
};

/// A default of an angular velocity in body axes: Omega1 … Omega3 of a body.
struct spin_default {
  int body = 0;
  int axis = 0;
  std::string value;
};

struct system_entry {
  system_info info;
  system_kind kind = system_kind::lagrangian;
  /// 0 where it comes from the matrices of a file.
  int dimension = 0;
  /// Those of its formula; none for a system with zones.
  form_facts facts;
  bool takes_matrices = false;
  bool has_zones = false;  ///< its law changes where it crosses boundaries (second_order.hpp)
  std::vector<parameter_info> parameters;
  scalar_map<system_maker> makers;
  /// The entry of the size that settings ask for, where the dimension follows from a parameter; empty for other systems.
  /// Throws invalid_input for a size that there is not.
  std::function<system_entry(const settings&)> resized;

  /// Where the system was read from (catalogue/system_file.hpp); empty for those of the catalogue.
  std::string file;
  /// The quantities of its form, in order.
  std::vector<named_quantity> quantities;
  /// The constraints of its form, in order.
  std::vector<constraint_info> constraints;
  std::vector<body_info> bodies;
  std::vector<spin_default> spins;
  /// Its formulas, for a system without zones.
  std::shared_ptr<const form> formulas;

  std::string name() const { return std::string(info.name); }

  /// True when its equations of motion are linear everywhere.
  bool is_linear() const { return facts.linear_equations && !has_zones; }

  /// The system with these settings, others at their defaults. Throws invalid_input as parameter_values
  /// does, and for a system whose matrices come from a file.
  template <class T>
  model<T> make(const settings& chosen = {}) const {
    return makers.get<T>().make(parameter_values<T>(name(), parameters, chosen));
  }
};

/// The entry of the system template S: facts from S<T>::info() and S<T>::parameters().
template <template <class> class S>
system_entry system_entry_of() {
  system_entry entry;
  entry.info = S<double>::info();
  const model<double> at_defaults{S<double>{}};
  entry.kind = at_defaults.kind();
  entry.dimension = S<double>::dimension();
  entry.has_zones = at_defaults.law_by_zone() != nullptr;
  entry.facts = at_defaults.facts();
  entry.formulas = entry.has_zones ? nullptr : at_defaults.formulas();
  for (const auto& p : S<double>::parameters()) {
    entry.parameters.push_back({std::string(p.name), std::string(p.unit),
                                std::string(p.default_value), std::string(p.meaning), p.domain});
  }
  for_each_scalar_and_tangent([&]<class T>() {
    entry.makers.get<T>().make = [](const std::vector<T>& values) -> model<T> {
      S<T> system{};
      const auto declared = S<T>::parameters();
      for (std::size_t i = 0; i < declared.size(); ++i) {
        system.*(declared[i].member) = values.at(i);
      }
      if constexpr (first_order_system<S<T>, T>) {
        const auto names = S<T>::info().aliases;
        return model<T>(system, {names.begin(), names.end()});
      } else {
        return model<T>(system);
      }
    };
  });
  return entry;
}

/// All systems, in the order of the documentation.
const std::vector<system_entry>& systems();

/// The system of this name. Throws invalid_input that names the known ones and suggests the nearest.
const system_entry& find_system(std::string_view name);

/// The names of a state: q1 … qn, p1 … pn; x1 … xn, v1 … vn of a system M a + F = P(t) that is not Lagrangian; those of a
/// system in first-order form. The dimension is asked for because that of "quadratic" comes from a file.
std::vector<std::string> state_columns(const system_entry& system, int dimension);

/// The names of the coordinates: the system's own (theta, phi), otherwise q1 … qn, x1 … xn.
std::vector<std::string> coordinate_names(const system_entry& system, int dimension);

/// How the formulas of a system are written: its coordinates and parameters by their names, velocities as dot(x),
/// accelerations as ddot(x); as LaTeX where asked.
formula_style formula_style_of(const std::vector<std::string>& coordinates,
                               const std::vector<parameter_info>& parameters, bool latex = false);

/// L = ½ v'M v − ½ q'K q for the entry "quadratic". Throws as class quadratic does.
template <class T>
model<T> make_quadratic(matrix<T> mass, matrix<T> stiffness);

/// What "quadratic" is when the file has a damping matrix too: M a + C v + K x = 0, without a Lagrangian.
const system_entry& damped_quadratic_entry();
template <class T>
model<T> make_damped_quadratic(matrix<T> mass, matrix<T> damping, matrix<T> stiffness);

}  // namespace plumbline
