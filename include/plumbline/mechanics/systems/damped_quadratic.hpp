// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Any linear system M x″ + C x′ + K x = 0 with symmetric M and K (NX (27) without load): class quadratic with damping, or
// with gyroscopic forces, since C may be any matrix.
#pragma once

#include <plumbline/mechanics/second_order.hpp>
#include <plumbline/mechanics/systems/quadratic.hpp>

namespace plumbline {

template <class T>
class damped_quadratic {
 public:
  /// Throws invalid_input as quadratic does, and unless C is finite and of the same size.
  damped_quadratic(matrix<T> mass, matrix<T> damping, matrix<T> stiffness)
      : undamped_(std::move(mass), std::move(stiffness)), damping_(std::move(damping)) {
    const auto n = undamped_.mass_matrix().rows();
    if (damping_.rows() != n || damping_.cols() != n) {
      throw invalid_input("quadratic: C must have the size of M, " + std::to_string(n) + " x " +
                          std::to_string(n));
    }
    if (!all_finite(damping_)) {
      throw invalid_input("quadratic: C must be finite");
    }
  }

  template <class U>
  damped_quadratic<U> cast() const {
    return damped_quadratic<U>(scalar_cast<U>(mass_matrix()), scalar_cast<U>(damping_),
                               scalar_cast<U>(stiffness_matrix()));
  }

  int dimension() const { return undamped_.dimension(); }
  template <class S>
  void inertia(std::span<const S>, std::span<const S>, std::span<const S> a, std::span<S> r) const {
    detail::put_product(mass_matrix(), a, r);
  }
  template <class S>
  void force(std::span<const S> x, std::span<const S> v, std::span<S> f) const {
    detail::put_product(damping_, v, f);
    detail::add_product(stiffness_matrix(), x, f);
  }
  /// ½ v'M v + ½ x'K x.
  template <class S>
  S energy(std::span<const S> x, std::span<const S> v) const {
    const std::vector<S> rest(x.size(), S(0));
    return undamped_.lagrangian(std::span<const S>(rest), v) -
           undamped_.lagrangian(x, std::span<const S>(rest));
  }

  const matrix<T>& mass_matrix() const { return undamped_.mass_matrix(); }
  const matrix<T>& damping_matrix() const { return damping_; }
  const matrix<T>& stiffness_matrix() const { return undamped_.stiffness_matrix(); }

 private:
  quadratic<T> undamped_;
  matrix<T> damping_;
};

}  // namespace plumbline
