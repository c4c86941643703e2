// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Implicit Runge–Kutta tables on the equations of motion of a system with constraints, f of mechanics/vector_field.hpp with the
// multipliers solved for (Hairer, Lubich & Wanner, Geometric Numerical Integration, VII.1):
//
//   K_i = f(t + c_i h, y_0 + h Σ_j a_ij K_j),   y_1 = y_0 + h Σ_i b_i K_i,   y = (q, p)
//
// with ā, b̄ for p. Newton's iteration finds the K_i in double, with the slopes of f at all stages by numbers with tangents. The
// factors of its last matrix then correct them in the scalar of the step, by 12 digits or so each time.
#include "schemes/constrained_implicit.hpp"

#include "math/balanced_factors.hpp"
#include "schemes/field_stepper.hpp"
#include <plumbline/mechanics/vector_field.hpp>

#include <cmath>
#include <utility>

namespace plumbline::detail {

namespace {

template <class T>
double plain(const T& x) {
  if constexpr (is_dual<T>::value) {
    return to_double(x.value);
  } else {
    return to_double(x);
  }
}

template <class T>
class implicit_stages {
 public:
  implicit_stages(scheme_coefficients<T> table, const model<T>& system)
      : table_(std::move(table)),
        field_(system),
        slopes_(in_double(system)),
        n_(system.dimension()),
        size_(2 * n_),
        s_(static_cast<int>(table_.b.size())) {
    if (table_.abar.size() == 0) {
      table_.abar = table_.a;
      table_.bbar = table_.b;
    }
  }

  /// y ← y_1; y is unchanged unless the report is ok.
  solve_report step(vector<T>& y, const T& t, const T& h) {
    y_ = y;
    t_ = t;
    h_ = h;
    const solve_report first = field_(t_, y_, rate_);
    if (!first.ok()) {
      return first;
    }
    const solve_report coarse = solve_in_double();
    if (!coarse.ok()) {
      return coarse;
    }
    const solve_report solved = correct();
    if (!solved.ok()) {
      return solved;
    }
    vector<T> end = y_;
    for (int i = 0; i < s_; ++i) {
      for (int k = 0; k < size_; ++k) {
        end[k] += T(h_ * (k < n_ ? table_.b[i] : table_.bbar[i])) * k_[i * size_ + k];
      }
    }
    if (!all_finite(end)) {
      return {solve_outcome::not_finite, solved.iterations, solved.residual};
    }
    y = end;
    return solved;
  }

  bool has_embedded() const { return table_.bhat.size() > 0; }
  vector<T> embedded_error() const {
    vector<T> sum = vector<T>::Constant(size_, T(0));
    for (int i = 0; i < s_ && k_.size() > 0; ++i) {
      for (int k = 0; k < size_; ++k) {
        sum[k] += T(h_ * T(table_.b[i] - table_.bhat[i])) * k_[i * size_ + k];
      }
    }
    return sum;
  }

 private:
  using tangent = tangent_number<double>;

  static model<tangent> in_double(const model<T>& system) {
    return system.template cast<tangent>();
  }
  const T& weight(int i, int j, int k) const { return k < n_ ? table_.a(i, j) : table_.abar(i, j); }

  /// f and its slopes at a stage, in double.
  solve_report linearize(const vector<double>& at, double time, vector<double>& f,
                         matrix<double>& slope) {
    vector<tangent> point(size_);
    vector<tangent> rate(size_);
    f.resize(size_);
    slope.resize(size_, size_);
    for (int l = 0; l < size_; ++l) {
      for (int k = 0; k < size_; ++k) {
        point[k] = tangent(at[k]);
        point[k].tangent[0] = k == l ? 1.0 : 0.0;
      }
      const solve_report report = slopes_(tangent(time), point, rate);
      if (!report.ok()) {
        return report;
      }
      for (int k = 0; k < size_; ++k) {
        slope(k, l) = rate[k].tangent[0];
        f[k] = rate[k].value;
      }
    }
    return {};
  }

  solve_report solve_in_double() {
    const int all = s_ * size_;
    const double h = plain(h_);
    vector<double> rates(all);
    for (int i = 0; i < s_; ++i) {
      for (int k = 0; k < size_; ++k) {
        rates[i * size_ + k] = plain(rate_[k]);
      }
    }
    constexpr int most_iterations = 50;
    constexpr double enough = 1e-11;
    double before = std::numeric_limits<double>::infinity();
    matrix<double> m(all, all);
    vector<double> r(all);
    vector<double> f;
    matrix<double> slope;
    for (int iteration = 1; iteration <= most_iterations; ++iteration) {
      for (int i = 0; i < s_; ++i) {
        vector<double> at(size_);
        for (int k = 0; k < size_; ++k) {
          double sum = 0;
          for (int j = 0; j < s_; ++j) {
            sum += plain(weight(i, j, k)) * rates[j * size_ + k];
          }
          at[k] = plain(y_[k]) + h * sum;
        }
        const solve_report report = linearize(at, plain(t_) + plain(table_.c[i]) * h, f, slope);
        if (!report.ok()) {
          return report;
        }
        for (int k = 0; k < size_; ++k) {
          r[i * size_ + k] = rates[i * size_ + k] - f[k];
          for (int j = 0; j < s_; ++j) {
            for (int l = 0; l < size_; ++l) {
              m(i * size_ + k, j * size_ + l) =
                  (i == j && k == l ? 1 : 0) - h * slope(k, l) * plain(weight(i, j, l));
            }
          }
        }
      }
      if (!all_finite(m) || !all_finite(r)) {
        return {solve_outcome::not_finite, iteration, 0};
      }
      if (!factors_.compute(m)) {
        return {solve_outcome::singular, iteration, max_magnitude(r)};
      }
      const vector<double> correction = factors_.solve(r);
      rates -= correction;
      const double size = max_magnitude(correction);
      const double scale = max_magnitude(rates);
      if (size <= enough * scale || (size >= before && size <= std::sqrt(enough) * scale)) {
        k_.resize(all);
        for (int k = 0; k < all; ++k) {
          k_[k] = T(rates[k]);
        }
        return {};
      }
      before = size;
    }
    return {solve_outcome::stagnated, most_iterations, before};
  }

