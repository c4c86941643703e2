// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The entries of the catalogue of schemes, and what their type-erased steppers share.
#pragma once

#include <plumbline/catalogue/schemes.hpp>

namespace plumbline {

scheme_entry midpoint_entry();
scheme_entry simpson_entry();
scheme_entry lobatto_entry();
scheme_entry galerkin_gauss_entry();
scheme_entry rk4_entry();
scheme_entry rk4_velocity_entry();
scheme_entry gauss_collocation_entry();
scheme_entry newmark_linear_entry();
scheme_entry simpson_linear_entry();
scheme_entry simpson_linear_midpoint_entry();

/// What most schemes need of a system.
inline bool is_lagrangian(const system_entry& system) {
  return system.kind == system_kind::lagrangian;
}

/// The whole number that a scheme's only parameter is set to. Throws invalid_input unless it is from 1 to
/// `largest`.
int whole_parameter(const std::string& scheme, const std::vector<parameter_info>& parameters,
                    const settings& chosen, int largest);

/// States y = (q, p).
template <class T>
class phase_stepper : public any_stepper<T>::interface {
 public:
  explicit phase_stepper(int dimension) : n_(dimension) {}
  std::vector<std::string> columns() const override { return phase_columns(n_); }
  vector<T> start(const phase_point<T>& z) const override {
    vector<T> y(2 * n_);
    y << z.q, z.p;
    return y;
  }
  phase_point<T> phase(const vector<T>& y) const override { return {y.head(n_), y.tail(n_)}; }

 protected:
  int n_;
};

}  // namespace plumbline
