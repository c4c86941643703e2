// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Gauss collocation: the implicit Runge–Kutta methods of Kuntzmann and Butcher on Hamilton's equations
// (Hairer, Lubich & Wanner, Geometric Numerical Integration, II.1.3), s stages, order 2s:
//
//   Q_i = q_0 + h Σ_j a_ij V_j,   P_i = p_0 + h Σ_j a_ij ∂L/∂q(Q_j, V_j),   P_i = ∂L/∂v(Q_i, V_i)
//   q_1 = q_0 + h Σ_i b_i V_i,    p_1 = p_0 + h Σ_i b_i ∂L/∂q(Q_i, V_i),     a_ij = ∫_0^{c_i} ℓ_j
//
// with the Gauss nodes c_i and weights b_i. Generalised forces F stand beside ∂L/∂q; formulas with time are taken at
// t_0 + c_i h. Symmetric, symplectic, and it keeps every quadratic invariant. The unknowns
// are the stage velocities V_i: n s of them, and only gradients and Hessians of L occur. One stage is the implicit
// midpoint rule on (q, p), which is not the variational `midpoint` where the mass matrix depends on q.
#pragma once

#include <plumbline/core/exact_step.hpp>
#include <plumbline/core/scheme_info.hpp>
#include <plumbline/math/lagrange_basis.hpp>
#include <plumbline/math/quadrature.hpp>
#include <plumbline/scalar/product_sum.hpp>
#include <plumbline/schemes/implicit_step.hpp>

#include <cmath>
#include <vector>

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
          .conserves = {.momenta = true, .quadratic = true},
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

/// The equations of one step for the stage velocities, for newton_ladder; the outputs are the impulse p_1 − p_0. Work
/// space is allocated once.
template <class T>
class collocation_equations {
 public:
  collocation_equations(runge_kutta_tableau<T> tableau, model<T> system)
      : tableau_(std::move(tableau)),
        system_(std::move(system)),
        n_(system_.dimension()),
        s_(tableau_.stages()),
        derivatives_(system_.lagrangian()),
        launch_(system_),
        nodes_(static_cast<std::size_t>(s_), gradient_at_node<T>(system_)),
        steps_(s_, s_),
        weights_(s_),
        pulls_(n_),
        by_q_(s_, n_),
        by_v_(s_, n_) {}

  int dimension() const { return n_; }
  /// The start of the step.
  void set(const phase_point<T>& start, const T& h, const T& t = T(0)) {
    start_.q.resize(n_);
    start_.p.resize(n_);
    copy_entries(start_.q, start.q);
    copy_entries(start_.p, start.p);
    t_ = t;
    set_step(h);
  }
  /// The same for a step of a finer scalar.
  template <class T2>
  void set_converted(const phase_point<T2>& start, const T2& h, const T2& t) {
    convert_into(start_.q, start.q);
    convert_into(start_.p, start.p);
    t_ = plumbline::scalar_cast<T>(t);
    set_step(plumbline::scalar_cast<T>(h));
  }

  int size() const { return n_ * s_; }
  int outputs() const { return n_; }

  /// Motion with the initial acceleration.
  void guess(vector<T>& u) {
    launch_.from(start_, t_);
    u.resize(size());
    for (int i = 0; i < s_; ++i) {
      const T time = h_ * tableau_.rule.nodes[i];
      for (int k = 0; k < n_; ++k) {
        u[i * n_ + k] = launch_.velocity()[k] + time * launch_.acceleration()[k];
      }
    }
  }

  void evaluate(const vector<T>& u, vector<T>& r, movement m) {
    for (int j = 0; j < s_; ++j) {
      gradient_at_node<T>& node = nodes_[static_cast<std::size_t>(j)];
      locate(u, j, node);
      if (m == movement::free && j > 0) {
        node.run_position_beside(nodes_[0]);
      } else {
        node.run_position(m);
      }
      node.run_velocity(m);
      keep(j, node);
    }
    add_up(r);
  }

