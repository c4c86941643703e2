// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Kernels of double-double are compiled twice: for any processor of the platform, and for those that have an instruction
// for std::fma. Without it each std::fma is a call, which moves all registers to the stack and back. Which one runs is
// decided at run time. No flag of the compiler changes and only std::fma by name is fused, so both have the same bits.
//
//   void kernel(…) { loops }
//   PLUMBLINE_WITH_FMA void kernel_with_fma(…) { kernel(…); }   everything that it calls is compiled into it
//   …  has_fma() ? kernel_with_fma(…) : kernel(…)
#pragma once

#if defined(__x86_64__) && defined(__GNUC__)
#define PLUMBLINE_WITH_FMA __attribute__((target("fma"), flatten))
#else
#define PLUMBLINE_WITH_FMA
#endif

namespace plumbline::detail {

inline bool has_fma() {
#if defined(__x86_64__) && defined(__GNUC__)
  static const bool has = __builtin_cpu_supports("fma") != 0;
  return has;
#else
  return false;
#endif
}

}  // namespace plumbline::detail
