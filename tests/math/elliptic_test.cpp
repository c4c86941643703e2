// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Elliptic integrals: oracle values (mpmath, cross-checked with Arb and PARI), identities, bad input.
#include "support/oracle_csv.hpp"
#include <plumbline/math/elliptic.hpp>

#include <cmath>
#include <limits>
#include <random>

namespace plumbline {
namespace {

using std::abs;
using testing::at_every_precision;
using testing::error_in_ulp;
using testing::oracle_row;
using testing::read_oracle;

template <class T>
elliptic_parameter<T> parameter(const oracle_row& row) {
  return row.at("m").empty() ? complementary(decimal<T>(row.at("m1")))
                             : elliptic_parameter<T>(decimal<T>(row.at("m")));
}

template <class T>
bool exact_in(const oracle_row& row) {
  return std::stoi(row.at("bits")) <= scalar_traits<T>::bits();
}

constexpr double allowed = 1;  // the header promises 1 unit; the house 4

TEST(elliptic_oracle, legendre_integrals_are_right_to_one_unit) {
  const auto rows = read_oracle("elliptic/legendre.csv", 200);
  at_every_precision([&](const char* digits, auto zero) {
    using T = decltype(zero);
    int compared = 0;
    for (const auto& row : rows) {
      if (!exact_in<T>(row)) {
        continue;
      }
      const auto m = parameter<T>(row);
      const auto number = [&](const char* name) { return decimal<T>(row.at(name)); };
      const std::string& f = row.at("function");
      const T value = f == "K"    ? ellint_k(m)
                      : f == "E"  ? ellint_e(m)
                      : f == "F"  ? ellint_f(number("phi"), m)
                      : f == "EI" ? ellint_e(number("phi"), m)
                      : f == "P"  ? ellint_pi(number("n"), m)
                                  : ellint_pi(number("n"), number("phi"), m);
      ++compared;
      EXPECT_LE(error_in_ulp(value, row.at("value")), allowed)
          << digits << " digits: " << f << " n=" << row.at("n") << " phi=" << row.at("phi")
          << " m=" << row.at("m") << " m1=" << row.at("m1") << " = " << to_text(value);
    }
    EXPECT_GE(compared, 150) << digits;
  });
}

TEST(elliptic_oracle, carlson_integrals_are_right_to_one_unit) {
  const auto rows = read_oracle("elliptic/carlson.csv", 60);
  at_every_precision([&](const char* digits, auto zero) {
    using T = decltype(zero);
    for (const auto& row : rows) {
      ASSERT_TRUE(exact_in<T>(row));
      const auto number = [&](const char* name) { return decimal<T>(row.at(name)); };
      const std::string& f = row.at("function");
      const T value = f == "RF"   ? carlson_rf(number("x"), number("y"), number("z"))
                      : f == "RC" ? carlson_rc(number("x"), number("y"))
                      : f == "RD" ? carlson_rd(number("x"), number("y"), number("z"))
                                  : carlson_rj(number("x"), number("y"), number("z"), number("p"));
      EXPECT_LE(error_in_ulp(value, row.at("value")), allowed)
          << digits << " digits: " << f << " " << row.at("x") << " " << row.at("y") << " "
          << row.at("z") << " " << row.at("p") << " = " << to_text(value);
    }
  });
}

// --- identities --------------------------------------------------------------------------------

// in [0, 1), all bits of T
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

TEST(elliptic_identity, legendres_relation_holds) {
  at_every_precision([](const char* digits, auto zero) {
    using T = decltype(zero);
    std::mt19937_64 random(1);
    for (int i = 0; i < 50; ++i) {
      const T m = unit<T>(random);
      const auto other = complementary(m);
      const T k = ellint_k(m);
      const T e = ellint_e(m);
      const T k1 = ellint_k(other);
      const T e1 = ellint_e(other);
      const T defect = e * k1 + e1 * k - k * k1 - pi<T>() / 2;
      // four products, each rounded to half a unit of at most K K′
      EXPECT_LE(to_double(T(abs(T(defect)) / (epsilon<T>() * (2 + k * k1)))), 4)
          << digits << " digits, m = " << to_text(m);
    }
  });
}

TEST(elliptic_identity, a_half_turn_adds_two_complete_integrals) {
  at_every_precision([](const char* digits, auto zero) {
    using T = decltype(zero);
    std::mt19937_64 random(2);
    for (int i = 0; i < 20; ++i) {
      const T m = unit<T>(random) * 3 - 2;
      if (!(m < T(1))) {
        continue;
      }
      // φ = −φ′ + π cannot be given exactly; F(φ) + F(−φ) = 0 and F at exact φ against the addition of K
      const T phi = unit<T>(random);
      const T n = T(1) / 2 - unit<T>(random);
      EXPECT_EQ(ellint_f(T(-phi), m), T(-ellint_f(phi, m)));
      EXPECT_EQ(ellint_e(T(-phi), m), T(-ellint_e(phi, m)));
      EXPECT_EQ(ellint_pi(n, T(-phi), m), T(-ellint_pi(n, phi, m)));
      const T turned = phi + pi<T>();
      const T slope = 1 / T(1 - m);  // of F, E and Π here: below 1/√(1−m)/(1−n)
      const double bound = 8 * to_double(T(slope + 2));
      const T f = ellint_f(turned, m) - ellint_f(phi, m) - ellint_k(m) * 2;
      EXPECT_LE(to_double(T(abs(f) / epsilon<T>())), bound) << digits << " m = " << to_text(m);
      const T e = ellint_e(turned, m) - ellint_e(phi, m) - ellint_e(m) * 2;
      EXPECT_LE(to_double(T(abs(e) / epsilon<T>())), bound) << digits << " m = " << to_text(m);
      const T p = ellint_pi(n, turned, m) - ellint_pi(n, phi, m) - ellint_pi(n, m) * 2;
      EXPECT_LE(to_double(T(abs(p) / epsilon<T>())), 4 * bound) << digits << " m = " << to_text(m);
    }
  });
}

// R_F(1/7, 2, 3/11): the last of 1000 digits by mpmath 1.3, elliprf with mp.dps = 1020.
TEST(elliptic_oracle, carlson_rf_has_a_thousand_digits) {
  const precision_scope scope(1000);
  const std::string text = to_text(carlson_rf(mp(1) / 7, mp(2), mp(3) / 11));
  EXPECT_NE(text.find("279555572562719044763160764415"), std::string::npos) << text;
}

TEST(elliptic_identity, carlson_integrals_are_homogeneous_and_symmetric) {
  at_every_precision([](const char* digits, auto zero) {
    using T = decltype(zero);
    std::mt19937_64 random(3);
    for (int i = 0; i < 20; ++i) {
      const T x = unit<T>(random);
      const T y = unit<T>(random);
      const T z = unit<T>(random);
      const T p = unit<T>(random);
      EXPECT_EQ(carlson_rf(x, y, z), carlson_rf(z, x, y)) << digits;
      EXPECT_EQ(carlson_rf(T(x * 4), T(y * 4), T(z * 4)) * 2, carlson_rf(x, y, z)) << digits;
      EXPECT_EQ(carlson_rj(x, y, z, p), carlson_rj(y, z, x, p)) << digits;
      EXPECT_EQ(carlson_rj(x, y, z, z), carlson_rd(x, y, z)) << digits;
      EXPECT_EQ(carlson_rf(x, y, y), carlson_rc(x, y)) << digits;
    }
  });
}

TEST(elliptic_identity, parameter_and_complementary_parameter_agree_where_both_are_exact) {
  at_every_precision([](const char*, auto zero) {
    using T = decltype(zero);
    for (const int eighths : {-80, -1, 0, 1, 4, 7}) {
      const T m = rational<T>(eighths, 8);
      const auto other = complementary(T(1 - m));
      EXPECT_EQ(ellint_k(m), ellint_k(other));
      EXPECT_EQ(ellint_e(m), ellint_e(other));
      EXPECT_EQ(ellint_pi(rational<T>(1, 3), T(2), m), ellint_pi(rational<T>(1, 3), T(2), other));
    }
  });
}

// --- bad input ---------------------------------------------------------------------------------

// The doubles around odd multiples of a right angle, where the rounded quotient by pi may be on the other side; 60 digits
// know the side.
TEST(elliptic_amplitude, beside_a_right_angle_is_reduced_to_the_right_side) {
  const precision_scope scope(60);
  const double infinity = std::numeric_limits<double>::infinity();
  for (int k = -999; k < 1000; k += 2) {
    const double middle = to_double(mp(pi<mp>() * k / 2));
    for (const double phi :
         {std::nextafter(middle, -infinity), middle, std::nextafter(middle, infinity)}) {
      const auto r = elliptic_kernel::reduce_amplitude(phi);
      const mp rest = mp(phi) - pi<mp>() * mp(r.half_turns);
      EXPECT_LE(abs(rest), mp(pi<mp>() / 2)) << phi;
      EXPECT_EQ(r.sine < 0, rest < 0) << phi;
      EXPECT_NEAR(r.cosine, to_double(mp(cos(rest))), 1e-20) << phi;
    }
  }
}

TEST(elliptic_input, outside_the_domain_is_a_domain_error) {
  at_every_precision([](const char*, auto zero) {
    using T = decltype(zero);
    const T half = rational<T>(1, 2);
    EXPECT_THROW((void)ellint_k(T(1)), domain_error);
    EXPECT_THROW((void)ellint_k(T(2)), domain_error);
    EXPECT_THROW((void)ellint_k(complementary(T(0))), domain_error);
    EXPECT_THROW((void)ellint_e(T(1 + epsilon<T>())), domain_error);
    EXPECT_EQ(ellint_e(T(1)), T(1));
    EXPECT_THROW((void)ellint_f(T(2), T(1)), domain_error);
    EXPECT_THROW((void)ellint_f(T(1), T(2)), domain_error);
    EXPECT_THROW((void)ellint_e(T(1), T(2)), domain_error);
    EXPECT_THROW((void)ellint_pi(T(1), half), domain_error);
    EXPECT_THROW((void)ellint_pi(T(2), half), domain_error);
    EXPECT_THROW((void)ellint_pi(half, T(1)), domain_error);
    EXPECT_THROW((void)ellint_pi(T(2), T(1), half), domain_error);  // beyond the pole
    EXPECT_THROW((void)ellint_pi(T(1), T(2), half), domain_error);  // across the pole
    EXPECT_THROW((void)ellint_pi(half, T(1), T(2)), domain_error);
    EXPECT_THROW((void)carlson_rf(T(0), T(0), T(1)), domain_error);
    EXPECT_THROW((void)carlson_rf(T(-1), T(1), T(1)), domain_error);
    EXPECT_THROW((void)carlson_rc(T(1), T(0)), domain_error);
    EXPECT_THROW((void)carlson_rd(T(1), T(1), T(0)), domain_error);
    EXPECT_THROW((void)carlson_rj(T(1), T(1), T(1), T(-1)), domain_error);
  });
}

TEST(elliptic_input, a_number_that_is_not_finite_is_refused) {
  at_every_precision([](const char*, auto zero) {
    using T = decltype(zero);
    for (const T& bad : {std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::infinity(),
                         T(-std::numeric_limits<T>::infinity())}) {
      EXPECT_THROW((void)ellint_k(bad), invalid_input);
      EXPECT_THROW((void)ellint_e(complementary(bad)), invalid_input);
      EXPECT_THROW((void)ellint_f(bad, T(0)), invalid_input);
      EXPECT_THROW((void)ellint_e(T(1), bad), invalid_input);
      EXPECT_THROW((void)ellint_pi(bad, T(0)), invalid_input);
      EXPECT_THROW((void)ellint_pi(T(0), bad, T(0)), invalid_input);
      EXPECT_THROW((void)carlson_rf(bad, T(1), T(1)), invalid_input);
      EXPECT_THROW((void)carlson_rj(T(1), T(1), T(1), bad), invalid_input);
    }
  });
}

TEST(elliptic_input, a_number_of_another_precision_is_refused) {
  const precision_scope wide(50);
  const mp made_wide = rational<mp>(1, 3);
  const precision_scope narrow(30);
  EXPECT_THROW((void)ellint_k(made_wide), std::invalid_argument);
  EXPECT_NO_THROW((void)ellint_k(rational<mp>(1, 3)));
}

}  // namespace
}  // namespace plumbline
