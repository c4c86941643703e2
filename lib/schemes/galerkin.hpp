// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Type-erased Galerkin steppers, one instantiation a scalar.
#pragma once

#include "schemes/entries.hpp"
#include <plumbline/schemes/galerkin.hpp>

namespace plumbline {

template <class T>
class any_galerkin final : public phase_stepper<T> {
 public:
  any_galerkin(galerkin_tableau<T> tableau, const any_lagrangian<T>& system)
      : phase_stepper<T>(system.dimension()), stepper_(std::move(tableau), system) {}
  solve_report step(vector<T>& y, const T&, const T& h) override {
    const int n = this->n_;
    z_.q = y.head(n);
    z_.p = y.tail(n);
    const solve_report report = stepper_.step(z_, h);
    if (report.ok()) {
      y.head(n) = z_.q;
      y.tail(n) = z_.p;
    }
    return report;
  }

 private:
  galerkin_stepper<T, any_lagrangian<T>> stepper_;
  phase_point<T> z_;
};

/// Defined in galerkin_<scalar>.cpp.
template <class T>
any_stepper<T> make_galerkin(galerkin_tableau<T> tableau, const any_lagrangian<T>& system);

}  // namespace plumbline
