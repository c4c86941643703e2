// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/study/convergence_table.hpp>

#include <iostream>

int main() {
  const auto found = plumbline::convergence_table({.system = "pendulum",
                                                   .schemes = "midpoint,simpson",
                                                   .until = "1",
                                                   .steps = "20,40",
                                                   .digits = 34});
  for (const auto& row : found.table.rows) {
    const std::string order = row[5].empty() ? "-" : row[5];
    std::cout << row[0] << " " << row[1] << " " << row[3] << " " << order << "\n";
  }
}
