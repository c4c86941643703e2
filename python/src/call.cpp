// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "call.hpp"

#include <plumbline/core/errors.hpp>
#include <plumbline/io/messages.hpp>

#include <pthread.h>

#include <chrono>
#include <condition_variable>
#include <csignal>
#include <exception>
#include <memory>
#include <thread>
#include <utility>

namespace plumbline::python {

namespace {

constexpr auto interval = std::chrono::milliseconds(50);
/// How long a call that was stopped may take to end before it is left alone.
constexpr auto patience = std::chrono::milliseconds(300);

thread_local call_state* current = nullptr;

/// A piece of work and how it ended.
struct job {
  std::function<void()> work;
  call_state state;
  std::exception_ptr failure;
  bool is_done = false;
  std::mutex guard;
  std::condition_variable finished;
};

/// A thread that waits for work. It is never destroyed: at the end of the process it still waits.
struct worker {
  std::mutex guard;
  std::condition_variable wake;
  std::shared_ptr<job> next;
};

struct worker_pool {
  std::mutex guard;
  std::vector<worker*> idle;
  std::vector<std::weak_ptr<job>> running;
};

std::atomic<worker_pool*> pool{nullptr};
std::atomic<bool> parallel_work{false};
std::atomic<bool> workers_lost{false};

// At its end, Python ends every thread that asks for the interpreter's lock; the way out of C++ code is then barred, and the
// process would abort. So threads that wait for a call stay where they are from then on.
std::atomic<bool> ending{false};
std::atomic<int> waiting{0};  ///< threads inside of run()
std::atomic<int> parked{0};   ///< those of them that stay

void stay_if_ending() {
  if (ending) {
    ++parked;
    for (;;) {
      std::this_thread::sleep_for(std::chrono::hours(1));
    }
  }
}

/// Counts a thread while it is inside of run().
class waiting_thread {
 public:
  waiting_thread() { ++waiting; }
  waiting_thread(const waiting_thread&) = delete;
  waiting_thread& operator=(const waiting_thread&) = delete;
  ~waiting_thread() { --waiting; }
};

/// The threads of the parent do not exist in a child, so a new pool begins there; what the old one holds is left.
void forget_threads() {
  pool = new worker_pool;  // NOLINT(cppcoreguidelines-owning-memory)
  waiting = 0;
  parked = 0;
  ending = false;
  current = nullptr;
  workers_lost = workers_lost || parallel_work;
}

worker_pool& the_pool() {
  static const int once = [] {
    forget_threads();
    workers_lost = false;
    return pthread_atfork(nullptr, nullptr, forget_threads);
  }();
  (void)once;
  return *pool;
}

void work_forever(worker* self, worker_pool* home) {
  // signals are for the threads of Python
  for (;;) {
    std::shared_ptr<job> now;
    {
      std::unique_lock lock(self->guard);
      self->wake.wait(lock, [self] { return self->next != nullptr; });
      now = std::exchange(self->next, nullptr);
    }
    current = &now->state;
    try {
      now->work();
    } catch (...) {
      now->failure = std::current_exception();
    }
    now->work = nullptr;
    current = nullptr;
    {
      const std::lock_guard lock(home->guard);
      home->idle.push_back(self);
    }
    const std::lock_guard lock(now->guard);
    now->is_done = true;
    now->finished.notify_all();
  }
}

void start(const std::shared_ptr<job>& next) {
  worker_pool& home = the_pool();
  worker* chosen = nullptr;
  {
    const std::lock_guard lock(home.guard);
    std::erase_if(home.running, [](const std::weak_ptr<job>& old) { return old.expired(); });
    home.running.push_back(next);
    if (!home.idle.empty()) {
      chosen = home.idle.back();
      home.idle.pop_back();
    }
  }
  if (chosen == nullptr) {
    chosen = new worker;  // NOLINT(cppcoreguidelines-owning-memory)
    // a thread that begins with all signals blocked, so that the handlers of Python run on its own threads
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    std::thread(work_forever, chosen, &home).detach();
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }
  const std::lock_guard lock(chosen->guard);
  chosen->next = next;
  chosen->wake.notify_one();
}

bool wait(job& running, std::chrono::milliseconds time) {
  std::unique_lock lock(running.guard);
  return running.finished.wait_for(lock, time, [&running] { return running.is_done; });
}

/// A run of a call: what is done of it counts for the call.
class counted_progress final : public run_progress {
 public:
  explicit counted_progress(call_state& call) : call_(&call) {}
  void advance(std::int64_t amount) override { call_->done += amount; }

