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
// A step from the point where the last one ended goes on with its trajectory; any other point begins a new one.
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
          .conserves = "energy",
          .formula = standard ? "y = F_h(x_0), x_1 = y + l grad g(y), g(x_1) = 0"
                              : "y_0 = x_0 + l grad g(x_0), y_1 = F_h(y_0), "
                                "x_1 = y_1 + l grad g(x_1), g(x_1) = 0",
          .reference = standard ? "PD (25) to (29)" : "PD (31)",
          .on_linear = {.symmetric = base.symmetric}};
}

namespace detail {

/// The energy of a trajectory, and how far points are from it.
template <class T>
class energy_level {
 public:
  /// Throws domain_error for a system without a stable equilibrium.
  template <class System>
  explicit energy_level(const System& system) : system_(system) {
    const T frequency = find_stable_equilibrium(system_).frequency;
    energy_unit_ = system_.mass() * frequency * frequency;
  }

  /// Before a step from z: its trajectory's energy is that of its first point.
  void enter(const phase_point<T>& z) {
    if (!known_ || !same(z.q[0], end_q_) || !same(z.p[0], end_p_)) {
      begin(z);
    }
  }
  /// The trajectory that began at `first` has come to z.
  void resume(const phase_point<T>& first, const phase_point<T>& z) {
    begin(first);
    leave(z.q[0], z.p[0]);
  }
  /// After a step to (q, p).
  void leave(const T& q, const T& p) {
    end_q_ = q;
    end_p_ = p;
  }

  /// g.
  T defect(const T& q, const T& p) {
    return ((p - first_p_) * (p + first_p_) / (system_.mass() * 2) +
            system_.quotient(first_q_, q).value * (q - first_q_)) /
           energy_unit_;
  }
  /// The defect at (q, p) is known to the rounding error of this: of its terms, and of what the rounding of q itself
  /// moves it, which is all that is left at the initial point.
  T defect_terms(const T& q, const T& p) {
    using std::abs;
    const T potential = system_.quotient(first_q_, q).value * (q - first_q_);
    const T moved = system_.force(q) * q;
    return ((p * p + first_p_ * first_p_) / (system_.mass() * 2) + T(abs(potential)) +
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
  void begin(const phase_point<T>& z) {
    first_q_ = z.q[0];
    first_p_ = z.p[0];
    known_ = true;
  }
  static bool same(const T& a, const T& b) {
    if constexpr (is_dual<T>::value) {
      return a.value == b.value && a.tangent == b.tangent;
    } else {
      return a == b;
    }
  }

  separable<T> system_;
  T energy_unit_;
  bool known_ = false;
  T first_q_{0};
  T first_p_{0};
  T end_q_{0};
  T end_p_{0};
};

}  // namespace detail

/// One-step map over `Base`, which has solve_report step(phase_point<T>&, const T& h).
template <class T, class System, class Base>
class standard_projection_stepper : public exact_steps<T> {
 public:
  using exact_steps<T>::step;
  standard_projection_stepper(System system, Base base)
      : level_(std::move(system)), base_(std::move(base)) {}

  /// z ← Φ_h(z); h may be negative. z is unchanged unless the report is ok.
  solve_report step(phase_point<T>& z, const T& h) {
    level_.enter(z);
    free_ = z;
    solve_report report = base_.step(free_, h);
    if (!report.ok()) {
      return report;
    }
    const T& q = free_.q[0];
    const T& p = free_.p[0];
    const T direction = level_.slope(q);
    const auto equation = [&](const T& lambda) {
      const T q1 = q + lambda * direction;
      const T p1 = p + lambda * p;
      return value_and_slope<T>{level_.defect(q1, p1),
                                level_.slope(q1) * direction + level_.product(p1, p)};
    };
    // λ is known to the rounding error of the defect, which near a saddle is a large error of λ
    T lambda(0);
    const T steepness = direction * direction + level_.product(p, p);
    const T scale = steepness == T(0) ? T(1) : T(level_.defect_terms(q, p) / steepness);
    report = solve_scalar_newton(equation, lambda, scale);
    if (report.ok()) {
      z.q[0] = q + lambda * direction;
      z.p[0] = p + lambda * p;
      level_.leave(z.q[0], z.p[0]);
    }
    return report;
  }

  /// The next step goes on with the trajectory that began at `first` and has come to z.
  void resume(const phase_point<T>& first, const phase_point<T>& z) { level_.resume(first, z); }

 private:
  detail::energy_level<T> level_;
  Base base_;
  phase_point<T> free_;
};

/// The same for the symmetric projection.
template <class T, class System, class Base>
class symmetric_projection_stepper : public exact_steps<T> {
 public:
  using exact_steps<T>::step;
  symmetric_projection_stepper(System system, Base base)
      : level_(std::move(system)), base_(std::move(base)) {}

  /// z ← Φ_h(z); h may be negative. z is unchanged unless the report is ok.
  solve_report step(phase_point<T>& z, const T& h) {
    level_.enter(z);
    const T direction = level_.slope(z.q[0]);
    const T& p = z.p[0];
    const auto residual = [&](const T& lambda, T& defect) {
      moved_ = z;
      moved_.q[0] += lambda * direction;
      moved_.p[0] += lambda * p;
      solve_report report = base_.step(moved_, h);
      if (report.ok()) {
        report = leave_along_gradient(lambda);
      }
      if (report.ok()) {
        defect = level_.defect(moved_.q[0], moved_.p[0]);
      }
      return report;
    };
    // both ends move the energy alike
    const T steepness = (direction * direction + level_.product(p, p)) * 2;
    const T scale = steepness == T(0) ? T(1) : T(level_.defect_terms(z.q[0], p) / steepness);
    T lambda(0);
    solve_report report =
        solve_scalar_secant(residual, lambda, detail::plain_value(steepness), scale);
    if (report.ok()) {
      z.q[0] = moved_.q[0];
      z.p[0] = moved_.p[0];
      level_.leave(z.q[0], z.p[0]);
    }
    return report;
  }

  /// The next step goes on with the trajectory that began at `first` and has come to z.
  void resume(const phase_point<T>& first, const phase_point<T>& z) { level_.resume(first, z); }

 private:
  /// x_1 = x̃_1 + λ ∇g(x_1) for x_1 = moved_.
  solve_report leave_along_gradient(const T& lambda) {
    using std::abs;
    moved_.p[0] /= T(T(1) - lambda);
    T shift = lambda * level_.slope(moved_.q[0]);
    const T size = abs(shift);
    const solve_report report = solve_scalar_newton(
        [&](const T& u) {
          const auto slope = level_.slope_and_curvature(moved_.q[0] + u);
          return value_and_slope<T>{u - lambda * slope.value, T(1) - lambda * slope.slope};
        },
        shift, size);
    moved_.q[0] += shift;
    return report;
  }

  detail::energy_level<T> level_;
  Base base_;
  phase_point<T> moved_;
};

}  // namespace plumbline
