// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A judgement as a table: a row for each number of the file, and what is said of the whole file. Of several files, trajectories
// with different steps of one program: a row for each, with its errors and the order against the file before.
#pragma once

#include <plumbline/data/judgement.hpp>
#include <plumbline/io/table.hpp>

#include <cstdint>
#include <functional>
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

struct judged_files {
  table_value table;
  bool any_wrong = false;
};

/// Columns file, step, rows, values, false, digits_min, error_q, error_p, order_q, order_p; the slopes order_q and order_p of all
/// files are facts. `steps`: H,H,... of the files, or "" for the time between the first two rows of each. `warn` is told of columns
/// that mean nothing. Throws invalid_input where a step is zero or not known, and as the reading and the truth do.
judged_files judged_several(judge_request request, const std::vector<std::string>& files,
                            const std::string& steps, long shown, const run_control& control,
                            const std::function<void(const std::string&)>& warn);

/// What there is to say of columns that mean nothing to the system; "" where there are none.
std::string warning_of(const judged_file& f);

}  // namespace plumbline
