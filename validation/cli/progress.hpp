// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A progress bar on standard error: by default only on a terminal and only for work over a second. Many
// threads may report; the bar is drawn at most ten times a second.
#pragma once

#include "cli/options.hpp"

#include <chrono>
#include <cstdint>
#include <mutex>

namespace plumbline::cli {

class progress_bar {
 public:
  /// `total` is in the units of advance().
  progress_bar(const shared_options& o, std::int64_t total);
  progress_bar(const progress_bar&) = delete;
  progress_bar& operator=(const progress_bar&) = delete;
  /// Leaves no trace on a terminal.
  ~progress_bar();

  void advance(std::int64_t amount = 1);

 private:
  using clock = std::chrono::steady_clock;
  void draw(clock::time_point now);

  bool wanted_;
  std::int64_t total_;
  std::int64_t done_ = 0;
  bool drawn_ = false;
  clock::time_point start_;
  clock::time_point last_;
  std::mutex guard_;
};

}  // namespace plumbline::cli
