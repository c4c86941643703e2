// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The discrete gradient method for one degree of freedom, L = ½ m v² − V(q) (PD (45); Gonzalez 1996), and its
// modification that is exact for small oscillations (PD (55), (56)):
//
//   (q_1 − q_0)/δ = (p_0 + p_1)/(2m),   (p_1 − p_0)/δ = −Q(q_0, q_1),   Q(a, b) = (V(b) − V(a))/(b − a)
//
//   plain: δ = h      modified: δ = (2/ω0) tan(ω0 h/2),  ω0² = V″(q*)/m at the stable equilibrium q*
//
// Order 2, symmetric; the energy is kept exactly. Not symplectic, but on a linear system: there the plain scheme is the
// midpoint rule and the modified one the exact flow, for every h.
//
// The unknown is the increment u = q_1 − q_0, F(u) = u − (δ/m) p_0 + (δ²/2m) Q(q_0, q_0 + u) = 0. With |V″| ≤ m ω²,
// F′ ≥ 1 − ω²δ²/4: the root is unique while |ωδ| < 2, which for the modified scheme on the pendulum is |ωh| < π/2.
// Beyond, the step takes the root that is joined to u = δ p_0/m by a branch with F′ > 0, and says `singular` where
// that branch ends before the root. In double that is Newton's method for one unknown; in scalars of more digits its root in
// double is where the precision ladder begins (math/newton.hpp), and where the ladder fails the same method decides.
#pragma once

#include <plumbline/core/exact_step.hpp>
#include <plumbline/core/phase_point.hpp>
#include <plumbline/core/scheme_info.hpp>
#include <plumbline/math/newton.hpp>
#include <plumbline/math/scalar_newton.hpp>
#include <plumbline/mechanics/separable.hpp>
#include <plumbline/schemes/implicit_step.hpp>

#include <optional>
#include <type_traits>

namespace plumbline {

enum class gradient_step { plain, modified };

inline scheme_info discrete_gradient_info(gradient_step kind) {
  const bool plain = kind == gradient_step::plain;
  return {.name = plain ? "discrete-gradient" : "modified-discrete-gradient",
          .summary = plain ? "the discrete gradient method: keeps the energy"
                           : "the discrete gradient method, exact for small oscillations",
          .order = 2,
          .symmetric = true,
          .symplectic = false,
          .conserves = {.energy = true},
          .formula = plain ? "(q_1 - q_0)/d = (p_0 + p_1)/(2 m), "
                             "(p_1 - p_0)/d = -(V(q_1) - V(q_0))/(q_1 - q_0), d = h"
                           : "(q_1 - q_0)/d = (p_0 + p_1)/(2 m), "
                             "(p_1 - p_0)/d = -(V(q_1) - V(q_0))/(q_1 - q_0), "
                             "d = (2/w) tan(w h/2), w^2 = V''(q*)/m",
          .reference = plain ? "PD (45)" : "PD (55), (56)",
          .on_linear = {.symmetric = true, .symplectic = true, .exact = !plain}};
}

namespace detail {

/// Q of the discrete gradient method.
struct quotient_of_potential {
  template <class T>
  static difference_quotient_value<T> along(separable<T>& system, const T& a, const T& length) {
    return system.quotient_along(a, length);
  }
};

/// V′ at the midpoint, in the place of Q.
struct slope_at_midpoint {
  template <class T>
  static difference_quotient_value<T> along(separable<T>& system, const T& a, const T& length) {
    const auto middle = system.potential_slope(T(a + length / 2));
    return {middle.value, T(middle.slope / 2)};
  }
};

/// The equation of a step for u = q_1 − q_0, with the quotient of `Quotient`. For newton_ladder; the output is the impulse −δ Q.
template <class T, class Quotient>
class gradient_equation {
 public:
  explicit gradient_equation(const model<T>& system) : model_(system), system_(system) {}

  separable<T>& system() { return system_; }
  static constexpr int dimension() { return 1; }
  static constexpr int size() { return 1; }
  static constexpr int outputs() { return 1; }

