// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The state of the Lagrange top at a time, in a working type W, from the constants of lagrange_top_orbit.hpp. The
// formulas stand in lagrange_top.hpp.
//
// With boost_functions, which have no Weierstrass functions, the angles of a nutation follow from Legendre's Π instead:
//     ∫ ds/(1 − u) = Π(n_a; am(w s)|k²)/(w (1 − u1)),  n_a = (u2 − u1)/(1 − u1)
//     ∫ ds/(1 + u) = Π(n_b; am(w s)|k²)/(w (1 + u1)),  n_b = −(u2 − u1)/(1 + u1)
#pragma once

#include <plumbline/exact/lagrange_top_orbit.hpp>

#include <algorithm>
#include <optional>

namespace plumbline::detail {

/// How far the angles have turned, ϑ and p_ϑ; the bits that the worst of them lost.
template <class W>
struct lagrange_top_change {
  W phi;
  W theta;
  W psi;
  W p_theta;
  long lost_bits;
};

template <class W, class Functions>
class lagrange_top_orbit {
  static constexpr bool by_legendre = std::is_same_v<Functions, boost_functions>;

 public:
  explicit lagrange_top_orbit(lagrange_top_constants<W> constants)
      : c_(std::move(constants)),
        jacobi_(c_.m, c_.m1, c_.motion == lagrange_top_motion::nutation ? 1 : 0) {
    if (c_.motion == lagrange_top_motion::nutation) {
      if constexpr (by_legendre) {
        prepare_legendre();
      } else {
        lattice_.emplace(c_.g2, c_.g3, c_.discriminant);
      }
      start_a_ = path_a(c_.s0, start_lost_);
      start_b_ = path_b(c_.s0, start_lost_);
    }
    if (c_.motion == lagrange_top_motion::free) {
      const auto [s, c] = free_gaps(c_.s0);
      start_a_ = s;
      start_b_ = c;
    }
    if (c_.motion == lagrange_top_motion::asymptotic) {
      start_b_ = asymptotic_turn(c_.s0);
    }
  }

  const lagrange_top_constants<W>& constants() const { return c_; }

  /// The change from the start after `elapsed`; theta and p_theta are the values themselves.
  lagrange_top_change<W> after(const W& elapsed) const {
    lagrange_top_change<W> r{};
    r.lost_bits = start_lost_;
    W a(0);  // |p_φ − p_ψ|/(2I) ∫ dt/(1 − u)
    W b(0);  // |p_φ + p_ψ|/(2I) ∫ dt/(1 + u)
    switch (c_.motion) {
      case lagrange_top_motion::nutation: {
        // Legendre's Π grows with s; the sigma functions are taken of one period, beside what is linear in time
        const W s = by_legendre ? W(c_.s0 + elapsed) : wrapped(W(c_.s0 + elapsed), r.lost_bits);
        if (c_.sign_a != 0) {
          a = (by_legendre ? W(0) : W(c_.drift_a * elapsed)) + (start_a_ - path_a(s, r.lost_bits));
        }
        if (c_.sign_b != 0) {
          b = (by_legendre ? W(0) : W(c_.drift_b * elapsed)) + (start_b_ - path_b(s, r.lost_bits));
        }
        tilt(W(c_.s0 + elapsed), r);
        break;
      }
      case lagrange_top_motion::asymptotic: {
        const W s = c_.s0 + elapsed;
        if (c_.sign_b != 0) {
          b = asymptotic_turn(s) - start_b_;
        }
        tilt(s, r);
        break;
      }
      case lagrange_top_motion::free: {
        const W s = c_.s0 + elapsed;
        const auto [top, bottom] = free_gaps(s);
        a = top - start_a_;
        b = bottom - start_b_;
        free_tilt(s, r);
        break;
      }
      case lagrange_top_motion::steady:
        steady(elapsed, a, b, r);
        break;
    }
    r.phi = a * c_.sign_a + b * c_.sign_b;
    r.psi = b * c_.sign_b - a * c_.sign_a;
    if (c_.mirrored) {
      r.psi = -r.psi;
      r.theta = pi<W>() - r.theta;
      r.p_theta = -r.p_theta;
    }
    r.psi += c_.spin_rate * elapsed;
    if (c_.sector < 0) {
      r.theta = -r.theta;
      r.p_theta = -r.p_theta;
    }
    r.theta += c_.offset;
    return r;
  }

 private:
  /// s modulo 2ω1 in [−ω1, ω1).
  W wrapped(const W& s, long& lost) const {
    const W turns = floor(W(s / (c_.half_period * 2) + W(1) / 2));
    lost = std::max(lost, binary_exponent(turns));
    return s - turns * c_.half_period * 2;
  }