  solve_report correct() {
    const int all = s_ * size_;
    solve_report report;
    const int bits = scalar_traits<T>::bits();
    const int most_iterations = 20 + bits;
    constexpr double floor_bits = 14;
    double before = std::numeric_limits<double>::infinity();
    vector<T> r(all);
    vector<T> at(size_);
    vector<T> f(size_);
    for (report.iterations = 1; report.iterations <= most_iterations; ++report.iterations) {
      for (int i = 0; i < s_; ++i) {
        for (int k = 0; k < size_; ++k) {
          T sum(0);
          for (int j = 0; j < s_; ++j) {
            sum += T(weight(i, j, k) * k_[j * size_ + k]);
          }
          at[k] = y_[k] + T(h_ * sum);
        }
        const solve_report found = field_(T(t_ + h_ * table_.c[i]), at, f);
        if (!found.ok()) {
          return found;
        }
        for (int k = 0; k < size_; ++k) {
          r[i * size_ + k] = k_[i * size_ + k] - f[k];
        }
      }
      report.residual = std::exp2(log2_magnitude(r, all));
      if (!all_finite(r)) {
        report.outcome = solve_outcome::not_finite;
        return report;
      }
      apply_inverse(r);
      for (int k = 0; k < all; ++k) {
        k_[k] -= r[k];
      }
      const double size = log2_magnitude(r, all);
      const double scale = log2_magnitude(k_, all);
      const double gain = before - size;
      if (size == -std::numeric_limits<double>::infinity() || size < scale - bits ||
          (report.iterations > 2 && size - gain / 2 < scale - bits - 3 && gain > 2)) {
        return report;
      }
      if (report.iterations > 2 && gain < 1) {
        report.outcome = size < scale - bits + floor_bits ? solve_outcome::roundoff_floor
                                                          : solve_outcome::stagnated;
        return report;
      }
      before = size;
    }
    report.outcome = solve_outcome::stagnated;
    return report;
  }

  /// r ← (the matrix in double)⁻¹ r, scaled so that no small residual is lost.
  void apply_inverse(vector<T>& r) const {
    if constexpr (is_dual<T>::value) {
      using B = decltype(T::value);
      vector<B> values(r.size());
      vector<B> tangents(r.size());
      for (Eigen::Index k = 0; k < r.size(); ++k) {
        values[k] = r[k].value;
        tangents[k] = r[k].tangent[0];
      }
      solve_scaled(values);
      solve_scaled(tangents);
      for (Eigen::Index k = 0; k < r.size(); ++k) {
        r[k].value = values[k];
        r[k].tangent[0] = tangents[k];
      }
    } else {
      solve_scaled(r);
    }
  }
  template <class B>
  void solve_scaled(vector<B>& r) const {
    const B scale = max_magnitude(r);
    if (!(B(0) < scale)) {
      return;
    }
    vector<double> right(r.size());
    for (Eigen::Index k = 0; k < r.size(); ++k) {
      right[k] = to_double(B(r[k] / scale));
    }
    const vector<double> x = factors_.solve(right);
    for (Eigen::Index k = 0; k < r.size(); ++k) {
      r[k] = B(x[k]) * scale;
    }
  }

  scheme_coefficients<T> table_;
  hamiltonian_field<T> field_;
  hamiltonian_field<tangent> slopes_;
  int n_;
  int size_;
  int s_;
  vector<T> y_;
  vector<T> rate_;
  vector<T> k_;  ///< K_1 … K_s
  T t_{0};
  T h_{0};
  balanced_factors factors_;
};

}  // namespace

template <class T>
any_stepper<T> constrained_implicit(const scheme_info& info, const scheme_coefficients<T>& x,
                                    const model<T>& system) {
  using stepper = implicit_stages<T>;
  return any_stepper<T>(info, std::make_unique<any_field_stepper<T, stepper, on_phase_space<T>>>(
                                  stepper(x, system.lagrangian()), system));
}

#define PLUMBLINE_CONSTRAINED(T)                                      \
  template any_stepper<T> constrained_implicit<T>(const scheme_info&, \
                                                  const scheme_coefficients<T>&, const model<T>&);
#define PLUMBLINE_SCALAR(T) PLUMBLINE_CONSTRAINED(T)
#include <plumbline/scalar/for_each_scalar.def>
PLUMBLINE_CONSTRAINED(tangent_number<double>)
PLUMBLINE_CONSTRAINED(tangent_number<mp>)
#undef PLUMBLINE_CONSTRAINED

}  // namespace plumbline::detail
