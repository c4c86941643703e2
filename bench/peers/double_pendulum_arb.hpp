// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The gradient of the double pendulum's Lagrangian by hand, with Arb's sine and cosine (arb_sin_cos) and MPFR's
// arithmetic: the floor below which no evaluation of the gradient at this precision gets.
//
//   L_q1 = −C v1 v2 sin(q1−q2) − G1 sin q1      L_v1 = A v1 + C cos(q1−q2) v2
//   L_q2 =  C v1 v2 sin(q1−q2) − G2 sin q2      L_v2 = B v2 + C cos(q1−q2) v1
//
// The midpoints of Arb's balls are taken; nothing decides their last bit here.
#pragma once

#include "double_pendulum_mpfr.hpp"

#include <arb.h>
#include <mpfr.h>

namespace peers {

class double_pendulum_arb {
 public:
  double_pendulum_arb(mpfr_prec_t bits, mpfr_srcptr m1, mpfr_srcptr m2, mpfr_srcptr g,
                      mpfr_srcptr l1, mpfr_srcptr l2)
      : bits_(bits), k_(bits), t_(bits), sc_(bits) {
    arb_init(x_);
    arb_init(s_);
    arb_init(c_);
    mpfr_add(t_[0], m1, m2, rnd);
    mpfr_mul(t_[1], t_[0], l1, rnd);
    mpfr_mul(k_[0], t_[1], l1, rnd);
    mpfr_mul(k_[3], t_[1], g, rnd);
    mpfr_mul(t_[1], m2, l2, rnd);
    mpfr_mul(k_[1], t_[1], l2, rnd);
    mpfr_mul(k_[2], t_[1], l1, rnd);
    mpfr_mul(k_[4], t_[1], g, rnd);
  }
  double_pendulum_arb(const double_pendulum_arb&) = delete;
  double_pendulum_arb& operator=(const double_pendulum_arb&) = delete;
  ~double_pendulum_arb() {
    arb_clear(x_);
    arb_clear(s_);
    arb_clear(c_);
  }

  /// d = (L_q1, L_q2, L_v1, L_v2).
  void gradient(mpfr_srcptr q1, mpfr_srcptr q2, mpfr_srcptr v1, mpfr_srcptr v2,
                mpfr_numbers<4>& d) {
    sin_cos(sc_[0], sc_[1], q1);
    sin_cos(sc_[2], sc_[3], q2);
    mpfr_mul(t_[0], sc_[0], sc_[3], rnd);
    mpfr_mul(t_[1], sc_[1], sc_[2], rnd);
    mpfr_sub(t_[0], t_[0], t_[1], rnd);
    mpfr_mul(t_[0], t_[0], k_[2], rnd);
    mpfr_mul(t_[1], v1, v2, rnd);
    mpfr_mul(t_[0], t_[0], t_[1], rnd);
    mpfr_mul(t_[1], k_[3], sc_[0], rnd);
    mpfr_add(t_[1], t_[1], t_[0], rnd);
    mpfr_neg(d[0], t_[1], rnd);
    mpfr_mul(t_[1], k_[4], sc_[2], rnd);
    mpfr_sub(d[1], t_[0], t_[1], rnd);
    mpfr_mul(t_[0], sc_[1], sc_[3], rnd);
    mpfr_mul(t_[1], sc_[0], sc_[2], rnd);
    mpfr_add(t_[0], t_[0], t_[1], rnd);
    mpfr_mul(t_[0], t_[0], k_[2], rnd);
    mpfr_mul(t_[1], k_[0], v1, rnd);
    mpfr_mul(t_[2], t_[0], v2, rnd);
    mpfr_add(d[2], t_[1], t_[2], rnd);
    mpfr_mul(t_[1], k_[1], v2, rnd);
    mpfr_mul(t_[2], t_[0], v1, rnd);
    mpfr_add(d[3], t_[1], t_[2], rnd);
  }

 private:
  static constexpr mpfr_rnd_t rnd = MPFR_RNDN;

  void sin_cos(mpfr_ptr s, mpfr_ptr c, mpfr_srcptr x) {
    arf_set_mpfr(arb_midref(x_), x);
    arb_sin_cos(s_, c_, x_, bits_);
    arf_get_mpfr(s, arb_midref(s_), rnd);
    arf_get_mpfr(c, arb_midref(c_), rnd);
  }

  mpfr_prec_t bits_;
  mpfr_numbers<5> k_;  ///< A, B, C, G1, G2
  mpfr_numbers<3> t_;
  mpfr_numbers<4> sc_;
  arb_t x_;
  arb_t s_;
  arb_t c_;
};

}  // namespace peers
