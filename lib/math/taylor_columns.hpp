// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Arithmetics for recurrences (taylor_engine.hpp) that carry derivatives in several directions beside each coefficient, rounded
// and without bounds:
//
//   taylor_columns<T>       of a scalar: double, or run-time MPFR where there is no Arb
//   taylor_approximations   midpoints of Arb, whose sums of products are the fastest for MPFR's digits
//
// Rows of constants have no derivatives, and operations on them do no work for these. Balls with derivatives are in taylor_arb.hpp.
#pragma once

#include "math/taylor_scalars.hpp"

#if PLUMBLINE_HAS_ARB
#include "math/taylor_arb.hpp"
#endif

#include <utility>
#include <vector>

namespace plumbline {

template <class T>
class taylor_columns {
 public:
  /// A row has lanes of its own: the coefficient, then its derivatives.
  taylor_columns(const std::vector<int>& lengths, int directions)
      : lanes_(directions + 1),
        spare_(static_cast<std::size_t>(directions) + 1, T(0)),
        one_({1, 1, 1}) {
    rows_.reserve(lengths.size());
    for (const int n : lengths) {
      rows_.emplace_back(static_cast<std::size_t>(n) * static_cast<std::size_t>(lanes_), T(0));
    }
  }

  T& at(int row, int k) { return lane(row, k)[0]; }
  const T& at(int row, int k) const { return lane(row, k)[0]; }
  T& tangent(int row, int k, int direction) { return lane(row, k)[direction + 1]; }
  const T& tangent(int row, int k, int direction) const { return lane(row, k)[direction + 1]; }

  void set_constant(int row, const exact_number& x) { at(row, 0) = from_exact<T>(x); }
  void set_pi(int row) { at(row, 0) = pi<T>(); }
  void set_zero(int r, int k) { set_all(r, k, 0); }
  void set_one(int r, int k) { set_all(r, k, 1); }
  void copy(int r, int k, int a, int j) {
    each(r, k, a, j, [](const T& x) { return x; });
  }
  void negate(int r, int k, int a, int j) {
    each(r, k, a, j, [](const T& x) { return T(-x); });
  }
  void add(int r, int k, int a, int i, int b, int j) {
    T* z = lane(r, k);
    const T* x = lane(a, i);
    const T* y = lane(b, j);
    for (int d = 0; d < lanes_; ++d) {
      z[d] = x[d] + y[d];
    }
  }
  void subtract(int r, int k, int a, int i, int b, int j) {
    T* z = lane(r, k);
    const T* x = lane(a, i);
    const T* y = lane(b, j);
    for (int d = 0; d < lanes_; ++d) {
      z[d] = x[d] - y[d];
    }
  }
  void multiply(int r, int k, int a, int i, int b, int j) {
    T* z = lane(r, k);
    const T* x = lane(a, i);
    const T* y = lane(b, j);
    spare_[0] = x[0] * y[0];
    for (int d = 1; d < lanes_; ++d) {
      spare_[index(d)] = x[0] * y[d] + x[d] * y[0];
    }
    take(z);
  }
  void divide(int r, int k, int a, int i, int b, int j) {
    T* z = lane(r, k);
    const T* x = lane(a, i);
    const T* y = lane(b, j);
    const T inverse = T(1) / y[0];
    spare_[0] = x[0] * inverse;
    for (int d = 1; d < lanes_; ++d) {
      spare_[index(d)] = (x[d] - spare_[0] * y[d]) * inverse;
    }
    take(z);
  }
  void multiply_int(int r, int k, int a, int j, int n) {
    each(r, k, a, j, [n](const T& x) { return T(x * n); });
  }
  void divide_int(int r, int k, int a, int j, int n) {
    each(r, k, a, j, [n](const T& x) { return T(x / n); });
  }
  void invert(int r, int k) {
    T* z = lane(r, k);
    z[0] = T(1) / z[0];
    const T slope = -z[0] * z[0];
    for (int d = 1; d < lanes_; ++d) {
      z[d] *= slope;
    }
  }
  void swap(int r, int s) {
    rows_[static_cast<std::size_t>(r)].swap(rows_[static_cast<std::size_t>(s)]);
  }
  double size(int r, int k) const { return log2_magnitude(at(r, k)); }
  bool is_nonzero(int r, int k) const { return std::isfinite(size(r, k)); }

