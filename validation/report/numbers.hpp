// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The numbers of a report as CSV and JSON, so that anyone can count them again. paper_judge.hpp of the library says what the
// columns are.
#pragma once

#include "report/page.hpp"

#include <string>

namespace plumbline::report {

/// `# key: value` lines (first `# lines: K`), a header row, one row for each number. RFC 4180 quoting.
std::string numbers_csv(const findings& r);

/// The points of the figures that say them (result.hpp), with the same lines first and the columns id,figure,curve,x,y;
/// empty where there are none. The figures of an experiment are numbered from 1.
std::string figures_csv(const findings& r);

/// {"meta": {…}, "columns": […], "rows": [[…], …]}, all values as strings.
std::string numbers_json(const findings& r);

}  // namespace plumbline::report
