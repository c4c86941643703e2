// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/ends_of_constrained_step.hpp"
#include "schemes/newton_with_constraints.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/math/lagrange_basis.hpp>
#include <plumbline/schemes/galerkin_constrained.hpp>

#include <utility>

namespace plumbline {

namespace detail {

/// What a step needs besides the tableau: weights at the control nodes, and the path at the Gauss points.
template <class T>
struct constraint_points {
  vector<T> weights;      ///< w_a
  quadrature<T> gauss;    ///< s points
  matrix<T> values;       ///< φ_a at these, row by row
  matrix<T> derivatives;  ///< φ_a′
};

template <class T>
constraint_points<T> points_of(int degree) {
  if constexpr (is_dual<T>::value) {  // constants
    const auto plain = points_of<decltype(T::value)>(degree);
    return {scalar_cast<T>(plain.weights),
            {scalar_cast<T>(plain.gauss.nodes), scalar_cast<T>(plain.gauss.weights)},
            scalar_cast<T>(plain.values),
            scalar_cast<T>(plain.derivatives)};
  } else {
    const quadrature<T> lobatto = lobatto_quadrature<T>(degree);
    constraint_points<T> p{lobatto.weights, gauss_quadrature<T>(degree),
                           matrix<T>(degree, degree + 1), matrix<T>(degree, degree + 1)};
    for (Eigen::Index j = 0; j < degree; ++j) {
      const auto at = lagrange_basis<T>(lobatto.nodes, p.gauss.nodes[j]);
      p.values.row(j) = at.value.transpose();
      p.derivatives.row(j) = at.derivative.transpose();
    }
    return p;
  }
}

}  // namespace detail

template <class T>
class constrained_galerkin_stepper<T>::equations {
 public:
  equations(galerkin_tableau<T> tableau, const model<T>& system)
      : tableau_(std::move(tableau)),
        at_(system.lagrangian()),
        n_(system.dimension()),
        m_(system.formulas()->constraints()),
        holonomic_(system.facts().holonomic),
        s_(tableau_.degree()),
        size_(s_ * (n_ + m_)),
        points_(detail::points_of<T>(s_)),
        rest_(vector<T>::Constant(n_, T(0))),
        newton_(size_) {
    if (m_ == 0) {
      throw invalid_input("a system with constraints is needed here");
    }
  }

  solve_report step(phase_point<T>& z, const T& t, const T& h) {
    q0_ = z.q;
    p0_ = z.p;
    t_ = t;
    h_ = h;
    const solve_report guessed = guess();
    if (!guessed.ok()) {
      return guessed;
    }
    const solve_report solved = solve();
    return solved.ok() ? finish(z, solved) : solved;
  }

 private:
  T time(const T& part) const { return t_ + h_ * part; }
  int unknown(int a) const { return (a - 1) * n_; }              // u_a
  int multiplier(int a) const { return s_ * n_ + a * m_; }       // λ_a
  int condition(int a) const { return s_ * n_ + (a - 1) * m_; }  // of node a, or Gauss point a

  /// q_0 + d_a h v_0 + (d_a h)² a_0/2, and λ of the state.
  solve_report guess() {
    vector<T> v;
    vector<T> a;
    const solve_report moving = detail::motion_at_start(at_, q0_, p0_, t_, v, a);
    if (!moving.ok()) {
      return moving;
    }
    x_ = vector<T>::Constant(size_, T(0));
    for (int node = 1; node <= s_; ++node) {
      const T time = h_ * tableau_.nodes[node];
      for (int k = 0; k < n_; ++k) {
        x_[unknown(node) + k] = time * v[k] + time * time * a[k] / T(2);
      }
    }
    for (int node = 0; node < s_; ++node) {
      for (int k = 0; k < m_; ++k) {
        x_[multiplier(node) + k] = at_.constrained()->multipliers()[k];
      }
    }
    return {};
  }

