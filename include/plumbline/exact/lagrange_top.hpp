// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The exact motion of the Lagrange top (a symmetric top with one fixed point in uniform gravity), all three Euler
// angles q = (φ, θ, ψ), unwrapped, and their momenta, from any start that is not on the singular axis θ = kπ.
//
//     H = p_θ²/(2I) + (p_φ − p_ψ cos θ)²/(2I sin²θ) + p_ψ²/(2I3) + I m cos θ,   m = mass g l/I
// With u = cos θ, c = H − p_ψ²/(2I3), d = (2Ic + p_ψ²)/(6I²m), D = m d:
//     u̇² = 2m (u−u1)(u−u2)(u−u3),  −1 <= u1 <= u2 <= 1 <= u3
//     u = (2/m) ℘(s + ω3; g2, g3) + d = u1 + (u2−u1) sn²(w s | k²),  s = t − t0 + s0,  w² = e1 − e3, k² = (e2−e3)/(e1−e3)
//     g2 = 3D² + m² − m p_φ p_ψ/I²,  g3 = D³ − (mD/2)(p_φ p_ψ/I² − m) − m²(2Ic − p_φ²)/(4I²),  e_j = (m/2)(u_(4−j) − d)
//     θ = 2 atan2(√((1−u2) + (u2−u1) cn²), √((1+u1) + (u2−u1) sn²))
// The other angles. With ℘(a) = (m/2)(1−d), a = ω1 + iα, and ℘(b) = (m/2)(−1−d), b = iβ (α, β >= 0 by Carlson's R_F):
//     A = |p_φ−p_ψ|/(2I) ∫ dt/(1−u),  B = |p_φ+p_ψ|/(2I) ∫ dt/(1+u)
//     φ = φ0 ± A ± B,  ψ = ψ0 + p_ψ(1/I3 − 1/I)(t−t0) ∓ A ± B   (signs of p_φ − p_ψ and p_φ + p_ψ)
//     A = Z_a (t−t0) − [arg θ1(c(s − ω1 + i(|ω3| − α))) + c s],  Z_a = i(ζ(a) − η1 a/ω1),  c = π/(2ω1)
//     B = Z_b (t−t0) − [arg θ1(c(s      + i(|ω3| − β))) + c s],  Z_b = i(ζ(b) − η1 b/ω1)
// the brackets as differences from the start. This is (i/2)(2tζ(v) + ln σ(z−v)/σ(z+v)), v = a, b, z = s + ω3, written
// with one argument: σ(z+v) is, but for a factor exp(linear), the conjugate of σ(z−v). On |s| <= ω1 the argument of
// θ1(c(s + iγ)), 0 <= γ <= |ω3|, lies in [0, π] (it does on the border of the rectangle, and is harmonic), so no path
// has to be followed: the brackets are periodic, and what grows is linear in t.
//
// Special cases, each by its own formula:
//   p_φ = p_ψ    A = 0, and u2 = 1 or u3 = 1. With u2 = 1 the top swings through the vertical: sin(θ/2) ∝ cn, and θ goes on
//                to negative values, φ and ψ are smooth (the coordinate line goes through the axis).
//   p_φ = −p_ψ   B = 0, u1 = −1: the same below, cos(θ/2) ∝ sn, θ goes on beyond π. Both: the plane pendulum.
//   u1 = u2      steady precession: θ constant, φ and ψ linear.
//   u2 = u3 = 1  the spiral up to the sleeping top: hyperbolic functions.
//   g l = 0      the free top: the axis turns about the fixed angular momentum; circular functions, no division by m.
//   m < 0        mirrored: θ → π − θ, ψ → −ψ, p_ψ → −p_ψ.
// Which of them applies is decided with four times the working digits; a start that was rounded to a limit motion is
// that limit only if asked (snap_to_limit).
//
// Accuracy: each component within 4 units in the last place of T of the larger of itself and its scale (1 rad; the largest
// |p_θ|), for the start and the times as given, at any time (more digits are taken for more turns).
//
// Source: F. Klein, A. Sommerfeld, The Theory of the Top, vol. 2, ch. VI; E. T. Whittaker, Analytical Dynamics, §§71-73.
#pragma once

#include <plumbline/core/phase_point.hpp>
#include <plumbline/exact/lagrange_top_state.hpp>
#include <plumbline/scalar/text.hpp>

#include <memory>
#include <optional>
#include <string>

