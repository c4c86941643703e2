// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// --digits D; the scalar that it chooses: scalar/with_digits.hpp.
#pragma once

#include <plumbline/scalar/with_digits.hpp>

#include <string>

namespace plumbline::cli {

inline constexpr int default_digits = 64;
inline constexpr int most_digits = 100000;
using plumbline::most_digits_of_double;
using plumbline::most_digits_of_quad;
using plumbline::with_scalar;

/// A whole number of an option. Throws invalid_input unless `text` is one from `least` to `most`.
long long parse_count(const std::string& option, const std::string& text, long long least,
                      long long most);

/// The number of digits. Throws invalid_input unless it is a whole number from 1 to most_digits.
int parse_digits(const std::string& text);

}  // namespace plumbline::cli
