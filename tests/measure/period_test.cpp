// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Periods, amplitudes and their averages. Kinds: closed forms (sampled cubics, sines, parabolas, the exact pendulum);
// exact rationals; oracle: leapfrog and midpoint trajectories of mpmath (reference/oracles/pd/make.py); the numbers of PD's
// examples.
#include "support/archetype.hpp"
#include <plumbline/catalogue/schemes.hpp>
#include <plumbline/exact/pendulum.hpp>
#include <plumbline/measure/averages.hpp>
#include <plumbline/measure/polynomial_fit.hpp>
#include <plumbline/measure/recurrence.hpp>
#include <plumbline/scalar/expression.hpp>
#include <plumbline/study/integrate.hpp>

#include <boost/multiprecision/gmp.hpp>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>

namespace plumbline {
namespace {

using fraction = boost::multiprecision::number<boost::multiprecision::gmp_rational,
                                               boost::multiprecision::et_off>;

template <class T, class F>
std::vector<crossing<T>> crossings_of(zero_crossings<T> z, int samples, F&& q) {
  std::vector<crossing<T>> found;
  for (int n = 0; n < samples; ++n) {
    z.add(q(n), [&](const crossing<T>& c) { found.push_back(c); });
  }
  return found;
}

template <class T, class F>
std::vector<extremum<T>> extrema_of(int samples, F&& q) {
  extrema<T> e;
  std::vector<extremum<T>> found;
  for (int n = 0; n < samples; ++n) {
    e.add(q(n), [&](const extremum<T>& x) { found.push_back(x); });
  }
  return found;
}

TEST(cubic_zero, of_a_cubic_with_known_roots_is_right_to_the_last_places) {
  // (s − r)(s + 7/3)(s − 5/2) at −1, 0, 1, 2, for roots anywhere in the cell, also beside its ends
  const auto check = [](const auto& r) {
    using std::abs;
    using T = std::decay_t<decltype(r)>;
    const auto at = [&](int s) { return T((T(s) - r) * (T(s) + T(7) / 3) * (T(s) - T(5) / 2)); };
    EXPECT_LT(to_double(T(abs(T(cubic_zero<T>({at(-1), at(0), at(1), at(2)}) - r)) / epsilon<T>())),
              8)
        << to_text(r);
  };
  for (const char* root : {"0.5", "0.1", "0.987654321", "1e-9", "0.99999999999"}) {
    check(decimal<double>(root));
    check(decimal<mp64>(root));
    const precision_scope scope(200);
    check(decimal<mp>(root));
  }
}

TEST(cubic_zero, stays_in_its_cell_where_newton_alone_leaves_it) {
  // nearly flat on the left, steep on the right: the tangent at the first guess points far outside
  const std::array<double, 4> f = {-1e-3, -1e-6, 1, 1e3};
  const double s = cubic_zero<double>(f);
  EXPECT_GT(s, 0);
  EXPECT_LT(s, 1);
  const double cube = (f[3] - f[0] - 3 * (f[2] - f[1])) / 6;
  const double square = (f[2] - 2 * f[1] + f[0]) / 2;
  const double linear = (f[2] - f[0]) / 2 - cube;
  EXPECT_NEAR(f[1] + s * (linear + s * (square + s * cube)), 0, 1e-13);
  EXPECT_EQ(cubic_zero<double>({1, 0, -1, -2}), 0);
  EXPECT_EQ(cubic_zero<double>({2, 1, 0, -1}), 1);
}

TEST(zero_crossings, of_a_sine_are_exact_by_symmetry_and_of_fifth_order_elsewhere) {
  // zeros in the middle of a cell, or on a node, are exact; elsewhere P − sin = −θ⁴ sin(ξ)/24 (s+1)s(s−1)(s−2), and
  // sin vanishes with ξ − s: the error of z falls with the fifth power of θ in units of time
  const auto zero = [](const mp64& theta, const mp64& place) {
    const auto found = crossings_of<mp64>(
        {}, 8, [&](int n) { return mp64(sin(mp64(theta * (mp64(n) - 3 - place)))); });
    EXPECT_EQ(found.size(), 1U);
    EXPECT_EQ(found.at(0).cell, 3);
    return mp64(abs(mp64(found.at(0).fraction - place)));
  };
  const mp64 theta = rational<mp64>(1, 10);
  EXPECT_LT(zero(theta, rational<mp64>(1, 2)), decimal<mp64>("1e-62"));
  const mp64 coarse = zero(theta, rational<mp64>(1, 5));
  const mp64 fine = zero(mp64(theta / 2), rational<mp64>(1, 5));
  EXPECT_NEAR(to_double(mp64(coarse / fine)), 16, 0.1);  // in cells: the fourth power
  EXPECT_GT(to_double(coarse), 1e-8);
  EXPECT_LT(to_double(coarse), 1e-6);
}

TEST(zero_crossings, a_start_on_zero_is_the_first_and_cell_0_is_left_out) {
  const auto from_zero = crossings_of<double>({}, 40, [](int n) { return std::sin(0.4 * n); });
  ASSERT_GE(from_zero.size(), 3U);
  EXPECT_EQ(from_zero[0].cell, 0);
  EXPECT_EQ(from_zero[0].fraction, 0);
  EXPECT_EQ(from_zero[1].cell, 7);
  // from 0.1 through zero in the cell 0: not seen; the next zero is
  const auto early = crossings_of<double>({}, 20, [](int n) { return std::sin(3 + 0.4 * n); });
  ASSERT_GE(early.size(), 1U);
  EXPECT_EQ(early[0].cell, 8);
}

TEST(zero_crossings, samples_on_zero_count_once_and_touching_does_not_count) {
  const std::vector<int> through = {2, 1, 0, -1, -2, -1, 0, 1, 2, 1};
  const auto found = crossings_of<double>(
      {}, 10, [&](int n) { return double(through[static_cast<std::size_t>(n)]); });
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(steps_between({0, 0}, found[0]), 2);
  EXPECT_EQ(steps_between({0, 0}, found[1]), 6);
  for (const int side : {1, -1}) {
    const std::vector<int> touching = {3, 1, 0, 1, 3, 4};
    EXPECT_TRUE(crossings_of<double>({}, 6, [&](int n) {
                  return double(side * touching[static_cast<std::size_t>(n)]);
                }).empty());
  }
}

// From below as from above: the second sample is on zero, so the crossing is at the beginning of cell 1, which has a sample
// before it; on a side of the start that is wrong nothing would be crossed.
TEST(zero_crossings, a_zero_on_the_second_sample_counts_from_both_sides) {
  for (const int side : {1, -1}) {
    const std::vector<int> through = {-1, 0, 1, 2, 1, 3};
    const auto found = crossings_of<double>(
        {}, 6, [&](int n) { return double(side * through[static_cast<std::size_t>(n)]); });
    ASSERT_EQ(found.size(), 1U) << side;
    EXPECT_EQ(found[0].cell, 1) << side;
    EXPECT_EQ(found[0].fraction, 0) << side;
  }
}

TEST(zero_crossings, of_an_angle_are_those_of_every_multiple_of_pi) {
  // uniform rotation, forwards and backwards: the cubic is a line, the zeros are kπ/ω
  for (const int direction : {1, -1}) {
    const mp64 rate = rational<mp64>(direction * 7, 10);
    const auto found =
        crossings_of<mp64>(zero_crossings<mp64>(pi<mp64>()), 100, [&](int n) { return rate * n; });
    ASSERT_GE(found.size(), 20U);
    for (std::size_t k = 0; k < found.size(); ++k) {
      const mp64 z = steps_between({0, mp64(0)}, found[k]);
      EXPECT_LT(abs(mp64(z - pi<mp64>() * int(k) * 10 / 7)), decimal<mp64>("1e-60")) << k;
    }
  }
  // several levels in one step
  const auto fast =
      crossings_of<double>(zero_crossings<double>(pi<double>()), 12, [](int n) { return 8.0 * n; });
  ASSERT_GE(fast.size(), 20U);
  EXPECT_NEAR(steps_between(fast[0], fast[19]), (19 + 2) * pi<double>() / 8, 1e-12);
  zero_crossings<double> wild(pi<double>());
  wild.add(0, [](auto&&) {});
  EXPECT_THROW(wild.add(1e9, [](auto&&) {}), domain_error);
  EXPECT_THROW(zero_crossings<double>(0), invalid_input);
}

TEST(zero_crossings, a_start_on_a_multiple_of_pi_is_the_first) {
  for (const int turns : {1, -3, 1000}) {
    const mp64 start = pi<mp64>() * turns;
    const auto found = crossings_of<mp64>(zero_crossings<mp64>(pi<mp64>()), 20,
                                          [&](int n) { return mp64(start + mp64(n) * 3 / 10); });
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].cell, 0);
    EXPECT_EQ(found[1].cell, 10);
  }
}

