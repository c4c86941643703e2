// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The arithmetic of quad that the library uses in its steps: scalar/in_place.hpp, product_sum.hpp, elementary.hpp,
// double_double.hpp. Sums and products one by one are those of scalar/quad_arithmetic.hpp.
//
// Sums of products are made in fixed point, as in mp64 (product_sum.cpp): a number of four limbs in two's complement, three
// behind the point of 2^E, where E is the largest exponent of a term, and one before. Each term is cut at 2^(E − 192), which
// is 79 bits beyond the last place of quad.
#include <plumbline/scalar/double_double.hpp>
#include <plumbline/scalar/elementary.hpp>
#include <plumbline/scalar/in_place.hpp>
#include <plumbline/scalar/product_sum.hpp>

#include <scalar/limbs.hpp>
#include <scalar/quad_arithmetic.hpp>
#include <scalar/sin_cos_by_table.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

#if PLUMBLINE_HAS_QUAD
namespace plumbline::detail {

namespace {

using namespace quad_arithmetic;

constexpr int fraction_limbs = 3;

/// Terms that are not all normal numbers or zeros, or near the ends of the range: one after the other.
quad add_one_by_one(const quad_term* terms, std::size_t count) {
  quad sum = 0;
  for (const quad_term* t = terms; t != terms + count; ++t) {
    sum += t->a == nullptr ? *t->b : quad(*t->a * *t->b);
  }
  return sum;
}

/// A double with a normal exponent, exactly.
quad from_normal_double(std::uint64_t bits) {
  constexpr unsigned double_fraction = 52;
  constexpr std::uint64_t double_bias = 1023;
  const std::uint64_t sign = bits & std::uint64_t{1} << 63U;
  const std::uint64_t size = bits ^ sign;
  const std::uint64_t rebased = (std::uint64_t{quad_bias} - double_bias) << upper_fraction_bits;
  constexpr unsigned moved = double_fraction - upper_fraction_bits;
  return quad_of(joined(sign | ((size >> moved) + rebased), size << (64U - moved)));
}
bool is_normal_double(std::uint64_t bits) {
  const auto e = static_cast<unsigned>(bits >> 52U & 0x7ffU);
  return e - 1U < 0x7feU;
}

}  // namespace

quad sum_of(const quad& a, const quad& b) { return quad_arithmetic::sum<false>(a, b); }
quad difference_of(const quad& a, const quad& b) { return quad_arithmetic::sum<true>(a, b); }
quad product_of(const quad& a, const quad& b) { return quad_arithmetic::product(a, b); }

void quad_sin_cos(quad& sine, quad& cosine, const quad& x) {
  const quad angle = x;  // NOLINT(performance-unnecessary-copy-initialization): x may be a result
  if (!sin_cos_by_table(sine, cosine, angle)) {
    sincosq(angle.backend().value(), &sine.backend().value(), &cosine.backend().value());
  }
}

void add_products(quad& r, const quad_term* terms, std::size_t count) {
  // exponents of the products of mantissas in [1/2, 1)
  constexpr int lowest = -4 * quad_last_exponent;
  constexpr int to_half = quad_bias - 1;
  int largest = lowest;
  for (const quad_term* t = terms; t != terms + count; ++t) {
    const halves b = halves_of(*t->b);
    const halves a = t->a == nullptr ? halves{0, std::uint64_t{quad_bias} << upper_fraction_bits}
                                     : halves_of(*t->a);
    const int ea = static_cast<int>(a.high >> 48U & 0x7fffU);
    const int eb = static_cast<int>(b.high >> 48U & 0x7fffU);
    if (is_normal_exponent(ea) && is_normal_exponent(eb)) {
      largest = std::max(largest, ea + eb);
    } else if (ea == quad_last_exponent || eb == quad_last_exponent ||
               (ea == 0 && (a.high << 1U | a.low) != 0) ||
               (eb == 0 && (b.high << 1U | b.low) != 0)) {
      r = add_one_by_one(terms, count);
      return;
    }
  }
  if (largest == lowest) {
    r = 0;
    return;
  }
  limb s[fraction_limbs] = {};
  limb above = 0;
  for (const quad_term* t = terms; t != terms + count; ++t) {
    const halves b = halves_of(*t->b);
    const int eb = static_cast<int>(b.high >> 48U & 0x7fffU);
    limb w[fraction_limbs] = {};
    int e = eb;
    std::uint64_t sign = b.high;
    const limb n0 = b.low << 15U;
    const limb n1 = upper_mantissa(b.high) << 15U | b.low >> 49U;
    if (t->a == nullptr) {
      if (eb == 0) {
        continue;
      }
      // times 2^0 with a mantissa of one half; the lowest bits of n are zeros
      e += quad_bias;
      w[1] = n0 >> 1U | n1 << 63U;
      w[2] = n1 >> 1U;
    } else {
      const halves a = halves_of(*t->a);
      const int ea = static_cast<int>(a.high >> 48U & 0x7fffU);
      if (ea == 0 || eb == 0) {
        continue;
      }
      e += ea;
      sign ^= a.high;
      if (largest - e >= 64 * fraction_limbs) {
        continue;
      }
      const limb m0 = a.low << 15U;
      const limb m1 = upper_mantissa(a.high) << 15U | a.low >> 49U;
      // the lowest of four limbs is left out
      w[0] = upper(static_cast<wide>(m0) * n0);
      limb none = 0;  // no carry
      add_product(w[0], w[1], w[2], m0, n1);
      add_product(w[0], w[1], w[2], m1, n0);
      add_product(w[1], w[2], none, m1, n1);
    }
    const auto d = static_cast<unsigned>(largest - e);
    if (d >= 64 * fraction_limbs) {
      continue;
    }
    move_down_in_place<fraction_limbs>(w, d);
    if (sign >> 63U == 0) {
      above += add<fraction_limbs>(s, w);
    } else {
      above -= subtract<fraction_limbs>(s, w);
    }
  }
  std::int64_t e = largest - 2 * to_half;
  const int sign = remove_sign<fraction_limbs>(s, above);
  const normalized of = normalize_sum<fraction_limbs>(s, above, e);
  if (of.is_zero) {
    r = 0;
    return;
  }
  // the value is 0.s2s1s0 2^e with the highest bit set
  const auto exponent = static_cast<int>(e + to_half);
  if (exponent < 1 || exponent + 1 >= quad_last_exponent) {
    r = add_one_by_one(terms, count);
    return;
  }
  constexpr unsigned behind = 15;
  const limb rest = s[1] & ((limb{1} << behind) - 1);
  constexpr limb middle = limb{1} << (behind - 1);
  wide mantissa = joined(s[2], s[1]) >> behind;
  const bool up =
      rest > middle ||
      (rest == middle && (s[0] != 0 || of.more || (static_cast<limb>(mantissa) & 1U) != 0));
  mantissa += static_cast<limb>(up);
  r = quad_of(mantissa + joined((sign < 0 ? std::uint64_t{1} << 63U : 0) +
                                    (static_cast<limb>(exponent - 1) << upper_fraction_bits),
                                0));
}

double_double double_double_from_quad(const quad& x) {
  const wide bits = bits_of(x);
  const int e = exponent_in(bits) - (quad_bias - 1);  // |x| < 2^e
  constexpr int limit = 800;
  if (e < -limit || e > limit) {
    const auto high = static_cast<double>(x);
    return std::isfinite(high) ? double_double::sum(high, static_cast<double>(x - quad(high)))
                               : double_double(high);
  }
  // 113 bits: 53, rounded to nearest, and the other 60 with their sign
  constexpr unsigned below = 60;
  constexpr int double_bias = 1023;
  const wide mantissa = mantissa_of(bits);
  auto head = static_cast<std::int64_t>(mantissa >> below);
  auto rest = static_cast<std::int64_t>(lower(mantissa) & ((std::uint64_t{1} << below) - 1));
  constexpr std::int64_t middle = std::int64_t{1} << (below - 1);
  if (rest > middle || (rest == middle && (head & 1) != 0)) {
    ++head;
    rest -= 2 * middle;
  }
  if (is_negative(bits)) {
    head = -head;
    rest = -rest;
  }
  const auto power = [](int n) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(n + double_bias) << 52U);
  };
  return double_double::sum(static_cast<double>(head) * power(e - 53),
                            static_cast<double>(rest) * power(e - 113));
}

quad quad_from_double_double(const double_double& x) {
  const auto high = std::bit_cast<std::uint64_t>(x.high());
  const auto low = std::bit_cast<std::uint64_t>(x.low());
  if (!is_normal_double(high)) {
    return quad(x.high()) + quad(x.low());
  }
  const quad first = from_normal_double(high);
  if (low << 1U == 0) {
    return first;
  }
  return is_normal_double(low) ? quad_arithmetic::sum<false>(first, from_normal_double(low))
                               : first + quad(x.low());
}

}  // namespace plumbline::detail
#endif
