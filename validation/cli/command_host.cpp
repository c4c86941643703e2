// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "cli/command_host.hpp"

#include "cli/control.hpp"
#include "cli/progress.hpp"
#include "cli/stop.hpp"
#include "cli/work_watch.hpp"
#include <plumbline/io/messages.hpp>

#include <fmt/format.h>

#include <optional>

namespace plumbline::cli {

namespace {

class shown_progress final : public run_progress {
 public:
  shown_progress(const shared_options& o, std::int64_t total, const std::string& unit) {
    if (total != 0) {
      warns_.emplace(o.quiet);
      bar_.emplace(o, total);
      watching_.emplace(o, total, unit);
    }
  }
  void advance(std::int64_t amount) override {
    if (bar_) {
      bar_->advance(amount);
      watching_->advance(amount);
    }
  }

 private:
  stops_politely polite_;
  std::optional<warns_of_lost_digits> warns_;
  std::optional<progress_bar> bar_;
  std::optional<work_watch> watching_;
};

}  // namespace

std::unique_ptr<run_progress> command_host::begin(std::int64_t total, const std::string& unit) {
  return std::make_unique<shown_progress>(*options_, total, unit);
}

bool command_host::stop_requested() const noexcept { return cli::stop_requested(); }

void command_host::warn(const std::string& text) {
  if (!options_->quiet) {
    say(fmt::format("plumbline: warning: {}\n", text));
  }
}

}  // namespace plumbline::cli