TEST(parabola, through_samples_of_a_parabola_is_that_parabola_over_the_rationals) {
  const fraction a(3, 7);
  const fraction b(-5, 11);
  const fraction c(-13, 6);
  std::vector<fraction> y;
  for (int j = -2; j <= 2; ++j) {
    y.push_back(a + b * j + c * j * j);
  }
  const auto fit = fit_parabola<fraction>(y);
  EXPECT_EQ(fit.constant, a);
  EXPECT_EQ(fit.slope, b);
  EXPECT_EQ(fit.curvature, c);
  EXPECT_EQ(fit.extremum(), a - b * b / (c * 4));
  EXPECT_EQ(fit.place_of_extremum(), fraction(-15, 143));
}

TEST(parabola, leaves_a_remainder_that_no_parabola_can_take) {
  // least squares: the residuals are orthogonal to 1, j and j², for samples that are on no parabola
  const std::vector<fraction> y = {fraction(1, 3), 5, -2, fraction(17, 4), 9};
  const auto fit = fit_parabola<fraction>(y);
  fraction moments[3] = {0, 0, 0};
  for (int j = -2; j <= 2; ++j) {
    const fraction r =
        y[static_cast<std::size_t>(j + 2)] - fit.constant - fit.slope * j - fit.curvature * j * j;
    moments[0] += r;
    moments[1] += r * j;
    moments[2] += r * j * j;
  }
  for (const auto& m : moments) {
    EXPECT_EQ(m, 0);
  }
}

