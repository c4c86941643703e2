// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "experiments/top/cusps.hpp"

#include <plumbline/scalar/exact.hpp>
#include <plumbline/study/integrate.hpp>

#include <algorithm>

namespace plumbline::experiments::top {

namespace {

template <class T>
std::vector<measured> follow(context& c, any_stepper<T> stepper, const phase_point<T>& start,
                             int per_second, int stride) {
  std::vector<measured> theta;
  vector<T> state = stepper.start(start);
  static_cast<void>(
      integrate<T>(stepper, state, time_grid<T>(T(0), rational<T>(1, per_second), per_second),
                   [&](std::int64_t n, const T&, const vector<T>& y) {
                     if (n % 256 == 0) {
                       c.poll();
                     }
                     if (n % stride == 0) {
                       theta.push_back(to_measured(y[1]));  // y = (φ, θ, …) in both systems
                     }
                   }));
  return theta;
}

template <class T>
std::vector<measured> make(context& c, model m, scheme by, int per_second, int stride) {
  const problem<T> p = make_problem<T>(motion::cusps);
  if (m == model::complete) {
    any_stepper<T> stepper =
        by == scheme::rk4
            ? make_rk4<T>(motion::cusps)
            : find_scheme(by == scheme::midpoint ? "midpoint" : "simpson").make<T>({}, p.system);
    return follow<T>(c, std::move(stepper), p.start, per_second, stride);
  }
  vector<T> y(3);
  y << p.start.q[0], p.start.q[1], T(0);  // at rest in the cusp
  return follow<T>(c, find_scheme("rk4").make<T>({}, find_system("reduced-lagrange-top").make<T>()),
                   {y, vector<T>(0)}, per_second, stride);
}

struct nutation_key {
  model m;
  scheme by;
  int per_second;
  int stride;
  auto operator<=>(const nutation_key&) const = default;
};
struct exact_nutation_key {
  int per_second;
  auto operator<=>(const exact_nutation_key&) const = default;
};

}  // namespace

const std::vector<measured>& nutation(context& c, model m, scheme by, int per_second, int stride) {
  return c.shared<std::vector<measured>>(nutation_key{m, by, per_second, stride}, [&] {
    return at_digits(c.digits(), [&]<class T>() { return make<T>(c, m, by, per_second, stride); });
  });
}

const std::vector<measured>& exact_nutation(context& c, int per_second) {
  return c.shared<std::vector<measured>>(exact_nutation_key{per_second}, [&] {
    return at_digits(c.digits(), [&]<class T>() {
      const lagrange_top_solution<T> exact = exact_motion<T>(motion::cusps);
      const time_grid<T> grid(T(0), rational<T>(1, per_second), per_second);
      std::vector<measured> theta;
      for (std::int64_t n = 0; n <= grid.steps; ++n) {
        theta.push_back(to_measured(exact.state(grid[n]).q[1]));
      }
      return theta;
    });
  });
}

measured distance(const std::vector<measured>& a, const std::vector<measured>& b) {
  measured worst(0);
  for (std::size_t n = 0; n < a.size(); ++n) {
    worst = std::max(worst, measured(abs(measured(a.at(n) - b.at(n)))));
  }
  return worst;
}

}  // namespace plumbline::experiments::top
