// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The inner loops of lane_algebra.hpp and newton_lanes.hpp, compiled for each kind of processor.
#pragma once

#include "math/lane_algebra.hpp"
#include "math/newton_lanes.hpp"

namespace plumbline::lanes {

struct kernels {
  void (*sums)(const sums::sum*, const sums::sum*, const sums::term*, std::size_t width,
               bool same_weights, const std::int64_t* chosen);
  void (*factor)(const factors::view&);
  void (*solve)(const factors::view&, const double* const* b, double* const* x);
  void (*largest)(double* r, const double* const* x, std::size_t count, std::size_t width);
  void (*choose)(double* r, const std::int64_t*, const double* a, const double* b,
                 std::size_t width);
  void (*subtract)(double* r, const double* a, const double* b, std::size_t width);
  lanes_left (*judge)(const newton_masks&, int iteration, const correction_sizes&,
                      std::size_t width, double least_gain);
  void (*keep_finite)(std::int64_t* mask, const double* const* x, std::size_t count,
                      std::size_t width);
  void (*judge_residuals)(const newton_masks&, std::int64_t* corrects, const std::int64_t* factored,
                          int iteration, const double* size, double* first, std::size_t width);
  void (*add_where)(const std::int64_t* mask, double* const* x, const double* const* dx,
                    std::size_t count, std::size_t width);
};

/// The loops for the best kind of processor that this machine is. The bits are the same for every kind.
const kernels& best_kernels();

}  // namespace plumbline::lanes
