// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A formula of a run (study/run_formula.hpp) as a measured quantity: its value is called "value".
#include "study/quantity_entries.hpp"
#include <plumbline/study/run_formula.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace plumbline {

bool is_formula(const std::string& text) {
  constexpr std::array<std::string_view, 4> numbers = {"step", "until", "epsilon", "evaluations"};
  const bool is_word = std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_';
  });
  return !is_word || std::ranges::find(numbers, text) != numbers.end();
}

quantity formula_quantity() {
  return {.name = "value",
          .meaning = "a number of the run by a formula, such as max(abs(energy/start(energy) - 1))",
          .input = quantity::needs::what_is_given,
          .measure =
              [](const measurement& m, run_host& host) {
                return std::vector<named_value>{{"value", value_of(*m.formula, host), {}}};
              },
          .kind = quantity::kinds::formula};
}

}  // namespace plumbline
