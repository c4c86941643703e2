// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The output of `evaluate` and `measure`: NAME = VALUE lines, or a table with a row for each value.
#pragma once

#include "cli/options.hpp"
#include <plumbline/study/named_value.hpp>

#include <vector>

namespace plumbline::cli {

enum class number_kind { real, complex };

/// Columns name,re,im or name,value. Without --format as lines of text. The values of an interrupted measurement go to
/// PATH.partial, with the mark of what is incomplete.
void write_named_values(const shared_options& o, const metadata& meta, number_kind kind,
                        const std::vector<named_value>& values, bool complete = true);

}  // namespace plumbline::cli
