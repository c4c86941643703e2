// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Runge–Kutta and partitioned Runge–Kutta methods with any table on Hamilton's equations (Hairer, Lubich & Wanner,
// Geometric Numerical Integration, II.1, II.2, VI.4):
//
//   Q_i = q_0 + h Σ_j a_ij V_j,   P_i = p_0 + h Σ_j ā_ij ∂L/∂q(Q_j, V_j),   P_i = ∂L/∂v(Q_i, V_i)
//   q_1 = q_0 + h Σ_i b_i V_i,    p_1 = p_0 + h Σ_i b̄_i ∂L/∂q(Q_i, V_i)
//
// with ā = a and b̄ = b where the table is not partitioned. Generalised forces stand beside ∂L/∂q. The unknowns are the stage velocities V_i, so that only
// gradients and second derivatives of L occur and the mass matrix is never inverted.
#pragma once

#include <plumbline/math/scheme_coefficients.hpp>
#include <plumbline/schemes/implicit_step.hpp>

#include <cmath>
#include <vector>

namespace plumbline {

namespace detail {

/// The equations of one step for the stage velocities, for newton_ladder; the outputs are the impulse p_1 − p_0. Work
/// space is allocated once.
template <class T>
class runge_kutta_equations {
 public:
  runge_kutta_equations(scheme_coefficients<T> table, model<T> system)
      : table_(std::move(table)),
        system_(std::move(system)),
        n_(system_.dimension()),
        s_(static_cast<int>(table_.b.size())),
        derivatives_(system_.lagrangian()),
        launch_(system_),
        nodes_(static_cast<std::size_t>(s_), gradient_at_node<T>(system_)),
        steps_(s_, s_),
        force_steps_(s_, s_),
        force_weights_(s_),
        times_(s_) {}

  /// The start of the step.
  void set(const phase_point<T>& start, const T& h, const T& t) {
    start_ = start;
    t_ = t;
    set_step(h);
  }
  /// The same for a step of a finer scalar.
  template <class T2>
  void set_converted(const phase_point<T2>& start, const T2& h, const T2& t) {
    t_ = plumbline::scalar_cast<T>(t);
    convert_into(start_.q, start.q);
    convert_into(start_.p, start.p);
    set_step(plumbline::scalar_cast<T>(h));
  }

  int size() const { return n_ * s_; }
  int outputs() const { return n_; }

  /// Motion with the initial acceleration.
  void guess(vector<T>& u) {
    launch_.from(start_, t_);
    u.resize(size());
    for (int i = 0; i < s_; ++i) {
      const T time = h_ * table_.c[i];
      for (int k = 0; k < n_; ++k) {
        u[i * n_ + k] = launch_.velocity()[k] + time * launch_.acceleration()[k];
      }
    }
  }

  void evaluate(const vector<T>& u, vector<T>& r, movement m) {
    begin(r);
    for (int j = 0; j < s_; ++j) {
      gradient_at_node<T>& node = nodes_[static_cast<std::size_t>(j)];
      locate(u, j, node);
      node.run_position(m);
      node.run_velocity(m);
      add(j, node, r);
    }
  }

  void linearize(const vector<T>& u, vector<T>& r, matrix<T>& m) {
    begin(r);
    m.resize(size() + n_, size());
    m.setConstant(T(0));
    for (int j = 0; j < s_; ++j) {
      locate(u, j, derivatives_);
      derivatives_.run();
      add(j, derivatives_, r);
      for (int k = 0; k < n_; ++k) {
        for (int l = 0; l < n_; ++l) {
          m(j * n_ + k, j * n_ + l) += derivatives_.vv(k, l);
          for (int b = 0; b < s_; ++b) {
            m(j * n_ + k, b * n_ + l) += steps_(j, b) * derivatives_.vq(k, l);
          }
          // the forces act on the momenta of all stages, and on the impulse (row s)
          for (int i = 0; i <= s_; ++i) {
            const T weight = i == s_ ? force_weights_[j] : T(-force_steps_(i, j));
            m(i * n_ + k, j * n_ + l) += weight * derivatives_.qv(k, l);
            const T row = weight * derivatives_.qq(k, l);
            for (int b = 0; b < s_; ++b) {
              m(i * n_ + k, b * n_ + l) += row * steps_(j, b);
            }
          }
        }
      }
    }
  }

  /// See displacement_scale(); the unknowns are velocities.
  double floor_scale(const vector<T>& u) const {
    return std::fmax(log2_magnitude(u, size()),
                     displacement_scale(system_, start_.q) - log2_magnitude(h_));
  }

  template <class C>
  runge_kutta_equations<C> in_scalar() const {
    return {plumbline::scalar_cast<C>(table_), system_.template cast<C>()};
  }
  template <class C>
  void pose(runge_kutta_equations<C>& other) const {
    other.set_converted(start_, h_, t_);
  }

  /// q_1 and p_1 from the solved velocities and the impulse.
  void update(const vector<T>& u, const vector<T>& impulse, phase_point<T>& z) {
    for (int k = 0; k < n_; ++k) {
      set_product(path_, table_.b[0], u[k]);
      for (int i = 1; i < s_; ++i) {
        set_product(term_, table_.b[i], u[i * n_ + k]);
        set_sum(path_, path_, term_);
      }
      set_product(path_, path_, h_);
      set_sum(z.q[k], start_.q[k], path_);
      set_sum(z.p[k], start_.p[k], impulse[k]);
    }
  }

