// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Exact constants: arithmetic of rational numbers, and one rounding to each scalar. Kind: property; the decimals of one
// third and one tenth in binary by hand.
#include <plumbline/math/dual.hpp>
#include <plumbline/scalar/exact.hpp>
#include <plumbline/scalar/exact_number.hpp>
#include <plumbline/scalar/precision_scope.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>

namespace plumbline {
namespace {

exact_number ratio(long n, long d) { return exact_number(n) / exact_number(d); }

TEST(exact_number, is_a_field) {
  EXPECT_EQ(ratio(1, 3) + ratio(1, 6), ratio(1, 2));
  EXPECT_EQ(ratio(1, 3) - ratio(1, 2), ratio(-1, 6));
  EXPECT_EQ(ratio(2, 3) * ratio(-3, 4), ratio(1, -2));
  EXPECT_EQ(ratio(2, 3) / ratio(4, 9), ratio(3, 2));
  EXPECT_EQ(-ratio(2, 3), ratio(-2, 3));
  EXPECT_EQ(exact_number(), exact_number(0));
  EXPECT_TRUE(ratio(-1, 2) < ratio(-1, 3));
  EXPECT_FALSE(ratio(1, 3) < ratio(1, 3));
  EXPECT_THROW(exact_number(1) / exact_number(0), std::invalid_argument);
  EXPECT_EQ(ratio(6, 4).text(), "3/2");
  EXPECT_EQ(ratio(6, -3).text(), "-2");
  EXPECT_EQ(ratio(-1, 7).sign(), -1);
  EXPECT_EQ(exact_number(0).sign(), 0);
  std::mt19937 random(7);
  for (int i = 0; i < 300; ++i) {
    const auto any = [&] {
      return ratio(static_cast<long>(random()) - (1L << 31), 1 + static_cast<long>(random()));
    };
    const exact_number a = any();
    const exact_number b = any();
    const exact_number c = any();
    EXPECT_EQ((a + b) * c, a * c + b * c);
    EXPECT_EQ((a - b) + b, a);
    EXPECT_EQ(c.sign() == 0 ? a : (a / c) * c, a);
    EXPECT_EQ((a + b).hash(), (b + a).hash());
    EXPECT_NE(a < b, b < a || a == b);
  }
}

TEST(exact_number, takes_the_integers_of_every_type) {
  EXPECT_EQ(exact_number(std::numeric_limits<long>::min()).text(), "-9223372036854775808");
  EXPECT_EQ(exact_number(std::numeric_limits<unsigned long>::max()).text(), "18446744073709551615");
  EXPECT_EQ(exact_number(true), exact_number(1));
  EXPECT_EQ(exact_number(static_cast<short>(-3)).to_integer(), -3);
  EXPECT_EQ(exact_number(std::numeric_limits<unsigned long>::max()).to_integer(), std::nullopt);
  EXPECT_EQ(exact_number(std::numeric_limits<long>::min()).to_integer(),
            std::numeric_limits<long>::min());
  EXPECT_EQ(ratio(1, 2).to_integer(), std::nullopt);
  EXPECT_TRUE(ratio(4, 2).is_integer());
}

TEST(exact_number, reads_decimals_exactly) {
  EXPECT_EQ(exact_number::decimal("0.1"), ratio(1, 10));
  EXPECT_EQ(exact_number::decimal("-12.5e-3"), ratio(-1, 80));
  EXPECT_EQ(exact_number::decimal("1e2"), exact_number(100));
  EXPECT_EQ(exact_number::decimal("1E+2"), exact_number(100));
  EXPECT_EQ(exact_number::decimal("0.000"), exact_number(0));
  EXPECT_EQ(exact_number::decimal("00.10"), ratio(1, 10));
  EXPECT_EQ(exact_number::decimal("1e-400000") * exact_number::decimal("1e400000"),
            exact_number(1));
  for (const char* text : {"", "abc", "1e", "0.1x", "1e400001", "1e-99999999999999999999", "nan",
                           "inf", "1/2", "--1", "0x10", " "}) {
    EXPECT_THROW(exact_number::decimal(text), std::invalid_argument) << "'" << text << "'";
  }
}

TEST(exact_number, takes_binary_numbers_exactly) {
  MPFR_DECL_INIT(x, 53);
  mpfr_set_d(x, 0.1, MPFR_RNDN);
  EXPECT_EQ(exact_number::binary(x).text(), "3602879701896397/36028797018963968");
  mpfr_set_si(x, 0, MPFR_RNDN);
  EXPECT_EQ(exact_number::binary(x), exact_number(0));
  mpfr_set_inf(x, 1);
  EXPECT_THROW(exact_number::binary(x), std::invalid_argument);
  mpfr_set_nan(x);
  EXPECT_THROW(exact_number::binary(x), std::invalid_argument);
}

TEST(exact_number, knows_powers_of_two_and_roots) {
  for (const auto& x :
       {exact_number(1), exact_number(-2), ratio(1, 1024), exact_number(1L << 62)}) {
    EXPECT_TRUE(x.is_power_of_two()) << x.text();
  }
  for (const auto& x : {exact_number(0), exact_number(3), ratio(3, 4), ratio(1, 3)}) {
    EXPECT_FALSE(x.is_power_of_two()) << x.text();
  }
  EXPECT_EQ(ratio(9, 16).exact_sqrt(), ratio(3, 4));
  EXPECT_EQ(exact_number(0).exact_sqrt(), exact_number(0));
  EXPECT_EQ(exact_number(2).exact_sqrt(), std::nullopt);
  EXPECT_EQ(ratio(4, 3).exact_sqrt(), std::nullopt);
  EXPECT_EQ(exact_number(-4).exact_sqrt(), std::nullopt);
}

template <class T>
void expect_one_rounding() {
  // a quotient of two numbers that are exact in T is rounded once by the scalar itself
  std::mt19937 random(11);
  for (int i = 0; i < 300; ++i) {
    const long n = static_cast<long>(random()) - (1L << 31);
    const long d = 1 + static_cast<long>(random());
    EXPECT_EQ(from_exact<T>(ratio(n, d)), T(T(n) / T(d))) << n << '/' << d;
  }
  EXPECT_EQ(from_exact<T>(exact_number::decimal("0.1")), decimal<T>("0.1"));
  EXPECT_EQ(from_exact<T>(exact_number::decimal("-1234567.0890123e-20")),
            decimal<T>("-1234567.0890123e-20"));
  EXPECT_EQ(from_exact<T>(exact_number(0)), T(0));
}

TEST(exact_number, is_rounded_once_to_each_scalar) {
  expect_one_rounding<double>();
#if PLUMBLINE_HAS_QUAD
  expect_one_rounding<quad>();
#endif
  expect_one_rounding<mp64>();
  for (const int digits : {20, 200, 1000}) {
    const precision_scope scope(digits);
    expect_one_rounding<mp>();
  }
}

TEST(exact_number, rounds_to_even_and_to_subnormal_numbers_of_double) {
  const exact_number one(1);
  exact_number e(1);  // 2^-53
  for (int i = 0; i < 53; ++i) {
    e = e / exact_number(2);
  }
  EXPECT_EQ(from_exact<double>(one + e), 1.0);
  EXPECT_EQ(from_exact<double>(one + e * exact_number(3)), 1.0 + std::ldexp(1.0, -51));
  // just above the middle: rounding twice, by way of 113 bits, would fall to even
  EXPECT_EQ(from_exact<double>(one + e + e * e * e), 1.0 + std::ldexp(1.0, -52));
  EXPECT_EQ(from_exact<double>(exact_number::decimal("4.9e-324")), std::ldexp(1.0, -1074));
  EXPECT_EQ(from_exact<double>(exact_number::decimal("2.4e-324")), 0.0);
  EXPECT_EQ(from_exact<double>(exact_number::decimal("1e309")), HUGE_VAL);
}

TEST(exact_number, is_a_constant_as_a_dual_number) {
  const auto x = from_exact<dual<double, 2>>(ratio(1, 3));
  EXPECT_EQ(x.value, 1.0 / 3);
  EXPECT_EQ(x.tangent[0], 0.0);
  EXPECT_EQ(x.tangent[1], 0.0);
}

TEST(exact_number, reaches_a_scalar_that_knows_only_int) {
  EXPECT_EQ(from_exact<long double>(exact_number((1L << 62) + 1)), 4611686018427387905.0L);
  EXPECT_EQ(from_exact<long double>(exact_number(-(1L << 31))), -2147483648.0L);
  EXPECT_EQ(from_exact<long double>(ratio(-1, 3)), -1.0L / 3);
}

}  // namespace
}  // namespace plumbline
