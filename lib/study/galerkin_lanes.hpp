// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The steps of a Galerkin variational integrator (schemes/galerkin.hpp) for several trajectories in lanes: the guess, the
// equations, their Jacobian, its LU factors and the corrections of Newton's method are computed for all lanes of a block, and
// each lane leaves the iteration when its own corrections say so (detail::correction_judge, math/newton.hpp). A lane whose
// iteration does not converge quickly takes this step alone, by the scheme's stepper.
//
// With exact functions each lane does the operations of galerkin_stepper<double> in their order, so it has its bits.
#pragma once

#include "math/lane_algebra.hpp"
#include <plumbline/math/lanes.hpp>
#include <plumbline/mechanics/model.hpp>
#include <plumbline/schemes/galerkin.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace plumbline {

class galerkin_lanes {
 public:
  /// Whether steps for this system run in lanes: a Lagrangian that is quadratic in v, one law everywhere, the Jacobian in one stage
  /// (detail::galerkin_jacobian), and fewer unknowns than are factored as a band.
  static bool has(const galerkin_tableau<double>& tableau, const model<double>& system);
  /// The registers of the programs that a step runs, for choosing a width.
  static int registers(const galerkin_tableau<double>& tableau, const model<double>& system);

  /// One system for each lane, all with the same formulas; their number is the width, a multiple of 8.
  galerkin_lanes(galerkin_tableau<double> tableau, std::vector<model<double>> systems,
                 lane_functions functions);

  std::size_t width() const { return store_.width(); }
  std::span<double> q(int k) { return {q_[static_cast<std::size_t>(k)], width()}; }
  std::span<double> p(int k) { return {p_[static_cast<std::size_t>(k)], width()}; }

  /// The steps of the lanes, and all lanes begin: failed() is false for each.
  void begin(std::span<const double> h);
  /// One step of all lanes that have not failed, from the times t.
  void step(std::span<const double> t);
  bool failed(std::size_t lane) const { return alive_[lane] == 0; }

 private:
  using rows = std::vector<double*>;
  using const_rows = std::vector<const double*>;

  /// The programs at a quadrature point.
  struct point {
    lane_runner gradient;
    lane_runner derivatives;
    lanes::sums locate_gradient;     ///< Q and V into the inputs
    lanes::sums locate_derivatives;  ///< the same
    bool moves;                      ///< Q depends on the unknowns
  };

  rows new_rows(int count);
  void plan_points();
  void plan_residual(lanes::sums& plan, bool linear);
  void plan_jacobian();
  void set_weights(std::span<const double> h);

  std::span<const std::int64_t> mask_of(const std::int64_t* m) const { return {m, width()}; }
  void put_time(lane_runner& r, std::span<const double> t, double part);
  /// The unknowns from velocity and acceleration at the start of the step.
  void guess(std::span<const double> t);
  /// x with M x = right_ in each lane where few_unknowns.hpp finds it; the others keep what they have.
  void solve_few_masses(const lane_runner& masses, const rows& x);
  void evaluate(const std::int64_t* wanted);
  void linearize(const std::int64_t* wanted, bool first);
  /// Decides for the lanes of active_ from the sizes of the residual whether they go on.
  void judge_residuals(int iteration);
  void solve();
  void step_alone(std::size_t lane, double t);

  galerkin_tableau<double> tableau_;
  std::vector<model<double>> systems_;
  int n_;
  int s_;
  int points_;
  form_inputs inputs_;
  bool autonomous_;
  lanes::storage store_;

  rows q_;
  rows p_;
  rows u_;
  rows residual_;  ///< equations, then the impulse
  rows jacobian_;  ///< column by column, the rows of the impulse at the end of each
  rows delta_;
  rows outputs_;
  double* h_;
  bool same_step_ = true;

  // weights, as in detail::galerkin_equations
  rows values_, slopes_, weights_, force_values_, force_weights_, products_;
  std::vector<char> needs_value_, needs_slope_;
  rows nodes_;         ///< d_a h
  rows half_squares_;  ///< (d_a h)²/2

  lane_runner legendre_;
  lane_runner acceleration_;
  lane_runner load_;
  std::vector<point> points_of_;
  lanes::sums residual_by_gradient_;
  lanes::sums residual_by_derivatives_;
  lanes::sums jacobian_sums_;
  lanes::sums guess_sums_;
  lanes::sums output_slopes_;
  std::unique_ptr<lanes::factors> factors_;

  // the launch
  std::unique_ptr<lanes::factors> mass_;
  rows velocity_, speed_up_, right_;

  // lists of the arrays above, as the loops take them
  const_rows equations_;  ///< of the residual, without the impulse
  const_rows constant_delta_, constant_u_, constant_right_, constant_outputs_;
  const_rows last_unknowns_;  ///< those at the end of the step
  const_rows start_;          ///< q, p and h
  const_rows with_velocity_;  ///< the right side, and the velocity
  const_rows with_speed_up_;

  rows slopes_of_outputs_;
  double* zero_;  ///< zeros
  double* work_;
  double* size_;
  double* largest_;
  double* unknowns_;
  double* first_;
  double* before_;
  double* wrong_;
  std::int64_t* alive_;
  std::int64_t* active_;
  std::int64_t* corrects_;  ///< active, and the residual is not zero
  std::int64_t* renews_;
  std::int64_t* keeps_;  ///< active, and evaluated without a new Jacobian
  std::int64_t* solved_;
  std::int64_t* known_;
  std::vector<std::unique_ptr<galerkin_stepper<double>>> alone_;
  phase_point<double> z_;
};

}  // namespace plumbline
