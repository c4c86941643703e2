// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Systems of files whose exact motion is known, recognised by what their formulas are, whatever they are called:
//
//   a point on a rod      L = ½ m |ṙ|² − w·r − V0,  |r − c|² = l² in two or three dimensions
//   the same in angles    L = ½ A (θ̇² + sin²θ φ̇²) − W cos θ − V0
//   a symmetric body      L = ½ Σ I_k Ω_k² − u·R c − V0,  two moments agree and c is on the third axis
//   Kepler on a sphere    L = ½ m |ṙ|² + k cot χ − V0,  |r| = R, χ the angle from the direction of a coordinate
//
// The numbers are read off a few values of M, V and g, and the form is then compared at further points, to a few thousand
// rounding errors. So it depends on the parameters, and in double, at their defaults, it tells that a system is of a kind.
#pragma once

#include <plumbline/catalogue/systems.hpp>

#include <array>
#include <optional>

namespace plumbline {

template <class S>
struct rod_form {
  S mass;
  std::vector<S> gradient;  ///< w
  std::vector<S> pivot;     ///< c
};

template <class S>
struct rod_in_angles {
  S inertia;       ///< A
  S weight;        ///< W
  int theta, phi;  ///< which coordinates these are
};

template <class S>
struct symmetric_body_form {
  std::array<S, 3> inertia;
  std::array<S, 3> up;      ///< u
  std::array<S, 3> centre;  ///< c
};

template <class S>
struct sphere_kepler_form {
  S mass;
  S strength;     ///< k
  int direction;  ///< the coordinate
};

/// Nothing where the system is not of the form. S is double, mp or mp64.
template <class S>
std::optional<rod_form<S>> rod_of(const model<S>& system);
template <class S>
std::optional<rod_in_angles<S>> rod_in_angles_of(const model<S>& system);
template <class S>
std::optional<sphere_kepler_form<S>> sphere_kepler_of(const model<S>& system);
/// For a system with one body and its unit constraint alone.
template <class S>
std::optional<symmetric_body_form<S>> symmetric_body_of(const model<S>& system);

/// The moments of a body whose kinetic energy is ½ Σ I_k Ω_k² and whose momentum lies across q, for unit quaternions; nothing
/// where it is not that.
template <class S>
std::optional<std::array<S, 3>> moments_of(const model<S>& system);

}  // namespace plumbline
