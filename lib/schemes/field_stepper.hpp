// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Steppers for y′ = f(t, y), type-erased, on the states that a system has: (q, p), (x, v), or y itself.
#pragma once

#include "schemes/entries.hpp"
#include <plumbline/mechanics/vector_field.hpp>

namespace plumbline::detail {

template <class T>
struct on_phase_space : phase_stepper<T> {
  explicit on_phase_space(const model<T>& system) : phase_stepper<T>(system.dimension()) {}
};

/// States y of a first-order system: a phase_point with y in q and without p.
template <class T>
class on_first_order : public any_stepper<T>::interface {
 public:
  explicit on_first_order(const model<T>& system) : names_(system.names()) {}
  std::vector<std::string> columns() const override { return names_; }
  vector<T> start(const phase_point<T>& z, const T&) const override { return z.q; }
  phase_point<T> phase(const vector<T>& y) const override { return {y, vector<T>(0)}; }

 private:
  std::vector<std::string> names_;
};

template <class T>
struct on_velocities : second_order_states<T> {
  explicit on_velocities(const model<T>& system) : second_order_states<T>(system) {}
};

/// A stepper with step(y, t, h), on the states of Base.
template <class T, class Stepper, class Base>
class any_field_stepper final : public Base {
 public:
  any_field_stepper(Stepper stepper, const model<T>& system)
      : Base(system), stepper_(std::move(stepper)) {}
  solve_report step(vector<T>& y, const T& t, const T& h) override {
    return stepper_.step(y, t, h);
  }
  /// The difference to the embedded solution: error_q1 …
  std::vector<std::string> extra_columns() const override {
    std::vector<std::string> names;
    if constexpr (requires { stepper_.has_embedded(); }) {
      if (stepper_.has_embedded()) {
        for (const std::string& name : this->columns()) {
          names.push_back("error_" + name);
        }
      }
    }
    return names;
  }
  vector<T> extra() const override {
    if constexpr (requires { stepper_.embedded_error(); }) {
      if (stepper_.has_embedded()) {
        return stepper_.embedded_error();
      }
    }
    return vector<T>(0);
  }

 private:
  Stepper stepper_;
};

}  // namespace plumbline::detail
