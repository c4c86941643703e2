// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The double pendulum in raw MPFR, by hand: the formulas of double_pendulum_double.hpp with every number allocated
// once and every operation in place.
//
// Simpson's step solves the equations in double first. The Jacobian, factored in double at the double root, then
// corrects the residual at full precision (a chord method): each pass gains about 15 digits. A pass costs four pairs of
// sine and cosine, the left node two more a step. The last correction reaches p_1 to first order.
//
// RK4 on Hamilton's equations: v = M(q)⁻¹ p by Cramer's rule, p' = L_q(q, v).
#pragma once

#include "double_pendulum_double.hpp"

#include <mpfr.h>

#include <cstddef>

namespace peers {

/// N numbers of MPFR with one precision.
template <std::size_t N>
class mpfr_numbers {
 public:
  explicit mpfr_numbers(mpfr_prec_t bits) {
    for (auto& x : x_) {
      mpfr_init2(x, bits);
      mpfr_set_zero(x, 1);
    }
  }
  mpfr_numbers(const mpfr_numbers&) = delete;
  mpfr_numbers& operator=(const mpfr_numbers&) = delete;
  ~mpfr_numbers() {
    for (auto& x : x_) {
      mpfr_clear(x);
    }
  }
  mpfr_ptr operator[](std::size_t i) { return x_[i]; }
  mpfr_srcptr operator[](std::size_t i) const { return x_[i]; }

 private:
  mpfr_t x_[N];
};

class double_pendulum_mpfr {
 public:
  double_pendulum_mpfr(mpfr_prec_t bits, mpfr_srcptr m1, mpfr_srcptr m2, mpfr_srcptr g,
                       mpfr_srcptr l1, mpfr_srcptr l2)
      : k_(bits), left_(bits), middle_(bits), right_(bits), u_(bits), t_(bits), r_(bits), y_(bits) {
    mpfr_add(t_[0], m1, m2, rnd);
    mpfr_mul(t_[1], t_[0], l1, rnd);
    mpfr_mul(k_[A], t_[1], l1, rnd);
    mpfr_mul(k_[G1], t_[1], g, rnd);
    mpfr_mul(t_[1], m2, l2, rnd);
    mpfr_mul(k_[B], t_[1], l2, rnd);
    mpfr_mul(k_[C], t_[1], l1, rnd);
    mpfr_mul(k_[G2], t_[1], g, rnd);
    mpfr_mul(k_[AB], k_[A], k_[B], rnd);
    rough_ = {mpfr_get_d(k_[A], rnd), mpfr_get_d(k_[B], rnd), mpfr_get_d(k_[C], rnd),
              mpfr_get_d(k_[G1], rnd), mpfr_get_d(k_[G2], rnd)};
  }

  /// y = (q1, q2, p1, p2) ← y after the step. False when the double solve or the corrections do not converge.
  bool simpson_step(mpfr_numbers<4>& y, mpfr_srcptr h) {
    const double q[2] = {mpfr_get_d(y[0], rnd), mpfr_get_d(y[1], rnd)};
    const double p[2] = {mpfr_get_d(y[2], rnd), mpfr_get_d(y[3], rnd)};
    const double step = mpfr_get_d(h, rnd);
    double u[4];
    if (!simpson_solve(rough_, q, p, step, u, at_)) {
      return false;
    }
    at_.evaluate(rough_, double_pendulum_angles(q), q, p, step, u);
    at_.jacobian.factor();
    for (std::size_t i = 0; i < 4; ++i) {
      mpfr_set_d(u_[i], u[i], rnd);
    }
    turn(left_, y[0], y[1]);
    for (int pass = 0; pass < 12; ++pass) {
      residual(y, h);
      double d[4];
      for (std::size_t i = 0; i < 4; ++i) {
        d[i] = mpfr_get_d(r_[i], rnd);
      }
      at_.jacobian.solve(d);
      for (std::size_t i = 0; i < 4; ++i) {
        mpfr_sub_d(u_[i], u_[i], d[i], rnd);
      }
      if (largest(d) <= 1e-48 * largest(u)) {
        update(y, h, d);
        return true;
      }
    }
    return false;
  }

