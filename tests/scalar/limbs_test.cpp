// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Arithmetic of quad by its bits, its sine and cosine by table, and products of many limbs, on random and hard numbers.
// Kind: truth from outside (the compiler's functions for binary128; MPFR at the same precision and at more digits).
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
#include <cstring>
#include <random>

namespace plumbline {
namespace {

using generator = std::mt19937_64;
using wide_number = static_mp<150>;

TEST(products_of_many_limbs, have_the_bits_of_mpfr) {
  generator g(1);
  gmp_randstate_t random;
  gmp_randinit_mt(random);
  for (const int bits : {129, 134, 150, 168, 172, 173, 191, 192, 193,  211,  214,  236, 237, 255,
                         256, 257, 303, 320, 333, 340, 384, 500, 512,  575,  576,  577, 665, 704,
                         705, 768, 800, 831, 833, 900, 960, 997, 1000, 1024, 1025, 3325}) {
    mpfr_t a;
    mpfr_t b;
    mpfr_t half;
    mpfr_t got;
    mpfr_t expected;
    mpfr_inits2(bits, a, b, got, expected, nullptr);
    mpfr_init2(half, bits / 2 + 1);
    for (int i = 0; i < 3000; ++i) {
      mpfr_urandomb(a, random);
      mpfr_urandomb(b, random);
      switch (g() % 12) {
        case 0:  // a tie, or nearly
          mpfr_urandomb(half, random);
          mpfr_set(a, half, MPFR_RNDN);
          mpfr_urandomb(half, random);
          mpfr_set(b, half, MPFR_RNDN);
          break;
        case 1:
          mpfr_set_ui_2exp(b, 1 + g() % 4, -static_cast<long>(g() % 300), MPFR_RNDN);
          break;
        case 2:
          mpfr_set_ui(b, 1, MPFR_RNDN);
          for (auto k = g() % 5; k > 0; --k) {
            mpfr_nextabove(b);
          }
          break;
        case 3:
          mpfr_set_ui(a, 1, MPFR_RNDN);
          mpfr_nextbelow(a);
          break;
        case 4:
          mpfr_set_zero(b, -1);
          break;
        case 5:
          mpfr_set_inf(a, 1);
          break;
        case 6:
          mpfr_set_ui_2exp(a, 1, mpfr_get_emax() - 1, MPFR_RNDN);
          break;
        default:
          break;
      }
      if (g() % 2 == 0) {
        mpfr_neg(a, a, MPFR_RNDN);
      }
      const bool square = g() % 8 == 0;
      mpfr_mul(expected, a, square ? a : b, MPFR_RNDN);
      switch (g() % 3) {
        case 0:
          detail::multiply_mpfr(got, a, square ? a : b);
          break;
        case 1:  // the result is the first operand
          mpfr_set(got, a, MPFR_RNDN);
          detail::multiply_mpfr(got, got, square ? got : b);
          break;
        default:  // or the second
          mpfr_set(got, square ? a : b, MPFR_RNDN);
          detail::multiply_mpfr(got, square ? got : a, got);
          break;
      }
      const bool equal =
          mpfr_nan_p(expected) != 0
              ? mpfr_nan_p(got) != 0
              : mpfr_equal_p(got, expected) != 0 && mpfr_signbit(got) == mpfr_signbit(expected);
      ASSERT_TRUE(equal) << bits << " bits, case " << i;
    }
    mpfr_clears(a, b, half, got, expected, nullptr);
  }
  gmp_randclear(random);
}

/// Mantissas A and B of p bits with A B ≡ 2^(z − 1) + s modulo 2^z for small s, where z = p or p − 1 is the number of bits
/// that the rounding drops: only the last bits of the product say on which side of a tie it lies.
TEST(products_of_many_limbs, near_a_tie_are_decided_by_their_last_bits) {
  generator g(6);
  gmp_randstate_t random;
  gmp_randinit_mt(random);
  mpz_t a;
  mpz_t b;
  mpz_t power;
  mpz_inits(a, b, power, nullptr);
  for (const int bits : {134, 168, 180, 192, 214, 250, 256, 257, 300, 320, 333,
                         384, 500, 512, 556, 577, 640, 665, 704, 831, 960, 1024}) {
    mpfr_t x;
    mpfr_t y;
    mpfr_t got;
    mpfr_t expected;
    mpfr_inits2(bits, x, y, got, expected, nullptr);
    const auto p = static_cast<mp_bitcnt_t>(bits);
    int found = 0;
    while (found < 200) {
      const mp_bitcnt_t dropped = g() % 2 == 0 ? p : p - 1;
      mpz_urandomb(a, random, p);
      mpz_setbit(a, 0);
      mpz_setbit(a, p - 1);
      mpz_set_ui(power, 0);
      mpz_setbit(power, dropped);
      mpz_invert(b, a, power);
      mpz_mul_2exp(b, b, dropped - 1);
      const auto s = static_cast<long>(g() % 9) - 4;
      mpz_t part;
      mpz_init(part);
      mpz_invert(part, a, power);
      mpz_mul_si(part, part, s);
      mpz_add(b, b, part);
      mpz_clear(part);
      mpz_mod(b, b, power);
      if (dropped == p - 1) {
        mpz_setbit(b, p - 1);  // changes nothing below
      }
      if (mpz_sizeinbase(b, 2) != p) {
        continue;
      }
      mpz_mul(power, a, b);
      if (mpz_sizeinbase(power, 2) != p + dropped) {
        continue;
      }
      ++found;
      mpfr_set_z(x, a, MPFR_RNDN);
      mpfr_set_z(y, b, MPFR_RNDN);
      mpfr_mul(expected, x, y, MPFR_RNDN);
      detail::multiply_mpfr(got, x, y);
      ASSERT_NE(mpfr_equal_p(got, expected), 0) << bits << " bits, " << s << " behind a tie";
    }
    mpfr_clears(x, y, got, expected, nullptr);
  }
  mpz_clears(a, b, power, nullptr);
  gmp_randclear(random);
}

/// (1 + d)(1 − d) = 1 − d², which the rounding carries up to one.
TEST(products_of_many_limbs, that_round_up_to_a_power_of_two) {
  for (int bits = 257; bits <= 1024; ++bits) {
    mpfr_t a;
    mpfr_t b;
    mpfr_t got;
    mpfr_inits2(bits, a, b, got, nullptr);
    mpfr_set_ui_2exp(b, 1, -(bits / 2 + 3), MPFR_RNDN);
    mpfr_ui_sub(a, 1, b, MPFR_RNDN);
    mpfr_add_ui(b, b, 1, MPFR_RNDN);
    detail::multiply_mpfr(got, a, b);
    EXPECT_EQ(mpfr_cmp_ui(got, 1), 0) << bits << " bits";
    mpfr_clears(a, b, got, nullptr);
  }
}

/// `ours` of numbers of several lengths into a number of 600 bits, beside MPFR's `theirs`.
template <class Theirs, class Ours>
void expect_rounding_to_the_precision_of_the_result(Theirs&& theirs, Ours&& ours) {
  for (const int bits_of_a : {500, 600, 700}) {
    for (const int bits_of_b : {500, 600, 700}) {
      mpfr_t a;
      mpfr_t b;
      mpfr_t got;
      mpfr_t expected;
      mpfr_init2(a, bits_of_a);
      mpfr_init2(b, bits_of_b);
      mpfr_inits2(600, got, expected, nullptr);
      mpfr_const_pi(a, MPFR_RNDN);
      mpfr_const_log2(b, MPFR_RNDN);
      theirs(expected, a, b, MPFR_RNDN);
      ours(got, a, b);
      EXPECT_NE(mpfr_equal_p(got, expected), 0) << bits_of_a << " and " << bits_of_b << " bits";
      mpfr_clears(a, b, got, expected, nullptr);
    }
  }
}

TEST(products_of_many_limbs, of_different_precisions_are_rounded_to_that_of_the_result) {
  expect_rounding_to_the_precision_of_the_result(mpfr_mul, detail::multiply_mpfr);
}

/// Sums and differences with every distance of exponents, near ties, with cancellation, and what is left to MPFR.
TEST(sums_of_many_limbs, have_the_bits_of_mpfr) {
  generator g(11);
  gmp_randstate_t random;
  gmp_randinit_mt(random);
  for (const int bits :
       {62, 126, 257, 300, 318, 319, 320, 333, 384, 512, 577, 665, 832, 997, 3322}) {
    mpfr_t a;
    mpfr_t b;
    mpfr_t got;
    mpfr_t expected;
    mpfr_inits2(bits, a, b, got, expected, nullptr);
    for (int i = 0; i < 4000; ++i) {
      const auto some_digits = [&](mpfr_ptr x) {
        mpfr_urandomb(x, random);
        switch (g() % 4) {
          case 0:  // few bits, at the upper end
            mpfr_set_ui(x, 1 + g() % 15, MPFR_RNDN);
            break;
          case 1:  // and at the lower end: what rounds to a tie
            mpfr_set_ui(x, 1, MPFR_RNDN);
            for (int k = static_cast<int>(g() % 4); k > 0; --k) {
              mpfr_nextbelow(x);
            }
            for (int k = static_cast<int>(g() % 4); k > 0; --k) {
              mpfr_nextabove(x);
            }
            break;
          default:
            break;
        }
        mpfr_mul_2si(x, x, -static_cast<long>(g() % 8), MPFR_RNDN);
      };
      some_digits(a);
      some_digits(b);
      const auto far = static_cast<unsigned>(bits) + 5;
      mpfr_div_2ui(b, b, std::array{0U, 3U, far}[g() % 3] + (g() % 2 == 0 ? g() % far : g() % 4),
                   MPFR_RNDN);
      if (g() % 8 == 0) {
        mpfr_set(b, a, MPFR_RNDN);
        for (int k = static_cast<int>(g() % 3); k > 0; --k) {
          mpfr_nextabove(b);
        }
      }
      switch (g() % 64) {
        case 0:
          mpfr_set_zero(b, -1);
          break;
        case 1:
          mpfr_set_inf(a, 1);
          break;
        case 2:
          mpfr_set_nan(b);
          break;
        case 3:
          mpfr_set_ui_2exp(a, 1, mpfr_get_emax() - 1, MPFR_RNDN);
          break;
        default:
          break;
      }
      if (g() % 2 == 0) {
        mpfr_neg(a, a, MPFR_RNDN);
      }
      if (g() % 2 == 0) {
        mpfr_neg(b, b, MPFR_RNDN);
      }
      if (g() % 2 == 0) {
        mpfr_swap(a, b);
      }
      const bool sum = g() % 2 == 0;
      const auto compute = [&](mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y) {
        if (sum) {
          detail::add_mpfr(r, x, y);
        } else {
          detail::subtract_mpfr(r, x, y);
        }
      };
      const bool twice = g() % 16 == 0;
      mpfr_srcptr y = twice ? a : b;
      if (sum) {
        mpfr_add(expected, a, y, MPFR_RNDN);
      } else {
        mpfr_sub(expected, a, y, MPFR_RNDN);
      }
      switch (g() % 3) {
        case 0:
          compute(got, a, y);
          break;
        case 1:  // the result is the first operand
          mpfr_set(got, a, MPFR_RNDN);
          compute(got, got, twice ? got : b);
          break;
        default:  // or the second
          mpfr_set(got, y, MPFR_RNDN);
          compute(got, twice ? got : a, got);
          break;
      }
      const bool equal =
          mpfr_nan_p(expected) != 0
              ? mpfr_nan_p(got) != 0
              : mpfr_equal_p(got, expected) != 0 && mpfr_signbit(got) == mpfr_signbit(expected);
      ASSERT_TRUE(equal) << bits << " bits, case " << i;
    }
    mpfr_clears(a, b, got, expected, nullptr);
  }
  gmp_randclear(random);
}

TEST(sums_of_many_limbs, of_different_precisions_are_rounded_to_that_of_the_result) {
  expect_rounding_to_the_precision_of_the_result(mpfr_add, detail::add_mpfr);
  expect_rounding_to_the_precision_of_the_result(mpfr_sub, detail::subtract_mpfr);
}

#if PLUMBLINE_HAS_QUAD
__extension__ using bits_of_quad = unsigned __int128;

bits_of_quad bits(const quad& x) {
  bits_of_quad b = 0;
  std::memcpy(&b, &x.backend().value(), sizeof b);
  return b;
}
quad quad_of(bits_of_quad b) {
  quad x;
  std::memcpy(&x.backend().value(), &b, sizeof b);
  return x;
}
bool same(const quad& a, const quad& b) { return (isnan(a) && isnan(b)) || bits(a) == bits(b); }

/// Fractions of few ones or zeros, exponents near one another, anywhere, and at the ends.
quad hard_quad(generator& g) {
  bits_of_quad m = static_cast<bits_of_quad>(g()) << 64U | g();
  switch (g() % 8) {
    case 0:
      m = 0;
      break;
    case 1:
      m = ~bits_of_quad{0};
      break;
    case 2:
      m = bits_of_quad{1} << (g() % 112);
      break;
    case 3:
      m = ~bits_of_quad{0} << (g() % 112);
      break;
    case 4:
      m = static_cast<bits_of_quad>(g()) << 64U;
      break;
    default:
      break;
  }
  constexpr std::array<unsigned, 3> spans{2, 130, 16000};
  const unsigned span = spans[g() % spans.size()];
  unsigned e = 16383U - span + static_cast<unsigned>(g() % (2 * span + 1));
  if (g() % 40 == 0) {
    e = g() % 2 == 0 ? static_cast<unsigned>(g() % 4) : 0x7fffU - static_cast<unsigned>(g() % 4);
  }
  if (g() % 100 == 0) {
    e = g() % 2 == 0 ? 0U : 0x7fffU;
    m = 0;
  }
  m &= (bits_of_quad{1} << 112U) - 1;
  return quad_of(m | static_cast<bits_of_quad>(e) << 112U |
                 static_cast<bits_of_quad>(g() % 2) << 127U);
}

TEST(arithmetic_of_quad, has_the_bits_of_the_compiler) {
  generator g(2);
  for (int i = 0; i < 1000000; ++i) {
    const quad a = hard_quad(g);
    quad b = hard_quad(g);
    switch (g() % 6) {
      case 0:
        b = quad_of(bits(a) ^ (g() % 16));
        break;
      case 1:
        b = quad_of(bits(a) ^ bits_of_quad{1} << 127U ^ (g() % 4));
        break;
      default:
        break;
    }
    quad r = a;
    set_sum(r, r, b);
    ASSERT_TRUE(same(r, a + b)) << a << " + " << b;
    r = b;
    set_difference(r, a, r);
    ASSERT_TRUE(same(r, a - b)) << a << " - " << b;
    set_product(r, a, b);
    ASSERT_TRUE(same(r, a * b)) << a << " * " << b;
  }
}

TEST(arithmetic_of_quad, sums_of_products_are_rounded_once) {
  generator g(3);
  std::uniform_real_distribution<double> u(-1, 1);
  const auto number = [&] {
    return quad(u(g)) * ldexp(quad(1), static_cast<int>(g() % 60) - 30) +
           quad(u(g)) * ldexp(quad(1), -60);
  };
  for (int i = 0; i < 50000; ++i) {
    const std::size_t count = 1 + g() % 8;
    std::array<quad, 8> a;
    std::array<quad, 8> b;
    product_sum<quad> sum;
    wide_number exact(0);
    wide_number largest(0);
    sum.begin();
    for (std::size_t k = 0; k < count; ++k) {
      a[k] = g() % 20 == 0 ? quad(0) : number();
      b[k] = number();
      if (k > 0 && g() % 9 == 0) {  // cancels
        a[k] = -a[k - 1];
        b[k] = b[k - 1];
      }
      const bool alone = g() % 4 == 0;
      const wide_number term =
          widen<wide_number>(b[k]) * (alone ? wide_number(1) : widen<wide_number>(a[k]));
      alone ? sum.add(b[k]) : sum.add(a[k], b[k]);
      exact += term;
      largest = std::max(largest, wide_number(abs(term)));
    }
    quad r;
    sum.store(r);
    const wide_number error = abs(widen<wide_number>(r) - exact);
    ASSERT_LE(error, ldexp(wide_number(abs(exact)), -113) + ldexp(largest, -(113 + 70)))
        << "sum of " << count << " terms";
  }
}

/// Between 1 and the next number: ties go to the even one, and anything behind decides.
TEST(arithmetic_of_quad, sums_of_products_see_what_is_far_behind_a_tie) {
  const auto power = [](int n) { return ldexp(quad(1), n); };
  const quad one = 1;
  const quad half = power(-113);
  product_sum<quad> sum;
  quad r;
  for (const quad& start : {one, quad(one + power(-112)), quad(-one), quad(-7 - power(-110))}) {
    for (const int behind : {-114, -120, -130, -150, -170, -180}) {
      for (const int sign : {-1, 0, 1}) {
        const quad unit = start < -1 ? quad(4) : one;  // the length between powers of two
        const wide_number exact = widen<wide_number>(start) + widen<wide_number>(half * unit) +
                                  sign * widen<wide_number>(power(behind));
        const quad expected = detail::convert_precision<quad>(exact);
        // the sum keeps the addresses of its terms
        const quad first = power(-50);
        const quad second = power(-63) * unit;
        const quad third = quad(sign) * power(-9);
        const quad fourth = power(behind + 9);
        sum.begin();
        sum.add(start);
        sum.add(first, second);
        if (sign != 0) {
          sum.add(third, fourth);
        }
        sum.store(r);
        EXPECT_EQ(r, expected) << start << ", " << sign << " times 2^" << behind;
      }
    }
  }
}

TEST(arithmetic_of_quad, sums_of_products_of_what_is_not_a_number_or_very_small) {
  const quad infinity = std::numeric_limits<quad>::infinity();
  const quad one = 1;
  const quad zero = 0;
  const quad tiny = std::numeric_limits<quad>::denorm_min();
  const quad large = (std::numeric_limits<quad>::max)();
  product_sum<quad> sum;
  quad r = 5;
  sum.begin();
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
  sum.begin();
  sum.add(tiny, one);
  sum.store(r);
  EXPECT_EQ(r, tiny);
  sum.begin();
  sum.add(large, large);
  sum.store(r);
  EXPECT_TRUE(isinf(r));
}

TEST(arithmetic_of_quad, sine_and_cosine_are_rounded_to_nearest) {
  generator g(4);
  std::uniform_real_distribution<double> u(-1, 1);
  constexpr std::array<double, 4> sizes{1023, 7, 0.1, 1e-4};
  for (int i = 0; i < 100000; ++i) {
    quad x = quad(u(g) * sizes[g() % sizes.size()]) + quad(u(g)) * ldexp(quad(1), -60);
    if (i % 50 == 0) {  // near a multiple of π/2
      x = pi<quad>() * static_cast<int>(g() % 600) / 2 + x * ldexp(quad(1), -(i % 90));
    }
    quad s;
    quad c;
    set_sin_cos(s, c, x);
    const wide_number exact = widen<wide_number>(x);
    const quad sine = detail::convert_precision<quad>(wide_number(sin(exact)));
    const quad cosine = detail::convert_precision<quad>(wide_number(cos(exact)));
    if (abs(x) >= ldexp(quad(1), -16) && abs(x) < 1024 && abs(s) > ldexp(quad(1), -20) &&
        abs(c) > ldexp(quad(1), -20)) {
      ASSERT_EQ(s, sine) << "sine of " << x;
      ASSERT_EQ(c, cosine) << "cosine of " << x;
    } else {
      ASSERT_LE(abs(s - sine), abs(sine) * epsilon<quad>()) << "sine of " << x;
      ASSERT_LE(abs(c - cosine), abs(cosine) * epsilon<quad>()) << "cosine of " << x;
    }
    quad in_place = x;
    set_sin_cos(in_place, c, in_place);
    ASSERT_EQ(in_place, s);
  }
}

TEST(arithmetic_of_quad, conversion_to_two_doubles_rounds_each_to_nearest) {
  generator g(5);
  for (int i = 0; i < 200000; ++i) {
    const quad x = i % 3 == 0 ? quad(static_cast<double>(g()) * 0x1p-64) : hard_quad(g);
    const double_double d = scalar_cast<double_double>(x);
    const auto high = static_cast<double>(x);
    if (!std::isfinite(high)) {
      EXPECT_FALSE(is_finite(d));
      continue;
    }
    const double_double expected =
        double_double::sum(high, static_cast<double>(quad(x - quad(high))));
    ASSERT_EQ(d, expected) << x;
    ASSERT_EQ(scalar_cast<quad>(d), quad(d.high()) + quad(d.low())) << x;
  }
}
#endif

}  // namespace
}  // namespace plumbline
