// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/table_makers.hpp"
#include <plumbline/schemes/runge_kutta_implicit.hpp>

namespace plumbline::detail {

namespace {

template <class T>
class any_runge_kutta final : public phase_stepper<T> {
 public:
  any_runge_kutta(scheme_coefficients<T> table, const model<T>& system)
      : phase_stepper<T>(system.dimension()), stepper_(std::move(table), system) {}
  solve_report step(vector<T>& y, const T& t, const T& h) override {
    const int n = this->n_;
    z_.q = y.head(n);
    z_.p = y.tail(n);
    const solve_report report = stepper_.step(z_, t, h);
    if (report.ok()) {
      y.head(n) = z_.q;
      y.tail(n) = z_.p;
    }
    return report;
  }

 private:
  runge_kutta_stepper<T> stepper_;
  phase_point<T> z_;
};

}  // namespace

void make_implicit_runge_kutta(scheme_entry& entry, const shared_table& table) {
  entry.fits = is_lagrangian;
  entry.needs = "a Lagrangian system";
  fill_makers(entry, table,
              []<class T>(const scheme_info& info, const scheme_coefficients<T>& x,
                          const model<T>& system) {
                return any_stepper<T>(info,
                                      std::make_unique<any_runge_kutta<T>>(x, system.lagrangian()));
              });
}

}  // namespace plumbline::detail
