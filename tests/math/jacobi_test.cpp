// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Jacobi functions: oracle values (mpmath, cross-checked with Arb and PARI), identities, the defects of
// Boost.Math that must not come back, bad input.
#include "support/oracle_csv.hpp"
#include <plumbline/math/jacobi.hpp>

#include <cmath>
#include <random>

namespace plumbline {
namespace {

using std::abs;
using testing::at_every_precision;
using testing::error_in_ulp;
using testing::oracle_row;
using testing::read_oracle;

constexpr double allowed = 1;  // the header promises 1 unit; the house 4

template <class T>
elliptic_parameter<T> parameter(const oracle_row& row) {
  return row.at("m").empty() ? complementary(decimal<T>(row.at("m1")))
                             : elliptic_parameter<T>(decimal<T>(row.at("m")));
}

TEST(jacobi_oracle, every_component_is_right_to_one_unit) {
  const auto rows = read_oracle("elliptic/jacobi.csv", 180);
  at_every_precision([&](const char* digits, auto zero) {
    using T = decltype(zero);
    int compared = 0;
    for (const auto& row : rows) {
      if (scalar_traits<T>::bits() < std::stoi(row.at("bits"))) {
        continue;  // the argument would not be exact
      }
      ++compared;
      const auto m = parameter<T>(row);
      const T u = decimal<T>(row.at("u"));
      const auto j = jacobi(u, m);
      const std::string where = std::string(digits) + " digits: u=" + row.at("u").substr(0, 40) +
                                " m=" + row.at("m") + " m1=" + row.at("m1");
      EXPECT_LE(error_in_ulp(j.sn, row.at("sn")), allowed) << "sn " << where;
      EXPECT_LE(error_in_ulp(j.cn, row.at("cn")), allowed) << "cn " << where;
      EXPECT_LE(error_in_ulp(j.dn, row.at("dn")), allowed) << "dn " << where;
      EXPECT_LE(error_in_ulp(jacobi_am(u, m), row.at("am")), allowed) << "am " << where;

      const jacobi_functions<T> f(m);
      const auto again = f(u);
      EXPECT_LE(error_in_ulp(again.sn, row.at("sn")), allowed) << "object, sn " << where;
      EXPECT_LE(error_in_ulp(again.cn, row.at("cn")), allowed) << "object, cn " << where;
      EXPECT_LE(error_in_ulp(again.dn, row.at("dn")), allowed) << "object, dn " << where;
      EXPECT_LE(error_in_ulp(f.am(u), row.at("am")), allowed) << "object, am " << where;
    }
    EXPECT_GE(compared, 120) << digits;
  });
}

// --- known defects of other libraries ------------------------------------------------------------

TEST(jacobi_defects, dn_at_a_quarter_period_is_the_complementary_modulus) {
  at_every_precision([](const char* digits, auto zero) {
    using T = decltype(zero);
    const T m = rational<T>(1, 4);
    const T k = ellint_k(m);
    using std::sqrt;
    for (const int odd : {-3, -1, 1, 3, 5, 1001}) {
      const auto j = jacobi(T(k * odd), m);
      EXPECT_LE(to_double(T(abs(T(j.dn - sqrt(T(3)) / 2)) / epsilon<T>())), 1) << digits;
    }
  });
}

TEST(jacobi_defects, cn_near_a_quarter_period_has_all_its_digits) {
  // cn(K + d) = −k′ d + O(d³): d is the rounding error of K, measured with twice the digits
  at_every_precision([](const char* digits, auto zero) {
    using T = decltype(zero);
    const T k = ellint_k(rational<T>(1, 4));
    const T cn = jacobi_cn(k, rational<T>(1, 4));
    const int bits = scalar_traits<T>::bits();
    const precision_scope twice(2 * 310);
    const mp distance = ellint_k(rational<mp>(1, 4)) - widen<mp>(k);
    const mp expected = sqrt(mp(3)) / 2 * distance;
    const mp error = abs(mp(widen<mp>(cn) / expected - 1));
    EXPECT_LE(to_double(mp(error / ldexp(mp(1), 1 - bits))), 1) << digits;
  });
}

// --- identities --------------------------------------------------------------------------------

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

TEST(jacobi_identity, the_squares_add_up) {
  at_every_precision([](const char* digits, auto zero) {
    using T = decltype(zero);
    std::mt19937_64 random(4);
    for (int i = 0; i < 100; ++i) {
      const T m = unit<T>(random) * 6 - 3;
      const T u = (unit<T>(random) * 2 - 1) * 50;
      const auto j = jacobi(u, m);
      const T one = j.sn * j.sn + j.cn * j.cn - 1;
      EXPECT_LE(to_double(T(abs(one) / epsilon<T>())), 4)
          << digits << " digits, u = " << to_text(u) << ", m = " << to_text(m);
      const T other = j.dn * j.dn + m * j.sn * j.sn - 1;
      const T size = 1 + j.dn * j.dn;
      EXPECT_LE(to_double(T(abs(other) / (size * epsilon<T>()))), 4)
          << digits << " digits, u = " << to_text(u) << ", m = " << to_text(m);
    }
  });
}

TEST(jacobi_identity, sine_and_cosine_of_the_amplitude_are_sn_and_cn) {
  at_every_precision([](const char* digits, auto zero) {
    using T = decltype(zero);
    std::mt19937_64 random(5);
    for (int i = 0; i < 50; ++i) {
      const T m = unit<T>(random) * 6 - 3;
      const T u = (unit<T>(random) * 2 - 1) * 20;
      const auto j = jacobi(u, m);
      const T am = jacobi_am(u, m);
      const auto [s, c] = sin_cos(am);
      const T bound = (abs(am) + 2) * epsilon<T>();
      EXPECT_LE(to_double(T(abs(T(s - j.sn)) / bound)), 1) << digits << " m = " << to_text(m);
      EXPECT_LE(to_double(T(abs(T(c - j.cn)) / bound)), 1) << digits << " m = " << to_text(m);
    }
  });
}

TEST(jacobi_identity, the_amplitude_is_the_inverse_of_f) {
  at_every_precision([](const char* digits, auto zero) {
    using T = decltype(zero);
    std::mt19937_64 random(6);
    for (int i = 0; i < 50; ++i) {
      const T m = unit<T>(random) * 3 - 2;
      if (T(1) - m < T(1) / 64) {
        continue;  // the inverse is ill-conditioned
      }
      const T u = (unit<T>(random) * 2 - 1) * 10;
      const T back = ellint_f(jacobi_am(u, m), m);
      // dF/dφ ≤ 8 here, and am is rounded
      EXPECT_LE(to_double(T(abs(T(back - u)) / (epsilon<T>() * 20))), 8)
          << digits << " m = " << to_text(m);
    }
  });
}

TEST(jacobi_identity, the_derivative_of_the_amplitude_is_dn) {
  // consistency at 100 digits: a central difference with step 1e-25 has error 1e-50
  const precision_scope scope(100);
  const mp h = decimal<mp>("1e-25");
  for (const char* m : {"-2.5", "0", "0.3", "0.999999", "1", "1.75"}) {
    for (const char* u : {"-7.5", "0.25", "1.5", "3", "12"}) {
      const mp x = decimal<mp>(u);
      const mp p = decimal<mp>(m);
      const mp slope = (jacobi_am(mp(x + h), p) - jacobi_am(mp(x - h), p)) / (h * 2);
      EXPECT_LE(to_double(mp(abs(mp(slope - jacobi_dn(x, p))))), 1e-48) << u << " " << m;
    }
  }
}

TEST(jacobi_identity, sn_and_am_are_odd_cn_and_dn_even) {
  at_every_precision([](const char*, auto zero) {
    using T = decltype(zero);
    for (const int quarters : {-11, 0, 3, 4, 6}) {
      const T m = rational<T>(quarters, 4);
      for (const int tenths : {1, 17, 300}) {
        const T u = rational<T>(tenths, 10);
        const auto a = jacobi(u, m);
        const auto b = jacobi(T(-u), m);
        EXPECT_EQ(a.sn, T(-b.sn));
        EXPECT_EQ(a.cn, b.cn);
        EXPECT_EQ(a.dn, b.dn);
        EXPECT_EQ(jacobi_am(u, m), T(-jacobi_am(T(-u), m)));
      }
    }
  });
}

TEST(jacobi_identity, single_functions_are_the_components) {
  const mp64 u = rational<mp64>(7, 3);
  const mp64 m = rational<mp64>(2, 3);
  const auto j = jacobi(u, m);
  EXPECT_EQ(jacobi_sn(u, m), j.sn);
  EXPECT_EQ(jacobi_cn(u, m), j.cn);
  EXPECT_EQ(jacobi_dn(u, m), j.dn);
}

TEST(jacobi_limits, m_zero_and_one_are_circular_and_hyperbolic) {
  at_every_precision([](const char* digits, auto zero) {
    using T = decltype(zero);
    using std::cosh;
    using std::tanh;
    const T u = rational<T>(13, 8);
    const auto circular = jacobi(u, T(0));
    const auto [s, c] = sin_cos(u);
    EXPECT_LE(to_double(T(abs(T(circular.sn - s)) / epsilon<T>())), 1) << digits;
    EXPECT_LE(to_double(T(abs(T(circular.cn - c)) / epsilon<T>())), 1) << digits;
    EXPECT_EQ(circular.dn, T(1));
    EXPECT_EQ(jacobi_am(u, T(0)), u);
    const auto hyperbolic = jacobi(u, T(1));
    EXPECT_LE(to_double(T(abs(T(hyperbolic.sn - tanh(u))) / epsilon<T>())), 1) << digits;
    EXPECT_LE(to_double(T(abs(T(hyperbolic.cn - 1 / cosh(u))) / epsilon<T>())), 1) << digits;
    EXPECT_EQ(hyperbolic.cn, hyperbolic.dn);
  });
}

TEST(jacobi_limits, extreme_arguments_of_double_have_values) {
  const auto tiny = jacobi(5e-324, 0.5);
  EXPECT_EQ(tiny.sn, 5e-324);
  const auto huge = jacobi(1e300, 0.5);
  EXPECT_LE(std::abs(huge.sn), 1);
  EXPECT_NEAR(huge.sn * huge.sn + huge.cn * huge.cn, 1, 4e-16);
  EXPECT_EQ(jacobi(1e5, 1.0).cn, 0);  // below the range of double
  EXPECT_EQ(jacobi(1e5, 1.0).sn, 1);
  const auto steep = jacobi(1.0, -1e300);
  EXPECT_NEAR(steep.sn * steep.sn + steep.cn * steep.cn, 1, 4e-16);
  const auto reciprocal = jacobi(1.0, 1e300);
  EXPECT_LE(std::abs(reciprocal.sn), 1e-150);
  EXPECT_LE(std::abs(jacobi(3.0, complementary(5e-324)).sn), 1);
}

// --- bad input -----------------------------------------------------------------------------------

TEST(jacobi_input, numbers_that_are_not_finite_are_refused) {
  at_every_precision([](const char*, auto zero) {
    using T = decltype(zero);
    for (const T& bad : {std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::infinity()}) {
      EXPECT_THROW((void)jacobi(bad, T(0)), invalid_input);
      EXPECT_THROW((void)jacobi(T(1), bad), invalid_input);
      EXPECT_THROW((void)jacobi_am(T(1), complementary(bad)), invalid_input);
      EXPECT_THROW((void)jacobi_functions<T>(bad), invalid_input);
      EXPECT_THROW((void)jacobi_functions<T>(T(0))(bad), invalid_input);
    }
  });
}

TEST(jacobi_input, an_argument_too_large_to_reduce_is_refused) {
  const precision_scope scope(50);
  EXPECT_THROW((void)jacobi(decimal<mp>("1e100000000"), rational<mp>(1, 2)), std::invalid_argument);
}

TEST(jacobi_objects, a_copy_in_a_narrower_scope_keeps_its_guard_digits) {
  const precision_scope scope(60);
  const mp m = rational<mp>(1, 3);
  const jacobi_functions<mp> original(m);
  const jacobi_functions<mp> copy = original;
  const mp u = decimal<mp>("123456.5");
  EXPECT_EQ(copy(u).sn, jacobi(u, m).sn);
  EXPECT_EQ(copy.am(u), jacobi_am(u, m));
}

}  // namespace
}  // namespace plumbline
