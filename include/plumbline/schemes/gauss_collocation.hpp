// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Gauss collocation: the implicit Runge–Kutta methods of Kuntzmann and Butcher on Hamilton's equations
// (Hairer, Lubich & Wanner, Geometric Numerical Integration, II.1.3), s stages, order 2s:
//
//   Q_i = q_0 + h Σ_j a_ij V_j,   P_i = p_0 + h Σ_j a_ij ∂L/∂q(Q_j, V_j),   P_i = ∂L/∂v(Q_i, V_i)
//   q_1 = q_0 + h Σ_i b_i V_i,    p_1 = p_0 + h Σ_i b_i ∂L/∂q(Q_i, V_i),     a_ij = ∫_0^{c_i} ℓ_j
//
// with the Gauss nodes c_i and weights b_i. Symmetric, symplectic, and it keeps every quadratic invariant. The unknowns
// are the stage velocities V_i: n s of them, and only gradients and Hessians of L occur. One stage is the implicit
// midpoint rule on (q, p), which is not the variational `midpoint` where the mass matrix depends on q.
#pragma once

#include <plumbline/core/scheme_info.hpp>
#include <plumbline/math/lagrange_basis.hpp>
#include <plumbline/math/quadrature.hpp>
#include <plumbline/mechanics/legendre.hpp>
#include <plumbline/schemes/implicit_step.hpp>

#include <memory>

namespace plumbline {

/// Nodes c, weights b and coefficients a of a Runge–Kutta method.
template <class T>
struct runge_kutta_tableau {
  quadrature<T> rule;  ///< c_i, b_i
  matrix<T> a;         ///< s × s

  int stages() const { return static_cast<int>(rule.nodes.size()); }
};

template <class To, class From>
runge_kutta_tableau<To> scalar_cast(const runge_kutta_tableau<From>& t) {
  return {{scalar_cast<To>(t.rule.nodes), scalar_cast<To>(t.rule.weights)}, scalar_cast<To>(t.a)};
}

/// The facts of the method with s stages.
inline scheme_info gauss_collocation_info(int stages) {
  return {.name = "gauss-collocation",
          .summary = "Gauss collocation on Hamilton's equations",
          .order = 2 * stages,
          .symmetric = true,
          .symplectic = true,
          .conserves = "momenta of cyclic coordinates, quadratic invariants",
          .formula =
              "Q_i = q_0 + h sum a_ij V_j, P_i = p_0 + h sum a_ij dL/dq(Q_j, V_j) = "
              "dL/dv(Q_i, V_i)",
          .reference = "Kuntzmann 1961; Butcher 1964; Hairer, Lubich & Wanner II.1.3"};
}

/// The Gauss method with s >= 1 stages. a_ij = ∫_0^{c_i} ℓ_j by the Gauss rule itself, which is exact for degree s − 1.
/// Throws invalid_input unless 1 <= stages.
template <class T>
runge_kutta_tableau<T> gauss_collocation(int stages) {
  runge_kutta_tableau<T> t{gauss_quadrature<T>(stages), matrix<T>(stages, stages)};
  const quadrature<T>& rule = t.rule;
  for (int i = 0; i < stages; ++i) {
    for (int j = 0; j < stages; ++j) {
      t.a(i, j) = T(0);
    }
    for (int k = 0; k < stages; ++k) {
      const auto basis = lagrange_basis<T>(rule.nodes, T(rule.nodes[i] * rule.nodes[k]));
      for (int j = 0; j < stages; ++j) {
        t.a(i, j) += T(rule.nodes[i] * rule.weights[k] * basis.value[j]);
      }
    }
  }
  return t;
}

namespace detail {

/// The equations of one step for the stage velocities, for solve_newton. Work space is allocated once.
template <class T, class System>
class collocation_equations {
 public:
  using C = coarser_t<T>;
  static constexpr bool descends = detail::descends<T, System>();

