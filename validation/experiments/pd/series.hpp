// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The zeros z_N and the extrema A_N of one trajectory from (0, p0), and from them T_N (59) and T_avg (63), (64).
#pragma once

#include "experiments/pd/runs.hpp"
#include <plumbline/measure/averages.hpp>

namespace plumbline::experiments::pd {

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
  std::vector<measured> amplitudes;  ///< |A_1|, |A_2|, …

  std::vector<measured> periods() const;  ///< T_1, T_2, …
  /// T_avg(first, periods), T_avg(first, above, up_to).
  measured average(std::int64_t first, std::int64_t count) const {
    return average(first, count - 1, count);
  }
  measured average(std::int64_t first, std::int64_t above, std::int64_t up_to) const;
  /// T_avg(0, 100, 200), which the paper calls T.
  measured period() const { return average(0, 100, 200); }
};

/// Side by side on all cores; the long ones should stand first. Throws step_failure.
std::vector<series> observe(context& c, const std::vector<watch>& wanted);
inline series observe(context& c, const watch& wanted) {
  return observe(c, std::vector{wanted})[0];
}

/// The numbers against their own, as markers.
report::panel points(std::string_view name, const std::string& what, const std::string& y_label,
                     const std::vector<double>& values);

}  // namespace plumbline::experiments::pd
