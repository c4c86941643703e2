// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// One step of Simpson's integrator for the double pendulum at h = 1/100, in each scalar, beside the classical
// Runge–Kutta method on the same system: what an implicit symplectic step costs in units of an explicit one.
#include <plumbline/mechanics/systems/double_pendulum.hpp>
#include <plumbline/mechanics/vector_field.hpp>
#include <plumbline/scalar/precision_scope.hpp>
#include <plumbline/schemes/galerkin.hpp>
#include <plumbline/schemes/rk4.hpp>

#include <benchmark/benchmark.h>

namespace {

using namespace plumbline;

template <class T>
phase_point<T> start() {
  return {vector<T>{{rational<T>(3, 4), T(1)}}, vector<T>{{T(0), T(0)}}};
}

template <class T>
void simpson_step(benchmark::State& state) {
  const precision_scope digits(64);  // for mp; the others know theirs
  galerkin_stepper<T, double_pendulum<T>> scheme(simpson<T>(), {});
  const T h = rational<T>(1, 100);
  phase_point<T> z = start<T>();
  for (auto _ : state) {
    if (!scheme.step(z, h).ok()) {
      state.SkipWithError("a step failed");
      break;
    }
  }
}

template <class T>
void rk4_step(benchmark::State& state) {
  const precision_scope digits(64);  // for mp; the others know theirs
  using field = hamiltonian_field<T, double_pendulum<T>>;
  rk4_stepper<T, field> scheme{field(double_pendulum<T>{})};
  const T h = rational<T>(1, 100);
  const phase_point<T> z = start<T>();
  vector<T> y(4);
  y << z.q, z.p;
  for (auto _ : state) {
    if (!scheme.step(T(0), y, h).ok()) {
      state.SkipWithError("a step failed");
      break;
    }
  }
}

#define PLUMBLINE_SCALAR(T)            \
  BENCHMARK_TEMPLATE(simpson_step, T); \
  BENCHMARK_TEMPLATE(rk4_step, T);
#include <plumbline/scalar/for_each_scalar.def>

}  // namespace
