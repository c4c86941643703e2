// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Arithmetic of our own: sums and products of mp64 by their limbs, sums of products, rotations of sine and cosine, and
// double-double.
// Kind: independent values (MPFR, called directly, at the same or at more digits).
#include <plumbline/scalar/double_double.hpp>
#include <plumbline/scalar/functions.hpp>
#include <plumbline/scalar/guard.hpp>
#include <plumbline/scalar/in_place.hpp>
#include <plumbline/scalar/product_sum.hpp>
#include <plumbline/scalar/rotation.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

namespace plumbline {
namespace {

using wide_number = static_mp<160>;
using generator = std::mt19937_64;

constexpr int precision = std::numeric_limits<mp64>::digits;

mpfr_ptr of(mp64& x) { return x.backend().data(); }

/// Numbers whose limbs are often all zeros or all ones, whose exponents are often near each other, and now and then zeros,
/// infinities, NaN and the ends of the range of exponents.
mp64 hard_number(generator& g) {
  mp64 x(1);
  mpfr_ptr y = of(x);
  for (int i = 0; i < 4; ++i) {
    const auto kind = g() % 6;
    y->_mpfr_d[i] = kind == 0 ? 0 : kind == 1 ? ~mp_limb_t{0} : g();
  }
  y->_mpfr_d[3] |= mp_limb_t{1} << 63U;
  y->_mpfr_d[0] &= ~((mp_limb_t{1} << (256 - precision)) - 1);
  constexpr std::array<long, 4> spans{1, 4, 90, 600};
  const long span = spans[g() % spans.size()];
  y->_mpfr_exp = static_cast<long>(g() % static_cast<unsigned long>(2 * span)) - span;
  y->_mpfr_sign = g() % 2 == 0 ? 1 : -1;
  switch (g() % 400) {
    case 0:
      mpfr_set_zero(y, g() % 2 == 0 ? 1 : -1);
      break;
    case 1:
      mpfr_set_inf(y, g() % 2 == 0 ? 1 : -1);
      break;
    case 2:
      mpfr_set_nan(y);
      break;
    case 3:
      y->_mpfr_exp = g() % 2 == 0 ? mpfr_get_emax() : mpfr_get_emin();
      break;
    default:
      break;
  }
  return x;
}

/// Next to x or equal to it, perhaps with the other sign: what cancels.
mp64 neighbour(mp64 x, generator& g) {
  mpfr_ptr y = of(x);
  for (auto steps = g() % 3; steps > 0; --steps) {
    g() % 2 == 0 ? mpfr_nextabove(y) : mpfr_nextbelow(y);
  }
  if (g() % 2 == 0) {
    mpfr_neg(y, y, MPFR_RNDN);
  }
  return x;
}

bool same_bits(mpfr_srcptr a, mpfr_srcptr b) {
  if (mpfr_nan_p(a) != 0 || mpfr_nan_p(b) != 0) {
    return mpfr_nan_p(a) != 0 && mpfr_nan_p(b) != 0;
  }
  return mpfr_equal_p(a, b) != 0 && mpfr_signbit(a) == mpfr_signbit(b) &&
         (mpfr_regular_p(a) == 0 || std::equal(a->_mpfr_d, a->_mpfr_d + 4, b->_mpfr_d));
}

TEST(arithmetic_of_64_digits, sums_and_products_have_the_bits_of_mpfr) {
  generator g(1);
  for (int i = 0; i < 300000; ++i) {
    mp64 a = hard_number(g);
    mp64 b = g() % 5 == 0 ? neighbour(a, g) : hard_number(g);
    std::array<mp64, 3> expected;
    mpfr_add(of(expected[0]), of(a), of(b), MPFR_RNDN);
    mpfr_sub(of(expected[1]), of(a), of(b), MPFR_RNDN);
    mpfr_mul(of(expected[2]), of(a), of(b), MPFR_RNDN);
    std::array<mp64, 3> got;
    switch (g() % 3) {
      case 0:
        set_sum(got[0], a, b);
        set_difference(got[1], a, b);
        set_product(got[2], a, b);
        break;
      case 1:  // the result is the first operand
        got = {a, a, a};
        set_sum(got[0], got[0], b);
        set_difference(got[1], got[1], b);
        set_product(got[2], got[2], b);
        break;
      default:  // or the second
        got = {b, b, b};
        set_sum(got[0], a, got[0]);
        set_difference(got[1], a, got[1]);
        set_product(got[2], a, got[2]);
        break;
    }
    for (std::size_t k = 0; k < 3; ++k) {
      ASSERT_TRUE(same_bits(of(got[k]), of(expected[k])))
          << "operation " << k << " on " << a.str(70) << " and " << b.str(70);
    }
  }
}

TEST(arithmetic_of_64_digits, sums_of_products_are_rounded_once) {
  generator g(2);
  std::uniform_real_distribution<double> u(-1, 1);
  for (int i = 0; i < 20000; ++i) {
    std::vector<mp64> x;
    for (int k = 0; k < 12; ++k) {
      x.push_back(ldexp(sqrt(mp64(u(g) + 2)) - mp64(u(g)), -static_cast<int>(g() % 60)));
    }
    const int terms = 1 + static_cast<int>(g() % 5);
    product_sum<mp64> sum;
    sum.begin();
    wide_number exact(0);
    wide_number largest(0);
    for (int k = 0; k < terms; ++k) {
      const mp64& a = x[static_cast<std::size_t>(2 * k)];
      const mp64& b = x[static_cast<std::size_t>(2 * k + 1)];
      const bool alone = g() % 3 == 0;
      const wide_number term =
          widen<wide_number>(b) * (alone ? wide_number(1) : widen<wide_number>(a));
      alone ? sum.add(b) : sum.add(a, b);
      exact += term;
      largest = std::max(largest, wide_number(abs(term)));
    }
    mp64 r;
    sum.store(r);
    const wide_number error = abs(widen<wide_number>(r) - exact);
    const wide_number allowed =
        ldexp(wide_number(abs(exact)), -precision) + ldexp(largest, -(precision + 36));
    ASSERT_LE(error, allowed) << "sum of " << terms << " terms";
  }
}

TEST(arithmetic_of_64_digits, sums_of_products_of_what_is_not_a_number) {
  const mp64 infinity = mp64(1) / mp64(0);
  const mp64 zero(0);
  const mp64 one(1);
  const mp64 minus_one(-1);
  product_sum<mp64> sum;
  mp64 r(5);
  sum.begin();
  sum.store(r);
  EXPECT_EQ(r, 0);
  sum.begin();
  sum.add(zero, one);
  sum.add(one);
  sum.add(one, minus_one);  // by name: the numbers live until store()
  sum.store(r);
  EXPECT_EQ(r, 0);
  sum.begin();
  sum.add(one);
  sum.add(one, infinity);
  sum.store(r);
  EXPECT_TRUE(isinf(r));
  sum.begin();
  sum.add(zero, infinity);
  sum.store(r);
  EXPECT_TRUE(isnan(r));
}

template <class T>
class rotations : public ::testing::Test {};
#if PLUMBLINE_HAS_QUAD
using rotating = ::testing::Types<mp64, quad>;
#else
using rotating = ::testing::Types<mp64>;
#endif
TYPED_TEST_SUITE(rotations, rotating);

TYPED_TEST(rotations, are_right_to_a_little_more_than_half_a_unit) {
  using T = TypeParam;
  generator g(3);
  std::uniform_real_distribution<double> u(-1, 1);
  int turned = 0;
  for (int i = 0; i < 30000; ++i) {
    const T x = T(u(g) * 7) + T(u(g)) * ldexp(T(1), -56);
    T delta = T(u(g) / 2) + T(u(g)) * ldexp(T(1), -58);
    delta = ldexp(delta, -static_cast<int>(g() % (i % 2 == 0 ? 8 : 230)));
    if (i % 16 != 0) {  // larger angles are refused
      delta = ldexp(delta, std::is_same_v<T, mp64> ? -12 : -20);
    }
    T s;
    T c;
    set_sin_cos(s, c, x);
    const wide_number s0 = widen<wide_number>(s);
    const wide_number c0 = widen<wide_number>(c);
    if (!rotate(s, c, delta)) {
      EXPECT_EQ(widen<wide_number>(s), s0);
      EXPECT_EQ(widen<wide_number>(c), c0);
      continue;
    }
    ++turned;
    const wide_number d = widen<wide_number>(delta);
    const wide_number sd = sin(d);
    const wide_number cd = cos(d);
    const auto units = [](const T& r, const wide_number& exact) {
      const wide_number error = abs(widen<wide_number>(r) - exact);
      return to_double(wide_number(
          ldexp(error, static_cast<int>(scalar_traits<T>::bits() - binary_exponent(r)))));
    };
    ASSERT_LE(units(s, s0 * cd + c0 * sd), 0.51) << "sine, from " << x << " by " << delta;
    ASSERT_LE(units(c, c0 * cd - s0 * sd), 0.51) << "cosine, from " << x << " by " << delta;
  }
  EXPECT_GT(turned, 25000);
}

TYPED_TEST(rotations, that_are_too_large_or_not_numbers_are_refused) {
  using T = TypeParam;
  T s;
  T c;
  set_sin_cos(s, c, T(1));
  const T infinity = T(1) / T(0);
  for (const T& delta : {T(1), T(1) / 2, T(-7), infinity, T(infinity - infinity)}) {
    const T before = s;
    EXPECT_FALSE(rotate(s, c, delta)) << delta;
    EXPECT_EQ(s, before);
  }
  T zero(0);  // sin 0 has no guard bits
  T one(1);
  EXPECT_FALSE(rotate(zero, one, ldexp(T(1), -100)));
}

wide_number exactly(const double_double& x) { return wide_number(x.high()) + wide_number(x.low()); }

double_double random_double_double(generator& g) {
  std::uniform_real_distribution<double> u(-1, 1);
  const double high = std::ldexp(u(g), static_cast<int>(g() % 40) - 20);
  return double_double::sum(high, high * u(g) * 0x1p-53);
}

TEST(double_doubles, have_103_bits) {
  generator g(4);
  for (int i = 0; i < 100000; ++i) {
    const double_double a = random_double_double(g);
    const double_double b = i % 7 == 0 ? -a + a * double_double(0x1p-70) : random_double_double(g);
    const auto expect_near = [&](const double_double& r, const wide_number& exact,
                                 const char* what) {
      const wide_number error = abs(exactly(r) - exact);
      ASSERT_LE(error, ldexp(wide_number(abs(exact)), -103))
          << what << " of " << a.high() << ", " << b.high();
    };
    expect_near(a + b, exactly(a) + exactly(b), "sum");
    expect_near(a - b, exactly(a) - exactly(b), "difference");
    expect_near(a * b, exactly(a) * exactly(b), "product");
    expect_near(a / b, exactly(a) / exactly(b), "quotient");
    expect_near(sqrt(abs(a)), sqrt(wide_number(abs(exactly(a)))), "root");
    EXPECT_EQ(a < b, exactly(a) < exactly(b));
  }
}

TEST(double_doubles, functions_are_right_to_103_bits) {
  generator g(5);
  const auto expect_near = [](const double_double& r, const wide_number& exact) {
    const wide_number scale = std::max(wide_number(1), wide_number(abs(exact)));
    EXPECT_LE(wide_number(abs(exactly(r) - exact)), ldexp(scale, -103));
  };
  for (int i = 0; i < 3000; ++i) {
    double_double x = random_double_double(g);
    if (i % 3 == 0) {
      x = x * double_double(1000);
    }
    double_double s;
    double_double c;
    set_sin_cos(s, c, x);
    expect_near(s, sin(exactly(x)));
    expect_near(c, cos(exactly(x)));
    const double_double small = x / double_double(1 << 20);
    expect_near(exp(small), exp(exactly(small)));
    expect_near(log(abs(x)), log(wide_number(abs(exactly(x)))));
    expect_near(atan(x), atan(exactly(x)));
  }
}

TEST(double_doubles, conversions_keep_what_two_limbs_hold) {
  generator g(6);
  for (int i = 0; i < 10000; ++i) {
    const double_double x = random_double_double(g);
    // 128 bits are read
    const double_double back = scalar_cast<double_double>(scalar_cast<mp64>(x));
    EXPECT_EQ(back.high(), x.high());
    EXPECT_LE(std::abs(back.low() - x.low()), std::ldexp(std::abs(x.high()), -126));
#if PLUMBLINE_HAS_QUAD
    const double_double short_one = scalar_cast<double_double>(scalar_cast<quad>(x));
    EXPECT_EQ(short_one.high(), x.high());
    EXPECT_LE(std::abs(short_one.low() - x.low()), std::ldexp(std::abs(x.high()), -112));
#endif
  }
  EXPECT_FALSE(is_finite(scalar_cast<double_double>(mp64(1) / mp64(0))));
  EXPECT_EQ(scalar_cast<double_double>(mp64(0)), double_double(0));
  EXPECT_FALSE(is_finite(scalar_cast<double_double>(ldexp(mp64(1), 5000))));
}

TEST(double_doubles, become_numbers_of_64_digits_and_more_exactly) {
  generator g(7);
  std::uniform_real_distribution<double> u(-1, 1);
  for (int i = 0; i < 100000; ++i) {
    double high = std::ldexp(u(g), static_cast<int>(g() % 80) - 40);
    if (i % 5 == 0) {  // a power of two, from which a little is subtracted
      high = std::copysign(std::ldexp(1.0, std::ilogb(high)), high);
    }
    const double_double x = double_double::sum(
        high, i % 11 == 0 ? 0.0 : std::ldexp(high * u(g), -54 - static_cast<int>(g() % 170)));
    const long exponent = static_cast<long>(g() % 2000) - 1000;
    const auto check = [&](mpfr_prec_t bits) {
      MPFR_DECL_INIT(exact, 2000);
      mpfr_set_d(exact, x.high(), MPFR_RNDN);
      mpfr_add_d(exact, exact, x.low(), MPFR_RNDN);
      mpfr_mul_2si(exact, exact, exponent, MPFR_RNDN);
      mpfr_t expected;
      mpfr_t r;
      mpfr_init2(expected, bits);
      mpfr_init2(r, bits);
      mpfr_set(expected, exact, MPFR_RNDN);
      detail::mpfr_from_double_double(r, x, exponent);
      EXPECT_NE(mpfr_equal_p(r, expected), 0)
          << x.high() << " + " << x.low() << " in " << bits << " bits";
      mpfr_clear(expected);
      mpfr_clear(r);
    };
    check(precision);
    check(128);
    check(665);
  }
  mp64 r;
  detail::mpfr_from_double_double(of(r), double_double(0), 5);
  EXPECT_EQ(r, 0);
  detail::mpfr_from_double_double(of(r), double_double(std::numeric_limits<double>::infinity()));
  EXPECT_TRUE(isinf(r));
}

// The parts of n terms are added in double, each 2^-53 of its term or less, so their rounding errors are at most about
// n 2^-106 of the sizes together, and three for each product.
TEST(double_doubles, sums_of_products_are_right_to_their_rounding_errors) {
  generator g(8);
  for (int i = 0; i < 20000; ++i) {
    const std::size_t terms = g() % 40;
    std::vector<double_double> a;
    std::vector<double_double> b;
    product_sum<double_double> sum;
    sum.begin();
    wide_number exact(0);
    wide_number size(0);
    const double_double plain = random_double_double(g);
    std::vector<product_places> places;
    for (std::size_t k = 0; k < terms; ++k) {
      a.push_back(random_double_double(g));
      b.push_back(k % 3 == 2 ? -b.back() : random_double_double(g));
      places.push_back({k, k});
    }
    for (std::size_t k = 0; k < terms; ++k) {
      sum.add(a[k], b[k]);
      exact += exactly(a[k]) * exactly(b[k]);
      size += abs(exactly(a[k]) * exactly(b[k]));
    }
    const int rounding_errors = static_cast<int>(terms) + 4;
    const wide_number error_of_products = rounding_errors * ldexp(size, -106);
    double_double r;
    const std::array<std::size_t, 3> first{0, 0, terms};
    std::array<double_double, 2> lists;
    set_sums_of_products(lists.data(), first, places.data(), a.data(), b.data());
    EXPECT_EQ(lists[0], double_double(0));
    ASSERT_LE(abs(exactly(lists[1]) - exact), error_of_products);
    sum.store(r);
    EXPECT_EQ(r, lists[1]);
    sum.add(plain);
    sum.store(r);
    ASSERT_LE(abs(exactly(r) - exact - exactly(plain)),
              error_of_products + rounding_errors * ldexp(wide_number(abs(exactly(plain))), -106));
  }
}

}  // namespace
}  // namespace plumbline