  /// q_0 + Σ_a values_a u_a and Σ_a derivatives_a u_a/h.
  template <class Row>
  void path(const Row& values, const Row& derivatives) {
    q_ = q0_;
    v_ = rest_;
    for (int a = 1; a <= s_; ++a) {
      for (int k = 0; k < n_; ++k) {
        q_[k] += T(values(a) * x_[unknown(a) + k]);
        v_[k] += T(derivatives(a) * x_[unknown(a) + k]);
      }
    }
    for (int k = 0; k < n_; ++k) {
      v_[k] /= h_;
    }
  }
  void node(int a) {
    q_ = q0_;
    for (int k = 0; k < n_ && a > 0; ++k) {
      q_[k] += x_[unknown(a) + k];
    }
    at_.set_time(time(tableau_.nodes[a]));
  }
  const runner<T>& values(form_part which, const vector<T>& v) {
    return at_.values(which, view(std::as_const(q_)), view(v));
  }
  /// Aᵀλ_a and its slopes at the node of which q_ is.
  const runner<T>& forces(int a) {
    lambda_ = vector<T>::Constant(n_, T(0));
    for (int k = 0; k < m_; ++k) {
      lambda_[k] = x_[multiplier(a) + k];
    }
    return at_.values(form_part::constraint_forces, view(std::as_const(q_)),
                      view(std::as_const(rest_)), view(std::as_const(lambda_)));
  }

  void linearize() {
    newton_.clear();
    for (int k = 0; k < n_; ++k) {
      newton_.residual[k] = p0_[k];
    }
    for (Eigen::Index i = 0; i < tableau_.rule.nodes.size(); ++i) {
      add_point(i);
    }
    for (int a = 0; a < s_; ++a) {
      add_forces(a);
    }
    for (int a = 1; a <= s_; ++a) {
      add_holonomic(a);
    }
    for (int j = 1; j <= s_ && holonomic_ < m_; ++j) {
      add_nonholonomic(j);
    }
  }

  /// h b_i (φ_a ∂L/∂q + φ_a′/h ∂L/∂v) for all a < s.
  void add_point(Eigen::Index i) {
    path(tableau_.values.row(i), tableau_.derivatives.row(i));
    at_.set_time(time(tableau_.rule.nodes[i]));
    const runner<T>& r = values(form_part::second_derivatives, v_);
    const T& b = tableau_.rule.weights[i];
    const int square = n_ * n_;
    for (int a = 0; a < s_; ++a) {
      const T by_q = h_ * b * tableau_.values(i, a);
      const T by_v = b * tableau_.derivatives(i, a);
      for (int k = 0; k < n_; ++k) {
        newton_.residual[a * n_ + k] += T(by_q * r.result(k)) + T(by_v * r.result(n_ + k));
      }
      for (int c = 1; c <= s_; ++c) {
        const T& value = tableau_.values(i, c);
        const T slope = tableau_.derivatives(i, c) / h_;
        for (int k = 0; k < n_; ++k) {
          for (int l = 0; l < n_; ++l) {
            const int place = 2 * n_ + k * n_ + l;
            const T q_row = T(value * r.result(place)) + T(slope * r.result(place + square));
            const T v_row =
                T(slope * r.result(place + 2 * square)) + T(value * r.result(place + 3 * square));
            newton_.slopes(a * n_ + k, unknown(c) + l) += T(by_q * q_row) + T(by_v * v_row);
          }
        }
      }
    }
  }
  void add_forces(int a) {
    node(a);
    const T weight = h_ * points_.weights[a];
    const runner<T>& r = forces(a);
    for (int k = 0; k < n_; ++k) {
      newton_.residual[a * n_ + k] += T(weight * r.result(k));
      for (int l = 0; l < n_ && a > 0; ++l) {
        newton_.slopes(a * n_ + k, unknown(a) + l) += T(weight * r.result(n_ + k * n_ + l));
      }
    }
    const runner<T>& rows = values(form_part::constraint_rates, rest_);
    for (int k = 0; k < m_; ++k) {
      for (int l = 0; l < n_; ++l) {
        newton_.slopes(a * n_ + l, multiplier(a) + k) = weight * rows.result(m_ + k * n_ + l);
      }
    }
  }
  void add_holonomic(int a) {
    if (holonomic_ == 0) {
      return;
    }
    node(a);
    const runner<T>& g = values(form_part::constraints, rest_);
    for (int k = 0; k < holonomic_; ++k) {
      newton_.residual[condition(a) + k] = g.result(k);
    }
    const runner<T>& rows = values(form_part::constraint_rates, rest_);
    for (int k = 0; k < holonomic_; ++k) {
      for (int l = 0; l < n_; ++l) {
        newton_.slopes(condition(a) + k, unknown(a) + l) = rows.result(m_ + k * n_ + l);
      }
    }
  }
  /// ψ at the Gauss point j, from 1.
  void add_nonholonomic(int j) {
    path(points_.values.row(j - 1), points_.derivatives.row(j - 1));
    at_.set_time(time(points_.gauss.nodes[j - 1]));
    const runner<T>& r = values(form_part::constraint_rates, v_);
    for (int k = holonomic_; k < m_; ++k) {
      newton_.residual[condition(j) + k] = r.result(k);
      for (int a = 1; a <= s_; ++a) {
        for (int l = 0; l < n_; ++l) {
          const int place = m_ + k * n_ + l;
          newton_.slopes(condition(j) + k, unknown(a) + l) =
              T(points_.derivatives(j - 1, a) / h_ * r.result(place)) +
              T(points_.values(j - 1, a) * r.result(place + m_ * n_));
        }
      }
    }
  }

