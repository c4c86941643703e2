// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Small helpers for tests that run catalogue schemes on catalogue systems by name.
#pragma once

#include <plumbline/catalogue/schemes.hpp>
#include <plumbline/study/integrate.hpp>
#include <plumbline/study/reference_trajectory.hpp>

#include <string>
#include <vector>

namespace plumbline::test {

/// A start away from all symmetries, small enough for regular motion.
template <class T>
phase_point<T> generic_start(int dimension) {
  phase_point<T> z{vector<T>(dimension), vector<T>(dimension)};
  for (int i = 0; i < dimension; ++i) {
    z.q[i] = rational<T>(3 - 4 * i, 7);
    z.p[i] = rational<T>(2 * i + 1, 29);
  }
  return z;
}

/// The point after `steps` steps of length h. Throws step_failure.
template <class T>
phase_point<T> run(any_stepper<T>& stepper, const phase_point<T>& start, const T& h, int steps) {
  vector<T> y = stepper.start(start);
  (void)integrate<T>(stepper, y, time_grid<T>(T(0), h, steps), [](auto&&...) {});
  return stepper.phase(y);
}

/// |a − b| relative to the largest component of b, q and p apart, the larger of the two.
template <class T>
double relative_difference(const phase_point<T>& a, const phase_point<T>& b) {
  const auto relative = [](const vector<T>& x, const vector<T>& y) {
    return x.size() == 0 ? 0 : to_double(T(max_magnitude(x - y) / max_magnitude(y)));
  };
  return std::max(relative(a.q, b.q), relative(a.p, b.p));
}

}  // namespace plumbline::test