  void linearize(const vector<T>& u, vector<T>& r, matrix<T>& m) {
    m.resize(size() + n_, size());
    m.setConstant(T(0));
    for (int j = 0; j < s_; ++j) {
      if (!system_.facts().autonomous) {
        derivatives_.t() = t_ + h_ * tableau_.rule.nodes[j];
      }
      locate(u, j, derivatives_);
      derivatives_.run();
      keep(j, derivatives_);
      for (int l = 0; l < n_; ++l) {
        for (int b = 0; b < s_; ++b) {
          // by the unknown l of the stage b: how ∂L/∂q and ∂L/∂v change
          for (int k = 0; k < n_; ++k) {
            set_product(pulls_[k], steps_(j, b), derivatives_.qq(k, l));
            T& momentum = m(j * n_ + k, b * n_ + l);
            add_term(momentum, steps_(j, b), derivatives_.vq(k, l));
            if (b == j) {
              set_sum(pulls_[k], pulls_[k], derivatives_.qv(k, l));
              set_sum(momentum, momentum, derivatives_.vv(k, l));
            }
          }
          // the forces act on the momenta of all stages, and on the impulse (row s)
          for (int i = 0; i <= s_; ++i) {
            for (int k = 0; k < n_; ++k) {
              T& entry = m(i * n_ + k, b * n_ + l);
              if (i == s_) {
                add_term(entry, weights_[j], pulls_[k]);
              } else {
                set_product(term_, steps_(i, j), pulls_[k]);
                set_difference(entry, entry, term_);
              }
            }
          }
        }
      }
    }
    add_up(r);
  }

  /// See displacement_scale(); the unknowns are velocities.
  double floor_scale(const vector<T>& u) const {
    return std::fmax(log2_magnitude(u, size()),
                     displacement_scale(system_, start_.q) - log2_magnitude(h_));
  }

  template <class C>
  collocation_equations<C> in_scalar() const {
    return {plumbline::scalar_cast<C>(tableau_), system_.template cast<C>()};
  }
  template <class C>
  void pose(collocation_equations<C>& other) const {
    other.set_converted(start_, h_, t_);
  }

  /// q_1 and p_1 from the solved velocities and the impulse.
  void update(const vector<T>& u, const vector<T>& impulse, phase_point<T>& z) {
    for (int k = 0; k < n_; ++k) {
      set_product(path_, tableau_.rule.weights[0], u[k]);
      for (int i = 1; i < s_; ++i) {
        set_product(term_, tableau_.rule.weights[i], u[i * n_ + k]);
        set_sum(path_, path_, term_);
      }
      set_product(path_, path_, h_);
      set_sum(z.q[k], start_.q[k], path_);
      set_sum(z.p[k], start_.p[k], impulse[k]);
    }
  }

 private:
  void set_step(const T& h) {
    h_ = h;
    if (!system_.facts().autonomous) {
      for (int i = 0; i < s_; ++i) {
        nodes_[static_cast<std::size_t>(i)].t() = t_ + h_ * tableau_.rule.nodes[i];
      }
    }
    // dual numbers compare by their values alone, so their weights are always made anew
    if (!is_dual<T>::value && bits_ == scalar_traits<T>::bits() && h == weights_step_) {
      return;
    }
    weights_step_ = h;
    bits_ = scalar_traits<T>::bits();
    for (int i = 0; i < s_; ++i) {
      set_product(weights_[i], h_, tableau_.rule.weights[i]);
      for (int j = 0; j < s_; ++j) {
        set_product(steps_(i, j), h_, tableau_.a(i, j));
      }
    }
  }