  solve_report solve() {
    return newton_.solve(x_, s_ * n_, log2_magnitude(q0_, n_), [this] { linearize(); });
  }

  /// p_s − h w_s Aᵀλ_s = p_0 + h Σ b_i ∂L/∂q + h Σ_{a<s} w_a Aᵀλ_a, since Σ φ_a = 1; then v_s and p_s.
  solve_report finish(phase_point<T>& z, const solve_report& solved) {
    vector<T> p = p0_;
    for (Eigen::Index i = 0; i < tableau_.rule.nodes.size(); ++i) {
      path(tableau_.values.row(i), tableau_.derivatives.row(i));
      at_.set_time(time(tableau_.rule.nodes[i]));
      const runner<T>& r = values(form_part::gradient, v_);
      const T weight = h_ * tableau_.rule.weights[i];
      for (int k = 0; k < n_; ++k) {
        p[k] += T(weight * r.result(k));
      }
    }
    for (int a = 0; a < s_; ++a) {
      node(a);
      const T weight = h_ * points_.weights[a];
      const runner<T>& r = forces(a);
      for (int k = 0; k < n_; ++k) {
        p[k] += T(weight * r.result(k));
      }
    }
    node(s_);
    return detail::end_on_constraints(at_, q_, std::move(p), T(t_ + h_), solved, z);
  }

  galerkin_tableau<T> tableau_;
  evaluation<T> at_;
  int n_;
  int m_;
  int holonomic_;
  int s_;
  int size_;
  detail::constraint_points<T> points_;
  vector<T> rest_;
  vector<T> q0_;
  vector<T> p0_;
  T t_{0};
  T h_{0};
  vector<T> x_;  ///< u_1 … u_s, λ_0 … λ_{s−1}
  vector<T> q_;
  vector<T> v_;
  vector<T> lambda_;
  detail::newton_with_constraints<T> newton_;
};

template <class T>
constrained_galerkin_stepper<T>::constrained_galerkin_stepper(galerkin_tableau<T> tableau,
                                                              const model<T>& system)
    : equations_(std::make_unique<equations>(std::move(tableau), system)) {}
template <class T>
constrained_galerkin_stepper<T>::constrained_galerkin_stepper(
    constrained_galerkin_stepper&&) noexcept = default;
template <class T>
constrained_galerkin_stepper<T>::~constrained_galerkin_stepper() = default;

template <class T>
solve_report constrained_galerkin_stepper<T>::step(phase_point<T>& z, const T& t, const T& h) {
  return equations_->step(z, t, h);
}

#define PLUMBLINE_SCALAR(T) template class constrained_galerkin_stepper<T>;
#include <plumbline/scalar/for_each_scalar.def>
template class constrained_galerkin_stepper<tangent_number<double>>;
template class constrained_galerkin_stepper<tangent_number<mp>>;

}  // namespace plumbline
