// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Products of MPFR numbers of 5 to 16 limbs (65 to 300 digits), rounded to nearest, ties to even: the bits of mpfr_mul at
// half of its instructions, because the number of limbs is known and only half of the products of limbs are made. Other
// numbers of limbs, different precisions, zeros, infinities, NaN and exponents near the ends of MPFR's range are left to
// mpfr_mul.
//
// Of two numbers of n limbs the columns from n on are added, and the upper halves of the column before. What is left out is
// less than 2n units of the lowest limb that is kept. Where the precision leaves few bits of it unused, one column more is
// made. Where what is left out might decide the rounding, mpfr_mul computes all.
#include <plumbline/scalar/in_place.hpp>
#include <plumbline/scalar/product_sum.hpp>

#include <scalar/four_limbs.hpp>

#include <array>
#include <utility>

namespace plumbline::detail {

namespace {

constexpr int fewest_limbs = 5;
constexpr int most_limbs = 16;

/// (c0, c1, c2) += the products of the column c.
template <int n, int c>
[[gnu::always_inline]] inline void add_column(limb& c0, limb& c1, limb& c2, const limb* a,
                                              const limb* b) {
  constexpr int end = c < n ? c + 1 : n;
#pragma GCC unroll 16
  for (int i = c < n ? 0 : c - n + 1; i < end; ++i) {
    add_product(c0, c1, c2, a[i], b[c - i]);
  }
}

/// w ← the columns from `first` on; w has 2 n − first limbs.
template <int n, int first>
[[gnu::always_inline]] inline void upper_columns(limb* w, const limb* a, const limb* b) {
  limb c0 = 0;
  limb c1 = 0;
  limb c2 = 0;
#pragma GCC unroll 16
  for (int i = 0; i < first; ++i) {
    add_high(c0, c1, a[i], b[first - 1 - i]);
  }
  [&]<int... k>(std::integer_sequence<int, k...>) {
    ((add_column<n, first + k>(c0, c1, c2, a, b), w[k] = c0, c0 = c1, c1 = c2, c2 = 0), ...);
  }
  (std::make_integer_sequence<int, 2 * n - 1 - first>{});
  w[2 * n - 1 - first] = c0;
}

/// r ← a b for n limbs of which the lowest `unused` bits are zero, with one limb behind them where `guard` is 1. False where
/// what is left out might decide.
template <int n, int guard>
bool multiply(mpfr_ptr r, mpfr_srcptr x, mpfr_srcptr y, unsigned unused) {
  limb w[n + guard];
  upper_columns<n, n - guard>(w, x->_mpfr_d, y->_mpfr_d);
  std::int64_t exponent = x->_mpfr_exp + y->_mpfr_exp;
  constexpr int top = n + guard - 1;
  if (w[top] >> 63U == 0) {  // the product of two numbers in [1/2, 1) may be below 1/2
#pragma GCC unroll 17
    for (int i = top; i > 0; --i) {
      w[i] = w[i] << 1U | w[i - 1] >> 63U;
    }
    w[0] <<= 1U;
    --exponent;
  }
  constexpr limb left_out = 4 * n;  // 2 n before the shift
  const limb last = limb{1} << unused;
  const limb behind = w[guard] & (last - 1);
  bool up = false;
  if constexpr (guard == 0) {
    const limb middle = last >> 1U;
    if (behind - (middle - left_out) <= left_out) {
      return false;
    }
    up = behind > middle;
  } else {
    const wide rest = static_cast<wide>(behind) << 64U | w[0];
    const wide middle = static_cast<wide>(last) << 63U;
    if (rest - (middle - left_out) <= left_out) {
      return false;
    }
    up = rest > middle;
  }
  limb* const m = w + guard;
  m[0] -= behind;
  if (up) {
    limb carry = last;
    for (int i = 0; i < n && carry != 0; ++i) {
      m[i] += carry;
      carry = m[i] < carry ? 1 : 0;
    }
    if (carry != 0) {
      m[n - 1] = limb{1} << 63U;
      ++exponent;
    }
  }
  mp_limb_t* const out = r->_mpfr_d;
#pragma GCC unroll 16
  for (int i = 0; i < n; ++i) {
    out[i] = m[i];
  }
  r->_mpfr_sign = x->_mpfr_sign * y->_mpfr_sign;
  r->_mpfr_exp = exponent;
  return true;
}

using kernel = bool (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, unsigned);
struct kernels {
  kernel plain;
  kernel guarded;
};
template <int... k>
constexpr auto make_kernels(std::integer_sequence<int, k...> /*sizes*/) {
  return std::array<kernels, sizeof...(k)>{
      {{multiply<fewest_limbs + k, 0>, multiply<fewest_limbs + k, 1>}...}};
}
constexpr auto kernels_by_size =
    make_kernels(std::make_integer_sequence<int, most_limbs - fewest_limbs + 1>{});

}  // namespace

void multiply_mpfr(mpfr_ptr r, mpfr_srcptr a, mpfr_srcptr b) {
  const mpfr_prec_t bits = mpfr_get_prec(r);
  const auto n = static_cast<int>((bits + 63) / 64);
  if (n >= fewest_limbs && n <= most_limbs && mpfr_get_prec(a) == bits &&
      mpfr_get_prec(b) == bits && is_ordinary(a) && is_ordinary(b)) {
    // with so many bits unused, one product of 2^14 needs mpfr_mul
    constexpr unsigned enough = 20;
    const auto unused = static_cast<unsigned>(64 * n - bits);
    const kernels& k = kernels_by_size[static_cast<std::size_t>(n - fewest_limbs)];
    if ((unused >= enough ? k.plain : k.guarded)(r, a, b, unused)) {
      return;
    }
  }
  mpfr_mul(r, a, b, MPFR_RNDN);
}

void add_products_mpfr(mpfr_ptr r, const product_term* terms, std::size_t count, mpfr_ptr sum,
                       mpfr_ptr product) {
  if (count == 0) {
    mpfr_set_zero(r, 1);
    return;
  }
  for (const product_term* t = terms; t != terms + count; ++t) {
    if (t == terms) {
      if (t->a == nullptr) {
        copy_mpfr(sum, t->b);
      } else {
        multiply_mpfr(sum, t->a, t->b);
      }
    } else if (t->a == nullptr) {
      add_mpfr(sum, sum, t->b);
    } else {
      multiply_mpfr(product, t->a, t->b);
      add_mpfr(sum, sum, product);
    }
  }
  copy_mpfr(r, sum);
}

}  // namespace plumbline::detail
