// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The sums of a Galerkin method (schemes/galerkin.hpp) whose coefficients are small fractions, as those of Simpson's rule
// and of the midpoint rule are. Of the coefficients h b_i φ_a, b_i φ_a′ and φ_a′/h only the step is then a number of many
// digits: with the rates w_a = u_a/h and the pulls h ∂L/∂q there is one product for each unknown and each gradient, and
//
//   V_i = Σ_a φ_a′ w_a,   p_0 + Σ_i (b_i φ_a h ∂L/∂q + b_i φ_a′ ∂L/∂v),   p_1 − p_0 = Σ_i b_i h ∂L/∂q
//
// are sums with whole numbers (scalar/fraction_sum.hpp). Only in run-time MPFR, where a product costs much more than a sum.
#pragma once

#include <plumbline/core/vector.hpp>
#include <plumbline/scalar/fraction_sum.hpp>
#include <plumbline/scalar/in_place.hpp>

#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

namespace plumbline::detail {

template <class T>
class galerkin_fractions {
 public:
  static constexpr bool possible = has_run_time_digits<T>;

  /// values(i, a) is φ_a(c_i), derivatives(i, a) is φ_a′(c_i), weights[i] is b_i; n coordinates.
  galerkin_fractions(const matrix<T>& values, const matrix<T>& derivatives,
                     const vector<T>& weights, int n)
      : n_(n), s_(static_cast<int>(values.cols()) - 1), points_(static_cast<int>(values.rows())) {
    if constexpr (possible) {
      std::vector<T> slopes;
      std::vector<T> sums;
      for (int i = 0; i < points_; ++i) {
        for (int a = 1; a <= s_; ++a) {
          slopes.push_back(derivatives(i, a));
        }
      }
      for (int a = 0; a <= s_; ++a) {
        for (int i = 0; i < points_; ++i) {
          sums.push_back(a < s_ ? T(weights[i] * values(i, a)) : T(weights[i]));
          sums.push_back(a < s_ ? T(weights[i] * derivatives(i, a)) : T(0));
        }
      }
      const auto of_slopes = as_fractions<T>(slopes);
      const auto of_sums = as_fractions<T>(sums);
      if (of_slopes && of_sums) {
        slopes_ = *of_slopes;
        sums_ = *of_sums;
        const int rates = n_ * s_;
        const int terms = 2 * points_ + s_ + 1;
        rates_.resize(static_cast<std::size_t>(rates), T(0));
        terms_.reserve(static_cast<std::size_t>(terms));
      }
    }
  }

  /// Whether all coefficients are small fractions. The other members are only for then.
  bool exist() const { return !rates_.empty(); }

  void set_step(const T& h) {
    set_copy(h_, h);
    h_inverse_ = T(1) / h;
  }
  const T& step() const { return h_; }
  const T& step_inverse() const { return h_inverse_; }

  void set_increments(const vector<T>& u) {
    for (std::size_t k = 0; k < rates_.size(); ++k) {
      set_product(rates_[k], u[static_cast<Eigen::Index>(k)], h_inverse_);
    }
  }
  /// v ← V_i, the coordinate k.
  void set_velocity(T& v, int i, int k) {
    terms_.clear();
    for (int a = 1; a <= s_; ++a) {
      const int slope = i * s_ + a - 1;
      const int rate = (a - 1) * n_ + k;
      add(slopes_.numerators[static_cast<std::size_t>(slope)],
          rates_[static_cast<std::size_t>(rate)]);
    }
    store(v, slopes_.divisor);
  }
  /// r ← the equation a of the coordinate k, or the impulse (a = s), from h ∂L/∂q and ∂L/∂v at the points, which follow one
  /// another in lists of n.
  void set_equation(T& r, int a, int k, const T& momentum, const T* gradients) {
    terms_.clear();
    if (a == 0) {
      add(static_cast<long>(sums_.divisor), momentum);
    }
    const int row = a * 2 * points_;
    const auto first = static_cast<std::size_t>(row);
    for (int j = 0; j < 2 * points_; ++j) {
      add(sums_.numerators[first + static_cast<std::size_t>(j)], gradients[j * n_ + k]);
    }
    store(r, sums_.divisor);
  }

 private:
  void add(long numerator, const T& x) {
    if (numerator != 0) {
      terms_.push_back({x.backend().data(), numerator});
    }
  }
  void store(T& r, unsigned long divisor) {
    set_fraction_sum(r.backend().data(), terms_.data(), terms_.size(), divisor);
  }

  int n_;
  int s_;
  int points_;
  fractions slopes_;  ///< φ_a′(c_i), by i and a >= 1
  fractions sums_;    ///< b_i φ_a, b_i φ_a′ by a and i; b_i, 0 for the impulse
  T h_{0};
  T h_inverse_{0};
  std::vector<T> rates_;  ///< u/h
  std::vector<fraction_term> terms_;
};

}  // namespace plumbline::detail
