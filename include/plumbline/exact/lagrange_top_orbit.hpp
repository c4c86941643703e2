// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// One motion of the Lagrange top in a working type W: its constants, and the state at a time. (The guard digits
// and the rounding are in lagrange_top.hpp, which also states the formulas.)
//
// Where the digits go. The constants are made with four times the digits: a root of the cubic that is nearly
// double keeps only half of them, a triple one a third. What is small by itself is never a difference:
//     1 − u2 and u3 − 1:  (1−u1)(1−u2)(u3−1) = (p_φ−p_ψ)²/(2mI²),   1 + u1:  (1+u1)(1+u2)(1+u3) = (p_φ+p_ψ)²/(2mI²),
//     u0 − u1 or u2 − u0: 2m (u0−u1)(u2−u0)(u3−u0) = (sin θ0 p_θ/I)²
// (exactly 0 where p_φ = ±p_ψ, where p_θ = 0). In the state, 1 − u = (1−u2) + (u2−u1) cn² and 1 + u =
// (1+u1) + (u2−u1) sn² are sums of positive numbers, so θ = 2 atan2(√(1−u), √(1+u)) loses nothing near the axis.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/math/elliptic_provider.hpp>
#include <plumbline/math/weierstrass_kernel.hpp>

#include <array>

namespace plumbline {

/// Which formulas a motion follows.
enum class lagrange_top_motion {
  nutation,    ///< u1 < u2 < u3: elliptic functions
  steady,      ///< u1 = u2: steady precession
  asymptotic,  ///< u2 = u3 = 1: spirals up to the sleeping top and never reaches it
  free         ///< g l = 0: circular functions
};

/// Parameters and start. The start is given by momenta or by velocities, see `velocities`.
template <class T>
struct lagrange_top_start {
  T mass;  ///< kg
  T I;     ///< moment of inertia about an axis through the fixed point, across the symmetry axis
  T I3;    ///< about the symmetry axis
  T l;     ///< from the fixed point to the centre of mass
  T g;     ///< gravity
  T phi, theta, psi;  ///< Euler angles at t0
  T w1, w2, w3;       ///< momenta (p_φ, p_θ, p_ψ), or velocities (φ̇, θ̇, ψ̇)
  T t0;               ///< start time
  bool velocities = false;
  /// Takes a start whose discriminant is zero to the rounding of T as the limit motion that it stands for (steady or
  /// asymptotic). Otherwise the numbers are taken as they are: the nearest motion that nutates, perhaps very slowly.
  bool snap_to_limit = false;
};

namespace detail {

/// Constants in precision W; see lagrange_top.hpp for the names. The body is mirrored (θ → π − θ, ψ → −ψ) where m < 0.
template <class W>
struct lagrange_top_constants {
  lagrange_top_motion motion{};
  bool mirrored = false;
  bool through_top = false;     // p_φ = p_ψ and u2 = 1: θ goes through 0
  bool through_bottom = false;  // p_φ = −p_ψ: θ goes through π
  int sign_a = 0;               // of p_φ − p_ψ
  int sign_b = 0;               // of p_φ + p_ψ
  int branch = 1;               // of the square root that changes sign on the axis
  int sector = 1;               // θ = sector ϑ + offset, 0 < ϑ0 < π
  W offset{};
  W I{}, p_phi{}, p_theta{}, p_psi{}, energy{}, g2{}, g3{}, discriminant{};
  W u0{};                                                 // cos ϑ at the start
  W top_gap{}, bottom_gap{}, spread{};                    // 1 − u2, 1 + u1, u2 − u1
  W rate{};                                               // w; Ω of the free top
  W m{}, m1{};                                            // of the Jacobi functions
  W s0{};                                                 // phase of the start
  W half_period{}, imaginary_half_period{}, eta_ratio{};  // ω1, ω3/i, η1/ω1
  W drift_a{}, drift_b{}, gamma_a{}, gamma_b{};           // Z_a, Z_b, |ω3| − α, |ω3| − β
  W spin_rate{};                                          // p_ψ (1/I3 − 1/I)

