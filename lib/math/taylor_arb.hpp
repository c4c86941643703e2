// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Arithmetics of Arb for recurrences (taylor_engine.hpp):
//
//   taylor_balls     real balls: every entry encloses the exact one; or, approximate, midpoints without bounds (the fast
//                    arithmetic of mp64 and mp)
//   taylor_tangents  real balls with derivatives in several directions
//   taylor_discs     complex boxes. A function whose box meets a branch cut is not a number: what is finite is a bound for
//                    a function that is analytic on the box
#pragma once

#if PLUMBLINE_HAS_ARB

#include "math/midpoint_dot.hpp"
#include <plumbline/math/graph.hpp>

#include <acb.h>
#include <arb.h>
#include <fmpq.h>

#include <limits>
#include <memory>
#include <numeric>
#include <vector>

namespace plumbline {

/// Where rows of given lengths lie in one array.
class row_places {
 public:
  explicit row_places(const std::vector<int>& lengths) : first_(lengths.size() + 1, 0) {
    std::partial_sum(lengths.begin(), lengths.end(), first_.begin() + 1);
  }
  slong count() const { return first_.back(); }
  std::size_t operator()(int row, int k) const {
    return static_cast<std::size_t>(first_[static_cast<std::size_t>(row)] + k);
  }

 private:
  std::vector<slong> first_;
};

/// Arb's vectors with an owner.
class ball_array {
 public:
  explicit ball_array(slong n) : n_(n), data_(_arb_vec_init(n)) {}
  ball_array(const ball_array&) = delete;
  ball_array& operator=(const ball_array&) = delete;
  ~ball_array() { _arb_vec_clear(data_, n_); }
  arb_ptr operator[](std::size_t i) const { return data_ + i; }
  slong size() const { return n_; }

 private:
  slong n_;
  arb_ptr data_;
};

/// A number that is a bound; Arb's mag with an owner.
class bound {
 public:
  bound() { mag_init(value_); }
  bound(const bound&) = delete;
  bound& operator=(const bound&) = delete;
  ~bound() { mag_clear(value_); }
  operator mag_ptr() { return value_; }
  operator mag_srcptr() const { return value_; }
  mag_ptr operator[](int) { return value_; }  ///< as the entry of `bounds`
  mag_srcptr operator[](int) const { return value_; }

 private:
  mag_t value_;
};

class bounds {
 public:
  explicit bounds(int n) : values_(static_cast<std::size_t>(n)) {
    for (mag_struct& x : values_) {
      mag_init(&x);
    }
  }
  bounds(const bounds&) = delete;
  bounds& operator=(const bounds&) = delete;
  ~bounds() {
    for (mag_struct& x : values_) {
      mag_clear(&x);
    }
  }
  mag_ptr operator[](int i) { return &values_[static_cast<std::size_t>(i)]; }
  mag_srcptr operator[](int i) const { return &values_[static_cast<std::size_t>(i)]; }

 private:
  std::vector<mag_struct> values_;
};

inline double log2_of(mag_srcptr x) {
  return mag_is_zero(x) != 0  ? -std::numeric_limits<double>::infinity()
         : mag_is_inf(x) != 0 ? std::numeric_limits<double>::infinity()
                              : mag_get_d_log2_approx(x);
}

/// log2 of the least magnitude in a ball.
inline double log2_of_least(arb_srcptr x) {
  bound least;
  arb_get_mag_lower(least, x);
  return log2_of(least);
}

inline void set_number(arb_ptr r, const exact_number& x, slong bits) {
  fmpq_t q;
  fmpq_init(q);
  fmpq_set_mpq(q, x.data());
  arb_set_fmpq(r, q, bits);
  fmpq_clear(q);
}

/// f(a, b) for real balls; constants of a formula and the values at the centre of a series.
void call_ball(operation f, arb_ptr r, arb_srcptr a, arb_srcptr b, slong bits);
/// The same on complex boxes where f is analytic; not finite where it is not.
void call_disc(operation f, acb_ptr r, acb_srcptr a, acb_srcptr b, slong bits);

enum class ball_mode { enclose, approximate };

class taylor_balls {
 public:
  taylor_balls(const std::vector<int>& lengths, slong bits, ball_mode mode)
      : places_(lengths),
        balls_(places_.count()),
        bits_(bits),
        exact_(mode == ball_mode::enclose) {}

