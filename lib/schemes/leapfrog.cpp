// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/phase_map.hpp"
#include <plumbline/schemes/leapfrog.hpp>

plumbline::scheme_entry plumbline::leapfrog_entry() {
  return phase_map_entry(
      leapfrog_info(), is_separable, separable_need,
      []<class T>(const model<T>& system) { return leapfrog_stepper<T, model<T>>(system); });
}