  static auto numbers() {
    using C = lagrange_top_constants;
    return std::array{&C::offset,
                      &C::I,
                      &C::p_phi,
                      &C::p_theta,
                      &C::p_psi,
                      &C::energy,
                      &C::g2,
                      &C::g3,
                      &C::discriminant,
                      &C::u0,
                      &C::top_gap,
                      &C::bottom_gap,
                      &C::spread,
                      &C::rate,
                      &C::m,
                      &C::m1,
                      &C::s0,
                      &C::half_period,
                      &C::imaginary_half_period,
                      &C::eta_ratio,
                      &C::drift_a,
                      &C::drift_b,
                      &C::gamma_a,
                      &C::gamma_b,
                      &C::spin_rate};
  }
};

template <class To, class From>
lagrange_top_constants<To> widen_constants(const lagrange_top_constants<From>& c) {
  lagrange_top_constants<To> r;
  r.motion = c.motion;
  r.mirrored = c.mirrored;
  r.through_top = c.through_top;
  r.through_bottom = c.through_bottom;
  r.sign_a = c.sign_a;
  r.sign_b = c.sign_b;
  r.branch = c.branch;
  r.sector = c.sector;
  const auto to = lagrange_top_constants<To>::numbers();
  const auto from = lagrange_top_constants<From>::numbers();
  for (std::size_t i = 0; i < to.size(); ++i) {
    r.*to[i] = widen<To>(c.*from[i]);
  }
  return r;
}

/// Bits of x, in whatever precision_scope it was made.
template <class T>
long significand(const T& x) {
  if constexpr (has_run_time_digits<T>) {
    return static_cast<long>(mpfr_get_prec(x.backend().data()));
  } else {
    return scalar_traits<T>::bits();
  }
}

template <class W>
int sign_of(const W& x) {
  return x == W(0) ? 0 : x < W(0) ? -1 : 1;
}
template <class W>
W positive_part(const W& x) {
  return x < W(0) ? W(0) : x;
}

/// Im ζ(re + i im) of the kernel's lattice, in the caller's orientation.
template <class W>
W imaginary_zeta(const weierstrass_kernel<W>& k, const W& re, const W& im) {
  const auto r = k.reduce(k.into_frame({re, im}));
  return k.from_frame(k.zeta(r.z).value + k.quasi_period(r), 1).im;
}

/// What the formulas ask of a start. There are no angles in it, so u0 = ±1 is no singular place.
template <class W>
struct lagrange_top_invariants {
  W I, I3;
  W m;  ///< mass g l/I, not negative
  W p_phi, p_psi;
  W kinetic;   ///< (p_θ² + (p_φ − p_ψ u)²/(1 − u²))/(2I)
  W u0;        ///< cos θ
  W velocity;  ///< du/dt
};

/// The constants in the current precision, which should be about four times that of the results.
template <class W, class Functions>
class lagrange_top_builder {
 public:
  template <class T>
  static lagrange_top_constants<W> make(const lagrange_top_start<T>& start) {
    lagrange_top_builder b;
    b.noise_bits_ =
        start.snap_to_limit ? 2 * significand(start.I) - 20 : scalar_traits<W>::bits() - 64L;
    b.read(start);
    return b.finish();
  }
  static lagrange_top_constants<W> make(const lagrange_top_invariants<W>& start) {
    return from(start).finish();
  }
  /// g2 and g3 alone, which the vertical axis has, too.
  static std::pair<W, W> weierstrass_invariants(const lagrange_top_invariants<W>& start) {
    const lagrange_top_builder b = from(start);
    return {b.c_.g2, b.c_.g3};
  }