  /// A step of the length δ.
  void set(const phase_point<T>& start, const T& delta, const T& /*t*/ = T(0)) {
    set_start(start.q[0], start.p[0], delta);
  }
  void guess(vector<T>& u) const { u = vector<T>::Constant(1, path_); }
  void evaluate(const vector<T>& u, vector<T>& r, movement /*unused*/) {
    r.resize(2);
    set_residuals(u[0], r);
  }
  void linearize(const vector<T>& u, vector<T>& r, matrix<T>& j) {
    evaluate(u, r, movement::free);
    j.resize(2, 1);
    j(0, 0) = T(1) + weight_ * quotient_.slope;
    j(1, 0) = -(delta_ * quotient_.slope);
  }
  /// Newton's method along the branch of the guess.
  solve_report solve_from_guess(T& u, T& impulse) {
    using std::abs;
    u = path_;
    T at(0);
    difference_quotient_value<T> last{T(0), T(0)};
    const solve_report report = solve_scalar_newton(
        [&](const T& x) {
          at = x;
          last = Quotient::along(system_, q_, x);
          return value_and_slope<T>{(x - path_) + weight_ * last.value,
                                    T(1) + weight_ * last.slope};
        },
        u, T(abs(path_)));
    quotient_ = last;
    // The last correction of u has not been evaluated: Q to first order in it is Q to rounding.
    impulse = -(delta_ * (quotient_.value + quotient_.slope * (u - at)));
    return report;
  }
  solve_report solve_from_guess(vector<T>& u, vector<T>& outputs) {
    u.resize(1);
    return solve_from_guess(u[0], outputs[0]);
  }

  /// See displacement_scale().
  double floor_scale(const vector<T>& u) const {
    double scale = log2_magnitude(path_);
    if (const double end = log2_magnitude(u[0]); scale < end) {
      scale = end;
    }
    const double hidden = log2_magnitude(q_) - hidden_bits;
    return scale < hidden ? hidden : scale;
  }
  template <class C>
  gradient_equation<C, Quotient> in_scalar() const {
    return gradient_equation<C, Quotient>(model_.template cast<C>());
  }
  template <class C>
  void pose(gradient_equation<C, Quotient>& other) const {
    other.set_start(plumbline::scalar_cast<C>(q_), plumbline::scalar_cast<C>(p_),
                    plumbline::scalar_cast<C>(delta_));
  }
  void set_start(const T& q, const T& p, const T& delta) {
    q_ = q;
    p_ = p;
    delta_ = delta;
    weight_ = delta * delta / (system_.mass() * 2);
    path_ = delta / system_.mass() * p;
  }

  struct step_end {
    T q;
    T p;
  };
  /// The end of the step. Of the two equations for p_1 the one that multiplies rounding errors less.
  step_end end(const T& u, const T& impulse) const {
    const bool gentle = weight_ * quotient_.slope < T(1);
    return {T(q_ + u), gentle ? T(p_ + impulse) : T(system_.mass() * 2 / delta_ * u - p_)};
  }
  void update(const vector<T>& u, const vector<T>& impulse, phase_point<T>& z) const {
    const auto e = end(u[0], impulse[0]);
    z.q[0] = e.q;
    z.p[0] = e.p;
  }

 private:
  void set_residuals(const T& u, vector<T>& r) {
    quotient_ = Quotient::along(system_, q_, u);
    r[0] = (u - path_) + weight_ * quotient_.value;
    r[1] = -(delta_ * quotient_.value);
  }

  model<T> model_;
  separable<T> system_;
  T q_{0};
  T p_{0};
  T delta_{0};
  T weight_{0};                                        ///< δ²/2m
  T path_{0};                                          ///< (δ/m) p_0
  difference_quotient_value<T> quotient_{T(0), T(0)};  ///< where F was last evaluated
};

template <class T>
using discrete_gradient_equation = gradient_equation<T, quotient_of_potential>;
template <class T>
using midpoint_equation = gradient_equation<T, slope_at_midpoint>;

/// Steps with such an equation. A scalar that has a coarser one climbs the precision ladder; the others, double among them,
/// solve the equation directly.
template <template <class> class Equation, class T>
class gradient_steps {
 public:
  explicit gradient_steps(const model<T>& system) : solver_(Equation<T>(system)) {}

