// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Counts the calls of malloc, to which operator new, Eigen and the standard library come in the end. The function malloc of
// the C library is replaced, so one source of a test program includes this, and no other. Where a sanitizer has a malloc of
// its own, PLUMBLINE_COUNTS_ALLOCATIONS is 0.
#pragma once

#include <atomic>
#include <cstddef>
#include <new>

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define PLUMBLINE_COUNTS_ALLOCATIONS 0
#endif
#endif
#ifndef PLUMBLINE_COUNTS_ALLOCATIONS
#define PLUMBLINE_COUNTS_ALLOCATIONS 1
#endif
#else
#define PLUMBLINE_COUNTS_ALLOCATIONS 0
#endif

#if PLUMBLINE_COUNTS_ALLOCATIONS
namespace {
std::atomic<long> allocations{0};

/// Whether an allocation is counted: where it is not, a test that expects none says nothing.
[[maybe_unused]] bool an_allocation_is_counted() {
  const long before = allocations;
  void* volatile place =
      ::operator new(1);  // volatile: a compiler leaves out an allocation that nothing reads
  ::operator delete(place);
  return before < allocations;
}
}  // namespace
extern "C" void* __libc_malloc(std::size_t);           // NOLINT
extern "C" void* malloc(std::size_t bytes) noexcept {  // NOLINT
  ++allocations;
  return __libc_malloc(bytes);
}
#endif
