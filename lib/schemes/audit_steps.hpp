// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What steps of a scheme show: its order on a nonlinear system, whether it is symmetric and symplectic there, and the
// steps at which the harmonic oscillator begins to grow.
#pragma once

#include <plumbline/catalogue/scheme_table.hpp>

#include <optional>

namespace plumbline::detail {

/// A nonlinear system that the scheme fits: with a mass matrix that depends on q where that fits, then one with a constant
/// mass matrix, then those of the catalogue. Null where there is none.
const system_entry* trial_system(const scheme_entry& scheme, const settings& chosen);

struct step_facts {
  std::optional<double> order;  ///< nothing where it cannot be read
  std::optional<bool> symmetric;
  std::optional<bool> symplectic;
};

/// `noise` is the size of errors in the coefficients: 0 for exact ones, 1e-16 for those of 16 decimals; the order is read
/// above it. The other two are facts of the coefficients as they stand. Facts are left out where steps cannot be made.
step_facts observe_steps(const scheme_entry& scheme, const settings& chosen, double noise);

/// The first ωh at which a step of the harmonic oscillator grows, narrow bands counted (measure/stability.hpp); 0 where every
/// small step grows; infinity where none does; nothing where the scheme does not fit the oscillator.
std::optional<double> oscillator_limit(const scheme_entry& scheme, const settings& chosen,
                                       double noise);

/// The order of the polynomial by which a Galerkin scheme fills a step: p where its positions are off by C h^(p+1) within one step, of
/// the same trial system. Nothing for other kinds, or where it cannot be read.
std::optional<double> polynomial_order(const scheme_table& table, const scheme_entry& scheme);

}  // namespace plumbline::detail
