// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Runge–Kutta methods with any table on systems that have no Lagrangian (Hairer & Wanner, Solving Ordinary Differential
// Equations II, IV.8):
//
//   y′ = f(t, y)              K_i = f(t + c_i h, y_0 + h Σ_j a_ij K_j),     y_1 = y_0 + h Σ_i b_i K_i
//   M(x, v) a + F(x, v) = P(t)   M A_i + F(X_i, V_i) = P(t + c_i h),   V_i = v_0 + h Σ_j ā_ij A_j,   X_i = x_0 + h Σ_j a_ij V_j
//                             x_1 = x_0 + h Σ_i b_i V_i,   v_1 = v_0 + h Σ_i b̄_i A_i
//
// The unknowns are the slopes K_i or the accelerations A_i of all stages, so that the mass matrix is never inverted. With
// ā = a and b̄ = b the second is the first on y = (x, v). A partitioned table on y = (q, p) has ā in the stages of p, and b̄ = b.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/math/newton.hpp>
#include <plumbline/math/scheme_coefficients.hpp>
#include <plumbline/mechanics/model.hpp>

#include <cmath>
#include <utility>

namespace plumbline {

namespace detail {

/// The equations of one step for newton_ladder. Work space is allocated once.
template <class T>
class field_stage_equations {
 public:
  field_stage_equations(scheme_coefficients<T> table, model<T> system)
      : table_(std::move(table)),
        system_(std::move(system)),
        at_(system_),
        n_(system_.dimension()),
        s_(static_cast<int>(table_.b.size())),
        has_accelerations_(!system_.is_first_order()),
        steps_(s_, s_),
        force_steps_(s_, s_),
        position_steps_(s_, s_),
        times_(s_),
        x_(n_),
        v_(n_),
        a_(n_),
        load_(n_),
        y_(vector<T>::Constant(has_accelerations_ ? 2 * n_ : n_, T(0))) {}

  const model<T>& system() const { return system_; }

  /// The start of the step: y, or (x, v).
  void set(const vector<T>& y, const T& h, const T& t) {
    for (Eigen::Index k = 0; k < y.size(); ++k) {
      set_copy(y_[k], y[k]);
    }
    t_ = t;
    set_step(h);
  }

  int size() const { return n_ * s_; }
  int outputs() const { return 0; }

  /// The slopes or accelerations at the start.
  void guess(vector<T>& u) {
    u.resize(size());
    at_.set_time(t_);
    if (has_accelerations_) {
      set_copy_of(x_, y_, 0);
      set_copy_of(v_, y_, n_);
      if (!at_.acceleration(view(std::as_const(x_)), view(std::as_const(v_)), t_, view(a_)).ok()) {
        a_.setConstant(T(0));
      }
    } else {
      at_.field(view(std::as_const(y_)), view(a_));
    }
    for (int k = 0; k < n_; ++k) {
      for (int i = 0; i < s_; ++i) {
        u[i * n_ + k] = is_finite(a_[k]) ? a_[k] : T(0);
      }
    }
  }

  void evaluate(const vector<T>& u, vector<T>& r, movement) {
    r.resize(size());
    for (int i = 0; i < s_; ++i) {
      put_residual(u, i, r);
    }
  }

  void linearize(const vector<T>& u, vector<T>& r, matrix<T>& m) {
    r.resize(size());
    m.resize(size(), size());
    m.setConstant(T(0));
    for (int i = 0; i < s_; ++i) {
      put_residual(u, i, r);
      if (has_accelerations_) {
        at_.equation_slopes(view(std::as_const(x_)), view(std::as_const(v_)), acceleration(u, i),
                            by_x_, by_v_);
        at_.mass(view(std::as_const(x_)), view(std::as_const(v_)), mass_);
      } else {
        at_.equation_slopes(view(std::as_const(x_)), {}, {}, by_x_, by_v_);
      }
      for (int k = 0; k < n_; ++k) {
        for (int l = 0; l < n_; ++l) {
          for (int j = 0; j < s_; ++j) {
            T& entry = m(i * n_ + k, j * n_ + l);
            set_product(entry, has_accelerations_ ? position_steps_(i, j) : field_steps(l)(i, j),
                        by_x_(k, l));
            if (has_accelerations_) {
              set_product(term_, force_steps_(i, j), by_v_(k, l));
              set_sum(entry, entry, term_);
            }
          }
          T& own = m(i * n_ + k, i * n_ + l);
          own += has_accelerations_ ? mass_(k, l) : T(k == l ? 1 : 0);
        }
      }
    }
  }

