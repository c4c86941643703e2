// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The forms of a trajectory besides steps of a scheme.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/expression.hpp>
#include <plumbline/study/trajectory_table.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace plumbline {

/// The states at given times, a row for each in the order of the request.
plot rows_at_times(const integration_request& request, table_sink& rows, run_host& host);
/// The times of --times, or those of --strobe up to --until. Throws invalid_input where other options do not go with them.
std::vector<expression> asked_times(const integration_request& request, const problem& p);
/// Steps that adapt, by an embedded pair or by a function of the state: their nodes, their crossings of a section, or given times.
plot adaptive_rows(const integration_request& request, table_sink& rows, run_host& host);
/// The crossings of a section, or a trajectory that ends at one.
plot section_rows(const integration_request& request, table_sink& rows, run_host& host);
plot rows_to_section(const integration_request& request, table_sink& rows, run_host& host);
/// Rows whose digits are proven (study/certified.hpp).
void certified_rows(const integration_request& request, table_sink& rows, run_host& host);
void certified_section_rows(const integration_request& request, table_sink& rows, run_host& host);

/// The number of --every. Throws invalid_input unless it is a whole number.
std::int64_t rows_are_every(const integration_request& request);

/// Throws invalid_input unless the value of --tolerance lies between 0 and 1 and the digits resolve it.
template <class T>
void require_tolerance(const T& value, const expression& text, int digits) {
  if (!(T(0) < value && value < T(1))) {
    throw invalid_input(fmt::format("--tolerance must lie between 0 and 1, got '{}'", text.text()));
  }
  if (value < epsilon<T>()) {
    throw invalid_input(fmt::format(
        "--tolerance {} is below what {} digits resolve; raise --digits", text.text(), digits));
  }
}

/// The name of a column that no other column has; a coordinate may be called so.
inline std::string free_name(std::string name, const std::vector<std::string>& names) {
  while (std::ranges::find(names, name) != names.end()) {
    name += "_";
  }
  return name;
}

}  // namespace plumbline
