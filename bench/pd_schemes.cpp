// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// One step of the schemes of PD for the pendulum at h = 1/20 from (0, 1.8): the library beside a loop written by hand
// for the same formula in double, and the library at 64 digits. An iteration is a run of 1000 steps: the time of a step
// is the inverse of items_per_second. Step, mass and strength are known at run time only, on both sides.
#include <plumbline/mechanics/systems/pendulum.hpp>
#include <plumbline/schemes/discrete_gradient.hpp>
#include <plumbline/schemes/galerkin.hpp>
#include <plumbline/schemes/leapfrog.hpp>
#include <plumbline/schemes/projection.hpp>
#include <plumbline/schemes/suris.hpp>

#include <benchmark/benchmark.h>

#include <cmath>

namespace {

using namespace plumbline;

constexpr int steps = 1000;

/// 1 as a number that the compiler does not know.
template <class T>
T one(const benchmark::State& state) {
  return T(static_cast<int>(state.range(0)));
}
template <class T>
pendulum<T> system_of(const benchmark::State& state) {
  return {one<T>(state), one<T>(state)};
}

template <class T, class Stepper>
void run(benchmark::State& state, Stepper stepper) {
  const T h = one<T>(state) / 20;
  phase_point<T> z{vector<T>::Constant(1, T(0)), vector<T>::Constant(1, rational<T>(9, 5))};
  for (auto _ : state) {
    for (int n = 0; n < steps; ++n) {
      if (!stepper.step(z, h).ok()) {
        state.SkipWithError("a step failed");
        return;
      }
    }
    benchmark::DoNotOptimize(z.q[0]);
  }
  state.SetItemsProcessed(state.iterations() * steps);
}

/// step(q, p, h, k) with k = ω².
template <class Step>
void run_by_hand(benchmark::State& state, Step step) {
  const double h = one<double>(state) / 20;
  const double k = one<double>(state);
  double q = 0;
  double p = 1.8;
  for (auto _ : state) {
    for (int n = 0; n < steps; ++n) {
      step(q, p, h, k);
    }
    benchmark::DoNotOptimize(q);
    benchmark::DoNotOptimize(p);
  }
  state.SetItemsProcessed(state.iterations() * steps);
}

template <class T>
void leapfrog(benchmark::State& state) {
  run<T>(state, leapfrog_stepper<T, pendulum<T>>(system_of<T>(state)));
}
void leapfrog_by_hand(benchmark::State& state) {
  double force = 0;
  run_by_hand(state, [&](double& q, double& p, double h, double k) {
    p += h / 2 * force;
    q += h * p;
    force = -k * std::sin(q);
    p += h / 2 * force;
  });
}

template <class T>
void separable_midpoint(benchmark::State& state) {
  run<T>(state, separable_midpoint_stepper<T, pendulum<T>>(system_of<T>(state)));
}
template <class T>
void midpoint_rule(benchmark::State& state) {
  run<T>(state, galerkin_stepper<T, pendulum<T>>(midpoint<T>(), system_of<T>(state)));
}
void midpoint_by_hand(benchmark::State& state) {
  run_by_hand(state, [](double& q, double& p, double h, double k) {
    const double path = h * p;
    double u = path;
    double force = 0;
    for (int pass = 0; pass < 20; ++pass) {
      const double s = std::sin(q + u / 2);
      const double c = std::cos(q + u / 2);
      const double correction = (u - path + h * h / 2 * k * s) / (1 + h * h / 4 * k * c);
      u -= correction;
      force = -k * (s - c * correction / 2);
      if (std::abs(correction) < 1e-8 * std::abs(u)) {
        break;
      }
    }
    q += u;
    p += h * force;
  });
}

template <class T>
void discrete_gradient(benchmark::State& state) {
  run<T>(state,
         discrete_gradient_stepper<T, pendulum<T>>(gradient_step::plain, system_of<T>(state)));
}
void discrete_gradient_by_hand(benchmark::State& state) {
  run_by_hand(state, [](double& q, double& p, double h, double k) {
    const double path = h * p;
    double u = path;
    double force = 0;
    for (int pass = 0; pass < 20; ++pass) {
      const double x = u / 2;
      const double s = std::sin(q + x);
      const double c = std::cos(q + x);
      const double sine = std::sin(x);
      const double sinc_x = x == 0 ? 1 : sine / x;
      const double sinc_slope = std::abs(x) < 1e-4 ? -x / 3 : (std::cos(x) - sinc_x) / x;
      const double quotient = k * s * sinc_x;
      const double slope = k * (c * sinc_x + s * sinc_slope) / 2;
      const double correction = (u - path + h * h / 2 * quotient) / (1 + h * h / 2 * slope);
      u -= correction;
      force = -(quotient - slope * correction);
      if (std::abs(correction) < 1e-8 * std::abs(u)) {
        break;
      }
    }
    q += u;
    p += h * force;
  });
}

template <class T>
void suris(benchmark::State& state) {
  run<T>(state, suris_stepper<T>(suris_map::first, one<T>(state), one<T>(state)));
}
void suris_by_hand(benchmark::State& state) {
  run_by_hand(state, [](double& q, double& p, double h, double k) {
    p -= 2 / h * std::atan2(k * h * h * std::sin(q), 2 + k * h * h * std::cos(q));
    q += h * p;
  });
}

template <class T>
void standard_projection(benchmark::State& state) {
  using base = leapfrog_stepper<T, pendulum<T>>;
  run<T>(state, standard_projection_stepper<T, pendulum<T>, base>(system_of<T>(state),
                                                                  base(system_of<T>(state))));
}
template <class T>
void symmetric_projection(benchmark::State& state) {
  using base = leapfrog_stepper<T, pendulum<T>>;
  run<T>(state, symmetric_projection_stepper<T, pendulum<T>, base>(system_of<T>(state),
                                                                   base(system_of<T>(state))));
}

BENCHMARK_TEMPLATE(leapfrog, double)->Arg(1);
BENCHMARK(leapfrog_by_hand)->Arg(1);
BENCHMARK_TEMPLATE(suris, double)->Arg(1);
BENCHMARK(suris_by_hand)->Arg(1);
BENCHMARK_TEMPLATE(discrete_gradient, double)->Arg(1);
BENCHMARK(discrete_gradient_by_hand)->Arg(1);
BENCHMARK_TEMPLATE(separable_midpoint, double)->Arg(1);
BENCHMARK_TEMPLATE(midpoint_rule, double)->Arg(1);
BENCHMARK(midpoint_by_hand)->Arg(1);
BENCHMARK_TEMPLATE(standard_projection, double)->Arg(1);
BENCHMARK_TEMPLATE(symmetric_projection, double)->Arg(1);
BENCHMARK_TEMPLATE(leapfrog, mp64)->Arg(1);
BENCHMARK_TEMPLATE(suris, mp64)->Arg(1);
BENCHMARK_TEMPLATE(discrete_gradient, mp64)->Arg(1);
BENCHMARK_TEMPLATE(midpoint_rule, mp64)->Arg(1);
BENCHMARK_TEMPLATE(standard_projection, mp64)->Arg(1);
BENCHMARK_TEMPLATE(symmetric_projection, mp64)->Arg(1);

}  // namespace
