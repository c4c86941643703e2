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

/// Null for a scheme that has no table.
const known_table* find_known_table(const std::string& name);

}  // namespace plumbline::detail
