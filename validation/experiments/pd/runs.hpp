// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The runs that PD's tables are made of: φ″ = −sin φ from φ = 0 with the momentum p0, by one scheme with the step ε,
// and what was seen on the way: the zeros z_N, the mean amplitude, how far φ went.
#pragma once

#include "experiments/at_digits.hpp"
#include "experiments/experiment.hpp"
#include <plumbline/catalogue/any_stepper.hpp>

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::experiments::pd {

enum class scheme {
  leapfrog,
  suris1,
  suris2,
  gradient,
  modified_gradient,
  printed_standard,  ///< what the paper's projection columns were computed with, printed_projection.hpp
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
/// The name of the column; the two that the paper calls projections have the names of what they ought to be.
std::string_view name_of(scheme s);

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
  auto operator<=>(const request&) const = default;
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
any_stepper<T> make_stepper(scheme s, const T& p0);

/// Those runs that are not there yet, side by side on all cores; the long ones should be named first.
void prepare(context& c, const std::vector<request>& wanted);
const record& run(context& c, const request& r);

/// A run of 200 periods from p0 = base + offset.
inline request over_200_periods(scheme by, std::string step, int base, std::string offset,
                                int digits) {
  return {by, std::move(step), base, std::move(offset), extent::periods_200, digits};
}

/// The exact period (rotation: of one turn) and amplitude, at 64 digits.
measured exact_period(int base, const std::string& offset);
measured exact_amplitude(int base, const std::string& offset);
/// On how many digits the period by Boost.Math's functions agrees, or why it has no value.
std::string second_opinion_on_period(int base, const std::string& offset);

/// T_avg(0, 100, 200) of the record's zeros. Nothing computed: NaN.
measured average_period(const record& r);
/// The mean of 2 z_n/n, n from `first` on, over the zeros up to the time `end`: what the printed projection columns show.
measured mean_of_quotients(const record& r, std::size_t first, const measured& end);

}  // namespace plumbline::experiments::pd