  /// What moves the state by less than its rounding errors need not be told from nothing: near rest that is more than the
  /// slopes or accelerations themselves.
  double floor_scale(const vector<T>& u) const {
    const double step = log2_magnitude(h_);
    double scale = log2_magnitude(u, size());
    for (int k = 0; k < static_cast<int>(y_.size()); ++k) {
      const bool is_position = has_accelerations_ && k < n_;
      scale = std::fmax(
          scale, log2_magnitude(y_[k]) - (is_position ? 2 * step : step) - detail::hidden_bits);
    }
    return scale;
  }

  template <class C>
  field_stage_equations<C> in_scalar() const {
    return {plumbline::scalar_cast<C>(table_), system_.template cast<C>()};
  }
  template <class C>
  void pose(field_stage_equations<C>& other) const {
    other.set_converted(y_, h_, t_);
  }
  template <class T2>
  void set_converted(const vector<T2>& y, const T2& h, const T2& t) {
    convert_into(y_, y);
    t_ = plumbline::scalar_cast<T>(t);
    set_step(plumbline::scalar_cast<T>(h));
  }

  /// y ← y_1 from the solved slopes.
  void update(const vector<T>& u, vector<T>& y) {
    for (int k = 0; k < n_; ++k) {
      path_ = T(0);
      for (int i = 0; i < s_; ++i) {
        set_product(term_, has_accelerations_ ? table_.bbar[i] : table_.b[i], u[i * n_ + k]);
        set_sum(path_, path_, term_);
      }
      set_product(path_, path_, h_);
      const int place = has_accelerations_ ? n_ + k : k;
      set_sum(y[place], y_[place], path_);
      if (has_accelerations_) {
        path_ = T(0);
        for (int i = 0; i < s_; ++i) {
          set_product(term_, table_.b[i], velocity(u, i, k));
          set_sum(path_, path_, term_);
        }
        set_product(path_, path_, h_);
        set_sum(y[k], y_[k], path_);
      }
    }
  }

  bool has_embedded() const { return table_.bhat.size() > 0; }
  /// y_1 minus the embedded solution, from the solved slopes or accelerations.
  void embedded_error(const vector<T>& u, vector<T>& error) {
    error = vector<T>::Constant(y_.size(), T(0));
    for (int i = 0; i < s_; ++i) {
      const T weight = h_ * T(table_.b[i] - table_.bhat[i]);
      for (int k = 0; k < n_; ++k) {
        error[has_accelerations_ ? n_ + k : k] += weight * u[i * n_ + k];
        if (has_accelerations_) {
          error[k] += weight * velocity(u, i, k);
        }
      }
    }
  }

 private:
  void set_step(const T& h) {
    h_ = h;
    for (int i = 0; i < s_; ++i) {
      set_product(times_[i], h_, table_.c[i]);
      set_sum(times_[i], times_[i], t_);
      for (int j = 0; j < s_; ++j) {
        set_product(steps_(i, j), h_, table_.a(i, j));
        set_product(force_steps_(i, j), h_, table_.abar(i, j));
      }
    }
    for (int i = 0; i < s_; ++i) {
      for (int j = 0; j < s_; ++j) {
        T sum(0);
        for (int l = 0; l < s_; ++l) {
          set_product(term_, steps_(i, l), force_steps_(l, j));
          set_sum(sum, sum, term_);
        }
        position_steps_(i, j) = sum;
      }
    }
  }
  static void set_copy_of(vector<T>& to, const vector<T>& from, int first) {
    for (Eigen::Index k = 0; k < to.size(); ++k) {
      set_copy(to[k], from[first + k]);
    }
  }
  std::span<const T> acceleration(const vector<T>& u, int i) const {
    return {u.data() + static_cast<std::ptrdiff_t>(i) * n_, static_cast<std::size_t>(n_)};
  }
  /// What the slopes of the entry k of a system of first order move its stages by: the second half of y are momenta.
  const matrix<T>& field_steps(int k) const { return 2 * k < n_ ? steps_ : force_steps_; }
  /// V_i of the coordinate k.
  const T& velocity(const vector<T>& u, int i, int k) {
    set_copy(velocity_, y_[n_ + k]);
    for (int j = 0; j < s_; ++j) {
      set_product(product_, force_steps_(i, j), u[j * n_ + k]);
      set_sum(velocity_, velocity_, product_);
    }
    return velocity_;
  }
  /// Residual of the stage i; leaves its point in x_ and v_.
  void put_residual(const vector<T>& u, int i, vector<T>& r) {
    at_.set_time(times_[i]);
    if (!has_accelerations_) {
      for (int k = 0; k < n_; ++k) {
        set_copy(x_[k], y_[k]);
        for (int j = 0; j < s_; ++j) {
          set_product(product_, field_steps(k)(i, j), u[j * n_ + k]);
          set_sum(x_[k], x_[k], product_);
        }
      }
      at_.field(view(std::as_const(x_)), view(a_));
      for (int k = 0; k < n_; ++k) {
        set_difference(r[i * n_ + k], u[i * n_ + k], a_[k]);
      }
      return;
    }
    for (int k = 0; k < n_; ++k) {
      set_copy(v_[k], velocity(u, i, k));
      T& x = x_[k];
      set_product(x, times_step(i), y_[n_ + k]);
      for (int j = 0; j < s_; ++j) {
        set_product(product_, position_steps_(i, j), u[j * n_ + k]);
        set_sum(x, x, product_);
      }
      set_sum(x, x, y_[k]);
    }
    at_.equation(view(std::as_const(x_)), view(std::as_const(v_)), acceleration(u, i), view(a_));
    at_.load(times_[i], view(load_));
    for (int k = 0; k < n_; ++k) {
      set_difference(r[i * n_ + k], a_[k], load_[k]);
    }
  }
  /// h Σ_j a_ij: what the velocity at the start moves the stage.
  const T& times_step(int i) {
    row_ = T(0);
    for (int j = 0; j < s_; ++j) {
      set_sum(row_, row_, steps_(i, j));
    }
    return row_;
  }

