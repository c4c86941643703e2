// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "exact/axis_motion.hpp"
#include "exact/small_vectors.hpp"
#include <plumbline/exact/heavy_top.hpp>

#include <algorithm>

namespace plumbline {

/// Everything in the digits of the constants; `axis` is not there where the axis of the body stays vertical.
template <class T>
struct heavy_top_solution<T>::motion {
  detail::quaternion4 after_space, before_body;  ///< q = after_space q̃ before_body
  mp inertia, axial_inertia, spin, length;       ///< A, C, s, |q_0|
  complex<mp> alpha, beta;                       ///< directions of α and β at the start
  detail::quaternion4 start;                     ///< q̃_0, of that length
  std::optional<detail::axis_motion> axis;
  std::pair<mp, mp> invariants;  ///< g2 and g3
};

namespace {

/// A rotation of v/|v| to the third axis; an exact one where v is along one of the axes.
detail::quaternion4 to_third(detail::vector3 v) {
  using namespace detail;
  const mp half = mp(1) / 2;
  const quaternion4 cycle{half, half, half, half};  // e1 → e2 → e3 → e1
  quaternion4 turn{mp(1), mp(0), mp(0), mp(0)};
  while (abs(v[2]) < abs(v[0]) || abs(v[2]) < abs(v[1])) {
    turn = times(cycle, turn);
    v = {v[2], v[0], v[1]};
  }
  if (v[2] < 0) {
    turn = times({mp(0), mp(1), mp(0), mp(0)}, turn);
    v = {v[0], mp(-v[1]), mp(-v[2])};
  }
  if (v[0] != 0 || v[1] != 0) {
    const mp length = length_of(v);
    const mp real = length + v[2];
    const mp norm = sqrt(mp(2 * length * real));
    turn = times({mp(real / norm), mp(v[1] / norm), mp(-v[0] / norm), mp(0)}, turn);
  }
  return turn;
}

/// The number of the body's symmetry axis where it is one of the principal axes; any where all moments agree.
template <class T>
std::size_t symmetry_axis(const heavy_top_start<T>& s) {
  const auto& m = s.inertia;
  const auto is_along = [&s](std::size_t k) {
    return s.centre[(k + 1) % 3] == T(0) && s.centre[(k + 2) % 3] == T(0);
  };
  const bool sphere = m[0] == m[1] && m[1] == m[2];
  for (const std::size_t k : {std::size_t{2}, std::size_t{1}, std::size_t{0}}) {
    if (m[(k + 1) % 3] == m[(k + 2) % 3] && (sphere || is_along(k))) {
      return k;
    }
  }
  throw domain_error(
      "heavy top: the centre of mass is not on an axis about which the body is symmetric; "
      "moments " +
      to_text(m[0], 10) + ", " + to_text(m[1], 10) + ", " + to_text(m[2], 10));
}

template <class T>
void require_top(const heavy_top_start<T>& s) {
  detail::require_finite(s.inertia, "heavy top: a moment of inertia");
  detail::require_finite(s.up, "heavy top: the weight");
  detail::require_finite(s.centre, "heavy top: the centre of mass");
  detail::require_finite(s.q, "heavy top: q");
  detail::require_finite(s.p, "heavy top: p");
  T square(0);
  for (const T& x : s.q) {
    square += x * x;
  }
  using std::abs;
  if (!(abs(T(square - T(1))) < sqrt(epsilon<T>()))) {
    throw domain_error("heavy top: q must be a unit quaternion, got one with square " +
                       to_text(square, 10));
  }
  for (const T& moment : s.inertia) {
    if (!(T(0) < moment)) {
      throw domain_error("heavy top: moments of inertia must be positive, got " +
                         to_text(moment, 10));
    }
  }
}

complex<mp> on_unit_circle(const complex<mp>& x) {
  const mp size = sqrt(mp(x.re * x.re + x.im * x.im));
  return {mp(x.re / size), mp(x.im / size)};
}
complex<mp> in_this_scope(const complex<mp>& x) { return {widen<mp>(x.re), widen<mp>(x.im)}; }
complex<mp> direction(const mp& angle) {
  const sin_cos_pair<mp> x = sin_cos(angle);
  return {x.cos, x.sin};
}

/// q and p = 2 q (0, Π).
std::array<mp, 8> both_of(const detail::quaternion4& q, const mp& p1, const mp& p2, const mp& p3) {
  const detail::quaternion4 p = detail::times(q, {mp(0), mp(2 * p1), mp(2 * p2), mp(2 * p3)});
  return {q[0], q[1], q[2], q[3], p[0], p[1], p[2], p[3]};
}

}  // namespace

template <class T>
heavy_top_solution<T>::heavy_top_solution(const heavy_top_start<T>& start) : start_(start) {
  using namespace detail;
  require_top(start_);
  const std::size_t k = symmetry_axis(start_);
  const long bits = scalar_traits<T>::bits();
  const precision_scope scope(digits_for_bits(exact_products * bits));
  const vector3 zero{mp(0), mp(0), mp(0)};
  vector3 up = widen_all(start_.up);
  vector3 centre = widen_all(start_.centre);
  const mp weight = length_of(up) * length_of(centre);
  if (up == zero) {
    up[2] = 1;
  }
  if (centre == zero) {
    centre[k] = 1;
  }
  const quaternion4 space = to_third(up);
  const quaternion4 body = conjugate_of(to_third(centre));
  const mp inertia = widen<mp>(start_.inertia[(k + 1) % 3]);
  const mp axial = widen<mp>(start_.inertia[k]);
  const quaternion4 q = times(times(space, widen_all(start_.q)), body);
  const quaternion4 p = times(times(space, widen_all(start_.p)), body);
  const mp square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  const quaternion4 product = times(conjugate_of(q), p);
  const vector3 pi{product[1] / (2 * square), product[2] / (2 * square), product[3] / (2 * square)};
  // the vertical in the body
  const vector3 gamma{2 * (q[1] * q[3] - q[0] * q[2]) / square,
                      2 * (q[2] * q[3] + q[0] * q[1]) / square,
                      (q[0] * q[0] + q[3] * q[3] - q[1] * q[1] - q[2] * q[2]) / square};
  const axis_start axis = on_the_limit({inertia, axial, weight, pi[2], mp(dot(gamma, pi)), gamma[2],
                                        mp(pi[0] * pi[0] + pi[1] * pi[1]),
                                        mp(gamma[0] * pi[1] - gamma[1] * pi[0]), mp(length_of(pi))},
                                       bits);
  const bool vertical = abs(axis.height) == 1;
  const mp scale = pi[2] * pi[2] + inertia * weight;
  motion m{conjugate_of(space),
           conjugate_of(body),
           inertia,
           axial,
           pi[2],
           mp(sqrt(square)),
           {mp(1), mp(0)},
           {mp(1), mp(0)},
           q,
           {},
           lagrange_top_builder<mp, own_functions>::weierstrass_invariants(invariants_of(axis))};
  if (!((vertical || weight == 0) && is_nothing(axis.transverse, scale, 2 * bits))) {
    m.axis.emplace(axis, bits);
    // q̃̇ = q̃ (0, Ω)/2, where a parameter is 0 at the start
    const quaternion4 rate =
        times(q, {mp(0), mp(pi[0] / inertia), mp(pi[1] / inertia), mp(pi[2] / axial)});
    const bool hangs = axis.height == -1;
    const bool stands = axis.height == 1;
    m.alpha = on_unit_circle(hangs ? complex<mp>{rate[0], rate[3]} : complex<mp>{q[0], q[3]});
    m.beta = on_unit_circle(stands ? complex<mp>{rate[1], rate[2]} : complex<mp>{q[1], q[2]});
    m.alpha = mp(m.axis->cosine_sign()) * m.alpha;
    m.beta = mp(m.axis->sine_sign()) * m.beta;
  }
  motion_ = std::make_shared<const motion>(std::move(m));
}

template <class T>
phase_point<T> heavy_top_solution<T>::state(const T& t) const {
  using namespace detail;
  if (!is_finite(t)) {
    throw invalid_input("heavy top: t must be finite, got " + to_text(t));
  }
  const motion& m = *motion_;
  /// q̃ and Π̃ of length 1 in the axes of space and body
  const auto outside = [&m](const quaternion4& q, const std::array<mp, 3>& pi) {
    const mp length = widen<mp>(m.length);
    std::array<mp, 8> both = both_of(q, pi[0], pi[1], pi[2]);
    const quaternion4 after = widen_all(m.after_space);
    const quaternion4 before = widen_all(m.before_body);
    const quaternion4 position = times(times(after, {both[0], both[1], both[2], both[3]}), before);
    const quaternion4 momentum = times(times(after, {both[4], both[5], both[6], both[7]}), before);
    for (std::size_t k = 0; k < 4; ++k) {
      both[k] = length * position[k];
      both[k + 4] = length * momentum[k];
    }
    return both;
  };
  const auto steady = [&] {
    const long turns = std::max(
        0L, binary_exponent(t) + binary_exponent(m.spin) - binary_exponent(m.axial_inertia));
    constexpr long guard = 64;
    const precision_scope scope(digits_for_bits(scalar_traits<T>::bits() + guard + turns));
    const mp spin = widen<mp>(m.spin);
    const sin_cos_pair<mp> half = sin_cos(mp(widen<mp>(t) * spin / widen<mp>(m.axial_inertia) / 2));
    const mp length = widen<mp>(m.length);
    quaternion4 q = times(widen_all(m.start), {half.cos, mp(0), mp(0), half.sin});
    for (mp& x : q) {
      x /= length;
    }
    return outside(q, {mp(0), mp(0), spin});
  };
  const auto moving = [&](const axis_state& s) {
    const complex<mp> a = in_this_scope(m.alpha) * direction(s.sum);
    const complex<mp> b = in_this_scope(m.beta) * direction(s.difference);
    const complex<mp> alpha = s.cosine * a;
    const complex<mp> beta = s.sine * b;
    const complex<mp> alpha_rate = complex<mp>{s.cosine_rate, s.cosine_turn} * a;
    const complex<mp> beta_rate = complex<mp>{s.sine_rate, s.sine_turn} * b;
    const quaternion4 q{alpha.re, beta.re, beta.im, alpha.im};
    const quaternion4 rate{alpha_rate.re, beta_rate.re, beta_rate.im, alpha_rate.im};
    const quaternion4 half_omega = times(conjugate_of(q), rate);
    const mp twice = 2 * widen<mp>(m.inertia);
    return guarded{outside(q, {twice * half_omega[1], twice * half_omega[2], widen<mp>(m.spin)}),
                   s.lost_bits};
  };
  // not assigned: that would round it to the digits of the scope here
  const std::array<mp, 8> values = m.axis ? m.axis->after(t, moving) : steady();
  return phase_of<T>(values);
}

template <class T>
heavy_top_facts<T> heavy_top_solution<T>::facts() const {
  if (!motion_->axis) {
    const auto& [g2, g3] = motion_->invariants;
    return {detail::convert_precision<T>(g2), detail::convert_precision<T>(g3), {}, {}, {}, {}, {}};
  }
  const auto f = detail::facts_of<T>(*motion_->axis);
  return {
      f.g2,           f.g3,          f.nutation_period, f.precession_per_period, f.spin_per_period,
      f.half_period1, f.half_period3};
}

template class heavy_top_solution<mp>;
template class heavy_top_solution<mp64>;

}  // namespace plumbline
