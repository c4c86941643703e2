// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/data/paper_judge.hpp>
#include <plumbline/data/paper_text.hpp>

#include <algorithm>
#include <stdexcept>

namespace plumbline::papers {

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
      papers::judge(rule::digits, *whole, n.compared()) == verdict::differs;
  return needs_zeros_gone ? tier::without_zeros : found;
}

std::string difference_text(const judged_number& n) {
  if (n.published.compare != rule::digits || n.published.is == kind::blank) {
    return "";
  }
  const auto units = difference_in_units(n.published.value, n.compared());
  return units ? short_text(*units, 2) : "";
}

}  // namespace

std::string judged_number::compared() const {
  return published.magnitude && computed.starts_with('-') ? computed.substr(1) : computed;
}

std::optional<fence> judged_number::limit() const {
  return published.is == kind::blank ? std::nullopt
                                     : fence_of(published.compare, published.value, compared());
}

judged_numbers::judged_numbers(std::vector<published_number> published)
    : published_(std::move(published)) {
  for (std::size_t i = 0; i < published_.size(); ++i) {
    places_.emplace(published_[i].key, place{i, false});
  }
}

std::size_t judged_numbers::judge(std::string_view key, std::string computed, std::string failure) {
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
    n.found = papers::judge(n.published.compare, n.published.value, n.compared());
    n.near = tier_alone(n);
  }
  settle_table(n);
  numbers_.push_back(std::move(n));
  return numbers_.size() - 1;
}

/// The tier of one more number, and of those whose tier it changes.
void judged_numbers::settle_table(judged_number& n) {
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

void judged_numbers::require_complete() const {
  for (const auto& [key, each] : places_) {
    if (!each.judged) {
      throw std::logic_error("the published number '" + key + "' was not judged");
    }
  }
}

const std::vector<table_column>& columns_of_numbers() {
  static const std::vector<table_column> columns = [] {
    std::vector<table_column> all;
    for (const char* name :
         {"id",      "where", "printed", "computed", "verdict",    "reason", "paper",
          "key",     "kind",  "rule",    "compared", "difference", "tier",   "expected",
          "because", "truth", "known",   "place",    "fence",      "margin"}) {
      all.push_back({name, column_kind::text});
    }
    return all;
  }();
  return columns;
}

std::vector<std::string> row_of_number(const std::string& id, const judged_number& n) {
  const published_number& p = n.published;
  const auto limit = n.limit();
  return {id,
          p.where,
          p.in_print() ? p.printed : "",
          n.computed,
          std::string(to_string(n.found)),
          n.reason(),
          p.paper,
          p.key,
          std::string(to_string(p.is)),
          std::string(to_string(p.compare)),
          p.value,
          difference_text(n),
          std::string(to_string(n.near)),
          std::string(to_string(p.expected)),
          p.because,
          p.in_print() ? "computed here" : p.truth,
          p.in_print() ? "" : p.printed,
          p.place,
          limit ? exact_text(limit->at) : "",
          limit ? short_text(limit->margin, 3) : ""};
}

}  // namespace plumbline::papers