 private:
  static lagrange_top_builder from(const lagrange_top_invariants<W>& start) {
    lagrange_top_builder b;
    b.noise_bits_ = scalar_traits<W>::bits() - 64L;
    b.c_.I = start.I;
    b.c_.p_phi = start.p_phi;
    b.c_.p_psi = start.p_psi;
    b.c_.spin_rate = start.p_psi * (W(1) / start.I3 - W(1) / start.I);
    b.c_.u0 = start.u0;
    b.m_ = start.m;
    b.spin_ = start.p_psi;
    b.energy_ = start.kinetic + start.I * start.m * start.u0;
    b.c_.energy = b.energy_ + start.p_psi * start.p_psi / (start.I3 * 2);
    b.velocity_ = start.velocity;
    b.derive();
    return b;
  }

  lagrange_top_constants<W> finish() {
    if (m_ == W(0)) {
      free_top();
    } else {
      heavy_top();
    }
    return c_;
  }
  template <class T>
  void read(const lagrange_top_start<T>& start) {
    const W theta = widen<W>(start.theta);
    const W pi_ = pi<W>();
    const W turns = floor(W(theta / pi_));
    const bool odd = !(floor(W(turns / 2)) * 2 == turns);
    c_.sector = odd ? -1 : 1;
    c_.offset = odd ? W((turns + 1) * pi_) : W(turns * pi_);
    const sin_cos_pair<W> angle = sin_cos(theta);
    c_.I = widen<W>(start.I);
    const W i3 = widen<W>(start.I3);
    m_ = widen<W>(start.mass) * widen<W>(start.g) * widen<W>(start.l) / c_.I;
    c_.p_phi = widen<W>(start.w1);
    c_.p_theta = widen<W>(start.w2);
    c_.p_psi = widen<W>(start.w3);
    if (start.velocities) {
      c_.p_psi = i3 * (c_.p_psi + c_.p_phi * angle.cos);
      c_.p_phi = c_.I * angle.sin * angle.sin * c_.p_phi + c_.p_psi * angle.cos;
      c_.p_theta = c_.I * c_.p_theta;
    }
    c_.spin_rate = c_.p_psi * (W(1) / i3 - W(1) / c_.I);
    spin_ = c_.p_psi;
    tilt_ = c_.sector < 0 ? W(-c_.p_theta) : c_.p_theta;
    c_.u0 = angle.cos;
    sine_ = abs(angle.sin);
    const W transverse = c_.p_phi - spin_ * c_.u0;
    const W inertia = c_.I * 2;
    const W kinetic =
        (c_.p_theta * c_.p_theta + transverse * transverse / (sine_ * sine_)) / inertia;
    energy_ = kinetic + c_.I * m_ * c_.u0;
    c_.energy = energy_ + c_.p_psi * c_.p_psi / (i3 * 2);
    if (m_ < W(0)) {
      c_.mirrored = true;
      m_ = -m_;
      c_.u0 = -c_.u0;
      spin_ = -spin_;
      tilt_ = -tilt_;
    }
    derive();
    velocity_ = -(sine_ * tilt_ / c_.I);  // du/dt
  }

  /// What follows from I, m, the momenta and the energy.
  void derive() {
    a_ = (c_.p_phi - spin_) / c_.I;
    b_ = (c_.p_phi + spin_) / c_.I;
    c_.sign_a = sign_of(a_);
    c_.sign_b = sign_of(b_);
    const W i2 = c_.I * c_.I;
    big_d_ = (c_.I * energy_ * 2 + spin_ * spin_) / (i2 * 6);
    const W product = c_.p_phi * spin_ / i2;
    c_.g2 = big_d_ * big_d_ * 3 + m_ * m_ - m_ * product;
    c_.g3 = big_d_ * big_d_ * big_d_ - m_ * big_d_ / 2 * (product - m_) -
            m_ * m_ * (c_.I * energy_ * 2 - c_.p_phi * c_.p_phi) / (i2 * 4);
  }

