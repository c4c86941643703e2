// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// TOP section 3 calls the double pendulum chaotic. The system is, at high energies; the orbit of Table 1 is not: two
// orbits that begin 1e-9 rad apart separate in proportion to time, where chaos would separate them exponentially.
#include "experiments/top/runs.hpp"
#include <plumbline/study/parallel.hpp>

namespace plumbline::experiments::top {

namespace {

constexpr int per_second = 40;
constexpr int duration = 1000;

/// The angles at each whole tenth of a second, q_1 displaced by `displacement` at the start.
template <class T>
std::vector<std::array<T, 2>> orbit(context& c, const T& displacement) {
  problem<T> p = make_problem<T>(motion::pendulum);
  p.start.q[0] += displacement;
  any_stepper<T> stepper = find_scheme("simpson").make<T>({}, p.system);
  vector<T> state = stepper.start(p.start);
  std::vector<std::array<T, 2>> angles;
  const time_grid<T> grid(T(0), rational<T>(1, per_second), std::int64_t{per_second} * duration);
  follow_grid(c, stepper, state, grid, [&](std::int64_t n, const T&, const vector<T>& y) {
    if (n % (per_second / 10) == 0) {
      angles.push_back({y[0], y[1]});
    }
  });
  return angles;
}

/// The largest separation within each second, from the first one on.
std::vector<measured> separations(context& c) {
  return at_digits(c.digits(), [&]<class T>() {
    std::array<std::vector<std::array<T, 2>>, 2> orbits;
    const std::array<T, 2> displacements{T(0), decimal<T>("1e-9")};
    for_each_parallel<T>(2, default_jobs(),
                         [&](std::size_t i) { orbits[i] = orbit<T>(c, displacements[i]); });
    std::vector<measured> largest;
    for (std::size_t k = 0; k + 10 < orbits[0].size(); k += 10) {
      T worst(0);
      for (std::size_t i = k + 1; i <= k + 10; ++i) {
        const T a = orbits[1][i][0] - orbits[0][i][0];
        const T b = orbits[1][i][1] - orbits[0][i][1];
        worst = std::max(worst, T(a * a + b * b));
      }
      largest.push_back(sqrt(to_measured(worst)));
    }
    return largest;
  });
}

}  // namespace

void run_chaos(context& c, report::section& out) {
  const std::vector<measured> d = separations(c);
  std::vector<measured> times(d.size());
  std::iota(times.begin(), times.end(), 1);
  plot p = axes("Distance of two orbits of the double pendulum that begin 1e-9 rad apart", "t / s",
                "distance in q / rad", logarithmic::both);
  p.curves = {{"t", curve_role::guide, drawn_as::line, {{10, 2e-9}, {1000, 2e-7}}},
              curve_through({"largest within a second"}, times, d)};
  out.add(
      report::figure{"Two orbits of the double pendulum that begin 1e-9 rad apart, the one of "
                     "Table 1 and its neighbour: their distance grows in proportion to time.",
                     {panel_of(p, "top-separation")}});
  // from 10 s on
  judge(c, out, "growth",
        fitted_order<measured>({times.begin() + 9, times.end()}, {d.begin() + 9, d.end()}));
  judge(c, out, "separation", largest(d));
  judge(c, out, "exponent", log(measured(largest(d) / decimal<measured>("1e-9"))) / duration);
}

}  // namespace plumbline::experiments::top
