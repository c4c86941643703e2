// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Threads of oneTBB that work while their owner does something else: it deals out work to other machines, say.
#pragma once

#include <functional>
#include <memory>

namespace plumbline {

class background_workers {
 public:
  /// `jobs` pieces at a time, each of which may use `threads_each` threads (for_each_parallel). The pieces have the working
  /// precision of the thread that calls this. Throws invalid_input unless both numbers are at least 1.
  explicit background_workers(int jobs, int threads_each = 1);
  background_workers(const background_workers&) = delete;
  background_workers& operator=(const background_workers&) = delete;
  /// Waits for all pieces.
  ~background_workers();

  /// `work` is done by one of the threads, soon. It must not throw.
  void post(std::function<void()> work);

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace plumbline