  /// arg θ1(c(s + iγ)) + c s for |s| <= ω1, the argument continuous from π at −ω1 to 0 at ω1: that of
  /// σ(z) exp(−η1 z²/(2ω1)), whatever the frame of the lattice.
  W path(const W& s, const W& gamma, long& lost) const {
    const auto reduced = lattice_->reduce(lattice_->into_frame({s, gamma}));
    const auto sigma = lattice_->sigma(reduced);
    const complex<W> value = lattice_->from_frame(sigma.value, -1);
    const W pi_ = pi<W>();
    W angle = angle_of(value.im, value.re) + sigma.exponent.im - c_.eta_ratio * s * gamma;
    angle = angle - floor(W(angle / (pi_ * 2) + W(1) / 4)) * pi_ * 2;
    lost = std::max({lost, reduced.lost_bits, binary_exponent(sigma.exponent),
                     binary_exponent(c_.half_period) - binary_exponent(reduced.z)});
    return angle + pi_ / (c_.half_period * 2) * s;
  }
  /// The factors and characteristics of Legendre's Π, and the drifts Z_a, Z_b: means over a period.
  void prepare_legendre() {
    const W spin = c_.mirrored ? W(-c_.p_psi) : c_.p_psi;
    const W period = c_.half_period * 2;
    const W quarter = pi<W>() / 2;
    const auto prepare = [&](int sign, const W& momentum, const W& gap, const W& n, legendre& x,
                             W& drift) {
      if (sign != 0) {
        x = {W(abs(momentum) / (c_.I * c_.rate * gap * 2)), n};
        drift = x.factor * Functions::incomplete_pi(n, quarter, c_.m) * 2 / period;
      }
    };
    const W above = c_.top_gap + c_.spread;
    prepare(c_.sign_a, W(c_.p_phi - spin), above, W(c_.spread / above), legendre_a_, c_.drift_a);
    prepare(c_.sign_b, W(c_.p_phi + spin), c_.bottom_gap, W(-c_.spread / c_.bottom_gap),
            legendre_b_, c_.drift_b);
  }
  struct legendre {
    W factor{};
    W n{};
  };
  /// −factor Π(n; am(w s)|k²): path_a and path_b are subtracted.
  W legendre_path(const legendre& x, const W& s, long& lost) const {
    const auto am = jacobi_.amplitude(W(c_.rate * s));
    lost = std::max(lost, am.lost_bits);
    return -(x.factor * Functions::incomplete_pi(x.n, am.value, c_.m));
  }

  W path_a(const W& s, long& lost) const {
    if constexpr (by_legendre) {
      return c_.sign_a == 0 ? W(0) : legendre_path(legendre_a_, s, lost);
    }
    return c_.sign_a == 0 ? W(0) : path(wrapped(W(s - c_.half_period), lost), c_.gamma_a, lost);
  }
  W path_b(const W& s, long& lost) const {
    if constexpr (by_legendre) {
      return c_.sign_b == 0 ? W(0) : legendre_path(legendre_b_, s, lost);
    }
    return c_.sign_b == 0 ? W(0) : path(wrapped(s, lost), c_.gamma_b, lost);
  }

  /// ϑ and p_ϑ from sn, cn, dn: S = sin ϑ/2, C = cos ϑ/2, with the sign of cn or sn where the path goes
  /// through the axis, p_ϑ = −2I (u2−u1) w sn cn dn/(2 S C).
  void tilt(const W& s, lagrange_top_change<W>& r) const {
    const auto j = jacobi_.values(W(c_.rate * s));
    r.lost_bits = std::max(r.lost_bits, j.lost_to_size);
    const W branch(c_.branch);
    const W half(W(1) / 2);
    W sine = c_.through_top ? W(sqrt(W(c_.spread * half)) * j.cn)
                            : W(sqrt(W((c_.top_gap + c_.spread * j.cn * j.cn) * half)));
    W cosine = c_.through_bottom ? W(sqrt(W(c_.spread * half)) * j.sn * branch)
                                 : W(sqrt(W((c_.bottom_gap + c_.spread * j.sn * j.sn) * half)));
    if (c_.through_top && c_.through_bottom) {
      // the plane pendulum turning over: ϑ = π ∓ 2 am
      const auto amplitude = jacobi_.amplitude(W(c_.rate * s));
      r.theta = pi<W>() - branch * amplitude.value * 2;
      r.p_theta = -(c_.I * c_.rate * 2 * branch * j.dn);
      return;
    }
    r.theta = angle_of(sine, cosine) * 2;
    const W common = c_.I * c_.rate * j.dn;
    if (c_.through_top) {
      r.p_theta = -(common * sqrt(W(c_.spread * 2)) * j.sn / cosine);
    } else if (c_.through_bottom) {
      r.p_theta = -(common * sqrt(W(c_.spread * 2)) * j.cn * branch / sine);
    } else {
      r.p_theta = -(common * c_.spread * j.sn * j.cn / (sine * cosine));
      r.lost_bits = std::max({r.lost_bits, -binary_exponent(sine), -binary_exponent(cosine)});
    }
  }

