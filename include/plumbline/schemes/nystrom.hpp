// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Nyström methods from their tables (Hairer, Nørsett & Wanner I, II.14), for M q″ = f(q), L = ½ v'M v − V(q), f = −V′:
//
//   Q_i = q_0 + c_i h M⁻¹ p_0 + h² M⁻¹ Σ_j a_ij f(Q_j)
//   q_1 = q_0 + h M⁻¹ p_0 + h² M⁻¹ Σ_i b̄_i f(Q_i),     p_1 = p_0 + h Σ_i b_i f(Q_i)
//
// Explicit tables are run stage by stage; implicit ones by Newton's iteration for the increments Q_i − q_0.
#pragma once

#include <plumbline/core/phase_point.hpp>
#include <plumbline/math/newton.hpp>
#include <plumbline/math/scheme_coefficients.hpp>
#include <plumbline/mechanics/separable.hpp>
#include <plumbline/schemes/runge_kutta.hpp>

#include <cmath>
#include <memory>

namespace plumbline {

namespace detail {

/// The equations of an implicit step for the increments of the stages, for newton_ladder; the outputs are the impulse
/// Σ b_i f(Q_i) and Σ b̄_i f(Q_i), without the powers of h.
template <class T>
class nystrom_equations {
 public:
  nystrom_equations(scheme_coefficients<T> table, const model<T>& system)
      : table_(std::move(table)),
        model_(system),
        at_(system),
        system_(system),
        n_(system.dimension()),
        s_(static_cast<int>(table_.b.size())),
        momentum_(n_),
        point_(n_),
        forces_(s_, n_),
        slopes_(n_ * s_, n_) {
    // M⁻¹ by columns
    inverse_mass_ = matrix<T>(n_, n_);
    for (int j = 0; j < n_; ++j) {
      vector<T> unit = vector<T>::Constant(n_, T(0));
      unit[j] = T(1);
      vector<T> column = vector<T>::Constant(n_, T(0));
      system_.drift(unit, T(1), column);
      inverse_mass_.col(j) = column;
    }
  }

  void set(const phase_point<T>& start, const T& h) {
    start_ = start;
    h_ = h;
  }
  template <class T2>
  void set_converted(const phase_point<T2>& start, const T2& h) {
    convert_into(start_.q, start.q);
    convert_into(start_.p, start.p);
    h_ = plumbline::scalar_cast<T>(h);
  }

  int size() const { return n_ * s_; }
  int outputs() const { return 2 * n_; }

  /// Motion without forces.
  void guess(vector<T>& u) {
    u.resize(size());
    for (int i = 0; i < s_; ++i) {
      for (int k = 0; k < n_; ++k) {
        momentum_[k] = table_.c[i] * start_.p[k];
        point_[k] = T(0);
      }
      system_.drift(momentum_, h_, point_);
      for (int k = 0; k < n_; ++k) {
        u[i * n_ + k] = point_[k];
      }
    }
  }

  void evaluate(const vector<T>& u, vector<T>& r, movement) {
    for (int j = 0; j < s_; ++j) {
      runner<T>& f = at_.part(form_part::force);
      put(u, j, f);
      f.run(position_stage);
      for (int k = 0; k < n_; ++k) {
        forces_(j, k) = f.result(k);
      }
    }
    residuals(u, r);
  }

  void linearize(const vector<T>& u, vector<T>& r, matrix<T>& m) {
    for (int j = 0; j < s_; ++j) {
      runner<T>& f = at_.part(form_part::force_slopes);
      put(u, j, f);
      f.run(position_stage);
      for (int k = 0; k < n_; ++k) {
        forces_(j, k) = f.result(k);
        for (int l = 0; l < n_; ++l) {
          slopes_(j * n_ + k, l) = f.result(n_ + k * n_ + l);
        }
      }
    }
    residuals(u, r);
    m.resize(size() + outputs(), size());
    m.setConstant(T(0));
    for (int j = 0; j < s_; ++j) {
      for (int l = 0; l < n_; ++l) {
        m(j * n_ + l, j * n_ + l) += T(1);
        for (int k = 0; k < n_; ++k) {
          T slope(0);  // of component k of M⁻¹ f(Q_j)
          for (int e = 0; e < n_; ++e) {
            slope += T(inverse_mass_(k, e) * slopes_(j * n_ + e, l));
          }
          slope *= h_ * h_;
          for (int i = 0; i < s_; ++i) {
            m(i * n_ + k, j * n_ + l) -= T(table_.a(i, j) * slope);
          }
          m(size() + k, j * n_ + l) += T(table_.b[j] * slopes_(j * n_ + k, l));
          m(size() + n_ + k, j * n_ + l) += T(table_.bbar[j] * slopes_(j * n_ + k, l));
        }
      }
    }
  }

  /// See displacement_scale() of other implicit steps.
  double floor_scale(const vector<T>& u) const {
    return std::fmax(log2_magnitude(u, size()), log2_magnitude(start_.q, n_) - detail::hidden_bits);
  }

  template <class C>
  nystrom_equations<C> in_scalar() const {
    return {plumbline::scalar_cast<C>(table_), model_.template cast<C>()};
  }
  template <class C>
  void pose(nystrom_equations<C>& other) const {
    other.set_converted(start_, h_);
  }

  /// q_1 and p_1 from Σ b_i f and Σ b̄_i f.
  void update(const vector<T>& sums, phase_point<T>& z) {
    for (int k = 0; k < n_; ++k) {
      momentum_[k] = start_.p[k] + h_ * sums[n_ + k];
      z.q[k] = T(0);
    }
    system_.drift(momentum_, h_, z.q);
    for (int k = 0; k < n_; ++k) {
      z.q[k] += start_.q[k];
      z.p[k] = start_.p[k] + h_ * sums[k];
    }
  }