  void dot(int r, int k, int initial, int sign, int a, int first, int b, int last, int count) {
    for (T& x : spare_) {
      x = T(0);
    }
    for (int i = 0; i < count; ++i) {
      const T* x = lane(a, first + i);
      const T* y = lane(b, last - i);
      spare_[0] += x[0] * y[0];
      for (int d = 1; d < lanes_; ++d) {
        spare_[index(d)] += x[0] * y[d] + x[d] * y[0];
      }
    }
    T* z = lane(r, k);
    const T* before = initial < 0 ? nullptr : lane(initial, k);
    for (int d = 0; d < lanes_; ++d) {
      const T sum = sign < 0 ? T(-spare_[index(d)]) : spare_[index(d)];
      z[d] = before == nullptr ? sum : T(before[d] + sum);
    }
  }
  void sin_cos(int s, int c, int a) {
    T sine(0);
    T cosine(0);
    set_sin_cos(sine, cosine, at(a, 0));
    chain(s, a, sine, cosine);
    chain(c, a, cosine, T(-sine));
  }
  void sinh_cosh(int s, int c, int a) {
    T sine(0);
    T cosine(0);
    set_sinh(sine, at(a, 0));
    set_cosh(cosine, at(a, 0));
    chain(s, a, sine, cosine);
    chain(c, a, cosine, sine);
  }
  /// By tangent numbers, a direction after the other.
  void call(operation f, int r, int a, int b) {
    for (int d = 1; d < std::max(lanes_, 2); ++d) {
      set_dual(1, a, d);
      if (b >= 0) {
        set_dual(2, b, d);
      }
      one_.call(f, 0, 1, b >= 0 ? 2 : -1);
      spare_[0] = one_.at(0, 0).value;
      if (d < lanes_) {
        spare_[index(d)] = one_.at(0, 0).tangent[0];
      }
    }
    take(lane(r, 0));
  }

 private:
  static std::size_t index(int d) { return static_cast<std::size_t>(d); }
  T* lane(int row, int k) {
    return rows_[static_cast<std::size_t>(row)].data() +
           static_cast<std::ptrdiff_t>(k) * static_cast<std::ptrdiff_t>(lanes_);
  }
  const T* lane(int row, int k) const {
    return rows_[static_cast<std::size_t>(row)].data() +
           static_cast<std::ptrdiff_t>(k) * static_cast<std::ptrdiff_t>(lanes_);
  }
  void set_all(int r, int k, int value) {
    T* z = lane(r, k);
    z[0] = T(value);
    for (int d = 1; d < lanes_; ++d) {
      z[d] = T(0);
    }
  }
  void take(T* z) {
    for (int d = 0; d < lanes_; ++d) {
      z[d] = spare_[index(d)];
    }
  }
  template <class F>
  void each(int r, int k, int a, int j, const F& f) {
    T* z = lane(r, k);
    const T* x = lane(a, j);
    for (int d = 0; d < lanes_; ++d) {
      z[d] = f(x[d]);
    }
  }
  void chain(int r, int a, const T& value, const T& slope) {
    T* z = lane(r, 0);
    const T* x = lane(a, 0);
    for (int d = 1; d < lanes_; ++d) {
      z[d] = slope * x[d];
    }
    z[0] = value;
  }
  void set_dual(int place, int row, int d) {
    tangent_number<T>& x = one_.at(place, 0);
    x.value = at(row, 0);
    x.tangent[0] = d < lanes_ ? lane(row, 0)[d] : T(0);
  }

  int lanes_;
  std::vector<std::vector<T>> rows_;
  std::vector<T> spare_;
  taylor_scalars<tangent_number<T>> one_;  ///< a function of two arguments, for call()
};

#if PLUMBLINE_HAS_ARB

class taylor_approximations : public rows_with_tangents {
 public:
  /// `constants`: of each row, whether it does not depend on the state; rows beyond those are working space.
  taylor_approximations(const std::vector<int>& lengths, slong bits, int directions,
                        std::vector<char> constants)
      : rows_with_tangents(lengths, directions),
        spare_(directions + 3),
        bits_(bits),
        constants_(std::move(constants)),
        functions_(std::vector<int>{1, 1, 1}, bits, 1) {
    constants_.resize(lengths.size(), 0);
  }

