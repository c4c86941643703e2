// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Stability of a scheme at an equilibrium of a system (measure/stability.hpp). The equilibrium is q = 0 where the potential has a
// minimum there, otherwise the one that Newton's iteration finds (study/equilibrium.hpp).
#pragma once

#include <plumbline/measure/stability.hpp>
#include <plumbline/study/equilibrium.hpp>
#include <plumbline/study/problem.hpp>

#include <optional>
#include <string>

namespace plumbline {

/// A growth a step that a user notices: 1 + 1e-6 is e after a million steps.
inline constexpr double noticed_growth = 1e-6;

/// The windows, and the equilibrium where it is not a minimum at q = 0. `slow` are the windows in which steps grow by less than
/// noticed_growth, where all steps grow; otherwise there are none.
struct stability_at_rest {
  stability_windows windows;
  std::optional<equilibrium> at;
  std::optional<stability_windows> slow;
};

/// To so many digits, in a working precision that has them. Throws invalid_input where no stable equilibrium is found.
stability_at_rest stability_of(const problem& p, const scheme_choice& scheme, int digits);

/// What there is to say of a step of this length that grows at the equilibrium q = 0 by more than noticed_growth; otherwise "".
std::string instability_of(const problem& p, const scheme_choice& scheme, double h);

}  // namespace plumbline
