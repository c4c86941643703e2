// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The sum of products of numbers of n limbs is a number of n + 1 limbs in two's complement, the lowest first: n behind the
// point of 2^E, where E is the largest exponent of a term, and one before. Of each product the upper n limbs are added, which
// are too small by at most 2 n units of 2^(E − 64 n). So a sum of mp64 is right to 2^(E − 250) for up to eight terms, and to
// one bit less each time that their number doubles: 36 bits beyond mp64. Terms one by one would be rounded to 2^(E − 214).
// Where the precision leaves few bits of the lowest limb spare, the sum has one limb more.
//
// Numbers without a kernel, terms of different precisions, and terms that are not all ordinary numbers or zeros are added one
// after the other, so that infinities and NaN stay.
//
// In double-double: scalar/growing_sum.hpp.
#include <plumbline/scalar/product_sum.hpp>

#include <scalar/growing_sum.hpp>
#include <scalar/limbs.hpp>
#include <scalar/with_fma.hpp>

#include <algorithm>
#include <optional>

namespace plumbline::detail {

namespace {

bool is_zero(mpfr_srcptr x) { return mpfr_zero_p(x) != 0; }

/// The largest exponent of a term, no_exponent where all are zero. Nothing where a term is neither ordinary nor zero.
[[gnu::always_inline]] inline std::optional<std::int64_t> largest_exponent(
    const product_term* terms, std::size_t count) {
  std::int64_t largest = no_exponent;
  for (const product_term* t = terms; t != terms + count; ++t) {
    if (is_ordinary(t->b) && (t->a == nullptr || is_ordinary(t->a))) {
      const std::int64_t e = t->b->_mpfr_exp + (t->a == nullptr ? 0 : t->a->_mpfr_exp);
      largest = std::max(largest, e);
    } else if (!(is_zero(t->b) && (t->a == nullptr || mpfr_number_p(t->a) != 0)) &&
               !(t->a != nullptr && is_zero(t->a) && mpfr_number_p(t->b) != 0)) {
      return std::nullopt;
    }
  }
  return largest;
}
bool all_have_precision(const product_term* terms, std::size_t count, mpfr_prec_t bits) {
  return std::all_of(terms, terms + count, [&](const product_term& t) {
    return t.b->_mpfr_prec == bits && (t.a == nullptr || t.a->_mpfr_prec == bits);
  });
}

/// r ← Σ of the terms, of n limbs each, in n + guard limbs.
template <int n, int guard, class Spare>
[[gnu::always_inline]] inline void add_up(mpfr_ptr r, const product_term* terms, std::size_t count,
                                          std::int64_t largest, Spare spare) {
  constexpr int size = n + guard;
  limb sum[size];
  set_zero_at_once<size>(sum);
  limb above = 0;  // at most the number of terms
  for (const product_term* t = terms; t != terms + count; ++t) {
    mpfr_srcptr a = t->a;
    mpfr_srcptr b = t->b;
    if (!is_ordinary(b) || (a != nullptr && !is_ordinary(a))) {
      continue;
    }
    std::int64_t e = b->_mpfr_exp;
    int sign = b->_mpfr_sign;
    if (a != nullptr) {
      e += a->_mpfr_exp;
      sign *= a->_mpfr_sign;
    }
    const std::int64_t d = largest - e;
    if (d >= 64 * size) {
      continue;
    }
    limb x[size];
    if (a == nullptr) {
      x[0] = 0;
      copy<n>(x + guard, b->_mpfr_d);
    } else {
      upper_columns<n, n - guard>(x, a->_mpfr_d, b->_mpfr_d);
    }
    if (d > 0) {
      move_down_in_place<size>(x, static_cast<unsigned>(d));
    }
    if (sign > 0) {
      above += add<size>(sum, x);
    } else {
      above -= subtract<size>(sum, x);
    }
  }
  limb s[size];
  copy_at_once<size>(s, sum);
  const int sign = remove_sign<size>(s, above);
  const normalized of = normalize_sum<size>(s, above, largest);
  if (of.is_zero) {
    mpfr_set_zero(r, 1);
    return;
  }
  store_rounded<n, guard>(r, sign, largest, s, spare, of.more);
}

template <int n, int guard>
void add_up_by_size(mpfr_ptr r, const product_term* terms, std::size_t count, std::int64_t largest,
                    unsigned spare) {
  add_up<n, guard>(r, terms, count, largest, spare);
}
constexpr auto with_enough_spare = kernels_by_size([](auto n) { return add_up_by_size<n, 0>; });
constexpr auto with_one_limb_more = kernels_by_size([](auto n) { return add_up_by_size<n, 1>; });

/// r ← Σ of the terms, one after the other.
void add_one_by_one(mpfr_ptr r, const product_term* terms, std::size_t count, mpfr_ptr sum,
                    mpfr_ptr product) {
  mpfr_set_zero(sum, 1);
  for (const product_term* t = terms; t != terms + count; ++t) {
    if (t->a == nullptr) {
      add_mpfr(sum, sum, t->b);
    } else {
      multiply_mpfr(product, t->a, t->b);
      add_mpfr(sum, sum, product);
    }
  }
  copy_mpfr(r, sum);
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
  const std::optional<std::int64_t> largest = largest_exponent(terms, count);
  if (!largest) {
    MPFR_DECL_INIT(sum, precision);
    MPFR_DECL_INIT(product, precision);
    add_one_by_one(r, terms, count, sum, product);
  } else if (*largest == no_exponent) {
    mpfr_set_zero(r, 1);
  } else {
    add_up<limbs, 0>(r, terms, count, *largest, spare_of_mp64{});
  }
}

void add_products_mpfr(mpfr_ptr r, const product_term* terms, std::size_t count, mpfr_ptr sum,
                       mpfr_ptr product) {
  const size_of_number size = size_for(r->_mpfr_prec);
  std::optional<std::int64_t> largest;
  if (size.has_kernel() && all_have_precision(terms, count, r->_mpfr_prec)) {
    largest = largest_exponent(terms, count);
  }
  if (!largest) {
    add_one_by_one(r, terms, count, sum, product);
  } else if (*largest == no_exponent) {
    mpfr_set_zero(r, 1);
  } else {
    (size.spare >= enough_spare ? with_enough_spare : with_one_limb_more)[size.place()](
        r, terms, count, *largest, size.spare);
  }
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
