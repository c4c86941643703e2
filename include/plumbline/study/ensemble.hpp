// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Many trajectories of one system in double, side by side in lanes (math/lanes.hpp): the systems may differ in their
// parameters, the trajectories in start and step. One trajectory waits for each operation before it can begin the next; in
// lanes the processor does several trajectories at a time.
//
//   ensemble many("leapfrog", systems);                    // model<double>, one for each trajectory
//   many.run(states, t0, h, 10'000);                       // states[k]: q1 … qn, p1 … pn of trajectory k
//
// With lane_functions::exact each trajectory has the bits that the scheme's stepper gives it alone.
#pragma once

#include <plumbline/core/vector.hpp>
#include <plumbline/math/lanes.hpp>
#include <plumbline/mechanics/model.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace plumbline {

class ensemble {
 public:
  /// leapfrog, symplectic-euler-a and -b where L = v'M v/2 - V(q) with constant M; rk4 where L is quadratic in v, and for
  /// systems in first-order form; simpson where L is quadratic in v, and midpoint but for one coordinate with constant mass.
  static bool has(std::string_view scheme, const model<double>& system);
  /// Whether there are such systems.
  static bool has(std::string_view scheme);

  /// One system for each trajectory, all with the same recorded formulas: copies of one model, or laws of one type with parameters().
  /// Throws invalid_input for none, for systems with formulas of their own, and where has() is false; domain_error for a mass matrix
  /// that is singular.
  ensemble(std::string_view scheme, std::vector<model<double>> systems,
           lane_functions functions = lane_functions::exact);
  ~ensemble();
  ensemble(ensemble&&) noexcept;
  ensemble& operator=(ensemble&&) noexcept;
  ensemble(const ensemble&) = delete;
  ensemble& operator=(const ensemble&) = delete;

  std::size_t size() const;

  /// Takes so many steps from the states, in the columns of the scheme: (q, p), or y of a system in first-order form.
  /// t0[k] and h[k] are those of trajectory k. Returns false for a trajectory that failed, whose state is not finite or not
  /// to be used: a step of the scheme's stepper says where and why. `stop_requested` is asked now and then; when it says
  /// so, all trajectories count as failed. Throws invalid_input for spans of another size and states of another length.
  std::vector<bool> run(std::vector<vector<double>>& states, std::span<const double> t0,
                        std::span<const double> h, std::int64_t steps,
                        const std::function<bool()>& stop_requested = {});

 private:
  class block;
  class explicit_block;
  class variational_block;
  std::vector<std::unique_ptr<block>> blocks_;
  std::size_t size_ = 0;
  std::size_t width_ = 0;
};

}  // namespace plumbline
