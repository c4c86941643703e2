// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/scalar/expression.hpp>
#include <plumbline/study/scheme_choices.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace plumbline {

void add_scheme(metadata& facts, const scheme_choice& scheme) {
  facts.push_back({"scheme", scheme.entry->info.name});
  if (!scheme.values.empty()) {
    facts.push_back({"scheme_parameters",
                     metadata_entry::named_values(scheme.values.begin(), scheme.values.end())});
  }
}

std::string full_label_of(const scheme_choice& scheme) {
  std::string label = scheme.entry->info.name;
  for (const auto& [name, value] : scheme.values) {
    label += ":" + name + "=" + value;
  }
  return label;
}

bool follows_motion(const scheme_choice& scheme) {
  const auto order = scheme.values.find("order");
  return scheme.entry->chooses_order &&
         (order == scheme.values.end() || !(0 < evaluate<double>(expression(order->second))));
}

std::string label_of(const problem& p, const scheme_choice& scheme) {
  const auto times =
      std::count_if(p.schemes.begin(), p.schemes.end(), [&](const scheme_choice& other) {
        return other.entry->info.name == scheme.entry->info.name;
      });
  return times > 1 ? full_label_of(scheme) : scheme.entry->info.name;
}

const scheme_choice& only_scheme(const problem& p) {
  if (p.schemes.size() != 1) {
    std::vector<std::string> labels;
    for (const auto& scheme : p.schemes) {
      labels.push_back(label_of(p, scheme));
    }
    throw invalid_input(
        fmt::format("one scheme is wanted here, got {}: {}", labels.size(), joined(labels)));
  }
  return p.schemes.front();
}

}  // namespace plumbline
