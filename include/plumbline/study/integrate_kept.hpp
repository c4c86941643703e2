// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// An integration that leaves checkpoints, and goes on from one to the same bits.
#pragma once

#include <plumbline/catalogue/any_stepper.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/study/integrate.hpp>
#include <plumbline/study/run_host.hpp>

#include <cstdint>
#include <string>
#include <utility>

namespace plumbline {

/// The key of a run that is one integration.
inline constexpr const char* kept_run = "run";

/// integrate() that keeps the state and the parts, which are what the observer changes, and goes on from them. Throws what
/// integrate() throws, and invalid_input where what was kept is of a longer run.
template <class T, class Observer, class... Parts>
[[nodiscard]] run_outcome integrate_kept(run_keeper& keeper, any_stepper<T>& stepper,
                                         const phase_point<T>& first, vector<T>& state,
                                         const time_grid<T>& grid, Observer&& observe,
                                         run_control control, Parts&... parts) {
  std::int64_t done = 0;
  if (keeper.restore(kept_run, done, state, parts...)) {
    if (done < 1 || grid.steps < done) {
      throw invalid_input("the checkpoint '" + keeper.resumed_from() + "' has come to step " +
                          std::to_string(done) + ", and this run ends at step " +
                          std::to_string(grid.steps));
    }
    control.first_step = done;
    stepper.resume(first, state);
  }
  const std::int64_t begin = done;
  const auto show =
      std::exchange(control.progress, [&](std::int64_t n, std::int64_t) { done = n; });
  if (show || keeper.wanted()) {
    control.progress = [&](std::int64_t n, std::int64_t steps) {
      done = n;
      if (show) {
        show(n - begin, steps - begin);
      }
      if (keeper.wanted() && keeper.due(kept_run)) {
        keeper.keep(kept_run, done, state, parts...);
      }
    };
  }
  const run_outcome outcome =
      integrate<T>(stepper, state, grid, std::forward<Observer>(observe), control);
  if (done > begin) {
    keeper.keep(kept_run, done, state, parts...);
  }
  return outcome;
}

}  // namespace plumbline
