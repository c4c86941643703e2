// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Numbers of n limbs, where the compiler knows n: what sums, products and sums of products share. A limb has 64 bits, the
// lowest limb comes first, and the highest bit of an ordinary number is set. Of the lowest limb the lowest `spare` bits are
// zero: 64 n less the precision. mp64 has 214 bits, so four limbs of which 42 bits are spare; where the precision is chosen
// at run time, so is `spare`.
//
// Up to five limbs, carries are chained by instructions of x86-64 where there are such: GCC makes twice as many of the
// portable formulas. GMP adds more limbs.
#pragma once

#include <plumbline/scalar/traits.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace plumbline::detail {

__extension__ using wide = unsigned __int128;
using limb = std::uint64_t;
static_assert(sizeof(mp_limb_t) == sizeof(limb));

inline constexpr int limbs = 4;  ///< of mp64
/// So many limbs stay in registers: they are moved whether they have to be or not, because a branch would be guessed wrong too
/// often. More limbs are moved where they have to be.
inline constexpr int few_limbs = 5;
inline constexpr int precision = std::numeric_limits<mp64>::digits;
/// The spare bits of mp64, for kernels that take either a constant or a number.
using spare_of_mp64 = std::integral_constant<unsigned, 64 * limbs - precision>;

/// True unless x is zero, infinite, NaN or near the ends of MPFR's range of exponents. (The exponents of the first three
/// are below those of all numbers.)
inline bool is_ordinary(mpfr_srcptr x) {
  constexpr std::int64_t largest = std::int64_t{1} << 28;
  return static_cast<std::uint64_t>(x->_mpfr_exp + largest) < std::uint64_t{2} * largest;
}

/// The largest exponent of no numbers.
inline constexpr std::int64_t no_exponent = std::numeric_limits<std::int64_t>::min();

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

/// r ← x
template <int n>
[[gnu::always_inline]] inline void copy(limb* r, const limb* x) {
#pragma GCC unroll 17
  for (int i = 0; i < n; ++i) {
    r[i] = x[i];
  }
}
/// r ← x and r ← 0 without a loop: a number whose entries have constant indices from the start stays in registers in a loop over terms.
template <int n>
[[gnu::always_inline]] inline void copy_at_once(limb* r, const limb* x) {
  if constexpr (n > 0) {
    copy_at_once<n - 1>(r, x);
    r[n - 1] = x[n - 1];
  }
}
template <int n>
[[gnu::always_inline]] inline void set_zero_at_once(limb* r) {
  if constexpr (n > 0) {
    set_zero_at_once<n - 1>(r);
    r[n - 1] = 0;
  }
}

