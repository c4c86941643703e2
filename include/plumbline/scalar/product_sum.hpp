// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Sums of products: x + Σ a_k b_k.
//
//   product_sum<T> sum;
//   sum.begin();  sum.add(x);  sum.add(a, b);  …  sum.store(r);
//
// In mp64 the products are added in fixed point and the sum is rounded once, for half of the instructions that products
// and sums cost one by one (lib/scalar/product_sum.cpp). The numbers must live until store(). In every other scalar the
// terms are added one after the other.
#pragma once

#include <plumbline/scalar/in_place.hpp>

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

template <>
class product_sum<mp64> {
 public:
  void begin() { terms_.clear(); }
  void add(const mp64& x) { terms_.push_back({nullptr, x.backend().data()}); }
  void add(const mp64& a, const mp64& b) {
    terms_.push_back({a.backend().data(), b.backend().data()});
  }
  void store(mp64& r) const {
    detail::add_products_mp64(r.backend().data(), terms_.data(), terms_.size());
  }

 private:
  std::vector<detail::product_term> terms_;
};

}  // namespace plumbline
