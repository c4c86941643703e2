// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/study/trajectory_table.hpp>

#include <iostream>

int main() {
  const auto table = plumbline::trajectory_table({.system = "pendulum",
                                                  .scheme = "simpson",
                                                  .step = "1/10",
                                                  .steps = "3",
                                                  .observe = "energy",
                                                  .digits = 16});
  for (const auto& row : table.rows) {
    std::cout << row[0] << " " << row[1] << " " << row[3] << "\n";
  }
}
