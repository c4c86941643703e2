// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Projection onto the energy of the trajectory's initial point, over any one-step map Φ_h, for one degree of freedom,
// L = ½ m v² − V(q) (PD (25) to (31); Hairer, Lubich & Wanner IV.4, V.4.1). In the dimensionless coordinates
// x = (q, p/(m ω0)) of PD (26), with ω0² = V″(q*)/m at the stable equilibrium q* and g = (H − H_0)/(m ω0²),
//
//   ∇g = (V′(q)/(m ω0²), p/(m ω0))
//
//   standard:   x̃ = Φ_h(x_0),             x_1 = x̃ + λ ∇g(x̃),     g(x_1) = 0
//   symmetric:  x̃_0 = x_0 + λ ∇g(x_0),    x̃_1 = Φ_h(x̃_0),        x_1 = x̃_1 + λ ∇g(x_1),    g(x_1) = 0
//
// with the root λ that is continuous with 0. The order is that of Φ; the symmetric projection is symmetric where Φ is;
// neither is symplectic. Where V is quadratic ∇g points along x: there both only scale Φ_h(x_0).
//
// The defect g is a sum of differences from the initial point, (p − p_0)(p + p_0)/(2m) + Q(q_0, q)(q − q_0) with the
// quotient of the potential: it vanishes to rounding on the level and no energies are subtracted.
// The initial point of the trajectory is an argument of the step. A step without it begins at the initial point.
#pragma once

#include <plumbline/core/exact_step.hpp>
#include <plumbline/core/phase_point.hpp>
#include <plumbline/core/scheme_info.hpp>
#include <plumbline/math/scalar_newton.hpp>
#include <plumbline/mechanics/separable.hpp>

namespace plumbline {

enum class projection_kind { standard, symmetric };

/// The facts of the projection over a scheme.
inline scheme_info projection_info(projection_kind kind, const scheme_info& base) {
  const bool standard = kind == projection_kind::standard;
  return {.name = standard ? "standard-projection" : "symmetric-projection",
          .summary = standard ? "each step of a base scheme, projected onto the initial energy"
                              : "a base scheme between two projections by the same multiplier",
          .order = base.order,
          .symmetric = !standard && base.symmetric,
          .symplectic = false,
          .conserves = {.energy = true},
          .formula = standard ? "y = F_h(x_0), x_1 = y + l grad g(y), g(x_1) = 0"
                              : "y_0 = x_0 + l grad g(x_0), y_1 = F_h(y_0), "
                                "x_1 = y_1 + l grad g(x_1), g(x_1) = 0",
          .reference = standard ? "PD (25) to (29)" : "PD (31)",
          .on_linear = {.symmetric = base.symmetric}};
}

namespace detail {

/// How far points are from the energy of a trajectory's first point.
template <class T>
class energy_defect {
 public:
  /// Throws domain_error for a system without a stable equilibrium.
  template <class System>
  explicit energy_defect(const System& system) : system_(system) {
    const T frequency = find_stable_equilibrium(system_).frequency;
    energy_unit_ = system_.mass() * frequency * frequency;
  }

  /// g at (q, p).
  T value(const phase_point<T>& first, const T& q, const T& p) {
    return ((p - first.p[0]) * (p + first.p[0]) / (system_.mass() * 2) +
            system_.quotient(first.q[0], q).value * (q - first.q[0])) /
           energy_unit_;
  }
  /// g at (q, p) is known to the rounding error of this: of its terms, and of what the rounding of q itself moves it, which
  /// is all that is left at the initial point.
  T terms(const phase_point<T>& first, const T& q, const T& p) {
    using std::abs;
    const T potential = system_.quotient(first.q[0], q).value * (q - first.q[0]);
    const T moved = system_.force(q) * q;
    return ((p * p + first.p[0] * first.p[0]) / (system_.mass() * 2) + T(abs(potential)) +
            T(abs(moved))) /
           energy_unit_;
  }
  /// V′(q)/(m ω0²), the first component of ∇g.
  T slope(const T& q) { return -system_.force(q) / energy_unit_; }
  /// The same with its derivative.
  value_and_slope<T> slope_and_curvature(const T& q) {
    const auto s = system_.quotient(q, q);
    return {s.value / energy_unit_, s.slope * 2 / energy_unit_};
  }
  /// The product of the second components of ∇g.
  T product(const T& p, const T& other) { return p * other / system_.mass() / energy_unit_; }

 private:
  separable<T> system_;
  T energy_unit_;
};

}  // namespace detail

/// One-step map over `Base`, which has solve_report step(phase_point<T>&, const T& h).
template <class T, class System, class Base>
class standard_projection_stepper : public exact_steps<T> {
 public:
  using exact_steps<T>::step;
  standard_projection_stepper(System system, Base base)
      : defect_(std::move(system)), base_(std::move(base)) {}

