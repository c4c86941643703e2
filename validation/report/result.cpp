// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "report/result.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

namespace plumbline::report {

std::size_t section::judge(std::string_view key, std::string computed) {
  const auto same_key = [&](const published_number& p) { return p.key == key; };
  const auto found = std::find_if(published_.begin(), published_.end(), same_key);
  if (found == published_.end()) {
    throw std::logic_error("no published number has the key '" + std::string(key) + "'");
  }
  if (std::any_of(numbers_.begin(), numbers_.end(),
                  [&](const judged_number& n) { return same_key(n.published); })) {
    throw std::logic_error("the published number '" + std::string(key) + "' is judged twice");
  }
  const std::string compared =
      found->magnitude && computed.starts_with('-') ? computed.substr(1) : computed;
  const verdict v = report::judge(found->compare, found->value, compared);
  const bool digits = found->compare == rule::digits && found->is != kind::blank;
  tier near = digits ? tier_of(found->value, compared) : tier::none;
  if (!found->corrected.empty() && v == verdict::reproduced) {
    near = tier::corrected;
  }
  numbers_.push_back({*found, std::move(computed), v, near});
  return numbers_.size() - 1;
}

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
  for (std::size_t i = 0; i < numbers_.size(); ++i) {
    if (!shown.contains(i)) {
      rest.numbers.push_back(i);
    }
  }
  if (!rest.numbers.empty()) {
    add(std::move(rest));
  }
}

void section::require_complete() const {
  for (const published_number& p : published_) {
    if (std::none_of(numbers_.begin(), numbers_.end(),
                     [&](const judged_number& n) { return n.published.key == p.key; })) {
      throw std::logic_error("the published number '" + p.key + "' was not judged");
    }
  }
}

}  // namespace plumbline::report
