// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The flow and its derivative on a box of states, enclosed:
//
//   φ_T(m) ∈ Y,   Dφ_t(x) ∈ M  and  φ_t(x) ∈ Y + M (X − m)  for all x in the box X around m and all t in an interval [T]
//
// The motion of the centre is a Taylor series with a proven bound of its rest (math/series_tail.hpp). The derivative is a product
// of those of short pieces (study/certified_jacobian.hpp), each on a box around all motions from X: where these are is known from
// the product so far, so that no frames are needed for boxes as small as those of a proof.
//
// Besides: the values and gradients of functions of the state on boxes.
#pragma once

#if PLUMBLINE_HAS_ARB

#include "study/certified_series.hpp"
#include "study/orbit_flow.hpp"

#include <memory>
#include <vector>

namespace plumbline {

/// The number as it is.
inline void set_exact(arb_ptr r, const mp& x) {
  arf_set_mpfr(arb_midref(r), x.backend().data());
  mag_zero(arb_radref(r));
}

struct enclosure_precision {
  slong bits;  ///< of the centre
  slong bits_of_derivative;
  int order_of_derivative;
};

/// Why an enclosure ends: `lost` where the derivative is known to less than its size, so that nothing can be proven with it.
enum class enclosure_end { done, unbounded, lost };

class flow_enclosure : certified_series {
 public:
  flow_enclosure(const model<mp>& system, const mp& t0, const mp& log_time,
                 const enclosure_precision& precision);

  /// `unbounded` where no disc of time is found on which the motion is bounded.
  enclosure_end run(const ball_array& centre, const bounds& radii, arb_srcptr time);
  /// Where a run that is not done has ended: the time from the start.
  double reached() const;

  /// What a pass has cost, and would cost with another order of the derivative: terms of sums of products.
  double work(int order_of_derivative) const {
    const double order = order_of_derivative;
    return static_cast<double>(pieces_) * order * order * (2 * states_ + 1) *
           system_.code->convolutions() / 2;
  }

  const ball_array& end() const { return end_; }  ///< φ_T(m) for the midpoint T of the time
  const ball_array& end_of_box() const { return end_of_box_; }
  const ball_matrix& derivative() const { return derivative_; }

 private:
  enclosure_end begin_piece(arb_srcptr place);

  enclosure_precision precision_;
  short_flow flow_;
  double log2_total_;
  ball_array numbers_;
  ball_array centre_;
  bounds error_;
  bounds radii_;
  ball_array value_;
  ball_array point_;
  ball_matrix derivative_;
  ball_matrix of_step_;  ///< since the step's begin
  ball_matrix of_piece_;
  ball_matrix product_;
  ball_array end_;
  ball_array end_of_box_;
  long pieces_ = 0;
};

/// A formula of the state with the values of its parameters by name.
struct formula_to_enclose {
  std::shared_ptr<const followed_function> function;
  std::vector<mp> named;
};

/// Functions of the state on boxes.
class ball_functions {
 public:
  /// `formulas` are those that value() is asked for.
  ball_functions(const model<mp>& system, const mp& t0, slong bits,
                 const std::vector<formula_to_enclose>& formulas);

  /// f on the box at the start time, and its gradient; both are indeterminate where they are not known.
  void value(const state_function& f, const ball_array& x, arb_ptr result, ball_array& gradient) {
    const ball_array start(1);
    value(f, x, start[0], result, gradient);
  }
  /// The same at the time t0 + later.
  void value(const state_function& f, const ball_array& x, arb_srcptr later, arb_ptr result,
             ball_array& gradient);
  /// The field at the time t0 + later.
  void field(const ball_array& x, arb_srcptr later, ball_array& rate);

 private:
  bool run(const ball_array& x, arb_srcptr later);

  taylor_system system_;
  int states_;
  slong bits_;
  std::vector<int> velocities_;
  std::vector<int> energy_;
  std::vector<int> quantities_;
  std::vector<int> constraints_;
  std::vector<int> pulls_;
  std::vector<std::pair<std::shared_ptr<const followed_function>, int>> formulas_;
  ball_array t0_;
  std::unique_ptr<taylor_engine<taylor_tangents>> engine_;
};

}  // namespace plumbline

#endif
