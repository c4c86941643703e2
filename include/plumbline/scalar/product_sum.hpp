// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Sums of products: x + Σ a_k b_k.
//
//   product_sum<T> sum;
//   sum.begin();  sum.add(x);  sum.add(a, b);  …  sum.store(r);
//
// In quad and in MPFR up to 300 digits the products are added in fixed point and the sum is rounded once, for half of the
// instructions that products and sums cost one by one (lib/scalar/product_sum.cpp, quad.cpp); in double-double the lower halves
// are added in double. The numbers must live until store(). In every other scalar the terms are added one after the other.
//
// Many products are added by add_products(count, first, second), where first(k) and second(k) are factors of the product k.
//
// set_sums_of_products makes many such sums of the same factors, the entries of a Jacobian.
#pragma once

#include <plumbline/scalar/double_double.hpp>
#include <plumbline/scalar/in_place.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace plumbline {

namespace detail {

/// a b; b alone where a is null.
struct product_term {
  mpfr_srcptr a;
  mpfr_srcptr b;
};
/// r ← Σ of the terms, all in the precision of mp64.
void add_products_mp64(mpfr_ptr r, const product_term* terms, std::size_t count);

/// The same in the precision of r; `sum` and `product` are work space of that precision, for what is added one by one.
void add_products_mpfr(mpfr_ptr r, const product_term* terms, std::size_t count, mpfr_ptr sum,
                       mpfr_ptr product);

struct double_double_term {
  const double_double* a;
  const double_double* b;
};
/// Σ of the terms.
double_double sum_of_products(const double_double_term* terms, std::size_t count);

#if PLUMBLINE_HAS_QUAD
struct quad_term {
  const quad* a;
  const quad* b;
};
/// r ← Σ of the terms.
void add_products(quad& r, const quad_term* terms, std::size_t count);
#endif

}  // namespace detail

template <class T>
class product_sum {
 public:
  void begin() { empty_ = true; }
  void add(const T& x) {
    if (empty_) {
      set_copy(sum_, x);
      empty_ = false;
    } else {
      set_sum(sum_, sum_, x);
    }
  }
  void add(const T& a, const T& b) {
    if constexpr (mpfr_scalar<T>) {
      if (empty_) {
        set_product(sum_, a, b);
      } else {
        set_product(term_, a, b);
        set_sum(sum_, sum_, term_);
      }
    } else {
      sum_ = empty_ ? T(a * b) : T(sum_ + T(a * b));
    }
    empty_ = false;
  }
  template <class First, class Second>
  void add_products(std::size_t count, First&& first, Second&& second) {
    if constexpr (std::floating_point<T>) {  // in a register
      if (count > 0) {
        T sum = empty_ ? first(0) * second(0) : sum_ + first(0) * second(0);
        for (std::size_t k = 1; k < count; ++k) {
          sum += first(k) * second(k);
        }
        sum_ = sum;
        empty_ = false;
      }
    } else {
      for (std::size_t k = 0; k < count; ++k) {
        add(first(k), second(k));
      }
    }
  }
  /// r is not one of the numbers that were added.
  void store(T& r) const {
    if (empty_) {
      r = T(0);
    } else {
      set_copy(r, sum_);
    }
  }

 private:
  bool empty_ = true;
  T sum_{0};
  T term_{0};
};

namespace detail {

/// A list of terms that keeps its memory.
template <class Term>
class term_list {
 public:
  void clear() { count_ = 0; }
  void push(const Term& t) {
    if (count_ == terms_.size()) {
      terms_.resize(2 * count_ + 8);
    }
    terms_[count_++] = t;
  }
  /// Room for so many terms more.
  Term* append(std::size_t count) {
    if (count_ + count > terms_.size()) {
      terms_.resize(2 * (count_ + count));
    }
    count_ += count;
    return terms_.data() + (count_ - count);
  }
  const Term* data() const { return terms_.data(); }
  std::size_t size() const { return count_; }

 private:
  std::vector<Term> terms_;
  std::size_t count_ = 0;
};

}  // namespace detail

