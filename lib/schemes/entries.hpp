// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The entries of the catalogue of schemes, and what their type-erased steppers share.
#pragma once

#include <plumbline/catalogue/phase_stepper.hpp>
#include <plumbline/catalogue/schemes.hpp>

namespace plumbline {

#define PLUMBLINE_SCHEME(name) scheme_entry name##_entry();
#include "schemes/schemes.def"
#undef PLUMBLINE_SCHEME
/// Over the schemes of a list: any of them, or the one of this name.
scheme_entry extrapolation_entry(const std::vector<scheme_entry>& bases);
scheme_entry extrapolation_entry_over(const std::string& base,
                                      const std::vector<scheme_entry>& bases);

/// What most schemes need of a system.
inline bool is_lagrangian(const system_entry& system) {
  return system.kind == system_kind::lagrangian;
}
/// What schemes for M a + F = P(t) need.
inline bool is_second_order(const system_entry& system) {
  return system.kind != system_kind::first_order;
}
inline constexpr const char* second_order_need = "a system M a + F = P(t)";
/// What schemes for M q'' = −V'(q) need.
inline bool is_separable(const system_entry& system) { return system.facts.separable; }
inline constexpr const char* separable_need =
    "a constant mass matrix and a potential: L = v'M v/2 - V(q)";
inline bool is_separable_with_one_coordinate(const system_entry& system) {
  return system.facts.separable && system.dimension == 1;
}
inline constexpr const char* separable_with_one_coordinate_need =
    "one degree of freedom, a constant mass and a potential: L = m v^2/2 - V(q)";

/// The entry of a scheme without parameters; make(info, system) gives its any_stepper<T> for an model<T>.
template <class Make>
scheme_entry entry_without_parameters(const scheme_info& info,
                                      std::function<bool(const system_entry&)> fits,
                                      std::string needs, Make make) {
  scheme_entry entry;
  entry.info = info;
  entry.info_for = [info](const settings& chosen) {
    (void)parameter_values<double>(info.name, {}, chosen);  // refuses unknown settings
    return info;
  };
  entry.fits = std::move(fits);
  entry.needs = std::move(needs);
  for_each_scalar_and_tangent([&]<class T>() {
    entry.makers.get<T>().make = [info, make](const settings& chosen, const model<T>& system) {
      (void)parameter_values<double>(info.name, {}, chosen);
      return make(info, system);
    };
  });
  return entry;
}

/// The whole number that a scheme's only parameter is set to. Throws invalid_input unless it is from 1 to
/// `largest`.
int whole_parameter(const std::string& scheme, const std::vector<parameter_info>& parameters,
                    const settings& chosen, int largest);

/// States that begin with (x, v), and end with it; phase points hold momenta where the system is Lagrangian.
template <class T>
class second_order_states : public any_stepper<T>::interface {
 public:
  explicit second_order_states(const model<T>& system) : n_(system.dimension()) {
    if (system.is_lagrangian()) {
      lagrangian_ = system;
    }
  }
  std::vector<std::string> columns() const override { return numbered_columns("xv", n_); }
  vector<T> start(const phase_point<T>& z, const T& t) const override {
    vector<T> y(2 * z.q.size());
    if (lagrangian_) {
      evaluation<T> at(*lagrangian_);
      at.set_time(t);
      // it may throw, and Eigen's << must not be left before it has all entries
      const vector<T> v = velocity(at, z.q, z.p);
      y << z.q, v;
    } else {
      y << z.q, z.p;
    }
    return y;
  }
  phase_point<T> phase(const vector<T>& y) const override { return phase_at(y, T(0)); }
  phase_point<T> phase_at(const vector<T>& y, const T& t) const override {
    const vector<T> q = y.head(n_);
    const vector<T> v = y.segment(n_, n_);
    if (!lagrangian_) {
      return {q, v};
    }
    evaluation<T> at(*lagrangian_);
    at.set_time(t);
    return {q, momentum(at, q, v)};
  }

 private:
  int n_;
  std::optional<model<T>> lagrangian_;
};

}  // namespace plumbline
