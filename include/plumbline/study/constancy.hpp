// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Is a quantity constant? Its rate along the flow says so before anyone integrates for hours:
//
//   dI/dt = ∂I/∂q v + ∂I/∂v a + ∂I/∂t,   a from the equations of motion;   of first order: dI/dt = ∂I/∂y f + ∂I/∂t
//
// The derivatives are exact (mechanics/form.hpp) and are evaluated with many digits. A rate counts as zero where it is
// smaller than half of these digits, relative to the sum of the magnitudes of its terms, or to what the forces that make an
// acceleration would make of it one by one. It is evaluated at the start, at random states, and along a short, very accurate piece of
// the trajectory from the start: a rate that vanishes at the start alone (the velocity of a pendulum at rest) shows there.
#pragma once

#include <plumbline/core/phase_point.hpp>
#include <plumbline/mechanics/model.hpp>
#include <plumbline/scalar/types.hpp>

#include <vector>

namespace plumbline {

enum class constancy {
  always,           ///< the rate is zero at all states
  from_this_start,  ///< the rate is zero along the trajectory from this start, not elsewhere
  no
};

struct constancy_verdict {
  enum class place { start, trajectory, random_state };
  constancy constant;
  mp value;  ///< at the start
  mp rate;  ///< at the start, not a number where it or the value has none; where it is zero there and the quantity is not constant, the largest seen along the trajectory and at random states; zero otherwise
  place rate_at = place::start;  ///< the state that `rate` belongs to
};

/// A verdict for each of the first `count` quantities of the system's form. `v` is the velocity at the start; ignored for a
/// system of first order, whose state is q. Call it inside a precision_scope: a claim that is wrong by less than
/// 10^(-digits/2) of its terms is not found out; 800 digits are good. A quantity without a finite value or rate at the start is not
/// constant. Throws domain_error where there is no acceleration at the start.
std::vector<constancy_verdict> constancy_of(const model<mp>& system, const vector<mp>& q,
                                            const vector<mp>& v, const mp& t, int count);

}  // namespace plumbline