  separable<T>& system() { return equation().system(); }

  solve_report step(phase_point<T>& z, const T& delta) {
    if constexpr (climbs) {
      return implicit_step(solver_, u_, z, T(0), delta);
    } else {
      solver_.set(z, delta);
      T u(0);
      T impulse(0);
      const solve_report report = solver_.solve_from_guess(u, impulse);
      if (report.outcome == solve_outcome::stagnated) {  // the ladder has more digits
        if (!ladder_) {
          ladder_.emplace(solver_);
        }
        return implicit_step(*ladder_, u_, z, T(0), delta);
      }
      if (!report.ok()) {
        return report;
      }
      const auto end = solver_.end(u, impulse);
      if (!is_finite(end.q) || !is_finite(end.p)) {
        return {solve_outcome::not_finite, report.iterations, report.residual};
      }
      z.q[0] = end.q;
      z.p[0] = end.p;
      return report;
    }
  }

 private:
  static constexpr bool climbs = !std::is_void_v<coarser_t<T>>;
  Equation<T>& equation() {
    if constexpr (climbs) {
      return solver_.equations();
    } else {
      return solver_;
    }
  }

  std::conditional_t<climbs, newton_ladder<Equation, T>, Equation<T>> solver_;
  std::optional<newton_ladder<Equation, T>> ladder_;  ///< of a solver without one that stagnated
  vector<T> u_;
};

}  // namespace detail

/// One-step map for one system of one degree of freedom. The constructor of the modified scheme throws domain_error for
/// a system without a stable equilibrium.
template <class T, class System>
class discrete_gradient_stepper : public exact_steps<T> {
 public:
  using exact_steps<T>::step;
  discrete_gradient_stepper(gradient_step kind, const System& system)
      : kind_(kind), steps_(model_of<T>(system)) {
    if (kind_ == gradient_step::modified) {
      frequency_ = find_stable_equilibrium(steps_.system()).frequency;
    }
  }

  /// z ← Φ_h(z); h may be negative. z is unchanged unless the report is ok.
  solve_report step(phase_point<T>& z, const T& h) { return steps_.step(z, effective_step(h)); }

 private:
  T effective_step(const T& h) const {
    if (kind_ == gradient_step::plain) {
      return h;
    }
    const auto half = sin_cos(T(frequency_ * h / 2));
    return half.sin / half.cos * 2 / frequency_;
  }

  gradient_step kind_;
  detail::gradient_steps<detail::discrete_gradient_equation, T> steps_;
  T frequency_{0};
};

/// The midpoint rule for constant mass (PD (23)): V′ at the midpoint takes the place of Q. The same map as the variational
/// `midpoint`, at the cost of a loop written by hand.
template <class T, class System>
class separable_midpoint_stepper : public exact_steps<T> {
 public:
  using exact_steps<T>::step;
  explicit separable_midpoint_stepper(const System& system) : steps_(model_of<T>(system)) {}

  /// z ← Φ_h(z); h may be negative. z is unchanged unless the report is ok.
  solve_report step(phase_point<T>& z, const T& h) { return steps_.step(z, h); }

 private:
  detail::gradient_steps<detail::midpoint_equation, T> steps_;
};

// Compiled once for each scalar, in lib/schemes/discrete_gradient_engine.cpp; for numbers with tangents in tangent_engines.cpp.
// NOLINTBEGIN(bugprone-macro-parentheses)
#define PLUMBLINE_LADDERS(T)                                                  \
  extern template class newton_ladder<detail::discrete_gradient_equation, T>; \
  extern template class newton_ladder<detail::midpoint_equation, T>;
#define PLUMBLINE_SCALAR(T) PLUMBLINE_LADDERS(T)
#include <plumbline/scalar/for_each_scalar.def>
PLUMBLINE_LADDERS(double_double)
PLUMBLINE_LADDERS(tangent_number<double>)
PLUMBLINE_LADDERS(tangent_number<mp>)
#undef PLUMBLINE_LADDERS
// NOLINTEND(bugprone-macro-parentheses)

}  // namespace plumbline
