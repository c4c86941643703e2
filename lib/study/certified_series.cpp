// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/certified_series.hpp"

#if PLUMBLINE_HAS_ARB

#include <algorithm>
#include <cmath>
#include <utility>

namespace plumbline {

namespace {

/// The order with the fewest products for a unit of time: a step of ρ e^−2 needs bits (log 2)/2 coefficients. A few more,
/// for what a step costs besides.
int order_for(slong bits) {
  constexpr double per_bit = 0.36;
  constexpr int further = 8;
  return static_cast<int>(per_bit * static_cast<double>(bits)) + further;
}

}  // namespace

void set_dyadic_below(arb_ptr x, double log2_size) {
  constexpr int step_bits = 6;
  const double exponent = std::floor(log2_size);
  arb_set_si(x, static_cast<slong>(std::exp2(log2_size - exponent + step_bits)));
  arb_mul_2exp_si(x, x, static_cast<slong>(exponent) - step_bits);
}

certified_series::certified_series(taylor_system system, slong bits)
    : system_(std::move(system)),
      states_(static_cast<int>(system_.code->states.size())),
      bits_(bits),
      order_(order_for(bits)),
      balls_(system_.code, order_, bits, ball_mode::enclose),
      tail_(balls_, system_.followed),
      has_tail_(series_tail::covers(*system_.code)),
      left_out_(states_) {}

/// log2 of the radius of convergence as the coefficients of the second half let it seem, of the states and of what is followed.
double certified_series::radius_of_coefficients() const {
  bound size;
  double first = -infinite;
  double least = infinite;
  const auto log2_size = [&](int row, int k) {
    arb_get_mag(size, balls_.work().at(row, k));
    return log2_of(size);
  };
  // the first order at which something moves
  int moving = 0;
  for (; moving <= order_ / 2 && first == -infinite; ++moving) {
    for (int i = 0; i < states_; ++i) {
      first = std::max(
          {first, log2_size(balls_.state(i), moving), log2_size(balls_.state(i), moving + 1)});
    }
  }
  const auto limit = [&](int row, int last) {
    for (int k = std::max(order_ / 2, moving + 1); k <= last; ++k) {
      const double of_term = log2_size(row, k);
      if (of_term > -infinite) {
        least = std::min(least, (first - of_term) / (k - moving + 1));
      }
    }
  };
  if (first > -infinite) {
    for (int i = 0; i < states_; ++i) {
      limit(balls_.state(i), order_);
    }
    for (const int row : system_.followed) {
      if (balls_.code().series(row)) {
        limit(row, order_ - 1);
      }
    }
  }
  return least;
}

double certified_series::choose_step(const short_flow& flow, double log2_total) {
  constexpr double growth = 0.2;
  constexpr double shrinking = 0.25;
  constexpr int most_trials = 24;
  constexpr double farthest = 6;  // beyond the end, log2
  double log2_radius = 0;
  tail_holds_ = false;
  if (has_tail_) {
    const double seeming = std::min(radius_of_coefficients(), log2_total + farthest);
    double beside = std::min(log2_beside_coefficients_ + growth, 0.5);
    const int trials = std::isfinite(seeming) ? most_trials : 0;
    for (int trial = 0; trial < trials && !tail_holds_; ++trial, beside -= shrinking) {
      log2_radius = seeming + beside;
      tail_holds_ = tail_.holds(log2_radius);
      log2_beside_coefficients_ = beside;
    }
  }
  if (tail_holds_) {
    mag_set(radius_, tail_.radius());
    for (int i = 0; i < states_; ++i) {
      mag_set_d(left_out_[i], tail_.beyond(i));
    }
    return tail_.log2_step(log2_radius, static_cast<double>(bits_));
  }
  // on the disc of the first piece: A (h/R)^(N+1)/(1 − h/R), with h <= R/2
  flow.radius_below(radius_);
  for (int i = 0; i < states_; ++i) {
    mag_mul_2exp_si(left_out_[i], flow.motion()[i], 1);
  }
  const double digits = static_cast<double>(bits_) + 2;
  return flow.log2_disc() - std::max(digits / (order_ + 1), 1.);
}

void certified_series::sum_at(arb_srcptr s, slong bits, ball_array& x) const {
  bound power;
  bound left_out;
  arb_get_mag(power, s);
  mag_div(power, power, radius_);
  mag_pow_ui(power, power, static_cast<ulong>(order_) + 1);
  for (int i = 0; i < states_; ++i) {
    const int row = balls_.state(i);
    arb_ptr sum = x[entry_at(i)];
    arb_set_round(sum, balls_.work().at(row, order_), bits);
    for (int k = order_ - 1; k >= 0; --k) {
      arb_mul(sum, sum, s, bits);
      arb_add(sum, sum, balls_.work().at(row, k), bits);
    }
    mag_mul(left_out, left_out_[i], power);
    arb_add_error_mag(sum, left_out);
  }
}

}  // namespace plumbline

#endif
