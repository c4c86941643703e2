// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A stepper over schemes of the catalogue, type-erased: it has step(y, t, h) on the states of base(), whose columns, starts
// and phase points are its own.
#pragma once

#include "schemes/entries.hpp"

#include <memory>
#include <utility>

namespace plumbline::detail {

template <class T, class Stepper>
class any_over_base final : public any_stepper<T>::interface {
 public:
  explicit any_over_base(Stepper stepper) : stepper_(std::move(stepper)) {}
  std::vector<std::string> columns() const override { return stepper_.base().columns(); }
  vector<T> start(const phase_point<T>& z, const T& t) const override {
    return stepper_.base().start(z, t);
  }
  phase_point<T> phase(const vector<T>& y) const override { return stepper_.base().phase(y); }
  phase_point<T> phase_at(const vector<T>& y, const T& t) const override {
    return stepper_.base().phase(y, t);
  }
  solve_report step(vector<T>& y, const T& t, const T& h) override {
    return stepper_.step(y, t, h);
  }
  solve_report settle(vector<T>& y, const T& t) override { return stepper_.base().settle(y, t); }
  /// For a stepper whose substeps go on with the trajectory.
  void resume(const phase_point<T>& first, const vector<T>& y) override {
    if constexpr (requires { stepper_.resume(first, y); }) {
      stepper_.resume(first, y);
    }
  }

 private:
  Stepper stepper_;
};

/// The any_stepper of such a stepper.
template <class T, class Stepper>
any_stepper<T> erase_over_base(scheme_info info, Stepper stepper) {
  return any_stepper<T>(std::move(info),
                        std::make_unique<any_over_base<T, Stepper>>(std::move(stepper)));
}

}  // namespace plumbline::detail