  void rk4_step(mpfr_numbers<4>& y, mpfr_srcptr h) {
    mpfr_div_2ui(r_[4], h, 1, rnd);
    hamilton(y, r_);
    for (std::size_t i = 0; i < 4; ++i) {
      mpfr_set(u_[i], r_[i], rnd);  // k_1 + 2 k_2 + 2 k_3 + k_4 is summed in u
    }
    for (int stage = 1; stage <= 3; ++stage) {
      for (std::size_t i = 0; i < 4; ++i) {
        mpfr_fma(y_[i], stage == 3 ? h : r_[4], r_[i], y[i], rnd);
      }
      hamilton(y_, r_);
      for (std::size_t i = 0; i < 4; ++i) {
        if (stage < 3) {
          mpfr_mul_2ui(t_[0], r_[i], 1, rnd);
        }
        mpfr_add(u_[i], u_[i], stage < 3 ? t_[0] : r_[i], rnd);
      }
    }
    mpfr_div_ui(t_[0], h, 6, rnd);
    for (std::size_t i = 0; i < 4; ++i) {
      mpfr_fma(y[i], t_[0], u_[i], y[i], rnd);
    }
  }

 private:
  static constexpr mpfr_rnd_t rnd = MPFR_RNDN;
  enum constant : std::size_t { A, B, C, G1, G2, AB };
  enum node_part : std::size_t { S1, S2, CC, CS, V1, V2, LQ1, LQ2, LV1, LV2 };
  using node = mpfr_numbers<10>;

  /// S1 = sin q1, S2 = sin q2, CC = C cos(q1 − q2), CS = C sin(q1 − q2).
  void turn(node& n, mpfr_srcptr q1, mpfr_srcptr q2) {
    mpfr_sin_cos(n[S1], t_[0], q1, rnd);
    mpfr_sin_cos(n[S2], t_[1], q2, rnd);
    mpfr_mul(t_[2], t_[0], t_[1], rnd);
    mpfr_mul(t_[3], n[S1], n[S2], rnd);
    mpfr_add(t_[2], t_[2], t_[3], rnd);
    mpfr_mul(n[CC], k_[C], t_[2], rnd);
    mpfr_mul(t_[2], n[S1], t_[1], rnd);
    mpfr_mul(t_[3], t_[0], n[S2], rnd);
    mpfr_sub(t_[2], t_[2], t_[3], rnd);
    mpfr_mul(n[CS], k_[C], t_[2], rnd);
  }
  void force(node& n) {
    mpfr_mul(t_[0], n[V1], n[V2], rnd);
    mpfr_mul(t_[0], t_[0], n[CS], rnd);
    mpfr_mul(t_[1], k_[G1], n[S1], rnd);
    mpfr_add(t_[1], t_[1], t_[0], rnd);
    mpfr_neg(n[LQ1], t_[1], rnd);
    mpfr_mul(t_[1], k_[G2], n[S2], rnd);
    mpfr_sub(n[LQ2], t_[0], t_[1], rnd);
  }
  void momentum(node& n) {
    mpfr_mul(t_[0], k_[A], n[V1], rnd);
    mpfr_mul(t_[1], n[CC], n[V2], rnd);
    mpfr_add(n[LV1], t_[0], t_[1], rnd);
    mpfr_mul(t_[0], k_[B], n[V2], rnd);
    mpfr_mul(t_[1], n[CC], n[V1], rnd);
    mpfr_add(n[LV2], t_[0], t_[1], rnd);
  }

