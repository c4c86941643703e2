// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Changes of judgement: rules and bounds that were changed after their number was first known, from the [[change]] tables
// of reference/published/*.toml.
//
//   [[change]]
//   entries = "top-table2-100 RK4/100/order"
//   before = "below 4"                     how it was judged
//   after = "…"                            how it is judged now
//   reason = "…"
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace plumbline::report {

struct change {
  std::string paper;
  std::string entries;
  std::string before;
  std::string after;
  std::string reason;
};

/// All changes in the order of the files. Throws io_error when a field is missing.
std::vector<change> read_changes(const std::filesystem::path& folder);

}  // namespace plumbline::report
