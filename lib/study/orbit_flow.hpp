// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The flow of a problem and its derivative, in run-time precision:
//
//   y = φ_T(x),   M = Dφ_T(x),   M′ = Df(φ_t(x)) M,  M(0) = 1
//
// The state is x = (q, p) of a Lagrangian system, (x, v) of other systems M a + F = P(t), y of a system of first order. Both are
// Taylor series, those of all columns of M in one pass (math/taylor_columns.hpp). The series of a Lagrangian that is not quadratic in
// the velocities, and of a system with constraints, are those of (q, v).
//
// Besides: the field, and the values and gradients of what the state may keep: the energy, sums of momenta, the quantities of a
// file. With constraints, x lies on the surface where the functions s of surface() are 0:
//
//   g_k(q)                              for each holonomic constraint
//   (A (p − ∂L/∂v (q, v)))_k            for each constraint, v the velocity on the constraints that belongs to p
#pragma once

#include <plumbline/catalogue/any_stepper.hpp>
#include <plumbline/mechanics/followed_function.hpp>
#include <plumbline/schemes/taylor.hpp>
#include <plumbline/study/problem.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace plumbline {

struct flow_end {
  vector<mp> y;
  matrix<mp> derivative;  ///< empty where none is asked for
};

/// A function of the state: the energy, a sum of momenta, a quantity of the form, or one entry of the state, a velocity, or a
/// formula.
struct state_function {
  enum class kind { energy, momenta, quantity, entry, velocity, formula, constraint, pull };
  kind what = kind::energy;
  std::string name;
  momentum_sum momenta = {};
  int index = 0;  ///< of the quantity, of the entry, of the coordinate, of the constraint
  std::shared_ptr<const followed_function> text = {};
};

/// EXPR of --section. Throws invalid_input for what is no formula of the state.
state_function section_function(const problem& p, const std::string& text);

/// The map of so many steps of a scheme in the place of the flow over a time.
struct orbit_steps {
  scheme_choice scheme;
  int steps = 0;  ///< of the whole period
};

struct value_and_gradient {
  mp value;
  vector<mp> gradient;
};

/// Where a map or a period of the equations is tested.
struct state_at_time {
  vector<mp> x;
  mp later;  ///< since the start time
};

/// Everything has the precision of the scope in which it is made, and is asked there.
class orbit_flow {
 public:
  /// With steps: φ_T is that of the scheme with the step T_whole/steps; `parts` of the period are asked for at a time.
  explicit orbit_flow(const problem& p, const std::optional<orbit_steps>& by_steps = std::nullopt,
                      int parts = 1);
  orbit_flow(const orbit_flow&) = delete;
  orbit_flow& operator=(const orbit_flow&) = delete;
  ~orbit_flow() = default;

  int states() const { return states_; }
  int dimension() const { return n_; }
  bool autonomous() const;
  const model<mp>& system() const { return in_.system; }
  const problem& asked() const { return problem_; }
  const mp& start_time() const { return in_.t0; }
  /// The start of the problem.
  const vector<mp>& start() const { return start_; }

  /// φ_T(x) from the start time on. Throws step_failure where the series cannot be continued.
  vector<mp> end(const vector<mp>& x, const mp& time);
  /// With Dφ_T(x) W for the columns W.
  flow_end end_with_derivative(const vector<mp>& x, const mp& time, const matrix<mp>& columns);
  /// Dφ_T(x) computed in double: a fraction of the work, and enough for a correction of ten digits.
  matrix<mp> coarse_derivative(const vector<mp>& x, const mp& time);
  /// ∂φ_T(x)/∂T, where y = φ_T(x): the field there; of a scheme by its step.
  vector<mp> rate_at_end(const vector<mp>& x, const vector<mp>& y, const mp& time);
  /// f(x, t)
  vector<mp> field(const vector<mp>& x, const mp& t);
  value_and_gradient value(const state_function& f, const vector<mp>& x) {
    return value(f, x, in_.t0);
  }
  value_and_gradient value(const state_function& f, const vector<mp>& x, const mp& t);
  /// Df(x, t), for rest.
  matrix<mp> field_derivative(const vector<mp>& x, const mp& t);
  /// Functions that are 0 where the constraints allow a state, with independent gradients; none without constraints.
  const std::vector<state_function>& surface() const { return surface_; }
  /// Their gradients as columns.
  matrix<mp> surface_normals(const vector<mp>& x) { return surface_normals(x, in_.t0); }
  matrix<mp> surface_normals(const vector<mp>& x, const mp& t);
  /// The sizes of the entries of a state, 1 where none were set: for states around it, and for what counts as a rounding error.
  void set_units(const vector<mp>& units) { units_ = units; }
  const vector<mp>& units() const { return units_; }
  /// States around the start, on the surface: some by about 2^−closeness beside it.
  std::vector<vector<mp>> states_around_start(int count = 3, int closeness = 6);
  /// States along the motion from x, which is followed in double as far as that leads: some hundred, at times that no rule gives.
  std::vector<state_at_time> states_along(const vector<mp>& x, const mp& time) const;

 private:
  using tangent = tangent_number<mp>;

  enum class change { to_series, from_series };
  /// The state and the columns that belong to it in the variables of the series, or back at the time t.
  void change_variables(change direction, const mp& t, vector<mp>& x, matrix<mp>& columns);
  /// The state after the steps that make the part of the period.
  template <class T>
  vector<T> stepped(any_stepper<T>& stepper, const vector<T>& x, const T& t0, const T& time) const;
  template <class T>
  matrix<mp> derivative_of_steps(const vector<mp>& x, const mp& time) const;
  template <class T>
  T value_of(const state_function& f, const vector<T>& x, const mp& t, evaluation<T>& at);

  problem problem_;
  std::optional<orbit_steps> by_steps_;
  int parts_;
  problem_in<mp> in_;
  model<tangent> tangent_system_;
  int n_;
  int states_;
  vector<mp> start_;
  vector<mp> units_;
  taylor_stepper<mp> stepper_;
  evaluation<tangent> at_;
  evaluation<mp> at_values_;
  bool states_are_of_series_;
  std::vector<state_function> surface_;
};

/// A vector, a matrix in the digits of the present scope.
vector<mp> in_scope(const vector<mp>& x);
mp in_scope(const mp& x);

}  // namespace plumbline
