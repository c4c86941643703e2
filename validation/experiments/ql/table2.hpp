// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The rows of QL's Table 2, which section 6.4 is judged by as well.
#pragma once

#include "experiments/ql/runs.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::experiments::ql {

inline constexpr std::array meshes{10, 20, 40};  ///< a second
inline constexpr std::array<const char*, 3> columns{"h = 0.1", "h = 0.05", "h = 0.025"};

struct table2_row {
  int seconds;
  scheme by;
  char variable;
  std::array<measured, 3> errors;  ///< for 10, 20, 40 meshes a second
  measured order;
};

/// The 24 rows in the order of the paper.
std::vector<table2_row> table2_rows(context& c, int digits);

/// The key of a cell in reference/published/ql.toml.
std::string table2_key(const table2_row& row, std::string_view column);

}  // namespace plumbline::experiments::ql
