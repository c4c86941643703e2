// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Independent pieces of work on several threads. The working precision is thread-local and is handed to each
// worker; MPFR's caches are freed when a worker ends; the first exception is thrown again in the caller.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/precision_scope.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace plumbline {

/// Calls work(i) for i = 0 … count − 1, in any order, on `jobs` threads (1: here, in order). When work throws,
/// no new piece is begun and the first exception is thrown. Throws invalid_input unless jobs >= 1.
template <class T, class Work>
void for_each_parallel(std::size_t count, int jobs, Work&& work) {
  if (jobs < 1) {
    throw invalid_input("the number of jobs must be at least 1, got " + std::to_string(jobs));
  }
  if (jobs == 1 || count < 2) {
    for (std::size_t i = 0; i < count; ++i) {
      work(i);
    }
    return;
  }
  const auto digits = static_cast<int>(mp::thread_default_precision());
  std::atomic<std::size_t> next{0};
  std::atomic<bool> failed{false};
  std::exception_ptr first_error;
  std::mutex error_guard;
  const auto worker = [&] {
    {
      const precision_scope scope(digits);
      for (std::size_t i = next++; i < count && !failed; i = next++) {
        try {
          work(i);
        } catch (...) {
          const std::lock_guard<std::mutex> lock(error_guard);
          if (!first_error) {
            first_error = std::current_exception();
          }
          failed = true;
        }
      }
    }
    mpfr_free_cache();
  };
  std::vector<std::jthread> threads;
  const std::size_t workers = std::min(count, static_cast<std::size_t>(jobs));
  for (std::size_t k = 0; k < workers; ++k) {
    threads.emplace_back(worker);
  }
  threads.clear();
  if (first_error) {
    std::rethrow_exception(first_error);
  }
}

}  // namespace plumbline
