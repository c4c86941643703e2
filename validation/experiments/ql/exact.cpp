// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// QL section 5.2: the exact solution by the generalised eigenproblem K x = ω² M x, against the printed
// formulas for equal rods, (49) and the q_ex of section 6.
#include "experiments/ql/problem.hpp"
#include "experiments/ql/runs.hpp"

namespace plumbline::experiments::ql {

namespace {

struct comparison {
  std::array<measured, 2> frequencies;
  std::array<measured, 2> frequency_errors;  ///< relative
  measured solution_error{0};                ///< relative to π/6
};

template <class T>
comparison compare() {
  using std::abs;
  const std::array<T, 2> omega = frequencies<T>();
  const std::array<T, 2> printed = printed_frequencies<T>();
  comparison result;
  for (std::size_t i = 0; i < 2; ++i) {
    result.frequencies[i] = to_measured(omega[i]);
    result.frequency_errors[i] = to_measured(T(abs(T(omega[i] / printed[i] - T(1)))));
  }
  T worst(0);
  const time_grid<T> grid(T(0), rational<T>(1, 20), 200);
  const auto states = exact_states(grid, [] {});
  for (int n = 0; n <= 200; ++n) {
    const vector<T> off = states[static_cast<std::size_t>(n)].q - printed_solution<T>(grid[n]);
    for (const int i : {0, 1}) {
      worst = std::max(worst, T(abs(off[i]) * T(6) / pi<T>()));
    }
  }
  result.solution_error = to_measured(worst);
  return result;
}

}  // namespace

void run_exact(context& c, report::section& out) {
  const comparison found = at_digits(c.digits(), []<class T>() { return compare<T>(); });
  judge(c, out, "frequency 1", digits_lost(found.frequency_errors[0], c.digits()));
  judge(c, out, "frequency 2", digits_lost(found.frequency_errors[1], c.digits()));
  judge(c, out, "solution", digits_lost(found.solution_error, c.digits()));
  report::plain_table table{"The two frequencies of the linear double pendulum, in rad/s.",
                            {"", "ω", "period 2π/ω in s"}};
  for (const auto& [name, omega] :
       {std::pair{"ω₁", found.frequencies[0]}, {"ω₂", found.frequencies[1]}}) {
    table.rows.push_back(
        {name, to_text(omega, 12), to_text(measured(2 * pi<measured>() / omega), 12)});
  }
  out.add(std::move(table));
}

}  // namespace plumbline::experiments::ql
