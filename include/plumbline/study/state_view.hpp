// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The columns that a trajectory of a system may have, and their true values from the true state:
//
//   t                            the time
//   q1, theta, p1, v.theta, a1   parts of the state (catalogue/state_names.hpp)
//   energy
#pragma once

#include <plumbline/study/verified_motion.hpp>

#include <optional>
#include <string>
#include <vector>

namespace plumbline {

enum class column_role { time, coordinate, momentum, velocity, acceleration, energy };

struct state_column {
  column_role role = column_role::time;
  int index = 0;  ///< from 0
};

/// What a name means for this system; nothing where it means nothing.
std::optional<state_column> find_state_column(const problem& p, const std::string& name);

/// All names, one for each meaning.
std::vector<std::string> known_state_columns(const problem& p);

/// Values that follow from states, with radii to first order.
class state_view {
 public:
  /// `digits` are those of the arithmetic; the radii of the states should be larger than that.
  state_view(const problem& p, int digits);

  /// The true value of the column in a row of verified_states. `time` counts from the start.
  ball value(const state_column& column, const std::vector<ball>& row, const expression& time);

  /// The state that printed coordinates and momenta, or velocities, describe.
  phase_point<mp> state(const std::vector<exact_number>& q, const std::vector<exact_number>& rate,
                        bool rate_is_velocity, const expression& time);
  mp energy_of(const phase_point<mp>& z, const expression& time);

  int digits() const { return digits_; }
  bool has_energy() const;

 private:
  mp derived(const state_column& column, const vector<mp>& y);

  const problem* p_;
  int digits_;
  std::shared_ptr<evaluation<mp>> at_;
  mp t0_;
};

}  // namespace plumbline
