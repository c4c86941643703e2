// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The sheet of facts about a scalar, and that no scalar passes through double on its way to text, to MPFR or into a formula.
// Kind: truth from outside (Boost's and glibc's texts, closed forms, what IEEE 754 calls finite), property (seeded
// random numbers).
#include "support/archetype.hpp"
#include <plumbline/math/recorded.hpp>
#include <plumbline/scalar/double_double.hpp>
#include <plumbline/scalar/exact.hpp>
#include <plumbline/scalar/with_digits.hpp>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/cpp_dec_float.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <limits>
#include <random>
#include <string>
#include <type_traits>

namespace plumbline {

namespace {

namespace mpl = boost::multiprecision;
using binary50 = mpl::number<mpl::cpp_bin_float<50>, mpl::et_off>;
using decimal50 = mpl::number<mpl::cpp_dec_float<50>, mpl::et_off>;
using test::archetype;

/// A scalar with a sheet of its own that claims 100 bits and has no `exact`.
class wide_archetype : public archetype {
 public:
  wide_archetype() = default;
  wide_archetype(int x) : archetype(x) {}
  wide_archetype(const archetype& x) : archetype(x) {}
};

}  // namespace

template <>
struct scalar_traits<wide_archetype> {
  static int bits() { return 100; }
  static wide_archetype epsilon() { return {}; }
  static bool finite(const wide_archetype& x) { return std::isfinite(x.inside()); }
  static double to_double(const wide_archetype& x) { return x.inside(); }
  static wide_archetype magnitude(const wide_archetype& x) { return x; }
};

namespace {

int bits_chosen_for(int digits) {
  return with_scalar(digits,
                     []<class T>(std::type_identity<T>) { return scalar_traits<T>::bits(); });
}

TEST(scalar_sheet, chooses_the_scalar_of_so_many_digits) {
  EXPECT_EQ(bits_chosen_for(1), 53);
  EXPECT_EQ(bits_chosen_for(16), 53);
#if PLUMBLINE_HAS_QUAD
  EXPECT_EQ(bits_chosen_for(17), 113);
  EXPECT_EQ(bits_chosen_for(34), 113);
#endif
  EXPECT_EQ(bits_chosen_for(64), std::numeric_limits<mp64>::digits);
  for (const int digits : {35, 63, 65, 200, 1000}) {
    const int least = static_cast<int>(std::ceil(digits * std::log2(10.0)));
    EXPECT_GE(bits_chosen_for(digits), least) << digits;
    EXPECT_LE(bits_chosen_for(digits), least + 4) << digits;
  }
  EXPECT_THROW(bits_chosen_for(precision_scope::max_digits + 1), std::invalid_argument);
}

TEST(scalar_sheet, says_the_bits_of_a_decimal_scalar) {
  // 10^50 lies between 2^166 and 2^167
  EXPECT_EQ(scalar_traits<decimal50>::bits(), 166);
  EXPECT_EQ(scalar_traits<binary50>::bits(), std::numeric_limits<binary50>::digits);
  EXPECT_EQ(scalar_traits<long double>::bits(), std::numeric_limits<long double>::digits);
}

TEST(scalar_sheet, a_fact_that_a_sheet_does_not_say_has_its_default) {
  static_assert(std::is_void_v<coarser_t<archetype>>);
  static_assert(std::is_same_v<wider<archetype>, archetype>);
  static_assert(!has_run_time_digits<archetype> && !has_wide_exponents<archetype> &&
                !moves_functions<archetype> && !runs_in_lanes<archetype>);
  static_assert(has_run_time_digits<mp> && !has_run_time_digits<mp64>);
  static_assert(std::is_same_v<coarser_t<mp>, mp64>);
  static_assert(std::is_same_v<coarser_t<coarser_t<coarser_t<mp>>>, double>);
}

TEST(scalar_sheet, text_has_the_digits_that_boost_prints) {
  std::mt19937_64 random(20260711);
  std::uniform_real_distribution<double> fraction(-1, 1);
  std::uniform_int_distribution<int> exponent(-600, 600);
  for (int i = 0; i < 200; ++i) {
    const int e = exponent(random);
    const binary50 x =
        ldexp(binary50(fraction(random)) / 3 + ldexp(binary50(fraction(random)), -100), 4 * e);
    EXPECT_EQ(binary50(to_text(x)), x) << to_text(x);
    EXPECT_EQ(binary50(to_text(x, 30)), binary50(x.str(29, std::ios::scientific)));
    const decimal50 y = decimal50(fraction(random)) / 7 * pow(decimal50(10), e);
    EXPECT_LT(abs(decimal50(to_text(y)) / y - 1), decimal50("1e-49")) << to_text(y);
  }
}

template <class T>
void expect_finite_as_ieee_754_says(const char* scalar) {
  using limits = std::numeric_limits<T>;
  const precision_scope scope(120);
  for (const T& x : {T(0), T(1) / T(3), limits::min(), limits::max()}) {
    EXPECT_TRUE(is_finite(x)) << scalar << ' ' << to_text(x);
    EXPECT_TRUE(is_finite(T(-x))) << scalar << ' ' << to_text(T(-x));
  }
  for (const T& x : {limits::infinity(), limits::quiet_NaN()}) {
    EXPECT_FALSE(is_finite(x)) << scalar;
    EXPECT_FALSE(is_finite(T(-x))) << scalar;
  }
}

TEST(scalar_sheet, infinities_and_nan_of_either_sign_are_not_finite) {
#define PLUMBLINE_SCALAR(T) expect_finite_as_ieee_754_says<T>(#T);
#include <plumbline/scalar/for_each_scalar.def>
}

TEST(scalar_sheet, text_of_a_long_double_is_that_of_the_c_library) {
  std::mt19937_64 random(11);
  std::uniform_int_distribution<int> exponent(-16000, 16000);
  for (int i = 0; i < 200; ++i) {
    const long double x =
        std::ldexp(1.0L / static_cast<long double>(random() >> 1U), exponent(random));
    const std::string text = to_text(x);
    EXPECT_EQ(std::strtold(text.c_str(), nullptr), x) << text;
    EXPECT_EQ(from_text<long double>(text), x) << text;
  }
}

TEST(scalar_sheet, no_bit_is_lost_on_the_way_to_mpfr) {
  const precision_scope scope(120);
  const binary50 third = binary50(1) / 3;
  EXPECT_LT(abs(detail::convert_precision<mp>(third) * 3 - 1),
            ldexp(mp(1), 2 - scalar_traits<binary50>::bits()));
  const double_double x = double_double(1) / double_double(3);
  EXPECT_EQ(detail::convert_precision<mp>(x), mp(x.high()) + mp(x.low()));
}

TEST(scalar_sheet, a_constant_of_a_formula_keeps_its_digits) {
  const precision_scope scope(120);
  const auto in_formula = [](const auto& x) {
    using T = std::remove_cvref_t<decltype(x)>;
    graph g;
    return from_exact<mp>(g.value(recorded<T>(x).record().in(g)));
  };
  EXPECT_LT(abs(in_formula(binary50(1) / 3) * 3 - 1),
            ldexp(mp(1), 2 - scalar_traits<binary50>::bits()));
  EXPECT_LT(abs(in_formula(decimal50(1) / 3) * 3 - 1), mp("1e-49"));
  EXPECT_EQ(in_formula(binary50(1) / 1024), ldexp(mp(1), -10));
  // a sheet of more than 53 bits that does not say what its numbers are
  EXPECT_THROW(in_formula(wide_archetype(1)), std::invalid_argument);
}

TEST(scalar_sheet, a_double_reaches_a_scalar_that_knows_only_integers) {
  for (const double x : {0.0, 1.0, -0.1, 0x1.123456789abcdp-700, -0x1.fffffffffffffp900, 3e-320}) {
    EXPECT_EQ(detail::from_double<archetype>(x).inside(), x);
  }
  EXPECT_EQ(to_text(archetype(1) / archetype(3)), to_text(1.0 / 3));
}

}  // namespace

}  // namespace plumbline
