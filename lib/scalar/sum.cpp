// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Sum and difference of two numbers of mp64, rounded to nearest, ties to even: the bits of mpfr_add and mpfr_sub at less
// than half of their instructions, because the number of limbs is known. Zeros, infinities, NaN and exponents near the
// ends of MPFR's range are left to MPFR.
#include <plumbline/scalar/in_place.hpp>

#include <scalar/four_limbs.hpp>

#include <utility>

namespace plumbline::detail {

namespace {

/// Four limbs, and whether bits are lost behind the lowest.
struct shifted {
  limb w0, w1, w2, w3;
  bool more;
};

/// The limbs of y, moved down by d bits, 0 <= d < 256.
[[gnu::always_inline]] inline shifted moved_down(const mp_limb_t* y, unsigned d) {
  const unsigned s = d & 63U;
  const unsigned up = 63U - s;  // (w << 1) << up is w << (64 - s), also for s = 0
  const auto joined = [&](limb lower, limb upper) { return lower_after_shift(lower, upper, s); };
  const auto lost = [&](limb w) { return (w << 1U) << up; };
  switch (d >> 6U) {
    case 0:
      // the bits that leave the lowest limb are zero unless s is above `spare`
      return {joined(y[0], y[1]), joined(y[1], y[2]), joined(y[2], y[3]), y[3] >> s,
              lost(y[0]) != 0};
    case 1:
      return {joined(y[1], y[2]), joined(y[2], y[3]), y[3] >> s, 0, (lost(y[1]) | y[0]) != 0};
    case 2:
      return {joined(y[2], y[3]), y[3] >> s, 0, 0, (lost(y[2]) | y[1] | y[0]) != 0};
    default:
      return {y[3] >> s, 0, 0, 0, (lost(y[3]) | y[2] | y[1] | y[0]) != 0};
  }
}

inline void copy(mpfr_ptr r, mpfr_srcptr x, int sign) {
  mp_limb_t* const out = r->_mpfr_d;
  for (int i = 0; i < limbs; ++i) {
    out[i] = x->_mpfr_d[i];
  }
  r->_mpfr_exp = x->_mpfr_exp;
  r->_mpfr_sign = sign;
}

/// r ← sign (|x| + |y|), where the exponent of x is larger by d.
[[gnu::always_inline]] inline void add_magnitudes(mpfr_ptr r, int sign, mpfr_srcptr x,
                                                  mpfr_srcptr y, std::int64_t d) {
  const mp_limb_t* const a = x->_mpfr_d;
  const shifted b = moved_down(y->_mpfr_d, static_cast<unsigned>(d));
  limb r0 = a[0];
  limb r1 = a[1];
  limb r2 = a[2];
  limb r3 = a[3];
  const limb carry = add_limbs(r0, r1, r2, r3, b.w0, b.w1, b.w2, b.w3);
  std::int64_t exponent = x->_mpfr_exp;
  // The sum is moved down by one bit or by none. A branch here would be guessed wrong too often.
  const bool more = b.more || (carry & r0 & 1U) != 0;
  const auto down = static_cast<unsigned>(carry);
  r0 = lower_after_shift(r0, r1, down);
  r1 = lower_after_shift(r1, r2, down);
  r2 = lower_after_shift(r2, r3, down);
  r3 = lower_after_shift(r3, carry, down);
  exponent += down;
  store_rounded(r, sign, exponent, r0, r1, r2, r3, more);
}

/// r ← sign (|x| − |y|), where the exponent of x is larger by d.
[[gnu::always_inline]] inline void subtract_magnitudes(mpfr_ptr r, int sign, mpfr_srcptr x,
                                                       mpfr_srcptr y, std::int64_t d) {
  const mp_limb_t* const a = x->_mpfr_d;
  const shifted b = moved_down(y->_mpfr_d, static_cast<unsigned>(d));
  limb r0 = a[0];
  limb r1 = a[1];
  limb r2 = a[2];
  limb r3 = a[3];
  // What is lost behind the lowest limb is subtracted as one unit; the limbs are then too small by less than that.
  // Where bits are lost, w3 < 2^32, so that the unit cannot carry out of the four limbs.
  limb w0 = b.w0;
  limb w1 = b.w1;
  limb w2 = b.w2;
  limb w3 = b.w3;
  if (b.more) {
    add_limbs(w0, w1, w2, w3, 1, 0, 0, 0);
  }
  const limb borrow = subtract_limbs(r0, r1, r2, r3, w0, w1, w2, w3);
  std::int64_t exponent = x->_mpfr_exp;
  if (borrow != 0) {  // |x| < |y|, only where d = 0: nothing is lost
    const limb n0 = r0;
    const limb n1 = r1;
    const limb n2 = r2;
    const limb n3 = r3;
    r0 = r1 = r2 = r3 = 0;
    subtract_limbs(r0, r1, r2, r3, n0, n1, n2, n3);
    sign = -sign;
  }
  if (!normalize(r0, r1, r2, r3, exponent)) {
    mpfr_set_zero(r, 1);  // x − x = +0
    return;
  }
  store_rounded(r, sign, exponent, r0, r1, r2, r3, b.more);
}

/// r ← x + y, where the sign of y is `sign_of_y`.
inline void add_signed(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y, int sign_of_y) {
  int sign = x->_mpfr_sign;
  const bool same = sign == sign_of_y;
  std::int64_t d = x->_mpfr_exp - y->_mpfr_exp;
  if (d < 0) {
    std::swap(x, y);
    sign = sign_of_y;
    d = -d;
  }
  if (d > precision + 1) {  // less than a quarter of the last place of x
    copy(r, x, sign);
  } else if (same) {
    add_magnitudes(r, sign, x, y, d);
  } else {
    subtract_magnitudes(r, sign, x, y, d);
  }
}

}  // namespace

void add_mp64(mpfr_ptr r, mpfr_srcptr a, mpfr_srcptr b) {
  if (is_ordinary(a) && is_ordinary(b)) {
    add_signed(r, a, b, b->_mpfr_sign);
  } else {
    mpfr_add(r, a, b, MPFR_RNDN);
  }
}

void subtract_mp64(mpfr_ptr r, mpfr_srcptr a, mpfr_srcptr b) {
  if (is_ordinary(a) && is_ordinary(b)) {
    add_signed(r, a, b, -b->_mpfr_sign);
  } else {
    mpfr_sub(r, a, b, MPFR_RNDN);
  }
}

}  // namespace plumbline::detail