  arb_ptr at(int row, int k) const { return balls_[places_(row, k)]; }
  slong bits() const { return bits_; }

  void set_constant(int row, const exact_number& x) {
    set_number(at(row, 0), x, bits_);
    settle(at(row, 0));
  }
  void set_pi(int row) {
    arb_const_pi(at(row, 0), bits_);
    settle(at(row, 0));
  }
  void set_zero(int r, int k) { arb_zero(at(r, k)); }
  void set_one(int r, int k) { arb_one(at(r, k)); }
  void copy(int r, int k, int a, int j) { arb_set(at(r, k), at(a, j)); }
  void negate(int r, int k, int a, int j) { arb_neg(at(r, k), at(a, j)); }
  void add(int r, int k, int a, int i, int b, int j) {
    exact_ ? arb_add(at(r, k), at(a, i), at(b, j), bits_)
           : void(arf_add(mid(r, k), mid(a, i), mid(b, j), bits_, ARF_RND_NEAR));
  }
  void subtract(int r, int k, int a, int i, int b, int j) {
    exact_ ? arb_sub(at(r, k), at(a, i), at(b, j), bits_)
           : void(arf_sub(mid(r, k), mid(a, i), mid(b, j), bits_, ARF_RND_NEAR));
  }
  void multiply(int r, int k, int a, int i, int b, int j) {
    exact_ ? arb_mul(at(r, k), at(a, i), at(b, j), bits_)
           : void(arf_mul(mid(r, k), mid(a, i), mid(b, j), bits_, ARF_RND_DOWN));
  }
  void divide(int r, int k, int a, int i, int b, int j) {
    exact_ ? arb_div(at(r, k), at(a, i), at(b, j), bits_)
           : void(arf_div(mid(r, k), mid(a, i), mid(b, j), bits_, ARF_RND_NEAR));
  }
  void multiply_int(int r, int k, int a, int j, int n) {
    exact_ ? arb_mul_si(at(r, k), at(a, j), n, bits_)
           : void(arf_mul_si(mid(r, k), mid(a, j), n, bits_, ARF_RND_NEAR));
  }
  void divide_int(int r, int k, int a, int j, int n) {
    exact_ ? arb_div_si(at(r, k), at(a, j), n, bits_)
           : void(arf_div_si(mid(r, k), mid(a, j), n, bits_, ARF_RND_NEAR));
  }
  void invert(int r, int k) {
    arb_inv(at(r, k), at(r, k), bits_);
    settle(at(r, k));
  }
  void swap(int r, int s) { arb_swap(at(r, 0), at(s, 0)); }
  double size(int r, int k) const { return log2_of_least(at(r, k)); }
  bool is_nonzero(int r, int k) const {
    return arb_is_finite(at(r, k)) != 0 && arb_contains_zero(at(r, k)) == 0;
  }
  void dot(int r, int k, int initial, int sign, int a, int first, int b, int last, int count) {
    arb_srcptr before = initial < 0 ? nullptr : at(initial, k);
    if (count <= 0) {
      if (before == nullptr) {
        arb_zero(at(r, k));
      } else {
        arb_set(at(r, k), before);
      }
    } else if (exact_) {
      arb_dot(at(r, k), before, sign < 0 ? 1 : 0, at(a, first), 1, at(b, last), -1, count, bits_);
    } else {
      dot_(at(r, k), before, sign < 0, at(a, first), at(b, last), count, bits_);
    }
  }
  void sin_cos(int s, int c, int a) {
    arb_sin_cos(at(s, 0), at(c, 0), at(a, 0), bits_);
    settle(at(s, 0));
    settle(at(c, 0));
  }
  void sinh_cosh(int s, int c, int a) {
    arb_sinh_cosh(at(s, 0), at(c, 0), at(a, 0), bits_);
    settle(at(s, 0));
    settle(at(c, 0));
  }
  void call(operation f, int r, int a, int b) {
    call_ball(f, at(r, 0), at(a, 0), b >= 0 ? at(b, 0) : nullptr, bits_);
    settle(at(r, 0));
  }

