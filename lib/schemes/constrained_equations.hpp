// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The equations of one step of a Galerkin scheme with constraints (schemes/galerkin_constrained.hpp), for newton_ladder: those
// without constraints (schemes/galerkin.hpp), with the forces h w_a A(q_a)ᵀλ_a in them, then the conditions
//
//   g(q_a, t_a) = 0,  1 ≤ a ≤ s,   and in the place of the nonholonomic ones   ψ(Q(γ_j), V(γ_j)) = 0 at the s Gauss points γ_j
//
// The unknowns are u_1 … u_s and 2^e λ_0 … 2^e λ_{s−1}: the ladder judges corrections by the largest unknown, so 2^e ≈ h² |A|/|M|
// makes the multipliers as large as the displacements that they cause. The outputs are the impulse of L; that of the forces of
// constraint is added once, at the end.
#pragma once

#include "schemes/part_at_point.hpp"
#include <plumbline/mechanics/model.hpp>
#include <plumbline/schemes/galerkin.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

namespace plumbline::detail {

/// Weights at the control nodes, and the path at the Gauss points.
template <class T>
struct constraint_points {
  vector<T> weights;      ///< w_a
  vector<T> gauss;        ///< γ_1 … γ_s
  matrix<T> values;       ///< φ_a(γ_j), row j, column a
  matrix<T> derivatives;  ///< φ_a′(γ_j)
};

template <class To, class From>
constraint_points<To> scalar_cast(const constraint_points<From>& p) {
  return {plumbline::scalar_cast<To>(p.weights), plumbline::scalar_cast<To>(p.gauss),
          plumbline::scalar_cast<To>(p.values), plumbline::scalar_cast<To>(p.derivatives)};
}

template <class T>
constraint_points<T> constraint_points_of(int degree) {
  if constexpr (is_dual<T>::value) {  // constants
    return scalar_cast<T>(constraint_points_of<decltype(T::value)>(degree));
  } else {
    const quadrature<T> lobatto = lobatto_quadrature<T>(degree);
    constraint_points<T> p{lobatto.weights, gauss_quadrature<T>(degree).nodes,
                           matrix<T>(degree, degree + 1), matrix<T>(degree, degree + 1)};
    for (Eigen::Index j = 0; j < degree; ++j) {
      const auto at = lagrange_basis<T>(lobatto.nodes, p.gauss[j]);
      p.values.row(j) = at.value.transpose();
      p.derivatives.row(j) = at.derivative.transpose();
    }
    return p;
  }
}

template <class T>
class constrained_galerkin_equations {
 public:
  constrained_galerkin_equations(galerkin_tableau<T> tableau, const model<T>& system)
      : constrained_galerkin_equations(tableau, constraint_points_of<T>(tableau.degree()), system) {
  }
  constrained_galerkin_equations(const galerkin_tableau<T>& tableau, constraint_points<T> points,
                                 const model<T>& system)
      : system_(system),
        n_(system_.dimension()),
        m_(system_.formulas()->constraints()),
        holonomic_(system_.facts().holonomic),
        s_(tableau.degree()),
        points_(std::move(points)),
        free_(tableau, system_),
        forces_(system_, form_part::constraint_forces),
        at_(system_),
        velocity_(vector<T>::Constant(n_, T(0))),
        acceleration_(velocity_),
        pulls_(s_),
        slopes_(s_, s_ + 1),
        lambda_(vector<T>::Constant(m_, T(0))) {
    for (int a = 0; a <= s_; ++a) {
      rows_.emplace_back(system_, form_part::constraint_rates);
      holonomics_.emplace_back(system_, form_part::constraints);
    }
    for (int j = 0; j < s_ && holonomic_ < m_; ++j) {
      rates_.emplace_back(system_, form_part::constraint_rates);
    }
  }

  /// The start of the step.
  void set(const phase_point<T>& start, const T& h, const T& t) {
    free_.set(start, h, t);
    set_step(h, t, exponent_of(start, h));
  }
  /// The same for a step of a finer scalar.
  template <class T2>
  void set_converted(const phase_point<T2>& start, const T2& h, const T2& t, int exponent) {
    free_.set_converted(start, h, t);
    set_step(plumbline::scalar_cast<T>(h), plumbline::scalar_cast<T>(t), exponent);
  }

  int size() const { return s_ * (n_ + m_); }
  int outputs() const { return n_; }