  scheme_coefficients<T> table_;
  model<T> system_;
  evaluation<T> at_;
  int n_;
  int s_;
  bool has_accelerations_;
  matrix<T> steps_;           ///< h a_ij
  matrix<T> force_steps_;     ///< h ā_ij
  matrix<T> position_steps_;  ///< h² (a ā)_ij
  vector<T> times_;           ///< t + c_i h
  vector<T> x_;
  vector<T> v_;
  vector<T> a_;
  vector<T> load_;
  vector<T> y_;  ///< at the start
  matrix<T> by_x_;
  matrix<T> by_v_;
  matrix<T> mass_;
  T h_{0};
  T t_{0};
  T term_{0};
  T product_{0};
  T velocity_{0};
  T row_{0};
  T path_{0};
};

}  // namespace detail

/// One-step map of a table (a, abar, b, bbar, c) for a system that is not Lagrangian. A value with work space.
template <class T>
class field_runge_kutta_stepper {
 public:
  field_runge_kutta_stepper(scheme_coefficients<T> table, const model<T>& system)
      : ladder_(detail::field_stage_equations<T>(std::move(table), system)) {}

  /// y ← Φ_h(y) from the time t, where y is the state or (x, v); h may be negative. y is unchanged unless the report is ok.
  /// Throws invalid_input for a system with zones, whose laws have steps of their own.
  solve_report step(vector<T>& y, const T& t, const T& h) {
    if (ladder_.equations().system().law_by_zone()) {
      throw invalid_input(
          "an implicit table cannot step over the boundary of a zone: it needs --events split");
    }
    if (!all_finite(y) || !is_finite(h)) {
      return {solve_outcome::not_finite, 0, 0};
    }
    ladder_.equations().set(y, h, t);
    const solve_report report = ladder_.solve(u_);
    if (report.ok()) {
      ladder_.equations().update(u_, y);
      if (has_embedded()) {
        ladder_.equations().embedded_error(u_, error_);
      }
    }
    return report;
  }

  bool has_embedded() const { return ladder_.equations().has_embedded(); }
  /// y_1 minus the embedded solution of the last step that was ok; empty before the first one.
  const vector<T>& embedded_error() const { return error_; }

 private:
  newton_ladder<detail::field_stage_equations, T> ladder_;
  vector<T> u_;
  vector<T> error_;
};

// Compiled once for each scalar, in lib/schemes/runge_kutta_field_engine.cpp; for numbers with tangents in tangent_engines.cpp.
#define PLUMBLINE_SCALAR(T) extern template class newton_ladder<detail::field_stage_equations, T>;
#include <plumbline/scalar/for_each_scalar.def>
extern template class newton_ladder<detail::field_stage_equations, double_double>;
extern template class newton_ladder<detail::field_stage_equations, tangent_number<double>>;
extern template class newton_ladder<detail::field_stage_equations, tangent_number<mp>>;

}  // namespace plumbline