/// r += b, for n limbs; the carry.
template <int n>
[[gnu::always_inline]] inline limb add(limb* r, const limb* b) {
#if defined(__x86_64__)
  bool carry = false;
  if constexpr (n == 2) {
    __asm__("addq %3, %0\n\tadcq %4, %1"
            : "+&r"(r[0]), "+&r"(r[1]), "=@ccc"(carry)
            : "rme"(b[0]), "rme"(b[1]));
    return carry ? 1 : 0;
  } else if constexpr (n == 3) {
    __asm__("addq %4, %0\n\tadcq %5, %1\n\tadcq %6, %2"
            : "+&r"(r[0]), "+&r"(r[1]), "+&r"(r[2]), "=@ccc"(carry)
            : "rme"(b[0]), "rme"(b[1]), "rme"(b[2]));
    return carry ? 1 : 0;
  } else if constexpr (n == 4) {
    __asm__("addq %5, %0\n\tadcq %6, %1\n\tadcq %7, %2\n\tadcq %8, %3"
            : "+&r"(r[0]), "+&r"(r[1]), "+&r"(r[2]), "+&r"(r[3]), "=@ccc"(carry)
            : "rme"(b[0]), "rme"(b[1]), "rme"(b[2]), "rme"(b[3]));
    return carry ? 1 : 0;
  } else if constexpr (n == 5) {
    __asm__("addq %6, %0\n\tadcq %7, %1\n\tadcq %8, %2\n\tadcq %9, %3\n\tadcq %10, %4"
            : "+&r"(r[0]), "+&r"(r[1]), "+&r"(r[2]), "+&r"(r[3]), "+&r"(r[4]), "=@ccc"(carry)
            : "rme"(b[0]), "rme"(b[1]), "rme"(b[2]), "rme"(b[3]), "rme"(b[4]));
    return carry ? 1 : 0;
  }
#endif
  return mpn_add_n(r, r, b, n);
}
/// r ← a − b, for n limbs; 1 where that is negative, modulo 2^(64 n). r may be a.
template <int n>
[[gnu::always_inline]] inline limb subtract(limb* r, const limb* a, const limb* b) {
#if defined(__x86_64__)
  bool borrow = false;
  if constexpr (n <= few_limbs) {
    if (r != a) {
      copy<n>(r, a);
    }
  }
  if constexpr (n == 2) {
    __asm__("subq %3, %0\n\tsbbq %4, %1"
            : "+&r"(r[0]), "+&r"(r[1]), "=@ccc"(borrow)
            : "rme"(b[0]), "rme"(b[1]));
    return borrow ? 1 : 0;
  } else if constexpr (n == 3) {
    __asm__("subq %4, %0\n\tsbbq %5, %1\n\tsbbq %6, %2"
            : "+&r"(r[0]), "+&r"(r[1]), "+&r"(r[2]), "=@ccc"(borrow)
            : "rme"(b[0]), "rme"(b[1]), "rme"(b[2]));
    return borrow ? 1 : 0;
  } else if constexpr (n == 4) {
    __asm__("subq %5, %0\n\tsbbq %6, %1\n\tsbbq %7, %2\n\tsbbq %8, %3"
            : "+&r"(r[0]), "+&r"(r[1]), "+&r"(r[2]), "+&r"(r[3]), "=@ccc"(borrow)
            : "rme"(b[0]), "rme"(b[1]), "rme"(b[2]), "rme"(b[3]));
    return borrow ? 1 : 0;
  } else if constexpr (n == 5) {
    __asm__("subq %6, %0\n\tsbbq %7, %1\n\tsbbq %8, %2\n\tsbbq %9, %3\n\tsbbq %10, %4"
            : "+&r"(r[0]), "+&r"(r[1]), "+&r"(r[2]), "+&r"(r[3]), "+&r"(r[4]), "=@ccc"(borrow)
            : "rme"(b[0]), "rme"(b[1]), "rme"(b[2]), "rme"(b[3]), "rme"(b[4]));
    return borrow ? 1 : 0;
  }
#endif
  return mpn_sub_n(r, a, b, n);
}
template <int n>
[[gnu::always_inline]] inline limb subtract(limb* r, const limb* b) {
  return subtract<n>(r, r, b);
}
/// r ← −r modulo 2^(64 n); true unless r is zero.
template <int n>
[[gnu::always_inline]] inline bool negate(limb* r) {
  if constexpr (n > few_limbs) {
    return mpn_neg(r, r, n) != 0;
  } else {
    limb positive[n];
    copy<n>(positive, r);
    constexpr limb zero[n] = {};
    return subtract<n>(r, zero, positive) != 0;
  }
}
/// r += x in the limb `place`; true where that carries out of the n limbs.
template <int n, int place = 0>
[[gnu::always_inline]] inline bool add_small(limb* r, limb x) {
  r[place] += x;
  if (r[place] >= x) [[likely]] {
    return false;
  }
#pragma GCC unroll 17
  for (int i = place + 1; i < n; ++i) {
    if (++r[i] != 0) {
      return false;
    }
  }
  return true;
}

/// w ← the columns from c on of the product of n limbs by n limbs, where (c0, c1, c2) are carried into them.
template <int n, int c>
[[gnu::always_inline]] inline void columns(limb* w, const limb* a, const limb* b, limb c0, limb c1,
                                           limb c2) {
  if constexpr (c == 2 * n - 2) {
    const wide top = static_cast<wide>(a[n - 1]) * b[n - 1] + (static_cast<wide>(c1) << 64U | c0);
    w[0] = static_cast<limb>(top);
    w[1] = static_cast<limb>(top >> 64U);
  } else {
    constexpr int end = c < n ? c + 1 : n;
#pragma GCC unroll 16
    for (int i = c < n ? 0 : c - n + 1; i < end; ++i) {
      add_product(c0, c1, c2, a[i], b[c - i]);
    }
    w[0] = c0;
    columns<n, c + 1>(w + 1, a, b, c1, c2, 0);
  }
}
/// w ← the columns from `first` on of the product of n limbs by n limbs, 2 n − first limbs; of the column before, the upper
/// halves are added. What is left out is less than 2 n units of the lowest limb that is kept.
template <int n, int first = n>
[[gnu::always_inline]] inline void upper_columns(limb* w, const limb* a, const limb* b) {
  if constexpr (n == 1) {
    w[0] = static_cast<limb>(static_cast<wide>(a[0]) * b[0] >> 64U);
  } else {
    limb c0 = 0;
    limb c1 = 0;
#pragma GCC unroll 16
    for (int i = 0; i < first; ++i) {
      add_high(c0, c1, a[i], b[first - 1 - i]);
    }
    columns<n, first>(w, a, b, c0, c1, 0);
  }
}

