// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The product of two numbers of n limbs, rounded to nearest, ties to even: the bits of mpfr_mul at a fifth to a half of its
// instructions, because the number of limbs is known and only half of the products of limbs are made. Other numbers of limbs,
// different precisions, zeros, infinities, NaN and exponents near the ends of MPFR's range are left to mpfr_mul.
//
// The columns from n on are added, and the upper halves of the column before. What is left out is less than 2 n units of the
// lowest limb that is kept. Where the precision leaves few bits of it spare, one column more is made. Where what is left out
// might decide the rounding, mpfr_mul computes all.
#include <plumbline/scalar/in_place.hpp>

#include <scalar/limbs.hpp>

namespace plumbline::detail {

namespace {

/// r ← x y for n limbs. False where what is left out might decide.
template <int n, int guard, class Spare>
[[gnu::always_inline]] inline bool multiply(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y, Spare spare) {
  constexpr int top = n + guard - 1;
  limb w[n + guard];
  upper_columns<n, n - guard>(w, x->_mpfr_d, y->_mpfr_d);
  // the product of two numbers in [1/2, 1) may be below 1/2: it is moved up by one bit or by none
  const unsigned up = w[top] >> 63U == 0 ? 1 : 0;
  if (n <= few_limbs || up != 0) {
#pragma GCC unroll 17
    for (int i = top; i > 0; --i) {
      w[i] = upper_after_shift(w[i - 1], w[i], up);
    }
    w[0] <<= up;
  }
  constexpr limb left_out = 4 * n;  // 2 n before the shift
  const tail_of<guard> unit = unit_in_tail<guard>(spare);
  if ((tail<guard>(w) & (unit - 1)) - ((unit >> 1U) - left_out) <= left_out) [[unlikely]] {
    return false;
  }
  store_rounded<n, guard>(r, x->_mpfr_sign * y->_mpfr_sign,
                          x->_mpfr_exp + y->_mpfr_exp - static_cast<std::int64_t>(up), w, spare,
                          false);
  return true;
}

template <int n, int guard>
void multiply_by_size(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y, unsigned spare) {
  if (!multiply<n, guard>(r, x, y, spare)) [[unlikely]] {
    mpfr_mul(r, x, y, MPFR_RNDN);
  }
}
constexpr auto with_enough_spare = kernels_by_size([](auto n) { return multiply_by_size<n, 0>; });
constexpr auto with_one_limb_more = kernels_by_size([](auto n) { return multiply_by_size<n, 1>; });

}  // namespace

void multiply_mp64(mpfr_ptr r, mpfr_srcptr a, mpfr_srcptr b) {
  if (!is_ordinary(a) || !is_ordinary(b) || !multiply<limbs, 0>(r, a, b, spare_of_mp64{})) {
    mpfr_mul(r, a, b, MPFR_RNDN);
  }
}

void multiply_mpfr(mpfr_ptr r, mpfr_srcptr a, mpfr_srcptr b) {
  const mpfr_prec_t bits = r->_mpfr_prec;
  const size_of_number size = size_for(bits);
  if (size.has_kernel() && a->_mpfr_prec == bits && b->_mpfr_prec == bits && is_ordinary(a) &&
      is_ordinary(b)) {
    (size.spare >= enough_spare ? with_enough_spare : with_one_limb_more)[size.place()](r, a, b,
                                                                                        size.spare);
  } else {
    mpfr_mul(r, a, b, MPFR_RNDN);
  }
}

}  // namespace plumbline::detail
