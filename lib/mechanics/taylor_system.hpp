// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The recurrences of a mechanical system, in the form that needs the least work:
//
//   L quadratic in v    states (q, p):  M(q) v = p − b(q),       q′ = v,  p′ = ∂L/∂q (q, v)           (Hamilton's equations)
//   other L, M a + F    states (q, v):  M a = P(t) − F(q, v),    q′ = v,  v′ = a
//   first order         states y:       y′ = f(y, t)
//
// Systems with constraints have the states (q, v), and for proofs of orbits (q, p).
#pragma once

#include "math/taylor_code.hpp"
#include <plumbline/mechanics/followed_function.hpp>
#include <plumbline/mechanics/form.hpp>

#include <memory>
#include <vector>

namespace plumbline {

enum class taylor_states { momenta, velocities, first_order };

struct taylor_system {
  taylor_states states;
  int dimension;
  std::shared_ptr<const taylor_code> code;
  /// The rows of a function that is followed: its values and, in velocities or of first order, its rates, except those of multipliers
  /// where no rates are asked for. The code's parameters end with the function's own.
  std::vector<int> followed;
};

/// Throws invalid_input for an operation without a recurrence. g, which is followed, may be nullptr.
taylor_system taylor_system_of(const form& f, const followed_function* g = nullptr);
enum class followed_rates { yes, no };
/// The same with momenta for every L that is quadratic in v, with constraints too: on the constraints its motion is that of
/// taylor_system_of.
taylor_system taylor_system_in_momenta(const form& f);
/// The same without momenta: every system of second order in (q, v).
taylor_system taylor_system_in_velocities(const form& f, const followed_function* g = nullptr,
                                          followed_rates rates = followed_rates::yes);

}  // namespace plumbline