TEST(extrema, of_a_cosine_have_their_closed_form) {
  // cos θ(n − c) with the top δ beside a node:
  // a = cos θδ (17 + 24 cos θ − 6 cos 2θ)/35, b = sin θδ (2 sin 2θ + sin θ)/5, c = cos θδ (4 cos 2θ − 2 cos θ − 2)/14
  const mp64 theta = rational<mp64>(3, 10);
  const mp64 top = rational<mp64>(31, 7);  // 4 + 3/7
  const auto found =
      extrema_of<mp64>(18, [&](int n) { return mp64(cos(mp64(theta * (mp64(n) - top))) * 5); });
  ASSERT_EQ(found.size(), 2U);  // a maximum, and a minimum half a period later
  const mp64 delta = rational<mp64>(3, 7);
  const mp64 a = cos(mp64(theta * delta)) * (17 + 24 * cos(theta) - 6 * cos(mp64(2 * theta))) / 35;
  const mp64 b = sin(mp64(theta * delta)) * (2 * sin(mp64(2 * theta)) + sin(theta)) / 5;
  const mp64 c = cos(mp64(theta * delta)) * (4 * cos(mp64(2 * theta)) - 2 * cos(theta) - 2) / 14;
  EXPECT_EQ(found[0].sample, 4);
  EXPECT_LT(abs(mp64(found[0].value - 5 * (a - b * b / (4 * c)))), decimal<mp64>("1e-62"));
  EXPECT_LT(abs(mp64(found[0].offset + b / (2 * c))), decimal<mp64>("1e-62"));
  EXPECT_LT(found[1].value, 0);
  EXPECT_EQ(found[1].sample, 15);
}

