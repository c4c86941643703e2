// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// One quantity for many parameters, start values, steps, schemes or digits: a row for each case. Each case is computed by
// itself, so that the table is the same for any number of workers.
#pragma once

#include <plumbline/io/picture.hpp>
#include <plumbline/io/plot.hpp>
#include <plumbline/io/table.hpp>
#include <plumbline/study/quantity.hpp>
#include <plumbline/study/run_host.hpp>

#include <string>
#include <variant>
#include <vector>

namespace plumbline {

/// As exact texts; see `plumbline sweep`.
struct sweep_request {
  measure_request measured = {};  ///< of sweep_quantities(), or a formula
  problem_texts problem = {};
  std::vector<std::string> over =
      {};  ///< axes, NAME=FIRST:LAST:COUNT or NAME=A,B,C: all combinations, the last axis fastest,
  bool zip = false;         ///< or side by side;
  std::string cases = {};   ///< or a CSV file, names in its first row, a case in each other
  std::string norm = {};    ///< of the quantity `error`; "" is max
  std::string lanes = {};   ///< of `end` in double: exact, vector or none; "" is exact
  std::string digits = {};  ///< of the cases' arithmetic; "" is 64
  int jobs = 1;             ///< cases at a time
  bool draws = false;       ///< a picture is wanted
};

struct sweep_result {
  table_value table;                     ///< columns: the axes, the values, `failure`
  std::variant<plot, heat_map> picture;  ///< over one axis of numbers, or over two
};

/// A case that fails is a row with its reason. Throws invalid_input for a mistake that all cases share, io_error for a file that
/// cannot be read, and interrupted_table when the host asks for a stop. The host's keeper keeps the cases that are done. Where the
/// host shares work with other processes, only the leading one gets rows.
sweep_result sweep_table(const sweep_request& request, run_host& host);
sweep_result sweep_table(const sweep_request& request);

}  // namespace plumbline
