// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Sums and products of quad by their bits (IEEE 754 binary128: one of the sign, 15 of the exponent, 112 of the fraction):
// the results of the compiler's own functions, rounded to nearest, ties to even, at a quarter of their instructions, because
// they are compiled into the loops that need them and leave flags and rounding modes alone. Zeros, subnormal numbers,
// infinities, NaN and results near the ends of the range are left to the compiler.
#pragma once

#include <plumbline/scalar/binary128.hpp>

#include <scalar/limbs.hpp>

#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>

#if PLUMBLINE_HAS_QUAD
namespace plumbline::detail::quad_arithmetic {

inline constexpr unsigned upper_fraction_bits = quad_fraction_bits - 64;
inline constexpr std::uint64_t upper_one = std::uint64_t{1} << upper_fraction_bits;

inline std::uint64_t upper(wide x) { return static_cast<std::uint64_t>(x >> 64U); }
inline std::uint64_t lower(wide x) { return static_cast<std::uint64_t>(x); }
inline wide joined(std::uint64_t high, std::uint64_t low) {
  return static_cast<wide>(high) << 64U | low;
}
inline bool is_normal_exponent(int e) {
  return static_cast<unsigned>(e - 1) < static_cast<unsigned>(quad_last_exponent - 1);
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

/// The two halves of the bits, the lower first: GCC keeps them in registers, and numbers of 128 bits on the stack.
struct halves {
  std::uint64_t low;
  std::uint64_t high;
};
inline halves halves_of(const quad& x) {
  halves r;
  std::memcpy(&r, &x.backend().value(), sizeof r);
  return r;
}
inline void set_halves(quad& r, const halves& x) {
  std::memcpy(&r.backend().value(), &x, sizeof x);
}
inline constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63U;
/// The upper half of the mantissa with the one before the fraction.
inline std::uint64_t upper_mantissa(std::uint64_t high) {
  return (high & (upper_one - 1)) | upper_one;
}

/// r ← x y
[[gnu::always_inline]] inline void set_product(quad& r, const quad& x, const quad& y) {
  const halves a = halves_of(x);
  const halves b = halves_of(y);
  const int ea = static_cast<int>(a.high >> 48U & 0x7fffU);
  const int eb = static_cast<int>(b.high >> 48U & 0x7fffU);
  int e = ea + eb - quad_bias;
  // the exponent of the result is e or e + 1
  if (!is_normal_exponent(ea) || !is_normal_exponent(eb) || e < 1 || e + 2 >= quad_last_exponent) {
    r = any_product(x, y);
    return;
  }
  // 2^127 <= m < 2^128 and 2^113 <= n < 2^114: the upper 128 bits of the product are 2^112 … 2^114
  const std::uint64_t m0 = a.low << 15U;
  const std::uint64_t m1 = upper_mantissa(a.high) << 15U | a.low >> 49U;
  const std::uint64_t n0 = b.low << 1U;
  const std::uint64_t n1 = upper_mantissa(b.high) << 1U | b.low >> 63U;
  const wide lowest = static_cast<wide>(m0) * n0;
  std::uint64_t more = lower(lowest);
  std::uint64_t column = upper(lowest);
  std::uint64_t t0 = 0;
  std::uint64_t t1 = 0;
  add_product(column, t0, t1, m0, n1);
  add_product(column, t0, t1, m1, n0);
  std::uint64_t t2 = 0;
  add_product(t0, t1, t2, m1, n1);
  // the bit behind the last place, and whether there is more behind it
  std::uint64_t behind = column >> 63U;
  if (t1 >> (upper_fraction_bits + 1) != 0) {
    behind = t0 & 1U;
    more |= column;
    t0 = t0 >> 1U | t1 << 63U;
    t1 >>= 1U;
    ++e;
  } else {
    more |= column << 1U;
  }
  const std::uint64_t up = behind & static_cast<std::uint64_t>((more != 0) | (t0 & 1U));
  t0 += up;
  t1 += static_cast<std::uint64_t>(t0 < up);
  // the one before the fraction raises the exponent by one
  const std::uint64_t sign = (a.high ^ b.high) & sign_bit;
  set_halves(r, {t0, t1 + sign + ((static_cast<std::uint64_t>(e) - 1) << upper_fraction_bits)});
}

/// r ← x + y, or x − y.
template <bool subtracts>
[[gnu::always_inline]] inline void set_sum(quad& r, const quad& x, const quad& y) {
  halves a = halves_of(x);
  halves b = halves_of(y);
  if constexpr (subtracts) {
    b.high ^= sign_bit;
  }
  const auto by_compiler = [&] {
    const quad first = quad_of(joined(a.high, a.low));
    r = any_sum(first, quad_of(joined(b.high, b.low)));
  };
  std::uint64_t size_a = a.high & ~sign_bit;
  std::uint64_t size_b = b.high & ~sign_bit;
  if (size_a < size_b || (size_a == size_b && a.low < b.low)) {
    std::swap(a, b);
    std::swap(size_a, size_b);
  }
  const int ea = static_cast<int>(size_a >> 48U);
  const int eb = static_cast<int>(size_b >> 48U);
  if (!is_normal_exponent(ea) || ea + 1 >= quad_last_exponent || eb == 0) {
    if ((size_b | b.low) == 0 && is_normal_exponent(ea)) {
      set_halves(r, a);
    } else {
      by_compiler();
    }
    return;
  }
  constexpr unsigned guard = 3;
  auto d = static_cast<unsigned>(ea - eb);
  if (d > quad_fraction_bits + guard) {  // less than a quarter of the last place
    set_halves(r, a);
    return;
  }
  std::uint64_t s0 = a.low << guard;
  std::uint64_t s1 = upper_mantissa(a.high) << guard | a.low >> (64 - guard);
  std::uint64_t n0 = b.low << guard;
  std::uint64_t n1 = upper_mantissa(b.high) << guard | b.low >> (64 - guard);
  std::uint64_t lost = 0;
  if (d >= 64) {
    lost = n0;
    n0 = n1;
    n1 = 0;
    d -= 64;
  }
  lost |= (n0 << 1U) << (63 - d);
  n0 = lower_after_shift(n0, n1, d);
  n1 >>= d;
  n0 |= static_cast<std::uint64_t>(lost != 0);
  int e = ea;
  if (((a.high ^ b.high) & sign_bit) == 0) {
    s0 += n0;
    s1 += n1 + static_cast<std::uint64_t>(s0 < n0);
    if (s1 >> (upper_fraction_bits + guard + 1) != 0) {
      s0 = s0 >> 1U | s1 << 63U | (s0 & 1U);
      s1 >>= 1U;
      ++e;
    }
  } else {
    const auto borrow = static_cast<std::uint64_t>(s0 < n0);
    s0 -= n0;
    s1 -= n1 + borrow;
    constexpr int zeros_of_one = 63 - static_cast<int>(upper_fraction_bits + guard);
    if (s1 == 0) {
      if (s0 == 0) {
        set_halves(r, {0, 0});
        return;
      }
      s1 = s0;
      s0 = 0;
      e -= 64;
    }
    const int up = std::countl_zero(s1) - zeros_of_one;
    if (up >= 0) {
      s1 = upper_after_shift(s0, s1, static_cast<unsigned>(up));
      s0 <<= static_cast<unsigned>(up);
    } else {  // what was the lower half
      const auto down = static_cast<unsigned>(-up);
      s0 = s1 << (64 - down);
      s1 >>= down;
    }
    e -= up;
    if (e < 1) {
      by_compiler();
      return;
    }
  }
  const std::uint64_t rest = s0 & 7U;
  s0 = s0 >> guard | s1 << (64 - guard);
  const auto up = static_cast<std::uint64_t>(rest + (s0 & 1U) > 4);
  s0 += up;
  s1 = (s1 >> guard) + static_cast<std::uint64_t>(s0 < up);
  const std::uint64_t sign = a.high & sign_bit;
  set_halves(r, {s0, s1 + sign + ((static_cast<std::uint64_t>(e) - 1) << upper_fraction_bits)});
}

[[gnu::always_inline]] inline quad product(const quad& x, const quad& y) {
  quad r;
  set_product(r, x, y);
  return r;
}
template <bool subtracts>
[[gnu::always_inline]] inline quad sum(const quad& x, const quad& y) {
  quad r;
  set_sum<subtracts>(r, x, y);
  return r;
}

}  // namespace plumbline::detail::quad_arithmetic
#endif
