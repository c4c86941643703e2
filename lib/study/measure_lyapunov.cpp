// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The quantity lyapunov: two trajectories of the scheme whose starts differ by √ε in every coordinate. The distance is
// that of the configurations; beyond 64 √ε the neighbour is brought back, long before the perturbation is no small one. Where the exponential fits better, and the growth is too small to tell it from a power of t,
// the motion is undecided. It is also undecided where a power of t fits better that no regular motion has, and after few steps.
#include "study/quantity_entries.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/measure/perturbation_growth.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/scalar/with_digits.hpp>

#include <algorithm>
#include <cmath>

namespace plumbline {

namespace {

template <class T>
T distance(const phase_point<T>& a, const phase_point<T>& b) {
  using std::sqrt;
  T sum(0);
  for (Eigen::Index i = 0; i < a.q.size(); ++i) {
    const T d = a.q[i] - b.q[i];
    sum += d * d;
  }
  return sqrt(sum);
}

/// `rests`: the motion stays at its start, so that the growth is that of the motions beside it.
template <class T>
std::string motion_of(const perturbation_growth<T>& growth, bool rests) {
  if (rests) {
    return "rest";
  }
  if (!growth.has_enough_nodes()) {
    return "undecided";
  }
  if (!growth.looks_chaotic()) {
    return growth.has_power_of_regular_motion() ? "regular" : "undecided";
  }
  return growth.tells_the_laws_apart() ? "chaotic" : "undecided";
}

template <class T>
std::vector<named_value> lyapunov_in(const measurement& m, run_host& host) {
  using std::sqrt;
  const problem_in<T> in = make_problem<T>(m.p);
  const T h = evaluate<T>(*m.step, m.p.names);
  auto stepper = m.scheme.entry->make<T>(m.scheme.values, in.system);
  auto beside = m.scheme.entry->make<T>(m.scheme.values, in.system);
  const time_grid<T> grid(in.t0, h, m.steps);
  const T small = sqrt(epsilon<T>());
  const T large = small * 64;
  phase_point<T> moved = in.start;
  for (Eigen::Index i = 0; i < moved.q.size(); ++i) {
    moved.q[i] += small;
  }
  const T first = distance(moved, in.start);
  perturbation_growth<T> growth(first, T(h * as_scalar<T>(m.steps)));
  vector<T> state = stepper.start(in.start, in.t0);
  vector<T> neighbour = beside.start(moved, in.t0);
  T farthest(0);  // from the start

  const auto progress = host.begin(m.steps, "steps");
  const run_control control = control_of(m.p, host, *progress);
  const auto outcome = integrate<T>(
      stepper, state, grid,
      [&](std::int64_t n, const T& t, const vector<T>& y) {
        if (n == 0) {
          return;
        }
        const T before = grid[n - 1];
        const solve_report report = beside.step(neighbour, before, h);
        if (!report.ok()) {
          throw step_failure(n - 1, to_text(before, 17), report, "of the neighbouring trajectory");
        }
        const T d = distance(stepper.phase(y), beside.phase(neighbour));
        farthest = std::max(farthest, distance(stepper.phase(y), in.start));
        if (d == T(0)) {
          if (first < max_magnitude(y) * epsilon<T>()) {
            throw step_failure(n - 1, to_text(before, 17), {solve_outcome::not_finite, 0, 0},
                               "the trajectory has grown to " + to_text(max_magnitude(y), 3));
          }
          throw domain_error("at t = " + to_text(t, 6) +
                             " the two trajectories can no longer be told apart: more --digits");
        }
        growth.add(T(t - in.t0), d);
        if (large < d) {
          const T back = first / d;
          neighbour = y + back * (neighbour - y);
          growth.restart();
        }
      },
      control);
  if (outcome == run_outcome::stopped) {
    throw interrupted();
  }
  constexpr int shown_digits = 10;
  constexpr int roundings = 64;
  const bool rests = !(max_magnitude(in.start.q) * epsilon<T>() * roundings < farthest);
  const std::string motion = motion_of(growth, rests);
  return {{"lyapunov", to_text(growth.lyapunov_exponent(), shown_digits), {}},
          {"growth", to_text(std::exp(growth.log_growth()), shown_digits), {}},
          {"growth-power", to_text(growth.power(), shown_digits), {}},
          {"motion", motion, {}},
          {"chaotic", motion == "chaotic" ? "1" : "0", {}}};
}

std::vector<named_value> measure_lyapunov(const measurement& m, run_host& host) {
  return with_scalar(m.digits,
                     [&]<class T>(std::type_identity<T>) { return lyapunov_in<T>(m, host); });
}

}  // namespace

quantity lyapunov_quantity() {
  return {.name = "lyapunov",
          .meaning =
              "growth of a small perturbation: exponent, factor, power law; regular, chaotic, "
              "undecided or rest; chaotic as 1 or 0",
          .input = quantity::needs::trajectory,
          .measure = measure_lyapunov,
          .lines = [](const measurement&) -> std::vector<quantity_line> {
            return {{"lyapunov"}, {"growth"}, {"growth-power"}, {"motion", false}, {"chaotic"}};
          }};
}

}  // namespace plumbline
