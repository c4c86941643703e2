// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The Galerkin family in the catalogue: midpoint, simpson, lobatto, galerkin-gauss.
#include "schemes/constrained_galerkin.hpp"
#include "schemes/gauss_on_field.hpp"
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
  if (system.formulas()->constraints() > 0) {
    return detail::constrained_galerkin<T>(std::move(tableau), system);
  }
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
  entry.constraints = constraint_fit::all;
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

/// Its table for y' = f(t, y): one stage, K = f(t + h/2, y_0 + h K/2).
template <class T>
runge_kutta_tableau<T> midpoint_rule() {
  const T half = T(1) / T(2);
  return {{vector<T>::Constant(1, half), vector<T>::Constant(1, T(1))},
          matrix<T>::Constant(1, 1, half)};
}

/// The scheme with the makers that it has, and for equations of first order the implicit midpoint rule.
void fit_first_order(scheme_entry& entry) {
  entry.fits = [](const system_entry& system) {
    return is_lagrangian(system) || system.kind == system_kind::first_order;
  };
  entry.needs = "a Lagrangian system, or equations of first order";
  for_each_scalar_and_tangent([&]<class T>() {
    auto& maker = entry.makers.get<T>().make;
    maker = [info = entry.info, mechanical = maker](const settings& chosen,
                                                    const model<T>& system) {
      if (!system.is_first_order()) {
        return mechanical(chosen, system);
      }
      (void)parameter_values<double>(info.name, {}, chosen);  // refuses unknown settings
      return detail::gauss_on_field<T>(info, midpoint_rule<T>(), system);
    };
  });
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
  fit_first_order(entry);
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