TEST(extrema, of_two_equal_samples_count_once) {
  const auto found = extrema_of<double>(22, [](int n) { return std::cos(0.3 * (n - 4.5)); });
  ASSERT_EQ(found.size(), 2U);
  const std::vector<double> equal = {0, 3, 4, 4, 3, 0, -3, -4, -4, -3, 0, 1};
  const auto pairs =
      extrema_of<double>(12, [&](int n) { return equal[static_cast<std::size_t>(n)]; });
  ASSERT_EQ(pairs.size(), 2U);
  EXPECT_EQ(pairs[0].sample, 2);
  EXPECT_EQ(pairs[1].sample, 7);
  const std::vector<double> terrace = {0, 1, 2, 2, 3, 4, 5};
  EXPECT_TRUE(
      extrema_of<double>(7, [&](int n) { return terrace[static_cast<std::size_t>(n)]; }).empty());
}

TEST(extrema, that_the_samples_do_not_resolve_are_refused) {
  EXPECT_THROW((void)extrema_of<double>(9, [](int n) { return n % 2 == 0 ? 1.0 : -1.0; }),
               domain_error);
}

TEST(averages, have_their_definitions) {
  // crossings at z_N = N² in steps: T_avg(N, M) = 4 N + 4 M, times the step
  period_average<fraction> one(3, 5);
  period_average<fraction> many(2, 3, 6);
  period_sequence<fraction> singles(fraction(1, 2));
  std::vector<fraction> t;
  EXPECT_EQ(one.crossings_needed(), 14);
  EXPECT_EQ(many.crossings_needed(), 15);
  for (int n = 0; n < 15; ++n) {
    EXPECT_EQ(one.complete(), n >= 14);
    const crossing<fraction> z{n * n - 1, fraction(1)};
    one.add(z);
    many.add(z);
    singles.add(z, [&](const fraction& x) { t.push_back(x); });
  }
  EXPECT_EQ(one.value(fraction(1, 2)), fraction(12 + 20, 2));
  EXPECT_EQ(many.value(fraction(1, 2)), fraction(8 + 4 * 5, 2));  // the mean over M = 4, 5, 6
  ASSERT_EQ(t.size(), 7U);
  EXPECT_EQ(t[0], 2);
  EXPECT_EQ(t[6], fraction(14 * 14 - 12 * 12, 2));
  EXPECT_THROW((void)period_average<double>(0, 1).value(1), invalid_input);
  EXPECT_THROW(period_average<double>(0, 0), invalid_input);
  EXPECT_THROW(period_average<double>(-1, 1), invalid_input);
  EXPECT_THROW(period_average<double>(0, 5, 5), invalid_input);

  amplitude_average<fraction> a(2, 3);
  for (const int value : {7, -2, 4, -9, 100}) {
    a.add({0, fraction(0), fraction(value)});
  }
  EXPECT_EQ(a.value(), 5);
  EXPECT_EQ(a.extrema_needed(), 4);
  EXPECT_THROW(amplitude_average<double>(0, 1), invalid_input);
  EXPECT_THROW(amplitude_average<double>(1, 0), invalid_input);
}

TEST(averages, oscillations_as_maximum_and_as_mean_of_local_extrema) {
  relative_oscillation<double> tau(3);
  for (const double x : {10., 11., 9.5, 10.25, 8., 12., 3.}) {
    tau.add(x);
  }
  EXPECT_DOUBLE_EQ(tau.maximum(10), 0.7);
  EXPECT_EQ(tau.local_extrema(), 3U);  // 11, 9.5, 10.25; then it is full
  EXPECT_DOUBLE_EQ(tau.typical(10), (0.1 + 0.05 + 0.025) / 3);
  EXPECT_THROW((void)relative_oscillation<double>().typical(1), invalid_input);
}

