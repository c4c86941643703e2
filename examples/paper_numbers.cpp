// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/data/paper.hpp>

#include <iostream>

int main() {
  const auto found = plumbline::reproduce(plumbline::load_paper("swing.toml"), {.digits = 34});
  for (const auto& experiment : found.experiments) {
    for (const auto& number : experiment.numbers) {
      std::cout << number.published.key << ": " << number.published.value << ", computed "
                << std::stod(number.computed) << ": " << to_string(number.found) << "\n";
    }
  }
}
