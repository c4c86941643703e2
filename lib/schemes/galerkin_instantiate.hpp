// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The definition behind make_galerkin, included only where it is instantiated.
#pragma once

#include "schemes/galerkin.hpp"

namespace plumbline {

template <class T>
any_stepper<T> make_galerkin(galerkin_tableau<T> tableau, const any_lagrangian<T>& system) {
  scheme_info info = tableau.info;
  return any_stepper<T>(std::move(info),
                        std::make_unique<any_galerkin<T>>(std::move(tableau), system));
}

}  // namespace plumbline
