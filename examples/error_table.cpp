// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/study/run_formula.hpp>

#include <iostream>

int main() {
  for (const char* scheme : {"leapfrog", "simpson", "yoshida-6"}) {
    for (const char* step : {"1/20", "1/40"}) {
      const std::string error = plumbline::value_of({.formula = "max(norm(q - exact(q)))",
                                                     .system = "pendulum",
                                                     .scheme = scheme,
                                                     .step = step,
                                                     .until = "1"});
      std::cout << scheme << " " << step << " " << std::stod(error) << "\n";
    }
  }
}
