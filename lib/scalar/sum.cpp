// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Sum and difference of two numbers of n limbs, rounded to nearest, ties to even: the bits of mpfr_add and mpfr_sub at less
// than half of their instructions, because the number of limbs is known. Other numbers of limbs, different precisions,
// precisions that leave fewer than two bits of the lowest limb spare, zeros, infinities, NaN and exponents near the ends of
// MPFR's range are left to MPFR.
//
// The number with the smaller exponent is moved down by the difference d of the exponents. Bits are lost behind the lowest
// limb only where d > 2. In a difference they count as one unit of the lowest limb; the limbs are then too small by less than
// that, and since the difference loses at most its highest bit, the numbers and the midpoints between them stay at even units.
#include <plumbline/scalar/in_place.hpp>

#include <scalar/limbs.hpp>

#include <utility>

namespace plumbline::detail {

namespace {

constexpr unsigned least_spare = 2;

/// r ← sign (|x| + |y|), where the exponent of x is larger by d.
template <int n, class Spare>
[[gnu::always_inline]] inline void add_magnitudes(mpfr_ptr r, int sign, mpfr_srcptr x,
                                                  mpfr_srcptr y, std::int64_t d, Spare spare) {
  limb w[n];
  const bool lost = move_down<n>(w, y->_mpfr_d, static_cast<unsigned>(d));
  const limb carry = add<n>(w, x->_mpfr_d);
  const bool more = lost || (carry & w[0] & 1U) != 0;
  if (n <= few_limbs || carry != 0) {  // moved down by one bit or by none
    const auto down = static_cast<unsigned>(carry);
#pragma GCC unroll 16
    for (int i = 0; i + 1 < n; ++i) {
      w[i] = lower_after_shift(w[i], w[i + 1], down);
    }
    w[n - 1] = lower_after_shift(w[n - 1], carry, down);
  }
  store_rounded<n>(r, sign, x->_mpfr_exp + static_cast<std::int64_t>(carry), w, spare, more);
}

/// r ← sign (|x| − |y|), where the exponent of x is larger by d.
template <int n, class Spare>
[[gnu::always_inline]] inline void subtract_magnitudes(mpfr_ptr r, int sign, mpfr_srcptr x,
                                                       mpfr_srcptr y, std::int64_t d, Spare spare) {
  limb w[n];
  limb moved[n];
  const bool lost = move_down<n>(moved, y->_mpfr_d, static_cast<unsigned>(d));
  if (lost) {
    add_small<n>(moved, 1);  // no carry: where bits are lost, the highest limb is below 2^62
  }
  if (subtract<n>(w, x->_mpfr_d, moved) != 0) {  // |x| < |y|, only where d = 0: nothing is lost
    negate<n>(w);
    sign = -sign;
  }
  std::int64_t exponent = x->_mpfr_exp;
  if (!normalize<n>(w, exponent)) {
    mpfr_set_zero(r, 1);  // x − x = +0
    return;
  }
  store_rounded<n>(r, sign, exponent, w, spare, lost);
}

/// r ← x + y of n limbs each, where the sign of y is `sign_of_y`.
template <int n, class Spare>
[[gnu::always_inline]] inline void add_signed(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y,
                                              int sign_of_y, Spare spare) {
  int sign = x->_mpfr_sign;
  const bool same = sign == sign_of_y;
  std::int64_t d = x->_mpfr_exp - y->_mpfr_exp;
  if (d < 0) {
    std::swap(x, y);
    sign = sign_of_y;
    d = -d;
  }
  if (d > 64 * n - static_cast<std::int64_t>(spare) + 1) {  // below a quarter of x's last place
    std::copy_n(x->_mpfr_d, n, r->_mpfr_d);
    r->_mpfr_exp = x->_mpfr_exp;
    r->_mpfr_sign = sign;
  } else if (same) {
    add_magnitudes<n>(r, sign, x, y, d, spare);
  } else {
    subtract_magnitudes<n>(r, sign, x, y, d, spare);
  }
}

void add_signed_mp64(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y, int sign_of_y) {
  add_signed<limbs>(r, x, y, sign_of_y, spare_of_mp64{});
}
template <int n>
void add_by_size(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y, int sign_of_y, unsigned spare) {
  add_signed<n>(r, x, y, sign_of_y, spare);
}
constexpr auto kernels = kernels_by_size([](auto n) { return add_by_size<n>; });

/// Whether there is a kernel for r = a ± b.
[[gnu::always_inline]] inline bool has_kernel(const size_of_number& size, mpfr_ptr r, mpfr_srcptr a,
                                              mpfr_srcptr b) {
  return size.has_kernel() && size.spare >= least_spare && a->_mpfr_prec == r->_mpfr_prec &&
         b->_mpfr_prec == r->_mpfr_prec && is_ordinary(a) && is_ordinary(b);
}

}  // namespace

void add_mp64(mpfr_ptr r, mpfr_srcptr a, mpfr_srcptr b) {
  if (is_ordinary(a) && is_ordinary(b)) {
    add_signed_mp64(r, a, b, b->_mpfr_sign);
  } else {
    mpfr_add(r, a, b, MPFR_RNDN);
  }
}

void subtract_mp64(mpfr_ptr r, mpfr_srcptr a, mpfr_srcptr b) {
  if (is_ordinary(a) && is_ordinary(b)) {
    add_signed_mp64(r, a, b, -b->_mpfr_sign);
  } else {
    mpfr_sub(r, a, b, MPFR_RNDN);
  }
}

void add_mpfr(mpfr_ptr r, mpfr_srcptr a, mpfr_srcptr b) {
  if (const size_of_number size = size_for(r->_mpfr_prec); has_kernel(size, r, a, b)) {
    kernels[size.place()](r, a, b, b->_mpfr_sign, size.spare);
  } else {
    mpfr_add(r, a, b, MPFR_RNDN);
  }
}

void subtract_mpfr(mpfr_ptr r, mpfr_srcptr a, mpfr_srcptr b) {
  if (const size_of_number size = size_for(r->_mpfr_prec); has_kernel(size, r, a, b)) {
    kernels[size.place()](r, a, b, -b->_mpfr_sign, size.spare);
  } else {
    mpfr_sub(r, a, b, MPFR_RNDN);
  }
}

}  // namespace plumbline::detail
