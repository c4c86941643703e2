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

#include <scalar/four_limbs.hpp>

#include <algorithm>
#include <array>
#include <bit>

namespace plumbline::detail::fixed_point {

inline constexpr int most_limbs = 4;
inline constexpr int most_terms = 28;  // y < 1/4: (1/4)^28/56! < 2^-256

/// 1/n! as fractions of four limbs, 2 <= n.
constexpr auto make_inverse_factorials() {
  std::array<std::array<limb, most_limbs>, 2 * most_terms + 2> table{};
  std::array<limb, most_limbs> x{0, 0, 0, limb{1} << 63U};
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
  std::array<int, 2 * most_terms + 2> bits{};
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
inline void upper_product(limb* r, const limb* x, const limb* y) {
  limb c0 = 0;
  limb c1 = 0;
  limb c2 = 0;
#pragma GCC unroll 4
  for (int i = 0; i < l; ++i) {
    add_high(c0, c1, x[i], y[l - 1 - i]);
  }
  limb out[l];
#pragma GCC unroll 4
  for (int column = l; column < 2 * l - 1; ++column) {
#pragma GCC unroll 4
    for (int i = column - l + 1; i < l; ++i) {
      add_product(c0, c1, c2, x[i], y[column - i]);
    }
    out[column - l] = c0;
    c0 = c1;
    c1 = c2;
    c2 = 0;
  }
  out[l - 1] = c0;
  std::copy(out, out + l, r);
}

/// Entry i of l limbs, 0 beyond.
template <int l>
inline limb entry(const limb* x, int i) {
  return i < l ? x[i] : 0;
}
template <int l>
inline void store(limb* r, const std::array<limb, limbs>& x) {
  std::copy(x.begin(), x.begin() + l, r);
}

/// r ← a − b; true where that is negative, and r is then b − a.
template <int l>
inline bool difference(limb* r, const limb* a, const limb* b) {
  std::array<limb, limbs> x{entry<l>(a, 0), entry<l>(a, 1), entry<l>(a, 2), entry<l>(a, 3)};
  const limb borrow = subtract_limbs(x[0], x[1], x[2], x[3], entry<l>(b, 0), entry<l>(b, 1),
                                     entry<l>(b, 2), entry<l>(b, 3));
  if (borrow != 0) {
    const std::array<limb, limbs> n = x;
    x = {};
    subtract_limbs(x[0], x[1], x[2], x[3], n[0], n[1], n[2], n[3]);
  }
  store<l>(r, x);
  return borrow != 0;
}
/// r ← a + b, at most the largest fraction.
template <int l>
inline void capped_sum(limb* r, const limb* a, const limb* b) {
  std::array<limb, limbs> x{entry<l>(a, 0), entry<l>(a, 1), entry<l>(a, 2), entry<l>(a, 3)};
  const limb carry = add_limbs(x[0], x[1], x[2], x[3], entry<l>(b, 0), entry<l>(b, 1),
                               entry<l>(b, 2), entry<l>(b, 3));
  store<l>(r, x);
  if (carry != 0 || (l < limbs && x[l % limbs] != 0)) {
    std::fill(r, r + l, ~limb{0});
  }
}

/// t ← 1/n! − y t in the upper l limbs of numbers of L.
template <int L, int l>
inline void term(limb* t, const limb* y, int n) {
  limb product[l];
  upper_product<l>(product, t + (L - l), y + (L - l));
  const limb* const a = inverse_factorials[static_cast<std::size_t>(n)].data() + (most_limbs - l);
  std::array<limb, limbs> x{entry<l>(a, 0), entry<l>(a, 1), entry<l>(a, 2), entry<l>(a, 3)};
  subtract_limbs(x[0], x[1], x[2], x[3], entry<l>(product, 0), entry<l>(product, 1),
                 entry<l>(product, 2), entry<l>(product, 3));
  store<l>(t + (L - l), x);
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
    if constexpr (L == 4) {
      if (needed == 4) {
        term<L, 4>(t, y, n + 2 * k);
        continue;
      }
    }
    switch (needed) {
      case 1:
        term<L, 1>(t, y, n + 2 * k);
        break;
      case 2:
        term<L, 2>(t, y, n + 2 * k);
        break;
      default:
        term<L, 3>(t, y, n + 2 * k);
        break;
    }
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

/// w moved down by d bits.
template <int L>
std::array<limb, L> moved_down(const std::array<limb, L>& w, int d) {
  std::array<limb, L> r{};
  const auto whole = static_cast<std::size_t>(d) / 64;
  const auto s = static_cast<unsigned>(d) % 64;
  for (std::size_t i = 0; i + whole < L; ++i) {
    const limb above = i + whole + 1 < L ? w[i + whole + 1] : 0;
    r[i] = w[i + whole] >> s | (above << 1U) << (63U - s);
  }
  return r;
}
/// w moved up until its highest bit is set; w is not zero and its first one is in the highest limb.
template <int L>
void normalize(std::array<limb, L>& w) {
  const auto s = static_cast<unsigned>(std::countl_zero(w[L - 1]));
  for (std::size_t i = L; i-- > 0;) {
    const limb below = i > 0 ? w[i - 1] : 0;
    w[i] = w[i] << s | (below >> 1U) >> (63U - s);
  }
}

}  // namespace plumbline::detail::fixed_point
