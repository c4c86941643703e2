// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// TOP's reference curves of Figures 2, 3 and 13 are RK4 at h = 1e-5 s. How many digits do they have? The double
// pendulum is compared with a verified trajectory, the reduced top with the exact solution.
#include "experiments/experiment.hpp"
#include "experiments/top/cusps.hpp"
#include "experiments/top/reference.hpp"
#include <plumbline/measure/order_fit.hpp>
#include <plumbline/scalar/exact.hpp>
#include <plumbline/study/integrate.hpp>
#include <plumbline/study/parallel.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::experiments::top {

namespace {

constexpr std::array steps_a_second{100000, 10000, 1000};

/// RK4 on the double pendulum over ten seconds against the reference.
template <class T>
measured pendulum_error(context& c, int per_second) {
  using std::sqrt;
  const pendulum_reference& truth = reference(c);
  const problem<T> p = make_problem<T>(motion::pendulum);
  any_stepper<T> stepper = make_rk4<T>(motion::pendulum);
  vector<T> state = stepper.start(p.start);
  const int stride = per_second / reference_nodes_per_second;
  measured worst(0);
  measured size(0);
  static_cast<void>(integrate<T>(
      stepper, state,
      time_grid<T>(T(0), rational<T>(1, per_second), std::int64_t{per_second} * reference_seconds),
      [&](std::int64_t n, const T&, const vector<T>& y) {
        if (n % 1024 == 0) {
          c.poll();
        }
        if (n % stride == 0) {
          const auto& exact = truth.q[static_cast<std::size_t>(n / stride)];
          const measured a = to_measured(y[0]) - exact[0];
          const measured b = to_measured(y[1]) - exact[1];
          worst = std::max(worst, measured(sqrt(measured(a * a + b * b))));
          size =
              std::max(size, measured(sqrt(measured(exact[0] * exact[0] + exact[1] * exact[1]))));
        }
      }));
  return worst / size;
}

}  // namespace

void run_rk4_reference(context& c, report::section& out) {
  const auto size = steps_a_second.size();
  static_cast<void>(reference(c));
  std::vector<measured> pendulum(size);
  for_each_parallel<measured>(size, default_jobs(), [&](std::size_t i) {
    pendulum[i] =
        at_digits(c.digits(), [&]<class T>() { return pendulum_error<T>(c, steps_a_second[i]); });
  });
  std::vector<measured> reduced;
  for (const int per_second : steps_a_second) {
    reduced.push_back(
        distance(nutation(c, model::reduced, scheme::rk4, per_second, per_second / 20),
                 exact_nutation(c, 20)));
  }
  report::plain_table table{
      "RK4’s error and the correct digits that it leaves: the angles of the double pendulum over "
      "ten seconds (relative to their size), θ of the reduced top over one second.",
      {"", "double pendulum", "digits", "reduced top", "digits"},
      {}};
  const auto digits = [](const measured& e) {
    return fmt::format("{:.1f}", -to_double(measured(log10(e))));
  };
  for (std::size_t i = 0; i < size; ++i) {
    table.rows.push_back({fmt::format("h = {} s", 1. / steps_a_second[i]), to_text(pendulum[i], 3),
                          digits(pendulum[i]), to_text(reduced[i], 3), digits(reduced[i])});
  }
  out.add(std::move(table));
  judge(c, out, "pendulum", pendulum[0]);
  judge(c, out, "reduced top", reduced[0]);
  judge(c, out, "pendulum order", observed_order<measured>(10, pendulum[2], 1, pendulum[1]));
  judge(c, out, "reduced order", observed_order<measured>(10, reduced[2], 1, reduced[1]));
}

}  // namespace plumbline::experiments::top
