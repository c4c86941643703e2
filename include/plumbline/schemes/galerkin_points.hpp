// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The equations of a Galerkin method (schemes/galerkin.hpp) in double, for all points of the quadrature at once: the
// derivatives of L at the points side by side (few_lanes), and the sums
//
//   Q_i = q_0 + Σ φ_a u_a,   V_i = Σ φ_a′/h u_a                             with the points i side by side,
//   r_a = Σ_i (h b_i φ_a ∂L/∂q + b_i φ_a′ ∂L/∂v) and the Jacobian           with the equations a side by side.
//
// Each sum has its terms in the order in which they stand in galerkin.hpp and galerkin_jacobian.hpp, and what is missing there
// is added as zero. So the numbers are the same, four at the price of one.
#pragma once

#include <plumbline/core/phase_point.hpp>
#include <plumbline/core/vector.hpp>
#include <plumbline/math/lanes.hpp>
#include <plumbline/math/runner.hpp>
#include <plumbline/mechanics/model.hpp>
#include <plumbline/schemes/galerkin_blocks.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace plumbline::detail {

class galerkin_points {
 public:
  galerkin_points() = default;
  /// values(i, a) is φ_a(c_i), derivatives(i, a) is φ_a′(c_i). `second_exists`: which second derivatives of L are not always
  /// zero; empty where their sums are not made here (galerkin_jacobian in two stages).
  galerkin_points(const matrix<double>& values, const matrix<double>& derivatives,
                  const model<double>& system, const std::vector<char>& second_exists);

  /// False for one point or more than few_lanes::most, and where a point has its sums in another order. The other members are
  /// only for where this is true.
  bool exist() const { return points_ > 0; }
  bool has_jacobian() const { return !second_exists_.empty(); }

  /// slopes φ_a′/h, force_values h b_i φ_a, force_weights h b_i, weights b_i φ_a′
  void set_step(const matrix<double>& values, const matrix<double>& slopes,
                const matrix<double>& force_values, const vector<double>& force_weights,
                const matrix<double>& weights);
  void set_time(int i, double t);
  /// The next step begins elsewhere.
  void move_start() { second_knows_start_ = false; }

  /// r ← the equations and the impulse at the increments u. `near`: the start has not changed since the last evaluation.
  void evaluate(const phase_point<double>& start, const vector<double>& u, vector<double>& r,
                movement m);
  /// The same, and the second derivatives.
  void linearize(const phase_point<double>& start, const vector<double>& u, vector<double>& r);
  /// The second derivative number k at the point i, after linearize().
  double second(int i, int k) const { return second_.result(2 * n_ + k)[i]; }
  /// j ← the Jacobian, after linearize(); where has_jacobian().
  void add_up(matrix<double>& j) const;

 private:
  /// Which coefficients of a point belong to a block of second derivatives.
  struct coefficient {
    int i;
    int b;
    variable row;
    variable column;
  };
  void plan_jacobian();
  void put_parameters(few_lanes& f, const model<double>& system) const;
  /// The equations, by the program of f.
  void run(few_lanes& f, const std::vector<std::size_t>& results, const phase_point<double>& start,
           const vector<double>& u, vector<double>& r, int first);

  int n_ = 0;
  int s_ = 0;
  int points_ = 0;
  int stride_ = 0;      ///< of points
  int row_stride_ = 0;  ///< s + 1 rounded up to a multiple of 4
  bool first_moves_ = true;
  bool second_knows_start_ = false;
  int q_ = 0;  ///< the inputs
  int v_ = 0;
  int t_ = 0;
  few_lanes gradient_;
  few_lanes second_;
  std::shared_ptr<std::int64_t> count_;
  std::vector<std::int64_t> has_value_;  ///< masks, by a and point
  std::vector<char> has_slope_;
  std::vector<double> values_;  ///< φ_a, by a and point
  std::vector<double> slopes_;  ///< φ_a′/h
  std::vector<double> rows_;    ///< by point, kind (q, v) and row a
  std::vector<char> pulls_;     ///< φ_a(c_i) is not 0, by i and a
  std::vector<char> pushes_;    ///< φ_a′(c_i) is not 0
  std::vector<char> second_exists_;
  std::vector<coefficient> coefficients_;
  std::vector<double> products_;  ///< of coefficients_, row by row
  std::vector<std::size_t> first_term_;
  std::vector<std::size_t>
      filled_;  ///< where most entries have no term, the numbers of those that have
  std::vector<std::size_t>
      terms_;  ///< by unknown b, l and row k: places of a derivative and of its coefficients
  std::vector<std::size_t> gradient_results_;  ///< places of ∂L/∂q, ∂L/∂v
  std::vector<std::size_t> second_results_;
  std::vector<const double*> results_;  ///< work space
};

}  // namespace plumbline::detail
