// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The numbers of a report as CSV and JSON: id,where,printed,computed,verdict,reason.
#pragma once

#include "report/page.hpp"

#include <string>

namespace plumbline::report {

/// `# key: value` lines (first `# lines: K`), a header row, one row for each number. RFC 4180 quoting.
std::string numbers_csv(const report_facts& facts, const std::vector<report_part>& parts);

/// {"meta": {…}, "columns": […], "rows": [[…], …]}, all values as strings.
std::string numbers_json(const report_facts& facts, const std::vector<report_part>& parts);

}  // namespace plumbline::report
