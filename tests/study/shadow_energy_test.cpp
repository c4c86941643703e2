// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Shadow energies. Kinds: closed form (quadratic Hamiltonians, for which every order has one; leading terms of leapfrog, midpoint and
// the symplectic Euler maps), table (the weights of Engle, Skeel & Drees), identity (the weights sum to one), verdicts of schemes
// whose behaviour is a theorem, refused input.
#include <plumbline/core/errors.hpp>
#include <plumbline/measure/decay_law.hpp>
#include <plumbline/measure/energy_trend.hpp>
#include <plumbline/measure/shadow_energy.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/study/quantity.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace plumbline {
namespace {

std::map<std::string, std::string> measured(const measure_request& request,
                                            const problem_texts& texts, int digits = 64) {
  run_host host;
  std::map<std::string, std::string> values;
  for (const named_value& value : measure(request, texts, digits, host).values) {
    values[value.name] = value.re;
  }
  return values;
}

std::map<std::string, std::string> shadow_of(const std::string& system, const std::string& scheme,
                                             const std::string& step, const std::string& until,
                                             const problem_texts& texts = {},
                                             const std::string& terms = {}, int digits = 64) {
  measure_request request{.quantity = "shadow-energy",
                          .system = system,
                          .scheme = scheme,
                          .step = step,
                          .until = until};
  request.options["terms"] = terms;
  return measured(request, texts, digits);
}

TEST(shadow_weights, sum_to_one_and_are_those_of_the_table_for_four_terms) {
  for (int k = 1; k <= 24; ++k) {
    const matrix<mp64> w = shadow_weights<mp64>(k);
    mp64 sum(0);
    for (int i = 0; i <= k; ++i) {
      for (int j = 0; j < i; ++j) {
        sum += w(i, j) * (i - j);
      }
    }
    EXPECT_LT(abs(mp64(sum - 1)), decimal<mp64>("1e-60")) << k;
  }
  const matrix<double> w = shadow_weights<double>(2);
  EXPECT_DOUBLE_EQ(w(1, 0), 2.0 / 3);
  EXPECT_DOUBLE_EQ(w(2, 1), 2.0 / 3);
  EXPECT_DOUBLE_EQ(w(2, 0), -1.0 / 6);  // −1/3 over the distance 2
}

/// H̃ of leapfrog on p²/2 + 8 q² is θ/(z √(1 − z²/4)) (p²/2 + (1 − z²/4) 8 q²), cos θ = 1 − z²/2, z = 4 h; H̃_K is H̃ Σ c_m sin(mθ)/θ,
/// c_m = 2 (−1)^{m+1} C(2k, k−m)/(m C(2k, k)).
TEST(shadow_energy, of_leapfrog_on_an_oscillator_has_a_closed_form_for_every_order) {
  const auto values = shadow_of("harmonic-oscillator", "leapfrog", "1/8", "10", {}, "2,4,8,24");
  const mp64 z = rational<mp64>(1, 2);
  const mp64 theta = acos(mp64(1 - z * z / 2));
  const mp64 whole = theta / (z * sqrt(mp64(1 - z * z / 4))) * (1 - z * z / 4) * 8;
  for (const int K : {2, 4, 8, 24}) {
    const int k = K / 2;
    mp64 sum(0);
    mp64 ratio(1);  // C(2k, k − m)/C(2k, k)
    for (int m = 1; m <= k; ++m) {
      ratio = ratio * (k - m + 1) / (k + m);
      sum += ratio * (m % 2 == 1 ? 2 : -2) / m * sin(mp64(m * theta)) / theta;
    }
    const auto found = from_text<mp64>(values.at("shadow-energy-" + std::to_string(K)));
    EXPECT_LT(abs(mp64(found / (whole * sum) - 1)), decimal<mp64>("1e-59")) << K;
    EXPECT_LT(from_text<mp64>(values.at("shadow-drift-" + std::to_string(K))),
              decimal<mp64>("1e-59"));
  }
  EXPECT_EQ(values.at("limited-by"), "rounding");
  EXPECT_EQ(values.at("best-terms"), "2");
}

TEST(shadow_energy, of_the_midpoint_rule_on_an_oscillator) {
  const auto values = shadow_of("harmonic-oscillator", "midpoint", "1/8", "10", {}, "120");
  const mp64 half = rational<mp64>(1, 4);
  const mp64 whole = atan(half) / half * 8;
  EXPECT_LT(abs(mp64(from_text<mp64>(values.at("shadow-energy-120")) / whole - 1)),
            decimal<mp64>("1e-50"));
}

/// leapfrog p'V''p/12 − |V'|²/24, midpoint −(p'V''p + |V'|²)/24, the Euler maps ∓½ p V', unit mass.
TEST(shadow_energy, leading_terms_are_those_of_the_papers_and_do_not_depend_on_the_step) {
  const problem_texts start{.set = {"omega=1"}, .start = {"q1=6/5", "p1=1/2"}};
  const double s = std::sin(1.2);
  const double c = std::cos(1.2);
  const std::map<std::string, double> known = {{"leapfrog", 0.25 * c / 12 - s * s / 24},
                                               {"midpoint", -(0.25 * c + s * s) / 24},
                                               {"symplectic-euler-a", -0.25 * s},
                                               {"symplectic-euler-b", 0.25 * s}};
  for (const auto& [scheme, value] : known) {
    const auto fine = shadow_of("pendulum", scheme, "1/20", "2", start);
    const auto coarse = shadow_of("pendulum", scheme, "1/4", "4", start);
    EXPECT_NEAR(std::stod(fine.at("leading-term")), value, 1e-15) << scheme;
    const mp64 apart = abs(mp64(from_text<mp64>(fine.at("leading-term")) -
                                from_text<mp64>(coarse.at("leading-term"))));
    EXPECT_LT(apart, from_text<mp64>(coarse.at("leading-term-radius"))) << scheme;
    EXPECT_LT(std::stod(coarse.at("leading-term-radius")), 1e-30) << scheme;
  }
}

/// Drifts fall with the order towards e^{−2πτ/h}; for leapfrog at h = 1/8 by three digits from 4 to 8 terms.
TEST(shadow_energy, drifts_fall_with_the_order_of_a_symplectic_scheme_only) {
  const problem_texts start{.set = {"omega=1"}, .start = {"q1=3/2"}};
  const auto good = shadow_of("pendulum", "leapfrog", "1/8", "50", start);
  EXPECT_LT(std::stod(good.at("shadow-drift-8")) * 1000, std::stod(good.at("shadow-drift-4")));
  EXPECT_LT(std::stod(good.at("shadow-drift-24")) * 1e11, std::stod(good.at("shadow-drift-4")));
  EXPECT_EQ(good.at("best-terms"), "24");
  EXPECT_EQ(good.at("limited-by"), "terms");
  EXPECT_EQ(good.at("scheme-order"), "2");
  const auto bad = shadow_of("pendulum", "rk4", "1/8", "50", start);
  EXPECT_GT(std::stod(bad.at("shadow-drift-24")), 0.5 * std::stod(bad.at("energy-change")));
}

TEST(shadow_energy, verdicts) {
  const problem_texts start{.set = {"omega=1"}, .start = {"q1=3/2"}};
  const auto verdict = [&](const std::string& scheme) {
    return shadow_of("pendulum", scheme, "1/8", "200", start, "4", 34).at("verdict");
  };
  EXPECT_EQ(verdict("simpson"), "bounded");
  EXPECT_EQ(verdict("yoshida-4"), "bounded");
  EXPECT_EQ(verdict("rk4"), "drifts like t");
  EXPECT_EQ(verdict("average-acceleration"), "conjugate symplectic");
}

TEST(shadow_energy, trends_have_their_exponents) {
  std::vector<double> linear;
  std::vector<double> square;
  std::vector<double> swinging;
  for (int n = 0; n <= 4000; ++n) {
    linear.push_back(n);
    square.push_back(double(n) * n);
    swinging.push_back(std::sin(n / 20.0));
  }
  EXPECT_NEAR(trend_of(linear).exponent, 1, 0.01);
  EXPECT_NEAR(trend_of(square).exponent, 2, 0.01);
  EXPECT_EQ(trend_of(swinging).kind, energy_trend::kinds::none);
  EXPECT_EQ(trend_of({1, 2, 3}).kind, energy_trend::kinds::undecided);
  std::vector<double> falling;  // from 1 towards 0, as in the first quarter of a period
  for (int n = 0; n <= 4000; ++n) {
    falling.push_back(std::cos(n / 2600.0));
  }
  EXPECT_EQ(trend_of(falling).kind, energy_trend::kinds::undecided);
  std::vector<double> exploding;  // an unstable step: a window knows its last swing alone
  for (int n = 0; n <= 4000; ++n) {
    exploding.push_back(std::exp(n / 100.0) * std::sin(n / 20.0));
  }
  EXPECT_EQ(trend_of(exploding).kind, energy_trend::kinds::undecided);
}

TEST(decay_law, finds_what_the_law_says) {
  std::vector<double> h;
  std::vector<double> y;
  for (const double n : {4, 5, 6, 8, 10}) {
    h.push_back(1 / n);
    y.push_back(0.3 - 1.5 * std::log(1 / n) - 8.7 * n);
  }
  const decay_law law = fit_decay(h, y);
  EXPECT_NEAR(law.decay, 8.7, 1e-8);
  EXPECT_NEAR(law.power, -1.5, 1e-7);
  // c(4) = 8.689 for τ = 1.88526
  EXPECT_NEAR(singularity_of(8.689, 4), 1.88526, 1e-3);
}

// The drifts of leapfrog on the pendulum from 1 in windows of 3, less than half of a period: τ = K(cos²(1/2)) = 2.19427, so c(3) = 8.696. No
// step that is left out shows that the law has terms of higher powers of h there.
TEST(decay_law, has_a_radius_in_which_the_truth_lies) {
  const std::vector<double> h = {1 / 4., 1 / 5., 1 / 6., 1 / 8.};
  std::vector<double> y;
  for (const double drift :
       {4.839812192937e-14, 1.688346444649e-17, 4.808365080870e-21, 2.501643339814e-28}) {
    y.push_back(std::log(drift));
  }
  const decay_law law = fit_decay(h, y);
  EXPECT_LT(std::abs(law.decay - 8.696), law.decay_radius);
  EXPECT_LT(law.decay_radius, 1);
}

/// The pendulum from 3/2 has τ = K(cos²(3/4)) = 1.88526, so c(4) = 8.689; eight steps measure 8.80.
TEST(shadow_energy, decays_by_the_singularity_of_the_motion) {
  measure_request request{.quantity = "shadow-energy",
                          .system = "pendulum",
                          .scheme = "leapfrog",
                          .step = "1/4,1/6,1/8,1/10,1/12",
                          .until = "50"};
  request.options["window"] = "4";
  const auto values = measured(request, {.set = {"omega=1"}, .start = {"q1=3/2"}});
  EXPECT_NEAR(std::stod(values.at("decay")), 8.7, 0.4);
  EXPECT_NEAR(std::stod(values.at("singularity")), 1.885, 0.15);
  EXPECT_EQ(values.count("shadow-drift@1/12"), 1U);
}

TEST(shadow_energy, of_a_scheme_without_an_action_is_left_out_and_the_verdict_stays) {
  const auto values = shadow_of("pendulum", "symmetric-projection", "1/40", "20", {}, "4", 34);
  EXPECT_EQ(values.count("shadow-energy-4"), 0U);
  EXPECT_EQ(values.count("verdict"), 1U);
}

TEST(shadow_energy, refuses) {
  const auto message = [](const std::string& system, const std::string& terms,
                          const std::string& until) {
    try {
      (void)shadow_of(system, "rk4", "1/8", until, {}, terms);
    } catch (const invalid_input& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(message("pendulum", "7", "2"), "--terms must be even: 6 or 8, not 7");
  EXPECT_EQ(message("pendulum", "-2", "2"),
            "--terms must be a whole number from 2 to 2000, got '-2'");
  EXPECT_EQ(message("pendulum", "40", "1"), "--terms 40 needs 20 steps; this run has 8");
  EXPECT_EQ(
      message("damped-forced-oscillator", "", "2"),
      "shadow-energy needs a Hamiltonian system; damped-forced-oscillator has a force that is "
      "not in the Lagrangian");
}

}  // namespace
}  // namespace plumbline
