// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/constrained_galerkin.hpp"
#include "schemes/phase_map.hpp"
#include <plumbline/schemes/galerkin_constrained.hpp>

#include <utility>

namespace plumbline::detail {

namespace {

template <class T>
galerkin_tableau<T> lobatto_in(int degree) {
  if constexpr (is_dual<T>::value) {  // nodes and weights are constants
    return scalar_cast<T>(lobatto<decltype(T::value)>(degree));
  } else {
    return lobatto<T>(degree);
  }
}

}  // namespace

template <class T>
any_stepper<T> constrained_galerkin(galerkin_tableau<T> tableau, const model<T>& system) {
  scheme_info info = tableau.info;
  return erase_phase_map<T>(std::move(info),
                            constrained_galerkin_stepper<T>(std::move(tableau), system),
                            system.dimension());
}

template <class T>
any_stepper<T> constrained_lobatto(const scheme_info& info, int degree, const model<T>& system) {
  galerkin_tableau<T> tableau = lobatto_in<T>(degree);
  tableau.info = info;
  return constrained_galerkin<T>(std::move(tableau), system);
}

#define PLUMBLINE_CONSTRAINED(T)                                                         \
  template any_stepper<T> constrained_galerkin<T>(galerkin_tableau<T>, const model<T>&); \
  template any_stepper<T> constrained_lobatto<T>(const scheme_info&, int, const model<T>&);
#define PLUMBLINE_SCALAR(T) PLUMBLINE_CONSTRAINED(T)
#include <plumbline/scalar/for_each_scalar.def>
PLUMBLINE_CONSTRAINED(tangent_number<double>)
PLUMBLINE_CONSTRAINED(tangent_number<mp>)
#undef PLUMBLINE_CONSTRAINED

}  // namespace plumbline::detail
