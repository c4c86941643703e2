// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "systems/entries.hpp"
#include <plumbline/mechanics/systems/quadratic.hpp>

namespace plumbline {

system_entry quadratic_entry() {
  system_entry entry;
  entry.info = quadratic<double>::info();
  entry.linear = true;
  entry.separable = true;
  entry.takes_matrices = true;
  for_each_scalar_and_tangent([&]<class T>() {
    entry.makers.get<T>().make = [](const std::vector<T>&) -> any_system<T> {
      throw invalid_input("quadratic takes its matrices M and K from a file: --matrices FILE.toml");
    };
  });
  return entry;
}

template <class T>
any_lagrangian<T> make_quadratic(matrix<T> mass, matrix<T> stiffness) {
  return any_lagrangian<T>(quadratic<T>(std::move(mass), std::move(stiffness)));
}

#define PLUMBLINE_SCALAR(T) template any_lagrangian<T> make_quadratic<T>(matrix<T>, matrix<T>);
#include <plumbline/scalar/for_each_scalar.def>
template any_lagrangian<tangent_number<double>> make_quadratic<tangent_number<double>>(
    matrix<tangent_number<double>>, matrix<tangent_number<double>>);
template any_lagrangian<tangent_number<mp>> make_quadratic<tangent_number<mp>>(
    matrix<tangent_number<mp>>, matrix<tangent_number<mp>>);

}  // namespace plumbline
