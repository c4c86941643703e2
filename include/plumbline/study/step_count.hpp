// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// How many steps: --steps N, or --until T where T/H must be whole.
#pragma once

#include <plumbline/scalar/expression.hpp>

#include <cstdint>
#include <string>

namespace plumbline {

inline constexpr long long most_steps = 1'000'000'000'000'000;

/// The step H. Throws invalid_input unless it is given and positive.
expression positive_step(const std::string& text, const variables& names);

/// The time T from the start to the end. Throws invalid_input when it is negative.
expression duration(const std::string& text, const variables& names);

/// N, or T/H, which must be whole to 1e-9; otherwise an error that names the nearest steps that fit. Exactly one
/// of `steps` and `until` must be given.
std::int64_t step_count(const expression& step, const std::string& steps, const std::string& until,
                        const variables& names);

}  // namespace plumbline
