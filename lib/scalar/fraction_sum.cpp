// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The sum is a number of n + 2 limbs in two's complement, the lowest first, for terms of n limbs: one limb behind the last
// place of the term with the largest exponent E, and one before 2^E. What is moved out of the lowest limb is dropped by
// magnitude, so that the sum of the opposite terms is the opposite number, and is less than Σ |m_k| units of that limb.
//
// Zeros are left out. Other numbers that are not ordinary, terms of different precisions, and numbers without a kernel are
// added by MPFR.
#include <plumbline/scalar/fraction_sum.hpp>

#include <scalar/limbs.hpp>

#include <algorithm>
#include <array>

namespace plumbline::detail {

namespace {

constexpr unsigned long largest_numerator = 1UL << 20U;

/// Without an allocation up to 8000 bits: a step at any number of digits adds such sums.
void add_by_mpfr(mpfr_ptr r, const fraction_term* terms, std::size_t count, unsigned long divisor) {
  constexpr mpfr_prec_t guard = 64;
  constexpr std::size_t room = 126;
  const mpfr_prec_t bits = mpfr_get_prec(r) + guard;
  std::array<std::array<mp_limb_t, room>, 2> stack;  // NOLINT(*-member-init)
  const bool allocates = static_cast<std::size_t>(bits) > 64 * room;
  mpfr_t sum;
  mpfr_t product;
  if (allocates) {
    mpfr_inits2(bits, sum, product, nullptr);
  } else {
    mpfr_custom_init_set(sum, MPFR_ZERO_KIND, 0, bits, stack[0].data());
    mpfr_custom_init_set(product, MPFR_ZERO_KIND, 0, bits, stack[1].data());
  }
  mpfr_set_zero(sum, 1);
  for (const fraction_term* t = terms; t != terms + count; ++t) {
    mpfr_mul_si(product, t->x, t->numerator, MPFR_RNDN);
    mpfr_add(sum, sum, product, MPFR_RNDN);
  }
  mpfr_div_ui(r, sum, divisor, MPFR_RNDN);
  if (allocates) {
    mpfr_clears(sum, product, nullptr);
  }
}

/// w ← m w; the limb above.
template <int size>
[[gnu::always_inline]] inline limb multiply_by(limb* w, limb m) {
  limb carry = 0;
#pragma GCC unroll 17
  for (int i = 0; i < size; ++i) {
    const wide p = static_cast<wide>(w[i]) * m + carry;
    w[i] = static_cast<limb>(p);
    carry = static_cast<limb>(p >> 64U);
  }
  return carry;
}

/// (w, above) ← (w, above)/divisor; the remainder.
template <int size>
[[gnu::always_inline]] inline limb divide(limb* w, limb& above, limb divisor) {
  limb rest = above % divisor;
  above /= divisor;
#pragma GCC unroll 17
  for (int i = size - 1; i >= 0; --i) {
#if defined(__x86_64__)
    __asm__("divq %2" : "+a"(w[i]), "+d"(rest) : "r"(divisor) : "cc");
#else
    const wide part = static_cast<wide>(rest) << 64U | w[i];
    w[i] = static_cast<limb>(part / divisor);
    rest = static_cast<limb>(part % divisor);
#endif
  }
  return rest;
}

template <int n>
void add_up(mpfr_ptr r, const fraction_term* terms, std::size_t count, unsigned long divisor,
            std::int64_t largest, unsigned spare) {
  constexpr int size = n + 1;
  limb sum[size];
  set_zero_at_once<size>(sum);
  limb above = 0;
  for (const fraction_term* t = terms; t != terms + count; ++t) {
    if (t->numerator == 0 || !is_ordinary(t->x)) {
      continue;
    }
    const std::int64_t d = largest - t->x->_mpfr_exp;
    if (d >= 64 * size) {
      continue;
    }
    limb w[size];
    w[0] = 0;
    copy<n>(w + 1, t->x->_mpfr_d);
    if (d > 0) {
      move_down_in_place<size>(w, static_cast<unsigned>(d));
    }
    const bool negative = t->numerator < 0;
    const auto m = static_cast<limb>(negative ? -t->numerator : t->numerator);
    const limb carry = m == 1 ? 0 : multiply_by<size>(w, m);
    if (negative == (t->x->_mpfr_sign < 0)) {
      above += carry + add<size>(sum, w);
    } else {
      above -= carry + subtract<size>(sum, w);
    }
  }
  limb s[size];
  copy_at_once<size>(s, sum);
  const int sign = remove_sign<size>(s, above);
  bool more = false;
  if (divisor > 1) {
    more = divide<size>(s, above, divisor) != 0;
  }
  const normalized of = normalize_sum<size>(s, above, largest);
  if (of.is_zero) {
    mpfr_set_zero(r, 1);
    return;
  }
  store_rounded<n, 1>(r, sign, largest, s, spare, more || of.more);
}
constexpr auto kernels = kernels_by_size([](auto n) { return add_up<n>; });

}  // namespace

void set_fraction_sum(mpfr_ptr r, const fraction_term* terms, std::size_t count,
                      unsigned long divisor) {
  const mpfr_prec_t bits = mpfr_get_prec(r);
  const size_of_number size = size_for(bits);
  std::int64_t largest = no_exponent;
  bool plain = size.has_kernel();
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
  } else if (largest == no_exponent) {
    mpfr_set_zero(r, 1);
  } else {
    kernels[size.place()](r, terms, count, divisor, largest, size.spare);
  }
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
