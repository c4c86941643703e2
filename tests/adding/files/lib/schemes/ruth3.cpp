// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "schemes/phase_map.hpp"
#include <plumbline/schemes/ruth3.hpp>

plumbline::scheme_entry plumbline::ruth3_entry() {
  return phase_map_entry(
      ruth3_info(), is_separable, separable_need,
      []<class T>(const model<T>& system) { return ruth3_stepper<T>(separable<T>(system)); });
}
