// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Sum and difference of two MPFR numbers of 5 to 16 limbs (65 to 300 digits), rounded to nearest, ties to even: the bits of
// mpfr_add and mpfr_sub at half of their instructions, because the number of limbs is known. Other numbers of limbs, different
// precisions, precisions that leave fewer than two bits of the lowest limb unused, zeros, infinities, NaN and exponents near
// the ends of MPFR's range are left to MPFR.
//
// The number with the smaller exponent is moved down by the difference d of the exponents. Bits are lost behind the lowest limb
// only where d > 2. In a difference they count as one unit of the lowest limb; the limbs are then too small by less than that,
// and since the difference loses at most its highest bit, the numbers and the midpoints between them stay at even units.
#include <plumbline/scalar/in_place.hpp>

#include <scalar/four_limbs.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace plumbline::detail {

namespace {

constexpr int fewest_limbs_of_sums = 5;
constexpr int most_limbs_of_sums = 16;
constexpr unsigned least_unused_of_sums = 2;

/// w ← the n limbs of y, moved down by d bits, 0 < d < 64 n; whether bits are lost behind the lowest.
template <int n>
[[gnu::always_inline]] inline bool move_down(mp_limb_t* w, const mp_limb_t* y, unsigned d) {
  const unsigned bits = d % 64;
  mp_limb_t lost = 0;
  if (d < 64) {
#pragma GCC unroll 16
    for (int i = 0; i + 1 < n; ++i) {
      w[i] = lower_after_shift(y[i], y[i + 1], bits);
    }
    w[n - 1] = y[n - 1] >> bits;
    lost = y[0] << (64 - bits);
  } else {
    const auto whole = static_cast<int>(d / 64);
    for (int i = 0; i < whole; ++i) {
      lost |= y[i];
    }
    lost |= (y[whole] << 1U) << (63 - bits);
    const int size = n - whole;
    for (int i = 0; i + 1 < size; ++i) {
      w[i] = lower_after_shift(y[i + whole], y[i + whole + 1], bits);
    }
    w[size - 1] = y[n - 1] >> bits;
    std::fill_n(w + size, whole, 0);
  }
  return lost != 0;
}

/// r ← sign · 0.r · 2^exponent for the n limbs of r, of which the lowest `unused` bits are to be zero, rounded to nearest, ties
/// to even; `more`: the number is a little larger than its limbs say, by less than two units of the lowest.
template <int n>
[[gnu::always_inline]] inline void round_limbs(mpfr_ptr r, int sign, std::int64_t exponent,
                                               unsigned unused, bool more) {
  mp_limb_t* const out = r->_mpfr_d;
  const mp_limb_t last = mp_limb_t{1} << unused;
  const mp_limb_t behind = out[0] & (last - 1);
  const mp_limb_t middle = last >> 1U;
  out[0] -= behind;
  if (behind > middle || (behind == middle && (more || (out[0] & last) != 0))) {
    mp_limb_t carry = last;
    for (int i = 0; i < n && carry != 0; ++i) {
      out[i] += carry;
      carry = out[i] < carry ? 1 : 0;
    }
    if (carry != 0) {
      out[n - 1] = mp_limb_t{1} << 63U;
      ++exponent;
    }
  }
  r->_mpfr_sign = sign;
  r->_mpfr_exp = exponent;
}

/// r ← x + y of n limbs each, where the sign of y is `sign_of_y`.
template <int n>
void add_limb_by_limb(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y, int sign_of_y, unsigned unused) {
  int sign = x->_mpfr_sign;
  const bool same = sign == sign_of_y;
  std::int64_t d = x->_mpfr_exp - y->_mpfr_exp;
  if (d < 0) {
    std::swap(x, y);
    sign = sign_of_y;
    d = -d;
  }
  mp_limb_t* const out = r->_mpfr_d;
  std::int64_t exponent = x->_mpfr_exp;
  if (d > r->_mpfr_prec + 1) {  // less than a quarter of the last place of x
    copy_mpfr(r, x);
    r->_mpfr_sign = sign;
    return;
  }
  mp_limb_t w[n];
  const mp_limb_t* from = y->_mpfr_d;
  bool lost = false;
  if (d > 0) {
    lost = move_down<n>(w, from, static_cast<unsigned>(d));
    from = w;
  }
  if (same) {
    if (mpn_add_n(out, x->_mpfr_d, from, n) != 0) {
      lost = lost || (out[0] & 1U) != 0;
#pragma GCC unroll 16
      for (int i = 0; i + 1 < n; ++i) {
        out[i] = lower_after_shift(out[i], out[i + 1], 1);
      }
      out[n - 1] = out[n - 1] >> 1U | mp_limb_t{1} << 63U;
      ++exponent;
    }
    round_limbs<n>(r, sign, exponent, unused, lost);
    return;
  }
  if (mpn_sub_n(out, x->_mpfr_d, from, n) != 0) {  // |x| < |y|, only where d = 0
    mpn_neg(out, out, n);
    sign = -sign;
  }
  if (lost) {
    for (int i = 0; out[i]-- == 0; ++i) {
    }
  }
  if (out[n - 1] >> 63U == 0) {
    int top = n - 1;
    while (out[top] == 0) {
      if (top == 0) {
        mpfr_set_zero(r, 1);  // x − x = +0
        return;
      }
      --top;
    }
    const auto zeros = static_cast<unsigned>(std::countl_zero(out[top]));
    if (top == n - 1) {
#pragma GCC unroll 16
      for (int i = n - 1; i > 0; --i) {
        out[i] = upper_after_shift(out[i - 1], out[i], zeros);
      }
      out[0] <<= zeros;
    } else {
      const int whole = n - 1 - top;
      for (int i = n - 1; i > whole; --i) {
        out[i] = upper_after_shift(out[i - whole - 1], out[i - whole], zeros);
      }
      out[whole] = out[0] << zeros;
      std::fill_n(out, whole, 0);
      exponent -= 64 * static_cast<std::int64_t>(whole);
    }
    exponent -= zeros;
  }
  round_limbs<n>(r, sign, exponent, unused, lost);
}

using sum_kernel = void (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, int, unsigned);
template <int... k>
constexpr auto make_sum_kernels(std::integer_sequence<int, k...> /*sizes*/) {
  return std::array<sum_kernel, sizeof...(k)>{{add_limb_by_limb<fewest_limbs_of_sums + k>...}};
}
constexpr auto sum_kernels = make_sum_kernels(
    std::make_integer_sequence<int, most_limbs_of_sums - fewest_limbs_of_sums + 1>{});

/// False, and nothing is done, where this is MPFR's task.
[[gnu::always_inline]] inline bool is_added(mpfr_ptr r, mpfr_srcptr a, mpfr_srcptr b,
                                            int sign_of_b) {
  const mpfr_prec_t bits = r->_mpfr_prec;
  const mpfr_prec_t n = (bits + 63) / 64;
  const auto unused = static_cast<unsigned>(64 * n - bits);
  if (n < fewest_limbs_of_sums || n > most_limbs_of_sums || unused < least_unused_of_sums ||
      a->_mpfr_prec != bits || b->_mpfr_prec != bits || !is_ordinary(a) || !is_ordinary(b)) {
    return false;
  }
  sum_kernels[static_cast<std::size_t>(n - fewest_limbs_of_sums)](r, a, b, sign_of_b, unused);
  return true;
}

}  // namespace

void add_mpfr(mpfr_ptr r, mpfr_srcptr a, mpfr_srcptr b) {
  if (!is_added(r, a, b, b->_mpfr_sign)) {
    mpfr_add(r, a, b, MPFR_RNDN);
  }
}

void subtract_mpfr(mpfr_ptr r, mpfr_srcptr a, mpfr_srcptr b) {
  if (!is_added(r, a, b, -b->_mpfr_sign)) {
    mpfr_sub(r, a, b, MPFR_RNDN);
  }
}

}  // namespace plumbline::detail
