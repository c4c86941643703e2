// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "experiments/ql/problem.hpp"
#include <plumbline/exact/normal_modes.hpp>

namespace plumbline::experiments::ql {

namespace {

template <class T>
normal_modes<T> modes() {
  const auto system = pendulum<T>();
  return {system.mass_matrix(), system.stiffness_matrix(), start<T>()};
}

}  // namespace

template <class T>
std::vector<phase_point<T>> exact_states(const time_grid<T>& grid,
                                         const std::function<void()>& poll) {
  const normal_modes<T> exact = modes<T>();
  std::vector<phase_point<T>> states;
  states.reserve(static_cast<std::size_t>(grid.steps + 1));
  for (std::int64_t n = 0; n <= grid.steps; ++n) {
    if (n % 256 == 0) {
      poll();
    }
    states.push_back(exact.state(grid[n]));
  }
  return states;
}

template <class T>
std::array<T, 2> frequencies() {
  const vector<T> increasing = modes<T>().frequencies();
  return {increasing[1], increasing[0]};
}

// NOLINTBEGIN(bugprone-macro-parentheses): T is a type
#define PLUMBLINE_SCALAR(T)                                                        \
  template std::vector<phase_point<T>> exact_states(const time_grid<T>&,           \
                                                    const std::function<void()>&); \
  template std::array<T, 2> frequencies();
// NOLINTEND(bugprone-macro-parentheses)
#include <plumbline/scalar/for_each_scalar.def>

}  // namespace plumbline::experiments::ql
