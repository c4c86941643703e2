// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The exact pendulum: oracle values (mpmath, cross-checked with Arb and with a Taylor series of the equation
// of motion in PARI), the equation of motion, energy and period on random starts in each regime, bad input.
#include "support/oracle_csv.hpp"
#include <plumbline/exact/pendulum.hpp>

#include <cmath>
#include <random>

namespace plumbline {
namespace {

using std::abs;
using testing::at_every_precision;
using testing::error_in_ulp;
using testing::read_oracle;

TEST(pendulum_oracle, constants_to_one_unit_states_to_one_unit_of_their_scale) {
  const auto rows = read_oracle("elliptic/pendulum.csv", 100);
  at_every_precision([&](const char* digits, auto zero) {
    using T = decltype(zero);
    const int bits = scalar_traits<T>::bits();
    int compared = 0;
    for (const auto& row : rows) {
      if (bits < std::stoi(row.at("bits"))) {
        continue;  // the start would not be exact
      }
      ++compared;
      const auto number = [&](const char* name) { return decimal<T>(row.at(name)); };
      const pendulum_solution<T> exact(number("m"), number("omega"), number("q0"), number("p0"),
                                       number("t0"));
      const std::string where = std::string(digits) + " digits: q0=" + row.at("q0") +
                                " p0=" + row.at("p0") + " t=" + row.at("t");
      EXPECT_LE(error_in_ulp(exact.energy(), row.at("energy")), 1) << where;
      EXPECT_LE(error_in_ulp(exact.modulus(), row.at("modulus")), 1) << where;
      EXPECT_LE(error_in_ulp(exact.complementary_parameter(), row.at("complementary")), 1) << where;
      EXPECT_EQ(exact.period().has_value(), row.at("period") != "0.0") << where;
      if (exact.period()) {
        EXPECT_LE(error_in_ulp(*exact.period(), row.at("period")), 1) << where;
      }
      EXPECT_EQ(exact.amplitude().has_value(), exact.motion() == pendulum_motion::libration)
          << where;
      if (exact.amplitude()) {
        EXPECT_LE(error_in_ulp(*exact.amplitude(), row.at("amplitude")), 1) << where;
      }
      const auto z = exact.state(number("t"));
      const precision_scope scope(detail::digits_for_bits(bits + 64));
      const mp unit = ldexp(mp(1), 1 - bits);
      const auto off = [&](const T& x, const char* name) {
        return mp(abs(mp(widen<mp>(x) - decimal<mp>(row.at(name)))));
      };
      const mp q_scale = std::max(mp(abs(decimal<mp>(row.at("q")))),
                                  exact.amplitude() ? widen<mp>(*exact.amplitude()) : mp(pi<mp>()));
      const mp p_scale = decimal<mp>(row.at("modulus")) * 2 * decimal<mp>(row.at("m")) *
                         decimal<mp>(row.at("omega"));
      EXPECT_LE(to_double(mp(off(z.q[0], "q") / (q_scale * unit))), 1) << where;
      EXPECT_LE(to_double(mp(off(z.p[0], "p") / (p_scale * unit))), 1) << where;
    }
    EXPECT_GE(compared, 50) << digits;
  });
}

// --- random starts ---------------------------------------------------------------------------------

enum class regime { libration, near_separatrix_below, rotation, near_separatrix_above };

constexpr regime regimes[] = {regime::libration, regime::near_separatrix_below, regime::rotation,
                              regime::near_separatrix_above};

template <class T>
T unit(std::mt19937_64& random) {
  T x(0);
  T scale(1);
  for (int bits = 0; bits < scalar_traits<T>::bits(); bits += 30) {
    scale /= 1 << 30;
    x += scale * static_cast<int>(random() >> 34);
  }
  return x;
}

template <class T>
pendulum_start<T> random_start(regime kind, std::mt19937_64& random, int largest_angle = 10) {
  using std::sqrt;
  const T m = unit<T>(random) * 3 + T(1) / 4;
  const T omega = unit<T>(random) * 7 + T(1) / 4;
  const T q0 = (unit<T>(random) * 2 - 1) * largest_angle;
  // p² = 4m²ω² (k² − sin²(q/2)), k² drawn for the regime
  const T s = sin_cos(T(q0 / 2)).sin;
  const T c2 = T(1) - s * s;
  T defect = unit<T>(random);  // |1 − k²|
  if (kind == regime::near_separatrix_below || kind == regime::near_separatrix_above) {
    for (int i = static_cast<int>(random() % 30); i >= 0; --i) {
      defect /= 2;
    }
  } else if (kind == regime::rotation) {
    defect = defect * 5 + T(1) / 64;
  }
  T rest = kind == regime::libration               ? T(c2 * unit<T>(random))
           : kind == regime::near_separatrix_below ? T(c2 * (1 - defect))
                                                   : T(c2 + defect);
  const int sign = random() % 2 == 0 ? 1 : -1;
  return {m, omega, q0, m * omega * 2 * sqrt(rest) * sign, unit<T>(random) * 4 - 2};
}

template <class T>
double magnitude_of(const T& x) {
  using std::abs;
  return to_double(T(abs(x)));
}

TEST(pendulum_identity, after_a_period_it_is_back) {
  // 64 digits; |error| ≤ 4 ε (1 + |rate| T), the rounding of t0 + T being part of it
  using T = mp64;
  std::mt19937_64 random(11);
  for (const regime kind : regimes) {
    for (int i = 0; i < 1000; ++i) {
      const auto start = random_start<T>(kind, random, 3);
      const pendulum_solution<T> exact(start.m, start.omega, start.q0, start.p0, T(0));
      ASSERT_TRUE(exact.period().has_value());
      const bool rotates = exact.motion() == pendulum_motion::rotation;
      ASSERT_EQ(rotates, kind == regime::rotation || kind == regime::near_separatrix_above);
      const T period = *exact.period();
      const auto z = exact.state(period);
      const T turn = rotates ? T(pi<T>() * (start.p0 < 0 ? -2 : 2)) : T(0);
      const T velocity = abs(start.p0) / start.m;
      const T force = start.m * start.omega * start.omega * abs(sin_cos(start.q0).sin);
      const double q_bound = to_double(T(4 * epsilon<T>() * (1 + velocity * period)));
      const double p_bound = to_double(T(4 * epsilon<T>() * (1 + force * period)));
      // the numbers compared are themselves rounded: q + 2π and p where they are above 1
      const double q_rounding = rotates ? to_double(T(epsilon<T>() * (abs(start.q0) + 7))) : 0;
      const double p_rounding = to_double(T(epsilon<T>() * abs(start.p0)));
      EXPECT_LE(magnitude_of(T(z.q[0] - start.q0 - turn)), q_bound + q_rounding) << i;
      EXPECT_LE(magnitude_of(T(z.p[0] - start.p0)), p_bound + p_rounding) << i;
    }
  }
}

TEST(pendulum_identity, energy_is_the_same_at_every_time) {
  at_every_precision([](const char* digits, auto zero) {
    using T = decltype(zero);
    std::mt19937_64 random(12);
    const int starts = scalar_traits<T>::bits() == 214 ? 1000 : 60;
    for (const regime kind : regimes) {
      for (int i = 0; i < starts; ++i) {
        const auto start = random_start<T>(kind, random);
        const pendulum_solution<T> exact(start.m, start.omega, start.q0, start.p0, start.t0);
        const auto z = exact.state(T(unit<T>(random) * 100 - 50));
        const T s = sin_cos(T(z.q[0] / 2)).sin;
        const T kinetic = z.p[0] * z.p[0] / (start.m * 2);
        const T potential = start.m * start.omega * start.omega * 2 * s * s;
        // rounding q to T moves the potential by its slope: |q| ε
        const T force = start.m * start.omega * start.omega;
        const T bound = epsilon<T>() * (4 * exact.energy() + force * abs(z.q[0]));
        EXPECT_LE(to_double(T(abs(T(kinetic + potential - exact.energy())) / bound)), 1)
            << digits << " digits, start " << i;
      }
    }
  });
}

TEST(pendulum_identity, it_satisfies_the_equation_of_motion) {
  // consistency: sixth-order differences at 64 digits with step 1e-8/ω have error about 1e-47
  using T = mp64;
  std::mt19937_64 random(13);
  for (const regime kind : regimes) {
    for (int i = 0; i < 1000; ++i) {
      const auto start = random_start<T>(kind, random);
      const pendulum_solution<T> exact(start.m, start.omega, start.q0, start.p0, start.t0);
      const T t = start.t0 + unit<T>(random) * 10 - 5;
      const T h = decimal<T>("1e-8") / start.omega;
      const auto slope = [&](auto component) {
        const auto difference = [&](int k) {
          return T(component(exact.state(T(t + h * k))) - component(exact.state(T(t - h * k))));
        };
        return T((difference(1) * 45 - difference(2) * 9 + difference(3)) / (h * 60));
      };
      const auto z = exact.state(t);
      const T speed = z.p[0] / start.m;
      const T force = -start.m * start.omega * start.omega * sin_cos(z.q[0]).sin;
      const T q_slope = slope([](const auto& x) { return T(x.q[0]); });
      const T p_slope = slope([](const auto& x) { return T(x.p[0]); });
      const T scale = start.omega * (1 + exact.modulus());
      EXPECT_LE(magnitude_of(T((q_slope - speed) / scale)), 1e-45) << i;
      EXPECT_LE(magnitude_of(T((p_slope - force) / (scale * scale * start.m))), 1e-45) << i;
    }
  }
}

TEST(pendulum_identity, time_runs_both_ways) {
  at_every_precision([](const char* digits, auto zero) {
    using T = decltype(zero);
    std::mt19937_64 random(14);
    for (int i = 0; i < 20; ++i) {
      const auto start = random_start<T>(regimes[i % 4], random);
      const pendulum_solution<T> there(start.m, start.omega, start.q0, start.p0, T(0));
      const pendulum_solution<T> mirrored(start.m, start.omega, start.q0, T(-start.p0), T(0));
      const T t = unit<T>(random) * 8;
      const auto a = there.state(T(-t));
      const auto b = mirrored.state(t);
      // rounded alike but for the sign of p
      EXPECT_LE(magnitude_of(T(a.q[0] - b.q[0])), 40 * to_double(epsilon<T>())) << digits;
      EXPECT_LE(magnitude_of(T(a.p[0] + b.p[0])), 400 * to_double(epsilon<T>())) << digits;
    }
  });
}

// --- the separatrix ----------------------------------------------------------------------------------

TEST(pendulum_separatrix, is_recognised_exactly_and_never_returns) {
  at_every_precision([](const char* digits, auto zero) {
    using T = decltype(zero);
    using std::cosh;
    using std::sinh;
    const T m = decimal<T>("0.7");
    const T omega = decimal<T>("6.28");
    const T p0 = m * omega;  // rounded: only an exact product is on the separatrix
    const pendulum_solution<T> unit_pendulum(T(1), T(1), T(0), T(2));
    EXPECT_EQ(unit_pendulum.motion(), pendulum_motion::separatrix);
    EXPECT_FALSE(unit_pendulum.period().has_value());
    EXPECT_FALSE(unit_pendulum.amplitude().has_value());
    EXPECT_EQ(unit_pendulum.modulus(), T(1));
    EXPECT_EQ(unit_pendulum.energy(), T(2));
    const T t = rational<T>(7, 4);
    const auto z = unit_pendulum.state(t);
    EXPECT_LE(magnitude_of(T(sin_cos(T(z.q[0] / 2)).sin - sinh(t) / cosh(t))),
              2 * to_double(epsilon<T>()))
        << digits;
    EXPECT_LE(magnitude_of(T(z.p[0] - 2 / cosh(t))), to_double(epsilon<T>())) << digits;
    const pendulum_solution<T> near(m, omega, T(0), T(p0 * 2));
    EXPECT_NO_THROW((void)near.state(T(3)));
  });
}

TEST(pendulum_separatrix, two_plus_and_minus_1e_minus_40_have_the_digits_of_the_distance) {
  // T = 4K/ω with k′² = (2 − p0)(2 + p0)/4; leading term: K = ln(4/k′)
  const precision_scope scope(100);
  const mp distance = decimal<mp>("1e-40");
  const pendulum_solution<mp> below(mp(1), mp(1), mp(0), mp(2 - distance));
  const pendulum_solution<mp> above(mp(1), mp(1), mp(0), mp(2 + distance));
  EXPECT_EQ(below.motion(), pendulum_motion::libration);
  EXPECT_EQ(above.motion(), pendulum_motion::rotation);
  const mp k = ellint_k(complementary(mp(distance * (4 - distance) / 4)));
  EXPECT_LE(to_double(mp(abs(mp(*below.period() / (k * 4) - 1)))), 1e-59);
  // p0 itself is rounded at 100 digits: 60 of the distance's remain, 62 of the period's
  const mp leading = log(mp(4 / sqrt(distance))) * 4;
  EXPECT_NEAR(to_double(mp(*below.period() - leading)), 0, 1e-35);
  EXPECT_NEAR(to_double(mp(*above.period() * 2 - leading)), 0, 1e-35);
}

// --- rest and bad input --------------------------------------------------------------------------------

TEST(pendulum_rest, stays_and_has_the_period_of_small_oscillations) {
  const pendulum_solution<mp64> rest(mp64(2), mp64(3), mp64(0), mp64(0));
  EXPECT_EQ(rest.motion(), pendulum_motion::rest);
  EXPECT_EQ(rest.state(mp64(5)).q[0], mp64(0));
  EXPECT_EQ(rest.state(mp64(5)).p[0], mp64(0));
  EXPECT_EQ(rest.energy(), mp64(0));
  EXPECT_EQ(*rest.amplitude(), mp64(0));
  EXPECT_LE(magnitude_of(mp64(*rest.period() - pi<mp64>() * 2 / 3)), 1e-63);
  // next to it the period is the same to all digits
  const pendulum_solution<mp64> small(mp64(2), mp64(3), decimal<mp64>("1e-40"), mp64(0));
  EXPECT_EQ(*small.period(), *rest.period());
}

TEST(pendulum_input, misuse_throws) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinite = std::numeric_limits<double>::infinity();
  EXPECT_THROW(pendulum_solution<double>(0, 1, 0, 1), domain_error);
  EXPECT_THROW(pendulum_solution<double>(1, -1, 0, 1), domain_error);
  EXPECT_THROW(pendulum_solution<double>(1, 1, nan, 1), invalid_input);
  EXPECT_THROW(pendulum_solution<double>(1, 1, 0, infinite), invalid_input);
  EXPECT_THROW(pendulum_solution<double>(1, 1, 0, 1, nan), invalid_input);
  EXPECT_THROW((void)pendulum_solution<double>(1, 1, 0, 1).state(nan), invalid_input);
  const precision_scope scope(50);
  const pendulum_solution<mp> exact(mp(1), mp(1), mp(0), mp(1));
  EXPECT_THROW((void)exact.state(decimal<mp>("1e100000000")), std::invalid_argument);
  const precision_scope other(60);
  EXPECT_THROW((void)exact.state(mp(1)), std::invalid_argument);
}

}  // namespace
}  // namespace plumbline
