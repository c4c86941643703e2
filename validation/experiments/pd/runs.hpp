// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The runs that PD's tables are made of: φ″ = −sin φ from φ = 0 with the momentum p0, by one scheme with the step ε,
// and what was seen on the way: the zeros z_N, the mean amplitude, how far φ went.
#pragma once

#include "experiments/workbench.hpp"
#include <plumbline/schemes/suris.hpp>

namespace plumbline::experiments::pd {

enum class scheme {
  leapfrog,
  suris1,
  suris2,
  gradient,
  modified_gradient,
  printed_standard,   ///< what the projection columns of the paper were computed with
  printed_symmetric,  ///< …
  midpoint,
  standard,   ///< the projections of leapfrog
  symmetric,  ///< …
  simpson,
  lobatto3,
  gauss2,
  rk4
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
inline constexpr std::array plain_schemes{scheme::leapfrog, scheme::suris1, scheme::suris2,
                                          scheme::midpoint};
inline constexpr std::array keeping_energy{scheme::gradient, scheme::modified_gradient,
                                           scheme::standard, scheme::symmetric};
/// The name of the column; the two that the paper calls projections have the names of what they ought to be.
std::string_view name_of(scheme s);
/// The same with ", as printed" behind those two.
std::string title_of(scheme s);
constexpr bool is_printed_projection(scheme s) {
  return s == scheme::printed_standard || s == scheme::printed_symmetric;
}

/// What a run goes on for.
enum class extent {
  periods_200,  ///< 401 zeros
  time_51,      ///< 51 exact periods: the printed projection columns
  time_25       ///< 25 exact periods: amplitudes
};

struct request {
  scheme by;
  std::string step;
  int base;            ///< p0 = base + offset
  std::string offset;  ///< exact decimals: "-1e-9"
  extent until;
  int digits;
  // clang-tidy takes the 0 that the compiler compares with for a pointer
  auto operator<=>(const request&) const = default;  // NOLINT(modernize-use-nullptr)
  std::string p0() const { return to_text(measured(base + decimal<measured>(offset))); }
};

enum class motion { oscillation, rotation };

struct record {
  std::vector<measured> zeros;  ///< z_0 = 0, z_1, …; where p0 > 2, of every multiple of π
  measured amplitude{0};        ///< mean over the extrema; 0 where there is none
  measured largest{0};          ///< max |φ|/π
  motion seen = motion::oscillation;
  std::string failed;  ///< why the run ended early; empty if it did not
};

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

/// Those runs that are not there yet, side by side on all cores; the long ones should be named first.
void prepare(context& c, const std::vector<request>& wanted);
const record& run(context& c, const request& r);

/// A run of 200 periods from p0 = base + offset.
inline request over_200_periods(scheme by, std::string step, int base, std::string offset,
                                int digits) {
  return {by, std::move(step), base, std::move(offset), extent::periods_200, digits};
}

/// The exact period (rotation: of one turn) and amplitude for p0, at 64 digits.
measured exact_period(const std::string& p0);
measured exact_amplitude(const std::string& p0);
/// Suris's map of the scheme, and its exact period with the step h.
suris_map map_of(scheme s);
measured suris_of(scheme s, const measured& p0, const measured& h);
/// On how many digits the period by Boost.Math's functions agrees, or why it has no value.
std::string second_opinion_on_period(const std::string& p0);

/// T_avg(0, 100, 200) of z_0, z_1, …; NaN where they are too few.
measured average_period(const std::vector<measured>& zeros);
/// The mean of 2 z_n/n, n from `first` on, over the zeros up to the time `end`: what the printed projection columns show.
measured mean_of_quotients(const record& r, std::size_t first, const measured& end);

}  // namespace plumbline::experiments::pd
