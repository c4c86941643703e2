// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// One call from Python that computes: on a thread of its own, while the thread of Python waits without the GIL, looks for
// Ctrl-C, reports progress, and stays responsive even where the work cannot stop at once.
//
//   py:   run(f) ──► worker thread: f()          polls stop, counts progress, collects warnings
//           └─ every 50 ms: signals, progress
//
// The worker threads are kept for the next calls: the constants that MPFR and Arb keep for each thread stay computed.
//
// The file that implements this also stands in for lib/io/messages.cpp: what a program says on standard error goes to the call
// that the thread works for.
#pragma once

#include <plumbline/io/messages.hpp>
#include <plumbline/study/file_keeper.hpp>

#include <pybind11/pybind11.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plumbline::python {

namespace py = pybind11;

/// What the thread that computes and the thread of Python share.
struct call_state {
  std::atomic<bool> stop{false};
  std::atomic<std::int64_t> done{0};
  std::atomic<std::int64_t> total{0};
  std::mutex guard;
  std::vector<std::string> messages;  ///< what was said on standard error
};

/// The call that this thread works for; nullptr on a thread of Python.
call_state* current_call() noexcept;

/// The host of what a worker thread computes for its call.
class call_host final : public run_host {
 public:
  /// On a worker thread, whose call lives longer.
  explicit call_host(kept_call kept = {}) : call_(current_call()), kept_(std::move(kept)) {}

  std::unique_ptr<run_progress> begin(std::int64_t total, const std::string& unit) override;
  bool stop_requested() const noexcept override {
    return call_->stop.load(std::memory_order_relaxed);
  }
  void warn(const std::string& text) override { say("plumbline: warning: " + text); }
  void note(const std::string& text) override { say("plumbline: note: " + text); }
  run_keeper& keeper() override { return keeper_ ? *keeper_ : run_host::keeper(); }
  bool keeps() const override { return !(kept_.file + kept_.every + kept_.resume).empty(); }
  run_keeper& keeper_of(const metadata& facts) override;

 private:
  call_state* call_;
  kept_call kept_;
  std::optional<file_keeper> keeper_;
};

/// Runs `work` on a worker thread and waits for it. `progress` is None or is called with (done, total) now and then. Warnings
/// that the work said are handed to `warn`, a callable or None, at the end. Throws what `work` throws, and
/// py::error_already_set for KeyboardInterrupt or an exception of `progress`: the work is then asked to stop, and what it
/// still does is dropped.
void run(std::function<void()> work, const py::object& progress, const py::object& warn);

/// At the end of the interpreter: asks what still runs to stop and waits for it.
void finish_all_calls();

/// True in a child of fork whose parent had used worker threads of oneTBB: they do not exist here.
bool lost_workers() noexcept;
void note_parallel_work() noexcept;

}  // namespace plumbline::python
