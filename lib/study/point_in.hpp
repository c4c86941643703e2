// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <plumbline/core/guarded_vector.hpp>
#include <plumbline/core/phase_point.hpp>

namespace plumbline::detail {

/// The point in the precision of `To`: exact where that is wider.
template <class To, class From>
phase_point<To> point_in(const phase_point<From>& z) {
  using vector_in = narrowed<To, vector<From>>;
  return {vector_in::from(z.q), vector_in::from(z.p)};
}

}  // namespace plumbline::detail
