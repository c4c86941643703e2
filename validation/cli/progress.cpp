// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "cli/progress.hpp"

#include <plumbline/io/messages.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

namespace plumbline::cli {

namespace {
constexpr auto shortest_work = std::chrono::seconds(1);
constexpr auto interval = std::chrono::milliseconds(100);
constexpr int bar_width = 40;
}  // namespace

progress_bar::progress_bar(const shared_options& o, std::int64_t total)
    : wanted_(!o.quiet && (o.progress || ::isatty(STDERR_FILENO) != 0)),
      total_(std::max<std::int64_t>(total, 1)),
      start_(clock::now()),
      last_(start_) {}

progress_bar::~progress_bar() {
  if (drawn_) {
    erase_status();
  }
}

void progress_bar::advance(std::int64_t amount) {
  if (!wanted_) {
    return;
  }
  const std::lock_guard<std::mutex> lock(guard_);
  done_ += amount;
  const auto now = clock::now();
  if (now - start_ < shortest_work || now - last_ < interval) {
    return;
  }
  last_ = now;
  draw(now);
}

void progress_bar::draw(clock::time_point now) {
  const double share = std::min(1.0, static_cast<double>(done_) / static_cast<double>(total_));
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const auto filled = static_cast<int>(share * bar_width);
  show_status(fmt::format("[{:=<{}}{:{}}] {:3.0f} %, {:.0f} s left", "", filled, "",
                          bar_width - filled, share * 100,
                          share > 0 ? seconds * (1 - share) / share : 0.0));
  drawn_ = true;
}

}  // namespace plumbline::cli
