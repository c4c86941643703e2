// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// All numbers here are fractions of L limbs, the lowest first: Σ w_i 2^(64 (i − L)). With y = δ²,
//
//   1 − cos δ = y (1/2! − y (1/4! − y (1/6! − …))),   sin δ = δ − δ y (1/3! − y (1/5! − y (1/7! − …)))
//
// by Horner's rule from the last term that is not below 2^(−64 L). Inner terms are multiplied by high powers of y, so they
// have fewer limbs. Each product is too small by at most L + 2 units of the lowest limb.
#include <plumbline/scalar/rotation.hpp>

#include <scalar/four_limbs.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace plumbline::detail {

namespace {

constexpr int most_limbs = 4;
constexpr int most_terms = 28;  // y < 1/4: (1/4)^28/56! < 2^-256

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
constexpr auto inverse_factorials = make_inverse_factorials();

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
constexpr auto factorial_bits = make_factorial_bits();

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
void series(limb* t, const limb* y, int bits, int n) {
  std::fill(t, t + L, 0);
  const auto size = [&](int k) {  // −log2 of the term y^k/(n + 2k)!
    return k * bits + factorial_bits[static_cast<std::size_t>(n + 2 * k)];
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

/// sine, cosine ← those of the angle that is larger by δ.
template <int L>
void turn(fraction<L>& sine, fraction<L>& cosine, const fraction<L>& delta) {
  limb y[L];
  upper_product<L>(y, delta.w.data(), delta.w.data());
  std::array<limb, L> square{};
  std::copy(y, y + L, square.begin());
  const int bits = leading_zeros<L>(square);
  limb versine[L];
  series<L>(versine, y, bits, 2);
  upper_product<L>(versine, versine, y);
  limb sd[L];
  series<L>(sd, y, bits, 3);
  upper_product<L>(sd, sd, y);
  upper_product<L>(sd, sd, delta.w.data());
  difference<L>(sd, delta.w.data(), sd);

  const fraction<L> s = sine;
  const fraction<L> c = cosine;
  // r ← (a − a (1 − cos δ)) ± b sin δ with the sign of a
  const auto combine = [&](fraction<L>& r, const fraction<L>& a, const fraction<L>& b,
                           bool opposite) {
    limb part[L];
    upper_product<L>(part, a.w.data(), versine);
    r.negative = a.negative != difference<L>(r.w.data(), a.w.data(), part);
    upper_product<L>(part, b.w.data(), sd);
    if (opposite) {
      r.negative = r.negative != difference<L>(r.w.data(), r.w.data(), part);
    } else {
      capped_sum<L>(r.w.data(), r.w.data(), part);
    }
  };
  const bool odd = (s.negative != c.negative) != delta.negative;
  combine(sine, s, c, odd);
  combine(cosine, c, s, !odd);
}

/// Bits of a result below 1 at which it is too small for the guard bits.
template <int L>
bool is_large_enough(const fraction<L>& x, int bits) {
  constexpr int margin = 8;
  return x.w[L - 1] != 0 && std::countl_zero(x.w[L - 1]) + bits + margin <= 64 * L;
}

/// |x| <= 1 as a fraction; 1 becomes the largest one.
fraction<limbs> from_mp64(mpfr_srcptr x) {
  fraction<limbs> r{{}, x->_mpfr_sign < 0};
  if (x->_mpfr_exp > 0) {
    r.w.fill(~limb{0});
  } else {
    std::copy(x->_mpfr_d, x->_mpfr_d + limbs, r.w.begin());
    if (x->_mpfr_exp < 0) {
      r.w = moved_down<limbs>(r.w, static_cast<int>(-x->_mpfr_exp));
    }
  }
  return r;
}
void to_mp64(mpfr_ptr r, fraction<limbs> x) {
  const int zeros = std::countl_zero(x.w[limbs - 1]);
  normalize<limbs>(x.w);
  store_rounded(r, x.negative ? -1 : 1, -zeros, x.w[0], x.w[1], x.w[2], x.w[3], true);
}

/// An ordinary number of which is known that it is at least 2^-64 and at most 1.
bool is_part(mpfr_srcptr x) {
  return mpfr_regular_p(x) != 0 && x->_mpfr_exp > -64 && x->_mpfr_exp <= 1;
}

}  // namespace

bool rotate_mpfr(mpfr_ptr sine, mpfr_ptr cosine, mpfr_srcptr delta) {
  if (mpfr_get_prec(sine) != precision || mpfr_get_prec(cosine) != precision ||
      mpfr_get_prec(delta) != precision || !is_part(sine) || !is_part(cosine) ||
      mpfr_regular_p(delta) == 0 || delta->_mpfr_exp > -1) {
    return false;
  }
  if (delta->_mpfr_exp < -64 * limbs) {
    return true;
  }
  fraction<limbs> s = from_mp64(sine);
  fraction<limbs> c = from_mp64(cosine);
  turn<limbs>(s, c, from_mp64(delta));
  if (!is_large_enough<limbs>(s, precision) || !is_large_enough<limbs>(c, precision)) {
    return false;
  }
  to_mp64(sine, s);
  to_mp64(cosine, c);
  return true;
}

#if PLUMBLINE_HAS_QUAD
namespace {

constexpr int quad_limbs = 3;
constexpr unsigned quad_fraction_bits = 112;
constexpr int quad_bias = 16383;

/// The exponent e with 2^(e-1) <= |x| < 2^e of a normal number; far below or above for others.
int exponent_of(wide bits) {
  return static_cast<int>(bits >> quad_fraction_bits & 0x7fffU) - (quad_bias - 1);
}
wide bits_of(const quad& x) {
  wide bits = 0;
  std::memcpy(&bits, &x.backend().value(), sizeof bits);
  return bits;
}
fraction<quad_limbs> from_quad(wide bits) {
  fraction<quad_limbs> r{{}, bits >> 127U != 0};
  const int e = exponent_of(bits);
  if (e > 0) {
    r.w.fill(~limb{0});
    return r;
  }
  const wide mantissa = (bits << 16U >> 1U) | static_cast<wide>(1) << 127U;
  r.w = {0, static_cast<limb>(mantissa), static_cast<limb>(mantissa >> 64U)};
  if (e < 0) {
    r.w = moved_down<quad_limbs>(r.w, -e);
  }
  return r;
}
quad to_quad(fraction<quad_limbs> x) {
  int e = -std::countl_zero(x.w[quad_limbs - 1]);
  normalize<quad_limbs>(x.w);
  wide mantissa = static_cast<wide>(x.w[2]) << 64U | x.w[1];
  constexpr unsigned dropped = 15;
  constexpr wide below = (static_cast<wide>(1) << dropped) - 1;
  const auto rest = static_cast<limb>(mantissa & below);
  mantissa >>= dropped;
  // the limb below is taken as not zero: no tie
  if (rest >> (dropped - 1) != 0 && ++mantissa >> (quad_fraction_bits + 1) != 0) {
    mantissa >>= 1U;
    ++e;
  }
  mantissa &= (static_cast<wide>(1) << quad_fraction_bits) - 1;
  wide bits = mantissa | static_cast<wide>(e + quad_bias - 1) << quad_fraction_bits;
  if (x.negative) {
    bits |= static_cast<wide>(1) << 127U;
  }
  quad r;
  std::memcpy(&r.backend().value(), &bits, sizeof bits);
  return r;
}

}  // namespace

bool rotate_quad(quad& sine, quad& cosine, const quad& delta) {
  const wide sine_bits = bits_of(sine);
  const wide cosine_bits = bits_of(cosine);
  const wide delta_bits = bits_of(delta);
  const auto is_part_of_one = [](wide bits) {
    const int e = exponent_of(bits);
    return e > -64 && e <= 1;
  };
  if (!is_part_of_one(sine_bits) || !is_part_of_one(cosine_bits) || exponent_of(delta_bits) > -1) {
    return false;
  }
  if (exponent_of(delta_bits) < -64 * quad_limbs) {
    return true;
  }
  fraction<quad_limbs> s = from_quad(sine_bits);
  fraction<quad_limbs> c = from_quad(cosine_bits);
  turn<quad_limbs>(s, c, from_quad(delta_bits));
  constexpr int quad_bits = 113;
  if (!is_large_enough<quad_limbs>(s, quad_bits) || !is_large_enough<quad_limbs>(c, quad_bits)) {
    return false;
  }
  sine = to_quad(s);
  cosine = to_quad(c);
  return true;
}
#endif

}  // namespace plumbline::detail
