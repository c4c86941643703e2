// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The sum is a number of n + 2 limbs in two's complement, the lowest first, for terms of n limbs: one limb behind the last
// place of the term with the largest exponent E, and one before 2^E. What is moved out of the lowest limb is dropped by
// magnitude, so that the sum of the opposite terms is the opposite number, and is less than Σ |m_k| units of that limb.
//
// Zeros are left out. Other numbers that are not ordinary, and terms of different precisions, are added by MPFR.
#include <plumbline/scalar/fraction_sum.hpp>

#include <scalar/four_limbs.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace plumbline::detail {

namespace {

constexpr int most_limbs_of_terms = 128;
constexpr unsigned long largest_numerator = 1UL << 20U;

void add_by_mpfr(mpfr_ptr r, const fraction_term* terms, std::size_t count, unsigned long divisor) {
  mpfr_t sum;
  mpfr_t product;
  constexpr mpfr_prec_t guard = 64;
  mpfr_inits2(mpfr_get_prec(r) + guard, sum, product, nullptr);
  mpfr_set_zero(sum, 1);
  for (const fraction_term* t = terms; t != terms + count; ++t) {
    mpfr_mul_si(product, t->x, t->numerator, MPFR_RNDN);
    mpfr_add(sum, sum, product, MPFR_RNDN);
  }
  mpfr_div_ui(r, sum, divisor, MPFR_RNDN);
  mpfr_clears(sum, product, nullptr);
}

/// sum += m x, where x is moved down by d bits from below the limb before the last of the n + 2.
void add_term(mp_limb_t* sum, mp_limb_t* moved, int n, const mp_limb_t* x, std::int64_t d, long m) {
  const auto whole = static_cast<int>(d / 64);
  const auto bits = static_cast<unsigned>(d % 64);
  const mp_limb_t* from = nullptr;
  mp_limb_t* to = sum;
  int size = 0;
  if (bits > 0) {  // n + 1 limbs
    moved[0] = mpn_rshift(moved + 1, x, n, bits);
    from = moved + whole;
    size = n + 1 - whole;
  } else if (whole == 0) {
    from = x;
    to = sum + 1;
    size = n;
  } else {
    from = x + (whole - 1);
    size = n + 1 - whole;
  }
  const mp_size_t above = sum + n + 2 - (to + size);
  if (m > 0) {
    const mp_limb_t carry = m == 1 ? mpn_add_n(to, to, from, size)
                                   : mpn_addmul_1(to, from, size, static_cast<mp_limb_t>(m));
    mp_limb_t* next = to + size;
    *next += carry;
    if (*next < carry && above > 1) {
      mpn_add_1(next + 1, next + 1, above - 1, 1);
    }
  } else {
    const mp_limb_t borrow = m == -1 ? mpn_sub_n(to, to, from, size)
                                     : mpn_submul_1(to, from, size, static_cast<mp_limb_t>(-m));
    mp_limb_t* next = to + size;
    const mp_limb_t before = *next;
    *next -= borrow;
    if (before < borrow && above > 1) {
      mpn_sub_1(next + 1, next + 1, above - 1, 1);
    }
  }
}

/// w ← w/divisor; the remainder.
limb divide(mp_limb_t* w, int size, limb divisor) {
#if defined(__x86_64__)
  limb rest = 0;
  for (int i = size; i-- > 0;) {
    __asm__("divq %2" : "+a"(w[i]), "+d"(rest) : "r"(divisor) : "cc");
  }
  return rest;
#else
  return mpn_divrem_1(w, 0, w, size, divisor);
#endif
}

}  // namespace

