// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Newmark's family for M(x, v) a + F(x, v) = P(t), in the form whose unknown is the acceleration (NX (20) to (25); Newmark
// 1959; Hughes, The Finite Element Method, 9.1):
//
//   x_p = x_0 + h v_0 + (h²/2)(1 − 2β) a_0,   v_p = v_0 + h (1 − γ) a_0
//   M a_1 + F = P(t_1) at (x_p + β h² a_1, v_p + γ h a_1)
//   x_1 = x_0 + h v_0 + (h²/2)((1 − 2β) a_0 + 2β a_1),   v_1 = v_0 + h ((1 − γ) a_0 + γ a_1)
//
// For a linear system this is (m + γ h c + β h² k) a_1 = P − c v_p − k x_p, whose factors are kept while the step stays
// the same.
//
// γ = ½ makes it symmetric and of order 2, whatever β is (NX section 6.2); any other γ damps or excites, with order 1. On
// linear systems without damping γ = ½ keeps a quadratic form and the area, the form being the energy for β = ¼; the step
// is stable for ω h ≤ 2/√(1 − 4β), always for β ≥ ¼. For β = 1/12 the *phase* of such a system is right to order 4, the
// start from an exact velocity is not. β = 0 is the velocity form of leapfrog.
#pragma once

#include <plumbline/core/exact_step.hpp>
#include <plumbline/core/scheme_info.hpp>
#include <plumbline/mechanics/second_order.hpp>
#include <plumbline/schemes/implicit_step.hpp>

#include <memory>
#include <optional>
#include <string>

namespace plumbline {

template <class T>
struct newmark_parameters {
  T beta;
  T gamma;
};

/// What is known without the numbers: whether γ = ½, and which β.
struct newmark_member {
  bool centred = true;       ///< γ = ½
  bool is_explicit = false;  ///< β = 0
  bool trapezoidal = true;   ///< β = ¼
};

inline scheme_info newmark_info(const newmark_member& member) {
  return {.name = "newmark",
          .summary = "Newmark's method with parameters beta and gamma",
          .order = member.centred ? 2 : 1,
          .symmetric = member.centred,
          .symplectic = false,
          .conserves = {.linear_in_velocities = true,
                        .energy_of_linear = member.centred && member.trapezoidal},
          .formula =
              "x_1 = x_0 + h v_0 + h^2 ((1-2 beta) a_0 + 2 beta a_1)/2, "
              "v_1 = v_0 + h ((1-gamma) a_0 + gamma a_1), M a_1 + F = P(t_1)",
          .reference = "Newmark 1959; NX (21), (24), (25)",
          .on_linear = {.symmetric = member.centred, .symplectic = member.centred},
          .on_separable = {.symmetric = member.centred,
                           .symplectic = member.centred && member.is_explicit}};
}

namespace detail {

/// The equilibrium at the end of a step as equations for a_1, for newton_ladder.
template <class T>
class newmark_equations {
  template <class U>
  friend class newmark_equations;

 public:
  explicit newmark_equations(model<T> system)
      : system_(std::move(system)),
        at_(system_),
        n_(system_.dimension()),
        x_(n_),
        v_(n_),
        ex_(n_, n_),
        ev_(n_, n_) {
    if (!system_.law_by_zone()) {
      runner_.emplace(system_.formulas()->part(form_part::equation), movement::near);
      gradient_at_node<T>::put_parameters(*runner_, system_);
    }
  }

  /// Predictors, coefficients β h² and γ h of the unknown, load, the time at the end, and where to begin.
  void set(const vector<T>& x, const vector<T>& v, const vector<T>& load, const T& x_factor,
           const T& v_factor, const T& t, const vector<T>& guess) {
    x_start_ = x;
    v_start_ = v;
    load_ = load;
    x_factor_ = x_factor;
    v_factor_ = v_factor;
    t_ = t;
    guess_ = guess;
    at_.set_time(t);
  }
  /// The same step in a coarser scalar.
  template <class C>
  void pose(newmark_equations<C>& other) const {
    convert_into(other.x_start_, x_start_);
    convert_into(other.v_start_, v_start_);
    convert_into(other.load_, load_);
    convert_into(other.guess_, guess_);
    other.x_factor_ = scalar_cast<C>(x_factor_);
    other.v_factor_ = scalar_cast<C>(v_factor_);
    other.t_ = scalar_cast<C>(t_);
    other.at_.set_time(other.t_);
  }

