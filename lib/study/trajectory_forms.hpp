// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The forms of a trajectory besides steps of a scheme.
#pragma once

#include <plumbline/study/trajectory_table.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace plumbline {

/// The states at given times, a row for each in the order of the request.
void rows_at_times(const integration_request& request, table_sink& rows, run_host& host);
/// Steps that adapt: by an embedded pair, or by a function of the state.
plot adaptive_rows(const integration_request& request, table_sink& rows, run_host& host);
/// The crossings of a section, or a trajectory that ends at one.
plot section_rows(const integration_request& request, table_sink& rows, run_host& host);
plot rows_to_section(const integration_request& request, table_sink& rows, run_host& host);
/// Rows whose digits are proven (study/certified.hpp).
void certified_rows(const integration_request& request, table_sink& rows, run_host& host);
void certified_section_rows(const integration_request& request, table_sink& rows, run_host& host);

/// The number of --every. Throws invalid_input unless it is a whole number.
std::int64_t rows_are_every(const integration_request& request);

/// The name of a column that no other column has; a coordinate may be called so.
inline std::string free_name(std::string name, const std::vector<std::string>& names) {
  while (std::ranges::find(names, name) != names.end()) {
    name += "_";
  }
  return name;
}

}  // namespace plumbline
