// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The errata of PD that docs/errata.md lists, in which the printed form fails, and the leading term of period errors.
// Kind: closed forms (exact periods of the pendulum and of Suris's maps), oracle (reference/oracles/pd/explanations.py),
// the schemes' own runs against printed cells.
#include "support/oracle_csv.hpp"
#include <plumbline/data/paper.hpp>
#include <plumbline/exact/pendulum.hpp>
#include <plumbline/measure/averages.hpp>
#include <plumbline/measure/recurrence.hpp>
#include <plumbline/mechanics/systems/pendulum.hpp>
#include <plumbline/scalar/exact.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/schemes/leapfrog.hpp>
#include <plumbline/schemes/pd_projection.hpp>
#include <plumbline/schemes/projection.hpp>
#include <plumbline/schemes/rk4.hpp>
#include <plumbline/schemes/suris.hpp>
#include <plumbline/schemes/suris_period.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace plumbline {
namespace {

using measured = mp64;

measured number(const char* text) { return decimal<measured>(text); }
pendulum_solution<measured> exact(const char* p0) {
  return {measured(1), measured(1), measured(0), number(p0)};
}
double suris_error(suris_map map, const char* p0, const char* h) {
  const measured period =
      *suris_period(map, measured(1), measured(1), measured(0), number(p0), number(h));
  return to_double(measured(period / *exact(p0).period() - 1));
}

/// z_0, z_1, … of a stepper from (0, p0) in double.
template <class Stepper>
std::vector<double> zeros_of(Stepper stepper, double p0, double h, std::size_t count) {
  phase_point<double> z{vector<double>::Constant(1, 0.0), vector<double>::Constant(1, p0)};
  zero_crossings<double> crossings;
  std::vector<double> zeros;
  while (zeros.size() < count) {
    crossings.add(z.q[0], [&](const crossing<double>& found) {
      zeros.push_back((static_cast<double>(found.cell) + found.fraction) * h);
    });
    EXPECT_TRUE(stepper.step(z, h).ok());
  }
  return zeros;
}

/// A formula of the paper's file.
measured of_paper(const std::string& formula) {
  static const paper pd = load_paper(PLUMBLINE_SOURCE_DIR "/reference/published/pd.toml");
  constexpr int all_digits = 64;
  paper_formulas formulas(pd.names, all_digits);
  const std::size_t which = formulas.ask(formula, {}, all_digits);
  run_host nobody;
  formulas.compute(1, nobody);
  EXPECT_EQ(formulas.value(which).failure, "") << formula;
  return from_text<measured>(formulas.value(which).number);
}

// The explanation of the "resonances": the leading term of the period's error, T(ε) = T + c ε² + O(ε⁴), for oscillations of
// φ″ = −sin φ from (0, p0). Its closed forms are the c_... of the paper's file; this is where they come from.
//
// A symmetric symplectic scheme of order 2 follows H + ε² H_2 + O(ε⁴) (backward error analysis; Hairer, Lubich & Wanner
// IX.3, IX.4). The orbit with H + ε² H_2 = e encloses the action ∮p dφ, which to this order is that of H less
// ε² ∮H_2 dt, and the period is its derivative by e. The start has e = h + ε² H_2(0, p0), h = ½ p0² = 2m, so that
//
//   c = T′(h) H_2(0, p0) − d/dh ∮ H_2 dt
//
// With V″ = cos φ, p V″ + (V′)²/p … integrated by parts, ∮V″p² dt = ∮V′² dt = J, and dJ/dh = ∮V″ dt:
//
//   T = 4K,  T′(h) = (E − (1 − m)K)/(m(1 − m)),  dJ/dh = 4(2E − K),  K = K(m), E = E(m), m = p0²/4
//
//   leapfrog   H_2 = V″p²/12 − V′²/24       ∮H_2 = J/24        Suris 1    that of leapfrog − V′²/4     ∮H_2 = −5J/24
//   midpoint   H_2 = −(V″p² + V′²)/24       ∮H_2 = −J/12       Suris 2    that of leapfrog − V′²/8     ∮H_2 = −J/12
//
// (Suris's maps are leapfrog with a force of their own, −V′ + ε²V′V″/2 and half of that; momenta differ by a half kick,
// which is nothing at φ = 0.) The discrete gradient keeps H and only changes the speed, by 1 − ε²V″/12; the modified one
// does that with δ = ε + ε³/12 for ε.

TEST(pd_period_error, vanishes_where_integrals_along_the_orbit_say) {
  const auto rows = testing::read_oracle("pd/resonances.csv", 3);
  for (const auto& row : rows) {
    const std::string scheme = row.at("scheme");
    const bool is_gradient = scheme != "leapfrog" && scheme != "midpoint";
    const std::string name = is_gradient ? "gradient" : scheme;
    const measured zero = of_paper("'resonance of " + name + "'");
    EXPECT_LT(std::abs(to_double(measured(zero - number(row.at("p0").c_str())))), 2e-32);
    EXPECT_LT(std::abs(to_double(of_paper("c_" + name + "('resonance of " + name + "')"))), 1e-61);
  }
}

TEST(pd_period_error, of_suris_is_that_of_the_exact_periods) {
  for (const auto& [c, map] :
       {std::pair{"c_Suris1", suris_map::first}, std::pair{"c_Suris2", suris_map::second}}) {
    for (const char* p0 : {"0.1", "1.2", "1.9"}) {
      const measured h = number("1e-15");
      const measured period =
          *suris_period(map, measured(1), measured(1), measured(0), number(p0), h);
      const measured found = (period - *exact(p0).period()) / (h * h);
      const measured expected = of_paper(std::string(c) + "(" + p0 + ")");
      EXPECT_LT(std::abs(to_double(measured(found / expected - 1))), 1e-26) << p0;
    }
  }
}

TEST(pd_period_error, for_small_oscillations_is_that_of_the_linear_schemes) {
  // cos ωε = 1 − ε²/2, tan(ωε/2) = ε/2, …: T/T_0 − 1 = −ε²/24, ε²/12, 5ε²/24, ε²/12, ε²/12, 0
  for (const auto& [c, twentyfourths] :
       {std::pair{"c_leapfrog", -1}, std::pair{"c_midpoint", 2}, std::pair{"c_Suris1", 5},
        std::pair{"c_Suris2", 2}, std::pair{"c_gradient", 2}, std::pair{"c_modified", 0}}) {
    const measured relative = of_paper(std::string(c) + "(1e-16)") / (pi<measured>() * 2);
    EXPECT_LT(std::abs(to_double(measured(relative - rational<measured>(twentyfourths, 24)))),
              1e-30);
  }
}

// Numbers

TEST(pd_errata, the_amplitude_for_p0_one_tenth_is_0_03184427_pi) {
  const measured turns = *exact("0.1").amplitude() / pi<measured>();
  EXPECT_LT(std::abs(to_double(measured(turns - number("0.03184427")))), 5e-9);
  EXPECT_GT(std::abs(to_double(measured(turns - number("0.03184437")))), 9e-8);  // printed
}

TEST(pd_errata, the_amplitude_for_p0_1_8_is_0_7128674_pi) {
  const measured turns = *exact("1.8").amplitude() / pi<measured>();
  EXPECT_LT(std::abs(to_double(measured(turns - number("0.7128674")))), 5e-8);
  EXPECT_LT(std::abs(to_double(measured(turns * pi<measured>() - number("2.239539")))), 5e-7);
  EXPECT_GT(std::abs(to_double(measured(turns - number("0.7128677")))), 2e-7);  // printed
}

TEST(pd_errata, the_period_of_figure_12_is_truncated_in_the_caption_and_rounded_in_the_text) {
  const measured period = *exact("0.1").period();
  EXPECT_LT(std::abs(to_double(measured(period - number("6.28711783")))), 5e-9);
  EXPECT_LT(number("6.28711782"), period);
  EXPECT_LT(period, number("6.28711783"));
}

TEST(pd_errata, the_printed_fit_of_leapfrog_is_off_by_1_1_and_not_0_9) {
  const double error = to_double(measured(number("6.28711794") - *exact("0.1").period())) * 1e7;
  EXPECT_NEAR(error, 1.1, 0.05);
  EXPECT_GT(std::abs(error - 0.9), 0.15);
}

TEST(pd_errata, the_mu_of_figures_1_to_3_belong_to_half_the_step) {
  const measured period = *suris_period(suris_map::first, measured(1), measured(1), measured(0),
                                        number("1.95"), number("0.2"));
  EXPECT_LT(std::abs(to_double(measured(period - number("11.88884005")))), 2e-8);
  for (const auto& [k, printed, unit] :
       {std::tuple{9, -0.0044, 1e-4}, std::tuple{448, 0.0035, 1e-4},
        std::tuple{457, -0.00093, 1e-5}}) {
    const double at_step = to_double(nearest_whole(measured(period / number("0.2")), k).remainder);
    const double at_half = to_double(nearest_whole(measured(period / number("0.1")), k).remainder);
    EXPECT_NEAR(at_half, printed, 6 * unit) << k;
    EXPECT_GT(std::abs(at_step - printed), 10 * unit) << k;
  }
}

TEST(pd_errata, l_k_over_k_approximates_the_period_over_two_steps) {
  const double ratio = 182.508291;  // Example 1
  const auto nu = nearest_whole(ratio / 2, 59);
  EXPECT_NEAR(static_cast<double>(nu.whole) / 59, ratio / 2, 1e-3);
  EXPECT_GT(std::abs(static_cast<double>(nu.whole) / 59 - ratio), 90);  // as the text says
}

TEST(pd_errata, the_errors_of_figure_16_belong_to_twice_the_step) {
  const double period = to_double(*exact("2.000001").period());
  EXPECT_NEAR(period, 16.58809538, 1e-8);
  const double percent = std::abs(16.56380722 / period - 1) * 100;  // the caption's own T, ε = 0.1
  EXPECT_NEAR(percent, 0.146, 1e-3);
  EXPECT_GT(std::abs(percent - 0.59), 0.4);
}

// Table 3, ε = 0.5, p0 = 1.6: 3.74E-02 and 3.08E-02 for Suris
TEST(pd_errata, the_row_1_6_of_table_3_was_computed_with_the_step_0_6) {
  EXPECT_NEAR(suris_error(suris_map::first, "1.6", "0.6"), 3.74e-2, 5e-5);
  EXPECT_NEAR(suris_error(suris_map::second, "1.6", "0.6"), 3.08e-2, 5e-5);
  EXPECT_GT(std::abs(suris_error(suris_map::first, "1.6", "0.5") - 3.74e-2), 5e-3);
  EXPECT_GT(std::abs(suris_error(suris_map::second, "1.6", "0.5") - 3.08e-2), 5e-3);
  // the row below is right
  EXPECT_NEAR(suris_error(suris_map::first, "1.8", "0.5"), 3.27e-2, 5e-5);
}

// Table 3, ε = 0.02, p0 = 1: 9.86E-05 in the column of the standard projection
TEST(pd_errata, the_projection_columns_are_not_projections_of_leapfrog) {
  const double h = 0.02;
  const double period = to_double(*exact("1").period());
  const auto count = static_cast<std::size_t>(2 * 51);
  const auto mean_error = [&](const std::vector<double>& zeros) {
    double sum = 0;
    std::size_t used = 0;
    for (std::size_t n = zeros.size() / 2; n < zeros.size(); ++n) {
      sum += 2 * zeros[n] / static_cast<double>(n);
      ++used;
    }
    return sum / static_cast<double>(used) / period - 1;
  };
  const pendulum<double> system{1, 1};
  using leapfrog = leapfrog_stepper<double, pendulum<double>>;
  const double right = mean_error(zeros_of(
      standard_projection_stepper<double, pendulum<double>, leapfrog>(system, leapfrog(system)), 1,
      h, count));
  using printed_map = pd_map<double>;
  const double printed = mean_error(zeros_of(
      standard_projection_stepper<double, pendulum<double>, printed_map>(system, printed_map(1, 1)),
      1, h, count));
  EXPECT_NEAR(printed, 9.86e-5, 1e-6);
  EXPECT_NEAR(right, -1.45e-5, 1e-6);
}

/// RK4 on φ′ = p, p′ = −sin φ.
struct rk4_of_the_pendulum {
  solve_report step(phase_point<double>& z, double h) {
    vector<double> y(2);
    y << z.q, z.p;
    const auto field = [](double, const vector<double>& at, vector<double>& rate) {
      rate.resize(2);
      rate << at[1], -std::sin(at[0]);
      return solve_report{};
    };
    const solve_report report = rk4_stepper<double, decltype(field)>(field).step(y, 0, h);
    z.q[0] = y[0];
    z.p[0] = y[1];
    return report;
  }
};

TEST(pd_errata, the_first_period_of_rk4_is_11_64999) {
  const auto zeros = zeros_of(rk4_of_the_pendulum{}, 1.95, 0.2, 41);
  EXPECT_NEAR(zeros[40] / 20, 11.64999, 1e-5);
  EXPECT_GT(std::abs(zeros[40] / 20 - 11.64602), 3e-3);  // printed
}

}  // namespace
}  // namespace plumbline
