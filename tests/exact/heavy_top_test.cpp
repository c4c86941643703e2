// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The Lagrange top in quaternions. Kinds: oracle (Taylor series of the equations of motion in whole numbers,
// reference/oracles/heavy_top), in the vertical and near it, on the separatrix and near it; printed constants of the top of
// multibody dynamics; agreement with the angles of lagrange_top.hpp; consistency; what is refused.
#include "support/oracle_csv.hpp"
#include "support/oracle_numbers.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/exact/heavy_top.hpp>
#include <plumbline/exact/lagrange_top.hpp>
#include <plumbline/scalar/text.hpp>

#include <random>

namespace plumbline {
namespace {

using testing::difference;
using testing::momentum;
using testing::numbers_of;
using testing::quotient_of;

template <class T, std::size_t N>
std::array<T, N> array_of(const std::string& text) {
  const auto numbers = numbers_of<T>(text);
  std::array<T, N> r;
  std::copy_n(numbers.begin(), N, r.begin());
  return r;
}

template <class T>
heavy_top_start<T> start_of(const std::string& moments, const std::string& up,
                            const std::string& centre, const std::string& q,
                            const std::string& pi) {
  heavy_top_start<T> s;
  s.inertia = array_of<T, 3>(moments);
  s.up = array_of<T, 3>(up);
  s.centre = array_of<T, 3>(centre);
  s.q = array_of<T, 4>(q);
  s.p = momentum(s.q, array_of<T, 3>(pi));
  return s;
}

// 130 digits: what the start's rounding errors become near the separatrix is far below the 80 digits of the oracle.
TEST(heavy_top, is_the_solution_of_the_equations_of_motion) {
  const precision_scope scope(130);
  for (const auto& row : testing::read_oracle("heavy_top/values.csv", 19)) {
    SCOPED_TRACE(row.at("case"));
    const heavy_top_solution<mp> top(
        start_of<mp>(row.at("moments"), row.at("up"), row.at("centre"), row.at("q"), row.at("pi")));
    const phase_point<mp> z = top.state(quotient_of<mp>(row.at("t")));
    for (int k = 0; k < 4; ++k) {
      EXPECT_LT(difference(z.q[k], mp(row.at("q" + std::to_string(k)))), 1e-77) << k;
      EXPECT_LT(difference(z.p[k], mp(row.at("p" + std::to_string(k)))), 1e-75) << k;
    }
  }
}

TEST(heavy_top, has_the_digits_that_are_asked_for) {
  // the start is exact in few bits
  for (const char* pi : {"1 -3/4 2", "0 0 2", "4 1/1048576 1/2"}) {
    for (const char* q : {"1/2 -1/2 1/2 1/2", "1 0 0 0", "0 0 1 0"}) {
      SCOPED_TRACE(std::string(q) + ", " + pi);
      const precision_scope scope(260);
      const auto z =
          heavy_top_solution<mp>(start_of<mp>("2 2 1", "0 0 10", "0 0 1", q, pi)).state(mp(3));
      for (int digits : {16, 34, 64, 200}) {
        const precision_scope narrow(digits);
        const auto y =
            heavy_top_solution<mp>(start_of<mp>("2 2 1", "0 0 10", "0 0 1", q, pi)).state(mp(3));
        const precision_scope judge(260);
        const mp unit = ldexp(mp(1), -static_cast<int>(digits * 3.32));
        for (int k = 0; k < 4; ++k) {
          EXPECT_LT(difference(y.q[k], z.q[k]), to_double(mp(4 * unit))) << digits;
          EXPECT_LT(difference(y.p[k], z.p[k]), to_double(mp(64 * unit))) << digits;
        }
      }
      const auto y = heavy_top_solution<mp64>(start_of<mp64>("2 2 1", "0 0 10", "0 0 1", q, pi))
                         .state(mp64(3));
      for (int k = 0; k < 4; ++k) {
        EXPECT_LT(difference(y.q[k], z.q[k]), 1e-63);
      }
    }
  }
}

// J = diag(0.234375, 0.46875, 0.234375) about the centre of mass, m = 15, g = 9.81, Ω = (0, 150, −4.61538)
TEST(heavy_top, of_multibody_dynamics_has_its_constants_and_passes_the_downward_vertical) {
  const precision_scope scope(50);
  const heavy_top_solution<mp> top(start_of<mp>("975/64 15/32 975/64", "0 0 2943/20", "0 1 0",
                                                "1 0 0 0", "0 1125/16 -8999991/128000"));
  const auto facts = top.facts();
  EXPECT_LT(difference(*facts.nutation_period, mp("0.74520694761676905572731145795640")), 1e-31);
  EXPECT_LT(difference(*facts.precession_per_period, mp("0.681011128193819978300739677824")),
            1e-29);
  // the axis is R e2; the angle from the downward vertical is √(R12² + R22²)
  const auto z = top.state(mp(*facts.nutation_period / 2));
  const mp r12 = 2 * (z.q[1] * z.q[2] - z.q[0] * z.q[3]);
  const mp r22 = z.q[0] * z.q[0] - z.q[1] * z.q[1] + z.q[2] * z.q[2] - z.q[3] * z.q[3];
  const mp r32 = 2 * (z.q[2] * z.q[3] + z.q[0] * z.q[1]);
  EXPECT_LT(to_double(r32), -0.999);
  EXPECT_NEAR(to_double(mp(sqrt(mp(r12 * r12 + r22 * r22)))), 7.2e-7, 0.05e-7);
}

// With A = 2, C = 1 and W = 2: p_φ = p_ψ = 3 but for rounding errors, so that the axis passes through the upright vertical or beside it on
// either side. The mean of both precessions is ∫ p_φ/(A (1 + z)) dt over the period (mpmath's quad).
TEST(heavy_top, through_the_vertical_but_for_rounding_has_the_mean_of_both_precessions) {
  for (const int digits : {16, 30, 50, 64, 90}) {
    const precision_scope scope(digits);
    const auto tenths = [](int n) { return mp(mp(n) / 10); };
    heavy_top_start<mp> start = start_of<mp>("2 2 1", "0 0 2", "0 0 1", "1 0 0 0", "2 4 3");
    start.q = {tenths(6), tenths(8), mp(0), mp(0)};
    start.p = momentum(start.q, array_of<mp, 3>("2 4 3"));
    const auto facts = heavy_top_solution<mp>(start).facts();
    EXPECT_NEAR(to_double(*facts.nutation_period), 2.887934106878202, 1e-13) << digits;
    EXPECT_NEAR(to_double(*facts.precession_per_period), 3.787504154361490, 1e-13) << digits;
  }
}

// g2 = 3 D² + m² − m p_φ p_ψ/A², g3 = D³ − m D/2 (p_φ p_ψ/A² − m) − m² (2 E/A − p_φ²/A²)/4, D = (2 E/A + p_ψ²/A²)/6, in fractions.
TEST(heavy_top, upright_or_hanging_has_its_invariants) {
  const precision_scope scope(40);
  const auto facts_of = [](const char* moments, const char* q, const char* pi) {
    return heavy_top_solution<mp>(start_of<mp>(moments, "0 0 2", "0 0 1", q, pi)).facts();
  };
  // A = 2 with m g l = 2: m = 1, and with s = 3: D = (8 + 9)/24, g2 = 3 D² + 1 − 9/4, g3 = D³ − D/2 (9/4 − 1) − (8 − 9)/16
  const auto sleeping = facts_of("2 2 1/2", "1 0 0 0", "0 0 3");
  const mp d = mp(17) / 24;
  EXPECT_LT(difference(sleeping.g2, mp(3 * d * d - mp(5) / 4)), 1e-38);
  EXPECT_LT(difference(sleeping.g3, mp(d * d * d - d * 5 / 8 + mp(1) / 16)), 1e-38);
  EXPECT_FALSE(sleeping.nutation_period);
  // at rest: D = ±1/3, g2 = 4/3, g3 = ∓8/27
  EXPECT_LT(difference(facts_of("2 2 1", "1 0 0 0", "0 0 0").g3, mp(mp(-8) / 27)), 1e-38);
  EXPECT_LT(difference(facts_of("2 2 1", "0 1 0 0", "0 0 0").g3, mp(mp(8) / 27)), 1e-38);
}

// Where Euler's angles have no singularity near: q of φ, θ, ψ.
TEST(heavy_top, agrees_with_the_angles_of_the_lagrange_top) {
  const precision_scope scope(60);
  lagrange_top_start<mp> angles{mp(1), mp(2),     mp(1),     mp(1),     mp(5), mp(1) / 3,
                                mp(1), mp(2) / 7, mp(1) / 2, mp(1) / 5, mp(3), mp(0)};
  const auto quaternion = [](const phase_point<mp>& z) {
    const mp c = cos(mp(z.q[1] / 2));
    const mp s = sin(mp(z.q[1] / 2));
    const mp sum = (z.q[0] + z.q[2]) / 2;
    const mp difference = (z.q[0] - z.q[2]) / 2;
    return std::array<mp, 4>{mp(c * cos(sum)), mp(s * cos(difference)), mp(s * sin(difference)),
                             mp(c * sin(sum))};
  };
  const lagrange_top_solution<mp> by_angles(angles);
  const auto start = by_angles.state(mp(0));
  // Π: p_θ and (p_φ − p_ψ cos θ)/sin θ, turned by ψ
  const mp across = (start.p[0] - start.p[2] * cos(start.q[1])) / sin(start.q[1]);
  const mp c = cos(start.q[2]);
  const mp s = sin(start.q[2]);
  heavy_top_start<mp> body{
      {mp(2), mp(2), mp(1)}, {mp(0), mp(0), mp(5)}, {mp(0), mp(0), mp(1)}, quaternion(start), {}};
  body.p = momentum(body.q,
                    {mp(start.p[1] * c + across * s), mp(across * c - start.p[1] * s), start.p[2]});
  const heavy_top_solution<mp> by_quaternions(body);
  for (const int t : {1, 10, 100}) {
    const auto expected = quaternion(by_angles.state(mp(t)));
    const auto z = by_quaternions.state(mp(t));
    for (int k = 0; k < 4; ++k) {
      EXPECT_LT(difference(z.q[k], expected[static_cast<std::size_t>(k)]), 1e-55) << t;
    }
  }
  EXPECT_LT(difference(*by_quaternions.facts().spin_per_period, *by_angles.facts().spin_per_period),
            1e-56);
}

TEST(heavy_top, continues_itself) {
  const precision_scope scope(50);
  for (const char* pi : {"1 1/2 3", "4 3 4", "1/3 -16/3 4"}) {
    const auto start = start_of<mp>("2 2 1", "1 2 -2", "0 0 1", "4/5 3/5 0 0", pi);
    const heavy_top_solution<mp> top(start);
    const auto half = top.state(mp(40));
    heavy_top_start<mp> later = start;
    for (int k = 0; k < 4; ++k) {
      later.q[static_cast<std::size_t>(k)] = half.q[k];
      later.p[static_cast<std::size_t>(k)] = half.p[k];
    }
    const auto whole = top.state(mp(73));
    const auto continued = heavy_top_solution<mp>(later).state(mp(33));
    const auto back = heavy_top_solution<mp>(later).state(mp(-40));
    for (int k = 0; k < 4; ++k) {
      EXPECT_LT(difference(continued.q[k], whole.q[k]), 1e-44) << pi;
      EXPECT_LT(difference(back.q[k], start.q[static_cast<std::size_t>(k)]), 1e-44) << pi;
    }
  }
}

// Starts near the vertical, near j = ±s, near steady precession and near the sleeping top: what is lost there is counted.
TEST(heavy_top, random_starts_next_to_special_cases_agree_with_more_digits) {
  std::mt19937 random(7);
  const auto number = [&random] { return static_cast<int>(random() % 129) - 64; };
  const auto tiny = [&random] { return std::ldexp(1.0, -static_cast<int>(random() % 60)); };
  for (int k = 0; k < 60; ++k) {
    SCOPED_TRACE(k);
    std::array<double, 4> q{1, k % 3 == 0 ? tiny() : number() / 64.0, k % 2 == 0 ? tiny() : 0,
                            number() / 64.0};
    std::array<double, 3> pi{k % 4 == 0 ? tiny() : number() / 16.0, number() / 16.0,
                             number() / 16.0};
    if (k % 5 == 0) {
      pi[1] = 0;
    }
    const auto state = [&](int digits) {
      const precision_scope scope(200);
      mp square(0);
      for (const double x : q) {
        square += mp(x) * mp(x);
      }
      std::array<mp, 4> unit;
      std::array<mp, 3> body;
      const precision_scope rounded(58);  // the same start in all digits
      for (std::size_t i = 0; i < 4; ++i) {
        unit[i] = mp(mp(q[i]) / sqrt(square));
      }
      for (std::size_t i = 0; i < 3; ++i) {
        body[i] = mp(pi[i]);
      }
      std::array<mp, 4> p = momentum(unit, body);
      const precision_scope working(digits);
      heavy_top_start<mp> start{
          {mp(2), mp(2), mp(1)}, {mp(0), mp(0), mp(5)}, {mp(0), mp(0), mp(1)}, {}, {}};
      for (std::size_t i = 0; i < 4; ++i) {
        start.q[i] = widen<mp>(unit[i]);
        start.p[i] = widen<mp>(p[i]);
      }
      return heavy_top_solution<mp>(start).state(mp(7));
    };
    const auto a = state(60);
    const auto b = state(110);
    const precision_scope judge(150);
    for (int i = 0; i < 4; ++i) {
      EXPECT_LT(difference(a.q[i], b.q[i]), 4e-59) << i;
      EXPECT_LT(difference(a.p[i], b.p[i]), 4e-57) << i;
    }
  }
}

TEST(heavy_top, refuses_what_is_no_symmetric_top) {
  const precision_scope scope(40);
  const auto make = [](const char* moments, const char* centre, const char* q) {
    return heavy_top_solution<mp>(start_of<mp>(moments, "0 0 1", centre, q, "1 2 3"));
  };
  EXPECT_NO_THROW(make("2 2 1", "0 0 1", "1 0 0 0"));
  EXPECT_NO_THROW(make("2 2 2", "1 1 1", "1 0 0 0"));
  EXPECT_THROW(make("2 3 1", "0 0 1", "1 0 0 0"), domain_error);
  EXPECT_THROW(make("2 2 1", "1 0 0", "1 0 0 0"), domain_error);
  EXPECT_THROW(make("2 2 1", "0 1/1000000 1", "1 0 0 0"), domain_error);
  EXPECT_THROW(make("2 2 0", "0 0 1", "1 0 0 0"), domain_error);
  EXPECT_THROW(make("2 2 1", "0 0 1", "1 1 0 0"), domain_error);
  auto start = start_of<mp>("2 2 1", "0 0 1", "0 0 1", "1 0 0 0", "1 2 3");
  EXPECT_THROW((void)heavy_top_solution<mp>(start).state(mp(1) / mp(0)), invalid_input);
  start.p[2] = mp(1) / mp(0);
  EXPECT_THROW(heavy_top_solution<mp>{start}, invalid_input);
}

}  // namespace
}  // namespace plumbline
