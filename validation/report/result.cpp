// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "report/result.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

namespace plumbline::report {

namespace {

/// The tier of a number by itself: what its table does is not known yet.
tier tier_alone(const judged_number& n) {
  const published_number& p = n.published;
  if (!p.corrected.empty() && n.found == verdict::reproduced) {
    return tier::corrected;
  }
  if (p.compare != rule::digits || p.is == kind::blank) {
    return tier::none;
  }
  const tier found = tier_of(p.value, n.compared());
  const auto whole = form_in_print(p);
  const bool needs_zeros_gone =
      n.found == verdict::reproduced && whole &&
      report::judge(rule::digits, *whole, n.compared()) == verdict::differs;
  return needs_zeros_gone ? tier::without_zeros : found;
}

}  // namespace

std::string judged_number::compared() const {
  return published.magnitude && computed.starts_with('-') ? computed.substr(1) : computed;
}

std::optional<fence> judged_number::limit() const {
  return published.is == kind::blank ? std::nullopt
                                     : fence_of(published.compare, published.value, compared());
}

section::section(std::vector<published_number> published) : published_(std::move(published)) {
  for (std::size_t i = 0; i < published_.size(); ++i) {
    places_.emplace(published_[i].key, place{i, false});
  }
}

std::size_t section::judge(std::string_view key, std::string computed, std::string failure) {
  const auto found = places_.find(key);
  if (found == places_.end()) {
    throw std::logic_error("no published number has the key '" + std::string(key) + "'");
  }
  if (std::exchange(found->second.judged, true)) {
    throw std::logic_error("the published number '" + std::string(key) + "' is judged twice");
  }
  judged_number n{published_[found->second.at], std::move(computed)};
  n.failure = std::move(failure);
  if (n.failure.empty()) {
    n.found = report::judge(n.published.compare, n.published.value, n.compared());
    n.near = tier_alone(n);
  }
  settle_table(n);
  numbers_.push_back(std::move(n));
  return numbers_.size() - 1;
}

/// The tier of one more number, and of those whose tier it changes.
void section::settle_table(judged_number& n) {
  const bool truncated = surplus_ > 0;
  const auto settle = [this](judged_number& each) {
    if (each.published.in_table &&
        (each.near == tier::truncates || each.near == tier::only_truncated)) {
      each.near = surplus_ > 0 ? tier::truncates : tier::only_truncated;
    }
  };
  if (n.published.in_table && (n.near == tier::rounds || n.near == tier::only_truncated)) {
    const shortening ways = shortening_of(n.published.value, n.compared());
    surplus_ += (ways.truncates ? 1 : 0) - (ways.rounds ? 1 : 0);
  }
  settle(n);
  if (truncated != (surplus_ > 0)) {
    for (judged_number& each : numbers_) {
      settle(each);
    }
  }
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
  for (const auto& [key, each] : places_) {
    if (!each.judged) {
      throw std::logic_error("the published number '" + key + "' was not judged");
    }
  }
}

}  // namespace plumbline::report
