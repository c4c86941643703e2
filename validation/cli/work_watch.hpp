// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Work that will take minutes says so once, after its first seconds: a thread of its own estimates the time from what is
// done by then, so that even a first step of many minutes does not pass in silence. On a terminal, where a progress bar
// shows the same, there is no such line; work whose bar is to have a name of its own may show that instead.
#pragma once

#include "cli/options.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

namespace plumbline::cli {

/// Whether the parts of the work take about the same time. Of uneven parts nothing is said before one of them is done.
enum class work_parts { even, uneven };

/// What is said of work of which `done` of `total` parts took so many seconds, or "" where the work is short or it is too
/// early to say. `unit`: the plural of a part, "steps" say.
std::string forecast(double seconds, std::int64_t done, std::int64_t total, const std::string& unit,
                     work_parts parts = work_parts::even);

class work_watch {
 public:
  /// `label`: what a terminal shows, in the place of a progress bar; empty: nothing.
  work_watch(const shared_options& o, std::int64_t total, std::string unit, std::string label = "",
             work_parts parts = work_parts::even);
  work_watch(const work_watch&) = delete;
  work_watch& operator=(const work_watch&) = delete;
  ~work_watch();

  void advance(std::int64_t amount = 1) { done_.fetch_add(amount, std::memory_order_relaxed); }
  /// So many parts of so many are done, whatever was said before.
  void set(std::int64_t done, std::int64_t total);

 private:
  using clock = std::chrono::steady_clock;
  void watch(const std::stop_token& over);
  void show();

  bool shows_status_;
  work_parts parts_;
  std::string unit_;
  std::string label_;
  std::atomic<std::int64_t> total_;
  std::atomic<std::int64_t> done_ = 0;
  clock::time_point start_;
  bool shown_ = false;
  std::mutex waiting_;
  std::condition_variable_any over_;
  std::jthread watcher_;  ///< last: it ends before what it looks at
};

}  // namespace plumbline::cli
