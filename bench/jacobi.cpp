// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// sn, cn, dn together at 64 digits beside Arb's four theta functions (acb_modular_theta at 214 bits, the nome
// given), from which they would be quotients, and beside mpmath where it is installed. The counters are ratios
// of medians over rounds in which both run in turn:
//   of_arb_theta   our time / Arb's: at most 2 is wanted
//   times_mpmath   mpmath's time / ours: at least 20 is wanted
#include <plumbline/math/jacobi.hpp>
#include <plumbline/scalar/exact.hpp>

#include <acb_modular.h>
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <memory>
#include <vector>

namespace {

using namespace plumbline;

constexpr int calls = 500;
constexpr int rounds = 15;

template <class F>
double seconds_for_one_call(F&& f) {
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < calls; ++i) {
    f(i);
  }
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / calls;
}

double median(std::array<double, rounds> x) {
  std::sort(x.begin(), x.end());
  return x[rounds / 2];
}

/// Ours and Arb's in turn, so that both see the same machine.
template <class F>
double ratio_to_arb_theta(F&& ours) {
  acb_t z, tau;
  acb_ptr theta = _acb_vec_init(4);
  acb_init(z);
  acb_init(tau);
  arb_set_ui(acb_imagref(tau), 11);  // τ = 1.1 i, m about 0.37
  arb_div_ui(acb_imagref(tau), acb_imagref(tau), 10, 214);
  std::array<double, rounds> mine{};
  std::array<double, rounds> arbs{};
  for (std::size_t r = 0; r < rounds; ++r) {
    mine[r] = seconds_for_one_call(ours);
    arbs[r] = seconds_for_one_call([&](int i) {
      arb_set_ui(acb_realref(z), static_cast<ulong>(i) + 300);
      arb_div_ui(acb_realref(z), acb_realref(z), 1999, 214);
      acb_modular_theta(theta, theta + 1, theta + 2, theta + 3, z, tau, 214);
      benchmark::DoNotOptimize(theta);
    });
  }
  _acb_vec_clear(theta, 4);
  acb_clear(z);
  acb_clear(tau);
  return median(mine) / median(arbs);
}

/// mpmath's time for sn, cn and dn at 64 digits; 0 where it is not installed.
double mpmath_seconds() {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(
      popen(
          "/usr/bin/python3 -c \"\nimport time\nfrom mpmath import mp, mpf, ellipfun\nmp.dps = 64\n"
          "m = mpf(37) / 100\nbest = 1e9\nfor r in range(5):\n    start = time.perf_counter()\n"
          "    for i in range(50):\n        u = mpf(i + 300) / 997\n"
          "        ellipfun('sn', u, m=m), ellipfun('cn', u, m=m), ellipfun('dn', u, m=m)\n"
          "    best = min(best, (time.perf_counter() - start) / 50)\nprint(best)\" 2>/dev/null",
          "r"),
      pclose);
  double seconds = 0;
  if (pipe == nullptr || std::fscanf(pipe.get(), "%lf", &seconds) != 1) {
    return 0;
  }
  return seconds;
}

template <class T>
T argument(int i) {
  return T(i + 300) / 997;
}

void free_function(benchmark::State& state) {
  const mp64 m = rational<mp64>(37, 100);
  int i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(jacobi(argument<mp64>(i++ % calls), m));
  }
  const auto ours = [&](int k) { benchmark::DoNotOptimize(jacobi(argument<mp64>(k), m)); };
  state.counters["of_arb_theta"] = ratio_to_arb_theta(ours);
  const double theirs = mpmath_seconds();
  if (theirs > 0) {
    state.counters["times_mpmath"] = theirs / seconds_for_one_call(ours);
  }
}
BENCHMARK(free_function);

void one_parameter_many_arguments(benchmark::State& state) {
  const jacobi_functions<mp64> f(rational<mp64>(37, 100));
  int i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(f(argument<mp64>(i++ % calls)));
  }
  state.counters["of_arb_theta"] =
      ratio_to_arb_theta([&](int k) { benchmark::DoNotOptimize(f(argument<mp64>(k))); });
}
BENCHMARK(one_parameter_many_arguments);

template <class T>
void each_scalar(benchmark::State& state) {
  const precision_scope digits(64);  // for mp; the others know theirs
  const jacobi_functions<T> f(rational<T>(37, 100));
  int i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(f(argument<T>(i++ % calls)));
  }
}
#define PLUMBLINE_SCALAR(T) BENCHMARK_TEMPLATE(each_scalar, T);
#include <plumbline/scalar/for_each_scalar.def>

}  // namespace