 private:
  call_state* call_;
};

}  // namespace

call_state* current_call() noexcept { return current; }

bool lost_workers() noexcept { return workers_lost; }
void note_parallel_work() noexcept { parallel_work = true; }

std::unique_ptr<run_progress> call_host::begin(std::int64_t total, const std::string& /*unit*/) {
  call_->total += total;
  return std::make_unique<counted_progress>(*call_);
}

run_keeper& call_host::keeper_of(const metadata& facts) {
  return keeps() ? keeper_.emplace(kept_, facts) : keeper();
}

void run(std::function<void()> work, const py::object& progress, const py::object& warn) {
  const waiting_thread counted;
  const auto running = std::make_shared<job>();
  running->work = std::move(work);
  {
    const py::gil_scoped_release released;
    stay_if_ending();
    start(running);
    bool is_done = wait(*running, std::chrono::milliseconds(1));
    while (!is_done) {
      is_done = wait(*running, interval);
      stay_if_ending();
      if (is_done) {
        break;
      }
      const py::gil_scoped_acquire acquired;
      try {
        if (PyErr_CheckSignals() != 0) {
          throw py::error_already_set();
        }
        if (!progress.is_none()) {
          progress(running->state.done.load(), running->state.total.load());
        }
      } catch (...) {
        // what the work still refers to lives as long as the work
        running->state.stop = true;
        const py::gil_scoped_release released_again;
        wait(*running, patience);
        stay_if_ending();
        throw;
      }
    }
    stay_if_ending();
  }
  if (!warn.is_none()) {
    for (const std::string& message : running->state.messages) {
      warn(message);
    }
  }
  if (running->failure) {
    std::rethrow_exception(std::exchange(running->failure, nullptr));
  }
}

void finish_all_calls() {
  ending = true;
  worker_pool& home = the_pool();
  std::vector<std::shared_ptr<job>> left;
  {
    const std::lock_guard lock(home.guard);
    for (const auto& one : home.running) {
      if (auto alive = one.lock()) {
        left.push_back(std::move(alive));
      }
    }
  }
  for (const auto& one : left) {
    one->state.stop = true;
    for (;;) {
      {
        const py::gil_scoped_release released;
        if (wait(*one, interval)) {
          break;
        }
      }
      if (PyErr_CheckSignals() != 0) {
        throw py::error_already_set();
      }
    }
  }
  // the threads of the calls have gone or stay; one that is in the caller's code for long is not waited for
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(2);
  const py::gil_scoped_release released;
  while (waiting > parked && std::chrono::steady_clock::now() < until) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

}  // namespace plumbline::python

// ---- what the library does in io/messages.cpp ----

namespace plumbline {

void open_standard_streams() noexcept {}

void say(std::string_view text) noexcept {
  if (python::call_state* call = python::current_call()) {
    const std::lock_guard lock(call->guard);
    try {
      call->messages.emplace_back(text);
    } catch (const std::bad_alloc&) {
      return;  // a message that finds no place is dropped
    }
  }
}

void say_warning(std::string_view text) noexcept {
  try {
    say("plumbline: warning: " + std::string(text) + "\n");
  } catch (const std::bad_alloc&) {
    return;
  }
}
void drop_warnings() noexcept {}

void show_status(std::string_view /*text*/) noexcept {}
void erase_status() noexcept {}

}  // namespace plumbline