/// w ← the n limbs of x moved down by 64 whole + s bits, whole >= k; the bits that are lost behind the lowest limb.
template <int n, int k = 0>
[[gnu::always_inline]] inline limb moved_down(limb* w, const limb* x, int whole, unsigned s) {
  limb lost = 0;
  if constexpr (n > few_limbs && k > 0) {
    for (int i = 0; i < whole; ++i) {
      lost |= x[i];
    }
    const int size = n - whole;
    for (int i = 0; i + 1 < size; ++i) {
      w[i] = lower_after_shift(x[i + whole], x[i + whole + 1], s);
    }
    w[size - 1] = x[n - 1] >> s;
    std::fill_n(w + size, whole, 0);
    return lost | (x[whole] << 1U) << (63U - s);
  } else {
    if constexpr (k + 1 < n) {
      if (whole != k) {
        return moved_down<n, k + 1>(w, x, whole, s);
      }
    }
#pragma GCC unroll 16
    for (int i = 0; i < k; ++i) {
      lost |= x[i];
    }
#pragma GCC unroll 16
    for (int i = 0; i + k + 1 < n; ++i) {
      w[i] = lower_after_shift(x[i + k], x[i + k + 1], s);
    }
    w[n - 1 - k] = x[n - 1] >> s;
#pragma GCC unroll 16
    for (int i = n - k; i < n; ++i) {
      w[i] = 0;
    }
    return lost | (x[k] << 1U) << (63U - s);
  }
}
/// The same for d < 64 n bits; whether any are lost.
template <int n>
[[gnu::always_inline]] inline bool move_down(limb* w, const limb* x, unsigned d) {
  return moved_down<n>(w, x, static_cast<int>(d >> 6U), d & 63U) != 0;
}

/// The same in place, without what is lost.
template <int n>
[[gnu::always_inline]] inline void move_down_in_place(limb* x, unsigned d) {
  for (; d >= 64U; d -= 64U) {
#pragma GCC unroll 17
    for (int i = 0; i + 1 < n; ++i) {
      x[i] = x[i + 1];
    }
    x[n - 1] = 0;
  }
#pragma GCC unroll 17
  for (int i = 0; i + 1 < n; ++i) {
    x[i] = lower_after_shift(x[i], x[i + 1], d);
  }
  x[n - 1] >>= d;
}

/// Moves 0.r · 2^exponent up until its highest bit is set. Whole limbs are rare and have a branch; single bits of few limbs are
/// common and have none. False for zero.
template <int n>
[[gnu::always_inline]] inline bool normalize(limb* r, std::int64_t& exponent) {
  while (r[n - 1] == 0) {
    limb any = 0;
#pragma GCC unroll 17
    for (int i = 0; i + 1 < n; ++i) {
      any |= r[i];
    }
    if (any == 0) {
      return false;
    }
#pragma GCC unroll 17
    for (int i = n - 1; i > 0; --i) {
      r[i] = r[i - 1];
    }
    r[0] = 0;
    exponent -= 64;
  }
  const auto up = static_cast<unsigned>(std::countl_zero(r[n - 1]));
  if (n > few_limbs && up == 0) {
    return true;
  }
#pragma GCC unroll 17
  for (int i = n - 1; i > 0; --i) {
    r[i] = upper_after_shift(r[i - 1], r[i], up);
  }
  r[0] <<= up;
  exponent -= up;
  return true;
}

/// (s, above) ← the absolute value of the number of n + 1 limbs in two's complement; its sign, not 0.
template <int n>
[[gnu::always_inline]] inline int remove_sign(limb* s, limb& above) {
  if (above >> 63U == 0) {
    return 1;
  }
  above = ~above + (negate<n>(s) ? 0 : 1);
  return -1;
}

