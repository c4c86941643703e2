// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Stability of a scheme at an equilibrium of a system, in double: the spectral radius of the step's derivative, and the
// windows of steps in which it stays 1. The equilibrium is q = 0 where that is a stable one, otherwise the one that Newton's
// iteration finds (shared/equilibrium.hpp).
#pragma once

#include "shared/equilibrium.hpp"
#include "shared/problem.hpp"
#include <plumbline/measure/stability.hpp>

#include <functional>
#include <optional>

namespace plumbline::cli {

/// The linearised step at the equilibrium.
struct linearised_step {
  std::function<double(double)>
      radius;      ///< spectral radius for the step h; infinite where there is no step
  double fastest;  ///< largest frequency of the linearised system
};

/// None where q = 0 is not a stable equilibrium.
std::optional<linearised_step> linearise(const problem& p, const scheme_choice& scheme);

/// The windows, and the equilibrium where it is not q = 0.
struct stability_at_rest {
  stability_scan scan;
  std::optional<equilibrium> at;
};

/// Throws invalid_input where no stable equilibrium is found.
stability_at_rest stability_of(const problem& p, const scheme_choice& scheme);

/// One line on standard error when steps of this length grow at the equilibrium.
void warn_if_unstable(const problem& p, const scheme_choice& scheme, double h);

}  // namespace plumbline::cli