  /// q_0 + d_a h v_0 + (d_a h)² a_0/2, and λ of the state; zero where the start has no motion.
  void guess(vector<T>& u) {
    u.resize(size());
    for (int k = 0; k < size(); ++k) {
      u[k] = T(0);
    }
    const phase_point<T>& start = free_.start();
    at_.set_time(t_);
    constrained_motion<T>& motion = *at_.constrained();
    if (!motion.velocity(view(start.q), view(start.p), t_, view(velocity_)).ok() ||
        !motion.acceleration(view(start.q), view(std::as_const(velocity_)), t_, view(acceleration_))
             .ok()) {
      return;
    }
    for (int a = 1; a <= s_; ++a) {
      const T time = h_ * free_.tableau().nodes[a];
      for (int k = 0; k < n_; ++k) {
        u[unknown(a) + k] = T(time * velocity_[k]) + T(time * time * acceleration_[k] / T(2));
      }
    }
    for (int a = 0; a < s_; ++a) {
      for (int k = 0; k < m_; ++k) {
        u[multiplier(a) + k] = motion.multipliers()[k] * scale_;
      }
    }
  }

  void evaluate(const vector<T>& u, vector<T>& r, movement m) {
    r.resize(size() + n_);
    free_.evaluate(u, free_residual_, m);
    take_free_residual(r);
    for (int a = 0; a <= s_; ++a) {
      add_node(a, u, r, m);
    }
    for (int j = 0; j < s_ && holonomic_ < m_; ++j) {
      add_gauss_point(j, u, r, m);
    }
    scale_conditions(r);
  }

  void linearize(const vector<T>& u, vector<T>& r, matrix<T>& j) {
    const int rows = size() + n_;
    r.resize(rows);
    j.resize(rows, size());
    for (Eigen::Index k = 0; k < j.size(); ++k) {
      j.data()[k] = T(0);
    }
    free_.linearize(u, free_residual_, free_slopes_);
    take_free_residual(r);
    for (int l = 0; l < s_ * n_; ++l) {
      for (int k = 0; k < s_ * n_; ++k) {
        set_copy(j(k, l), free_slopes_(k, l));
      }
      for (int k = 0; k < n_; ++k) {
        set_copy(j(size() + k, l), free_slopes_(s_ * n_ + k, l));
      }
    }
    for (int a = 0; a <= s_; ++a) {
      add_node(a, u, r, movement::free);
      add_slopes_of_node(a, u, j);
    }
    for (int point = 0; point < s_ && holonomic_ < m_; ++point) {
      add_gauss_point(point, u, r, movement::free);
      add_slopes_of_gauss_point(point, j);
    }
    scale_conditions(r);
    for (int k = s_ * n_; k < size() && scales_conditions_; ++k) {
      for (int l = 0; l < size(); ++l) {
        j(k, l) *= condition_scale_;
      }
    }
  }

  /// Constraints are functions of q itself, so their rounding errors are relative to it.
  double floor_scale(const vector<T>& u) const {
    return std::fmax(log2_magnitude(u, size()), log2_magnitude(free_.start().q, n_));
  }

  template <class C>
  constrained_galerkin_equations<C> in_scalar() const {
    return {plumbline::scalar_cast<C>(free_.tableau()), scalar_cast<C>(points_),
            system_.template cast<C>()};
  }
  template <class C>
  void pose(constrained_galerkin_equations<C>& other) const {
    other.set_converted(free_.start(), h_, t_, exponent_);
  }

  int dimension() const { return n_; }
  /// q_s and p_0 + h Σ b_i ∂L/∂q + h Σ_{a<s} w_a Aᵀλ_a, whose component along the constraints is not that of a state yet.
  void update(const vector<T>& u, const vector<T>& impulse, phase_point<T>& z) {
    free_.update(u, impulse, z);
    for (int a = 0; a < s_; ++a) {
      part_at_point<T>& rows = rows_[static_cast<std::size_t>(a)];
      if (a > 0) {
        locate(a, u, rows);
        rows.run_position(movement::near);
      }
      set_forces(a, u);
      for (int l = 0; l < n_; ++l) {
        add_pull(rows, l, z.p[l]);
      }
    }
  }

 private:
  void scale_conditions(vector<T>& r) const {
    for (int k = s_ * n_; k < size() && scales_conditions_; ++k) {
      r[k] *= condition_scale_;
    }
  }
  int unknown(int a) const { return (a - 1) * n_; }              // u_a
  int multiplier(int a) const { return s_ * n_ + a * m_; }       // λ_a
  int condition(int a) const { return s_ * n_ + (a - 1) * m_; }  // of node a, or Gauss point a − 1
  int row_entry(int k, int l) const { return m_ + k * n_ + l; }  // A_kl in constraint_rates