  void set_constant(int row, const exact_number& x) {
    set_number(at(row, 0), x, bits_);
    mag_zero(arb_radref(at(row, 0)));
  }
  void set_pi(int row) {
    arb_const_pi(at(row, 0), bits_);
    mag_zero(arb_radref(at(row, 0)));
  }
  void set_zero(int r, int k) {
    arb_zero(at(r, k));
    clear(r, k);
  }
  void set_one(int r, int k) {
    arb_one(at(r, k));
    clear(r, k);
  }
  void copy(int r, int k, int a, int j) {
    each(r, k, a, j, [](arb_ptr x, arb_srcptr y) { arb_set(x, y); });
  }
  void negate(int r, int k, int a, int j) {
    each(r, k, a, j, [](arb_ptr x, arb_srcptr y) { arb_neg(x, y); });
  }
  void add(int r, int k, int a, int i, int b, int j) {
    pair(r, k, a, i, b, j,
         [this](arf_ptr z, arf_srcptr x, arf_srcptr y) { arf_add(z, x, y, bits_, ARF_RND_NEAR); });
  }
  void subtract(int r, int k, int a, int i, int b, int j) {
    pair(r, k, a, i, b, j,
         [this](arf_ptr z, arf_srcptr x, arf_srcptr y) { arf_sub(z, x, y, bits_, ARF_RND_NEAR); });
  }
  void multiply(int r, int k, int a, int i, int b, int j) {
    for (int d = 0; d < directions_; ++d) {
      arf_ptr sum = arb_midref(keep(d));
      if (is_constant(a)) {
        is_constant(b) ? arf_zero(sum) : product(sum, mid(a, i), mid(b, j, d));
      } else {
        product(sum, mid(a, i, d), mid(b, j));
        if (!is_constant(b)) {
          arf_addmul(sum, mid(a, i), mid(b, j, d), bits_, ARF_RND_DOWN);
        }
      }
    }
    product(arb_midref(at(r, k)), mid(a, i), mid(b, j));
    take_kept(r, k);
  }
  void divide(int r, int k, int a, int i, int b, int j) {
    arf_ptr quotient = arb_midref(value());
    arf_ptr inverse = arb_midref(other());
    arf_ui_div(inverse, 1, mid(b, j), bits_, ARF_RND_NEAR);
    arf_div(quotient, mid(a, i), mid(b, j), bits_, ARF_RND_NEAR);
    for (int d = 0; d < directions_; ++d) {
      arf_ptr sum = arb_midref(keep(d));
      is_constant(a) ? arf_zero(sum) : arf_set(sum, mid(a, i, d));
      if (!is_constant(b)) {
        arf_submul(sum, quotient, mid(b, j, d), bits_, ARF_RND_DOWN);
      }
      product(sum, sum, inverse);
    }
    arf_set(arb_midref(at(r, k)), quotient);
    take_kept(r, k);
  }
  void multiply_int(int r, int k, int a, int j, int n) {
    each(r, k, a, j, [this, n](arb_ptr x, arb_srcptr y) {
      arf_mul_si(arb_midref(x), arb_midref(y), n, bits_, ARF_RND_NEAR);
    });
  }
  void divide_int(int r, int k, int a, int j, int n) {
    each(r, k, a, j, [this, n](arb_ptr x, arb_srcptr y) {
      arf_div_si(arb_midref(x), arb_midref(y), n, bits_, ARF_RND_NEAR);
    });
  }
  void invert(int r, int k) {
    arf_ui_div(arb_midref(at(r, k)), 1, mid(r, k), bits_, ARF_RND_NEAR);
    if (is_constant(r)) {
      return;
    }
    arf_ptr slope = arb_midref(value());
    product(slope, mid(r, k), mid(r, k));
    arf_neg(slope, slope);
    for (int d = 0; d < directions_; ++d) {
      product(mid(r, k, d), mid(r, k, d), slope);
    }
  }
  double size(int r, int k) const {
    bound size;
    arf_get_mag(size, mid(r, k));
    return log2_of(size);
  }
  bool is_nonzero(int r, int k) const { return std::isfinite(size(r, k)); }
  void dot(int r, int k, int initial, int sign, int a, int first, int b, int last, int count) {
    const int subtract = sign < 0 ? 1 : 0;
    const auto sum = [&](arb_ptr z, arb_srcptr before, arb_srcptr x, arb_srcptr y) {
      arb_approx_dot(z, before, subtract, x, 1, y, -1, count, bits_);
    };
    if (count <= 0) {
      initial < 0 ? set_zero(r, k) : copy(r, k, initial, k);
      return;
    }
    for (int d = 0; d < directions_; ++d) {
      arb_srcptr before = initial < 0 || is_constant(initial) ? nullptr : tangent(initial, k, d);
      if (!is_constant(b)) {
        sum(keep(d), before, at(a, first), tangent(b, last, d));
        before = keep(d);
      }
      if (!is_constant(a)) {
        sum(keep(d), before, tangent(a, first, d), at(b, last));
        before = keep(d);
      }
      if (before == nullptr) {
        arb_zero(keep(d));
      } else if (before != keep(d)) {
        arb_set(keep(d), before);
      }
    }
    sum(value(), initial < 0 ? nullptr : at(initial, k), at(a, first), at(b, last));
    arb_set(at(r, k), value());
    take_kept(r, k);
  }
  void sin_cos(int s, int c, int a) {
    arb_sin_cos(at(s, 0), at(c, 0), at(a, 0), bits_);
    settle(s);
    settle(c);
    for (int d = 0; d < directions_ && !is_constant(a); ++d) {
      product(mid(c, 0, d), mid(s, 0), mid(a, 0, d));
      arf_neg(mid(c, 0, d), mid(c, 0, d));
      product(mid(s, 0, d), mid(c, 0), mid(a, 0, d));
    }
  }
  void sinh_cosh(int s, int c, int a) {
    arb_sinh_cosh(at(s, 0), at(c, 0), at(a, 0), bits_);
    settle(s);
    settle(c);
    for (int d = 0; d < directions_ && !is_constant(a); ++d) {
      product(mid(c, 0, d), mid(s, 0), mid(a, 0, d));
      product(mid(s, 0, d), mid(c, 0), mid(a, 0, d));
    }
  }
  /// By balls with one derivative, a direction after the other.
  void call(operation f, int r, int a, int b) {
    for (int d = 0; d < std::max(1, directions_); ++d) {
      put(1, a, d);
      if (b >= 0) {
        put(2, b, d);
      }
      functions_.call(f, 0, 1, b >= 0 ? 2 : -1);
      if (d < directions_) {
        arb_set(keep(d), functions_.tangent(0, 0, 0));
        mag_zero(arb_radref(keep(d)));
      }
    }
    arb_set(at(r, 0), functions_.at(0, 0));
    settle(r);
    take_kept(r, 0);
  }

