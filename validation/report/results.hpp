// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The numbers of a report as a document in Markdown: no figures, one line for each entry. docs/results.md is such a
// document, and says by which command it was made.
#pragma once

#include "report/page.hpp"

#include <string>

namespace plumbline::report {

std::string results_markdown(const findings& r);

}  // namespace plumbline::report
