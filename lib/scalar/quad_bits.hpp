// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Sums and products of quad by their bits (IEEE 754 binary128: one of the sign, 15 of the exponent, 112 of the fraction):
// the results of the compiler's own functions, rounded to nearest, ties to even, at a quarter of their instructions, because
// they are compiled into the loops that need them and leave flags and rounding modes alone. Zeros, subnormal numbers,
// infinities, NaN and results near the ends of the range are left to the compiler.
#pragma once

#include <plumbline/scalar/traits.hpp>

#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>

#if PLUMBLINE_HAS_QUAD
namespace plumbline::detail::quad_bits {

__extension__ using wide = unsigned __int128;

inline constexpr unsigned fraction_bits = 112;
inline constexpr unsigned upper_fraction_bits = fraction_bits - 64;
inline constexpr std::uint64_t upper_one = std::uint64_t{1} << upper_fraction_bits;
inline constexpr int bias = 16383;
inline constexpr int last_exponent = 0x7fff;

inline wide bits_of(const quad& x) {
  wide bits = 0;
  std::memcpy(&bits, &x.backend().value(), sizeof bits);
  return bits;
}
inline quad quad_of(wide bits) {
  quad x;
  std::memcpy(&x.backend().value(), &bits, sizeof bits);
  return x;
}
inline std::uint64_t upper(wide x) { return static_cast<std::uint64_t>(x >> 64U); }
inline std::uint64_t lower(wide x) { return static_cast<std::uint64_t>(x); }
inline wide joined(std::uint64_t high, std::uint64_t low) {
  return static_cast<wide>(high) << 64U | low;
}
/// The exponent as it stands in the bits: 1 … 0x7ffe of a normal number.
inline int exponent_of(wide bits) { return static_cast<int>(upper(bits) >> 48U & 0x7fffU); }
inline bool is_normal_exponent(int e) {
  return static_cast<unsigned>(e - 1) < static_cast<unsigned>(last_exponent - 1);
}
inline bool is_negative(wide bits) { return upper(bits) >> 63U != 0; }
inline wide sign_of(wide bits) { return joined(upper(bits) & std::uint64_t{1} << 63U, 0); }
/// The fraction of a normal number with the one before it: 113 bits.
inline wide mantissa_of(wide bits) {
  return joined((upper(bits) & (upper_one - 1)) | upper_one, lower(bits));
}

// The compiler's functions, for all numbers.
[[gnu::noinline]] inline quad any_product(const quad& a, const quad& b) { return a * b; }
[[gnu::noinline]] inline quad any_sum(const quad& a, const quad& b) { return a + b; }

[[gnu::always_inline]] inline quad product(const quad& x, const quad& y) {
  const wide a = bits_of(x);
  const wide b = bits_of(y);
  const int ea = exponent_of(a);
  const int eb = exponent_of(b);
  const int e = ea + eb - bias;
  // the exponent of the result is e or e + 1
  if (!is_normal_exponent(ea) || !is_normal_exponent(eb) || e < 1 || e + 2 >= last_exponent) {
    return any_product(x, y);
  }
  // 2^127 <= m < 2^128 and 2^113 <= n < 2^114: the upper 128 bits of the product are 2^112 … 2^114
  const wide m = mantissa_of(a) << 15U;
  const wide n = mantissa_of(b) << 1U;
  const wide p00 = static_cast<wide>(lower(m)) * lower(n);
  const wide p01 = static_cast<wide>(lower(m)) * upper(n);
  const wide p10 = static_cast<wide>(upper(m)) * lower(n);
  const wide p11 = static_cast<wide>(upper(m)) * upper(n);
  const wide middle = p01 + upper(p00);  // no carry: p01 <= (2^64 - 1)^2
  const wide column = static_cast<wide>(lower(middle)) + p10;
  const wide top = p11 + upper(middle) + upper(column);
  const std::uint64_t rest1 = lower(column);
  const std::uint64_t rest0 = lower(p00);
  const unsigned carry = static_cast<unsigned>(upper(top) >> (upper_fraction_bits + 1));
  // the bit behind the last place, and whether there is more behind it
  const std::uint64_t behind = carry != 0 ? lower(top) & 1U : rest1 >> 63U;
  const std::uint64_t more = (carry != 0 ? rest1 : rest1 << 1U) | rest0;
  wide mantissa = top >> carry;
  mantissa += behind & static_cast<std::uint64_t>(more != 0 || (lower(mantissa) & 1U) != 0);
  // the one before the fraction raises the exponent by one
  const auto exponent = static_cast<std::uint64_t>(e) - 1 + carry;
  const std::uint64_t sign = (upper(a) ^ upper(b)) & std::uint64_t{1} << 63U;
  return quad_of(mantissa + joined(sign + (exponent << upper_fraction_bits), 0));
}

/// x + y, or x − y.
template <bool subtracts>
[[gnu::always_inline]] inline quad sum(const quad& x, const quad& y) {
  constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63U;
  wide a = bits_of(x);
  wide b = bits_of(y);
  if constexpr (subtracts) {
    b ^= joined(sign_bit, 0);
  }
  const auto by_compiler = [&] { return any_sum(quad_of(a), quad_of(b)); };
  if (a << 1U < b << 1U) {
    std::swap(a, b);
  }
  const int ea = exponent_of(a);
  const int eb = exponent_of(b);
  if (!is_normal_exponent(ea) || ea + 1 >= last_exponent || eb == 0) {
    if (b << 1U == 0 && is_normal_exponent(ea)) {
      return quad_of(a);
    }
    return by_compiler();
  }
  constexpr unsigned guard = 3;
  const auto d = static_cast<unsigned>(ea - eb);
  if (d > fraction_bits + guard) {  // less than a quarter of the last place
    return quad_of(a);
  }
  const wide m = mantissa_of(a) << guard;
  const wide n = mantissa_of(b) << guard;
  const wide moved = n >> d;
  const wide part = moved | static_cast<std::uint64_t>(moved << d != n);
  int e = ea;
  wide s = 0;
  if ((upper(a ^ b) & sign_bit) == 0) {
    s = m + part;
    if (upper(s) >> (upper_fraction_bits + guard + 1) != 0) {
      s = s >> 1U | (lower(s) & 1U);
      ++e;
    }
  } else {
    s = m - part;
    if (s == 0) {
      return quad_of(0);
    }
    const int zeros = upper(s) != 0 ? std::countl_zero(upper(s)) : 64 + std::countl_zero(lower(s));
    const int up = zeros - (64 - static_cast<int>(upper_fraction_bits + guard) - 1);
    s <<= static_cast<unsigned>(up);
    e -= up;
    if (e < 1) {
      return by_compiler();
    }
  }
  const std::uint64_t rest = lower(s) & 7U;
  s >>= guard;
  s += static_cast<std::uint64_t>(rest > 4 || (rest == 4 && (lower(s) & 1U) != 0));
  const std::uint64_t sign = upper(a) & sign_bit;
  return quad_of(s +
                 joined(sign + ((static_cast<std::uint64_t>(e) - 1) << upper_fraction_bits), 0));
}

}  // namespace plumbline::detail::quad_bits
#endif
