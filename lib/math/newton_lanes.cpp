// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "math/newton_lanes.hpp"

#include "math/lane_vector.hpp"
#include <plumbline/math/newton.hpp>

#include <cmath>
#include <limits>

namespace plumbline::lanes {

namespace {

using judge_t = plumbline::detail::correction_judge;
using verdict = judge_t::verdict;

constexpr double least_gain = 8;  // bits, as in chord_from_guess

/// log2 of a size that is not negative, as log2_magnitude() has it.
double log2_of(double size) {
  if (!std::isfinite(size)) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  return size == 0 ? -std::numeric_limits<double>::infinity() : std::log2(size);
}

/// One lane, in the words of correction_judge.
void judge_lane(const newton_masks& m, int iteration, double size, double unknowns, double before,
                std::size_t k) {
  judge_t judge(std::numeric_limits<double>::digits);
  if (iteration > 1) {
    (void)judge.judge(log2_of(before), 0, 0);
  }
  const double scale = log2_of(unknowns);
  const verdict v = judge.judge(log2_of(size), scale, scale);
  const bool goes_on = v == verdict::go_on;
  const bool renews = iteration > 1 && judge.gain() < least_gain;
  m.solved[k] = v == verdict::converged || v == verdict::floor ? -1 : m.solved[k];
  m.active[k] = goes_on ? -1 : 0;
  m.renews[k] = goes_on && renews ? -1 : 0;
  m.keeps[k] = goes_on && !renews ? -1 : 0;
}

/// x and y nearly agree, so that their rounded logarithms might be in another order.
PLUMBLINE_INLINE void doubt(mask& doubtful, const mask& where, const numbers& x, const numbers& y) {
  constexpr double safe = 1e-9;
  numbers distance;
  absolute(distance, x - y);
  const mask certain = distance > safe * (x + y);
  doubtful = doubtful | (where & ~certain);
}

/// Eight lanes. Returns the mask of those that are left to judge_lane().
PLUMBLINE_INLINE void judge_eight(const newton_masks& m, bool first, const double* sizes,
                                  const double* all_unknowns, const double* all_before,
                                  std::size_t k, mask& doubtful) {
  constexpr double smallest = 1e-120;
  constexpr double most = 1e120;
  const numbers size = at(sizes, k);
  const numbers unknowns = at(all_unknowns, k);
  const numbers before = at(all_before, k);
  const mask active = at(m.active, k) & ~at(m.solved, k);
  const numbers unit = unknowns * 0x1p-52;
  mask fits = (size > smallest) & (size < most) & (unknowns > smallest) & (unknowns < most);
  doubtful = mask{};
  // size + 2 < unit
  const mask small = 4 * size < unit;
  doubt(doubtful, active, 4 * size, unit);
  mask solved = small;
  mask poor = {};
  mask renews = {};
  if (!first) {
    fits = fits & (before > smallest) & (before < most);
    // size + 1 < before
    const mask shrinks = 2 * size < before;
    doubt(doubtful, active, 2 * size, before);
    // the next correction, of the size 2 size - before, is 2 below the unit
    const mask is_last = 4 * size * size < before * unit;
    doubt(doubtful, active & shrinks, 4 * size * size, before * unit);
    // size < scale + 1 - 53 + 12
    const mask floor = size < unknowns * 0x1p-40;
    doubt(doubtful, active & ~shrinks, size, unknowns * 0x1p-40);
    solved = small | (shrinks & is_last) | (~shrinks & floor);
    poor = ~small & ~shrinks & ~floor;
    // before - size < least_gain
    renews = before < 256 * size;
    doubt(doubtful, active, before, 256 * size);
  }
  doubtful = doubtful | (active & ~fits);
  const mask goes_on = active & ~solved & ~poor;
  at(m.solved, k) = at(m.solved, k) | (active & solved & ~doubtful);
  at(m.active, k) = goes_on & ~doubtful;
  at(m.renews, k) = goes_on & renews & ~doubtful;
  at(m.keeps, k) = goes_on & ~renews & ~doubtful;
}

PLUMBLINE_INLINE lanes_left judge_all(const newton_masks& m, int iteration, const double* size,
                                      const double* unknowns, double* before, std::size_t width) {
  mask renew = {};
  mask keep = {};
  for (std::size_t k = 0; k < width; k += vector_width) {
    mask doubtful;
    judge_eight(m, iteration == 1, size, unknowns, before, k, doubtful);
    if (any(doubtful)) {
      for (std::size_t l = 0; l < vector_width; ++l) {
        if (doubtful[l] != 0) {
          judge_lane(m, iteration, size[k + l], unknowns[k + l], before[k + l], k + l);
        }
      }
    }
    at(before, k) = at(size, k);
    renew = renew | at(m.renews, k);
    keep = keep | at(m.keeps, k);
  }
  return {any(renew), any(keep)};
}

#define PLUMBLINE_JUDGE(name, attributes)                                                 \
  attributes lanes_left name(const newton_masks& m, int iteration, const double* size,    \
                             const double* unknowns, double* before, std::size_t width) { \
    return judge_all(m, iteration, size, unknowns, before, width);                        \
  }
PLUMBLINE_JUDGE(judge_anywhere, )
#if PLUMBLINE_TARGETS
PLUMBLINE_JUDGE(judge_avx2, __attribute__((target(PLUMBLINE_AVX2))))
PLUMBLINE_JUDGE(judge_avx512, __attribute__((target(PLUMBLINE_AVX512))))
#endif

}  // namespace

lanes_left judge_corrections(const newton_masks& m, int iteration, const double* size,
                             const double* unknowns, double* before, std::size_t width) {
#if PLUMBLINE_TARGETS
  switch (this_processor()) {
    case processor::avx512:
      return judge_avx512(m, iteration, size, unknowns, before, width);
    case processor::avx2:
      return judge_avx2(m, iteration, size, unknowns, before, width);
    case processor::any:
      break;
  }
#endif
  return judge_anywhere(m, iteration, size, unknowns, before, width);
}

}  // namespace plumbline::lanes