namespace plumbline {

/// Derived constants, each where it exists. A period is that of the nutation, 2ω1.
template <class T>
struct lagrange_top_facts {
  lagrange_top_motion motion;
  T energy;
  T g2;
  T g3;
  std::optional<T> nutation_period;
  std::optional<T> precession_per_period;  ///< change of φ
  std::optional<T> spin_per_period;        ///< change of ψ
  std::optional<T> half_period1;           ///< ω1
  std::optional<T> half_period3;           ///< ω3/i
};

/// sin θ = 0. Multiples of π have no finitely many digits: their neighbours stand for them.
template <class T>
bool is_on_vertical_axis(const T& theta) {
  using std::abs;
  using std::floor;
  const T half_turns = floor(T(theta / pi<T>() + T(1) / 2));
  return !(abs(T(theta - half_turns * pi<T>())) > abs(theta) * epsilon<T>() * 2);
}

/// One exact motion. Immutable: threads may share it. `Functions` says whose elliptic functions are used
/// (math/elliptic_provider.hpp): with boost_functions the angles follow from Legendre's Π and not from σ.
template <class T, class Functions = own_functions>
class lagrange_top_solution {
  static_assert(has_guard_digits<T>, "the exact top needs a scalar that has a wider one");

 public:
  /// Throws domain_error on the singular axis (sin θ = 0), invalid_input where I or I3 is not positive or a
  /// number is not finite.
  explicit lagrange_top_solution(const lagrange_top_start<T>& start);

  /// (φ, θ, ψ) and (p_φ, p_θ, p_ψ) at time t.
  phase_point<T> state(const T& t) const;
  lagrange_top_facts<T> facts() const;
  const lagrange_top_start<T>& start() const { return start_; }

 private:
  using stored = std::conditional_t<has_run_time_digits<T>, mp, wider<T>>;
  static constexpr long run_time_guard = 112;  // of the stored orbit where T is mp

  template <class W>
  std::shared_ptr<const detail::lagrange_top_orbit<W, Functions>> make_orbit() const;
  template <class W, class F>
  auto with_orbit(F&& f) const;

