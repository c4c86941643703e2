// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Any quadratic Lagrangian, L = ½ v'M v − ½ q'K q, with symmetric n × n matrices (QL (3)).
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/mechanics/lagrangian.hpp>
#include <plumbline/mechanics/system_info.hpp>

namespace plumbline {

template <class T>
class quadratic {
 public:
  /// Throws invalid_input unless M and K are square, of one size, finite and symmetric.
  quadratic(matrix<T> mass, matrix<T> stiffness)
      : mass_(std::move(mass)), stiffness_(std::move(stiffness)) {
    const auto n = mass_.rows();
    if (n < 1 || mass_.cols() != n || stiffness_.rows() != n || stiffness_.cols() != n) {
      throw invalid_input("quadratic: M and K must be square and of the same size, got " +
                          size_text(mass_) + " and " + size_text(stiffness_));
    }
    if (!all_finite(mass_) || !all_finite(stiffness_)) {
      throw invalid_input("quadratic: M and K must be finite");
    }
    require_symmetric(mass_, "M");
    require_symmetric(stiffness_, "K");
  }

  static system_info info() {
    return {.name = "quadratic",
            .summary = "any quadratic Lagrangian, matrices M and K from a file",
            .formula = "L = v'M v/2 - q'K q/2",
            .source = "QL (3)",
            .coordinate_unit = "m",
            .start = {{"q1", "1"}}};
  }

  template <class U>
  quadratic<U> cast() const {
    return quadratic<U>(scalar_cast<U>(mass_), scalar_cast<U>(stiffness_));
  }

  int dimension() const { return static_cast<int>(mass_.rows()); }
  template <class S>
  S lagrangian(std::span<const S> q, std::span<const S> v) const {
    S sum(0);
    for (Eigen::Index i = 0; i < mass_.rows(); ++i) {
      const auto a = static_cast<std::size_t>(i);
      S mv(0);
      S kq(0);
      for (Eigen::Index j = 0; j < mass_.cols(); ++j) {
        const auto b = static_cast<std::size_t>(j);
        mv += mass_(i, j) * v[b];
        kq += stiffness_(i, j) * q[b];
      }
      sum += v[a] * mv - q[a] * kq;
    }
    return sum / 2;
  }
  const matrix<T>& mass_matrix() const { return mass_; }
  const matrix<T>& stiffness_matrix() const { return stiffness_; }

 private:
  static std::string size_text(const matrix<T>& a) {
    return std::to_string(a.rows()) + " x " + std::to_string(a.cols());
  }
  static void require_symmetric(const matrix<T>& a, const char* name) {
    for (Eigen::Index i = 0; i < a.rows(); ++i) {
      for (Eigen::Index j = 0; j < i; ++j) {
        if (!(a(i, j) == a(j, i))) {
          throw invalid_input("quadratic: " + std::string(name) + " is not symmetric: entries (" +
                              std::to_string(i + 1) + "," + std::to_string(j + 1) + ") and (" +
                              std::to_string(j + 1) + "," + std::to_string(i + 1) + ") differ");
        }
      }
    }
  }

  matrix<T> mass_;
  matrix<T> stiffness_;
};

}  // namespace plumbline
