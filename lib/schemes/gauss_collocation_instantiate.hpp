// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The definition behind make_collocation, included only where it is instantiated.
#pragma once

#include "schemes/gauss_collocation.hpp"
#include "schemes/phase_map.hpp"

namespace plumbline {

template <class T>
any_stepper<T> make_collocation(scheme_info info, runge_kutta_tableau<T> tableau,
                                const any_lagrangian<T>& system) {
  return erase_phase_map<T>(std::move(info),
                            collocation_stepper<T, any_lagrangian<T>>(std::move(tableau), system),
                            system.dimension());
}

}  // namespace plumbline
