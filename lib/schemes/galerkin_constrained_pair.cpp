// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The pair Lobatto IIIA-IIIB on a system with holonomic constraints (Jay, SIAM J. Numer. Anal. 33 (1996) 368; Hairer, Lubich &
// Wanner, Geometric Numerical Integration, VII.1.6):
//
//   Q_i = q_0 + h Σ_j a_ij V_j,   ∂L/∂v (Q_i, V_i) = p_0 + h Σ_j ā_ij (∂L/∂q (Q_j, V_j) + G(Q_j)ᵀλ_j),   g(Q_i) = 0
//   q_1 = Q_s,   p_1 = p_0 + h Σ_j b_j (∂L/∂q (Q_j, V_j) + G(Q_j)ᵀλ_j),   G(q_1) v_1 + g_t = 0
//
// The last column of ā is zero: λ_s, in p_1 alone, follows from the hidden constraint at the end. The unknowns are V_1 … V_s and
// λ_1 … λ_{s−1}. For constant M it is the Galerkin scheme with Lobatto quadrature; for M(q) it is another one of the same order.
#include "schemes/constrained_galerkin.hpp"
#include "schemes/ends_of_constrained_step.hpp"
#include "schemes/newton_with_constraints.hpp"
#include "schemes/phase_map.hpp"
#include <plumbline/math/scheme_coefficients.hpp>

#include <Eigen/LU>

#include <cmath>
#include <utility>

namespace plumbline::detail {

namespace {

template <class T>
class lobatto_pair_stepper {
 public:
  lobatto_pair_stepper(scheme_coefficients<T> table, const model<T>& system)
      : table_(std::move(table)),
        at_(system.lagrangian()),
        n_(system.dimension()),
        m_(system.formulas()->constraints()),
        s_(static_cast<int>(table_.b.size())),
        size_(s_ * n_ + (s_ - 1) * m_),
        rest_(vector<T>::Constant(n_, T(0))),
        newton_(size_) {}

  solve_report step(phase_point<T>& z, const T& t, const T& h) {
    q0_ = z.q;
    p0_ = z.p;
    t_ = t;
    h_ = h;
    if (!has_regular_mass_) {
      require_regular_mass();
      has_regular_mass_ = true;
    }
    const solve_report guessed = guess();
    if (!guessed.ok()) {
      return guessed;
    }
    const double scale = log2_magnitude(q0_, n_) - log2_magnitude(h_);
    const solve_report solved = newton_.solve(x_, s_ * n_, scale, [this] { linearize(); });
    return solved.ok() ? finish(z, solved) : solved;
  }

 private:
  /// Throws domain_error where M is singular at the start, as that of quaternions without a centre of mass is: the constraints
  /// determine Σ_j a_ij V_j alone, and steps that do not fail have a lower order.
  void require_regular_mass() {
    vector<T> v;
    vector<T> a;
    if (!motion_at_start(at_, q0_, p0_, t_, v, a).ok()) {
      return;  // the step says why
    }
    matrix<T> mass;
    at_.mass(view(std::as_const(q0_)), view(std::as_const(v)), mass);
    matrix<double> scaled(n_, n_);  // with a diagonal of ones
    const T largest = max_magnitude(mass);
    const auto in_units = [&](int i, int j) { return to_double(T(mass(i, j) / largest)); };
    const auto unit = [&](int i) { return in_units(i, i) > 0 ? std::sqrt(in_units(i, i)) : 1.0; };
    for (int i = 0; i < n_; ++i) {
      for (int j = 0; j < n_; ++j) {
        scaled(i, j) = in_units(i, j) / unit(i) / unit(j);
      }
    }
    const vector<double> pivots =
        Eigen::FullPivLU<matrix<double>>(scaled).matrixLU().diagonal().cwiseAbs();
    constexpr double rounding = 1e-13;
    if (!(pivots.minCoeff() > rounding * pivots.maxCoeff())) {
      throw domain_error(
          "lobatto-iiia-iiib needs a regular mass matrix, and that of this system is regular only "
          "together with its constraints; lobatto takes such systems");
    }
  }

  int multiplier(int i) const { return s_ * n_ + i * m_; }       // λ_i, i < s − 1
  int condition(int i) const { return s_ * n_ + (i - 1) * m_; }  // g(Q_i), i > 0

  solve_report guess() {
    vector<T> v;
    vector<T> a;
    const solve_report moving = motion_at_start(at_, q0_, p0_, t_, v, a);
    if (!moving.ok()) {
      return moving;
    }
    x_ = vector<T>::Constant(size_, T(0));
    for (int i = 0; i < s_; ++i) {
      const T time = h_ * table_.c[i];
      for (int k = 0; k < n_; ++k) {
        x_[i * n_ + k] = v[k] + time * a[k];
      }
      for (int k = 0; k < m_ && i + 1 < s_; ++k) {
        x_[multiplier(i) + k] = at_.constrained()->multipliers()[k];
      }
    }
    return {};
  }

