// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The matrix forms for linear systems in the catalogue.
#include "schemes/entries.hpp"
#include <plumbline/schemes/linear.hpp>

#include <concepts>

namespace plumbline {

namespace {

template <class T>
second_order_matrices<T> matrices_of(const model<T>& system) {
  auto m = evaluation<T>(system.lagrangian()).linear();
  if (!m) {
    throw invalid_input("a matrix scheme needs a linear system");
  }
  return *std::move(m);
}

template <class T, class Map>
class any_linear : public phase_stepper<T> {
 public:
  any_linear(const model<T>& system, const second_order_matrices<T>& m)
      : phase_stepper<T>(system.dimension()), stepper_(m.mass, m.stiffness) {}
  solve_report step(vector<T>& y, const T&, const T& h) final {
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
  std::vector<std::string> extra_columns() const override {
    std::vector<std::string> names;
    for (int i = 1; std::same_as<Map, simpson_midpoint_map<T>> && i <= this->n_; ++i) {
      names.push_back("qmid" + std::to_string(i));
    }
    return names;
  }
  vector<T> extra() const override { return stepper_.midpoint(); }
  step_invariant<T> own_invariant(const T& h) const override { return stepper_.own_invariant(h); }

 private:
  matrix_stepper<T, Map> stepper_;
  phase_point<T> z_;
};

template <template <class> class Map>
scheme_entry linear_entry(const scheme_info& info) {
  return entry_without_parameters(
      info,
      [](const system_entry& system) {
        return system.facts.linear && system.kind == system_kind::lagrangian;
      },
      "a linear system with constant M and K",
      []<class T>(const scheme_info& facts, const model<T>& system) {
        return any_stepper<T>(facts,
                              std::make_unique<any_linear<T, Map<T>>>(system, matrices_of(system)));
      });
}

}  // namespace

scheme_entry newmark_linear_entry() { return linear_entry<newmark_map>(newmark_linear_info()); }
scheme_entry simpson_linear_entry() { return linear_entry<simpson_map>(simpson_linear_info()); }
scheme_entry simpson_linear_midpoint_entry() {
  return linear_entry<simpson_midpoint_map>(simpson_linear_midpoint_info());
}

}  // namespace plumbline
