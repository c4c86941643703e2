// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Exact solutions by Boost.Math's functions beside our own.
// Kind: two computations that share no function; where Boost is known to be wrong or without a value, that is said.
#include "support/oracle_csv.hpp"
#include <plumbline/catalogue/exact_solutions.hpp>
#include <plumbline/exact/lagrange_top.hpp>
#include <plumbline/exact/pendulum.hpp>

#include <random>

namespace plumbline {
namespace {

/// Equal to 60 digits, relative to the larger of |b| and `scale`.
void expect_equal(const mp64& a, const mp64& b, double scale, const std::string& where) {
  const mp64 size = abs(b) < mp64(scale) ? mp64(scale) : mp64(abs(b));
  EXPECT_LE(to_double(mp64(abs(mp64(a - b)) / size)), 1e-60) << where;
}

TEST(second_opinion, pendulums_agree_to_60_digits) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> angle(-3, 3);
  std::uniform_real_distribution<double> momentum(-3, 3);
  std::uniform_real_distribution<double> time(-20, 20);
  int compared = 0;
  int refused = 0;
  for (int i = 0; i < 60; ++i) {
    const mp64 q0(angle(random));
    const mp64 p0(momentum(random));
    const mp64 t(time(random));
    const std::string where =
        "q0 = " + to_text(q0, 6) + ", p0 = " + to_text(p0, 6) + ", t = " + to_text(t, 6);
    const pendulum_solution<mp64> own(mp64(1), mp64(1), q0, p0);
    try {
      const pendulum_solution<mp64, boost_functions> boost(mp64(1), mp64(1), q0, p0);
      const auto a = own.state(t);
      const auto b = boost.state(t);
      expect_equal(b.q[0], a.q[0], 1, where);
      expect_equal(b.p[0], a.p[0], 1, where);
      if (own.period()) {
        expect_equal(*boost.period(), *own.period(), 0, where);
      }
      ++compared;
    } catch (const domain_error& reason) {
      ++refused;
      EXPECT_NE(std::string(reason.what()).find("Boost.Math"), std::string::npos) << reason.what();
    }
  }
  EXPECT_GE(compared, 55) << refused << " without a value";
}

TEST(second_opinion, tops_agree_to_60_digits_by_legendre_instead_of_weierstrass) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> tilt(0.3, 2.8);
  std::uniform_real_distribution<double> any(-3, 3);
  for (int i = 0; i < 12; ++i) {
    lagrange_top_start<mp64> start;
    start.mass = mp64(1);
    start.I = mp64(1);
    start.I3 = mp64(2) / 3;
    start.l = mp64(1);
    start.g = mp64(i % 4 == 3 ? -2 : 2);
    start.phi = mp64(any(random));
    start.theta = mp64(tilt(random));
    start.psi = mp64(any(random));
    start.w1 = mp64(any(random));
    start.w2 = mp64(any(random));
    start.w3 = mp64(any(random));
    start.t0 = mp64(0);
    const lagrange_top_solution<mp64> own(start);
    const lagrange_top_solution<mp64, boost_functions> boost(start);
    const auto a = own.facts();
    const auto b = boost.facts();
    ASSERT_TRUE(a.nutation_period && b.nutation_period);
    expect_equal(*b.nutation_period, *a.nutation_period, 0, "period");
    expect_equal(*b.precession_per_period, *a.precession_per_period, 1, "precession");
    expect_equal(*b.spin_per_period, *a.spin_per_period, 1, "spin");
    expect_equal(*b.half_period3, *a.half_period3, 0, "imaginary half period");
    for (const int t : {-7, 1, 40}) {
      const auto x = own.state(mp64(t));
      const auto y = boost.state(mp64(t));
      for (int k = 0; k < 3; ++k) {
        const std::string where = std::to_string(i) + " t = " + std::to_string(t);
        expect_equal(y.q[k], x.q[k], 1, where);
        expect_equal(y.p[k], x.p[k], 1, where);
      }
    }
  }
}

TEST(second_opinion, is_a_choice_in_the_catalogue_where_there_are_elliptic_functions) {
  const precision_scope scope(50);
  vector<mp> one = vector<mp>::Constant(1, mp(1));
  const auto problem = exact_problem::of(find_system("pendulum"), {{"omega", "3"}}, {one, one});
  const auto own = solve_exactly(problem);
  const auto boost = solve_exactly(problem, parse_elliptic_functions("boost"));
  const mp t = decimal<mp>("0.7");
  EXPECT_LE(to_double(mp(abs(mp(own.state(t).q[0] - boost.state(t).q[0])))), 1e-48);
  EXPECT_EQ(own.constants.at(1).name, "period");

  const auto oscillator = exact_problem::of(find_system("harmonic-oscillator"), {}, {one, one});
  EXPECT_NO_THROW((void)solve_exactly(oscillator));
  EXPECT_THROW((void)solve_exactly(oscillator, elliptic_functions::boost), invalid_input);
  EXPECT_THROW((void)solve_exactly(exact_problem::of(
                   find_system("double-pendulum"), {},
                   {vector<mp>::Constant(2, mp(1)), vector<mp>::Constant(2, mp(1))})),
               invalid_input);
  EXPECT_THROW((void)parse_elliptic_functions("bost"), invalid_input);
  EXPECT_THROW((void)problem.parameter("length"), invalid_input);
}

// The value that Boost.Math 1.81 gets wrong (docs/boost-math.md): dn(K, k = 1/2) = sqrt(3)/2, Boost says 1.
TEST(second_opinion, keeps_boosts_own_words_and_faults) {
  const precision_scope scope(64);
  EXPECT_THROW((void)boost_math::modulus(mp(-1)), domain_error);
  EXPECT_THROW((void)boost_math::ellint_1(mp(2)), domain_error);
  EXPECT_THROW((void)boost_math::ellint_3(mp(1) / 2, mp(2)), domain_error);
}

}  // namespace
}  // namespace plumbline
