// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Numbers of formulas that count something: whole within 1e-9, as times are of steps.
#pragma once

#include <plumbline/scalar/traits.hpp>
#include <plumbline/scalar/types.hpp>

#include <cstdint>
#include <optional>

namespace plumbline::detail {

/// The whole number that x is; nothing for another one, and for one above 1e15.
inline std::optional<std::int64_t> whole_number(const mp& x) {
  constexpr double nearly = 1e-9;
  constexpr double most = 1e15;
  if (!is_finite(x) || mp(most) < abs(x)) {
    return std::nullopt;
  }
  const mp nearest = floor(mp(x + mp(1) / 2));
  if (mp(nearly) < abs(mp(x - nearest))) {
    return std::nullopt;
  }
  return static_cast<std::int64_t>(to_double(nearest));
}

}  // namespace plumbline::detail
