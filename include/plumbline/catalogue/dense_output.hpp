// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// States between the steps of a Runge–Kutta table, from the stages of the step (Hairer, Nørsett & Wanner I, II.6):
//
//   y(t_0 + θh) = y_0 + h Σ_i b_i(θ) k_i,   b_i(θ) = Σ_k d_ik θ^k,  k = 1, 2 …
//
// The order of this polynomial is the largest p with Σ_i b_i(θ) φ_i(t) = θ^n/γ(t) for all θ and all trees t with n ≤ p
// vertices. It ends in y_1 where b_i(1) = b_i. At a fixed θ it is a step with other weights: `inside_step` is the table that
// makes it.
#pragma once

#include <plumbline/catalogue/scheme_table.hpp>

#include <string>

namespace plumbline {

/// True for a table with the key `dense`, and for those of the catalogue that have such a polynomial.
bool has_dense_output(const scheme_table& table);

/// d_ik, one row for each stage, the column k − 1 for θ^k; in the working precision of mp. Throws invalid_input for a table
/// without dense output.
matrix<mp> dense_coefficients(const scheme_table& table);

/// The table whose step of length h gives y(t_0 + θh). `theta` is a number as text, from 0 to 1. Throws invalid_input for a
/// table without dense output.
scheme_table inside_step(const scheme_table& table, const std::string& theta);

struct dense_facts {
  int order = 0;
  bool ends_in_step = false;  ///< b_i(1) = b_i
};

/// In the working precision of mp; a condition holds when its residual is at most `tolerance`. Orders up to `most` are looked
/// at. Throws invalid_input for a table without dense output.
dense_facts facts_of_dense_output(const scheme_table& table, const mp& tolerance, int most);

}  // namespace plumbline
