// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The target is chosen around the whole text of the loops. An attribute of a function that inlines them is not enough: gcc
// takes a comparison of vectors apart, lane by lane, before it inlines, in functions whose target has no vectors so long.
#include "math/lane_kernels.hpp"

#include "math/lane_vector.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace plumbline::lanes {

namespace {

#if PLUMBLINE_TARGETS
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512dq"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512dq")
#endif
namespace with_avx512 {
constexpr std::size_t lanes_at_once = 8;
#include "math/lane_kernels_body.hpp"  // NOLINT(readability-duplicate-include)
}  // namespace with_avx512
#if defined(__clang__)
#pragma clang attribute pop
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC pop_options
#pragma GCC push_options
#pragma GCC target("avx2")
#endif
namespace with_avx2 {
constexpr std::size_t lanes_at_once = 4;
#include "math/lane_kernels_body.hpp"  // NOLINT(readability-duplicate-include)
}  // namespace with_avx2
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif

namespace anywhere {
constexpr std::size_t lanes_at_once = 2;
#include "math/lane_kernels_body.hpp"  // NOLINT(readability-duplicate-include)
}  // namespace anywhere

}  // namespace

const kernels& best_kernels() {
#if PLUMBLINE_TARGETS
  switch (this_processor()) {
    case processor::avx512:
      return with_avx512::all;
    case processor::avx2:
      return with_avx2::all;
    case processor::any:
      break;
  }
#endif
  return anywhere::all;
}

}  // namespace plumbline::lanes
