// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/phase_map.hpp"
#include <plumbline/schemes/discrete_gradient.hpp>

namespace plumbline {

namespace {

scheme_entry gradient_entry(gradient_step kind) {
  return phase_map_entry(discrete_gradient_info(kind), is_separable_with_one_coordinate,
                         separable_with_one_coordinate_need,
                         [kind]<class T>(const model<T>& system) {
                           return discrete_gradient_stepper<T, model<T>>(kind, system);
                         });
}

}  // namespace

scheme_entry discrete_gradient_entry() { return gradient_entry(gradient_step::plain); }
scheme_entry modified_discrete_gradient_entry() { return gradient_entry(gradient_step::modified); }

}  // namespace plumbline
