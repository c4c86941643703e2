// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The conditions on dense output b_i(θ) = Σ_k d_ik θ^k (catalogue/dense_output.hpp), as residuals: for its order, for the
// audit, and for the digits that were not printed.
#pragma once

#include <plumbline/math/order_conditions.hpp>

#include <vector>

namespace plumbline::detail {

/// Σ_i b_i(θ) φ_i(t) = θ^n/γ(t), power by power: for each θ^k one residual for each condition of the list.
std::vector<mp> dense_residuals(const order_conditions& list, const scheme_coefficients<mp>& x,
                                const matrix<mp>& d);

/// b_i(1) − b_i: zero where the polynomial ends in the end of the step.
std::vector<mp> dense_end_residuals(const scheme_coefficients<mp>& x, const matrix<mp>& d);

/// b_i′(0) less 1 for the first stage, which is the state at the begin; empty where that is no stage. Zero where the
/// polynomial begins with the slope of the solution.
std::vector<mp> dense_first_slope_residuals(const scheme_coefficients<mp>& x, const matrix<mp>& d);

/// The same for b_i′(1) and a last stage that is the end of the step.
std::vector<mp> dense_last_slope_residuals(const scheme_coefficients<mp>& x, const matrix<mp>& d);

}  // namespace plumbline::detail
