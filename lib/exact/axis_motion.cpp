// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "exact/axis_motion.hpp"

#include <algorithm>

namespace plumbline::detail {

axis_start on_the_limit(axis_start start, long given_bits) {
  for (const int side : {1, -1}) {
    if (is_nothing(mp(1 - side * start.height), mp(1), given_bits)) {
      start.height = side;
      start.turning = side * start.spin;
      start.rise = 0;
    }
    if (is_nothing(mp(start.turning - side * start.spin), start.spin, given_bits)) {
      start.turning = side * start.spin;
    }
  }
  return start;
}

lagrange_top_invariants<mp> invariants_of(const axis_start& s) {
  return {s.inertia,
          s.axial_inertia,
          mp(s.weight / s.inertia),
          s.turning,
          s.spin,
          mp(s.transverse / (2 * s.inertia)),
          s.height,
          mp(s.rise / s.inertia)};
}

namespace {

/// Whether a difference of j and ±s is no more than rounding errors of the given numbers.
bool is_rounding(const mp& gap, const axis_start& s, long given_bits) {
  constexpr long bits_of_sums = 6;
  return gap == 0 || binary_exponent(gap) < binary_exponent(s.terms) + bits_of_sums - given_bits;
}

}  // namespace

axis_motion::axis_motion(const axis_start& start, long given_bits) {
  const axis_start s = on_the_limit(start, given_bits);
  constants_ = std::make_shared<const lagrange_top_constants<mp>>(
      lagrange_top_builder<mp, own_functions>::make(invariants_of(s)));
  may_pass_top_ = is_rounding(mp(s.turning - s.spin), s, given_bits);
  may_pass_bottom_ = is_rounding(mp(s.turning + s.spin), s, given_bits);
  constexpr long of_ordinary_times = 144;
  const precision_scope scope(digits_for_bits(given_bits + of_ordinary_times));
  orbit_ = std::make_shared<const orbit>(widen_constants<mp>(*constants_));
  orbit_bits_ = scalar_traits<mp>::bits();
  const axis_state first = state_of(*orbit_, mp(0));
  if (s.height == -1) {
    cosine_sign_ = first.cosine_rate < 0 ? -1 : 1;
  }
  if (s.height == 1) {
    sine_sign_ = first.sine_rate < 0 ? -1 : 1;
  }
}

axis_state axis_motion::state_of(const orbit& o, const mp& t) const {
  const lagrange_top_constants<mp>& c = o.constants();
  const lagrange_top_change<mp> change = o.after(t);
  axis_state r;
  const sin_cos_pair<mp> half = sin_cos(mp(change.theta / 2));
  r.cosine = half.cos;
  r.sine = half.sin;
  const mp half_speed = change.p_theta / (2 * c.I);
  r.cosine_rate = -half.sin * half_speed;
  r.sine_rate = half.cos * half_speed;
  const mp kappa = c.spin_rate / 2;
  r.cosine_turn = kappa * half.cos;
  r.sine_turn = -kappa * half.sin;
  r.sum = (change.phi + change.psi) / 2;
  r.difference = (change.phi - change.psi) / 2;
  r.lost_bits =
      std::max({change.lost_bits, 0L, binary_exponent(r.sum), binary_exponent(r.difference)});
  if (c.sign_b != 0) {
    r.cosine_turn += (c.p_phi + c.p_psi) / (4 * c.I * half.cos);
    r.lost_bits = std::max(r.lost_bits, -2 * binary_exponent(half.cos));
  }
  if (c.sign_a != 0) {
    r.sine_turn += (c.p_phi - c.p_psi) / (4 * c.I * half.sin);
    r.lost_bits = std::max(r.lost_bits, -2 * binary_exponent(half.sin));
  }
  return r;
}

}  // namespace plumbline::detail
