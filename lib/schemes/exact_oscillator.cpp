// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/phase_map.hpp"
#include <plumbline/schemes/exact_oscillator.hpp>

plumbline::scheme_entry plumbline::exact_oscillator_entry() {
  return phase_map_entry(exact_oscillator_info(), is_separable_with_one_coordinate,
                         separable_with_one_coordinate_need, []<class T>(const model<T>& system) {
                           return exact_oscillator_stepper<T, model<T>>(system);
                         });
}
