// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What all steppers whose states are phase points have in common; a step is what is left to define.
#pragma once

#include <plumbline/catalogue/schemes.hpp>

#include <string>
#include <vector>

namespace plumbline {

/// States y = (q, p).
template <class T>
class phase_stepper : public any_stepper<T>::interface {
 public:
  explicit phase_stepper(int dimension) : n_(dimension) {}
  std::vector<std::string> columns() const override { return phase_columns(n_); }
  vector<T> start(const phase_point<T>& z, const T&) const override {
    vector<T> y(2 * n_);
    y << z.q, z.p;
    return y;
  }
  phase_point<T> phase(const vector<T>& y) const override { return {y.head(n_), y.tail(n_)}; }

 protected:
  int n_;
};

}  // namespace plumbline
