// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Indexed coordinates of a system file: chains, lattices, many bodies in a few lines.
//
//   coordinates = ["x[1:n]"]                                      x[1] … x[n], with a whole parameter n
//   lagrangian = "sum(i, 1, n, m/2*dot(x[i])^2) - sum(i, 1, n - 1, k/2*(x[i+1] - x[i])^2)"
//   [start]  "x[i]" = "sin(i*pi/(n + 1))"                         each i that the coordinates have
//   [forces]  "x[n]" = "1"                                        n is a parameter: the last one
//   [constraints]  "rod[i=2:n]" = "(x[i] - x[i-1])^2 = l^2"       each i of the range: rod[2] … rod[n], none where n = 1
//
// Sums and indices are written out before formulas are parsed: sum(i, 1, 3, E) becomes (E1) + (E2) + (E3), x[i+1] at i = 1 the name
// x[2]. Everything after that sees plain formulas and plain names.
#pragma once

#include <plumbline/catalogue/parameter_info.hpp>
#include <plumbline/io/toml_document.hpp>
#include <plumbline/scalar/expression.hpp>

#include <string>
#include <vector>

namespace plumbline {

/// Writes out the sums and indices of a system file in place; nothing changes in a file that has none. `chosen`: values that take
/// the place of defaults of parameters. Returns the parameters on which indices and bounds depend. Throws
/// invalid_input, with the place, for an index that is not whole and for more than a million characters.
std::vector<std::string> write_out_indices(toml_document& file, const settings& chosen);

/// The same in a formula about a run, with the values of the system's parameters; sum(EXPR), which adds over nodes, stays. Throws
/// invalid_input.
std::string write_out_indices(const std::string& formula, const variables& parameters);

}  // namespace plumbline
