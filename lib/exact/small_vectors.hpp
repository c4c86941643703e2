// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Vectors of three components and quaternions (w, x, y, z) in run-time precision, for exact solutions in space.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/core/phase_point.hpp>
#include <plumbline/scalar/guard.hpp>
#include <plumbline/scalar/text.hpp>

#include <array>
#include <string>

namespace plumbline::detail {

using vector3 = std::array<mp, 3>;
using quaternion4 = std::array<mp, 4>;

inline mp dot(const vector3& a, const vector3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline vector3 cross(const vector3& a, const vector3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline vector3 scaled(const mp& c, const vector3& a) { return {c * a[0], c * a[1], c * a[2]}; }
inline vector3 sum_of(const vector3& a, const vector3& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
inline mp length_of(const vector3& a) { return sqrt(dot(a, a)); }
inline vector3 unit_of(const vector3& a) { return scaled(mp(1 / length_of(a)), a); }

inline quaternion4 times(const quaternion4& a, const quaternion4& b) {
  return {a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
          a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
          a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
          a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]};
}
inline quaternion4 conjugate_of(const quaternion4& a) { return {a[0], -a[1], -a[2], -a[3]}; }

/// In the digits of the scope.
template <class T, std::size_t N>
std::array<mp, N> widen_all(const std::array<T, N>& x) {
  std::array<mp, N> r;
  for (std::size_t k = 0; k < N; ++k) {
    r[k] = widen<mp>(x[k]);
  }
  return r;
}

template <class T, std::size_t N>
void require_finite(const std::array<T, N>& x, const std::string& what) {
  for (std::size_t k = 0; k < N; ++k) {
    if (!is_finite(x[k])) {
      throw invalid_input(what + " must be finite, got " + to_text(x[k], 10));
    }
  }
}

/// q, then p, in the precision of T.
template <class T, class Values>
phase_point<T> phase_of(const Values& values) {
  const auto n = static_cast<Eigen::Index>(values.size() / 2);
  phase_point<T> z{vector<T>(n), vector<T>(n)};
  for (Eigen::Index k = 0; k < n; ++k) {
    z.q[k] = convert_precision<T>(values[static_cast<std::size_t>(k)]);
    z.p[k] = convert_precision<T>(values[static_cast<std::size_t>(k + n)]);
  }
  return z;
}

}  // namespace plumbline::detail
