// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The matrices of the system `quadratic` from a TOML file:
//
//   M = [[2, 1], [1, 1]]
//   K = [[0.1, "1/3"], ["1/3", "2*pi"]]
//   C = [[0.2, 0], [0, 0.2]]                 (optional: damping, for schemes that integrate M x″ + C x′ + K x = 0)
//
// A number means the decimal that is written (0.1 is one tenth); a string is any exact value.
#pragma once

#include <plumbline/scalar/expression.hpp>

#include <filesystem>
#include <vector>

namespace plumbline {

using expression_matrix = std::vector<std::vector<expression>>;

struct matrix_file {
  expression_matrix mass;
  expression_matrix stiffness;
  expression_matrix damping;  ///< empty without one
};

/// Throws io_error when the file cannot be read, invalid_input with file and line when it is not such a file.
matrix_file read_matrices(const std::filesystem::path& path);

}  // namespace plumbline
