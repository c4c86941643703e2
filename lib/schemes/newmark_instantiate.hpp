// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The definition behind make_newmark, included only where it is instantiated.
#pragma once

#include "schemes/newmark.hpp"
#include <plumbline/core/errors.hpp>

namespace plumbline {

/// States y = (x, v, a).
template <class T>
class any_newmark final : public second_order_states<T> {
 public:
  any_newmark(newmark_parameters<T> parameters, const any_system<T>& system)
      : second_order_states<T>(system), stepper_(std::move(parameters), system.second_order()) {}

  std::vector<std::string> columns() const override {
    return numbered_columns("xva", stepper_.dimension());
  }
  vector<T> start(const phase_point<T>& z, const T& t) const override {
    const vector<T> motion = second_order_states<T>::start(z, t);
    vector<T> y(3 * z.q.size());
    y.head(motion.size()) = motion;
    settle(y, t);
    return y;
  }
  phase_point<T> phase(const vector<T>& y) const override {
    return second_order_states<T>::phase(y.head(2 * stepper_.dimension()));
  }
  solve_report step(vector<T>& y, const T& t, const T& h) override {
    return stepper_.step(y, t, h);
  }
  void settle(vector<T>& y, const T& t) const override {
    const solve_report report = stepper_.settle(y, t);
    if (!report.ok()) {
      throw domain_error(
          "no acceleration belongs to this state: the mass matrix is " +
          std::string(report.outcome == solve_outcome::singular ? "singular" : "not usable") +
          " (" + std::string(to_string(report.outcome)) + ")");
    }
  }

 private:
  mutable newmark_stepper<T, any_second_order<T>> stepper_;  // settle() uses its work space
};

template <class T>
any_stepper<T> make_newmark(scheme_info info, newmark_parameters<T> parameters,
                            const any_system<T>& system) {
  return any_stepper<T>(std::move(info),
                        std::make_unique<any_newmark<T>>(std::move(parameters), system));
}

}  // namespace plumbline