  void locate(int i) {
    q_ = q0_;
    v_ = rest_;
    for (int k = 0; k < n_; ++k) {
      for (int j = 0; j < s_; ++j) {
        q_[k] += T(T(h_ * table_.a(i, j)) * x_[j * n_ + k]);
      }
      v_[k] = x_[i * n_ + k];
    }
    at_.set_time(T(t_ + h_ * table_.c[i]));
  }
  const runner<T>& values(form_part which) {
    return at_.values(which, view(std::as_const(q_)), view(std::as_const(v_)));
  }
  const runner<T>& forces(int i) {
    vector<T> lambda = rest_;
    for (int k = 0; k < m_; ++k) {
      lambda[k] = x_[multiplier(i) + k];
    }
    return at_.values(form_part::constraint_forces, view(std::as_const(q_)),
                      view(std::as_const(v_)), view(std::as_const(lambda)));
  }

  void linearize() {
    newton_.clear();
    const int square = n_ * n_;
    for (int j = 0; j < s_; ++j) {
      locate(j);
      const bool pulled = j + 1 < s_;
      {
        const runner<T>& r = values(form_part::second_derivatives);
        for (int k = 0; k < n_; ++k) {
          newton_.residual[j * n_ + k] += r.result(n_ + k) - p0_[k];
          for (int l = 0; l < n_; ++l) {
            const int place = 2 * n_ + k * n_ + l;
            newton_.slopes(j * n_ + k, j * n_ + l) += r.result(place + 2 * square);
            for (int b = 0; b < s_; ++b) {
              newton_.slopes(j * n_ + k, b * n_ + l) +=
                  T(T(h_ * table_.a(j, b)) * r.result(place + 3 * square));
            }
          }
        }
        for (int i = 0; i < s_; ++i) {
          const T weight = -h_ * table_.abar(i, j);
          for (int k = 0; k < n_; ++k) {
            newton_.residual[i * n_ + k] += T(weight * r.result(k));
            for (int l = 0; l < n_; ++l) {
              const int place = 2 * n_ + k * n_ + l;
              newton_.slopes(i * n_ + k, j * n_ + l) += T(weight * r.result(place + square));
              for (int b = 0; b < s_; ++b) {
                newton_.slopes(i * n_ + k, b * n_ + l) +=
                    T(T(weight * T(h_ * table_.a(j, b))) * r.result(place));
              }
            }
          }
        }
      }
      if (pulled) {
        const runner<T>& r = forces(j);
        for (int i = 0; i < s_; ++i) {
          const T weight = -h_ * table_.abar(i, j);
          for (int k = 0; k < n_; ++k) {
            newton_.residual[i * n_ + k] += T(weight * r.result(k));
            for (int l = 0; l < n_; ++l) {
              for (int b = 0; b < s_; ++b) {
                newton_.slopes(i * n_ + k, b * n_ + l) +=
                    T(T(weight * T(h_ * table_.a(j, b))) * r.result(n_ + k * n_ + l));
              }
            }
          }
        }
      }
      const runner<T>& rows = values(form_part::constraint_rates);
      for (int k = 0; k < m_; ++k) {
        for (int l = 0; l < n_; ++l) {
          const T& row = rows.result(m_ + k * n_ + l);
          for (int i = 0; pulled && i < s_; ++i) {
            newton_.slopes(i * n_ + l, multiplier(j) + k) = T(-h_ * table_.abar(i, j)) * row;
          }
          for (int b = 0; j > 0 && b < s_; ++b) {
            newton_.slopes(condition(j) + k, b * n_ + l) = T(h_ * table_.a(j, b)) * row;
          }
        }
      }
      if (j > 0) {
        const runner<T>& g = values(form_part::constraints);
        for (int k = 0; k < m_; ++k) {
          newton_.residual[condition(j) + k] = g.result(k);
        }
      }
    }
  }

  solve_report finish(phase_point<T>& z, const solve_report& solved) {
    vector<T> p = p0_;
    for (int j = 0; j < s_; ++j) {
      locate(j);
      const T weight = h_ * table_.bbar[j];
      const runner<T>& r = values(form_part::gradient);
      for (int k = 0; k < n_; ++k) {
        p[k] += T(weight * r.result(k));
      }
      if (j + 1 < s_) {
        const runner<T>& pull = forces(j);
        for (int k = 0; k < n_; ++k) {
          p[k] += T(weight * pull.result(k));
        }
      }
    }
    return end_on_constraints(at_, q_, p, v_, T(t_ + h_), solved, z);
  }

  scheme_coefficients<T> table_;
  evaluation<T> at_;
  int n_;
  int m_;
  int s_;
  int size_;
  vector<T> rest_;
  vector<T> q0_;
  vector<T> p0_;
  T t_{0};
  T h_{0};
  vector<T> x_;
  vector<T> q_;
  vector<T> v_;
  newton_with_constraints<T> newton_;
  bool has_regular_mass_ = false;  ///< known from the first step
};

}  // namespace

template <class T>
any_stepper<T> constrained_lobatto_pair(const scheme_info& info, const scheme_coefficients<T>& x,
                                        const model<T>& system) {
  return erase_phase_map<T>(info, lobatto_pair_stepper<T>(x, system), system.dimension());
}

#define PLUMBLINE_CONSTRAINED(T)                       \
  template any_stepper<T> constrained_lobatto_pair<T>( \
      const scheme_info&, const scheme_coefficients<T>&, const model<T>&);
#define PLUMBLINE_SCALAR(T) PLUMBLINE_CONSTRAINED(T)
#include <plumbline/scalar/for_each_scalar.def>
PLUMBLINE_CONSTRAINED(tangent_number<double>)
PLUMBLINE_CONSTRAINED(tangent_number<mp>)
#undef PLUMBLINE_CONSTRAINED

}  // namespace plumbline::detail