 private:
  arf_ptr mid(int row, int k) const { return arb_midref(at(row, k)); }
  void settle(arb_ptr x) const {
    if (!exact_) {
      mag_zero(arb_radref(x));
    }
  }

  row_places places_;
  ball_array balls_;
  slong bits_;
  bool exact_;
  midpoint_dot dot_;
};

/// Rows of balls with derivatives in several directions.
class rows_with_tangents {
 public:
  rows_with_tangents(const std::vector<int>& lengths, int directions)
      : directions_(directions), places_(lengths), balls_(places_.count() * (directions + 1)) {}

  arb_ptr at(int row, int k) const { return balls_[places_(row, k)]; }
  /// The derivative in a direction, from 0.
  arb_ptr tangent(int row, int k, int direction) const {
    return balls_[static_cast<std::size_t>(places_.count() * (direction + 1)) + places_(row, k)];
  }
  void swap(int r, int s) {
    arb_swap(at(r, 0), at(s, 0));
    for (int d = 0; d < directions_; ++d) {
      arb_swap(tangent(r, 0, d), tangent(s, 0, d));
    }
  }

 protected:
  int directions_;

 private:
  row_places places_;
  ball_array balls_;
};

class taylor_tangents : public rows_with_tangents {
 public:
  taylor_tangents(const std::vector<int>& lengths, slong bits, int directions)
      : rows_with_tangents(lengths, directions), spare_(4), bits_(bits) {}

  slong bits() const { return bits_; }

