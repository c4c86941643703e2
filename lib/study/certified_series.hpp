// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The motion of a certified set's centre, step by step: its Taylor series in balls, and a proven bound for what the series leaves out,
// from its own coefficients (math/series_tail.hpp) where that is found, otherwise from a disc (study/certified_jacobian.hpp).
#pragma once

#if PLUMBLINE_HAS_ARB

#include "math/series_tail.hpp"
#include "mechanics/taylor_system.hpp"
#include "study/certified_jacobian.hpp"

namespace plumbline {

/// A dyadic number of a few bits below 2^log2_size.
void set_dyadic_below(arb_ptr x, double log2_size);

class certified_series {
 protected:
  certified_series(taylor_system system, slong bits);

  /// After balls_.expand(): ρ, what the series leaves out there, and log2 of the longest step that leaves out nothing that the
  /// working precision would show. `flow` has a disc at the step's begin; log2_total is the length of the whole motion.
  double choose_step(const short_flow& flow, double log2_total);
  /// The motion from the centre, |s| <= ρ: x = Σ y_k s^k with what the series leaves out.
  void sum_at(arb_srcptr s, slong bits, ball_array& x) const;

  taylor_system system_;
  int states_;
  slong bits_;
  int order_;
  taylor_engine<taylor_balls> balls_;
  series_tail tail_;
  bound radius_;             ///< ρ, at most
  bool tail_holds_ = false;  ///< what this step's series leave out follows from their coefficients

 private:
  double radius_of_coefficients() const;

  bool has_tail_;
  bounds left_out_;  ///< Σ_{k>N} |y_k| ρ^k, at least
  double log2_beside_coefficients_ = 0;
};

}  // namespace plumbline

#endif
