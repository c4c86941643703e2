// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Poincaré's transformation of time: the steps τ of constant length of a Hamiltonian that has the motions of H, where the time of
// the system goes at the rate σ(q, p, t) > 0 (Hairer, Lubich & Wanner, Geometric Numerical Integration, VIII.2; Reich 1999):
//
//   K(q, t; p, e) = σ (H(q, p, t) + e)        e, the momentum of t, is −H at the start, so that K = 0
//
//   dq/dτ = σ ∂H/∂p + (H + e) ∂σ/∂p      dt/dτ = σ
//   dp/dτ = −σ ∂H/∂q − (H + e) ∂σ/∂q     de/dτ = −σ ∂H/∂t − (H + e) ∂σ/∂t
//
// A symplectic map of K in steps of one length is symplectic, and its steps in t adapt. H is recorded from the Lagrangian: of
// L = v'M v/2 + b'v − V it is (p − b)'M⁻¹(p − b)/2 + V, where M⁻¹ is the elimination of Cholesky without roots, as formulas.
#pragma once

#include <plumbline/mechanics/followed_function.hpp>

#include <memory>
#include <string>
#include <vector>

namespace plumbline {

/// The equations of K as a system of first order, y = (q, t, p, e), with K as its energy and the canonical bracket. Its parameters
/// are those of the system, then those of `sigma`. Throws invalid_input unless the system is a free Lagrangian one that is quadratic
/// in its velocities and has no force beside L.
std::shared_ptr<const form> poincare_form(const followed_function& sigma);

/// The same in a scalar; `named` are the parameters of sigma in its order.
template <class T>
model<T> poincare_model(const model<T>& system, std::shared_ptr<const form> transformed,
                        const std::vector<T>& named) {
  std::vector<T> parameters = system.parameters();
  parameters.insert(parameters.end(), named.begin(), named.end());
  std::vector<std::string> names;
  const int n = transformed->dimension() / 2;
  for (const char* letter : {"q", "p"}) {
    for (int i = 1; i < n; ++i) {
      names.push_back(letter + std::to_string(i));
    }
    names.emplace_back(*letter == 'q' ? "t" : "e");
  }
  return model<T>(std::move(transformed), std::move(parameters), std::move(names));
}

}  // namespace plumbline
