// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/study/run_formula.hpp>

#include <iostream>

int main() {
  for (const char* formula : {"max(abs(energy/start(energy) - 1))", "mean(p1*v1/2)"}) {
    const std::string value = plumbline::value_of({.formula = formula,
                                                   .system = "double-pendulum",
                                                   .scheme = "simpson",
                                                   .step = "1/100",
                                                   .until = "1",
                                                   .digits = 34});
    std::cout << formula << " = " << std::stod(value) << "\n";
  }
}
