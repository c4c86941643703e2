// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The product of two numbers of mp64, rounded to nearest, ties to even: the bits of mpfr_mul at a fifth of its
// instructions, because the number of limbs is known. Zeros, infinities, NaN and exponents near the ends of MPFR's range
// are left to mpfr_mul.
//
// Of the 16 products of limbs the upper half of the result needs ten. What the others would add is less than 8 units of
// the lowest limb that is kept. That decides the rounding, unless the bits behind the last place are just below one half:
// then mpfr_mul computes all.
#include <plumbline/scalar/in_place.hpp>

#include <scalar/four_limbs.hpp>

namespace plumbline::detail {

void multiply_mp64(mpfr_ptr r, mpfr_srcptr a, mpfr_srcptr b) {
  if (!is_ordinary(a) || !is_ordinary(b)) {
    mpfr_mul(r, a, b, MPFR_RNDN);
    return;
  }
  const mp_limb_t* const u = a->_mpfr_d;
  const mp_limb_t* const v = b->_mpfr_d;
  const limb a1 = u[1];
  const limb a2 = u[2];
  const limb a3 = u[3];
  const limb b1 = v[1];
  const limb b2 = v[2];
  const limb b3 = v[3];
  // the columns 4 … 7 of the product, from the products a_i b_k with i + k >= 3
  limb r0 = 0;
  limb r1 = 0;
  limb r2 = 0;
  limb r3 = 0;
  add_high(r0, r1, u[0], b3);
  add_high(r0, r1, a1, b2);
  add_high(r0, r1, a2, b1);
  add_high(r0, r1, a3, v[0]);
  add_product(r0, r1, r2, a1, b3);
  add_product(r0, r1, r2, a2, b2);
  add_product(r0, r1, r2, a3, b1);
  add_product(r1, r2, r3, a2, b3);
  add_product(r1, r2, r3, a3, b2);
  const wide top = static_cast<wide>(a3) * b3 + (static_cast<wide>(r3) << 64U | r2);
  r2 = static_cast<limb>(top);
  r3 = static_cast<limb>(top >> 64U);
  std::int64_t exponent = a->_mpfr_exp + b->_mpfr_exp;
  // The product of two numbers in [1/2, 1) may be below 1/2: it is moved up by one bit or by none. A branch here would be
  // guessed wrong too often.
  const unsigned up = r3 >> 63U == 0 ? 1 : 0;
  r3 = upper_after_shift(r2, r3, up);
  r2 = upper_after_shift(r1, r2, up);
  r1 = upper_after_shift(r0, r1, up);
  r0 <<= up;
  exponent -= up;
  constexpr limb left_out = 16;  // 8 units before the shift
  if ((r0 & (unit - 1)) - (half - left_out) <= left_out) {
    mpfr_mul(r, a, b, MPFR_RNDN);
    return;
  }
  store_rounded(r, a->_mpfr_sign * b->_mpfr_sign, exponent, r0, r1, r2, r3, false);
}

}  // namespace plumbline::detail
