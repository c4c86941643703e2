// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Right sides and corrections of Newton's ladder on their way between MPFR numbers of two lengths. Kind: truth from outside
// (MPFR's own mpfr_mul_2si and mpfr_sub) on seeded random numbers.
#include <plumbline/math/magnitude.hpp>
#include <plumbline/scalar/precision_scope.hpp>

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <type_traits>

namespace plumbline {
namespace {

/// A number of x's length with random limbs and signs, 0 now and then.
template <class T>
void set_random(T& x, std::mt19937_64& g, gmp_randstate_t state) {
  mpfr_ptr y = x.backend().data();
  mpfr_urandomb(y, state);
  mpfr_mul_2si(y, y, static_cast<long>(g() % 2000) - 1000, MPFR_RNDN);
  if (g() % 2 == 0) {
    mpfr_neg(y, y, MPFR_RNDN);
  }
  if (g() % 50 == 0) {
    mpfr_set_zero(y, 1);
  }
}

/// 0 with so many bits; mp64 keeps its own.
template <class T>
void set_bits(T& x, long bits) {
  if constexpr (std::is_same_v<T, mp>) {
    mpfr_set_prec(x.backend().data(), bits);
  }
  mpfr_set_zero(x.backend().data(), 1);
}

template <class C>
void expect_the_numbers_of_mpfr(long bits, long coarse_bits) {
  std::mt19937_64 g(1);
  gmp_randstate_t state;
  gmp_randinit_default(state);
  for (int k = 0; k < 2000; ++k) {
    const long exponent = static_cast<long>(g() % 1600) - 800;
    mp x(0);
    mp work(0);
    mp difference(0);
    set_bits(x, bits);
    set_bits(work, bits);
    set_bits(difference, bits);
    C down(0);
    C expected(0);
    C d(0);
    set_bits(down, coarse_bits);
    set_bits(expected, coarse_bits);
    set_bits(d, coarse_bits);
    set_random(x, g, state);
    scale_down(down, x, exponent);
    mpfr_mul_2si(expected.backend().data(), x.backend().data(), -exponent, MPFR_RNDZ);
    ASSERT_TRUE(down == expected) << k;

    set_random(d, g, state);
    mpfr_mul_2si(work.backend().data(), d.backend().data(), exponent, MPFR_RNDZ);
    mpfr_sub(difference.backend().data(), x.backend().data(), work.backend().data(), MPFR_RNDN);
    subtract_scaled_up(x, d, exponent, work);
    ASSERT_TRUE(x == difference) << k;
  }
  gmp_randclear(state);
}

TEST(magnitude, numbers_of_two_lengths_are_scaled_as_mpfr_does) {
  for (const long bits : {217L, 256L, 257L, 320L, 665L, 704L, 3322L}) {
    expect_the_numbers_of_mpfr<mp64>(bits, 0);
    for (const long coarse_bits : {bits / 2 + 3, 192L, 300L}) {
      expect_the_numbers_of_mpfr<mp>(bits, coarse_bits);
    }
  }
}

TEST(magnitude, what_is_not_finite_stays_so) {
  const precision_scope scope(200);
  mp64 down(1);
  scale_down(down, mp(std::numeric_limits<double>::infinity()), 3);
  EXPECT_TRUE(mpfr_inf_p(down.backend().data()) != 0);
  scale_down(down, mp(std::numeric_limits<double>::quiet_NaN()), 3);
  EXPECT_TRUE(mpfr_nan_p(down.backend().data()) != 0);
}

}  // namespace
}  // namespace plumbline
