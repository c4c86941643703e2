// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The definition behind make_galerkin, included only where it is instantiated.
#pragma once

#include "schemes/galerkin.hpp"
#include "schemes/phase_map.hpp"

namespace plumbline {

template <class T>
any_stepper<T> make_galerkin(galerkin_tableau<T> tableau, const any_lagrangian<T>& system) {
  scheme_info info = tableau.info;
  return erase_phase_map<T>(std::move(info),
                            galerkin_stepper<T, any_lagrangian<T>>(std::move(tableau), system),
                            system.dimension());
}

}  // namespace plumbline
