// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// PD's runs in C++: φ″ = −sin φ from φ = 0 with the momentum p0, by one scheme with the step ε.
#pragma once

#include "experiments/workbench.hpp"

namespace plumbline::experiments::pd {

enum class scheme {
  leapfrog,
  suris1,
  suris2,
  gradient,
  modified_gradient,
  printed_standard,   ///< what the projection columns of the paper were computed with
  printed_symmetric,  ///< …
  midpoint
};

/// The columns of Tables 2 to 4, in their order.
inline constexpr std::array columns{scheme::leapfrog,
                                    scheme::suris1,
                                    scheme::suris2,
                                    scheme::gradient,
                                    scheme::modified_gradient,
                                    scheme::printed_standard,
                                    scheme::printed_symmetric,
                                    scheme::midpoint};
/// The name of the column; the two that the paper calls projections have the names of what they ought to be.
std::string_view name_of(scheme s);

/// The one-step map in the scalar T, for the catalogue's pendulum with m = omega = 1.
template <class T>
any_stepper<T> make_stepper(scheme s);

/// Steps from (0, p0) until observe(n, state) is false; `finished` after most_steps. Throws step_failure.
template <class T, class Observe>
run_outcome run_from_bottom(scheme by, const T& p0, const T& step, std::int64_t most_steps,
                            Observe&& observe) {
  auto stepper = make_stepper<T>(by);
  vector<T> y = stepper.start(phase_of(T(0), p0));
  bool going = true;
  run_control control;
  control.stop_requested = [&] { return !going; };
  return integrate<T>(
      stepper, y, time_grid<T>(T(0), step, most_steps),
      [&](std::int64_t n, const T& /*t*/, const vector<T>& state) { going = observe(n, state); },
      control);
}

/// The exact period for p0, at 64 digits.
measured exact_period(const std::string& p0);

}  // namespace plumbline::experiments::pd