  void set_constant(int row, const exact_number& x) { set_number(at(row, 0), x, bits_); }
  void set_pi(int row) { arb_const_pi(at(row, 0), bits_); }
  void set_zero(int r, int k) {
    arb_zero(at(r, k));
    clear_tangents(r, k);
  }
  void set_one(int r, int k) {
    arb_one(at(r, k));
    clear_tangents(r, k);
  }
  void copy(int r, int k, int a, int j) {
    each(r, k, a, j, [](arb_ptr x, arb_srcptr y) { arb_set(x, y); });
  }
  void negate(int r, int k, int a, int j) {
    each(r, k, a, j, [](arb_ptr x, arb_srcptr y) { arb_neg(x, y); });
  }
  void add(int r, int k, int a, int i, int b, int j) {
    arb_add(at(r, k), at(a, i), at(b, j), bits_);
    for (int d = 0; d < directions_; ++d) {
      arb_add(tangent(r, k, d), tangent(a, i, d), tangent(b, j, d), bits_);
    }
  }
  void subtract(int r, int k, int a, int i, int b, int j) {
    arb_sub(at(r, k), at(a, i), at(b, j), bits_);
    for (int d = 0; d < directions_; ++d) {
      arb_sub(tangent(r, k, d), tangent(a, i, d), tangent(b, j, d), bits_);
    }
  }
  void multiply(int r, int k, int a, int i, int b, int j) {
    for (int d = 0; d < directions_; ++d) {
      arb_mul(spare_[0], at(a, i), tangent(b, j, d), bits_);
      arb_addmul(spare_[0], tangent(a, i, d), at(b, j), bits_);
      arb_set(keep(d), spare_[0]);
    }
    arb_mul(at(r, k), at(a, i), at(b, j), bits_);
    take_kept(r, k);
  }
  /// (a/b)′ = (a′ − (a/b) b′)/b
  void divide(int r, int k, int a, int i, int b, int j) {
    arb_div(spare_[1], at(a, i), at(b, j), bits_);
    for (int d = 0; d < directions_; ++d) {
      arb_set(spare_[0], tangent(a, i, d));
      arb_submul(spare_[0], spare_[1], tangent(b, j, d), bits_);
      arb_div(keep(d), spare_[0], at(b, j), bits_);
    }
    arb_set(at(r, k), spare_[1]);
    take_kept(r, k);
  }
  void multiply_int(int r, int k, int a, int j, int n) {
    each(r, k, a, j, [this, n](arb_ptr x, arb_srcptr y) { arb_mul_si(x, y, n, bits_); });
  }
  void divide_int(int r, int k, int a, int j, int n) {
    each(r, k, a, j, [this, n](arb_ptr x, arb_srcptr y) { arb_div_si(x, y, n, bits_); });
  }
  void invert(int r, int k) {
    arb_inv(at(r, k), at(r, k), bits_);
    arb_mul(spare_[0], at(r, k), at(r, k), bits_);
    arb_neg(spare_[0], spare_[0]);
    scale_tangents(r, k, spare_[0]);
  }
  double size(int r, int k) const { return log2_of_least(at(r, k)); }
  bool is_nonzero(int r, int k) const {
    return arb_is_finite(at(r, k)) != 0 && arb_contains_zero(at(r, k)) == 0;
  }
  void dot(int r, int k, int initial, int sign, int a, int first, int b, int last, int count) {
    const int subtract = sign < 0 ? 1 : 0;
    for (int d = -1; d < directions_; ++d) {
      arb_srcptr before = initial < 0 ? nullptr : lane(initial, k, d);
      if (count <= 0) {
        if (before == nullptr) {
          arb_zero(lane(r, k, d));
        } else {
          arb_set(lane(r, k, d), before);
        }
      } else if (d < 0) {
        arb_dot(spare_[2], before, subtract, at(a, first), 1, at(b, last), -1, count, bits_);
      } else {
        arb_dot(spare_[0], before, subtract, at(a, first), 1, tangent(b, last, d), -1, count,
                bits_);
        arb_dot(keep(d), spare_[0], subtract, tangent(a, first, d), 1, at(b, last), -1, count,
                bits_);
      }
    }
    if (count > 0) {
      arb_set(at(r, k), spare_[2]);
      take_kept(r, k);
    }
  }
  void sin_cos(int s, int c, int a) {
    arb_sin_cos(at(s, 0), at(c, 0), at(a, 0), bits_);
    for (int d = 0; d < directions_; ++d) {
      arb_mul(tangent(s, 0, d), at(c, 0), tangent(a, 0, d), bits_);
      arb_mul(tangent(c, 0, d), at(s, 0), tangent(a, 0, d), bits_);
      arb_neg(tangent(c, 0, d), tangent(c, 0, d));
    }
  }
  void sinh_cosh(int s, int c, int a) {
    arb_sinh_cosh(at(s, 0), at(c, 0), at(a, 0), bits_);
    for (int d = 0; d < directions_; ++d) {
      arb_mul(tangent(s, 0, d), at(c, 0), tangent(a, 0, d), bits_);
      arb_mul(tangent(c, 0, d), at(s, 0), tangent(a, 0, d), bits_);
    }
  }
  void call(operation f, int r, int a, int b);

 private:
  arb_ptr lane(int row, int k, int d) const { return d < 0 ? at(row, k) : tangent(row, k, d); }
  void clear_tangents(int r, int k) {
    for (int d = 0; d < directions_; ++d) {
      arb_zero(tangent(r, k, d));
    }
  }
  template <class F>
  void each(int r, int k, int a, int j, const F& f) {
    for (int d = -1; d < directions_; ++d) {
      f(lane(r, k, d), lane(a, j, d));
    }
  }
  /// Results wait here until the operands are not needed any more.
  arb_ptr keep(int d) {
    if (!kept_) {
      kept_ = std::make_unique<ball_array>(directions_);
    }
    return (*kept_)[static_cast<std::size_t>(d)];
  }
  void take_kept(int r, int k) {
    for (int d = 0; d < directions_; ++d) {
      arb_swap(tangent(r, k, d), keep(d));
    }
  }
  void scale_tangents(int r, int k, arb_srcptr factor) {
    for (int d = 0; d < directions_; ++d) {
      arb_mul(tangent(r, k, d), tangent(r, k, d), factor, bits_);
    }
  }