  void set_step(const T& h, const T& t, int exponent) {
    t_ = t;
    // dual numbers compare by their values alone, so their weights are always made anew
    if (is_dual<T>::value || bits_ != scalar_traits<T>::bits() || !(h == h_) ||
        exponent != exponent_) {
      h_ = h;
      bits_ = scalar_traits<T>::bits();
      exponent_ = exponent;
      scale_ = T(std::ldexp(1.0, exponent));
      // the conditions as large as the other equations, |M|/(h |A|) = h/2^e, where these are of another order of magnitude
      constexpr double ordinary = 24;
      const double rows = log2_magnitude(h_) - exponent;
      scales_conditions_ = std::isfinite(rows) && std::fabs(rows) > ordinary;
      condition_scale_ = T(std::ldexp(1.0, scales_conditions_ ? static_cast<int>(rows) : 0));
      const T inverse = T(std::ldexp(1.0, -exponent));
      for (int a = 0; a < s_; ++a) {
        pulls_[a] = T(h_ * points_.weights[a]) * inverse;
      }
      for (Eigen::Index k = 0; k < slopes_.size(); ++k) {
        slopes_.data()[k] = points_.derivatives.data()[k] / h_;
      }
    }
    if (!system_.facts().autonomous) {
      for (int a = 0; a <= s_; ++a) {
        const T time = t_ + T(h_ * free_.tableau().nodes[a]);
        rows_[static_cast<std::size_t>(a)].t() = time;
        holonomics_[static_cast<std::size_t>(a)].t() = time;
      }
      for (std::size_t j = 0; j < rates_.size(); ++j) {
        rates_[j].t() = t_ + T(h_ * points_.gauss[static_cast<Eigen::Index>(j)]);
      }
    }
    part_at_point<T>& start = rows_.front();  // the same in all evaluations
    for (int k = 0; k < n_; ++k) {
      set_copy(start.q(k), free_.start().q[k]);
    }
    start.run_position(movement::free);
  }

  /// e of the first screen, from M and A at the start in double.
  int exponent_of(const phase_point<T>& start, const T& h) {
    if (!motion_) {
      motion_ = std::make_unique<part_at_point<double>>(system_.template cast<double>(),
                                                        form_part::constrained_motion);
    }
    for (int k = 0; k < n_; ++k) {
      motion_->q(k) = plumbline::scalar_cast<double>(start.q[k]);
    }
    motion_->run_position(movement::free);
    double mass = 0;
    double rows = 0;
    for (int k = 0; k < n_; ++k) {
      for (int l = 0; l < n_ + m_; ++l) {
        double& largest = l < n_ ? mass : rows;
        largest = std::fmax(largest, std::fabs(motion_->result(k * (n_ + m_) + l)));
      }
    }
    const double exponent =
        2 * log2_magnitude(h) + (rows > 0 ? std::log2(rows) : 0) - (mass > 0 ? std::log2(mass) : 0);
    constexpr double most = 900;  // powers of two that double has
    return std::isfinite(exponent)
               ? static_cast<int>(std::lround(std::clamp(exponent, -most, most)))
               : 0;
  }

  void take_free_residual(vector<T>& r) {
    for (int k = 0; k < s_ * n_; ++k) {
      set_copy(r[k], free_residual_[k]);
    }
    for (int k = 0; k < n_; ++k) {
      set_copy(r[size() + k], free_residual_[s_ * n_ + k]);
    }
    for (int k = s_ * n_; k < size(); ++k) {
      r[k] = T(0);
    }
  }

  /// Sets q_a of a part of this node.
  void locate(int a, const vector<T>& u, part_at_point<T>& part) {
    for (int k = 0; k < n_; ++k) {
      set_sum(part.q(k), free_.start().q[k], u[unknown(a) + k]);
    }
  }

  /// The forces of node a < s, which belong to the equations a, and the holonomic constraints at a > 0.
  void add_node(int a, const vector<T>& u, vector<T>& r, movement m) {
    part_at_point<T>& rows = rows_[static_cast<std::size_t>(a)];
    if (a > 0 && holonomic_ > 0) {
      part_at_point<T>& g = holonomics_[static_cast<std::size_t>(a)];
      locate(a, u, g);
      g.run_position(m);
      for (int k = 0; k < holonomic_; ++k) {
        set_copy(r[condition(a) + k], g.result(k));
      }
    }
    if (a == s_) {
      return;
    }
    if (a > 0) {
      locate(a, u, rows);
      rows.run_position(m);
    }
    set_forces(a, u);
    for (int l = 0; l < n_; ++l) {
      add_pull(rows, l, r[a * n_ + l]);
    }
  }
  /// h w_a λ_a.
  void set_forces(int a, const vector<T>& u) {
    for (int k = 0; k < m_; ++k) {
      set_product(lambda_[k], pulls_[a], u[multiplier(a) + k]);
    }
  }
  void add_pull(const part_at_point<T>& rows, int l, T& r) {
    sum_.begin();
    sum_.add(r);
    for (int k = 0; k < m_; ++k) {
      sum_.add(rows.result(row_entry(k, l)), lambda_[k]);
    }
    sum_.store(term_);
    set_copy(r, term_);
  }