template <>
class product_sum<mp64> {
 public:
  void begin() { terms_.clear(); }
  void add(const mp64& x) { terms_.push({nullptr, x.backend().data()}); }
  void add(const mp64& a, const mp64& b) { terms_.push({a.backend().data(), b.backend().data()}); }
  template <class First, class Second>
  void add_products(std::size_t count, First&& first, Second&& second) {
    detail::product_term* t = terms_.append(count);
    for (std::size_t k = 0; k < count; ++k, ++t) {
      t->a = first(k).backend().data();
      t->b = second(k).backend().data();
    }
  }
  void store(mp64& r) const {
    const detail::product_term* const t = terms_.data();
    if (terms_.size() == 2 && t[0].a == nullptr && t[1].a == nullptr) {
      detail::add_mp64(r.backend().data(), t[0].b, t[1].b);
    } else {
      detail::add_products_mp64(r.backend().data(), t, terms_.size());
    }
  }

 private:
  detail::term_list<detail::product_term> terms_;
};

template <>
class product_sum<mp> {
 public:
  void begin() { terms_.clear(); }
  void add(const mp& x) { terms_.push({nullptr, x.backend().data()}); }
  void add(const mp& a, const mp& b) { terms_.push({a.backend().data(), b.backend().data()}); }
  template <class First, class Second>
  void add_products(std::size_t count, First&& first, Second&& second) {
    detail::product_term* t = terms_.append(count);
    for (std::size_t k = 0; k < count; ++k, ++t) {
      *t = {first(k).backend().data(), second(k).backend().data()};
    }
  }
  /// At the precision that the numbers had where this sum was made.
  void store(mp& r) {
    detail::add_products_mpfr(r.backend().data(), terms_.data(), terms_.size(),
                              sum_.backend().data(), product_.backend().data());
  }

 private:
  detail::term_list<detail::product_term> terms_;
  mp sum_{0};
  mp product_{0};
};

#if PLUMBLINE_HAS_QUAD
template <>
class product_sum<quad> {
 public:
  void begin() { terms_.clear(); }
  void add(const quad& x) { terms_.push({nullptr, &x}); }
  void add(const quad& a, const quad& b) { terms_.push({&a, &b}); }
  template <class First, class Second>
  void add_products(std::size_t count, First&& first, Second&& second) {
    detail::quad_term* t = terms_.append(count);
    for (std::size_t k = 0; k < count; ++k, ++t) {
      *t = {&first(k), &second(k)};
    }
  }
  void store(quad& r) const {
    const detail::quad_term* const t = terms_.data();
    if (terms_.size() == 2 && t[0].a == nullptr && t[1].a == nullptr) {
      r = detail::sum_of(*t[0].b, *t[1].b);
    } else {
      detail::add_products(r, t, terms_.size());
    }
  }

 private:
  detail::term_list<detail::quad_term> terms_;
};
#endif

template <>
class product_sum<double_double> {
 public:
  void begin() { terms_.clear(); }
  void add(const double_double& x) { terms_.push({nullptr, &x}); }
  void add(const double_double& a, const double_double& b) { terms_.push({&a, &b}); }
  template <class First, class Second>
  void add_products(std::size_t count, First&& first, Second&& second) {
    detail::double_double_term* t = terms_.append(count);
    for (std::size_t k = 0; k < count; ++k, ++t) {
      *t = {&first(k), &second(k)};
    }
  }
  void store(double_double& r) const { r = detail::sum_of_products(terms_.data(), terms_.size()); }

 private:
  detail::term_list<detail::double_double_term> terms_;
};

/// Two factors, by their places in two lists.
struct product_places {
  std::size_t a;
  std::size_t b;
};

/// sums[e] ← Σ a[p.a] b[p.b] over the places p number first[e] … first[e + 1] − 1, for all e.
template <class T>
void set_sums_of_products(T* sums, std::span<const std::size_t> first, const product_places* places,
                          const T* a, const T* b) {
  product_sum<T> sum;
  for (std::size_t e = 0; e + 1 < first.size(); ++e) {
    sum.begin();
    for (std::size_t k = first[e]; k < first[e + 1]; ++k) {
      sum.add(a[places[k].a], b[places[k].b]);
    }
    sum.store(sums[e]);
  }
}
inline void set_sums_of_products(double* sums, std::span<const std::size_t> first,
                                 const product_places* places, const double* a, const double* b) {
  const product_places* next = places;
  for (std::size_t e = 0; e + 1 < first.size(); ++e) {
    const product_places* const end = places + first[e + 1];
    double sum = 0;
    for (; next != end; ++next) {
      sum += a[next->a] * b[next->b];
    }
    sums[e] = sum;
  }
}
void set_sums_of_products(double_double* sums, std::span<const std::size_t> first,
                          const product_places* places, const double_double* a,
                          const double_double* b);

}  // namespace plumbline
