// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The names of what a state consists of, one rule for every place where a user writes one: initial values, axes, columns,
// coordinates that are followed, formulas of invariants.
//
//   theta, q1, x1        the coordinate, by its own name where the system gives it one, or by its number
//   p.theta, p1          its momentum       (Lagrangian systems)
//   v.theta, v1          its velocity       (all but systems of first order)
//   a.theta, a1          its acceleration   (likewise)
//
// A coordinate's own name comes first: in a file, x2 may be the name of the first coordinate.
#pragma once

#include <plumbline/mechanics/form.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plumbline {

struct system_entry;

enum class state_part { coordinate, momentum, velocity, acceleration };

struct state_name {
  state_part part = state_part::coordinate;
  int index = 0;  ///< from 0

  bool operator==(const state_name&) const = default;
  /// True for a momentum or a velocity: one of them gives the rate of a coordinate.
  bool is_rate() const { return part == state_part::momentum || part == state_part::velocity; }
};

/// What the names of one system mean.
class state_names {
 public:
  /// `own`: the coordinates' own names; empty where they have numbers only.
  state_names(system_kind kind, int dimension, std::vector<std::string> own = {})
      : kind_(kind), dimension_(dimension), own_(std::move(own)) {}
  /// The dimension is asked for because that of some systems comes from a file or a parameter.
  state_names(const system_entry& system, int dimension);

  /// Nothing where the name means no part of a state.
  std::optional<state_name> find(const std::string& name) const;
  /// The names of these parts, as far as the system has them: numbers, then own names; of a system of first order its own
  /// names alone where it has some. For messages.
  std::vector<std::string> known(const std::vector<state_part>& parts) const;
  /// The same names by numbers alone: in the columns of tables, a coordinate's own name is not meant.
  state_names by_number() const { return {kind_, dimension_}; }

 private:
  bool has(state_part part) const;
  std::optional<int> coordinate(const std::string& name) const;

  system_kind kind_;
  int dimension_;
  std::vector<std::string> own_;
};

}  // namespace plumbline
