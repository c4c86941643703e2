// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <plumbline/study/named_value.hpp>
#include <plumbline/study/problem.hpp>

#include <vector>

namespace plumbline {

/// L, energy, and for each coordinate p.NAME, dL/dNAME, force.NAME, a.NAME; f.NAME of a system of first order; each right
/// to the digits asked for, at the start of the problem, in the units of the system. Throws domain_error where one has no value.
std::vector<named_value> formula_values(const problem& p, int digits);

}  // namespace plumbline
