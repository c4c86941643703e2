// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Certified integration: a trajectory each printed digit of which is proven.
//
// The state is enclosed by a set  { m + B ζ : |ζ_j| <= z_j },  a centre, a frame B and a box, and each step of length h is
// the theorem (docs/proven-digits.md)
//
//   φ_h(m + B ζ)  ∈  Σ_{k<=N} y_k(m) h^k  +  rest  +  Dφ_h([X]) B ζ
//
// in ball arithmetic: the Taylor coefficients at the centre, a bound of the rest of the series from weighted sums of its own
// coefficients, and an enclosure of the flow's Jacobian on the hull [X] of the set. The frame is made orthogonal again in each
// step (Lohner 1988), so that digits are lost as the flow itself loses them.
//
// The library needs Arb for this.
#pragma once

#include <plumbline/core/vector.hpp>
#include <plumbline/mechanics/followed_function.hpp>
#include <plumbline/mechanics/form.hpp>
#include <plumbline/study/integrate.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace plumbline {

/// The numbers of a problem at the digits of the present precision_scope. Each is the exact value, rounded with an error of
/// at most one unit in the last place.
struct certified_input {
  std::vector<mp> parameters;
  vector<mp> q;
  /// Momenta of a Lagrangian system, or velocities; empty for a system of first order.
  vector<mp> rate;
  bool rate_is_velocity = false;
  /// Values that take the place of some of these, as momenta or as velocities; empty for none.
  std::vector<std::optional<mp>> given;
  bool given_is_velocity = false;
  mp t0;
  mp step;                                   ///< between the rows; may be negative
  std::vector<mp> followed_parameters = {};  ///< those of a followed function by name
};

struct certified_problem {
  std::shared_ptr<const form> formulas;
  std::function<certified_input()> input;
  std::int64_t steps = 0;  ///< rows 0 … steps
  std::int64_t every = 1;  ///< rows that are wanted, and the last
  int digits = 16;         ///< to be proven of each number
};

/// A row of decimal texts: the truth lies within one unit of the last printed place of each number; "0" alone is exact.
struct certified_row {
  std::string t;
  std::vector<std::string> state;  ///< (q, p) of a Lagrangian system, (x, v) or y of others
  std::string radius;  ///< the truth is at most so far from each printed number of the state
};

struct certified_trajectory {
  std::vector<certified_row> rows;
  int working_digits = 0;
  int order = 0;           ///< of the Taylor series
  std::int64_t steps = 0;  ///< of the integration, whatever the rows are
  static constexpr const char* method =
      "Taylor series in ball arithmetic, proven bound of its rest, Lohner's moving frame";
};

/// True where the library is built with Arb.
bool can_certify() noexcept;

/// The rows of the problem; the working precision rises until the digits are proven. A number whose enclosure contains zero
/// is printed as zero, to the decimal place that is proven, at least `digits` below the size of that number in the motion.
/// control.progress counts rows. Empty rows where control.stop_requested said so. Throws step_failure with the time up to
/// which the digits are proven; invalid_input without Arb, for a start outside the system's domain, or an operation without
/// a recurrence.
certified_trajectory certify(const certified_problem& problem, const run_control& control = {});

/// A crossing of a section: the radius holds for the time, too.
struct certified_crossing {
  certified_row row;
  int direction;  ///< the sign of the function behind it
};

struct certified_crossings {
  std::vector<certified_crossing> found;
  bool started_on_section = false;
  int working_digits = 0;
  int order = 0;
  std::int64_t steps = 0;
  static constexpr const char* method =
      "enclosures of the section and of its rate along the flow on each step, for the whole set; "
      "interval Newton";
};

/// Which crossings are wanted.
struct wanted_crossings {
  std::function<bool(int)> counts = [](int) { return true; };  ///< by their direction
  std::int64_t most = 0;                                       ///< 0: all
};

/// All crossings of g = 0 between the start and the time `steps` · `step` behind it, and no others: on each step g and its rate are
/// enclosed for every point of the set, and a crossing is counted where exactly one is proven. control.progress counts them. Nothing
/// found where control.stop_requested said so. Throws as certify() does, and undecided_crossing with its time where g touches zero,
/// crosses it with a vanishing rate, or is zero throughout.
certified_crossings certify_crossings(const certified_problem& problem, const followed_function& g,
                                      const wanted_crossings& wanted = {},
                                      const run_control& control = {});

}  // namespace plumbline