  bool has_embedded() const { return table_.bhat.size() > 0; }
  /// (q_1, p_1) minus the embedded solution, from the solved velocities: h Σ (b_i − b̂_i) V_i and
  /// h Σ (b_i − b̂_i) ∂L/∂q(Q_i, V_i). The second needs the forces of the stages once more: the solver keeps their sums alone.
  void embedded_error(const vector<T>& u, vector<T>& error) {
    error = vector<T>::Constant(2 * n_, T(0));
    for (int j = 0; j < s_; ++j) {
      gradient_at_node<T>& node = nodes_[static_cast<std::size_t>(j)];
      locate(u, j, node);
      node.run_position(movement::free);
      node.run_velocity(movement::free);
      const T weight = h_ * T(table_.b[j] - table_.bhat[j]);
      for (int k = 0; k < n_; ++k) {
        error[k] += weight * u[j * n_ + k];
        error[n_ + k] += weight * node.dq(k);
      }
    }
  }

 private:
  void set_step(const T& h) {
    h_ = h;
    for (int i = 0; i < s_; ++i) {
      set_product(force_weights_[i], h_, table_.bbar[i]);
      set_product(times_[i], h_, table_.c[i]);
      set_sum(times_[i], times_[i], t_);
      for (int j = 0; j < s_; ++j) {
        set_product(steps_(i, j), h_, table_.a(i, j));
        set_product(force_steps_(i, j), h_, table_.abar(i, j));
      }
    }
  }

  /// Q_j and V_j.
  template <class Node>
  void locate(const vector<T>& u, int j, Node& node) {
    set_copy(node.t(), times_[j]);
    for (int k = 0; k < n_; ++k) {
      T& q = node.q(k);
      set_product(q, steps_(j, 0), u[k]);
      for (int i = 1; i < s_; ++i) {
        set_product(term_, steps_(j, i), u[i * n_ + k]);
        set_sum(q, q, term_);
      }
      set_sum(q, q, start_.q[k]);
      set_copy(node.v(k), u[j * n_ + k]);
    }
  }
  /// −p_0 in every stage, no impulse yet.
  void begin(vector<T>& r) {
    r.resize(size() + n_);
    for (int k = 0; k < n_; ++k) {
      for (int i = 0; i < s_; ++i) {
        set_negative(r[i * n_ + k], start_.p[k]);
      }
      r[size() + k] = T(0);
    }
  }
  template <class Node>
  void add(int j, const Node& node, vector<T>& r) {
    for (int k = 0; k < n_; ++k) {
      set_sum(r[j * n_ + k], r[j * n_ + k], node.dv(k));
      for (int i = 0; i < s_; ++i) {
        set_product(term_, force_steps_(i, j), node.dq(k));
        set_difference(r[i * n_ + k], r[i * n_ + k], term_);
      }
      set_product(term_, force_weights_[j], node.dq(k));
      set_sum(r[size() + k], r[size() + k], term_);
    }
  }

  scheme_coefficients<T> table_;
  model<T> system_;
  int n_;
  int s_;
  derivatives_at_point<T> derivatives_;
  launch<T> launch_;
  std::vector<gradient_at_node<T>> nodes_;
  phase_point<T> start_;
  T h_{0};
  T t_{0};
  matrix<T> steps_;          ///< h a_ij
  matrix<T> force_steps_;    ///< h ā_ij
  vector<T> force_weights_;  ///< h b̄_i
  vector<T> times_;          ///< t + c_i h
  T term_{0};
  T path_{0};
};

}  // namespace detail

/// One-step map of a table (a, abar, b, bbar, c) for one system. A value with work space: keep it, step it.
template <class T>
class runge_kutta_stepper {
 public:
  runge_kutta_stepper(scheme_coefficients<T> table, const model<T>& system)
      : ladder_(detail::runge_kutta_equations<T>(std::move(table), system)) {}

  /// z ← Φ_h(z) from the time t; h may be negative. z is unchanged unless the report is ok.
  solve_report step(phase_point<T>& z, const T& t, const T& h) {
    const solve_report report = detail::implicit_step(ladder_, u_, z, t, h);
    if (report.ok() && has_embedded()) {
      ladder_.equations().embedded_error(u_, error_);
    }
    return report;
  }

  bool has_embedded() const { return ladder_.equations().has_embedded(); }
  /// y_1 minus the embedded solution of the last step that was ok, for y = (q, p); empty before the first one.
  const vector<T>& embedded_error() const { return error_; }

 private:
  newton_ladder<detail::runge_kutta_equations, T> ladder_;
  vector<T> u_;
  vector<T> error_;
};

// Compiled once for each scalar, in lib/schemes/runge_kutta_engine.cpp; for numbers with tangents in tangent_engines.cpp.
#define PLUMBLINE_SCALAR(T) extern template class newton_ladder<detail::runge_kutta_equations, T>;
#include <plumbline/scalar/for_each_scalar.def>
extern template class newton_ladder<detail::runge_kutta_equations, double_double>;
extern template class newton_ladder<detail::runge_kutta_equations, tangent_number<double>>;
extern template class newton_ladder<detail::runge_kutta_equations, tangent_number<mp>>;

}  // namespace plumbline
