// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/schemes/taylor.hpp>
#include <plumbline/study/run_host.hpp>
#include <plumbline/study/scheme_choices.hpp>

#include <utility>

namespace plumbline {

run_control control_of(const problem& p, const run_host& host) {
  run_control control;
  control.stop_requested = [&host] { return host.stop_requested(); };
  control.hint = !p.system->constraints.empty() && p.system->info.singular.empty()
                     ? "where constraints lose their rank there is no step at all"
                     : std::string(p.system->info.singular);
  if (p.schemes.size() == 1 && follows_motion(p.schemes.front())) {
    control.why = why_no_step_of_series;
  }
  return control;
}

run_control control_of(const problem& p, const run_host& host, run_progress& progress) {
  run_control control = control_of(p, host);
  control.progress = [&progress, told = std::int64_t{0}](std::int64_t n, std::int64_t) mutable {
    progress.advance(n - std::exchange(told, n));
  };
  return control;
}

}  // namespace plumbline
