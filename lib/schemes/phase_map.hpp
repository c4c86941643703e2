// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A stepper with `solve_report step(phase_point<T>&, const T& h)`, type-erased.
#pragma once

#include "schemes/entries.hpp"

namespace plumbline {

template <class T, class Stepper>
class any_phase_map final : public phase_stepper<T> {
 public:
  any_phase_map(Stepper stepper, int dimension)
      : phase_stepper<T>(dimension), stepper_(std::move(stepper)) {}
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
  Stepper stepper_;
  phase_point<T> z_;
};

}  // namespace plumbline
