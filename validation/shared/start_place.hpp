// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The names of initial values: q1 (or x1), p1, v1 and so on by the number of the coordinate; theta, p.theta, v.theta by the
// name of the coordinate, where the system gives it one.
#pragma once

#include <plumbline/catalogue/systems.hpp>

#include <cstddef>
#include <optional>
#include <string>

namespace plumbline::cli {

/// The coordinate that the name of an initial value means, and how: 'q', 'p' or 'v'.
struct start_place {
  char kind;
  std::size_t index;

  /// True for a momentum or a velocity: one of them gives the rate of a coordinate.
  bool is_rate() const { return kind != 'q'; }
  /// True where one of both may be given, not both.
  bool replaces(const start_place& other) const {
    return is_rate() == other.is_rate() && index == other.index;
  }
};

/// What the name means for a system of `dimension` coordinates; none where it is not one of an initial value of a coordinate.
std::optional<start_place> find_place(const system_entry& system, int dimension,
                                      const std::string& name);

/// The same for names by number alone.
std::optional<start_place> numbered_place(const system_entry& system, int dimension,
                                          const std::string& name);

}  // namespace plumbline::cli