/// What `normalize_sum` has done: whether the number is zero, and whether bits are lost behind the lowest limb.
struct normalized {
  bool is_zero;
  bool more;
};
/// Moves above.s · 2^exponent until `above` is zero and the highest bit of s is set; above < 2^63.
template <int n>
[[gnu::always_inline]] inline normalized normalize_sum(limb* s, limb above,
                                                       std::int64_t& exponent) {
  if (above == 0) {
    return {!normalize<n>(s, exponent), false};
  }
  const auto zeros = static_cast<unsigned>(std::countl_zero(above));
  const unsigned down = 64U - zeros;
  exponent += down;
  const bool lost = s[0] << zeros != 0;
#pragma GCC unroll 17
  for (int i = 0; i + 1 < n; ++i) {
    s[i] = lower_after_shift(s[i], s[i + 1], down);
  }
  s[n - 1] = lower_after_shift(s[n - 1], above, down);
  return {false, lost};
}

/// The lowest bits of a number that is to be rounded: `guard` limbs behind the lowest one that is kept, at most one, and that one.
template <int guard>
using tail_of = std::conditional_t<guard == 0, limb, wide>;
template <int guard>
[[gnu::always_inline]] inline tail_of<guard> tail(const limb* w) {
  if constexpr (guard == 0) {
    return w[0];
  } else {
    return static_cast<wide>(w[1]) << 64U | w[0];
  }
}
/// A unit of the last place in the tail.
template <int guard>
[[gnu::always_inline]] inline tail_of<guard> unit_in_tail(unsigned spare) {
  return tail_of<guard>{1} << (spare + 64U * guard);
}

/// r ← sign · 0.w · 2^exponent of n + guard limbs, rounded to n limbs of which `spare` bits are zero, to nearest, ties to even.
/// The highest bit of w is set; `more`: the number is a little larger than its limbs say, by less than one unit of w[0], or
/// by less than two where w[0] is even and the last place is at least four. 1 <= spare, or guard = 1.
template <int n, int guard = 0, class Spare>
[[gnu::always_inline]] inline void store_rounded(mpfr_ptr r, int sign, std::int64_t exponent,
                                                 limb* w, Spare spare, bool more) {
  // What is added carries into the last place where the bits behind it are more than one half, or where they are one half and
  // the number is larger or its last place is odd. Whether it carries is as good as random, so there is no branch on it.
  const limb odd = w[guard] >> spare & 1U;
  const tail_of<guard> unit = unit_in_tail<guard>(spare);
  const tail_of<guard> added = (unit >> 1U) - 1 + (odd | static_cast<limb>(more));
  bool carries = false;
  if constexpr (guard == 0) {
    carries = add_small<n>(w, added);
  } else {
    const wide sum = tail<guard>(w) + added;
    w[1] = static_cast<limb>(sum >> 64U);
    carries = sum < added && add_small<n + guard, 2>(w, 1);
  }
  if (carries) [[unlikely]] {
    w[n + guard - 1] = limb{1} << 63U;
    ++exponent;
  }
  mp_limb_t* const out = r->_mpfr_d;
  out[0] = w[guard] & ~((limb{1} << spare) - 1);
#pragma GCC unroll 16
  for (int i = 1; i < n; ++i) {
    out[i] = w[guard + i];
  }
  r->_mpfr_sign = sign;
  r->_mpfr_exp = exponent;
}

/// Numbers of MPFR whose precision is chosen at run time have kernels for so many limbs (39 to 300 digits).
inline constexpr int fewest_with_kernel = 3;
inline constexpr int most_with_kernel = 16;
/// With fewer spare bits a kernel that leaves out lower limbs keeps one limb more.
inline constexpr unsigned enough_spare = 20;

/// kernel<n>() for all those n.
template <class Kernel>
constexpr auto kernels_by_size(Kernel kernel) {
  return [&]<int... k>(std::integer_sequence<int, k...>) {
    return std::array{kernel(std::integral_constant<int, fewest_with_kernel + k>{})...};
  }
  (std::make_integer_sequence<int, most_with_kernel - fewest_with_kernel + 1>{});
}

/// The size of a number of MPFR.
struct size_of_number {
  int limbs;
  unsigned spare;
  bool has_kernel() const { return limbs >= fewest_with_kernel && limbs <= most_with_kernel; }
  std::size_t place() const { return static_cast<std::size_t>(limbs - fewest_with_kernel); }
};
inline size_of_number size_for(mpfr_prec_t precision_in_bits) {
  const auto bits = static_cast<unsigned>(precision_in_bits);
  const unsigned n = (bits + 63U) / 64U;
  return {static_cast<int>(n), 64U * n - bits};
}

}  // namespace plumbline::detail
