// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Galerkin variational integrators of any degree (QL section 3, TOP section 2; Marsden & West 2001, 1.6).
//
// Within a step the motion is a polynomial of degree s through q_0 … q_s at the control nodes d_a, and the
// action is a quadrature (c_i, b_i):
//
//   L_d(q_0 … q_s) = h Σ_i b_i L(Q_i, V_i),  Q_i = Σ_a φ_a(c_i) q_a,  V_i = (1/h) Σ_a φ_a′(c_i) q_a
//
//   p_0 + ∂L_d/∂q_0 = 0,   ∂L_d/∂q_a = 0  (0 < a < s),   p_1 = ∂L_d/∂q_s
//
// Every choice is symplectic and keeps the momenta of cyclic coordinates; symmetric nodes and quadrature
// make it symmetric. The order is min(2s, order of the quadrature), whatever the control nodes.
//
// Three decisions keep all digits:
//  * the unknowns are the increments u_a = q_a − q_0, 1 ≤ a ≤ s, so that angles that have grown large do
//    not cost digits;
//  * the equations are ordered p_0 + ∂L_d/∂q_0, ∂L_d/∂q_1 …, with only gradients and Hessians of L;
//  * since Σ φ_a = 1 and Σ φ_a′ = 0, the equations sum to p_1 = p_0 + h Σ b_i ∂L/∂q(Q_i, V_i), which is
//    how p_1 is computed: where ∂L/∂q vanishes, the momentum is kept bit for bit.
#pragma once

#include <plumbline/core/scheme_info.hpp>
#include <plumbline/math/lagrange_basis.hpp>
#include <plumbline/math/quadrature.hpp>
#include <plumbline/mechanics/legendre.hpp>
#include <plumbline/schemes/implicit_step.hpp>

#include <memory>
#include <string>

namespace plumbline {

/// Polynomial degree, control nodes and quadrature as numbers: all that the engine needs to know.
template <class T>
struct galerkin_tableau {
  scheme_info info;
  vector<T> nodes;        ///< d_a, s + 1 of them, from 0 to 1
  quadrature<T> rule;     ///< c_i, b_i
  matrix<T> values;       ///< φ_a(c_i), row i, column a
  matrix<T> derivatives;  ///< φ_a′(c_i)

  int degree() const { return static_cast<int>(nodes.size()) - 1; }
};

template <class To, class From>
galerkin_tableau<To> scalar_cast(const galerkin_tableau<From>& t) {
  return {t.info,
          scalar_cast<To>(t.nodes),
          {scalar_cast<To>(t.rule.nodes), scalar_cast<To>(t.rule.weights)},
          scalar_cast<To>(t.values),
          scalar_cast<To>(t.derivatives)};
}

/// The method with Lobatto control nodes of the given degree and any quadrature on [0, 1].
template <class T>
galerkin_tableau<T> galerkin(int degree, quadrature<T> rule, scheme_info info) {
  const vector<T> nodes = lobatto_quadrature<T>(degree).nodes;
  const auto points = rule.nodes.size();
  galerkin_tableau<T> t{std::move(info), nodes, std::move(rule), matrix<T>(points, degree + 1),
                        matrix<T>(points, degree + 1)};
  for (Eigen::Index i = 0; i < points; ++i) {
    const auto at = lagrange_basis<T>(nodes, t.rule.nodes[i]);
    t.values.row(i) = at.value.transpose();
    t.derivatives.row(i) = at.derivative.transpose();
  }
  return t;
}

namespace detail {
inline scheme_info galerkin_info(std::string name, std::string summary, int degree,
                                 std::string reference) {
  return {.name = std::move(name),
          .summary = std::move(summary),
          .order = 2 * degree,
          .symmetric = true,
          .symplectic = true,
          .conserves = "momenta of cyclic coordinates",
          .formula =
              "p_0 + dL_d/dq_0 = 0, dL_d/dq_a = 0, p_1 = dL_d/dq_s; "
              "L_d = h sum b_i L(sum phi_a(c_i) q_a, sum phi_a'(c_i) q_a / h)",
          .reference = std::move(reference)};
}
}  // namespace detail

/// s + 1 Lobatto points, order 2s. Degree 2 is Simpson's rule; degree 1 is leapfrog for constant mass.
/// Throws invalid_input unless 1 <= degree.
template <class T>
galerkin_tableau<T> lobatto(int degree) {
  return galerkin<T>(
      degree, lobatto_quadrature<T>(degree),
      detail::galerkin_info("lobatto", "Galerkin variational integrator, Lobatto quadrature",
                            degree, "Marsden & West 2001, 2.6.4; QL section 3 for degree 2"));
}

/// s Gauss points, order 2s. Degree 1 is the implicit midpoint rule.
/// Throws invalid_input unless 1 <= degree.
template <class T>
galerkin_tableau<T> galerkin_gauss(int degree) {
  return galerkin<T>(
      degree, gauss_quadrature<T>(degree),
      detail::galerkin_info("galerkin-gauss", "Galerkin variational integrator, Gauss quadrature",
                            degree, "Marsden & West 2001, 2.6.4"));
}

/// Simpson's variational integrator: quadratic polynomials, Simpson's rule, order 4 (QL (18), (25)).
template <class T>
galerkin_tableau<T> simpson() {
  auto t = lobatto<T>(2);
  t.info.name = "simpson";
  t.info.summary = "Simpson's variational integrator";
  t.info.reference = "QL section 3; TOP section 2";
  return t;
}

/// The variational midpoint rule: linear motion, one Gauss point, order 2 (QL (9)).
template <class T>
galerkin_tableau<T> midpoint() {
  auto t = galerkin_gauss<T>(1);
  t.info.name = "midpoint";
  t.info.summary = "the variational midpoint rule";
  t.info.reference = "QL section 2";
  return t;
}

namespace detail {

/// The equations of one step for the increments, for solve_newton. Work space is allocated once.
template <class T, class System>
class galerkin_equations {
 public:
  using C = coarser_t<T>;
  static constexpr bool descends = detail::descends<T, System>();

