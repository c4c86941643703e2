// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "systems/entries.hpp"
#include <plumbline/mechanics/systems/damped_quadratic.hpp>

namespace plumbline {

system_entry quadratic_entry() {
  system_entry entry;
  entry.info = quadratic<double>::info();
  entry.facts = model<double>(quadratic<double>(matrix<double>::Constant(1, 1, 1.0),
                                                matrix<double>::Constant(1, 1, 1.0)))
                    .facts();
  entry.takes_matrices = true;
  for_each_scalar_and_tangent([&]<class T>() {
    entry.makers.get<T>().make = [](const std::vector<T>&) -> model<T> {
      throw invalid_input("quadratic takes its matrices M and K from a file: --matrices FILE.toml");
    };
  });
  return entry;
}

template <class T>
model<T> make_quadratic(matrix<T> mass, matrix<T> stiffness) {
  return model<T>(quadratic<T>(std::move(mass), std::move(stiffness)));
}

const system_entry& damped_quadratic_entry() {
  static const system_entry entry = [] {
    system_entry damped = quadratic_entry();
    damped.info.summary = "any linear system, matrices M, C and K from a file";
    damped.info.formula = "M x'' + C x' + K x = 0";
    damped.info.source = "NX (27)";
    damped.info.start = {{"x1", "1"}};
    damped.kind = system_kind::second_order;
    damped.facts = {};
    return damped;
  }();
  return entry;
}

template <class T>
model<T> make_damped_quadratic(matrix<T> mass, matrix<T> damping, matrix<T> stiffness) {
  return model<T>(damped_quadratic<T>(std::move(mass), std::move(damping), std::move(stiffness)));
}

#define PLUMBLINE_INSTANTIATE(T)                             \
  template model<T> make_quadratic<T>(matrix<T>, matrix<T>); \
  template model<T> make_damped_quadratic<T>(matrix<T>, matrix<T>, matrix<T>);
#define PLUMBLINE_SCALAR(T) PLUMBLINE_INSTANTIATE(T)
#include <plumbline/scalar/for_each_scalar.def>
PLUMBLINE_INSTANTIATE(tangent_number<double>)
PLUMBLINE_INSTANTIATE(tangent_number<mp>)
#undef PLUMBLINE_INSTANTIATE

}  // namespace plumbline
