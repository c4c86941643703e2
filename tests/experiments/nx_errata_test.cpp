// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The errata of NX (docs/errata.md): the right form holds, the printed one does not. Kind: identities at 64 digits, the
// library's Newmark and extrapolation against the report's matrices, tableau and numbers.
#include <plumbline/catalogue/schemes.hpp>
#include <plumbline/scalar/functions.hpp>
#include <plumbline/schemes/extrapolation.hpp>
#include <plumbline/study/integrate.hpp>

#include <gtest/gtest.h>

#include <string>

namespace plumbline {
namespace {

using real64 = mp64;

real64 ratio(int a, int b) { return rational<real64>(a, b); }

/// (x, v) after a Newmark step of the catalogue for x″ + 2εω x′ + ω² x = 0, ε = 1/5, ω = 3, β = 1/6, γ = 1/2.
vector<real64> newmark_end(const real64& x, const real64& v, const real64& h) {
  const auto system = find_system("damped-forced-oscillator")
                          .make<real64>({{"c", "6/5"}, {"k", "9"}, {"amplitude", "0"}});
  auto stepper = find_scheme("newmark").make<real64>({{"beta", "1/6"}}, system);
  vector<real64> y =
      stepper.start({vector<real64>::Constant(1, x), vector<real64>::Constant(1, v)}, real64(0));
  EXPECT_TRUE(stepper.step(y, real64(0), h).ok());
  return y.head(2);
}

// A1 z1 − A2 z0 with the entry (1,2) of A1 as given.
real64 defect_of_37(const real64& entry, const real64& h) {
  const real64 beta = ratio(1, 6);
  const real64 eps = ratio(1, 5);
  const real64 w = 3;
  const real64 x0 = 1;
  const real64 v0 = ratio(-1, 2);
  const vector<real64> z1 = newmark_end(x0, v0, h);
  const real64 left1 = (1 + h * h * beta * w * w) * z1[0] + entry * z1[1];
  const real64 right1 =
      (1 - h * h / 2 * (1 - 2 * beta) * w * w) * x0 + h * (1 - h * (1 - 2 * beta) * eps * w) * v0;
  const real64 left2 = h * w * w / 2 * z1[0] + (1 + eps * h * w) * z1[1];
  const real64 right2 = -h * w * w / 2 * x0 + (1 - eps * h * w) * v0;
  EXPECT_LT(abs(real64(left2 - right2)), 1e-61) << "the second row stands as printed";
  return abs(real64(left1 - right1));
}

TEST(nx_errata, the_entry_1_2_of_a1_in_37_has_epsilon_and_not_gamma) {
  const real64 h = ratio(1, 10);
  EXPECT_LT(defect_of_37(real64(2 * h * h * ratio(1, 6) * ratio(1, 5) * 3), h), 1e-61);
  EXPECT_GT(defect_of_37(real64(2 * h * h * ratio(1, 6) * ratio(1, 2) * 3), h), 1e-4);
}

TEST(nx_errata, equation_38_steps_z_itself_and_not_its_derivative) {
  // (39) with the matrices of (37) is (z1 − z0)/Δt: z1 = z0 + Δt Ψ by construction, while ż1 − ż0 is another vector
  const real64 h = ratio(1, 10);
  const vector<real64> z1 = newmark_end(real64(1), ratio(-1, 2), h);
  const auto acceleration = [](const real64& x, const real64& v) {
    return real64(-(ratio(6, 5) * v + 9 * x));
  };
  const real64 step_of_x = z1[0] - 1;
  const real64 step_of_dx = z1[1] - ratio(-1, 2);
  const real64 step_of_dv = acceleration(z1[0], z1[1]) - acceleration(real64(1), ratio(-1, 2));
  EXPECT_GT(abs(real64(step_of_x - step_of_dx)), ratio(1, 10));
  EXPECT_GT(abs(real64(step_of_dx - step_of_dv)), ratio(1, 10));
}

/// Errors of the pendulum's angle after one step of length h, level by level.
real64 one_step_error(const real64& h, const step_sequence& n, bool factor_four) {
  const auto system = find_system("pendulum").make<real64>({{"omega", "1"}});
  const phase_point<real64> start{vector<real64>::Constant(1, real64(1)),
                                  vector<real64>::Constant(1, real64(0))};
  const auto end = [&](const std::string& name, const settings& chosen, std::int64_t parts) {
    auto stepper = find_scheme(name).make<real64>(chosen, system);
    vector<real64> y = stepper.start(start);
    static_cast<void>(integrate<real64>(
        stepper, y, time_grid<real64>(real64(0), real64(h / as_scalar<real64>(parts)), parts),
        [](auto&&...) {}));
    return stepper.phase(y).q[0];
  };
  std::vector<real64> first;
  for (const std::int64_t parts : n) {
    first.push_back(end("newmark", {}, parts));
  }
  const real64 truth = end("gauss-collocation", {{"stages", "12"}}, 4);
  if (!factor_four) {
    return abs(real64(extrapolation_tableau(first, n, 2).back().back() - truth));
  }
  std::vector<std::vector<real64>> rows;  // (19) as printed
  for (std::size_t i = 0; i < n.size(); ++i) {
    std::vector<real64> row{first[i]};
    real64 f = 1;
    for (std::size_t j = 1; j <= i; ++j) {
      f *= 4;
      row.push_back((f * row[j - 1] - rows[i - 1][j - 1]) / (f - 1));
    }
    rows.push_back(row);
  }
  return abs(real64(rows.back().back() - truth));
}

double power(const step_sequence& n, bool factor_four) {
  const real64 coarse = one_step_error(ratio(1, 20), n, factor_four);
  const real64 fine = one_step_error(ratio(1, 40), n, factor_four);
  return to_double(real64(log(real64(coarse / fine)) / log(real64(2))));
}

TEST(nx_errata, the_last_entry_of_table_1_has_order_2p) {
  EXPECT_EQ(find_scheme("newmark-extrapolation").info_for({{"levels", "4"}}).order, 8);
  // from rest at an extremum the angle's local error is even: h^(2P + 2) for order 2P
  EXPECT_NEAR(power({1, 2, 4}, false), 8, 0.1);
  EXPECT_NEAR(power({1, 2, 4, 8}, false), 10, 0.1);
}

TEST(nx_errata, equation_19_is_for_the_romberg_sequence_only) {
  EXPECT_NEAR(power({1, 2, 4}, true), 8, 0.1);
  EXPECT_NEAR(power({2, 4, 6}, false), 8, 0.1);
  EXPECT_LT(power({2, 4, 6}, true), 5) << "with the factor 4 the tableau removes nothing";
}

TEST(nx_errata, the_error_in_8_goes_with_powers_of_h_and_not_of_the_fixed_interval) {
  const real64 one = one_step_error(ratio(1, 10), {4}, false);
  const real64 two = one_step_error(ratio(1, 10), {8}, false);
  EXPECT_NEAR(to_double(real64(one / two)), 4, 0.01);  // the same Δt: its powers would not change
}

TEST(nx_errata, the_printed_force_of_the_bilinear_spring_jumps_at_minus_one) {
  const auto printed = [](double x) { return x * x <= 1 ? 10 * x : 10 * (1 + 0.5 * (x - 1)); };
  EXPECT_NEAR(printed(1 + 1e-9), printed(1), 1e-7);
  EXPECT_NEAR(printed(-1 - 1e-9) - printed(-1), 10, 1e-6);
  const auto system = find_system("bilinear-oscillator").make<double>();
  auto stepper = find_scheme("newmark").make<double>({}, system.without_events());
  const auto force = [&](double x) {
    return -stepper.start({vector<double>::Constant(1, x), vector<double>::Constant(1, 0.)}, 0.)[2];
  };
  EXPECT_NEAR(force(-1 - 1e-9), force(-1), 1e-7);
  EXPECT_NEAR(force(-2), -15, 1e-12);
}

TEST(nx_errata, the_damped_period_is_two_thirds_of_pi) {
  // x″ + 4x′ + 13x = 0 turns with √(13 − 4): after 2π/3 the state has shrunk by e^(−4π/3) and not turned
  const auto system = find_system("damped-forced-oscillator").make<real64>({{"amplitude", "0"}});
  auto stepper = find_scheme("newmark-extrapolation").make<real64>({{"levels", "8"}}, system);
  const real64 period = 2 * pi<real64>() / 3;
  vector<real64> y = stepper.start(
      {vector<real64>::Constant(1, real64(1)), vector<real64>::Constant(1, real64(-2))}, real64(0));
  static_cast<void>(integrate<real64>(
      stepper, y, time_grid<real64>(real64(0), real64(period / 40), 40), [](auto&&...) {}));
  const real64 shrunk = exp(real64(-2 * period));
  EXPECT_LT(abs(real64(y[0] / shrunk - 1)), 1e-14);
  EXPECT_LT(abs(real64(y[1] / shrunk + 2)), 1e-14);
}

}  // namespace
}  // namespace plumbline
