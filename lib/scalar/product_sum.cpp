// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The sum is a number of five limbs in two's complement, the lowest first: four behind the point of 2^E, where E is the
// largest exponent of a term, and one before. Of each product the upper four limbs are added, which are too small by at
// most 8 units of 2^(E − 256). So the sum is right to 2^(E − 250) for up to eight terms, and to one bit less each time that
// their number doubles: 36 bits beyond mp64. Terms one by one would be rounded to 2^(E − 214).
//
// In double-double: scalar/growing_sum.hpp.
#include <plumbline/scalar/product_sum.hpp>

#include <scalar/four_limbs.hpp>
#include <scalar/growing_sum.hpp>
#include <scalar/with_fma.hpp>

#include <algorithm>
#include <bit>

namespace plumbline::detail {

namespace {

/// Sums whose terms are not all ordinary numbers or zeros: one after the other by MPFR, so that infinities and NaN stay.
void add_by_mpfr(mpfr_ptr r, const product_term* terms, std::size_t count) {
  MPFR_DECL_INIT(sum, precision);
  MPFR_DECL_INIT(product, precision);
  mpfr_set_zero(sum, 1);
  for (const product_term* t = terms; t != terms + count; ++t) {
    if (t->a == nullptr) {
      mpfr_add(sum, sum, t->b, MPFR_RNDN);
    } else {
      mpfr_mul(product, t->a, t->b, MPFR_RNDN);
      mpfr_add(sum, sum, product, MPFR_RNDN);
    }
  }
  mpfr_set(r, sum, MPFR_RNDN);
}

bool is_zero(mpfr_srcptr x) { return mpfr_zero_p(x) != 0; }

struct four {
  limb w0, w1, w2, w3;
};

/// The columns 4 … 7 of the product, see product.cpp.
[[gnu::always_inline]] inline four upper_product(const mp_limb_t* a, const mp_limb_t* b) {
  limb r0 = 0;
  limb r1 = 0;
  limb r2 = 0;
  limb r3 = 0;
  add_high(r0, r1, a[0], b[3]);
  add_high(r0, r1, a[1], b[2]);
  add_high(r0, r1, a[2], b[1]);
  add_high(r0, r1, a[3], b[0]);
  add_product(r0, r1, r2, a[1], b[3]);
  add_product(r0, r1, r2, a[2], b[2]);
  add_product(r0, r1, r2, a[3], b[1]);
  add_product(r1, r2, r3, a[2], b[3]);
  add_product(r1, r2, r3, a[3], b[2]);
  const wide top = static_cast<wide>(a[3]) * b[3] + (static_cast<wide>(r3) << 64U | r2);
  return {r0, r1, static_cast<limb>(top), static_cast<limb>(top >> 64U)};
}

/// x moved down by d bits, 0 <= d < 256.
[[gnu::always_inline]] inline four moved_down(four x, unsigned d) {
  if (d >= 128U) {
    x = {x.w2, x.w3, 0, 0};
    d -= 128U;
  }
  if (d >= 64U) {
    x = {x.w1, x.w2, x.w3, 0};
    d -= 64U;
  }
  return {lower_after_shift(x.w0, x.w1, d), lower_after_shift(x.w1, x.w2, d),
          lower_after_shift(x.w2, x.w3, d), x.w3 >> d};
}

double_double add_terms(const double_double_term* terms, std::size_t count) {
  growing_sum sum;
  for (const double_double_term* t = terms; t != terms + count; ++t) {
    if (t->a == nullptr) {
      sum.add(*t->b);
    } else {
      sum.add(*t->a, *t->b);
    }
  }
  return sum.value();
}
PLUMBLINE_WITH_FMA double_double add_terms_with_fma(const double_double_term* terms,
                                                    std::size_t count) {
  return add_terms(terms, count);
}

void add_lists(double_double* sums, std::span<const std::size_t> first,
               const product_places* places, const double_double* a, const double_double* b) {
  const product_places* next = places;
  for (std::size_t e = 0; e + 1 < first.size(); ++e) {
    const product_places* const end = places + first[e + 1];
    growing_sum sum;
    for (; next != end; ++next) {
      sum.add(a[next->a], b[next->b]);
    }
    sums[e] = sum.value();
  }
}
PLUMBLINE_WITH_FMA void add_lists_with_fma(double_double* sums, std::span<const std::size_t> first,
                                           const product_places* places, const double_double* a,
                                           const double_double* b) {
  add_lists(sums, first, places, a, b);
}

}  // namespace

double_double sum_of_products(const double_double_term* terms, std::size_t count) {
  return has_fma() ? add_terms_with_fma(terms, count) : add_terms(terms, count);
}

void add_products_mp64(mpfr_ptr r, const product_term* terms, std::size_t count) {
  constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
  std::int64_t largest = lowest;
  for (const product_term* t = terms; t != terms + count; ++t) {
    if (is_ordinary(t->b) && (t->a == nullptr || is_ordinary(t->a))) {
      const std::int64_t e = t->b->_mpfr_exp + (t->a == nullptr ? 0 : t->a->_mpfr_exp);
      largest = std::max(largest, e);
    } else if (!(is_zero(t->b) && (t->a == nullptr || mpfr_number_p(t->a) != 0)) &&
               !(t->a != nullptr && is_zero(t->a) && mpfr_number_p(t->b) != 0)) {
      add_by_mpfr(r, terms, count);
      return;
    }
  }
  if (largest == lowest) {
    mpfr_set_zero(r, 1);
    return;
  }
  limb s0 = 0;
  limb s1 = 0;
  limb s2 = 0;
  limb s3 = 0;
  limb s4 = 0;
  for (const product_term* t = terms; t != terms + count; ++t) {
    mpfr_srcptr a = t->a;
    mpfr_srcptr b = t->b;
    std::int64_t e = b->_mpfr_exp;
    int sign = b->_mpfr_sign;
    four x{};
    if (a == nullptr) {
      if (!is_ordinary(b)) {
        continue;
      }
      x = {b->_mpfr_d[0], b->_mpfr_d[1], b->_mpfr_d[2], b->_mpfr_d[3]};
    } else {
      if (!is_ordinary(a) || !is_ordinary(b)) {
        continue;
      }
      e += a->_mpfr_exp;
      sign *= a->_mpfr_sign;
      if (largest - e >= 64 * limbs) {
        continue;
      }
      x = upper_product(a->_mpfr_d, b->_mpfr_d);
    }
    if (const std::int64_t d = largest - e; d > 0) {
      if (d >= 64 * limbs) {
        continue;
      }
      x = moved_down(x, static_cast<unsigned>(d));
    }
    if (sign > 0) {
      s4 += add_limbs(s0, s1, s2, s3, x.w0, x.w1, x.w2, x.w3);
    } else {
      s4 -= subtract_limbs(s0, s1, s2, s3, x.w0, x.w1, x.w2, x.w3);
    }
  }
  int sign = 1;
  if (s4 >> 63U != 0) {
    sign = -1;
    const limb n0 = s0;
    const limb n1 = s1;
    const limb n2 = s2;
    const limb n3 = s3;
    s0 = s1 = s2 = s3 = 0;
    s4 = ~s4 + (subtract_limbs(s0, s1, s2, s3, n0, n1, n2, n3) == 0 ? 1 : 0);
  }
  bool more = false;
  if (s4 != 0) {  // at most the number of terms
    const auto s = static_cast<unsigned>(64 - std::countl_zero(s4));
    const unsigned up = 64U - s;
    more = s0 << up != 0;
    s0 = s0 >> s | s1 << up;
    s1 = s1 >> s | s2 << up;
    s2 = s2 >> s | s3 << up;
    s3 = s3 >> s | s4 << up;
    largest += s;
  } else if (!normalize(s0, s1, s2, s3, largest)) {
    mpfr_set_zero(r, 1);
    return;
  }
  store_rounded(r, sign, largest, s0, s1, s2, s3, more);
}

}  // namespace plumbline::detail

namespace plumbline {

void set_sums_of_products(double_double* sums, std::span<const std::size_t> first,
                          const product_places* places, const double_double* a,
                          const double_double* b) {
  if (detail::has_fma()) {
    detail::add_lists_with_fma(sums, first, places, a, b);
  } else {
    detail::add_lists(sums, first, places, a, b);
  }
}

}  // namespace plumbline
