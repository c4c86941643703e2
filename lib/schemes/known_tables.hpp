// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The tables of the catalogue, with their facts. Facts are stated here and held against the order conditions in the tests:
// the program does not audit the catalogue each time it starts.
#pragma once

#include <plumbline/catalogue/scheme_table.hpp>

#include <optional>
#include <string>
#include <vector>

namespace plumbline::detail {

struct known_table {
  scheme_table table;
  scheme_info info;
  std::optional<int> embedded_order;
};

const std::vector<known_table>& known_tables();

/// The families of collocation type, with a number of stages or a degree: Radau IA and IIA, Lobatto IIIA, IIIB, IIIC and the
/// pair IIIA-IIIB.
std::vector<scheme_entry> collocation_entries();

/// The table of a scheme of the catalogue with these settings, its own or, for schemes that have an engine of their own
/// (rk4, leapfrog, gauss-collocation …), an equivalent one. Nothing for a scheme that has no table.
std::optional<scheme_table> table_of_scheme(const std::string& name, const settings& chosen);

/// The table of a member of collocation_entries(), or of gauss-collocation and the Galerkin family.
std::optional<scheme_table> collocation_table(const std::string& name, const settings& chosen);

}  // namespace plumbline::detail