  int size() const { return n_; }
  int outputs() const { return 0; }
  void guess(vector<T>& a) const { a = guess_; }
  void evaluate(const vector<T>& a, vector<T>& r, movement m) {
    locate(a);
    r.resize(n_);
    if (runner_) {
      const form_inputs& inputs = system_.formulas()->inputs();
      for (int i = 0; i < n_; ++i) {
        set_copy(runner_->input(inputs.q(i)), x_[i]);
        set_copy(runner_->input(inputs.v(i)), v_[i]);
        set_copy(runner_->input(inputs.a(i)), a[i]);
      }
      set_copy(runner_->input(inputs.t()), t_);
      if (m == movement::near) {
        runner_->run_near(position_stage);
        runner_->run_near(velocity_stage);
      } else {
        runner_->run(position_stage);
        runner_->run(velocity_stage);
      }
      for (int i = 0; i < n_; ++i) {
        set_difference(r[i], runner_->result(i), load_[i]);
      }
    } else {
      at_.equation(view_of(x_), view_of(v_), view_of(a), view(r));
      for (int i = 0; i < n_; ++i) {
        set_difference(r[i], r[i], load_[i]);
      }
    }
  }
  /// M + β h² ∂(M a + F)/∂x + γ h ∂(M a + F)/∂v.
  void linearize(const vector<T>& a, vector<T>& r, matrix<T>& j) {
    evaluate(a, r, movement::free);
    at_.mass(view_of(x_), view_of(v_), j);
    at_.equation_slopes(view_of(x_), view_of(v_), view_of(a), ex_, ev_);
    for (int i = 0; i < n_; ++i) {
      for (int k = 0; k < n_; ++k) {
        j(i, k) += v_factor_ * ev_(i, k);
        j(i, k) += x_factor_ * ex_(i, k);
      }
    }
  }
  /// An acceleration that moves neither x nor v by their rounding errors need not be told from another: where the
  /// coordinates are large angles, the forces themselves carry such errors.
  double floor_scale(const vector<T>& a) const {
    constexpr double share = 8;  // bits
    double largest = log2_magnitude(a, n_);
    const auto include = [&](const vector<T>& y, const T& factor) {
      if (!(factor == T(0))) {
        const double size = log2_magnitude(y, n_) - log2_magnitude(factor) - share;
        largest = largest < size ? size : largest;
      }
    };
    include(x_start_, x_factor_);
    include(v_start_, v_factor_);
    return largest;
  }

  template <class C>
  newmark_equations<C> in_scalar() const {
    return newmark_equations<C>(system_.template cast<C>());
  }
  /// A system with zones stays in its scalar.
  bool climbs() const { return !system_.law_by_zone(); }

  evaluation<T>& system() { return at_; }

 private:
  static std::span<const T> view_of(const vector<T>& x) { return view(x); }
  void locate(const vector<T>& a) {
    for (int i = 0; i < n_; ++i) {
      set_product(x_[i], x_factor_, a[i]);
      set_sum(x_[i], x_start_[i], x_[i]);
      set_product(v_[i], v_factor_, a[i]);
      set_sum(v_[i], v_start_[i], v_[i]);
    }
  }

  model<T> system_;
  evaluation<T> at_;
  std::optional<runner<T>> runner_;
  int n_;
  vector<T> x_start_;
  vector<T> v_start_;
  T x_factor_{0};
  T v_factor_{0};
  T t_{0};
  vector<T> guess_;
  vector<T> x_;
  vector<T> v_;
  vector<T> load_;
  matrix<T> ex_;
  matrix<T> ev_;
};

}  // namespace detail

/// One-step map on flat states y = (x, v, a) for one system. A value with work space: keep it, step it.
template <class T, class System = model<T>>
class newmark_stepper : public exact_steps<T> {
 public:
  using exact_steps<T>::step;
  /// `system` is a model of second order, or what can be recorded as one.
  newmark_stepper(newmark_parameters<T> parameters, const System& system)
      : parameters_(std::move(parameters)),
        ladder_(detail::newmark_equations<T>(model_of<T>(system).second_order())),
        linear_(equilibrium().linear()),
        n_(equilibrium().dimension()),
        x_(n_),
        v_(n_),
        a_(n_),
        load_(n_),
        right_(n_) {}

  int dimension() const { return n_; }

  /// y ← Φ_h(y) from the time t; h may be negative. y is unchanged unless the report is ok.
  solve_report step(vector<T>& y, const T& t, const T& h) {
    if (!all_finite(y) || !is_finite(h)) {
      return {solve_outcome::not_finite, 0, 0};
    }
    const T& beta = parameters_.beta;
    const T& gamma = parameters_.gamma;
    const T early = T(1) - beta * 2;
    const T early_v = T(1) - gamma;
    for (int i = 0; i < n_; ++i) {
      x_[i] = y[i] + h * y[n_ + i] + h * h / 2 * early * y[2 * n_ + i];
      v_[i] = y[n_ + i] + h * early_v * y[2 * n_ + i];
    }
    const T end = t + h;
    equilibrium().load(end, view(load_));
    const solve_report report = linear_ ? solve_linear(h) : solve_nonlinear(y, end, h);
    if (!report.ok()) {
      return report;
    }
    for (int i = 0; i < n_; ++i) {
      x_[i] = y[i] + h * y[n_ + i] + h * h / 2 * (early * y[2 * n_ + i] + beta * 2 * a_[i]);
      v_[i] = y[n_ + i] + h * (early_v * y[2 * n_ + i] + gamma * a_[i]);
    }
    if (!all_finite(x_) || !all_finite(v_) || !all_finite(a_)) {
      return {solve_outcome::not_finite, report.iterations, report.residual};
    }
    for (int i = 0; i < n_; ++i) {
      y[i] = x_[i];
      y[n_ + i] = v_[i];
      y[2 * n_ + i] = a_[i];
    }
    return report;
  }

