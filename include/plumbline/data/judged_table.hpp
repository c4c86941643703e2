// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A judgement as a table: a row for each number of the file, and what is said of the whole file.
#pragma once

#include <plumbline/data/judgement.hpp>
#include <plumbline/io/table.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace plumbline {

/// What is said of a whole file.
struct judged_summary {
  long fewest = -1;
  long most = 0;
  std::int64_t wrong = 0;
  exact_number largest{0};
  const judged_cell* first_wrong = nullptr;

  explicit judged_summary(const judgement& result) {
    for (const auto& v : result.verdicts()) {
      fewest = fewest < 0 ? v.digits : std::min(fewest, v.digits);
      most = std::max(most, v.digits);
      largest = std::max(largest, v.error);
      wrong += v.holds ? 0 : 1;
      first_wrong = first_wrong == nullptr && !v.holds ? &v : first_wrong;
    }
    fewest = std::max(fewest, 0L);
  }
};

/// The problem, the files, and how they are read.
metadata facts_of(const judge_request& request, const std::vector<std::string>& files,
                  const problem& p);

/// Columns row, column, printed, true, digits. `shown`: digits of the truth, 0 for five more than the file prints. Throws as the
/// truth of the other reading of the file does.
table_value judged_table(const judge_request& request, const judged_file& f,
                         const judgement& result, long shown, const run_control& control = {});

/// What there is to say of columns that mean nothing to the system; "" where there are none.
std::string warning_of(const judged_file& f);

}  // namespace plumbline
