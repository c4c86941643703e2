// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The Hamiltonian side of a Lagrangian system: the Legendre transform and its inverse.
//
//   p = ∂L/∂v (q, v),   H(q, p) = p·v − L(q, v),   q̇ = v,   ṗ = ∂L/∂q
//
// For a few values these take the system itself, which is then recorded for the occasion. Whoever asks often keeps an
// evaluation (model.hpp) and hands that over.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/core/phase_point.hpp>
#include <plumbline/mechanics/model.hpp>

#include <string>

namespace plumbline {

/// p = ∂L/∂v (q, v).
template <class T>
vector<T> momentum(evaluation<T>& at, const vector<T>& q, const vector<T>& v) {
  vector<T> p(q.size());
  at.momentum(view(q), view(v), view(p));
  return p;
}
template <class T, class S>
vector<T> momentum(const S& system, const vector<T>& q, const vector<T>& v) {
  evaluation<T> at(model_of<T>(system));
  return momentum(at, q, v);
}

/// v with ∂L/∂v (q, v) = p. Throws domain_error where none is found: the mass matrix is singular, or Newton's method fails.
template <class T>
vector<T> velocity(evaluation<T>& at, const vector<T>& q, const vector<T>& p) {
  vector<T> v(q.size());
  const solve_report report = at.velocity(view(q), view(p), view(v));
  if (!report.ok()) {
    throw domain_error(
        report.outcome == solve_outcome::singular
            ? "no velocity belongs to this momentum: the mass matrix is singular at the given "
              "configuration"
            : "no velocity is found for this momentum (" + std::string(to_string(report.outcome)) +
                  ")");
  }
  return v;
}
template <class T, class S>
vector<T> velocity(const S& system, const vector<T>& q, const vector<T>& p) {
  evaluation<T> at(model_of<T>(system));
  return velocity(at, q, p);
}

/// The energy v·∂L/∂v − L at (q, v).
template <class T, class S>
T energy_of_velocity(const S& system, const vector<T>& q, const vector<T>& v) {
  return evaluation<T>(model_of<T>(system)).energy(view(q), view(v));
}

/// What the exact motion keeps at a point of phase space: the Hamiltonian H(q, p), or for a system that is not Lagrangian
/// its energy at (x, v) or y. With constraints, v·∂L/∂v − L at the velocity that keeps them: where they depend on time, a momentum beside
/// the tangent space has another p·v. Throws domain_error when the mass matrix is singular at q.
template <class T>
T energy(evaluation<T>& at, const phase_point<T>& z) {
  if (!at.system().is_lagrangian()) {
    return at.energy(view(z.q), view(z.p));
  }
  const vector<T> v = velocity(at, z.q, z.p);
  return at.constrained() != nullptr ? at.energy(view(z.q), view(v))
                                     : T(dot(z.p, v) - at.lagrangian(view(z.q), view(v)));
}
template <class T, class S>
T energy(const S& system, const phase_point<T>& z) {
  evaluation<T> at(model_of<T>(system));
  return energy(at, z);
}

}  // namespace plumbline
