// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The output of `evaluate` and `measure`: NAME = VALUE lines, or a table with a row for each value.
#pragma once

#include "cli/options.hpp"

#include <string>
#include <vector>

namespace plumbline::cli {

struct named_value {
  std::string name;
  std::string re;
  std::string im;  ///< empty for real quantities
};

/// "a", "b*i", "a + b*i": as an argument may be given.
std::string complex_text(const std::string& re, const std::string& im);

enum class number_kind { real, complex };

/// Columns name,re,im or name,value. Without --format as lines of text.
void write_named_values(const shared_options& o, const metadata& meta, number_kind kind,
                        const std::vector<named_value>& values);

}  // namespace plumbline::cli
