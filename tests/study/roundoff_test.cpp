// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Rounding errors of long runs. Kinds: statistics of made-up kicks, planted cases (rounding towards zero is biased, rounding upwards is
// not on a symmetric orbit), exponents that theory gives, refused input.
#include <plumbline/core/errors.hpp>
#include <plumbline/measure/roundoff.hpp>
#include <plumbline/scalar/traits.hpp>
#include <plumbline/scalar/types.hpp>
#include <plumbline/study/quantity.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <utility>

namespace plumbline {
namespace {

using named = std::map<std::string, std::string>;

named roundoff_of(const std::string& system, const std::string& scheme, const std::string& step,
                  const std::string& until, const problem_texts& texts, const named& options = {},
                  int digits = 16) {
  measure_request request{
      .quantity = "roundoff", .system = system, .scheme = scheme, .step = step, .until = until};
  request.options = options;
  run_host host;
  named values;
  for (const named_value& value : measure(request, texts, digits, host).values) {
    values[value.name] = value.re;
  }
  return values;
}

const problem_texts unit_pendulum{.set = {"omega=1"}, .start = {"q1=3/2"}};

TEST(kick_statistics, tell_a_bias_from_noise) {
  std::mt19937_64 numbers(1);
  std::normal_distribution<double> normal(0, 1);
  kick_statistics without(20000);
  kick_statistics with(20000);
  for (int i = 0; i < 200000; ++i) {
    const double kick = normal(numbers);
    without.add(kick);
    with.add(kick + 0.05);
  }
  EXPECT_FALSE(without.is_biased());
  EXPECT_TRUE(with.is_biased());
  EXPECT_NEAR(with.mean(), 0.05, 0.01);
  EXPECT_NEAR(with.noise(), 1, 0.05);
  EXPECT_NEAR(with.standard_error(), 1 / std::sqrt(200000.0), 2e-4);
  EXPECT_NEAR(*with.rules_after(), 400, 80);
  EXPECT_FALSE(without.rules_after());
}

/// The midpoint rule by iteration in double, q″ = −sin q; the iteration stops at corrections below `enough`.
void midpoint_step(double& q, double& p, double h, double enough) {
  double dq = h * p;
  double dp = -h * std::sin(q);
  for (int k = 0; k < 200; ++k) {
    const double next_q = h * (p + dp / 2);
    const double next_p = -h * std::sin(q + dq / 2);
    const double moved = std::abs(next_q - dq) + std::abs(next_p - dp);
    dq = next_q;
    dp = next_p;
    if (moved <= enough) {
      break;
    }
  }
  q += dq;
  p += dp;
}

/// The same in more digits, as the judge.
std::pair<mp64, mp64> exact_midpoint(double q, double p, double h) {
  const mp64 H(h);
  mp64 dq = H * p;
  mp64 dp = -H * sin(mp64(q));
  for (int k = 0; k < 60; ++k) {
    const mp64 next_q = H * (p + dp / 2);
    dp = -H * sin(mp64(q + dq / 2));
    dq = next_q;
  }
  return {mp64(q + dq), mp64(p + dp)};
}

TEST(kick_statistics, a_solver_that_stops_early_is_biased) {
  const double h = 1.0 / 16;
  for (const double enough : {0.0, 1e-10}) {
    kick_statistics kicks(4000);
    double q = 1.5;
    double p = 0;
    for (int n = 0; n < 4000; ++n) {
      const auto [right_q, right_p] = exact_midpoint(q, p, h);
      midpoint_step(q, p, h, enough);
      // ∇H = (sin q, p)
      kicks.add(to_double(mp64(sin(mp64(q)) * (q - right_q) + p * (p - right_p))) * 0x1p52);
    }
    EXPECT_EQ(kicks.is_biased(), enough > 0) << enough;
  }
}

TEST(growth_law, finds_powers_and_sees_chaos) {
  const auto nodes = growth_nodes(100000);
  EXPECT_EQ(nodes.size(), 21U);
  EXPECT_EQ(nodes.front(), 1000);
  EXPECT_EQ(nodes.back(), 100000);
  std::vector<std::vector<double>> power(3);
  std::vector<std::vector<double>> chaos(3);
  for (std::size_t i = 0; i < 3; ++i) {
    for (const auto n : nodes) {
      power[i].push_back((1 + static_cast<double>(i)) * std::pow(static_cast<double>(n), 1.5));
      chaos[i].push_back(std::exp(static_cast<double>(n) / 4000));
    }
  }
  EXPECT_NEAR(growth_of(power, nodes).exponent, 1.5, 1e-12);
  EXPECT_NEAR(growth_of(power, nodes).radius, 0, 1e-12);
  EXPECT_FALSE(growth_of(power, nodes).is_exponential);
  EXPECT_TRUE(growth_of(chaos, nodes).is_exponential);
}

/// A step that is a binary number, so that representation does not add an error of the phase.
TEST(roundoff, of_leapfrog_is_unbiased) {
  const named values =
      roundoff_of("pendulum", "leapfrog", "1/16", "500", unit_pendulum, {{"members", "16"}});
  EXPECT_EQ(values.at("verdict"), "unbiased");
  EXPECT_EQ(values.at("bias-rules-after"), "never");
  EXPECT_EQ(values.at("solver-share"), "0");
  EXPECT_NEAR(std::stod(values.at("energy-exponent")), 0.5, 0.15);
  EXPECT_NEAR(std::stod(values.at("state-exponent")), 1.5, 0.25);
  EXPECT_GT(std::stod(values.at("truncation-error")), 1e-4);
  EXPECT_LT(std::stod(values.at("state-error")), 1e-9);
  EXPECT_GT(std::stod(values.at("digits-left")), 9);
  EXPECT_GT(std::stod(values.at("noise")), std::stod(values.at("noise-floor")) / 2);
}

/// Where a step is long, a correction of Newton's iteration can be small by chance. An iteration that took such a correction for
/// its usual gain stopped too early: the kicks of Simpson's rule were 80 times the floor, with a bias of the solver.
TEST(roundoff, of_implicit_schemes_with_long_steps_is_at_the_floor) {
  for (const std::string scheme : {"simpson", "midpoint", "lobatto", "gauss-collocation"}) {
    for (const std::string step : {"1/16", "1/10"}) {
      const named values =
          roundoff_of("pendulum", scheme, step, "100", {.set = {"omega=6"}}, {{"members", "8"}});
      EXPECT_LT(std::stod(values.at("noise")), 4 * std::stod(values.at("noise-floor")))
          << scheme << ' ' << step;
      EXPECT_LT(std::abs(std::stod(values.at("solver-share"))), std::stod(values.at("noise")) / 4)
          << scheme << ' ' << step;
    }
  }
}

/// A solver that stopped half a unit of rounding early had a bias of a tenth of the rounding errors of a step by Simpson's rule. What
/// is left is that of rounded coefficients (KI-30).
TEST(roundoff, of_other_schemes_in_double_has_little_bias) {
  for (const std::string scheme :
       {"simpson", "midpoint", "galerkin-gauss", "gauss-collocation", "dormand-prince"}) {
    const named values = roundoff_of("pendulum", scheme, "period/20", "50*period",
                                     {.start = {"q1=3/2"}}, {{"members", "32"}});
    EXPECT_LT(std::abs(std::stod(values.at("bias"))), 0.07 * std::stod(values.at("noise")))
        << scheme;
  }
}

/// Weights whose rounding errors do not cancel (1/6 and 1/3 of the classical method) and a rotation by a rounded sine and cosine
/// made the energy drift by 6 to 40 per cent of the rounding errors of a step.
TEST(roundoff, of_explicit_schemes_in_double_has_no_bias) {
  for (const std::string scheme : {"leapfrog", "yoshida-4", "rk4", "rk4-velocity", "kutta-3-8",
                                   "heun-3", "bogacki-shampine", "exact-oscillator"}) {
    const named values = roundoff_of("pendulum", scheme, "period/20", "50*period",
                                     {.start = {"q1=3/2"}}, {{"members", "32"}});
    EXPECT_LT(std::abs(std::stod(values.at("bias"))), std::stod(values.at("noise")) / 50) << scheme;
    EXPECT_EQ(values.at("verdict"), "unbiased") << scheme;
  }
}

TEST(roundoff, towards_zero_is_biased_and_upwards_is_not) {
  const named down = roundoff_of("pendulum", "leapfrog", "1/16", "500", unit_pendulum,
                                 {{"members", "8"}, {"rounding", "toward-zero"}});
  EXPECT_EQ(down.at("verdict"), "biased");
  EXPECT_NEAR(std::stod(down.at("energy-exponent")), 1, 0.1);
  EXPECT_NEAR(std::stod(down.at("state-exponent")), 2, 0.2);
  EXPECT_LT(std::stod(down.at("bias")), 0);
  const named up = roundoff_of("pendulum", "leapfrog", "1/16", "500", unit_pendulum,
                               {{"members", "8"}, {"rounding", "up"}});
  EXPECT_NE(up.at("verdict"), "biased");
}

TEST(roundoff, horizon_by_an_accepted_error) {
  const named few = roundoff_of("pendulum", "leapfrog", "1/16", "200", unit_pendulum,
                                {{"members", "8"}, {"accept", "1e-6"}});
  // the error reaches 1e-6 long after the run
  EXPECT_GT(std::stod(few.at("horizon")), 1e4);
}

TEST(roundoff, refuses) {
  const auto refusal = [](const named& options, int digits) {
    try {
      (void)roundoff_of("pendulum", "leapfrog", "1/16", "20", unit_pendulum, options, digits);
    } catch (const invalid_input& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(refusal({{"rounding", "up"}}, 34),
            "--rounding up is that of double: it needs --digits of 16 or fewer, not 34");
  EXPECT_EQ(refusal({{"rounding", "sideways"}}, 16),
            "--rounding is nearest, toward-zero, up or down, not 'sideways'");
  EXPECT_NE(refusal({{"members", "1"}}, 16), "");
}

}  // namespace
}  // namespace plumbline