  collocation_equations(runge_kutta_tableau<T> tableau, System system)
      : tableau_(std::move(tableau)),
        system_(std::move(system)),
        n_(system_.dimension()),
        s_(tableau_.stages()),
        velocity_(n_),
        q_(n_),
        v_(n_),
        dq_(n_, s_),
        dv_(n_, s_) {
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

  /// The initial velocity in every stage.
  void guess(vector<T>& u) {
    if constexpr (!is_dual<T>::value) {
      if (!velocity(system_, start_.q, start_.p, velocity_).ok()) {
        velocity_.setConstant(T(0));
      }
      u.resize(size());
      for (int k = 0; k < size(); ++k) {
        u[k] = velocity_[k % n_];
      }
    }
  }

  void residual(const vector<T>& u, vector<T>& r) {
    r.resize(size());
    for (int i = 0; i < s_; ++i) {
      evaluate_gradient(u, i);
    }
    T term;
    for (int i = 0; i < s_; ++i) {
      for (int k = 0; k < n_; ++k) {
        T impulse(0);
        for (int j = 0; j < s_; ++j) {
          term = tableau_.a(i, j) * dq_(k, j);
          impulse += term;
        }
        r[i * n_ + k] = dv_(k, i) - start_.p[k] - h_ * impulse;
      }
    }
  }

  void jacobian(const vector<T>& u, matrix<T>& m) {
    m = matrix<T>::Constant(size(), size(), T(0));
    for (int j = 0; j < s_; ++j) {
      locate(u, j);
      lagrangian_second_derivatives<T>(system_, view(q_), view(v_), hessian_);
      for (int k = 0; k < n_; ++k) {
        for (int l = 0; l < n_; ++l) {
          m(j * n_ + k, j * n_ + l) += hessian_.vv(k, l);
          for (int i = 0; i < s_; ++i) {
            m(j * n_ + k, i * n_ + l) += h_ * tableau_.a(j, i) * hessian_.qv(l, k);
            m(i * n_ + k, j * n_ + l) -= h_ * tableau_.a(i, j) * hessian_.qv(k, l);
          }
          for (int i = 0; i < s_; ++i) {
            const T row = h_ * h_ * tableau_.a(i, j) * hessian_.qq(k, l);
            for (int b = 0; b < s_; ++b) {
              m(i * n_ + k, b * n_ + l) -= row * tableau_.a(j, b);
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

  /// q_1 and p_1 from the solved velocities.
  void update(const vector<T>& u, phase_point<T>& z) {
    for (int i = 0; i < s_; ++i) {
      evaluate_gradient(u, i);
    }
    for (int k = 0; k < n_; ++k) {
      T path = tableau_.rule.weights[0] * u[k];
      T impulse = tableau_.rule.weights[0] * dq_(k, 0);
      for (int i = 1; i < s_; ++i) {
        path += T(tableau_.rule.weights[i] * u[i * n_ + k]);
        impulse += T(tableau_.rule.weights[i] * dq_(k, i));
      }
      z.q[k] = start_.q[k] + h_ * path;
      z.p[k] = start_.p[k] + h_ * impulse;
    }
  }

 private:
  using coarse_equations = coarser_equations<collocation_equations, T, System>;

  /// Q_i and V_i.
  void locate(const vector<T>& u, int i) {
    for (int k = 0; k < n_; ++k) {
      T path(0);
      for (int j = 0; j < s_; ++j) {
        path += T(tableau_.a(i, j) * u[j * n_ + k]);
      }
      q_[k] = start_.q[k] + h_ * path;
      v_[k] = u[i * n_ + k];
    }
  }
  void evaluate_gradient(const vector<T>& u, int i) {
    locate(u, i);
    const auto n = static_cast<std::size_t>(n_);
    lagrangian_gradient<T>(system_, view(q_), view(v_), std::span<T>(&dq_(0, i), n),
                           std::span<T>(&dv_(0, i), n));
  }

  runge_kutta_tableau<T> tableau_;
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

/// One-step map of a collocation method for one system. A value with work space: keep it, step it.
template <class T, class System>
class collocation_stepper {
 public:
  collocation_stepper(runge_kutta_tableau<T> tableau, System system)
      : equations_(std::move(tableau), std::move(system)), u_(equations_.size()) {}

  /// z ← Φ_h(z); h may be negative. z is unchanged unless the report is ok.
  solve_report step(phase_point<T>& z, const T& h) {
    return detail::implicit_step<T>(equations_, u_, z, h);
  }

 private:
  detail::collocation_equations<T, System> equations_;
  vector<T> u_;
};

}  // namespace plumbline