void set_fraction_sum(mpfr_ptr r, const fraction_term* terms, std::size_t count,
                      unsigned long divisor) {
  const mpfr_prec_t bits = mpfr_get_prec(r);
  const auto n = static_cast<int>((bits + 63) / 64);
  constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
  std::int64_t largest = lowest;
  bool plain = n <= most_limbs_of_terms;
  for (const fraction_term* t = terms; t != terms + count; ++t) {
    plain = plain && mpfr_get_prec(t->x) == bits &&
            static_cast<unsigned long>(std::labs(t->numerator)) <= largest_numerator;
    if (is_ordinary(t->x)) {
      largest = std::max<std::int64_t>(largest, t->x->_mpfr_exp);
    } else if (mpfr_zero_p(t->x) == 0) {
      plain = false;
    }
  }
  if (!plain) {
    add_by_mpfr(r, terms, count, divisor);
    return;
  }
  if (largest == lowest) {
    mpfr_set_zero(r, 1);
    return;
  }
  std::array<mp_limb_t, most_limbs_of_terms + 2> sum;    // NOLINT(*-member-init)
  std::array<mp_limb_t, most_limbs_of_terms + 1> moved;  // NOLINT(*-member-init)
  mp_limb_t* const s = sum.data();
  std::fill_n(s, n + 2, 0);
  for (const fraction_term* t = terms; t != terms + count; ++t) {
    if (t->numerator == 0 || !is_ordinary(t->x)) {
      continue;
    }
    const std::int64_t d = largest - t->x->_mpfr_exp;
    if (d < 64 * (static_cast<std::int64_t>(n) + 1)) {
      add_term(s, moved.data(), n, t->x->_mpfr_d, d,
               t->x->_mpfr_sign > 0 ? t->numerator : -t->numerator);
    }
  }
  int sign = 1;
  int size = n + 2;
  if (s[size - 1] >> 63U != 0) {
    sign = -1;
    mpn_neg(s, s, size);
  }
  bool more = false;
  if (divisor > 1) {
    while (size > 1 && s[size - 1] == 0) {
      --size;
    }
    more = divide(s, size, divisor) != 0;
  }
  std::int64_t exponent = largest + 64 * (static_cast<std::int64_t>(size) - (n + 1));
  while (size > 0 && s[size - 1] == 0) {
    --size;
    exponent -= 64;
  }
  if (size == 0) {
    mpfr_set_zero(r, 1);
    return;
  }
  // the upper n limbs
  const int zeros = std::countl_zero(s[size - 1]);
  mp_limb_t* const out = r->_mpfr_d;
  const int lower = size - n;  // limbs behind them; at most two
  mp_limb_t below = 0;
  if (lower >= 0) {
    std::copy_n(s + lower, n, out);
    for (int i = 0; i + 1 < lower; ++i) {
      more = more || s[i] != 0;
    }
    below = lower > 0 ? s[lower - 1] : 0;
  } else {
    std::fill_n(out, -lower, 0);
    std::copy_n(s, size, out - lower);
  }
  if (zeros > 0) {
    mpn_lshift(out, out, n, static_cast<unsigned>(zeros));
    out[0] |= below >> (64 - zeros);
    below <<= zeros;
    exponent -= zeros;
  }
  // to nearest, ties to even
  const auto unused = static_cast<unsigned>(64 * n - bits);
  const mp_limb_t last = mp_limb_t{1} << unused;
  const mp_limb_t behind = out[0] & (last - 1);
  out[0] -= behind;
  bool up = false;
  if (unused > 0) {
    const mp_limb_t middle = last >> 1U;
    more = more || below != 0;
    up = behind > middle || (behind == middle && (more || (out[0] & last) != 0));
  } else {
    const mp_limb_t middle = mp_limb_t{1} << 63U;
    up = below > middle || (below == middle && (more || (out[0] & last) != 0));
  }
  if (up && mpn_add_1(out, out, n, last) != 0) {
    out[n - 1] = mp_limb_t{1} << 63U;
    ++exponent;
  }
  r->_mpfr_sign = sign;
  r->_mpfr_exp = exponent;
}

std::optional<long> whole_number(mpfr_srcptr x) {
  constexpr mpfr_exp_t most_bits = 20;
  constexpr mpfr_exp_t uncertain_bits = 8;  // of rounding errors
  if (mpfr_zero_p(x) != 0) {
    return 0;
  }
  if (!is_ordinary(x) || mpfr_get_exp(x) > most_bits) {
    return std::nullopt;
  }
  const long whole = mpfr_get_si(x, MPFR_RNDN);
  mpfr_t rest;
  mpfr_init2(rest, mpfr_get_prec(x));
  mpfr_sub_si(rest, x, whole, MPFR_RNDN);
  const bool is_whole = mpfr_zero_p(rest) != 0 ||
                        mpfr_get_exp(rest) < mpfr_get_exp(x) - mpfr_get_prec(x) + uncertain_bits;
  mpfr_clear(rest);
  return is_whole ? std::optional(whole) : std::nullopt;
}

}  // namespace plumbline::detail
