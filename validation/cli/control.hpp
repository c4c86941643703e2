// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// How a command runs an integration: it stops for signals, moves the bar a step at a time, a failure says where the
// system is singular, and the first step whose digits are lost is a warning.
#pragma once

#include "cli/progress.hpp"
#include "cli/stop.hpp"
#include <plumbline/core/doubt.hpp>
#include <plumbline/study/integrate.hpp>
#include <plumbline/study/problem.hpp>

#include <atomic>

namespace plumbline::cli {

/// The bar must outlive what is run with this.
inline run_control control_of(const problem& p, progress_bar& bar) {
  run_control control;
  control.stop_requested = stop_requested;
  control.progress = [&bar](std::int64_t, std::int64_t) { bar.advance(); };
  control.hint = p.system->info.singular;
  return control;
}

/// While it lives, the first step that has lost digits is a warning, unless the command is to be quiet.
class warns_of_lost_digits final : public doubt_listener {
 public:
  explicit warns_of_lost_digits(bool quiet);
  ~warns_of_lost_digits() override;
  void hear(const step_doubt& doubt) noexcept override;
  bool listens() const noexcept override { return !said_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> said_;
};

}  // namespace plumbline::cli