  ball_array spare_;
  std::unique_ptr<ball_array> kept_;
  slong bits_;
};

class taylor_discs {
 public:
  taylor_discs(const std::vector<int>& lengths, slong bits)
      : places_(lengths), count_(places_.count()), boxes_(_acb_vec_init(count_)), bits_(bits) {}
  taylor_discs(const taylor_discs&) = delete;
  taylor_discs& operator=(const taylor_discs&) = delete;
  ~taylor_discs() { _acb_vec_clear(boxes_, count_); }

  acb_ptr at(int row, int k) const { return boxes_ + places_(row, k); }
  slong bits() const { return bits_; }

  void set_constant(int row, const exact_number& x) {
    acb_zero(at(row, 0));
    set_number(acb_realref(at(row, 0)), x, bits_);
  }
  void set_pi(int row) { acb_const_pi(at(row, 0), bits_); }
  void set_zero(int r, int k) { acb_zero(at(r, k)); }
  void set_one(int r, int k) { acb_one(at(r, k)); }
  void copy(int r, int k, int a, int j) { acb_set(at(r, k), at(a, j)); }
  void negate(int r, int k, int a, int j) { acb_neg(at(r, k), at(a, j)); }
  void add(int r, int k, int a, int i, int b, int j) {
    acb_add(at(r, k), at(a, i), at(b, j), bits_);
  }
  void subtract(int r, int k, int a, int i, int b, int j) {
    acb_sub(at(r, k), at(a, i), at(b, j), bits_);
  }
  void multiply(int r, int k, int a, int i, int b, int j) {
    acb_mul(at(r, k), at(a, i), at(b, j), bits_);
  }
  void divide(int r, int k, int a, int i, int b, int j) {
    acb_div(at(r, k), at(a, i), at(b, j), bits_);
  }
  void multiply_int(int r, int k, int a, int j, int n) { acb_mul_si(at(r, k), at(a, j), n, bits_); }
  void divide_int(int r, int k, int a, int j, int n) { acb_div_si(at(r, k), at(a, j), n, bits_); }
  void invert(int r, int k) { acb_inv(at(r, k), at(r, k), bits_); }
  void swap(int r, int s) { acb_swap(at(r, 0), at(s, 0)); }
  double size(int r, int k) const {
    bound least;
    acb_get_mag_lower(least, at(r, k));
    return log2_of(least);
  }
  bool is_nonzero(int r, int k) const {
    return acb_is_finite(at(r, k)) != 0 && acb_contains_zero(at(r, k)) == 0;
  }
  void dot(int r, int k, int initial, int sign, int a, int first, int b, int last, int count) {
    acb_dot(at(r, k), initial < 0 ? nullptr : at(initial, k), sign < 0 ? 1 : 0,
            count > 0 ? at(a, first) : nullptr, 1, count > 0 ? at(b, last) : nullptr, -1,
            count > 0 ? count : 0, bits_);
  }
  void sin_cos(int s, int c, int a) { acb_sin_cos(at(s, 0), at(c, 0), at(a, 0), bits_); }
  void sinh_cosh(int s, int c, int a) { acb_sinh_cosh(at(s, 0), at(c, 0), at(a, 0), bits_); }
  void call(operation f, int r, int a, int b) {
    call_disc(f, at(r, 0), at(a, 0), b >= 0 ? at(b, 0) : nullptr, bits_);
  }
  /// The n² rows from `first` on are a matrix, row by row; its inverse takes its place. False where a matrix in the boxes may be
  /// singular.
  bool invert_matrix(int first, int n);

 private:
  row_places places_;
  slong count_;
  acb_ptr boxes_;
  slong bits_;
};

}  // namespace plumbline

#endif