  galerkin_equations(galerkin_tableau<T> tableau, System system)
      : tableau_(std::move(tableau)),
        system_(std::move(system)),
        n_(system_.dimension()),
        s_(tableau_.degree()),
        velocity_(n_),
        q_(n_),
        v_(n_),
        dq_(n_, tableau_.rule.nodes.size()),
        dv_(n_, tableau_.rule.nodes.size()) {
    if constexpr (descends) {
      coarse_ = std::make_unique<coarse_equations>(plumbline::scalar_cast<C>(tableau_),
                                                   convert_to<C>(system_));
    }
  }

  /// The start of the step.
  void set(const phase_point<T>& start, const T& h) {
    start_ = start;
    h_ = h;
  }

  int size() const { return n_ * s_; }

  /// Uniform motion with the initial velocity.
  void guess(vector<T>& u) {
    if constexpr (!is_dual<T>::value) {
      if (!velocity(system_, start_.q, start_.p, velocity_).ok()) {
        velocity_.setConstant(T(0));
      }
      u.resize(size());
      for (int a = 1; a <= s_; ++a) {
        for (int k = 0; k < n_; ++k) {
          u[(a - 1) * n_ + k] = tableau_.nodes[a] * h_ * velocity_[k];
        }
      }
    }
  }

  void residual(const vector<T>& u, vector<T>& r) {
    const auto& t = tableau_;
    r.resize(size());
    for (int k = 0; k < n_; ++k) {
      r[k] = start_.p[k];
    }
    for (int k = n_; k < size(); ++k) {
      r[k] = T(0);
    }
    T weight;
    T term;
    for (Eigen::Index i = 0; i < t.rule.nodes.size(); ++i) {
      evaluate_gradient(u, i);
      const T hb = h_ * t.rule.weights[i];
      for (int a = 0; a < s_; ++a) {
        weight = t.derivatives(i, a) * t.rule.weights[i];
        const T force_weight = hb * t.values(i, a);
        for (int k = 0; k < n_; ++k) {
          term = force_weight * dq_(k, i);
          r[a * n_ + k] += term;
          term = weight * dv_(k, i);
          r[a * n_ + k] += term;
        }
      }
    }
  }