// PD, Example 1: leapfrog, ε = 0.05, T/ε = 182.508291 (Fig. 6)
TEST(recurrence, of_an_example_of_the_paper) {
  const mp64 ratio = decimal<mp64>("182.508291");
  const auto mu = recurrences<mp64>(ratio, 200);
  std::vector<std::int64_t> counts;
  for (const auto& r : mu) {
    counts.push_back(r.count);
  }
  EXPECT_EQ(counts, (std::vector<std::int64_t>{1, 2, 59, 61, 120, 181}));
  EXPECT_NEAR(to_double(mu[1].remainder), 0.017, 5e-4);
  EXPECT_NEAR(to_double(mu[2].remainder), -0.011, 5e-4);
  EXPECT_NEAR(to_double(mu[3].remainder), 0.0058, 5e-5);
  EXPECT_NEAR(to_double(mu[5].remainder), 0.00067, 5e-6);
  const auto nu181 = nearest_whole(mp64(ratio / 2), 181);
  EXPECT_NEAR(to_double(nu181.remainder), 0.00034, 5e-6);
  // PD, Example 2: leapfrog, ε = 0.1, T = 6.2815504224 (Fig. 8)
  EXPECT_NEAR(to_double(nearest_whole(decimal<mp64>("62.815504224"), 103).remainder), -0.0031,
              5e-5);
}

TEST(recurrence, remainders_add_up_as_lemma_3_says) {
  const mp64 ratio = decimal<mp64>("62.972379551234567");
  const mp64 half = ratio / 2;
  for (std::int64_t k = 1; k < 60; ++k) {
    const auto mu = nearest_whole(ratio, k);
    EXPECT_LE(abs(mu.remainder), rational<mp64>(1, 2));
    const auto nu = nearest_whole(half, k);
    if (abs(nu.remainder) < rational<mp64>(1, 4)) {
      EXPECT_EQ(mu.whole, 2 * nu.whole);
      EXPECT_LT(abs(mp64(mu.remainder - 2 * nu.remainder)), decimal<mp64>("1e-58"));
    }
    const auto twice = nearest_whole(half, 2 * k);
    EXPECT_EQ(twice.whole, mu.whole);
    for (std::int64_t j = 1; j < 60; ++j) {
      const auto other = nearest_whole(ratio, j);
      if (abs(mp64(mu.remainder + other.remainder)) < rational<mp64>(1, 2)) {
        EXPECT_EQ(nearest_whole(ratio, k + j).whole, mu.whole + other.whole);
      }
    }
  }
  EXPECT_EQ(nearest_whole<double>(0.5, 1).whole, 0);  // −1/2 < μ ≤ 1/2
  EXPECT_EQ(nearest_whole<double>(0.5, 3).whole, 1);
  EXPECT_THROW((void)nearest_whole<double>(1e300, 1), domain_error);
}

// ν_K ≈ 0 gives μ_K = 2 ν_K and, for even K, μ_{K/2} = ν_K; the converse fails
TEST(recurrence, of_amplitudes_is_one_of_periods_as_corollary_1_says) {
  const mp64 nu = decimal<mp64>("1e-20");
  for (int k = 1; k <= 60; ++k) {
    const mp64 half = (rational<mp64>(37 * k + 5, 1) + nu) / k;
    EXPECT_LT(abs(mp64(nearest_whole(half, k).remainder - nu)), decimal<mp64>("1e-59")) << k;
    const auto mu = nearest_whole(mp64(half * 2), k);
    EXPECT_LT(abs(mp64(mu.remainder - nu * 2)), decimal<mp64>("1e-59")) << k;
    if (k % 2 == 0) {
      const auto sooner = nearest_whole(mp64(half * 2), k / 2);
      EXPECT_LT(abs(mp64(sooner.remainder - nu)), decimal<mp64>("1e-59")) << k;
    }
  }
  EXPECT_EQ(nearest_whole(rational<mp64>(7, 2), 2).remainder, mp64(0));
  EXPECT_EQ(nearest_whole(rational<mp64>(7, 4), 2).remainder, rational<mp64>(1, 2));
}

