// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Eight lanes as one vector of the compiler's vector extension (GCC and clang), which becomes one, two or four instructions.
// Products and sums are not contracted, so the bits do not depend on the processor.
//
// A loop over such vectors stands in a function that is always inlined, into one function for each kind of processor:
//
//   PLUMBLINE_INLINE void loop(...) { ... }
//   void loop_anywhere(...) { loop(...); }
//   __attribute__((target(PLUMBLINE_AVX2))) void loop_avx2(...) { loop(...); }
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__x86_64__) && defined(__GNUC__)
#define PLUMBLINE_TARGETS 1
#define PLUMBLINE_AVX2 "avx2"
#define PLUMBLINE_AVX512 "avx512f,avx512dq"
#else
#define PLUMBLINE_TARGETS 0
#endif

#define PLUMBLINE_INLINE [[gnu::always_inline]] inline

namespace plumbline::lanes {

inline constexpr std::size_t vector_width = 8;
inline constexpr std::size_t vector_alignment = 64;  // bytes

using numbers = double __attribute__((vector_size(64), may_alias));
using mask = std::int64_t __attribute__((vector_size(64), may_alias));

/// The eight lanes from number k on.
PLUMBLINE_INLINE const numbers& at(const double* p, std::size_t k) {
  return *reinterpret_cast<const numbers*>(p + k);  // NOLINT
}
PLUMBLINE_INLINE numbers& at(double* p, std::size_t k) {
  return *reinterpret_cast<numbers*>(p + k);  // NOLINT
}
PLUMBLINE_INLINE const mask& at(const std::int64_t* p, std::size_t k) {
  return *reinterpret_cast<const mask*>(p + k);  // NOLINT
}
PLUMBLINE_INLINE mask& at(std::int64_t* p, std::size_t k) {
  return *reinterpret_cast<mask*>(p + k);  // NOLINT
}

enum class processor { any, avx2, avx512 };

/// The best kind that this machine is.
inline processor this_processor() {
#if PLUMBLINE_TARGETS
  static const processor kind =
      __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512dq") != 0
          ? processor::avx512
      : __builtin_cpu_supports("avx2") != 0 ? processor::avx2
                                            : processor::any;
  return kind;
#else
  return processor::any;
#endif
}

}  // namespace plumbline::lanes
