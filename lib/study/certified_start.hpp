// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The start of a certified integration as balls, and the momenta p = ∂L/∂v of balls (q, v).
#pragma once

#if PLUMBLINE_HAS_ARB

#include "math/taylor_arb.hpp"
#include "math/taylor_engine.hpp"
#include <plumbline/study/certified.hpp>

#include <memory>

namespace plumbline {

class certified_start {
 public:
  certified_start(const form& formulas, const certified_input& input, slong bits);

  /// Whether rows are printed with momenta.
  bool has_momenta() const { return momenta_ != nullptr; }
  /// The state (q, v), or y of a system of first order. Throws domain_error where it is not finite.
  void state(bool first_order, ball_array& x);
  /// (q, v) at a time becomes (q, p).
  void to_momenta(arb_srcptr time, ball_array& x);

 private:
  void momentum(arb_srcptr time, const ball_array& q, const ball_array& v, ball_array& p);
  void velocity(const ball_array& q, ball_array& rate);
  void quadratic(const ball_array& q, ball_array& rate);
  void require_constraints(const ball_array& x);
  void given_velocities(const ball_array& q, ball_array& rate);

  const form& formulas_;
  const certified_input& in_;
  slong bits_;
  int n_;
  ball_array time_;
  std::unique_ptr<taylor_engine<taylor_balls>> momenta_;
};

}  // namespace plumbline

#endif