 private:
  void put(const vector<T>& u, int j, runner<T>& f) {
    for (int k = 0; k < n_; ++k) {
      f.input(k) = start_.q[k] + u[j * n_ + k];
    }
  }
  void residuals(const vector<T>& u, vector<T>& r) {
    r.resize(size() + outputs());
    for (int i = 0; i < s_; ++i) {
      for (int k = 0; k < n_; ++k) {
        T sum(0);
        for (int j = 0; j < s_; ++j) {
          sum += T(table_.a(i, j) * forces_(j, k));
        }
        momentum_[k] = table_.c[i] * start_.p[k] + h_ * sum;
        point_[k] = T(0);
      }
      system_.drift(momentum_, h_, point_);
      for (int k = 0; k < n_; ++k) {
        r[i * n_ + k] = u[i * n_ + k] - point_[k];
      }
    }
    for (int k = 0; k < n_; ++k) {
      r[size() + k] = T(0);
      r[size() + n_ + k] = T(0);
      for (int j = 0; j < s_; ++j) {
        r[size() + k] += T(table_.b[j] * forces_(j, k));
        r[size() + n_ + k] += T(table_.bbar[j] * forces_(j, k));
      }
    }
  }

  scheme_coefficients<T> table_;
  model<T> model_;
  evaluation<T> at_;
  separable<T> system_;
  int n_;
  int s_;
  phase_point<T> start_;
  T h_{0};
  vector<T> momentum_;
  vector<T> point_;
  matrix<T> forces_;
  matrix<T> slopes_;
  matrix<T> inverse_mass_;
};

}  // namespace detail

/// One-step map for one system.
template <class T>
class nystrom_stepper {
 public:
  /// a, bbar, b and c of the coefficients.
  nystrom_stepper(scheme_coefficients<T> table, const model<T>& system)
      : table_(std::move(table)), system_(system) {
    if (!is_explicit(table_.a)) {
      ladder_ = std::make_unique<newton_ladder<detail::nystrom_equations, T>>(
          detail::nystrom_equations<T>(table_, system));
    }
    const auto n = system.dimension();
    forces_.assign(static_cast<std::size_t>(table_.b.size()), vector<T>(n));
    point_ = vector<T>(n);
    momentum_ = vector<T>(n);
    impulse_ = vector<T>(n);
  }

  /// z ← Φ_h(z); h may be negative. z is unchanged unless the report is ok.
  solve_report step(phase_point<T>& z, const T& h) {
    if (!all_finite(z.q) || !all_finite(z.p) || !is_finite(h)) {
      return {solve_outcome::not_finite, 0, 0};
    }
    if (ladder_) {
      return implicit_step(z, h);
    }
    const Eigen::Index s = table_.b.size();
    for (Eigen::Index i = 0; i < s; ++i) {
      for (Eigen::Index k = 0; k < z.q.size(); ++k) {
        set_product(momentum_[k], table_.c[i], z.p[k]);
        add_forces(i, k, h, momentum_[k]);
        set_copy(point_[k], z.q[k]);
      }
      system_.drift(momentum_, h, point_);
      system_.force(point_, forces_[static_cast<std::size_t>(i)]);
    }
    for (Eigen::Index k = 0; k < z.q.size(); ++k) {
      set_copy(momentum_[k], z.p[k]);
      add_sum(table_.bbar, k, h, momentum_[k]);
      set_copy(impulse_[k], z.p[k]);
      add_sum(table_.b, k, h, impulse_[k]);
      set_copy(point_[k], z.q[k]);
    }
    system_.drift(momentum_, h, point_);
    if (!all_finite(point_) || !all_finite(impulse_)) {
      return {solve_outcome::not_finite, 0, 0};
    }
    for (Eigen::Index k = 0; k < z.q.size(); ++k) {
      set_copy(z.q[k], point_[k]);
      set_copy(z.p[k], impulse_[k]);
    }
    return {};
  }

 private:
  solve_report implicit_step(phase_point<T>& z, const T& h) {
    ladder_->equations().set(z, h);
    const solve_report report = ladder_->solve(u_);
    if (report.ok() && !all_finite(ladder_->outputs())) {
      return {solve_outcome::not_finite, report.iterations, report.residual};
    }
    if (report.ok()) {
      ladder_->equations().update(ladder_->outputs(), z);
    }
    return report;
  }
  /// p += h Σ_j a_ij f_j
  void add_forces(Eigen::Index i, Eigen::Index k, const T& h, T& p) {
    for (Eigen::Index j = 0; j < i; ++j) {
      if (!(table_.a(i, j) == T(0))) {
        add_term(table_.a(i, j), j, k, h, p);
      }
    }
  }
  void add_sum(const vector<T>& weights, Eigen::Index k, const T& h, T& p) {
    for (Eigen::Index j = 0; j < weights.size(); ++j) {
      add_term(weights[j], j, k, h, p);
    }
  }
  void add_term(const T& weight, Eigen::Index j, Eigen::Index k, const T& h, T& p) {
    set_product(term_, weight, h);
    set_product(term_, term_, forces_[static_cast<std::size_t>(j)][k]);
    set_sum(p, p, term_);
  }

  scheme_coefficients<T> table_;
  separable<T> system_;
  std::unique_ptr<newton_ladder<detail::nystrom_equations, T>> ladder_;
  std::vector<vector<T>> forces_;
  vector<T> point_;
  vector<T> momentum_;
  vector<T> impulse_;
  vector<T> u_;
  T term_{0};
};

}  // namespace plumbline