  /// Puts the acceleration into y that makes M a + F = P(t) hold at its x and v.
  solve_report settle(vector<T>& y, const T& t) {
    for (int i = 0; i < n_; ++i) {
      x_[i] = y[i];
      v_[i] = y[n_ + i];
      a_[i] = T(0);
    }
    equilibrium().set_time(t);
    equilibrium().load(t, view(load_));
    if (linear_) {
      put_linear_right_side();
      step_factors_known_ = false;
      if (!factors_.compute(linear_->mass)) {
        return {solve_outcome::singular, 0, 0};
      }
    } else {
      const solve_report report =
          equilibrium().acceleration(view(std::as_const(x_)), view(std::as_const(v_)), t, view(a_));
      for (int i = 0; report.ok() && i < n_; ++i) {
        y[2 * n_ + i] = a_[i];
      }
      return report;
    }
    factors_.solve(right_, a_);
    for (int i = 0; i < n_; ++i) {
      y[2 * n_ + i] = a_[i];
    }
    return {all_finite(a_) ? solve_outcome::converged : solve_outcome::not_finite, 0, 0};
  }

 private:
  /// P − (c v + k x).
  void put_linear_right_side() {
    const second_order_matrices<T>& s = *linear_;
    for (int i = 0; i < n_; ++i) {
      T damping(0);
      T spring(0);
      for (int j = 0; j < n_; ++j) {
        damping += T(s.damping(i, j) * v_[j]);
        spring += T(s.stiffness(i, j) * x_[j]);
      }
      right_[i] = load_[i] - (damping + spring);
    }
  }

  solve_report solve_linear(const T& h) {
    if (!has_factors_for(h)) {
      const second_order_matrices<T>& s = *linear_;
      mass_.resize(n_, n_);
      for (int i = 0; i < n_; ++i) {
        for (int j = 0; j < n_; ++j) {
          mass_(i, j) = s.mass(i, j) + h * parameters_.gamma * s.damping(i, j) +
                        h * h * parameters_.beta * s.stiffness(i, j);
        }
      }
      step_factors_known_ = false;
      if (!factors_.compute(mass_)) {
        return {all_finite(mass_) ? solve_outcome::singular : solve_outcome::not_finite, 0, 0};
      }
      step_factors_known_ = true;
      factored_step_ = h;
      factored_bits_ = scalar_traits<T>::bits();
    }
    put_linear_right_side();
    factors_.solve(right_, a_);
    return {};
  }
  /// Duals compare by value alone, so they always factor.
  bool has_factors_for(const T& h) const {
    return step_factors_known_ && !is_dual<T>::value &&
           factored_bits_ == scalar_traits<T>::bits() && factored_step_ == h;
  }

  evaluation<T>& equilibrium() { return ladder_.equations().system(); }

  solve_report solve_nonlinear(const vector<T>& y, const T& end, const T& h) {
    for (int i = 0; i < n_; ++i) {
      right_[i] = y[2 * n_ + i];
    }
    ladder_.equations().set(x_, v_, load_, T(parameters_.beta * h * h), T(parameters_.gamma * h),
                            end, right_);
    return ladder_.solve(a_);
  }

  newmark_parameters<T> parameters_;
  newton_ladder<detail::newmark_equations, T> ladder_;
  std::optional<second_order_matrices<T>> linear_;
  int n_;
  vector<T> x_;
  vector<T> v_;
  vector<T> a_;
  vector<T> load_;
  vector<T> right_;
  matrix<T> mass_;
  lu_factors<T> factors_;
  bool step_factors_known_ = false;
  T factored_step_{0};
  int factored_bits_ = 0;
};

// Compiled once for each scalar, in lib/schemes/newmark_engine.cpp; for numbers with tangents in tangent_engines.cpp.
#define PLUMBLINE_SCALAR(T) extern template class newton_ladder<detail::newmark_equations, T>;
#include <plumbline/scalar/for_each_scalar.def>
extern template class newton_ladder<detail::newmark_equations, double_double>;
extern template class newton_ladder<detail::newmark_equations, tangent_number<double>>;
extern template class newton_ladder<detail::newmark_equations, tangent_number<mp>>;

}  // namespace plumbline
