// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The cells of PD's Tables 2, 3 and 4.
#pragma once

#include "experiments/pd/runs.hpp"

namespace plumbline::experiments::pd {

enum class quantity { amplitude, period };

struct table_kind {
  const char* id;  ///< of the experiment; the rows are those of its published numbers
  quantity of;
  const char* step;
  int base;  ///< p0 = base + the label of the row
};

inline constexpr table_kind table2{"pd-table2", quantity::amplitude, "0.5", 0};
inline constexpr table_kind table2_fine{"pd-table2-fine", quantity::amplitude, "0.02", 0};
inline constexpr table_kind table3{"pd-table3", quantity::period, "0.5", 0};
inline constexpr table_kind table3_fine{"pd-table3-fine", quantity::period, "0.02", 0};
inline constexpr table_kind table4{"pd-table4", quantity::period, "0.5", 2};
inline constexpr table_kind table4_fine{"pd-table4-fine", quantity::period, "0.02", 2};

/// The labels of the rows, p0 or p0 − 2, as printed.
std::vector<std::string> rows_of(context& c, const table_kind& kind);

/// Which step a row is computed with. The label of the row p0 = 1.6 of Table 3 says ε = 0.5, but all eight printed cells
/// agree with ε = 0.6.
enum class row_step { as_computed, as_labelled };

/// How the cell of a scheme is computed.
request request_of(const table_kind& kind, const std::string& row, scheme by, int digits,
                   row_step step = row_step::as_computed);

struct cell {
  measured error{0};  ///< (numerical − exact)/exact
  motion seen = motion::oscillation;
  measured largest{0};       ///< max |φ|/π
  bool as_it_should = true;  ///< oscillation for p0 < 2, rotation for p0 > 2
  std::string failed;        ///< why there is no number
};
cell cell_of(context& c, const request& r);

/// The relative error of a cell, without its sign.
measured size_of(context& c, const table_kind& kind, const std::string& row, scheme by,
                 row_step step = row_step::as_computed);

/// Makes the cells of these columns.
void prepare_table(context& c, const table_kind& kind, const std::vector<scheme>& by,
                   row_step step = row_step::as_computed);

/// The errors of any columns beside each other, computed only.
report::plain_table shown(context& c, const table_kind& kind, const std::vector<scheme>& by,
                          std::string caption);

}  // namespace plumbline::experiments::pd
