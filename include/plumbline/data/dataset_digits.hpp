// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// From true values with radii to the digits that a dataset prints.
//
// A value is printed with D digits when all numbers of its ball round to the same D digits; otherwise the truth is
// computed again with more. So the text does not depend on how the truth was computed, and a second computation gives
// the same text or finds an error. A value is printed as 0 where its magnitude is below 10^(−2D) of the largest in its group and
// row, or below 10^(−2D−30) of the largest in its row: where a system of one degree of freedom passes zero, its only coordinate
// is the largest one.
#pragma once

#include <plumbline/data/dataset_source.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace plumbline {

struct dataset_rows {
  std::vector<std::vector<std::string>> cells;
  std::string how;  ///< see verified_states
  std::vector<computation> computations;
  int digits = 0;  ///< of each number
};

/// Where the computations of a truth are made; see verified_motion().
using sharing = std::function<computing_all(const verification& wanted)>;

/// The rows `which` of the source, in this order. A check computes in other orders and steps and with more digits than the making. Throws
/// invalid_input for a row that the source does not have and for digits below 1, std::runtime_error where the digits do not settle, and
/// as the source does.
dataset_rows settled_rows(const dataset_source& source, const std::vector<std::size_t>& which,
                          int digits, computing_for purpose, const run_control& control,
                          const sharing& share = {});

}  // namespace plumbline
