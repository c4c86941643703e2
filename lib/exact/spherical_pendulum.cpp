// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "exact/axis_motion.hpp"
#include "exact/small_vectors.hpp"
#include <plumbline/exact/spherical_pendulum.hpp>

namespace plumbline {

/// The directions of the motion, in the digits of the constants, and how the rod moves beside them.
template <class T>
struct spherical_pendulum_solution<T>::motion {
  detail::vector3 up;      ///< u
  detail::vector3 ahead;   ///< horizontal, where the azimuth is that of the start
  detail::vector3 beside;  ///< u × ahead
  mp length;
  mp mass;
  detail::axis_motion axis;
};

namespace {

/// What a start says in the digits of the scope.
struct pendulum_in_space {
  detail::vector3 up, momentum;  ///< u; r × p
  detail::axis_start start;
  mp length;

  template <class T>
  explicit pendulum_in_space(const spherical_pendulum_start<T>& s) {
    using namespace detail;
    const vector3 r = widen_all(s.r);
    const vector3 p = widen_all(s.p);
    const vector3 weight = widen_all(s.gradient);
    const mp strength = length_of(weight);
    momentum = cross(r, p);
    length = length_of(r);
    const mp square = dot(momentum, momentum);
    // without a weight the axis of the great circle is "up"
    const bool falls = strength != 0;
    up = falls ? scaled(mp(1 / strength), weight) : square == 0 ? r : unit_of(momentum);
    const mp inertia = widen<mp>(s.mass) * length * length;
    start = {inertia,
             inertia,
             mp(strength * length),
             mp(0),
             mp(dot(up, momentum)),
             falls ? mp(dot(up, r) / length) : mp(0),
             square,
             falls ? mp(dot(up, cross(momentum, r)) / length) : mp(0),
             mp(0)};
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t i = (k + 1) % 3;
      const std::size_t j = (k + 2) % 3;
      start.terms = std::max(
          {start.terms, mp(abs(mp(up[k] * r[i] * p[j]))), mp(abs(mp(up[k] * r[j] * p[i])))});
    }
  }
};

template <class T>
void require_pendulum(const spherical_pendulum_start<T>& s) {
  detail::require_finite(std::array<T, 1>{s.mass}, "spherical pendulum: the mass");
  detail::require_finite(s.gradient, "spherical pendulum: the weight");
  detail::require_finite(s.r, "spherical pendulum: the position");
  detail::require_finite(s.p, "spherical pendulum: the momentum");
  if (!(T(0) < s.mass)) {
    throw domain_error("spherical pendulum: the mass must be positive, got " + to_text(s.mass, 10));
  }
  if (s.r[0] == T(0) && s.r[1] == T(0) && s.r[2] == T(0)) {
    throw domain_error("spherical pendulum: the rod has no length");
  }
}

}  // namespace

template <class T>
spherical_pendulum_solution<T>::spherical_pendulum_solution(
    const spherical_pendulum_start<T>& start)
    : start_(start) {
  using namespace detail;
  require_pendulum(start_);
  const long bits = scalar_traits<T>::bits();
  const precision_scope scope(digits_for_bits(exact_products * bits));
  const pendulum_in_space in(start_);
  const axis_start axis = on_the_limit(in.start, bits);
  const bool vertical = abs(axis.height) == 1;
  if (axis.transverse == 0 && (vertical || axis.weight == 0)) {
    return;
  }
  const axis_motion moves(axis, bits);
  const vector3 r = widen_all(start_.r);
  vector3 ahead;
  if (vertical) {
    // p, across r
    ahead = scaled(mp(moves.cosine_sign() * moves.sine_sign()), unit_of(cross(in.momentum, r)));
  } else {
    ahead = unit_of(sum_of(r, scaled(mp(-dot(in.up, r)), in.up)));
  }
  motion_ = std::make_shared<const motion>(
      motion{in.up, ahead, cross(in.up, ahead), in.length, widen<mp>(start_.mass), moves});
}

template <class T>
phase_point<T> spherical_pendulum_solution<T>::state(const T& t) const {
  using namespace detail;
  if (!is_finite(t)) {
    throw invalid_input("spherical pendulum: t must be finite, got " + to_text(t));
  }
  phase_point<T> z{vector<T>(3), vector<T>(3)};
  if (motion_ == nullptr || t == T(0)) {
    T along(0);  // of p along r, which is left out as at all other times
    T square(0);
    for (std::size_t k = 0; k < 3; ++k) {
      along += start_.p[k] * start_.r[k];
      square += start_.r[k] * start_.r[k];
    }
    for (int k = 0; k < 3; ++k) {
      const auto i = static_cast<std::size_t>(k);
      z.q[k] = start_.r[i];
      z.p[k] = motion_ == nullptr ? T(0) : T(start_.p[i] - start_.r[i] * (along / square));
    }
    return z;
  }
  const std::array<mp, 6> values = motion_->axis.after(t, [this](const axis_state& s) {
    const vector3 up = widen_all(motion_->up);
    const sin_cos_pair<mp> azimuth = sin_cos(mp(s.sum + s.difference));
    const vector3 ahead = widen_all(motion_->ahead);
    const vector3 beside = widen_all(motion_->beside);
    const vector3 out = sum_of(scaled(azimuth.cos, ahead), scaled(azimuth.sin, beside));
    const vector3 around = sum_of(scaled(mp(-azimuth.sin), ahead), scaled(azimuth.cos, beside));
    const mp height = (s.cosine - s.sine) * (s.cosine + s.sine);
    const mp rise = 2 * (s.cosine * s.cosine_rate - s.sine * s.sine_rate);
    const mp distance = 2 * s.sine * s.cosine;
    const mp distance_rate = 2 * (s.sine * s.cosine_rate + s.cosine * s.sine_rate);
    const mp turning = 2 * (s.sine * s.cosine_turn + s.cosine * s.sine_turn);
    const mp length = widen<mp>(motion_->length);
    const mp mass = widen<mp>(motion_->mass) * length;
    std::array<mp, 6> r;
    for (std::size_t k = 0; k < 3; ++k) {
      r[k] = length * (height * up[k] + distance * out[k]);
      r[k + 3] = mass * (rise * up[k] + distance_rate * out[k] + turning * around[k]);
    }
    return guarded{r, s.lost_bits};
  });
  for (std::size_t k = 0; k < 3; ++k) {
    const auto place = static_cast<Eigen::Index>(k);
    z.q[place] = convert_precision<T>(values[k]);
    z.p[place] = convert_precision<T>(values[k + 3]);
  }
  return z;
}

template <class T>
spherical_pendulum_facts<T> spherical_pendulum_solution<T>::facts() const {
  if (motion_ == nullptr) {
    return {};
  }
  const auto facts = detail::facts_of<T>(motion_->axis);
  return {facts.nutation_period, facts.precession_per_period};
}

template class spherical_pendulum_solution<mp>;
template class spherical_pendulum_solution<mp64>;

}  // namespace plumbline