TEST(polynomial_fit, of_a_polynomial_is_that_polynomial_over_the_rationals) {
  std::vector<fraction> x;
  std::vector<fraction> y;
  for (int i = 1; i <= 12; ++i) {
    const fraction e(i, 100);
    x.push_back(e);
    y.push_back(fraction(7, 3) - fraction(1, 5) * e + 4 * e * e - fraction(9, 2) * e * e * e);
  }
  const auto fit = fit_polynomial<fraction>(x, y, 3);
  EXPECT_EQ(fit.coefficients,
            (std::vector<fraction>{fraction(7, 3), fraction(-1, 5), 4, fraction(-9, 2)}));
  EXPECT_EQ(fit.residual, 0);
  EXPECT_EQ(fit(fraction(2)), fraction(7, 3) - fraction(2, 5) + 16 - 36);
}

TEST(polynomial_fit, leaves_what_is_orthogonal_to_all_lower_powers) {
  std::vector<fraction> x = {0, 1, 3, 4, 7, 9};
  std::vector<fraction> y = {2, -1, 5, fraction(1, 2), 3, 8};
  const auto fit = fit_polynomial<fraction>(x, y, 2);
  for (int power = 0; power <= 2; ++power) {
    fraction moment(0);
    for (std::size_t i = 0; i < x.size(); ++i) {
      fraction r = y[i] - fit(x[i]);
      for (int k = 0; k < power; ++k) {
        r *= x[i];
      }
      moment += r;
    }
    EXPECT_EQ(moment, 0) << power;
  }
  EXPECT_GT(fit.residual, 0);
}

TEST(polynomial_fit, keeps_the_digits_of_its_scalar) {
  // twelve points, third order, as in PD (67): normal equations would lose half of them
  std::vector<double> x;
  std::vector<double> y;
  for (int i = 1; i <= 12; ++i) {
    x.push_back(0.01 * i);
    y.push_back(6.28711783 + 1.31 * x.back() * x.back() - 0.0387 * std::pow(x.back(), 3));
  }
  EXPECT_NEAR(fit_polynomial(x, y, 3).at_zero(), 6.28711783, 1e-14);
  EXPECT_THROW((void)fit_polynomial<double>({1, 1, 2}, {1, 1, 2}, 2), invalid_input);
  EXPECT_THROW((void)fit_polynomial<double>({1, 2}, {1}, 0), invalid_input);
}

TEST(periods, of_the_sampled_exact_pendulum_are_its_period) {
  // the samples are exact: what is left is the error of cubic and parabola, of the fourth order in the step
  const mp64 momentum = rational<mp64>(3, 2);
  const pendulum_solution<mp64> exact(mp64(1), mp64(1), mp64(0), momentum);
  const auto errors = [&](const mp64& h) {
    zero_crossings<mp64> zeros;
    extrema<mp64> tops;
    period_average<mp64> period(0, 3);
    amplitude_average<mp64> amplitude(1, 1);
    for (int n = 0; !period.complete(); ++n) {
      const mp64 q = exact.state(mp64(h * n)).q[0];
      zeros.add(q, [&](const crossing<mp64>& z) { period.add(z); });
      tops.add(q, [&](const extremum<mp64>& e) { amplitude.add(e); });
    }
    return std::pair{std::abs(to_double(mp64(period.value(h) - *exact.period()))),
                     std::abs(to_double(mp64(amplitude.value() - *exact.amplitude())))};
  };
  const auto coarse = errors(rational<mp64>(1, 10));
  const auto fine = errors(rational<mp64>(1, 40));
  EXPECT_LT(coarse.first, 1e-6);
  EXPECT_LT(fine.first, coarse.first / 100);
  EXPECT_GT(fine.first, 0);
  EXPECT_LT(coarse.second, 1e-4);
  EXPECT_LT(fine.second, coarse.second / 50);
}

nlohmann::json oracle() {
  std::ifstream file(PLUMBLINE_SOURCE_DIR "/reference/oracles/pd/measures.json");
  return nlohmann::json::parse(file);
}

template <class T>
void expect_near_text(const T& value, const nlohmann::json& truth, double tolerance) {
  using std::abs;
  const T expected = from_text<T>(truth.get<std::string>());
  EXPECT_LT(to_double(T(abs(T(value - expected)) / abs(expected))), tolerance)
      << to_text(value) << "\n"
      << to_text(expected);
}

