// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Numbers of mp64 as their four limbs: what sums and products share. A limb has 64 bits, the lowest limb comes first, and
// the highest bit of an ordinary number is set. The lowest 42 bits are always zero, because mp64 has 214 bits.
//
// Carries are chained by instructions of x86-64 where there are such: GCC makes twice as many of the portable formulas.
#pragma once

#include <plumbline/scalar/traits.hpp>

#include <bit>
#include <cstdint>

namespace plumbline::detail {

__extension__ using wide = unsigned __int128;
using limb = std::uint64_t;
inline constexpr int limbs = 4;
inline constexpr int precision = std::numeric_limits<mp64>::digits;
inline constexpr unsigned spare = 64 * limbs - precision;
inline constexpr limb unit = limb{1} << spare;  ///< of the last place, in the lowest limb
inline constexpr limb half = unit >> 1U;
static_assert(32 < spare && spare < 64 && sizeof(mp_limb_t) == sizeof(limb));

/// True unless x is zero, infinite, NaN or near the ends of MPFR's range of exponents. (The exponents of the first three
/// are below those of all numbers.)
inline bool is_ordinary(mpfr_srcptr x) {
  constexpr std::int64_t largest = std::int64_t{1} << 28;
  return static_cast<std::uint64_t>(x->_mpfr_exp + largest) < std::uint64_t{2} * largest;
}

/// (c0, c1, c2) += x y, lowest limb first.
inline void add_product(limb& c0, limb& c1, limb& c2, limb x, limb y) {
  const wide p = static_cast<wide>(x) * y;
  const auto low = static_cast<limb>(p);
  const auto high = static_cast<limb>(p >> 64U);
#if defined(__x86_64__)
  __asm__("addq %3, %0\n\tadcq %4, %1\n\tadcq $0, %2"
          : "+r"(c0), "+r"(c1), "+r"(c2)
          : "r"(low), "r"(high)
          : "cc");
#else
  wide sum = static_cast<wide>(c0) + low;
  c0 = static_cast<limb>(sum);
  sum = (sum >> 64U) + c1 + high;
  c1 = static_cast<limb>(sum);
  c2 += static_cast<limb>(sum >> 64U);
#endif
}
/// (c0, c1) += the upper limb of x y.
inline void add_high(limb& c0, limb& c1, limb x, limb y) {
  const auto high = static_cast<limb>((static_cast<wide>(x) * y) >> 64U);
#if defined(__x86_64__)
  __asm__("addq %2, %0\n\tadcq $0, %1" : "+r"(c0), "+r"(c1) : "r"(high) : "cc");
#else
  const wide sum = static_cast<wide>(c0) + high;
  c0 = static_cast<limb>(sum);
  c1 += static_cast<limb>(sum >> 64U);
#endif
}
/// The lower limb of (upper, lower) moved down by d < 64 bits.
inline limb lower_after_shift(limb lower, limb upper, unsigned d) {
#if defined(__x86_64__)
  __asm__("shrdq %%cl, %1, %0" : "+r"(lower) : "r"(upper), "c"(d) : "cc");
  return lower;
#else
  return lower >> d | (upper << 1U) << (63U - d);
#endif
}
/// The upper limb of (upper, lower) moved up by d < 64 bits.
inline limb upper_after_shift(limb lower, limb upper, unsigned d) {
#if defined(__x86_64__)
  __asm__("shldq %%cl, %1, %0" : "+r"(upper) : "r"(lower), "c"(d) : "cc");
  return upper;
#else
  return upper << d | (lower >> 1U) >> (63U - d);
#endif
}
/// (r0 … r3) += (b0 … b3); the carry.
inline limb add_limbs(limb& r0, limb& r1, limb& r2, limb& r3, limb b0, limb b1, limb b2, limb b3) {
#if defined(__x86_64__)
  bool carry = false;
  __asm__("addq %5, %0\n\tadcq %6, %1\n\tadcq %7, %2\n\tadcq %8, %3"
          : "+&r"(r0), "+&r"(r1), "+&r"(r2), "+&r"(r3), "=@ccc"(carry)
          : "rme"(b0), "rme"(b1), "rme"(b2), "rme"(b3));
  return carry ? 1 : 0;
#else
  wide sum = static_cast<wide>(r0) + b0;
  r0 = static_cast<limb>(sum);
  sum = (sum >> 64U) + r1 + b1;
  r1 = static_cast<limb>(sum);
  sum = (sum >> 64U) + r2 + b2;
  r2 = static_cast<limb>(sum);
  sum = (sum >> 64U) + r3 + b3;
  r3 = static_cast<limb>(sum);
  return static_cast<limb>(sum >> 64U);
#endif
}
/// (r0 … r3) −= (b0 … b3); 1 where that is negative, modulo 2^256.
inline limb subtract_limbs(limb& r0, limb& r1, limb& r2, limb& r3, limb b0, limb b1, limb b2,
                           limb b3) {
#if defined(__x86_64__)
  bool borrow = false;
  __asm__("subq %5, %0\n\tsbbq %6, %1\n\tsbbq %7, %2\n\tsbbq %8, %3"
          : "+&r"(r0), "+&r"(r1), "+&r"(r2), "+&r"(r3), "=@ccc"(borrow)
          : "rme"(b0), "rme"(b1), "rme"(b2), "rme"(b3));
  return borrow ? 1 : 0;
#else
  // a − b = a + ~b + 1 modulo 2^256, without the carry where b is larger
  wide sum = static_cast<wide>(r0) + ~b0 + 1U;
  r0 = static_cast<limb>(sum);
  sum = (sum >> 64U) + r1 + ~b1;
  r1 = static_cast<limb>(sum);
  sum = (sum >> 64U) + r2 + ~b2;
  r2 = static_cast<limb>(sum);
  sum = (sum >> 64U) + r3 + ~b3;
  r3 = static_cast<limb>(sum);
  return 1U - static_cast<limb>(sum >> 64U);
#endif
}

/// Moves 0.r3r2r1r0 · 2^exponent up until its highest bit is set. Whole limbs are rare and have a branch; single bits are
/// common and have none. False for zero.
inline bool normalize(limb& r0, limb& r1, limb& r2, limb& r3, std::int64_t& exponent) {
  while (r3 == 0) {
    if ((r0 | r1 | r2) == 0) {
      return false;
    }
    r3 = r2;
    r2 = r1;
    r1 = r0;
    r0 = 0;
    exponent -= 64;
  }
  const auto up = static_cast<unsigned>(std::countl_zero(r3));
  r3 = upper_after_shift(r2, r3, up);
  r2 = upper_after_shift(r1, r2, up);
  r1 = upper_after_shift(r0, r1, up);
  r0 <<= up;
  exponent -= up;
  return true;
}

/// r ← sign · 0.r3r2r1r0 · 2^exponent, rounded to nearest, ties to even. r3 has its highest bit; `more`: the number is a
/// little larger than its limbs say, by less than one unit of r0.
inline void store_rounded(mpfr_ptr r, int sign, std::int64_t exponent, limb r0, limb r1, limb r2,
                          limb r3, bool more) {
  // What is added carries into the last place where the bits behind it are more than one half, or where they are one half and
  // the number is larger or its last place is odd. Whether it carries is as good as random, so there is no branch on it.
  const limb odd = r0 >> spare & 1U;
  if (add_limbs(r0, r1, r2, r3, half - 1 + (odd | static_cast<limb>(more)), 0, 0, 0) != 0) {
    r3 = limb{1} << 63U;
    ++exponent;
  }
  r0 &= ~(unit - 1);
  mp_limb_t* const out = r->_mpfr_d;
  out[0] = r0;
  out[1] = r1;
  out[2] = r2;
  out[3] = r3;
  r->_mpfr_sign = sign;
  r->_mpfr_exp = exponent;
}

}  // namespace plumbline::detail