  void residual(const mpfr_numbers<4>& y, mpfr_srcptr h) {
    mpfr_add(y_[0], y[0], u_[0], rnd);
    mpfr_add(y_[1], y[1], u_[1], rnd);
    turn(middle_, y_[0], y_[1]);
    mpfr_add(y_[0], y[0], u_[2], rnd);
    mpfr_add(y_[1], y[1], u_[3], rnd);
    turn(right_, y_[0], y_[1]);
    for (std::size_t i = 0; i < 2; ++i) {
      mpfr_mul_2ui(t_[0], u_[i], 2, rnd);
      mpfr_sub(t_[1], t_[0], u_[2 + i], rnd);
      mpfr_div(left_[V1 + i], t_[1], h, rnd);
      mpfr_div(middle_[V1 + i], u_[2 + i], h, rnd);
      mpfr_mul_ui(t_[1], u_[2 + i], 3, rnd);
      mpfr_sub(t_[1], t_[1], t_[0], rnd);
      mpfr_div(right_[V1 + i], t_[1], h, rnd);
    }
    for (node* n : {&left_, &middle_, &right_}) {
      force(*n);
      momentum(*n);
    }
    for (std::size_t i = 0; i < 2; ++i) {
      mpfr_mul(t_[0], h, left_[LQ1 + i], rnd);
      mpfr_add(t_[0], t_[0], right_[LV1 + i], rnd);
      mpfr_mul_ui(t_[1], left_[LV1 + i], 3, rnd);
      mpfr_sub(t_[0], t_[0], t_[1], rnd);
      mpfr_mul_2ui(t_[1], middle_[LV1 + i], 2, rnd);
      mpfr_sub(t_[0], t_[0], t_[1], rnd);
      mpfr_div_ui(t_[0], t_[0], 6, rnd);
      mpfr_add(r_[i], y[2 + i], t_[0], rnd);
      mpfr_mul(t_[0], h, middle_[LQ1 + i], rnd);
      mpfr_sub(t_[1], left_[LV1 + i], right_[LV1 + i], rnd);
      mpfr_add(r_[2 + i], t_[0], t_[1], rnd);
    }
  }

  /// d is the last correction, which the forces at the nodes do not know yet.
  void update(mpfr_numbers<4>& y, mpfr_srcptr h, const double d[4]) {
    for (std::size_t i = 0; i < 2; ++i) {
      mpfr_mul_2ui(t_[0], middle_[LQ1 + i], 2, rnd);
      mpfr_add(t_[0], t_[0], left_[LQ1 + i], rnd);
      mpfr_add(t_[0], t_[0], right_[LQ1 + i], rnd);
      mpfr_mul(t_[0], t_[0], h, rnd);
      mpfr_div_ui(t_[0], t_[0], 6, rnd);
      double late = 0;
      for (std::size_t j = 0; j < 4; ++j) {
        late += at_.slope[i][j] * d[j];
      }
      mpfr_sub_d(t_[0], t_[0], late, rnd);
      mpfr_add(y[2 + i], y[2 + i], t_[0], rnd);
      mpfr_add(y[i], y[i], u_[2 + i], rnd);
    }
  }

  template <std::size_t N>
  void hamilton(const mpfr_numbers<4>& y, mpfr_numbers<N>& dy) {
    node& n = left_;
    turn(n, y[0], y[1]);
    mpfr_sqr(t_[0], n[CC], rnd);
    mpfr_sub(t_[0], k_[AB], t_[0], rnd);
    mpfr_mul(t_[1], k_[B], y[2], rnd);
    mpfr_mul(t_[2], n[CC], y[3], rnd);
    mpfr_sub(t_[1], t_[1], t_[2], rnd);
    mpfr_div(n[V1], t_[1], t_[0], rnd);
    mpfr_mul(t_[1], k_[A], y[3], rnd);
    mpfr_mul(t_[2], n[CC], y[2], rnd);
    mpfr_sub(t_[1], t_[1], t_[2], rnd);
    mpfr_div(n[V2], t_[1], t_[0], rnd);
    force(n);
    mpfr_set(dy[0], n[V1], rnd);
    mpfr_set(dy[1], n[V2], rnd);
    mpfr_set(dy[2], n[LQ1], rnd);
    mpfr_set(dy[3], n[LQ2], rnd);
  }

  mpfr_numbers<6> k_;
  double_pendulum_constants rough_{};
  simpson_linearised at_{};
  node left_;
  node middle_;
  node right_;
  mpfr_numbers<4> u_;
  mpfr_numbers<4> t_;
  mpfr_numbers<5> r_;
  mpfr_numbers<4> y_;
};

}  // namespace peers