template <class T>
void expect_oracle(double tolerance) {
  using std::abs;
  const auto all = oracle();
  for (const auto& c : all.at("cases")) {
    SCOPED_TRACE(c.at("scheme").get<std::string>() + " " + c.at("p0").get<std::string>());
    const bool leapfrog = c.at("scheme") == "leapfrog";
    const auto system = find_system("pendulum").make<T>({{"omega", "1"}});
    auto stepper = find_scheme(leapfrog ? "lobatto" : "midpoint")
                       .make<T>(leapfrog ? settings{{"degree", "1"}} : settings{}, system);
    const T h = from_text<T>(c.at("step").get<std::string>());
    vector<T> y =
        stepper.start({vector<T>::Constant(1, T(0)),
                       vector<T>::Constant(1, from_text<T>(c.at("p0").get<std::string>()))});
    zero_crossings<T> zeros(pi<T>());
    extrema<T> tops;
    std::vector<T> z;
    std::vector<T> a;
    period_average<T> first(0, 20);
    period_average<T> later(3, 7);
    period_average<T> many(2, 10, 20);
    amplitude_average<T> mean(4, 30);
    run_control control;
    control.stop_requested = [&] { return z.size() > 50; };
    EXPECT_EQ(integrate<T>(
                  stepper, y, time_grid<T>(T(0), h, 100000),
                  [&](std::int64_t, const T&, const vector<T>& state) {
                    const T q = stepper.phase(state).q[0];
                    zeros.add(q, [&](const crossing<T>& found) {
                      z.push_back(T(steps_between({0, T(0)}, found) * h));
                      first.add(found);
                      later.add(found);
                      many.add(found);
                    });
                    tops.add(q, [&](const extremum<T>& e) {
                      a.push_back(T(abs(e.value)));
                      mean.add(e);
                    });
                  },
                  control),
              run_outcome::stopped);
    for (std::size_t k = 0; k < 5; ++k) {
      expect_near_text(z.at(k + 1), c.at("zeros").at(k), tolerance);
    }
    expect_near_text(first.value(h), c.at("average_0_20"), tolerance);
    expect_near_text(later.value(h), c.at("average_3_7"), tolerance);
    expect_near_text(many.value(h), c.at("average_2_10_20"), tolerance);
    if (!c.contains("amplitudes")) {
      EXPECT_TRUE(a.empty());
      continue;
    }
    for (std::size_t k = 0; k < 3; ++k) {
      expect_near_text(a.at(k), c.at("amplitudes").at(k), tolerance);
    }
    expect_near_text(mean.value(), c.at("amplitude_4_30"), tolerance);
  }
}

TEST(period_oracle, double_agrees_to_11_digits) { expect_oracle<double>(1e-11); }
#if PLUMBLINE_HAS_QUAD
TEST(period_oracle, quad_agrees_to_29_digits) { expect_oracle<quad>(1e-29); }
#endif
TEST(period_oracle, mp64_agrees_to_60_digits) { expect_oracle<mp64>(1e-60); }
TEST(period_oracle, run_time_precision_agrees_to_85_of_90_digits) {
  const precision_scope scope(90);
  expect_oracle<mp>(1e-85);
}

TEST(periods, need_no_more_than_the_archetype_of_a_number) {
  using A = test::archetype;
  zero_crossings<A> zeros(pi<A>());
  extrema<A> tops;
  period_average<A> period(0, 1);
  amplitude_average<A> amplitude(1, 1);
  for (int n = 0; n < 40; ++n) {
    const A q = sin(A(n) / 4);
    zeros.add(q, [&](const crossing<A>& z) { period.add(z); });
    tops.add(q, [&](const extremum<A>& e) { amplitude.add(e); });
  }
  EXPECT_NEAR(period.value(A(1) / 4).inside(), 2 * std::acos(-1.0), 1e-5);
  EXPECT_NEAR(amplitude.value().inside(), 1, 1e-3);
  EXPECT_NEAR(fit_polynomial<A>({A(1), A(2), A(3)}, {A(2), A(3), A(4)}, 1).at_zero().inside(), 1,
              1e-14);
}

}  // namespace
}  // namespace plumbline
