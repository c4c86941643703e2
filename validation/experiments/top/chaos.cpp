// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// TOP section 3 calls the double pendulum chaotic. The system is, at high energies; the orbit of Table 1 is not: two
// orbits that begin 1e-9 rad apart separate in proportion to time, where chaos would separate them exponentially.
#include "experiments/experiment.hpp"
#include "experiments/top/runs.hpp"
#include <plumbline/measure/order_fit.hpp>
#include <plumbline/scalar/exact.hpp>
#include <plumbline/study/integrate.hpp>
#include <plumbline/study/parallel.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::experiments::top {

namespace {

constexpr int per_second = 40;
constexpr int seconds = 1000;

/// The angles at each whole tenth of a second, q_1 displaced by `displacement` at the start.
template <class T>
std::vector<std::array<T, 2>> orbit(context& c, const T& displacement) {
  problem<T> p = make_problem<T>(motion::pendulum);
  p.start.q[0] += displacement;
  any_stepper<T> stepper = find_scheme("simpson").make<T>({}, p.system);
  vector<T> state = stepper.start(p.start);
  std::vector<std::array<T, 2>> angles;
  static_cast<void>(integrate<T>(
      stepper, state,
      time_grid<T>(T(0), rational<T>(1, per_second), std::int64_t{per_second} * seconds),
      [&](std::int64_t n, const T&, const vector<T>& y) {
        if (n % 256 == 0) {
          c.poll();
        }
        if (n % (per_second / 10) == 0) {
          angles.push_back({y[0], y[1]});
        }
      }));
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
  report::plot p;
  p.description = "Distance of two orbits of the double pendulum that begin 1e-9 rad apart";
  p.x_label = "t / s";
  p.y_label = "distance in q / rad";
  p.log_x = true;
  p.log_y = true;
  report::curve drawn{"largest within a second", report::role::first, report::drawn_as::line, {}};
  std::vector<measured> times;
  std::vector<measured> late;
  for (std::size_t k = 0; k < d.size(); ++k) {
    drawn.points.push_back({static_cast<double>(k + 1), to_double(d[k])});
    if (k + 1 >= 10) {
      times.emplace_back(static_cast<int>(k + 1));
      late.push_back(d[k]);
    }
  }
  p.curves.push_back(
      {"t", report::role::guide, report::drawn_as::line, {{10, 2e-9}, {1000, 2e-7}}});
  p.curves.push_back(std::move(drawn));
  out.add(
      report::figure{"Two orbits of the double pendulum that begin 1e-9 rad apart, the one of "
                     "Table 1 and its neighbour: their distance grows in proportion to time.",
                     {{report::draw(p, "top-separation")}}});
  const measured largest = *std::max_element(d.begin(), d.end());
  judge(c, out, "growth", fitted_order(times, late));
  judge(c, out, "separation", largest);
  judge(c, out, "exponent", log(measured(largest / decimal<measured>("1e-9"))) / seconds);
}

}  // namespace plumbline::experiments::top