  void jacobian(const vector<T>& u, matrix<T>& j) {
    const auto& t = tableau_;
    j = matrix<T>::Constant(size(), size(), T(0));
    for (Eigen::Index i = 0; i < t.rule.nodes.size(); ++i) {
      locate(u, i);
      lagrangian_second_derivatives<T>(system_, view(q_), view(v_), hessian_);
      for (int a = 0; a < s_; ++a) {
        for (int b = 1; b <= s_; ++b) {
          const T qq = h_ * t.rule.weights[i] * t.values(i, a) * t.values(i, b);
          const T qv = t.rule.weights[i] * t.values(i, a) * t.derivatives(i, b);
          const T vq = t.rule.weights[i] * t.derivatives(i, a) * t.values(i, b);
          const T vv = t.rule.weights[i] * t.derivatives(i, a) * t.derivatives(i, b) / h_;
          for (int k = 0; k < n_; ++k) {
            for (int l = 0; l < n_; ++l) {
              j(a * n_ + k, (b - 1) * n_ + l) += qq * hessian_.qq(k, l) + qv * hessian_.qv(k, l) +
                                                 vq * hessian_.qv(l, k) + vv * hessian_.vv(k, l);
            }
          }
        }
      }
    }
  }

  auto* coarse() requires descends {
    coarse_->set(plumbline::scalar_cast<C>(start_), plumbline::scalar_cast<C>(h_));
    return coarse_.get();
  }

  /// q_1 and p_1 from the solved increments.
  void update(const vector<T>& u, phase_point<T>& z) {
    const auto& t = tableau_;
    for (Eigen::Index i = 0; i < t.rule.nodes.size(); ++i) {
      evaluate_gradient(u, i);
    }
    T impulse;
    for (int k = 0; k < n_; ++k) {
      impulse = t.rule.weights[0] * dq_(k, 0);
      for (Eigen::Index i = 1; i < t.rule.nodes.size(); ++i) {
        impulse += t.rule.weights[i] * dq_(k, i);
      }
      z.p[k] = start_.p[k] + h_ * impulse;
      z.q[k] = start_.q[k] + u[(s_ - 1) * n_ + k];
    }
  }

  const galerkin_tableau<T>& tableau() const { return tableau_; }
  const System& system() const { return system_; }
  const phase_point<T>& start() const { return start_; }

 private:
  using coarse_equations = coarser_equations<galerkin_equations, T, System>;

  /// Q_i and V_i.
  void locate(const vector<T>& u, Eigen::Index i) {
    T term;
    for (int k = 0; k < n_; ++k) {
      q_[k] = start_.q[k];
      v_[k] = T(0);
      for (int a = 1; a <= s_; ++a) {
        term = tableau_.values(i, a) * u[(a - 1) * n_ + k];
        q_[k] += term;
        term = tableau_.derivatives(i, a) * u[(a - 1) * n_ + k];
        v_[k] += term;
      }
      v_[k] /= h_;
    }
  }
  void evaluate_gradient(const vector<T>& u, Eigen::Index i) {
    locate(u, i);
    const auto n = static_cast<std::size_t>(n_);
    lagrangian_gradient<T>(system_, view(q_), view(v_), std::span<T>(&dq_(0, i), n),
                           std::span<T>(&dv_(0, i), n));
  }

  galerkin_tableau<T> tableau_;
  System system_;
  int n_;
  int s_;
  phase_point<T> start_;
  T h_{0};
  vector<T> velocity_;
  vector<T> q_;
  vector<T> v_;
  matrix<T> dq_;
  matrix<T> dv_;
  lagrangian_hessian<T> hessian_;
  std::unique_ptr<coarse_equations> coarse_;
};

}  // namespace detail

/// One-step map of a Galerkin method for one system. A value with work space: keep it, step it.
template <class T, class System>
class galerkin_stepper {
 public:
  galerkin_stepper(galerkin_tableau<T> tableau, System system)
      : equations_(std::move(tableau), std::move(system)), u_(equations_.size()) {}

  const scheme_info& info() const { return equations_.tableau().info; }

  /// z ← Φ_h(z); h may be negative. z is unchanged unless the report is ok.
  solve_report step(phase_point<T>& z, const T& h) {
    return detail::implicit_step<T>(equations_, u_, z, h);
  }

  /// Dense output: the polynomial of the last step at t_0 + θ h, 0 <= θ <= 1.
  vector<T> configuration_within(const T& theta) const {
    const auto basis = lagrange_basis<T>(equations_.tableau().nodes, theta);
    vector<T> q = equations_.start().q;
    const auto n = q.size();
    for (Eigen::Index a = 1; a < basis.value.size(); ++a) {
      q += basis.value[a] * u_.segment((a - 1) * n, n);
    }
    return q;
  }

 private:
  detail::galerkin_equations<T, System> equations_;
  vector<T> u_;
};

}  // namespace plumbline
