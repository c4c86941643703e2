// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The classical Runge–Kutta method in the catalogue: on (q, p) or on what a first-order system has, and on (q, v).
#include "schemes/entries.hpp"
#include <plumbline/mechanics/vector_field.hpp>
#include <plumbline/schemes/rk4.hpp>

namespace plumbline {

namespace {

/// On the states of Base, which holds columns(), start() and phase().
template <class T, class Field, class Base>
class any_rk4 final : public Base {
 public:
  template <class System>
  explicit any_rk4(const System& system) : Base(system), stepper_(Field(system)) {}
  solve_report step(vector<T>& y, const T& t, const T& h) override {
    return stepper_.step(y, t, h);
  }

 private:
  rk4_stepper<T, Field> stepper_;
};

template <class T>
struct on_phase_space : phase_stepper<T> {
  explicit on_phase_space(const any_lagrangian<T>& system) : phase_stepper<T>(system.dimension()) {}
};

/// States y = (q, v), printed as x1 …, v1 ….
template <class T>
class on_velocities : public any_stepper<T>::interface {
 public:
  explicit on_velocities(any_lagrangian<T> system) : system_(std::move(system)) {}
  std::vector<std::string> columns() const override {
    std::vector<std::string> names;
    for (const char* letter : {"x", "v"}) {
      for (int i = 1; i <= system_.dimension(); ++i) {
        names.push_back(letter + std::to_string(i));
      }
    }
    return names;
  }
  vector<T> start(const phase_point<T>& z) const override {
    vector<T> y(2 * z.q.size());
    y << z.q, velocity(system_, z.q, z.p);
    return y;
  }
  phase_point<T> phase(const vector<T>& y) const override {
    const Eigen::Index n = y.size() / 2;
    const vector<T> q = y.head(n);
    return {q, momentum(system_, q, vector<T>(y.tail(n)))};
  }

 private:
  any_lagrangian<T> system_;
};

/// States y of a first-order system: a phase_point with y in q and without p.
template <class T>
class on_first_order : public any_stepper<T>::interface {
 public:
  explicit on_first_order(const any_first_order<T>& system) : names_(system.names()) {}
  std::vector<std::string> columns() const override { return names_; }
  vector<T> start(const phase_point<T>& z) const override { return z.q; }
  phase_point<T> phase(const vector<T>& y) const override { return {y, vector<T>(0)}; }

 private:
  std::vector<std::string> names_;
};

template <class T, template <class, class> class Field, template <class> class Base, class System>
any_stepper<T> rk4_on(scheme_info info, const System& system) {
  return any_stepper<T>(std::move(info),
                        std::make_unique<any_rk4<T, Field<T, System>, Base<T>>>(system));
}

}  // namespace

scheme_entry rk4_entry() {
  return entry_without_parameters(
      rk4_info(), [](const system_entry&) { return true; }, "any system",
      []<class T>(const scheme_info& info, const any_system<T>& system) {
        return system.is_lagrangian()
                   ? rk4_on<T, hamiltonian_field, on_phase_space>(info, system.lagrangian())
                   : rk4_on<T, first_order_field, on_first_order>(info, system.first_order());
      });
}

scheme_entry rk4_velocity_entry() {
  return entry_without_parameters(
      rk4_velocity_info(), is_lagrangian, "a Lagrangian system",
      []<class T>(const scheme_info& info, const any_system<T>& system) {
        return rk4_on<T, acceleration_field, on_velocities>(info, system.lagrangian());
      });
}

}  // namespace plumbline
