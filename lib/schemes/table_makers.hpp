// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Steppers of tables, one file for each family, so that they compile side by side. Each fills the makers of an entry and
// says which systems it fits.
#pragma once

#include "schemes/entries.hpp"
#include <plumbline/catalogue/scheme_table.hpp>

#include <memory>
#include <optional>

namespace plumbline::detail {

using shared_table = std::shared_ptr<const scheme_table>;

void make_explicit_runge_kutta(scheme_entry& entry, const shared_table& table);
void make_implicit_runge_kutta(scheme_entry& entry, const shared_table& table);
void make_nystrom(scheme_entry& entry, const shared_table& table);
void make_splitting(scheme_entry& entry, const shared_table& table);
void make_composition(scheme_entry& entry, const shared_table& table);
void make_galerkin(scheme_entry& entry, const shared_table& table);

/// Refuses settings: a table has no parameters.
inline void refuse_settings(const scheme_info& info, const settings& chosen) {
  (void)parameter_values<double>(info.name, {}, chosen);
}

/// Fills the makers of every scalar with make(info, coefficients, system).
template <class Make>
void fill_makers(scheme_entry& entry, const shared_table& table, Make make) {
  for_each_scalar_and_tangent([&]<class T>() {
    entry.makers.get<T>().make = [info = entry.info, table, make](const settings& chosen,
                                                                  const model<T>& system) {
      refuse_settings(info, chosen);
      return make(info, coefficients_in<T>(*table), system);
    };
  });
}

/// The stepper of an implicit table; defined for every scalar in table_implicit.cpp.
template <class T>
any_stepper<T> implicit_runge_kutta(const scheme_info& info, const scheme_coefficients<T>& x,
                                    const model<T>& system);

/// The stepper of a splitting; defined for every scalar in table_splitting.cpp.
template <class T>
any_stepper<T> splitting_of_table(const scheme_info& info, const scheme_coefficients<T>& x,
                                  const model<T>& system);

/// The name of the adjoint of a scheme of order 1, or an empty text.
std::string adjoint_name(const std::string& scheme);

/// The drifts and kicks of a table that is a splitting, or a composition over one; x are its coefficients.
std::optional<scheme_coefficients<mp>> as_splitting(const scheme_table& table,
                                                    const scheme_coefficients<mp>& x);
/// The partitioned Runge–Kutta method that the table is on H = T(p) + V(q); nothing where it is none.
std::optional<scheme_coefficients<mp>> as_partitioned(const scheme_table& table,
                                                      const scheme_coefficients<mp>& x);

}  // namespace plumbline::detail
