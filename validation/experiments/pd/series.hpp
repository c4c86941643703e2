// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What PD's figures are made of: the zeros z_N and the extrema A_N of one trajectory from (0, p0), and from them T_N (59),
// T_avg (63), (64), A_avg (62), τ and α (61).
#pragma once

#include "experiments/pd/runs.hpp"
#include <plumbline/measure/averages.hpp>

namespace plumbline::experiments::pd {

/// How curves of the schemes of a group are drawn.
inline constexpr std::array roles{curve_role::first, curve_role::second, curve_role::third,
                                  curve_role::fourth};

/// A trajectory, and how many zeros and extrema of it are wanted.
struct watch {
  scheme by;
  std::string p0;
  std::string step;
  int digits;
  std::size_t zeros;
  std::size_t extrema = 0;
};

struct series {
  measured step{0};
  std::vector<crossing<measured>> zeros;
  std::vector<extremum<measured>> tops;
  bool turned = false;  ///< it went through π

  std::vector<measured> periods() const;  ///< T_1, T_2, …
  std::vector<measured> amplitudes() const;
  /// T_avg(first, periods), T_avg(first, above, up_to), A_avg(first, count).
  measured average(std::int64_t first, std::int64_t count) const {
    return average(first, count - 1, count);
  }
  measured average(std::int64_t first, std::int64_t above, std::int64_t up_to) const;
  /// T_avg(0, 100, 200), which the paper calls T.
  measured period() const { return average(0, 100, 200); }
  measured average_amplitude(std::int64_t first, std::int64_t count) const;
  /// τ as the mean of 40 local extrema, which is what Figure 5 shows; the maximum where there is none.
  measured period_oscillation() const;
};

/// Adds the trajectories from p0 by each of the schemes with each of the steps.
template <class Schemes>
void want(std::vector<watch>& wanted, const Schemes& schemes, const std::string& p0,
          const std::vector<std::string>& steps, int digits, std::size_t zeros,
          std::size_t extrema = 0) {
  for (const scheme s : schemes) {
    for (const std::string& h : steps) {
      wanted.push_back({s, p0, h, digits, zeros, extrema});
    }
  }
}

/// Side by side on all cores; the long ones should stand first. Throws step_failure.
std::vector<series> observe(context& c, const std::vector<watch>& wanted);
inline series observe(context& c, const watch& wanted) {
  return observe(c, std::vector{wanted})[0];
}

/// (n ε, φ_n) and (φ_n, p_n) for n = 0 … steps, as far as the scheme goes.
struct path {
  std::vector<point> angle;
  std::vector<point> phase;
  std::string failed;  ///< why it ended early; empty if it did not
};
path follow(context& c, scheme by, const std::string& p0, const std::string& step, int digits,
            std::int64_t steps);

/// A plot of these curves.
report::panel panel_with(std::vector<curve> curves, std::string_view name, std::string what,
                         std::string x_label, std::string y_label,
                         logarithmic axis = logarithmic::neither);

}  // namespace plumbline::experiments::pd
