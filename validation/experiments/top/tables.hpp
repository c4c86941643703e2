// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The rows of TOP's Tables 2, 4 and 5: the largest error of a scheme up to a horizon at four steps, and the order.
#pragma once

#include "experiments/top/runs.hpp"

namespace plumbline::experiments::top {

/// What a table is about. The steps are 1/coarsest, 1/(2 coarsest), 1/(4 coarsest), 1/(8 coarsest) of the unit.
struct table_kind {
  motion of;
  unit in;
  int coarsest;
  quantity value;
};

inline constexpr table_kind table2{motion::pendulum, unit::second, 10, energy_error};
inline constexpr table_kind table4{motion::loops, unit::period, 20, theta_error};
inline constexpr table_kind table4_seconds{motion::loops, unit::second, 20, theta_error};
inline constexpr table_kind table5{motion::loops, unit::period, 20, energy_error};
inline constexpr table_kind table5_seconds{motion::loops, unit::second, 20, energy_error};

struct table_row {
  int horizon;
  scheme by;
  std::array<measured, 4> errors;
  measured order{0};                 ///< the least-squares slope over the four steps
  std::array<measured, 3> stepwise;  ///< the slopes between neighbouring steps
};

/// The steps of a kind as text: "0.05" ….
std::array<std::string, 4> steps_of(const table_kind& kind);

/// Makes the runs of the table up to the horizon, side by side.
void prepare_table(context& c, const table_kind& kind, int horizon);

table_row row_of(context& c, const table_kind& kind, scheme by, int horizon);

}  // namespace plumbline::experiments::top
