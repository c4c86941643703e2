// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// How a command runs an integration: it stops for signals, moves the bar a step at a time, and a failure says where the
// system is singular.
#pragma once

#include "shared/problem.hpp"
#include "shared/progress.hpp"
#include "shared/stop.hpp"
#include "shared/work_watch.hpp"
#include <plumbline/study/integrate.hpp>

namespace plumbline::cli {

/// The bar must outlive what is run with this.
inline run_control control_of(const problem& p, progress_bar& bar) {
  run_control control;
  control.stop_requested = stop_requested;
  control.progress = [&bar](std::int64_t, std::int64_t) { bar.advance(); };
  control.hint = p.system->info.singular;
  return control;
}

/// The same for work that may take minutes: `watched` must outlive it too, and says so.
inline run_control control_of(const problem& p, progress_bar& bar, work_watch& watched) {
  run_control control = control_of(p, bar);
  control.progress = [&bar, &watched](std::int64_t, std::int64_t) {
    bar.advance();
    watched.advance();
  };
  return control;
}

}  // namespace plumbline::cli
