// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The pieces of the page: an experiment's tables, lists and figures as HTML.
#pragma once

#include "report/page.hpp"

#include <string>
#include <vector>

namespace plumbline::report {

/// An experiment's part of the page.
std::string part_html(const report_part& part);

/// Which numbers do not reproduce, and why; and those whose verdict is not the recorded one.
std::string difference_table(const std::vector<report_part>& parts);

}  // namespace plumbline::report
