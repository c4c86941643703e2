// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// NX Table 7: x″ + 4x′ + 13x = e^(−2t) sin(3t)/3 from x = 1, v = −2, 200 steps of 0.03 s, against (47),
//
//   x = e^(−2t) cos 3t + e^(−2t) (sin 3t − 3t cos 3t)/54.
//
// Error areas with the weight 0.03 s for both methods, over the 200 samples at t = 0.03 i.
#include "experiments/nx/arithmetic.hpp"
#include "experiments/nx/step_matrix.hpp"

namespace plumbline::experiments::nx {

namespace {

constexpr int forced_samples = 200;

double load(double t) { return 1 / 3. * std::exp(-2 * t) * std::sin(3 * t); }

constexpr std::array names{"displacement", "velocity", "acceleration"};
using sums = std::array<measured, names.size()>;

sums forced_areas(report_method by) {
  const linear_oscillator oscillator = {1, 4, 13, load};
  motion y = {1, -2, 0};
  y.a = load(0) - 4 * y.v - 13 * y.x;
  area_collector<double, names.size()> sum;
  for (int i = 1; i <= forced_samples; ++i) {
    y = next_sample(oscillator, y, 0.25, by, i);
    const double t = i * sample_step;
    const double e = std::exp(-2 * t);
    const double c = std::cos(3 * t);
    const double s = std::sin(3 * t);
    const double x = e * c + e / 54 * (s - 3 * t * c);
    const double v = -2 * x - 3 * e * s + e / 6 * t * s;
    const double a = load(t) - 4 * v - 13 * x;
    sum.add({x - y.x, v - y.v, a - y.a});
  }
  return sum.times(sample_step);
}

template <class T>
sums method_areas(const context& c, const std::string& scheme, int parts) {
  using std::exp;
  const model<T> system = find_system("damped-forced-oscillator").make<T>();
  auto stepper = find_scheme(scheme).make<T>({}, system);
  vector<T> y = stepper.start(phase_of(T(1), T(-2)));
  const T h = rational<T>(3, 100 * parts);
  area_collector<T, names.size()> sum;
  const time_grid<T> grid(T(0), h, static_cast<std::int64_t>(forced_samples) * parts);
  follow_grid(c, stepper, y, grid, [&](std::int64_t n, const T& t, const vector<T>& at) {
    if (n == 0 || n % parts != 0) {
      return;
    }
    const auto angle = sin_cos(T(t * T(3)));
    const T e = exp(T(t * T(-2)));
    const T x = e * angle.cos + e / T(54) * (angle.sin - T(3) * t * angle.cos);
    const T v = T(-2) * x - T(3) * e * angle.sin + e / T(6) * t * angle.sin;
    const T a = e * angle.sin / T(3) - T(4) * v - T(13) * x;
    sum.add({T(x - at[0]), T(v - at[1]), T(a - at[2])});
  });
  return sum.times(rational<T>(3, 100));
}

}  // namespace

void run_table7(context& c, report::section& out) {
  const sums standard = forced_areas(report_method::standard);
  const sums extrapolated = forced_areas(report_method::extrapolated);
  const auto method = [&](const char* scheme, int parts) {
    return at_digits(method_digits(c),
                     [&]<class T>() { return method_areas<T>(c, scheme, parts); });
  };
  const sums exact_standard = method("newmark", substeps_of_standard);
  const sums exact_extrapolated = method("newmark-extrapolation", 1);
  area_tables tables("Error areas over 6 s in double, weight 0.03 s and 200 samples for both.",
                     "In double and without rounding errors. The extrapolated areas of the report "
                     "are rounding: without it the method is better than double can tell.");
  for (std::size_t i = 0; i < names.size(); ++i) {
    tables.add_row(out, names[i], standard[i], extrapolated[i],
                   {standard[i], exact_standard[i], extrapolated[i], exact_extrapolated[i]}, 5);
  }
  out.add(std::move(tables.printed));
  judge(out, "velocity mantissa", extrapolated[1], 16);
  judge(out, "acceleration mantissa", extrapolated[2], 16);
  judge(out, "standard acceleration", standard[2], 16);
  for (std::size_t i = 0; i < names.size(); ++i) {
    judge(out, fmt::format("order of the standard areas/{}", names[i]), standard[i], 16);
    judge(out, fmt::format("order of the extrapolated areas/{}", names[i]), extrapolated[i], 16);
  }
  judge(out, "damped period", 2 * pi<measured>() / 3, 6);
  judge(out, "cycles", 9 / pi<measured>(), 6);
  out.add_remaining(
      "With the right exponents; the text of section 7.2 (which calls the table [6]).");
  out.add(std::move(tables.both));
}

}  // namespace plumbline::experiments::nx
