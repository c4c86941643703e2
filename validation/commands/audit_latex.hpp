// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A table of coefficients for LaTeX: Butcher's tableau for those with stages, lists for the others.
#pragma once

#include <plumbline/catalogue/scheme_table.hpp>

#include <string>

namespace plumbline::cli {

/// Formulas as formulas; decimals as they are printed; coefficients that are computed to `digits` digits. For math mode.
std::string latex_tableau(const scheme_table& table, int digits);

}  // namespace plumbline::cli
