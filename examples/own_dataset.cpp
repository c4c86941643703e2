// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/data/dataset_check.hpp>

#include <iostream>
#include <numeric>

int main() {
  using namespace plumbline;
  const auto source = make_trajectory({.system = "pendulum", .step = "1/10", .steps = "10"});
  std::vector<std::size_t> rows(source->rows());
  std::iota(rows.begin(), rows.end(), 0);
  const auto settled = settled_rows(*source, rows, 30, computing_for::making, {});
  write_dataset("pendulum-by-cpp", {.name = "pendulum", .digits = 30}, *source, settled);
  const dataset_check found = check_dataset("pendulum-by-cpp", true, 1, {});
  std::cout << found.rows << " rows, " << found.wrong.size() << " wrong\n";
}
