// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// How the axis of a symmetric body about a fixed point moves under a weight, V = W z, z = cos θ: the Lagrange top without
// angles, for heavy_top.hpp and, with the spin 0, for spherical_pendulum.hpp. The formulas are those of lagrange_top.hpp;
// the start is given by numbers that have no singular place,
//
//   z,   j = p_φ,   s = p_ψ,   |Π⊥|² = p_θ² + (j − s z)²/(1 − z²),   A ż,      A = I, C = I3,
//
// and what is returned are the Cayley–Klein parameters, which pass through the vertical smoothly:
//
//   α = cos(θ/2) exp(i(φ + ψ)/2),   α̇ = exp(i(φ + ψ)/2) (d/dt cos(θ/2) + i (κ cos(θ/2) + (j + s)/(4 A cos(θ/2))))
//   β = sin(θ/2) exp(i(φ − ψ)/2),   β̇ = exp(i(φ − ψ)/2) (d/dt sin(θ/2) + i ((j − s)/(4 A sin(θ/2)) − κ sin(θ/2))),
//
// with κ = (s/2)(1/C − 1/A) and angles counted from the start (F. Klein, A. Sommerfeld, The Theory of the Top, vol. 1, ch. I).
// Where j + s = 0, cos(θ/2) changes its sign in the vertical, and the last term is absent; j − s = 0 is alike.
#pragma once

#include <plumbline/exact/lagrange_top_state.hpp>

#include <memory>

namespace plumbline::detail {

struct axis_start {
  mp inertia;        ///< A
  mp axial_inertia;  ///< C; A where nothing spins
  mp weight;         ///< W, not negative
  mp spin;           ///< s
  mp turning;        ///< j
  mp height;         ///< z
  mp transverse;     ///< |Π⊥|², positive
  mp rise;           ///< A ż
  mp terms;          ///< not less than the products of given numbers whose sum is j
};

struct axis_state {
  mp cosine, cosine_rate,
      cosine_turn;  ///< α = (cosine) and α̇ = (cosine_rate + i cosine_turn), times exp(i sum)
  mp sine, sine_rate, sine_turn;  ///< β, β̇ likewise, times exp(i difference)
  mp sum;                         ///< (φ + ψ)/2 since the start
  mp difference;                  ///< (φ − ψ)/2
  long lost_bits;
};

/// How many times the digits of the given numbers the constants are made with. Numbers made of them by a few products are
/// nothing where they are below 2^(−nothing_products bits) of their size.
inline constexpr long exact_products = 6;
inline constexpr long nothing_products = 5;

inline bool is_nothing(const mp& x, const mp& size, long given_bits) {
  return binary_exponent(x) < binary_exponent(size) - nothing_products * given_bits;
}

/// With z = ±1 and j = ±s where what is between is nothing.
axis_start on_the_limit(axis_start start, long given_bits);

/// What the formulas of lagrange_top.hpp ask.
lagrange_top_invariants<mp> invariants_of(const axis_start& start);

class axis_motion {
 public:
  /// In the digits of the scope, exact_products times those of the given numbers.
  axis_motion(const axis_start& start, long given_bits);

  /// f(state at t) in the digits that `bits` right ones take. f returns guarded numbers.
  template <class T, class F>
  auto after(const T& t, F&& f) const;

  /// The derived constants, as mp.
  const lagrange_top_constants<mp>& constants() const { return *constants_; }

  /// Whether j = s, or j = −s, but for the rounding errors of the given numbers: the motion may pass through the vertical or beside it on
  /// either side, and φ turns by ±π there.
  bool may_pass_top() const { return may_pass_top_; }
  bool may_pass_bottom() const { return may_pass_bottom_; }

  /// The sign of cos(θ/2), sin(θ/2) right after a start at which it is 0; 1 elsewhere.
  int cosine_sign() const { return cosine_sign_; }
  int sine_sign() const { return sine_sign_; }

 private:
  using orbit = lagrange_top_orbit<mp, own_functions>;
  axis_state state_of(const orbit& o, const mp& t) const;

  // shared, so that copies made in other scopes keep the digits
  std::shared_ptr<const lagrange_top_constants<mp>> constants_;
  std::shared_ptr<const orbit> orbit_;  ///< of ordinary times
  long orbit_bits_ = 0;
  bool may_pass_top_ = false;
  bool may_pass_bottom_ = false;
  int cosine_sign_ = 1;
  int sine_sign_ = 1;
};

template <class T, class F>
auto axis_motion::after(const T& t, F&& f) const {
  constexpr long guard = 112;
  const long bits = scalar_traits<T>::bits();
  long extra = guard;
  for (int round = 0; round < guard_rounds; ++round) {
    const precision_scope scope(digits_for_bits(bits + extra));
    const bool is_kept = scalar_traits<mp>::bits() <= orbit_bits_;
    const std::shared_ptr<const orbit> o =
        is_kept ? orbit_ : std::make_shared<const orbit>(widen_constants<mp>(*constants_));
    const auto result = f(state_of(*o, widen<mp>(t)));
    if (result.lost_bits + 2 * guard_margin <= extra) {
      return result.value;
    }
    extra = guard + result.lost_bits;
  }
  throw invalid_input("the exact motion: no digits are left at t = " + to_text(t, 10));
}

/// The constants of a Lagrange top for its table, in T. An angle that turns by ±π in the vertical counts with the mean of both, 0.
template <class T>
struct axis_facts {
  T g2, g3;
  std::optional<T> nutation_period, precession_per_period, spin_per_period;
  std::optional<T> half_period1, half_period3;
};

template <class T>
axis_facts<T> facts_of(const axis_motion& motion) {
  const lagrange_top_constants<mp>& c = motion.constants();
  constexpr long guard = 64;
  const precision_scope scope(digits_for_bits(scalar_traits<T>::bits() + guard));
  const auto in = [](const mp& x) { return convert_precision<T>(x); };
  axis_facts<T> r{in(c.g2), in(c.g3), {}, {}, {}, {}, {}};
  if (c.motion != lagrange_top_motion::nutation && c.motion != lagrange_top_motion::free) {
    return r;
  }
  const bool free = c.motion == lagrange_top_motion::free;
  const mp period = c.half_period * 2;
  const int sign_a = motion.may_pass_top() ? 0 : c.sign_a;
  const int sign_b = motion.may_pass_bottom() ? 0 : c.sign_b;
  const mp a = (free ? pi<mp>() : mp(c.drift_a * period)) * sign_a;
  const mp b = (free ? pi<mp>() : mp(c.drift_b * period)) * sign_b;
  r.nutation_period = in(period);
  r.precession_per_period = in(mp(a + b));
  r.spin_per_period = in(mp(c.spin_rate * period + b - a));
  if (!free) {
    r.half_period1 = in(c.half_period);
    r.half_period3 = in(c.imaginary_half_period);
  }
  return r;
}

}  // namespace plumbline::detail
