// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The Taylor series of the pendulum q' = p, p' = −ω² sin q, written by hand for this one equation on Arb's dot products:
//
//   k s_k = Σ j q_j c_{k−j},   k c_k = −Σ j q_j s_{k−j},   q_{k+1} = p_k/(k + 1),   p_{k+1} = −ω² s_k/(k + 1)
//
// A step is as long as the coefficients of the last third allow: the term k may be 2^(−bits k/N), as in ours.
#pragma once

// in quotes, so that it stays first: FLINT declares its conversions to MPFR only then
#include "mpfr.h"

#include <arb.h>

#include <algorithm>
#include <cmath>

namespace peers {

class pendulum_taylor_arb {
 public:
  explicit pendulum_taylor_arb(slong bits)
      : bits_(bits), order_(static_cast<slong>(0.35 * static_cast<double>(bits)) + 4) {
    for (arb_ptr* row : {&q, &p, &s_, &c_, &jq_}) {
      *row = _arb_vec_init(order_ + 1);
    }
    for (arb_ptr x : {strength, h_, sum_}) {
      arb_init(x);
    }
  }
  pendulum_taylor_arb(const pendulum_taylor_arb&) = delete;
  pendulum_taylor_arb& operator=(const pendulum_taylor_arb&) = delete;
  ~pendulum_taylor_arb() {
    for (arb_ptr row : {q, p, s_, c_, jq_}) {
      _arb_vec_clear(row, order_ + 1);
    }
    for (arb_ptr x : {strength, h_, sum_}) {
      arb_clear(x);
    }
  }

  /// From q[0], p[0] to the time t, whose double is exact.
  void advance(double t) {
    for (double passed = 0; passed < t;) {
      expand();
      const double h = std::min(step(), t - passed);
      arb_set_d(h_, h);
      for (arb_ptr row : {q, p}) {
        arb_set(sum_, row + order_);
        for (slong k = order_ - 1; k >= 0; --k) {
          arf_mul(arb_midref(sum_), arb_midref(sum_), arb_midref(h_), bits_, ARF_RND_DOWN);
          arf_add(arb_midref(sum_), arb_midref(sum_), arb_midref(row + k), bits_, ARF_RND_NEAR);
        }
        arb_set(row, sum_);
      }
      passed += h;
    }
  }

  arb_ptr q;
  arb_ptr p;
  arb_t strength;  ///< −ω²

 private:
  void expand() {
    arb_sin_cos(s_, c_, q, bits_);
    for (slong k = 0; k < order_; ++k) {
      if (k > 0) {
        arb_mul_si(jq_ + k, q + k, k, bits_);
        arb_approx_dot(s_ + k, nullptr, 0, jq_ + 1, 1, c_ + k - 1, -1, k, bits_);
        arb_approx_dot(c_ + k, nullptr, 1, jq_ + 1, 1, s_ + k - 1, -1, k, bits_);
        arf_div_si(arb_midref(s_ + k), arb_midref(s_ + k), k, bits_, ARF_RND_NEAR);
        arf_div_si(arb_midref(c_ + k), arb_midref(c_ + k), k, bits_, ARF_RND_NEAR);
      }
      arf_div_si(arb_midref(q + k + 1), arb_midref(p + k), k + 1, bits_, ARF_RND_NEAR);
      arf_mul(arb_midref(p + k + 1), arb_midref(s_ + k), arb_midref(strength), bits_, ARF_RND_DOWN);
      arf_div_si(arb_midref(p + k + 1), arb_midref(p + k + 1), k + 1, bits_, ARF_RND_NEAR);
    }
  }
  /// A multiple of 2^−16, so that the times are exact.
  double step() const {
    double least = 1e300;
    for (arb_ptr row : {q, p}) {
      for (slong k = order_ - order_ / 3; k <= order_; ++k) {
        if (!arb_is_zero(row + k)) {
          const double size = static_cast<double>(arf_abs_bound_lt_2exp_si(arb_midref(row + k)));
          const double part = static_cast<double>(k) / static_cast<double>(order_);
          least =
              std::min(least, (-part * static_cast<double>(bits_) - size) / static_cast<double>(k));
        }
      }
    }
    return std::ldexp(std::floor(std::ldexp(std::exp2(least), 16)), -16);
  }

  slong bits_;
  slong order_;
  arb_ptr s_;
  arb_ptr c_;
  arb_ptr jq_;
  arb_t h_;
  arb_t sum_;
};

}  // namespace peers
