// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The arithmetic of a scalar for recurrences (taylor_engine.hpp): every entry is rounded as the scalar rounds.
#pragma once

#include <plumbline/math/dual.hpp>
#include <plumbline/math/graph.hpp>
#include <plumbline/math/magnitude.hpp>
#include <plumbline/scalar/elementary.hpp>
#include <plumbline/scalar/functions.hpp>
#include <plumbline/scalar/in_place.hpp>

#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

namespace plumbline {

template <class T>
class taylor_scalars {
 public:
  explicit taylor_scalars(const std::vector<int>& lengths) {
    rows_.reserve(lengths.size());
    for (const int n : lengths) {
      rows_.emplace_back(static_cast<std::size_t>(n), T(0));
    }
  }

  T& at(int row, int k) {
    return rows_[static_cast<std::size_t>(row)][static_cast<std::size_t>(k)];
  }
  const T& at(int row, int k) const {
    return rows_[static_cast<std::size_t>(row)][static_cast<std::size_t>(k)];
  }

  void set_constant(int row, const exact_number& x) { set_copy(at(row, 0), from_exact<T>(x)); }
  void set_pi(int row) { set_copy(at(row, 0), pi<T>()); }
  void set_zero(int r, int k) { at(r, k) = T(0); }
  void set_one(int r, int k) { at(r, k) = T(1); }
  void copy(int r, int k, int a, int j) { set_copy(at(r, k), at(a, j)); }
  void negate(int r, int k, int a, int j) { set_negative(at(r, k), at(a, j)); }
  void add(int r, int k, int a, int i, int b, int j) { set_sum(at(r, k), at(a, i), at(b, j)); }
  void subtract(int r, int k, int a, int i, int b, int j) {
    set_difference(at(r, k), at(a, i), at(b, j));
  }
  void multiply(int r, int k, int a, int i, int b, int j) {
    set_product(at(r, k), at(a, i), at(b, j));
  }
  void divide(int r, int k, int a, int i, int b, int j) {
    set_quotient(at(r, k), at(a, i), at(b, j));
  }
  void multiply_int(int r, int k, int a, int j, int n) {
    if constexpr (mpfr_scalar<T>) {
      mpfr_mul_si(at(r, k).backend().data(), at(a, j).backend().data(), n, MPFR_RNDN);
    } else {
      at(r, k) = at(a, j) * n;
    }
  }
  void divide_int(int r, int k, int a, int j, int n) {
    if constexpr (mpfr_scalar<T>) {
      mpfr_div_si(at(r, k).backend().data(), at(a, j).backend().data(), n, MPFR_RNDN);
    } else {
      at(r, k) = at(a, j) / n;
    }
  }
  void invert(int r, int k) { at(r, k) = T(T(1) / at(r, k)); }
  void swap(int r, int s) {
    rows_[static_cast<std::size_t>(r)].swap(rows_[static_cast<std::size_t>(s)]);
  }
  /// log2 of the magnitude.
  double size(int r, int k) const { return log2_magnitude(value_of(at(r, k))); }
  bool is_nonzero(int r, int k) const { return std::isfinite(size(r, k)); }

  /// r_k = initial_k ± Σ_{i=0..count−1} a_{i+first} b_{last−i}; without `initial` (−1) the sum alone.
  void dot(int r, int k, int initial, int sign, int a, int first, int b, int last, int count) {
    const T* const x = count > 0 ? &at(a, first) : nullptr;
    const T* const y = count > 0 ? &at(b, last) : nullptr;
    if constexpr (std::floating_point<T>) {  // in a register
      double sum = 0;
      for (int i = 0; i < count; ++i) {
        sum += x[i] * y[-i];
      }
      const double before = initial < 0 ? 0 : at(initial, k);
      at(r, k) = sign < 0 ? before - sum : before + sum;
    } else {
      set_copy(sum_, zero_);
      for (int i = 0; i < count; ++i) {
        set_product(term_, x[i], y[-i]);
        set_sum(sum_, sum_, term_);
      }
      if (sign < 0) {
        set_negative(sum_, sum_);
      }
      if (initial < 0) {
        set_copy(at(r, k), sum_);
      } else {
        set_sum(at(r, k), at(initial, k), sum_);
      }
    }
  }

  void sin_cos(int s, int c, int a) { set_sin_cos(at(s, 0), at(c, 0), at(a, 0)); }
  void sinh_cosh(int s, int c, int a) {
    set_sinh(at(s, 0), at(a, 0));
    set_cosh(at(c, 0), at(a, 0));
  }
  void call(operation f, int r, int a, int b);

 private:
  template <class U>
  static const U& value_of(const U& x) {
    return x;
  }
  template <class U, int N>
  static const U& value_of(const dual<U, N>& x) {
    return x.value;
  }

  std::vector<std::vector<T>> rows_;
  T sum_{0};
  T term_{0};
  T zero_{0};
};

template <class T>
void taylor_scalars<T>::call(operation f, int r_row, int a_row, int b_row) {
  T& r = at(r_row, 0);
  const T& a = at(a_row, 0);
  switch (f) {
    case operation::negate:
      return set_negative(r, a);
    case operation::add:
      return set_sum(r, a, at(b_row, 0));
    case operation::subtract:
      return set_difference(r, a, at(b_row, 0));
    case operation::multiply:
      return set_product(r, a, at(b_row, 0));
    case operation::divide:
      return set_quotient(r, a, at(b_row, 0));
    case operation::sqrt:
      return set_sqrt(r, a);
    case operation::exp:
      return set_exp(r, a);
    case operation::log:
      return set_log(r, a);
    case operation::sin:
      return set_sin(r, a);
    case operation::cos:
      return set_cos(r, a);
    case operation::tan:
      return set_tan(r, a);
    case operation::asin:
      return set_asin(r, a);
    case operation::acos:
      return set_acos(r, a);
    case operation::atan:
      return set_atan(r, a);
    case operation::sinh:
      return set_sinh(r, a);
    case operation::cosh:
      return set_cosh(r, a);
    case operation::tanh:
      return set_tanh(r, a);
    case operation::asinh:
      return set_asinh(r, a);
    case operation::acosh:
      return set_acosh(r, a);
    case operation::atanh:
      return set_atanh(r, a);
    case operation::atan2:
      return set_atan2(r, a, at(b_row, 0));
    case operation::power:
      return set_pow(r, a, at(b_row, 0));
    default:
      throw std::logic_error("no Taylor rule for " + std::string(name_of(f)));
  }
}

}  // namespace plumbline