  /// x or y from x·y·rest = product, whichever is smaller; the other is kept.
  static void balance(W& x, W& y, const W& rest, const W& product) {
    x = positive_part(x);
    y = positive_part(y);
    W& small = x < y ? x : y;
    const W& large = x < y ? y : x;
    if (W(0) < large && W(0) < rest) {
      small = product / (large * rest);
    }
  }

  void heavy_top() {
    const W cube = abs(c_.g2 * c_.g2 * c_.g2);
    const W square27 = c_.g3 * c_.g3 * 27;
    W discriminant = c_.g2 * c_.g2 * c_.g2 - square27;
    if (binary_exponent(discriminant) < binary_exponent(W(cube + square27)) - noise_bits_ ||
        discriminant < W(0)) {
      discriminant = W(0);
    }
    c_.discriminant = discriminant;
    const W centre = big_d_ / m_;
    const W unit = W(2) / m_;
    W u1;
    W u2;
    W u3;
    weierstrass_roots<W> e{};
    if (discriminant == W(0)) {
      const W a = sqrt(W(positive_part(c_.g2) / 12));
      e.e13 = a * 3;
      if (W(0) < c_.g3) {
        c_.motion = lagrange_top_motion::steady;
        return;
      }
      c_.motion = lagrange_top_motion::asymptotic;
      e.e23 = e.e13;
      e.e12 = W(0);
      u1 = centre - unit * a * 2;
      u2 = W(1);
      u3 = W(1);
      c_.sign_a = 0;
    } else {
      c_.motion = lagrange_top_motion::nutation;
      e = three_real_roots(c_.g2, c_.g3, discriminant);
      u1 = centre + unit * e.e3;
      u2 = centre + unit * e.e2;
      u3 = centre + unit * e.e1;
    }
    c_.spread = unit * e.e23;
    c_.rate = sqrt(e.e13);
    c_.m = e.e23 / e.e13;
    c_.m1 = e.e12 / e.e13;
    W above = u3 - 1;
    c_.top_gap = W(1) - u2;
    balance(c_.top_gap, above, W(W(1) - u1), W(a_ * a_ / (m_ * 2)));
    c_.bottom_gap = b_ * b_ / (m_ * 2 * (u2 + 1) * (u3 + 1));
    c_.through_top =
        c_.sign_a == 0 && c_.top_gap == W(0) && c_.motion == lagrange_top_motion::nutation;
    c_.through_bottom = c_.sign_b == 0;

    // the phase of the start, from the lower bound u1
    W low = c_.u0 - u1;
    W high = u2 - c_.u0;
    const W beyond = above + (W(1) - c_.u0);  // u3 − u0
    balance(low, high, W(m_ * 2 * beyond), W(velocity_ * velocity_));
    if (c_.motion == lagrange_top_motion::asymptotic) {
      c_.s0 = log(W((W(1) + sqrt(W(low / (low + high)))) / sqrt(W(high / (low + high))))) / c_.rate;
    } else {
      const weierstrass_kernel<W> k(c_.g2, c_.g3, discriminant);
      c_.half_period = std::is_same_v<Functions, own_functions>
                           ? k.real_half_period()
                           : W(Functions::complete_k(c_.m, c_.m1) / c_.rate);
      c_.imaginary_half_period = std::is_same_v<Functions, own_functions>
                                     ? k.imaginary_half_period()
                                     : W(Functions::complete_k(c_.m1, c_.m) / c_.rate);
      c_.eta_ratio = k.real_eta() / c_.half_period;
      if (high == W(0)) {
        c_.s0 = c_.half_period;
      } else {
        const W total = low + high;
        if constexpr (std::is_same_v<Functions, own_functions>) {
          c_.s0 = sqrt(W(low / total)) *
                  elliptic_kernel::rf(W(high / total), W(beyond / (beyond + low)), W(1)) / c_.rate;
        } else {
          c_.s0 = Functions::incomplete_f(W(sqrt(W(low / total))), W(sqrt(W(high / total))), c_.m,
                                          c_.m1) /
                  c_.rate;
        }
      }
      if constexpr (std::is_same_v<Functions, own_functions>) {
        drifts(k, e, above, u1, u2, u3);
      }
    }
    if (velocity_ < W(0)) {
      c_.s0 = -c_.s0;
    }
    // C ∝ sn must be positive at the start, S ∝ cn is
    c_.branch = c_.through_bottom && c_.s0 < W(0) ? -1 : 1;
  }