 private:
  bool is_constant(int row) const { return constants_[static_cast<std::size_t>(row)] != 0; }
  arf_ptr mid(int row, int k) const { return arb_midref(at(row, k)); }
  arf_ptr mid(int row, int k, int d) const { return arb_midref(tangent(row, k, d)); }
  void product(arf_ptr z, arf_srcptr x, arf_srcptr y) const {
    arf_mul(z, x, y, bits_, ARF_RND_DOWN);
  }
  arb_ptr keep(int d) const { return spare_[static_cast<std::size_t>(d)]; }
  arb_ptr value() const { return spare_[static_cast<std::size_t>(directions_)]; }
  arb_ptr other() const { return spare_[static_cast<std::size_t>(directions_) + 1]; }
  void settle(int row) { mag_zero(arb_radref(at(row, 0))); }
  void clear(int r, int k) {
    for (int d = 0; d < directions_ && !is_constant(r); ++d) {
      arb_zero(tangent(r, k, d));
    }
  }
  template <class F>
  void each(int r, int k, int a, int j, const F& f) {
    f(at(r, k), at(a, j));
    for (int d = 0; d < directions_ && !is_constant(r); ++d) {
      f(tangent(r, k, d), tangent(a, j, d));
    }
  }
  template <class F>
  void pair(int r, int k, int a, int i, int b, int j, const F& f) {
    f(mid(r, k), mid(a, i), mid(b, j));
    for (int d = 0; d < directions_ && !is_constant(r); ++d) {
      f(mid(r, k, d), mid(a, i, d), mid(b, j, d));
    }
  }
  void take_kept(int r, int k) {
    for (int d = 0; d < directions_ && !is_constant(r); ++d) {
      arb_swap(tangent(r, k, d), keep(d));
    }
  }
  void put(int place, int row, int d) {
    arb_set(functions_.at(place, 0), at(row, 0));
    if (d < directions_ && !is_constant(row)) {
      arb_set(functions_.tangent(place, 0, 0), tangent(row, 0, d));
    } else {
      arb_zero(functions_.tangent(place, 0, 0));
    }
  }

  ball_array spare_;
  slong bits_;
  std::vector<char> constants_;
  taylor_tangents functions_;
};

#endif

}  // namespace plumbline
