// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The ends of stability windows to any number of digits. The scan in double (linear_stability.hpp) finds them to about 11
// digits; here the same equation |λ(h)| = 1 + 1e-6 is solved in run-time precision.
//
//   λ ← λ + m/tr (Φ(h) − λ)⁻¹        Newton's step for det(Φ − λ) = 0 at an m-fold eigenvalue
//   h by secants of |λ(h)|² − (1 + 1e-6)²
//
// Φ(h) is the derivative of the step at the equilibrium, from the step itself on dual numbers.
#pragma once

#include "shared/equilibrium.hpp"
#include "shared/problem.hpp"

#include <optional>
#include <string>
#include <vector>

namespace plumbline::cli {

/// The end of a window near `h`, rounded to the scalar of `digits` digits, at the equilibrium or at q = 0. None where the
/// iteration does not settle next to `h`.
std::optional<std::string> stability_limit_text(const problem& p, const scheme_choice& scheme,
                                                const std::optional<equilibrium>& at, double h,
                                                int digits);

/// The coordinates of the equilibrium, rounded to the scalar of `digits` digits.
std::vector<std::string> position_texts(const problem& p, const equilibrium& at, int digits);

}  // namespace plumbline::cli
