// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/hand_over.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/precision_scope.hpp>
#include <plumbline/study/background.hpp>

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <condition_variable>
#include <mutex>
#include <string>
#include <utility>

namespace plumbline {

namespace {
int checked(const char* what, int number) {
  if (number < 1) {
    throw invalid_input(std::string("the number of ") + what + " must be at least 1, got " +
                        std::to_string(number));
  }
  return number;
}
}  // namespace

struct background_workers::state {
  state(int jobs, int threads_each)
      : digits(static_cast<int>(mp::thread_default_precision())),
        // the smallest limit holds for all of oneTBB: pieces that have threads of their own need theirs here too
        most(oneapi::tbb::global_control::max_allowed_parallelism,
             static_cast<std::size_t>(checked("jobs", jobs)) *
                     static_cast<std::size_t>(checked("threads of a piece", threads_each)) +
                 1),
        arena(jobs, 0) {}

  int digits;
  oneapi::tbb::global_control most;
  oneapi::tbb::task_arena arena;
  std::mutex guard;
  std::condition_variable done;
  int posted = 0;
};

background_workers::background_workers(int jobs, int threads_each)
    : state_(std::make_unique<state>(jobs, threads_each)) {}

background_workers::~background_workers() {
  std::unique_lock lock(state_->guard);
  state_->done.wait(lock, [this] { return state_->posted == 0; });
}

void background_workers::post(std::function<void()> work) {
  {
    const std::lock_guard lock(state_->guard);
    ++state_->posted;
  }
  detail::to_workers.give();
  state_->arena.enqueue([s = state_.get(), work = std::move(work)] {
    detail::to_workers.take();
    {
      const precision_scope scope(s->digits);
      work();
    }
    mpfr_free_cache();  // the thread may end without coming back here
    const std::lock_guard lock(s->guard);
    --s->posted;
    s->done.notify_all();
  });
}

}  // namespace plumbline
