// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "math/newton_lanes.hpp"

#include "math/lane_kernels.hpp"
#include <plumbline/math/newton.hpp>

#include <cmath>
#include <limits>

namespace plumbline::lanes {

namespace {

/// log2 of a size that is not negative, as log2_magnitude() has it.
double log2_of(double size) {
  if (!std::isfinite(size)) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  return size == 0 ? -std::numeric_limits<double>::infinity() : std::log2(size);
}

}  // namespace

void judge_lane(const newton_masks& m, int iteration, const correction_sizes& sizes,
                std::size_t lane, double least_gain) {
  detail::correction_judge judge(std::numeric_limits<double>::digits);
  judge.begin_with_jacobian();
  for (int earlier = 1; earlier < iteration && earlier <= 2; ++earlier) {
    (void)judge.judge(log2_of(sizes.before[lane]), 0, [] { return 0.0; });
  }
  const double size = log2_of(sizes.size[lane]);
  const double scale = log2_of(sizes.unknowns[lane]);
  judge.limit_gain(detail::correction_judge::gain_of_jacobian(-log2_of(sizes.wrong[lane])));
  using verdict = detail::correction_judge::verdict;
  const verdict v = judge.judge(size, scale, [&] { return scale; });
  const bool is_far = iteration == 1 && size + 1 > scale;
  const bool goes_on = v == verdict::go_on && !is_far;
  const bool renews = iteration > 1 && judge.gain() < least_gain;
  m.solved[lane] = v == verdict::converged || v == verdict::floor ? -1 : m.solved[lane];
  m.active[lane] = goes_on ? -1 : 0;
  m.renews[lane] = goes_on && renews ? -1 : 0;
  m.keeps[lane] = goes_on && !renews ? -1 : 0;
}

lanes_left judge_corrections(const newton_masks& m, int iteration, const correction_sizes& sizes,
                             std::size_t width, double least_gain) {
  return best_kernels().judge(m, iteration, sizes, width, least_gain);
}

void judge_residuals(const newton_masks& m, std::int64_t* corrects, const std::int64_t* factored,
                     int iteration, const double* size, double* first, std::size_t width) {
  best_kernels().judge_residuals(m, corrects, factored, iteration, size, first, width);
}

}  // namespace plumbline::lanes
