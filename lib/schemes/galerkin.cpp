// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The Galerkin family in the catalogue: midpoint, simpson, lobatto, galerkin-gauss.
#include "schemes/phase_map.hpp"
#include <plumbline/schemes/discrete_gradient.hpp>
#include <plumbline/schemes/galerkin.hpp>

namespace plumbline {

namespace {

constexpr int largest_degree = 64;

std::vector<parameter_info> degree_parameter(const std::string& meaning) {
  return {{"degree", "", "2", meaning, parameter_domain::positive}};
}

int degree_of(const std::string& scheme, const std::vector<parameter_info>& parameters,
              const settings& chosen) {
  if (parameters.empty()) {
    (void)parameter_values<double>(scheme, parameters, chosen);  // refuses unknown settings
    return 0;
  }
  return whole_parameter(scheme, parameters, chosen, largest_degree);
}

template <class T>
any_stepper<T> make_galerkin(galerkin_tableau<T> tableau, const model<T>& system) {
  scheme_info info = tableau.info;
  return erase_phase_map<T>(std::move(info), galerkin_stepper<T>(std::move(tableau), system),
                            system.dimension());
}

// Tableau is a generic callable: tableau.template operator()<T>(degree)
template <class Tableau>
scheme_entry galerkin_entry(std::vector<parameter_info> parameters, Tableau tableau) {
  scheme_entry entry;
  entry.info = tableau.template operator()<double>(2).info;
  const std::string name = entry.info.name;
  entry.info_for = [=](const settings& chosen) {
    return tableau.template operator()<double>(degree_of(name, parameters, chosen)).info;
  };
  entry.fits = is_lagrangian;
  entry.needs = "a Lagrangian system";
  for_each_scalar_and_tangent([&]<class T>() {
    entry.makers.get<T>().make = [=](const settings& chosen, const model<T>& system) {
      return make_galerkin<T>(tableau.template operator()<T>(degree_of(name, parameters, chosen)),
                              system.lagrangian());
    };
  });
  entry.parameters = std::move(parameters);
  return entry;
}

// A tableau of dual numbers is that of the plain scalar: nodes and weights are constants.
template <class T, class F>
galerkin_tableau<T> of_plain_scalar(F make) {
  if constexpr (is_dual<T>::value) {
    return scalar_cast<T>(make.template operator()<decltype(T::value)>());
  } else {
    return make.template operator()<T>();
  }
}

}  // namespace

scheme_entry midpoint_entry() {
  scheme_entry entry = galerkin_entry(
      {}, []<class T>(int) { return of_plain_scalar<T>([]<class U>() { return midpoint<U>(); }); });
  // one coordinate and constant mass, in double: the same map by one scalar equation, at the cost of a loop by hand
  entry.makers.get<double>().make = [info = entry.info, general = entry.makers.get<double>().make](
                                        const settings& chosen, const model<double>& system) {
    if (!chosen.empty() || system.dimension() != 1 || !system.facts().separable) {
      return general(chosen, system);
    }
    return erase_phase_map<double>(info, separable_midpoint_stepper<double, model<double>>(system),
                                   1);
  };
  return entry;
}

scheme_entry simpson_entry() {
  return galerkin_entry(
      {}, []<class T>(int) { return of_plain_scalar<T>([]<class U>() { return simpson<U>(); }); });
}

scheme_entry lobatto_entry() {
  return galerkin_entry(
      degree_parameter("polynomial degree s; s + 1 Lobatto points, order 2s"),
      []<class T>(int degree) {
        return of_plain_scalar<T>([degree]<class U>() { return lobatto<U>(degree); });
      });
}

scheme_entry galerkin_gauss_entry() {
  return galerkin_entry(
      degree_parameter("polynomial degree s; s Gauss points, order 2s"), []<class T>(int degree) {
        return of_plain_scalar<T>([degree]<class U>() { return galerkin_gauss<U>(degree); });
      });
}

}  // namespace plumbline
