// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The set { m + B ζ : |ζ_j| <= z_j } of a certified integration, without its centre m: a frame B and a box z.
//
// Each step maps B ζ to Dφ B ζ. The new frame is the orthogonal factor of Dφ B, in units of the motion, its columns sorted
// by their widths (R. Lohner 1988), so that the box does not turn against its edges and grow from that.
#pragma once

#if PLUMBLINE_HAS_ARB

#include "study/certified_parts.hpp"

#include <vector>

namespace plumbline {

class lohner_frame {
 public:
  explicit lohner_frame(int n);

  /// B = 1 and z the radii of x.
  void start(const ball_array& x);
  const ball_matrix& matrix() const { return frame_; }
  /// r_i = Σ_j |B_ij| z_j
  void hull(bounds& r) const { hull_of(frame_, r); }
  /// The same of the image: moved = Dφ B.
  void hull_of(const ball_matrix& moved, bounds& r) const { multiply_bounds(moved, box_, n_, r); }
  /// To the image, moved = Dφ B with a centre that is known to the radii `error`; `units` are log2 of the motion's size.
  /// False where a number is not finite.
  bool advance(const ball_matrix& moved, const bounds& error, const std::vector<double>& units);

 private:
  int n_;
  ball_matrix frame_;
  ball_matrix next_;
  ball_matrix inverse_;
  ball_matrix transfer_;
  bounds box_;
};

}  // namespace plumbline

#endif
