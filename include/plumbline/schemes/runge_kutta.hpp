// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Explicit Runge–Kutta methods from their tables (Hairer, Nørsett & Wanner I, II.1):
//
//   k_i = f(t + c_i h, y_0 + h Σ_{j<i} a_ij k_j),     y_1 = y_0 + h Σ_i b_i k_i
//
// In double the products h a_ij and h b_i are rounded, by δ_ij and δ_i. To leading order that gives every step of a Hamiltonian
// system the energy
//
//   h f'H''f (Σ_i δ_i (1 − c_i) − Σ_i b_i Σ_j δ_ij),
//
// because ∇H·f = 0 and ∇H(y_1)·k_i = h (1 − c_i) f'H''f + …. It has one sign: 4e-17 of the energy a step by the method of Dormand
// and Prince on a pendulum. So one of the weights is moved by a few units of its last place, so many that the sum is smallest.
//
// Coefficients that are zero cost nothing. Where the last stage is y_1 itself (its row of A is b, as in Dormand–Prince and
// Bogacki–Shampine), its k is the first of the next step.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/core/solve_report.hpp>
#include <plumbline/core/vector.hpp>
#include <plumbline/math/dual.hpp>
#include <plumbline/math/scheme_coefficients.hpp>
#include <plumbline/scalar/in_place.hpp>

#include <cmath>
#include <type_traits>
#include <vector>

namespace plumbline {

/// True when a is strictly lower triangular: every stage follows from those before it.
template <class T>
bool is_explicit(const matrix<T>& a) {
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    for (Eigen::Index j = i; j < a.cols(); ++j) {
      if (!(a(i, j) == T(0))) {
        return false;
      }
    }
  }
  return true;
}

/// One step of y′ = f(t, y). `field(t, y, dy)` fills dy and returns a solve_report.
template <class T, class Field>
class explicit_runge_kutta_stepper {
 public:
  /// Throws invalid_input unless the table is explicit.
  explicit_runge_kutta_stepper(const scheme_coefficients<T>& x, Field field)
      : field_(std::move(field)), c_(x.c), slopes_(static_cast<std::size_t>(x.b.size())) {
    if (!is_explicit(x.a)) {
      throw invalid_input("this Runge-Kutta table is implicit");
    }
    const Eigen::Index s = x.b.size();
    bool last_is_end = s > 1;
    const bool has_left = x.a_left.size() == x.a.size() && x.b_left.size() == s;
    for (Eigen::Index i = 0; i <= s; ++i) {
      std::vector<entry> row;
      for (Eigen::Index j = 0; j < s; ++j) {
        const T& value = i < s ? x.a(i, j) : x.b[j];
        if (!(value == T(0))) {
          const T left = !has_left ? T(0) : i < s ? x.a_left(i, j) : x.b_left[j];
          row.push_back({static_cast<std::size_t>(j), value, T(0), left});
        }
        last_is_end = last_is_end && x.a(s - 1, j) == x.b[j];
      }
      rows_.push_back(std::move(row));
    }
    for (Eigen::Index j = 0; j < x.bhat.size(); ++j) {
      difference_.push_back({static_cast<std::size_t>(j), T(x.b[j] - x.bhat[j]), T(0), T(0)});
    }
    first_is_last_ = last_is_end && c_[s - 1] == T(1) && c_[0] == T(0);
  }

  bool has_embedded() const { return !difference_.empty(); }
  /// h Σ (b_i − b̂_i) k_i of the last step: y_1 minus the embedded solution.
  vector<T> embedded_error() const {
    vector<T> sum = vector<T>::Constant(stage_.size(), T(0));
    for (const entry& e : difference_) {
      for (Eigen::Index k = 0; k < sum.size() && slopes_[e.slope].size() == sum.size(); ++k) {
        sum[k] += T(e.value * h_) * slopes_[e.slope][k];
      }
    }
    return sum;
  }

