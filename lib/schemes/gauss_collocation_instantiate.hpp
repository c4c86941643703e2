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
  using stepper = collocation_stepper<T, any_lagrangian<T>>;
  return any_stepper<T>(std::move(info),
                        std::make_unique<any_phase_map<T, stepper>>(
                            stepper(std::move(tableau), system), system.dimension()));
}

}  // namespace plumbline
