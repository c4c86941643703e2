// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/certified_jacobian.hpp"

#if PLUMBLINE_HAS_ARB

#include <algorithm>

namespace plumbline {

namespace {

/// Terms of the motion on a disc.
constexpr int disc_order = 8;
}  // namespace

short_flow::short_flow(std::shared_ptr<const taylor_code> code, double log2_total, int order,
                       slong bits)
    : order_(order),
      bits_(bits),
      tangents_(code, order, bits, static_cast<int>(code->states.size())),
      discs_(code, disc_order, bound_bits),
      motion_(states()),
      reach_(states()),
      log2_total_(log2_total) {}

void short_flow::set_parameter(int i, arb_srcptr value) {
  arb_set_round(tangents_.work().at(tangents_.parameter_row(i), 0), value, bits_);
  acb_set_arb(discs_.work().at(discs_.parameter_row(i), 0), value);
}

void short_flow::run_constants() {
  tangents_.run_constants();
  discs_.run_constants();
}

bool short_flow::maps_into_itself(const ball_array& x, arb_srcptr time, double log2_radius,
                                  int failures) {
  constexpr int most_iterations = 8;
  constexpr int order = disc_order;
  bound radius;
  bound next;
  bound size;
  bound power;
  mag_set_ui_2exp_si(radius, 1, static_cast<slong>(std::floor(log2_radius)) - 10);
  mag_mul_ui(radius, radius,
             static_cast<ulong>(std::exp2(log2_radius - std::floor(log2_radius) + 10)));
  mag_pow_ui(power, radius, order);
  taylor_discs& w = discs_.work();
  bounds sure(states());  // Σ_{k<p}
  bounds slack(states());
  const auto expand_around = [&](bool moved) {
    for (int i = 0; i < states(); ++i) {
      acb_ptr y = w.at(discs_.state(i), 0);
      arb_set(acb_realref(y), x[entry_at(i)]);
      arb_zero(acb_imagref(y));
      acb_add_error_mag(y, reach_[i]);
      if (moved) {
        acb_add_error_mag(y, motion_[i]);
      }
    }
    acb_ptr t = w.at(discs_.code().time, 0);
    arb_set_round(acb_realref(t), time, bound_bits);
    arb_zero(acb_imagref(t));
    if (moved) {
      acb_add_error_mag(t, radius);
    }
    return discs_.expand();
  };
  // δ: small beside the motion, but not nothing where a number does not move
  constexpr int least = 12;
  constexpr int known_bits = 4;
  constexpr int far_bits = 8;
  double largest = -infinite;
  bool good = true;
  for (int i = 0; i < states(); ++i) {
    mag_zero(reach_[i]);
  }
  for (int pass = 0; pass < 2 && good; ++pass) {  // the first to find δ
    good = expand_around(false);
    for (int i = 0; i < states(); ++i) {
      mag_zero(sure[i]);
      for (int k = order - 1; k >= 1; --k) {
        acb_get_mag(next, w.at(discs_.state(i), k));
        good = good && acb_is_finite(w.at(discs_.state(i), k)) != 0;
        mag_add(sure[i], sure[i], next);
        mag_mul(sure[i], sure[i], radius);
      }
      acb_get_mag(slack[i], w.at(discs_.state(i), order));
      mag_mul(slack[i], slack[i], power);
      mag_mul_2exp_si(slack[i], slack[i], 2);
      largest = std::max(largest, log2_of(sure[i]));
    }
    for (int i = 0; pass == 0 && good && i < states(); ++i) {
      mag_mul_2exp_si(reach_[i], sure[i], -4 - failures);
      arf_get_mag(next, arb_midref(x[entry_at(i)]));
      // a number that is not known from 0, such as a rounding error, is as good as 0
      if (mag_is_zero(next) != 0 || arb_rel_accuracy_bits(x[entry_at(i)]) <= known_bits) {
        mag_set_ui_2exp_si(next, 1,
                           largest == -infinite ? 0 : static_cast<slong>(std::floor(largest)));
      } else {
        // nor large because a number is that does not matter as a whole, as an angle after many turns
        mag_set_ui_2exp_si(size, 1, static_cast<slong>(std::floor(std::max(largest, 0.0))));
        if (log2_of(next) > log2_of(size) + far_bits) {
          mag_set(next, size);
        }
      }
      mag_mul_2exp_si(next, next, -least - 2 * failures);
      mag_max(reach_[i], reach_[i], next);
      // nor far below what it was at first: boxes of the size of rounding errors (an equilibrium) prove nothing. But a
      // number that has become small and is known to be away from zero must not be mixed with zero
      if (!first_reach_.empty()) {
        mag_set_ui_2exp_si(next, 1,
                           static_cast<slong>(first_reach_[entry_at(i)]) - least - 2 * failures);
        if (arb_rel_accuracy_bits(x[entry_at(i)]) > known_bits) {
          arf_get_mag_lower(size, arb_midref(x[entry_at(i)]));
          mag_mul_2exp_si(size, size, -known_bits);
          mag_min(next, next, size);
        }
        mag_max(reach_[i], reach_[i], next);
      }
    }
  }
  bool proven = false;
  for (int iteration = 0; good && iteration < most_iterations && !proven; ++iteration) {
    for (int i = 0; i < states(); ++i) {
      mag_add(motion_[i], sure[i], slack[i]);
    }
    good = expand_around(true);
    proven = good;
    for (int i = 0; i < states(); ++i) {
      acb_ptr last = w.at(discs_.state(i), order);
      // the rate too: the derivatives of atan2 are finite where it jumps
      good = good && acb_is_finite(last) != 0 && acb_is_finite(w.at(discs_.state(i), 1)) != 0;
      acb_get_mag(next, last);
      mag_mul(next, next, power);
      if (mag_cmp(next, slack[i]) > 0) {
        proven = false;
        // more than needed, so that the iteration ends
        mag_mul_ui(next, next, 3);
        mag_mul_2exp_si(slack[i], next, -1);
      }
    }
    proven = proven && good;
  }
  return proven;
}

bool short_flow::find_disc(const ball_array& x, arb_srcptr time) {
  constexpr double shrinking = 0.25;
  constexpr int most_halvings = 40;
  if (!has_disc_) {
    log2_disc_ = log2_total_ + log2_disc_beside_step;
  }
  // beyond this the steps shrink towards a singularity
  const double least = log2_total_ - most_halvings;
  double step = has_disc_ ? shrinking : 1;
  log2_disc_ += has_disc_ ? growth_of_disc : 0;
  for (int failures = 0; log2_disc_ > least; ++failures) {
    if (maps_into_itself(x, time, log2_disc_, failures / 4)) {
      has_disc_ = true;
      if (first_reach_.empty()) {
        for (int i = 0; i < states(); ++i) {
          first_reach_.push_back(std::floor(log2_of(reach_[i])));
        }
      }
      return true;
    }
    log2_disc_ -= step;
    if (failures > 8) {
      step = 1;
    }
  }
  return false;
}

bool short_flow::begin(const ball_array& x, arb_srcptr time) {
  if (!find_disc(x, time)) {
    return false;
  }
  taylor_tangents& w = tangents_.work();
  for (int i = 0; i < states(); ++i) {
    w.set_zero(tangents_.state(i), 0);
    arb_set(w.at(tangents_.state(i), 0), x[entry_at(i)]);
    arb_one(w.tangent(tangents_.state(i), 0, i));
  }
  w.set_zero(tangents_.code().time, 0);
  arb_set_round(w.at(tangents_.code().time, 0), time, bits_);
  return tangents_.expand();
}

void short_flow::radius_below(mag_ptr r) const {
  // with 2^10 R as in maps_into_itself
  mag_set_ui_2exp_si(r, 1, static_cast<slong>(std::floor(log2_disc_)) - 10);
  mag_mul_ui_lower(r, r, static_cast<ulong>(std::exp2(log2_disc_ - std::floor(log2_disc_) + 10)));
}

void short_flow::jacobian(arb_srcptr s, ball_matrix& m) {
  bound power;
  bound tail;
  radius_below(tail);
  arb_get_mag(power, s);
  mag_div(power, power, tail);
  const bool small = mag_cmp_2exp_si(power, -1) <= 0;  // then 1/(1 − s/R) <= 2
  mag_pow_ui(power, power, order_ + 1);
  ball_array time(1);
  arb_set_round(time[0], s, bits_);
  for (int i = 0; i < states(); ++i) {
    const int row = tangents_.state(i);
    for (int j = 0; j < states(); ++j) {
      arb_ptr sum = m(i, j);
      arb_set(sum, tangents_.work().tangent(row, order_, j));
      for (int k = order_ - 1; k >= 0; --k) {
        arb_mul(sum, sum, time[0], bits_);
        arb_add(sum, sum, tangents_.work().tangent(row, k, j), bits_);
      }
      mag_div(tail, motion_[i], reach_[j]);
      mag_mul(tail, tail, power);
      mag_mul_2exp_si(tail, tail, 1);
      arb_add_error_mag(sum, tail);
      if (!small) {
        arb_indeterminate(sum);
      }
    }
  }
}

void short_flow::size_on_disc(int row, mag_ptr size) {
  acb_ptr on_disc = discs_.work().at(row, 0);
  if (acb_is_finite(on_disc) == 0) {
    mag_inf(size);
  } else {
    acb_get_mag(size, on_disc);
  }
}

void short_flow::gradient(int row, arb_srcptr s, ball_array& d) {
  bound power;
  bound tail;
  bound size;
  radius_below(tail);
  arb_get_mag(power, s);
  mag_div(power, power, tail);
  const bool small = mag_cmp_2exp_si(power, -1) <= 0;  // then 1/(1 − s/R) <= 2
  mag_pow_ui(power, power, order_);
  size_on_disc(row, size);
  const bool series = tangents_.code().series(row);
  for (int j = 0; j < states(); ++j) {
    arb_ptr sum = d[entry_at(j)];
    // the coefficients of rows are known below the last order
    arb_zero(sum);
    for (int k = series ? order_ - 1 : 0; k >= 0; --k) {
      arb_mul(sum, sum, s, bits_);
      arb_add(sum, sum, tangents_.work().tangent(row, k, j), bits_);
    }
    mag_div(tail, size, reach_[j]);
    mag_mul(tail, tail, power);
    mag_mul_2exp_si(tail, tail, 1);
    if (series) {
      arb_add_error_mag(sum, tail);
    }
    if (series && !(small && mag_is_finite(tail) != 0)) {
      arb_indeterminate(sum);
    }
  }
}

}  // namespace plumbline

#endif
