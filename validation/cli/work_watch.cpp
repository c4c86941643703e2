// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "cli/work_watch.hpp"

#include <plumbline/io/messages.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace plumbline::cli {

namespace {

/// Seconds after which the time of the whole work is estimated.
constexpr std::array<int, 3> looks = {10, 60, 240};
constexpr double long_work = 120;

std::string rough_duration(double seconds) {
  constexpr double minute = 60;
  constexpr double hour = 60 * minute;
  constexpr double day = 24 * hour;
  constexpr double year = 365 * day;
  const auto in = [seconds](double unit, const char* name) {
    return fmt::format("{:.0f} {}", std::round(seconds / unit), name);
  };
  return seconds < 2 * hour   ? in(minute, "minutes")
         : seconds < 2 * day  ? in(hour, "hours")
         : seconds < 2 * year ? in(day, "days")
                              : in(year, "years");
}

}  // namespace

std::string forecast(double seconds, std::int64_t done, std::int64_t total, const std::string& unit,
                     work_parts parts) {
  if (done > 0) {
    const double whole = seconds * static_cast<double>(total) / static_cast<double>(done);
    return whole < long_work
               ? ""
               : fmt::format("this will take about {}: {} of {} {} are done after {:.0f} s",
                             rough_duration(whole), done, total, unit, seconds);
  }
  if (parts == work_parts::uneven) {
    return "";
  }
  // so far only a lower bound is known
  const double least = seconds * static_cast<double>(total);
  return least < long_work
             ? ""
             : fmt::format("this will take more than {}: none of {} {} is done after {:.0f} s",
                           rough_duration(least), total, unit, seconds);
}

work_watch::work_watch(const shared_options& o, std::int64_t total, std::string unit,
                       std::string label, work_parts parts)
    : shows_status_(o.progress || ::isatty(STDERR_FILENO) != 0),
      parts_(parts),
      unit_(std::move(unit)),
      label_(std::move(label)),
      total_(std::max<std::int64_t>(total, 1)),
      start_(clock::now()) {
  if (!o.quiet && (!shows_status_ || !label_.empty())) {
    watcher_ = std::jthread([this](const std::stop_token& over) { watch(over); });
  }
}

work_watch::~work_watch() {
  if (watcher_.joinable()) {
    watcher_.request_stop();
    watcher_.join();
  }
  if (shown_) {
    erase_status();
  }
}

void work_watch::set(std::int64_t done, std::int64_t total) {
  done_ = done;
  total_ = std::max<std::int64_t>(total, 1);
}

void work_watch::show() {
  const std::int64_t done = done_;
  const double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(total_));
  show_status(fmt::format("{}: {:.0f} %, {:.0f} s so far", label_, share * 100,
                          std::chrono::duration<double>(clock::now() - start_).count()));
  shown_ = true;
}

void work_watch::watch(const std::stop_token& over) {
  const auto wait_until = [this, &over](clock::time_point when) {
    std::unique_lock lock(waiting_);
    over_.wait_until(lock, over, when, [] { return false; });
    return !over.stop_requested();
  };
  if (shows_status_) {
    constexpr auto second = std::chrono::seconds(1);
    for (auto when = start_ + second; wait_until(when); when += second) {
      show();
    }
    return;
  }
  for (const int seconds : looks) {
    if (!wait_until(start_ + std::chrono::seconds(seconds))) {
      return;
    }
    const std::string text = forecast(seconds, done_, total_, unit_, parts_);
    if (!text.empty()) {
      say(fmt::format("plumbline: warning: {}\n", text));
      return;
    }
  }
}

}  // namespace plumbline::cli
