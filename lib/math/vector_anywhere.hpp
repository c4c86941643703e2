// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A vector of the compiler's vector extension that begins at any number, not only at a multiple of its own size.
//
//   at_any<four_numbers>(x + 3).lanes = at_any<four_numbers>(y + 1).lanes * 2.0;
//
// A packed structure holds it: clang forgets the smaller alignment that a vector's own name was given as soon as a function
// returns a reference to it, and then moves the vector by an instruction that asks for the larger one.
#pragma once

#include <math/lane_vector.hpp>

#include <cstdint>

namespace plumbline::lanes {

using two_numbers = double __attribute__((vector_size(16)));
using four_numbers = double __attribute__((vector_size(32)));
using eight_numbers = double __attribute__((vector_size(64)));
using four_masks = std::int64_t __attribute__((vector_size(32)));

template <class Vector>
struct __attribute__((packed, aligned(8), may_alias)) vector_anywhere {
  Vector lanes;
};

template <class Vector, class Number>
PLUMBLINE_INLINE const vector_anywhere<Vector>& at_any(const Number* p) {
  return *reinterpret_cast<const vector_anywhere<Vector>*>(p);  // NOLINT
}
template <class Vector, class Number>
PLUMBLINE_INLINE vector_anywhere<Vector>& at_any(Number* p) {
  return *reinterpret_cast<vector_anywhere<Vector>*>(p);  // NOLINT
}

}  // namespace plumbline::lanes
