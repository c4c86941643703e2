// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The end of a stability window to any number of digits, between a step at which no multiplier is outside the unit circle and
// one at which one is.
#pragma once

#include <plumbline/measure/stability.hpp>

#include <optional>

namespace plumbline::detail {

using mp_multipliers = std::vector<complex<mp>>;

/// Digits of the working precision beyond those that are asked for: halves of them are lost where two multipliers are equal.
inline constexpr int guard_digits = 60;

/// 10^(−digits).
mp tenth_to(int digits);

/// max |λ|² − (1 + tolerated)².
mp excess(const mp_multipliers& all, double tolerated);

/// What an excess must be beyond, to be one.
mp smallest_excess(const stability_search& wanted);

/// The multiplier that is farthest outside, and what becomes zero where it leaves the circle (measure/stability.hpp).
class leaving_multiplier {
 public:
  /// From the multipliers at a step at which one is outside.
  leaving_multiplier(const mp_multipliers& all, const stability_search& wanted);

  const complex<mp>& at_start() const { return leader_; }
  /// 1/λ is a multiplier, too.
  bool is_paired() const { return paired_; }
  /// Negative at steps before that, positive at steps beyond.
  mp distance(const mp_multipliers& all) const;

 private:
  mp beyond_real(const mp_multipliers& all) const;
  mp beyond_collision(const mp_multipliers& all) const;
  mp beyond_circle(const mp_multipliers& all) const;

  complex<mp> leader_;
  double tolerated_;
  bool paired_ = false;
  std::size_t meeting_ = 0;  ///< how many w in the upper half plane meet
};

/// The multipliers of a step; none where there is no step.
std::optional<mp_multipliers> multipliers_at(const derivative_of_step<mp>& derivative, const mp& h);

/// Where growth begins between the two steps.
window_end end_between(const step_at_rest& step, const mp& stable, const mp& growing,
                       const stability_search& wanted);

}  // namespace plumbline::detail