  /// Z_a, Z_b and the imaginary parts γ of the paths of the sigma functions.
  void drifts(const weierstrass_kernel<W>& k, const weierstrass_roots<W>& e, const W& above,
              const W& u1, const W& u2, const W& u3) {
    const W half_m = m_ / 2;
    const W& x = c_.imaginary_half_period;
    if (c_.sign_a != 0) {
      const W to_e1 = half_m * above;
      const W alpha =
          sqrt(to_e1) * elliptic_kernel::rf(W(e.e12 * e.e13), W(e.e12 * half_m * (W(1) - u1)),
                                            W(e.e13 * half_m * c_.top_gap));
      c_.drift_a = c_.eta_ratio * alpha - imaginary_zeta(k, c_.half_period, alpha);
      c_.gamma_a = x - alpha;
    }
    if (c_.sign_b != 0) {
      const W beta = elliptic_kernel::rf(W(half_m * (u3 + 1)), W(half_m * (u2 + 1)),
                                         W(half_m * c_.bottom_gap));
      c_.drift_b = c_.eta_ratio * beta - imaginary_zeta(k, W(0), beta);
      c_.gamma_b = x - beta;
    }
  }

  /// m = 0: the axis turns about the fixed angular momentum L with Ω = L/I; u = centre + (spread/2) cos χ.
  void free_top() {
    const W l2 = c_.I * energy_ * 2 + spin_ * spin_;
    c_.motion = lagrange_top_motion::free;
    c_.rate = sqrt(l2) / c_.I;
    if (l2 == W(0)) {
      return;
    }
    const W i2 = c_.I * c_.I;
    const W centre = c_.p_phi * spin_ / l2;
    const W amplitude2 = positive_part(W((l2 - c_.p_phi * c_.p_phi) * (l2 - spin_ * spin_)));
    const W amplitude = sqrt(amplitude2) / l2;
    c_.spread = amplitude * 2;
    if (binary_exponent(amplitude) < -scalar_traits<W>::bits() / 2 + 32) {
      c_.spread = W(0);  // the axis of L: no nutation
    }
    const W u1 = centre - amplitude;
    const W u2 = centre + amplitude;
    c_.top_gap = a_ * a_ * i2 / (l2 * (W(1) - u1));
    c_.bottom_gap = b_ * b_ * i2 / (l2 * (u2 + 1));
    c_.through_top = c_.sign_a == 0;
    c_.through_bottom = c_.sign_b == 0;
    c_.half_period = pi<W>() / c_.rate;
    if (c_.spread == W(0)) {
      c_.motion = lagrange_top_motion::steady;
      return;
    }
    // sin²(χ/2) = (u2 − u0)/spread
    W low = c_.u0 - u1;
    W high = u2 - c_.u0;
    balance(low, high, W(l2 / i2), W(velocity_ * velocity_));
    W half_angle = atan2(W(sqrt(high)), W(sqrt(low)));
    if (W(0) < velocity_) {
      half_angle = -half_angle;
    }
    c_.s0 = half_angle * 2 / c_.rate;
    c_.branch = c_.through_top && half_angle < W(0) ? -1 : 1;
  }

  lagrange_top_constants<W> c_;
  long noise_bits_ = 0;
  W m_{}, spin_{}, tilt_{}, sine_{}, energy_{}, a_{}, b_{}, big_d_{}, velocity_{};
};

}  // namespace detail

}  // namespace plumbline