  /// z ← Φ_h(z), onto the energy of z; h may be negative. z is unchanged unless the report is ok.
  solve_report step(phase_point<T>& z, const T& h) { return step(z, h, z); }
  /// The same onto the energy of `first`, where the trajectory of z began.
  solve_report step(phase_point<T>& z, const T& h, const phase_point<T>& first) {
    free_ = z;
    solve_report report = base_.step(free_, h);
    if (!report.ok()) {
      return report;
    }
    const T& q = free_.q[0];
    const T& p = free_.p[0];
    const T direction = defect_.slope(q);
    const auto equation = [&](const T& lambda) {
      const T q1 = q + lambda * direction;
      const T p1 = p + lambda * p;
      return value_and_slope<T>{defect_.value(first, q1, p1),
                                defect_.slope(q1) * direction + defect_.product(p1, p)};
    };
    // λ is known to the rounding error of the defect, which near a saddle is a large error of λ
    T lambda(0);
    const T steepness = direction * direction + defect_.product(p, p);
    const T scale = steepness == T(0) ? T(1) : T(defect_.terms(first, q, p) / steepness);
    report = solve_scalar_newton(equation, lambda, scale);
    if (report.ok()) {
      z.q[0] = q + lambda * direction;
      z.p[0] = p + lambda * p;
    }
    return report;
  }

 private:
  detail::energy_defect<T> defect_;
  Base base_;
  phase_point<T> free_;
};

/// Where the second gradient of the symmetric projection is: at x_1, or at x̃_1, where the projection is not symmetric.
enum class second_gradient { projected, unprojected };

/// The same for the symmetric projection.
template <class T, class System, class Base>
class symmetric_projection_stepper : public exact_steps<T> {
 public:
  using exact_steps<T>::step;
  symmetric_projection_stepper(System system, Base base,
                               second_gradient second = second_gradient::projected)
      : defect_(std::move(system)), base_(std::move(base)), second_(second) {}

  /// z ← Φ_h(z), onto the energy of z; h may be negative. z is unchanged unless the report is ok.
  solve_report step(phase_point<T>& z, const T& h) { return step(z, h, z); }
  /// The same onto the energy of `first`, where the trajectory of z began.
  solve_report step(phase_point<T>& z, const T& h, const phase_point<T>& first) {
    const T direction = defect_.slope(z.q[0]);
    const T& p = z.p[0];
    shift_ = T(0);
    const auto residual = [&](const T& lambda, T& defect) {
      moved_ = z;
      moved_.q[0] += lambda * direction;
      moved_.p[0] += lambda * p;
      solve_report report = base_.step(moved_, h);
      if (report.ok()) {
        report = leave_along_gradient(lambda);
      }
      if (report.ok()) {
        defect = defect_.value(first, moved_.q[0], moved_.p[0]);
      }
      return report;
    };
    // both ends move the energy alike
    const T steepness = (direction * direction + defect_.product(p, p)) * 2;
    const T scale = steepness == T(0) ? T(1) : T(defect_.terms(first, z.q[0], p) / steepness);
    T lambda(0);
    solve_report report =
        solve_scalar_secant(residual, lambda, detail::plain_value(steepness), scale);
    if (report.ok()) {
      z.q[0] = moved_.q[0];
      z.p[0] = moved_.p[0];
    }
    return report;
  }

 private:
  /// x_1 = x̃_1 + λ ∇g(x_1) for x_1 = moved_. The λ of a step come near to each other, and so do the shifts of q.
  solve_report leave_along_gradient(const T& lambda) {
    using std::abs;
    if (second_ == second_gradient::unprojected) {
      moved_.q[0] += lambda * defect_.slope(moved_.q[0]);
      moved_.p[0] += lambda * moved_.p[0];
      return {};
    }
    moved_.p[0] /= T(T(1) - lambda);
    const T first = lambda * defect_.slope(moved_.q[0]);
    const T size = abs(first);
    T shift = shift_ == T(0) ? first : shift_;
    const solve_report report = solve_scalar_newton(
        [&](const T& u) {
          const auto slope = defect_.slope_and_curvature(moved_.q[0] + u);
          return value_and_slope<T>{u - lambda * slope.value, T(1) - lambda * slope.slope};
        },
        shift, size);
    moved_.q[0] += shift;
    shift_ = report.ok() ? shift : T(0);
    return report;
  }

  detail::energy_defect<T> defect_;
  Base base_;
  second_gradient second_;
  phase_point<T> moved_;
  T shift_{0};  ///< of q along the second gradient, as it was last found in this step
};

}  // namespace plumbline
