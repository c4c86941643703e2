// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/data/judgement.hpp>

#include <fstream>
#include <iostream>

int main() {
  using namespace plumbline;
  std::ofstream("theirs.csv") << "t,q1\n0,1.0\n0.5,-0.98175\n";
  const judged_file f = read_judged_file(
      {.file = "theirs.csv", .system = "pendulum", .problem = {.start = {"q1=1"}}});
  const judgement result(f.p, f.file, 0);
  for (const auto& cell : result.verdicts()) {
    std::cout << f.file.text(cell.row, f.file.columns()[cell.column]) << ": " << cell.digits
              << " true digits\n";
  }
}