  /// b/(2I) ∫ dt/(1 + u) for 1 + u = (1 + u1) + (u2 − u1) tanh²(w s), u2 = 1, from s = 0:
  /// (|b|/(4I w)) (w s + √(κ/λ) atan(√(κ/λ) tanh w s)), λ = 1 + u1, κ = 1 − u1.
  W asymptotic_turn(const W& s) const {
    if (c_.sign_b == 0) {
      return W(0);
    }
    const W x = c_.rate * s;
    const W ratio = sqrt(W(c_.spread / c_.bottom_gap));
    const W b = abs(W(c_.p_phi + (c_.mirrored ? W(-c_.p_psi) : c_.p_psi)));
    return b / (c_.I * c_.rate * 4) * (x + ratio * atan(W(ratio * tanh(x))));
  }

  struct gap_pair {
    W top;
    W bottom;
  };
  /// atan(r tan χ/2), continuous, with r = √((1−u1)/(1−u2)) and √((1+u1)/(1+u2)).
  gap_pair free_gaps(const W& s) const {
    const W pi_ = pi<W>();
    const W half_angle = c_.rate * s / 2;
    const W turns = floor(W(half_angle / pi_ + W(1) / 2));
    const sin_cos_pair<W> x = sin_cos(W(half_angle - turns * pi_));
    const auto turn = [&](int sign, const W& sine_part, const W& cosine_part) {
      return sign == 0 ? W(0)
                       : W(angle_of(W(x.sin * sqrt(sine_part)), W(x.cos * sqrt(cosine_part))) +
                           turns * pi_);
    };
    return {turn(c_.sign_a, W(c_.top_gap + c_.spread), c_.top_gap),
            turn(c_.sign_b, c_.bottom_gap, W(c_.bottom_gap + c_.spread))};
  }

  void free_tilt(const W& s, lagrange_top_change<W>& r) const {
    const W half_angle = c_.rate * s / 2;
    const sin_cos_pair<W> x = sin_cos(half_angle);
    const W branch(c_.branch);
    const W half(W(1) / 2);
    r.lost_bits = std::max(r.lost_bits, binary_exponent(half_angle));
    const W sine = c_.through_top ? W(sqrt(W(c_.spread * half)) * x.sin * branch)
                                  : W(sqrt(W((c_.top_gap + c_.spread * x.sin * x.sin) * half)));
    const W cosine = c_.through_bottom
                         ? W(sqrt(W(c_.spread * half)) * x.cos)
                         : W(sqrt(W((c_.bottom_gap + c_.spread * x.cos * x.cos) * half)));
    if (c_.through_top && c_.through_bottom) {
      r.theta = half_angle * 2 * branch;
      r.p_theta = c_.I * c_.rate * branch;
      return;
    }
    r.theta = angle_of(sine, cosine) * 2;
    // u̇ = −(spread/2) Ω sin χ = −sin ϑ ϑ̇
    const W common = c_.I * c_.rate;
    if (c_.through_top) {
      r.p_theta = common * sqrt(W(c_.spread * half)) * x.cos * branch / cosine;
    } else if (c_.through_bottom) {
      r.p_theta = common * sqrt(W(c_.spread * half)) * x.sin / sine;
    } else {
      r.p_theta = common * c_.spread * x.sin * x.cos / (sine * cosine * 2);
      r.lost_bits = std::max({r.lost_bits, -binary_exponent(sine), -binary_exponent(cosine)});
    }
  }

  /// u = u0: φ̇ ± ψ̇ are constant.
  void steady(const W& elapsed, W& a, W& b, lagrange_top_change<W>& r) const {
    const W spin = c_.mirrored ? W(-c_.p_psi) : c_.p_psi;
    a = abs(W(c_.p_phi - spin)) / (c_.I * 2 * (W(1) - c_.u0)) * elapsed;
    b = abs(W(c_.p_phi + spin)) / (c_.I * 2 * (W(1) + c_.u0)) * elapsed;
    r.theta = angle_of(W(sqrt(W(W(1) - c_.u0))), W(sqrt(W(W(1) + c_.u0)))) * 2;
    r.p_theta = W(0);
  }

  lagrange_top_constants<W> c_;
  typename Functions::template jacobi<W> jacobi_;
  std::optional<weierstrass_kernel<W>> lattice_;
  legendre legendre_a_, legendre_b_;
  W start_a_{}, start_b_{};
  long start_lost_ = 0;
};

}  // namespace plumbline::detail
