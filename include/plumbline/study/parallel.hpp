// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Independent pieces of work on several threads of oneTBB. The working precision is thread-local and is handed to each
// worker; the first exception is thrown again in the caller.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/precision_scope.hpp>

#include <cstddef>
#include <functional>
#include <string>

namespace plumbline {

/// The number of threads for work that does not say its own: those of the machine, or what set_default_jobs() said.
int default_jobs();
/// Throws invalid_input unless jobs >= 1.
void set_default_jobs(int jobs);

namespace detail {
/// for_each_parallel for jobs > 1 and count > 1.
void run_in_parallel(std::size_t count, int jobs, const std::function<void(std::size_t)>& work);
}  // namespace detail

/// Calls work(i) for i = 0 … count − 1 on `jobs` threads, which take the pieces in this order (1: here). When work
/// throws, no new piece is begun and the first exception is thrown. Throws invalid_input unless jobs >= 1.
template <class T, class Work>
void for_each_parallel(std::size_t count, int jobs, Work&& work) {
  if (jobs < 1) {
    throw invalid_input("the number of jobs must be at least 1, got " + std::to_string(jobs));
  }
  if (jobs > 1 && count > 1) {
    detail::run_in_parallel(count, jobs, std::ref(work));
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    work(i);
  }
}

}  // namespace plumbline
