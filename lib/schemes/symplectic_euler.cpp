// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/phase_map.hpp"
#include <plumbline/schemes/symplectic_euler.hpp>

namespace plumbline {

namespace {

scheme_entry symplectic_euler_entry(euler_order order) {
  return phase_map_entry(symplectic_euler_info(order), is_separable, separable_need,
                         [order]<class T>(const model<T>& system) {
                           return symplectic_euler_stepper<T, model<T>>(order, system);
                         });
}

}  // namespace

scheme_entry symplectic_euler_a_entry() {
  return symplectic_euler_entry(euler_order::momentum_first);
}
scheme_entry symplectic_euler_b_entry() {
  return symplectic_euler_entry(euler_order::position_first);
}

}  // namespace plumbline