  /// y ← y_1; y is unchanged unless the report is ok.
  solve_report step(vector<T>& y, const T& t, const T& h) {
    set_step(h);
    const std::size_t stages = slopes_.size();
    solve_report report;
    std::size_t first = 0;
    if (has_first_slope(y, t)) {
      std::swap(slopes_.front(), slopes_.back());
      first = 1;
    }
    bits_ = 0;
    for (std::size_t i = first; i < stages; ++i) {
      advance(rows_[i], y);
      time_ = c_[static_cast<Eigen::Index>(i)] * h;
      time_ += t;
      report = field_(time_, stage_, slopes_[i]);
      if (!report.ok()) {
        return report;
      }
    }
    if (!first_is_last_) {
      advance(rows_[stages], y);
    }
    if (!all_finite(stage_)) {
      report.outcome = solve_outcome::not_finite;
      return report;
    }
    for (Eigen::Index k = 0; k < y.size(); ++k) {
      set_copy(y[k], stage_[k]);
    }
    if (first_is_last_) {
      end_ = stage_;
      end_time_ = t + h;
      bits_ = scalar_traits<T>::bits();
    }
    return report;
  }

 private:
  struct entry {
    std::size_t slope;
    T value;
    T step;  ///< h times the value
    T left;  ///< what rounding has left of the value, where it is known
  };

  void set_step(const T& h) {
    if (has_step_ && h == h_ && !is_dual<T>::value) {
      return;
    }
    h_ = h;
    has_step_ = true;
    for (auto& row : rows_) {
      for (entry& e : row) {
        set_product(e.step, e.value, h_);
      }
    }
    if constexpr (std::is_same_v<T, double>) {
      balance_weights();
    }
  }
  /// See above.
  void balance_weights() requires std::is_same_v<T, double> {
    std::vector<entry>& weights = first_is_last_ ? rows_[slopes_.size() - 1] : rows_.back();
    const auto error = [this](const entry& e) {
      return -std::fma(e.value, h_, -e.step) - h_ * e.left;
    };
    const auto share = [this](const entry& e) {
      return 1 - c_[static_cast<Eigen::Index>(e.slope)];
    };
    double sum = 0;
    for (const entry& e : weights) {
      sum += error(e) * share(e);
      for (const entry& inner : rows_[e.slope]) {
        sum -= e.value * error(inner);
      }
    }
    entry* best = nullptr;
    double best_move = 0;
    double least = std::abs(sum);
    for (entry& e : weights) {
      const double unit = std::nextafter(std::abs(e.step), HUGE_VAL) - std::abs(e.step);
      const double move = -std::round(sum / (share(e) * unit)) * unit;
      const double left = std::abs(sum + share(e) * move);
      constexpr double most_units = 64;
      if (std::abs(move) <= most_units * unit && left < least) {
        best = &e;
        best_move = move;
        least = left;
      }
    }
    if (best != nullptr) {
      best->step += best_move;
    }
  }
  /// stage_ ← y + h Σ a_j k_j
  void advance(const std::vector<entry>& row, const vector<T>& y) {
    stage_.resize(y.size());
    for (Eigen::Index k = 0; k < y.size(); ++k) {
      if (row.empty()) {
        set_copy(stage_[k], y[k]);
        continue;
      }
      T& sum = stage_[k];
      set_product(sum, row.front().step, slopes_[row.front().slope][k]);
      for (std::size_t e = 1; e < row.size(); ++e) {
        set_product(term_, row[e].step, slopes_[row[e].slope][k]);
        set_sum(sum, sum, term_);
      }
      set_sum(sum, sum, y[k]);
    }
  }
  /// Duals compare by value alone, so they always evaluate.
  bool has_first_slope(const vector<T>& y, const T& t) const {
    if (is_dual<T>::value || bits_ != scalar_traits<T>::bits() || y.size() != end_.size() ||
        !(t == end_time_)) {
      return false;
    }
    for (Eigen::Index k = 0; k < y.size(); ++k) {
      if (!(y[k] == end_[k])) {
        return false;
      }
    }
    return true;
  }

  Field field_;
  vector<T> c_;
  std::vector<std::vector<entry>> rows_;  ///< of A, then b
  std::vector<entry> difference_;         ///< b − b̂
  std::vector<vector<T>> slopes_;
  vector<T> stage_;
  vector<T> end_;  ///< y_1 of the last step when bits_ is not 0
  T end_time_{0};
  T h_{0};
  T time_{0};
  T term_{0};
  bool has_step_ = false;
  bool first_is_last_ = false;
  int bits_ = 0;
};

}  // namespace plumbline
