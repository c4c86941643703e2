// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Fractions of L limbs, the lowest first: Σ w_i 2^(64 (i − L)), and the series of sine and cosine in them. With y = δ²,
//
//   1 − cos δ = y (1/2! − y (1/4! − y (1/6! − …))),   sin δ = δ − δ y (1/3! − y (1/5! − y (1/7! − …)))
//
// by Horner's rule from the last term that is not below 2^(−64 L). Inner terms are multiplied by high powers of y, so they
// have fewer limbs. Each product is too small by at most L + 2 units of the lowest limb.
#pragma once

#include <scalar/limbs.hpp>

#include <algorithm>
#include <array>
#include <bit>

namespace plumbline::detail::fixed_point {

inline constexpr int most_limbs = 6;
inline constexpr int most_terms = 40;  // y < 1/4: (1/4)^40/80! < 2^-384

/// 1/n! as fractions of most_limbs limbs, 2 <= n.
constexpr auto make_inverse_factorials() {
  std::array<std::array<limb, most_limbs>, 2 * std::size_t{most_terms} + 2> table{};
  std::array<limb, most_limbs> x{};
  x.back() = limb{1} << 63U;
  table[2] = x;
  for (unsigned n = 3; n < table.size(); ++n) {
    limb rest = 0;
    for (std::size_t i = most_limbs; i-- > 0;) {
      const wide part = static_cast<wide>(rest) << 64U | x[i];
      x[i] = static_cast<limb>(part / n);
      rest = static_cast<limb>(part % n);
    }
    table[n] = x;
  }
  return table;
}
inline constexpr auto inverse_factorials = make_inverse_factorials();

/// −log2 n!, rounded to zero, as much as the table has.
constexpr auto make_factorial_bits() {
  std::array<int, 2 * std::size_t{most_terms} + 2> bits{};
  for (std::size_t n = 2; n < bits.size(); ++n) {
    int zeros = 0;
    for (std::size_t i = most_limbs; i-- > 0;) {
      const int z = std::countl_zero(inverse_factorials[n][i]);
      zeros += z;
      if (z < 64) {
        break;
      }
    }
    bits[n] = zeros;
  }
  return bits;
}
inline constexpr auto factorial_bits = make_factorial_bits();

/// The upper l limbs of x y for numbers of l limbs.
template <int l>
[[gnu::always_inline]] inline void upper_product(limb* r, const limb* x, const limb* y) {
  limb out[l];
  upper_columns<l>(out, x, y);
  copy<l>(r, out);
}

/// r ← a − b; true where that is negative, and r is then b − a.
template <int l>
inline bool difference(limb* r, const limb* a, const limb* b) {
  limb x[l];
  copy<l>(x, a);
  const bool negative = subtract<l>(x, b) != 0;
  if (negative) {
    negate<l>(x);
  }
  copy<l>(r, x);
  return negative;
}
/// r ← a + b, at most the largest fraction.
template <int l>
inline void capped_sum(limb* r, const limb* a, const limb* b) {
  limb x[l];
  copy<l>(x, a);
  if (add<l>(x, b) != 0) {
    std::fill(x, x + l, ~limb{0});
  }
  copy<l>(r, x);
}

/// t ← 1/n! − y t in the upper l limbs of numbers of L.
template <int L, int l>
[[gnu::always_inline]] inline void term(limb* t, const limb* y, int n) {
  limb product[l];
  upper_product<l>(product, t + (L - l), y + (L - l));
  const limb* const a = inverse_factorials[static_cast<std::size_t>(n)].data() + (most_limbs - l);
  limb x[l];
  copy<l>(x, a);
  subtract<l>(x, product);
  copy<l>(t + (L - l), x);
}

/// The same where the number of limbs l is known at run time.
template <int L, int l = 1>
inline void term_of_size(limb* t, const limb* y, int n, int size) {
  if constexpr (l < L) {
    if (size != l) {
      return term_of_size<L, l + 1>(t, y, n, size);
    }
  }
  term<L, l>(t, y, n);
}

/// t ← 1/n! − y (1/(n+2)! − y (…)) for n = 2 or 3. y < 2^-bits.
template <int L>
inline void series(limb* t, const limb* y, int bits, int n) {
  std::fill(t, t + L, 0);
  const auto size = [&](int k) {  // −log2 of the term y^k/(n + 2k)!
    const int place = n + 2 * k;
    return k * bits + factorial_bits[static_cast<std::size_t>(place)];
  };
  int k = 0;
  while (k + 1 < most_terms && size(k + 1) <= 64 * L) {
    ++k;
  }
  for (; k >= 0; --k) {
    const int needed = L - std::min(static_cast<int>(static_cast<unsigned>(k * bits) / 64U), L - 1);
    term_of_size<L>(t, y, n + 2 * k, needed);
  }
}

/// A fraction with its sign.
template <int L>
struct fraction {
  std::array<limb, L> w;
  bool negative;
};

/// The bits before the first one of a fraction.
template <int L>
int leading_zeros(const std::array<limb, L>& w) {
  int zeros = 0;
  for (std::size_t i = L; i-- > 0;) {
    if (w[i] != 0) {
      return zeros + std::countl_zero(w[i]);
    }
    zeros += 64;
  }
  return zeros;
}

/// Numbers of MPFR are computed in L limbs of which 32 bits or more are spare, so that they have L limbs or one less. 0 for
/// numbers of other sizes.
inline int limbs_for(mpfr_prec_t bits) {
  constexpr mpfr_prec_t least_spare = 32;
  constexpr int fewest = 4;
  const auto needed = static_cast<int>((bits + least_spare + 63) / 64);
  return bits <= 64 * (fewest - 2) || needed > most_limbs ? 0 : std::max(needed, fewest);
}
/// f<L>() for this L; false for numbers of other sizes.
template <class F>
bool with_limbs_for(mpfr_prec_t bits, F f) {
  switch (limbs_for(bits)) {
    case 4:
      return f(std::integral_constant<int, 4>{});
    case 5:
      return f(std::integral_constant<int, 5>{});
    case most_limbs:
      return f(std::integral_constant<int, most_limbs>{});
    default:
      return false;
  }
}
/// The limbs of x as a fraction, without its exponent.
template <int L>
std::array<limb, L> mantissa_of(mpfr_srcptr x) {
  const int n = size_for(x->_mpfr_prec).limbs;
  std::array<limb, L> w{};
  std::copy_n(x->_mpfr_d, n, w.begin() + (L - n));
  return w;
}
/// r ← ± w · 2^exponent, rounded to the precision of r. The highest bit of w is set; w is not taken for exact.
template <int L>
void store_fraction(mpfr_ptr r, bool negative, std::int64_t exponent, std::array<limb, L>& w) {
  const size_of_number size = size_for(r->_mpfr_prec);
  const int sign = negative ? -1 : 1;
  if (size.limbs == L) {
    store_rounded<L, 0>(r, sign, exponent, w.data(), size.spare, true);
  } else {
    store_rounded<L - 1, 1>(r, sign, exponent, w.data(), size.spare, true);
  }
}

}  // namespace plumbline::detail::fixed_point