  void add_slopes_of_node(int a, const vector<T>& u, matrix<T>& j) {
    part_at_point<T>& rows = rows_[static_cast<std::size_t>(a)];
    if (a == s_ && holonomic_ > 0) {
      locate(a, u, rows);
      rows.run_position(movement::free);
    }
    for (int k = 0; k < holonomic_ && a > 0; ++k) {
      for (int l = 0; l < n_; ++l) {
        set_copy(j(condition(a) + k, unknown(a) + l), rows.result(row_entry(k, l)));
      }
    }
    if (a == s_) {
      return;
    }
    for (int k = 0; k < m_; ++k) {
      for (int l = 0; l < n_; ++l) {
        set_product(j(a * n_ + l, multiplier(a) + k), pulls_[a], rows.result(row_entry(k, l)));
      }
    }
    if (a == 0) {
      return;
    }
    locate(a, u, forces_);
    if (!system_.facts().autonomous) {
      forces_.t() = t_ + T(h_ * free_.tableau().nodes[a]);
    }
    for (int k = 0; k < m_; ++k) {
      forces_.lambda(k) = pulls_[a] * u[multiplier(a) + k];
    }
    forces_.run_position(movement::free);
    forces_.run_velocity(movement::free);
    for (int l = 0; l < n_; ++l) {
      for (int i = 0; i < n_; ++i) {
        j(a * n_ + l, unknown(a) + i) += forces_.result(n_ + l * n_ + i);
      }
    }
  }

  /// ψ of the nonholonomic constraints at the Gauss point j, from 0.
  void add_gauss_point(int j, const vector<T>& u, vector<T>& r, movement m) {
    part_at_point<T>& rates = rates_[static_cast<std::size_t>(j)];
    for (int k = 0; k < n_; ++k) {
      sum_.begin();
      sum_.add(free_.start().q[k]);
      for (int a = 1; a <= s_; ++a) {
        sum_.add(points_.values(j, a), u[unknown(a) + k]);
      }
      sum_.store(rates.q(k));
      sum_.begin();
      for (int a = 1; a <= s_; ++a) {
        sum_.add(slopes_(j, a), u[unknown(a) + k]);
      }
      sum_.store(rates.v(k));
    }
    rates.run_position(m);
    rates.run_velocity(m);
    for (int k = holonomic_; k < m_; ++k) {
      set_copy(r[condition(j + 1) + k], rates.result(k));
    }
  }
  void add_slopes_of_gauss_point(int j, matrix<T>& slopes) {
    const part_at_point<T>& rates = rates_[static_cast<std::size_t>(j)];
    for (int k = holonomic_; k < m_; ++k) {
      for (int a = 1; a <= s_; ++a) {
        for (int l = 0; l < n_; ++l) {
          slopes(condition(j + 1) + k, unknown(a) + l) =
              T(slopes_(j, a) * rates.result(row_entry(k, l))) +
              T(points_.values(j, a) * rates.result(row_entry(k, l) + m_ * n_));
        }
      }
    }
  }

  model<T> system_;
  int n_;
  int m_;
  int holonomic_;
  int s_;
  constraint_points<T> points_;
  galerkin_equations<T> free_;  ///< without constraints
  part_at_point<T> forces_;
  std::vector<part_at_point<T>> rows_;        ///< A at the nodes 0 … s
  std::vector<part_at_point<T>> holonomics_;  ///< g there
  std::vector<part_at_point<T>> rates_;       ///< at the Gauss points
  std::unique_ptr<part_at_point<double>> motion_;
  evaluation<T> at_;
  vector<T> velocity_;
  vector<T> acceleration_;
  T h_{0};
  T t_{0};
  int bits_ = 0;  ///< precision of the weights
  int exponent_ = 0;
  T scale_{1};
  bool scales_conditions_ = false;
  T condition_scale_{1};
  vector<T> pulls_;   ///< h w_a/2^e
  matrix<T> slopes_;  ///< φ_a′(γ_j)/h
  vector<T> lambda_;  ///< h w_a λ_a
  vector<T> free_residual_;
  matrix<T> free_slopes_;
  product_sum<T> sum_;
  T term_{0};
};

}  // namespace plumbline::detail
