// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The Jacobian of the flow on a box X for a short time, with the proof that all motions from X exist so long.
//
// Disc. With c_k the Taylor coefficients as functions of the state, X with the complex radii δ, and B the box around X with
// the further radii  A_i = Σ_{k<p} R^k sup_X |c_k,i| + a_i,
//
//   R^p sup_B |c_p,i| <= a_i   for all i
//
// implies that each solution that starts in X exists for complex |t| <= R, stays in B, is analytic, and moves by at most A (a
// high-order enclosure; Nedialkov, Jackson & Corliss, Appl. Math. Comput. 105 (1999) 21). The slack a is found by iteration.
//
// Jacobian. Its series up to the order K on X in balls; the rest by Cauchy's estimate in time and in the initial value,
// (A_i/δ_j) (s/R)^(K+1)/(1 − s/R).
#pragma once

#if PLUMBLINE_HAS_ARB

#include "math/taylor_engine.hpp"
#include "study/certified_parts.hpp"

#include <memory>
#include <vector>

namespace plumbline {

class short_flow {
 public:
  /// log2_total: the length of the whole motion. The Jacobian's series has `order` terms in `bits`: a time s is a quarter of the
  /// disc at most, so that what is left out is about 4^−order beside it.
  short_flow(std::shared_ptr<const taylor_code> code, double log2_total, int order = usual_order,
             slong bits = bound_bits);

  /// Called for every parameter, then run_constants().
  void set_parameter(int i, arb_srcptr value);
  void run_constants();

  /// Motions that start in the box x at this time. False where no disc is found.
  bool begin(const ball_array& x, arb_srcptr time);
  /// log2 of the longest time for jacobian().
  double log2_length() const { return log2_disc_ - log2_disc_beside_step; }
  double log2_disc() const { return log2_disc_; }
  /// The next begin() looks for a disc that is no larger.
  void shrink_to(double log2_disc) {
    log2_disc_ = std::min(log2_disc_, log2_disc - growth_of_disc);
    has_disc_ = true;
  }
  /// A: how far the solution moves on the disc.
  const bounds& motion() const { return motion_; }
  /// δ, the size of initial values for which the disc serves.
  const bounds& reach() const { return reach_; }
  /// Dφ_s on the box, |s| <= 2^log2_length().
  void jacobian(arb_srcptr s, ball_matrix& m);
  /// The derivatives of a row of the code at the time s by the entries of the box; not finite where the row is not bounded on the disc.
  void gradient(int row, arb_srcptr s, ball_array& d);
  /// |row| on the disc, at most.
  void size_on_disc(int row, mag_ptr size);
  /// R, or a little less.
  void radius_below(mag_ptr r) const;

 private:
  /// log2 (R/h)
  static constexpr double log2_disc_beside_step = 2;
  static constexpr double growth_of_disc = 0.15;  ///< log2, from a disc to the next
  static constexpr int usual_order = 14;          ///< 4^−15 = 1e-9

  bool find_disc(const ball_array& x, arb_srcptr time);
  bool maps_into_itself(const ball_array& x, arb_srcptr time, double log2_radius, int failures);
  int states() const { return tangents_.states(); }

  int order_;
  slong bits_;
  taylor_engine<taylor_tangents> tangents_;
  taylor_engine<taylor_discs> discs_;
  bounds motion_;
  bounds reach_;
  std::vector<double> first_reach_;  ///< log2 of the first δ
  double log2_total_;
  double log2_disc_ = 0;
  bool has_disc_ = false;
};

}  // namespace plumbline

#endif
