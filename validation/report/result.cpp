// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "report/result.hpp"

#include <set>

namespace plumbline::report {

void section::add(block b) { blocks_.push_back(std::move(b)); }

void section::add_remaining(std::string caption) {
  std::set<std::size_t> shown;
  for (const block& b : blocks_) {
    if (const auto* table = std::get_if<number_table>(&b)) {
      for (const auto& row : table->rows) {
        shown.insert(row.numbers.begin(), row.numbers.end());
      }
    } else if (const auto* list = std::get_if<number_list>(&b)) {
      shown.insert(list->numbers.begin(), list->numbers.end());
    }
  }
  number_list rest{std::move(caption), {}};
  for (std::size_t i = 0; i < numbers().size(); ++i) {
    if (!shown.contains(i)) {
      rest.numbers.push_back(i);
    }
  }
  if (!rest.numbers.empty()) {
    add(std::move(rest));
  }
}

}  // namespace plumbline::report
