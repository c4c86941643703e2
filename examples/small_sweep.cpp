// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/study/run_formula.hpp>

#include <iostream>

int main() {
  using namespace plumbline;
  std::vector<formula_request> cases;
  for (const char* q1 : {"q1=1/2", "q1=1", "q1=2"}) {
    cases.push_back({.formula = "period(average = '0,4')",
                     .system = "pendulum",
                     .problem = {.start = {q1}},
                     .scheme = "simpson",
                     .step = "1/20",
                     .digits = 34});
  }
  run_host host;
  for (const auto& value : values_of(cases, host, 2)) {
    std::cout << value.get().substr(0, 12) << "\n";
  }
}