  /// Q_j and V_j.
  template <class Node>
  void locate(const vector<T>& u, int j, Node& node) {
    for (int k = 0; k < n_; ++k) {
      sum_.begin();
      for (int i = 0; i < s_; ++i) {
        sum_.add(steps_(j, i), u[i * n_ + k]);
      }
      sum_.add(start_.q[k]);
      sum_.store(node.q(k));
      set_copy(node.v(k), u[j * n_ + k]);
    }
  }
  /// Keeps ∂L/∂q and ∂L/∂v at the stage j.
  template <class Node>
  void keep(int j, const Node& node) {
    for (int k = 0; k < n_; ++k) {
      set_copy(by_q_(j, k), node.dq(k));
      set_copy(by_v_(j, k), node.dv(k));
    }
  }
  /// P_i − ∂L/∂v in every stage with the other sign, and the impulse, from the gradients at the stages.
  void add_up(vector<T>& r) {
    r.resize(size() + n_);
    for (int k = 0; k < n_; ++k) {
      for (int i = 0; i <= s_; ++i) {
        sum_.begin();
        if (i < s_) {
          sum_.add(start_.p[k]);
        }
        for (int j = 0; j < s_; ++j) {
          sum_.add(i < s_ ? steps_(i, j) : weights_[j], by_q_(j, k));
        }
        if (i < s_) {
          sum_.store(path_);
          set_difference(r[i * n_ + k], by_v_(i, k), path_);
        } else {
          sum_.store(r[size() + k]);
        }
      }
    }
  }

  void add_term(T& entry, const T& weight, const T& derivative) {
    if constexpr (mpfr_scalar<T>) {
      set_product(term_, weight, derivative);
      set_sum(entry, entry, term_);
    } else {
      entry += T(weight * derivative);
    }
  }

  runge_kutta_tableau<T> tableau_;
  model<T> system_;
  int n_;
  int s_;
  derivatives_at_point<T> derivatives_;
  launch<T> launch_;
  std::vector<gradient_at_node<T>> nodes_;
  phase_point<T> start_;
  T h_{0};
  T t_{0};
  T weights_step_{0};  ///< the h of the weights
  int bits_ = 0;       ///< and their precision
  matrix<T> steps_;    ///< h a_ij
  vector<T> weights_;  ///< h b_i
  vector<T> pulls_;
  product_sum<T> sum_;
  matrix<T> by_q_;  ///< ∂L/∂q at the stages
  matrix<T> by_v_;  ///< ∂L/∂v
  T term_{0};
  T path_{0};
};

}  // namespace detail

/// One-step map of a collocation method for one system. A value with work space: keep it, step it.
template <class T, class System = model<T>>
class collocation_stepper : public exact_steps<T> {
 public:
  using exact_steps<T>::step;
  /// `system` is a model, or what can be recorded as a Lagrangian system.
  collocation_stepper(runge_kutta_tableau<T> tableau, const System& system)
      : ladder_(detail::collocation_equations<T>(std::move(tableau), model_of<T>(system))) {}

  /// z ← Φ_h(z); h may be negative. z is unchanged unless the report is ok.
  solve_report step(phase_point<T>& z, const T& h) { return step(z, T(0), h); }
  /// The same from the time t, for systems whose formulas contain it.
  solve_report step(phase_point<T>& z, const T& t, const T& h) {
    require_dimension(z, ladder_.equations().dimension());
    return detail::implicit_step(ladder_, u_, z, t, h);
  }

 private:
  newton_ladder<detail::collocation_equations, T> ladder_;
  vector<T> u_;
};

// Compiled once for each scalar, in lib/schemes/gauss_collocation_engine.cpp; for numbers with tangents in tangent_engines.cpp.
#define PLUMBLINE_SCALAR(T) extern template class newton_ladder<detail::collocation_equations, T>;
#include <plumbline/scalar/for_each_scalar.def>
extern template class newton_ladder<detail::collocation_equations, double_double>;
extern template class newton_ladder<detail::collocation_equations, tangent_number<double>>;
extern template class newton_ladder<detail::collocation_equations, tangent_number<mp>>;

}  // namespace plumbline