  lagrange_top_start<T> start_;
  // shared, so that a copy made in another precision_scope keeps the digits
  std::shared_ptr<const detail::lagrange_top_orbit<stored, Functions>> orbit_;
};

template <class T, class Functions>
lagrange_top_solution<T, Functions>::lagrange_top_solution(const lagrange_top_start<T>& start)
    : start_(start) {
  using field = T lagrange_top_start<T>::*;
  using S = lagrange_top_start<T>;
  constexpr std::pair<field, const char*> fields[] = {
      {&S::mass, "mass"},   {&S::I, "I"},         {&S::I3, "I3"},       {&S::l, "l"},
      {&S::g, "g"},         {&S::phi, "phi"},     {&S::theta, "theta"}, {&S::psi, "psi"},
      {&S::w1, "p1 or v1"}, {&S::w2, "p2 or v2"}, {&S::w3, "p3 or v3"}, {&S::t0, "t0"}};
  for (const auto& [member, name] : fields) {
    if (!is_finite(start.*member)) {
      throw invalid_input(std::string("lagrange top: ") + name + " must be finite, got " +
                          to_text(start.*member));
    }
    require_working_precision(start.*member, name);
  }
  if (!(T(0) < start.I) || !(T(0) < start.I3)) {
    throw invalid_input("lagrange top: I and I3 must be positive, got I = " + to_text(start.I, 10) +
                        ", I3 = " + to_text(start.I3, 10));
  }
  if (is_on_vertical_axis(start.theta)) {
    throw domain_error("lagrange top: the start theta = " + to_text(start.theta, 10) +
                       " is on the singular axis, where phi and psi have no value");
  }
  if constexpr (has_run_time_digits<T>) {
    const precision_scope scope(detail::digits_for_bits(scalar_traits<T>::bits() + run_time_guard));
    orbit_ = make_orbit<mp>();
  } else {
    orbit_ = make_orbit<stored>();
  }
}

template <class T, class Functions>
template <class W>
std::shared_ptr<const detail::lagrange_top_orbit<W, Functions>>
lagrange_top_solution<T, Functions>::make_orbit() const {
  std::shared_ptr<const detail::lagrange_top_constants<mp>> exact;
  {
    const long size = binary_exponent(start_.theta);
    const precision_scope scope(detail::digits_for_bits(4L * scalar_traits<W>::bits() + 128 +
                                                        4 * (size < 0 ? -size : size)));
    exact = std::make_shared<const detail::lagrange_top_constants<mp>>(
        detail::lagrange_top_builder<mp, Functions>::make(start_));
  }
  return std::make_shared<const detail::lagrange_top_orbit<W, Functions>>(
      detail::widen_constants<W>(*exact));
}

/// Calls f with the stored orbit where its precision is enough for the working type W, else with a new one.
template <class T, class Functions>
template <class W, class F>
auto lagrange_top_solution<T, Functions>::with_orbit(F&& f) const {
  if constexpr (std::is_same_v<W, stored>) {
    if constexpr (!has_run_time_digits<T>) {
      return f(*orbit_);
    } else if (scalar_traits<mp>::bits() <= mpfr_get_prec(orbit_->constants().I.backend().data())) {
      return f(*orbit_);
    }
  }
  if constexpr (has_run_time_digits<W>) {
    return f(*make_orbit<mp>());
  }
}

template <class T, class Functions>
phase_point<T> lagrange_top_solution<T, Functions>::state(const T& t) const {
  if (!is_finite(t)) {
    throw invalid_input("lagrange top: t must be finite, got " + to_text(t));
  }
  require_working_precision(t, "t");
  const std::array<T, 6> v = with_guard<T>(0, [&]<class W>(working<W>) {
    return with_orbit<W>([&](const detail::lagrange_top_orbit<W, Functions>& orbit) {
      const detail::lagrange_top_constants<W>& c = orbit.constants();
      const W elapsed = widen<W>(t) - widen<W>(start_.t0);
      if (elapsed == W(0) && !start_.velocities) {
        return guarded{std::array<W, 6>{widen<W>(start_.phi), widen<W>(start_.theta),
                                        widen<W>(start_.psi), c.p_phi, c.p_theta, c.p_psi},
                       0L};
      }
      const auto r = orbit.after(elapsed);
      // a difference of times is exact in twice the digits at most
      const long times = binary_exponent(widen<W>(t)) - binary_exponent(elapsed);
      return guarded{std::array<W, 6>{W(widen<W>(start_.phi) + r.phi), r.theta,
                                      W(widen<W>(start_.psi) + r.psi), c.p_phi, r.p_theta, c.p_psi},
                     r.lost_bits + (times > 0 && elapsed != W(0) ? times : 0)};
    });
  });
  phase_point<T> z{vector<T>(3), vector<T>(3)};
  for (int i = 0; i < 3; ++i) {
    const auto k = static_cast<std::size_t>(i);
    z.q[i] = v[k];
    z.p[i] = v[k + 3];
  }
  return z;
}

template <class T, class Functions>
lagrange_top_facts<T> lagrange_top_solution<T, Functions>::facts() const {
  const std::array<T, 8> v = with_guard<T>(0, [&]<class W>(working<W>) {
    return with_orbit<W>([&](const detail::lagrange_top_orbit<W, Functions>& orbit) {
      const detail::lagrange_top_constants<W>& c = orbit.constants();
      const W period = c.half_period * 2;
      const bool free = c.motion == lagrange_top_motion::free;
      const W a = (free ? pi<W>() : W(c.drift_a * period)) * c.sign_a;
      const W b = (free ? pi<W>() : W(c.drift_b * period)) * c.sign_b;
      const W spin = c.spin_rate * period + (c.mirrored ? W(a - b) : W(b - a));
      return std::array<W, 8>{c.energy, c.g2, c.g3,          period,
                              W(a + b), spin, c.half_period, c.imaginary_half_period};
    });
  });
  lagrange_top_facts<T> r{orbit_->constants().motion, v[0], v[1], v[2], {}, {}, {}, {}, {}};
  const bool nutates = r.motion == lagrange_top_motion::nutation;
  if (nutates || (r.motion == lagrange_top_motion::free && T(0) < v[3])) {
    r.nutation_period = v[3];
    r.precession_per_period = v[4];
    r.spin_per_period = v[5];
  }
  if (nutates) {
    r.half_period1 = v[6];
    r.half_period3 = v[7];
  }
  return r;
}

#define PLUMBLINE_SCALAR(T)                       \
  extern template class lagrange_top_solution<T>; \
  extern template class lagrange_top_solution<T, boost_functions>;
#include <plumbline/scalar/for_each_scalar.def>

}  // namespace plumbline
