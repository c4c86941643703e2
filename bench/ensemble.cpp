// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// 4096 trajectories in double, in lanes (study/ensemble.hpp), beside one trajectory after the other by the scheme's stepper:
// pendula by leapfrog, also beside a vector loop written by hand for the same formula, and double pendula by Simpson's
// variational integrator. Nanoseconds of one step of one trajectory, the smallest of several runs, on one core.
#include <plumbline/catalogue/schemes.hpp>
#include <plumbline/study/ensemble.hpp>
#include <plumbline/study/integrate.hpp>

#include <cmath>
#include <cstdio>
#include <ctime>
#include <vector>

#if defined(__x86_64__) && defined(__GLIBC__)
#include <immintrin.h>
extern "C" __attribute__((target("avx2"))) __m256d _ZGVdN4v_sin(__m256d);
#endif

namespace {

using namespace plumbline;

double seconds() {
  std::timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <class Run>
double nanoseconds(std::size_t trajectories, std::int64_t steps, Run run) {
  constexpr int repetitions = 5;
  double best = 1e300;
  for (int k = 0; k < repetitions; ++k) {
    const double begin = seconds();
    run(steps);
    best = std::min(best, seconds() - begin);
  }
  return best * 1e9 / static_cast<double>(steps) / static_cast<double>(trajectories);
}

#if defined(__x86_64__) && defined(__GLIBC__)
/// What one would write by hand: q and p of four pendula in registers, all steps of these before the next four.
__attribute__((target("avx2"))) void by_hand(double* q, double* p, std::size_t count, double h,
                                             double k, std::int64_t steps) {
  const __m256d half = _mm256_set1_pd(-h / 2 * k);
  const __m256d step = _mm256_set1_pd(h);
  for (std::size_t i = 0; i < count; i += 16) {
    __m256d x[4];
    __m256d y[4];
    __m256d f[4];
    for (int j = 0; j < 4; ++j) {
      x[j] = _mm256_loadu_pd(q + i + 4 * j);
      y[j] = _mm256_loadu_pd(p + i + 4 * j);
      f[j] = _ZGVdN4v_sin(x[j]);
    }
    for (std::int64_t s = 0; s < steps; ++s) {
      for (int j = 0; j < 4; ++j) {
        y[j] = _mm256_add_pd(y[j], _mm256_mul_pd(half, f[j]));
        x[j] = _mm256_add_pd(x[j], _mm256_mul_pd(step, y[j]));
        f[j] = _ZGVdN4v_sin(x[j]);
        y[j] = _mm256_add_pd(y[j], _mm256_mul_pd(half, f[j]));
      }
    }
    for (int j = 0; j < 4; ++j) {
      _mm256_storeu_pd(q + i + 4 * j, x[j]);
      _mm256_storeu_pd(p + i + 4 * j, y[j]);
    }
  }
}
#endif

/// Different starts, so that lanes of a block need different numbers of iterations.
std::vector<vector<double>> double_pendulum_starts(std::size_t count) {
  std::vector<vector<double>> starts;
  for (std::size_t k = 0; k < count; ++k) {
    const auto part = static_cast<double>(k) / static_cast<double>(count);
    starts.push_back(vector<double>{{std::sin(40 * part), std::cos(70 * part), 0., 0.}});
  }
  return starts;
}

void measure_simpson(std::size_t count) {
  constexpr double h = 0.01;
  constexpr std::int64_t steps = 100;
  const model<double> system = find_system("double-pendulum").make<double>();
  const auto starts = double_pendulum_starts(count);
  const std::vector<double> t0(count, 0.);
  const std::vector<double> steps_of(count, h);
  auto stepper = find_scheme("simpson").make<double>({}, system);
  constexpr std::size_t every = 16;
  const double one = nanoseconds(count / every, steps, [&](std::int64_t n) {
    for (std::size_t k = 0; k < count; k += every) {
      vector<double> y = starts[k];
      (void)integrate<double>(stepper, y, time_grid<double>(0., h, n),
                              [](std::int64_t, const double&, const vector<double>&) {});
    }
  });
  std::printf("\nsimpson, double pendulum, one trajectory          %7.0f ns a step\n", one);
  for (const auto functions : {lane_functions::exact, lane_functions::vector}) {
    ensemble many("simpson", std::vector<model<double>>(count, system), functions);
    const double lanes = nanoseconds(count, steps, [&](std::int64_t n) {
      auto states = starts;
      (void)many.run(states, t0, steps_of, n);
    });
    std::printf("%zu in lanes, %s functions                 %7.0f ns a step, %5.1f times one\n",
                count, functions == lane_functions::exact ? "exact " : "vector", lanes,
                one / lanes);
  }
}

}  // namespace

int main() {
  constexpr std::size_t count = 4096;
  constexpr double h = 0.01;
  const auto& entry = find_system("pendulum");
  const model<double> system = entry.make<double>({{"omega", "1"}});
  std::vector<vector<double>> starts;
  for (std::size_t k = 0; k < count; ++k) {
    starts.push_back(vector<double>{{0.1 + 2.9 * static_cast<double>(k) / count, 0.}});
  }
  const std::vector<double> t0(count, 0.);
  const std::vector<double> steps_of(count, h);

  auto stepper = find_scheme("leapfrog").make<double>({}, system);
  const double one = nanoseconds(1, 100'000, [&](std::int64_t steps) {
    vector<double> y = starts[1000];
    (void)integrate<double>(stepper, y, time_grid<double>(0., h, steps),
                            [](std::int64_t, const double&, const vector<double>&) {});
  });
  std::printf("one trajectory, the stepper of the catalogue      %7.2f ns a step\n", one);
  const std::vector<model<double>> systems(count, system);
  [[maybe_unused]] double fastest = one;
  for (const auto functions : {lane_functions::exact, lane_functions::vector}) {
    ensemble many("leapfrog", systems, functions);
    const double lanes = nanoseconds(count, 500, [&](std::int64_t steps) {
      auto states = starts;
      (void)many.run(states, t0, steps_of, steps);
    });
    fastest = lanes;
    std::printf("%zu in lanes, %s functions                 %7.2f ns a step, %5.1f times one\n",
                count, functions == lane_functions::exact ? "exact " : "vector", lanes,
                one / lanes);
  }
#if defined(__x86_64__) && defined(__GLIBC__)
  if (has_vector_functions()) {
    const double hand = nanoseconds(count, 500, [&](std::int64_t steps) {
      std::vector<double> q(count);
      std::vector<double> p(count, 0.);
      for (std::size_t k = 0; k < count; ++k) {
        q[k] = starts[k][0];
      }
      by_hand(q.data(), p.data(), count, h, 1, steps);
    });
    std::printf("%zu in a vector loop by hand                 %7.2f ns a step, %5.1f times one\n",
                count, hand, one / hand);
    std::printf("in lanes, vector functions, over the loop by hand  %7.2f\n", fastest / hand);
  }
#endif
  measure_simpson(count);
  return 0;
}
