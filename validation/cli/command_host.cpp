// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "cli/command_host.hpp"

#include "cli/cluster.hpp"
#include "cli/progress.hpp"
#include "cli/stop.hpp"
#include <plumbline/core/doubt.hpp>
#include <plumbline/io/messages.hpp>

#include <fmt/format.h>

#include <atomic>
#include <optional>

namespace plumbline::cli {

namespace {

/// While it lives, the first step that has lost digits is a warning, unless the command is to be quiet.
class warns_of_lost_digits final : public doubt_listener {
 public:
  explicit warns_of_lost_digits(bool quiet) : said_(quiet) {
    if (!quiet) {
      detail::listener_of_doubts.store(this, std::memory_order_release);
    }
  }
  ~warns_of_lost_digits() override {
    doubt_listener* here = this;
    detail::listener_of_doubts.compare_exchange_strong(here, nullptr);
  }
  bool listens() const noexcept override { return !said_.load(std::memory_order_relaxed); }
  void hear(const step_doubt& doubt) noexcept override {
    if (said_.exchange(true)) {
      return;
    }
    try {
      say(fmt::format(
          "plumbline: warning: at t = {:.6g} the step {:.6g} leaves the radius of convergence of "
          "the "
          "Taylor "
          "series, which is about {:.3g}: {} of {} digits are lost; a shorter step keeps them, and "
          "without order=... the scheme takes as many steps as the digits need\n",
          doubt.time, doubt.step, doubt.radius, doubt.lost, doubt.digits));
    } catch (...) {
      // a warning without memory is no warning
    }
  }

 private:
  std::atomic<bool> said_;
};

class shown_progress final : public run_progress {
 public:
  shown_progress(const shared_options& o, std::int64_t total, std::shared_ptr<work_watch> watch)
      : watch_(std::move(watch)) {
    if (total != 0) {
      warns_.emplace(o.quiet);
      bar_.emplace(o, total);
    }
  }
  void advance(std::int64_t amount) override {
    if (bar_) {
      bar_->advance(amount);
      watch_->advance(amount);
    }
  }

 private:
  stops_politely polite_;
  std::optional<warns_of_lost_digits> warns_;
  std::optional<progress_bar> bar_;
  std::shared_ptr<work_watch> watch_;
};

class watched_preparation final : public run_progress {
 public:
  explicit watched_preparation(std::shared_ptr<work_watch> watch) : watch_(std::move(watch)) {}
  void advance(std::int64_t amount) override { watch_->advance(amount); }
  void set(std::int64_t done, std::int64_t total) override { watch_->set(done, total); }

 private:
  std::shared_ptr<work_watch> watch_;
};

}  // namespace

command_host::command_host(const shared_options& o) : options_(&o) {
  if (o.quiet) {
    drop_warnings();
  }
}

std::unique_ptr<run_progress> command_host::begin(std::int64_t total, const std::string& unit) {
  auto watch = watch_.lock();
  if (!watch && total != 0) {
    // the steps of a run take like times; cases, runs and orbits have work of their own before the first is done
    watch = std::make_shared<work_watch>(*options_, total, unit, "",
                                         unit == "steps" ? work_parts::even : work_parts::uneven);
  }
  return std::make_unique<shown_progress>(*options_, total, std::move(watch));
}

std::unique_ptr<run_progress> command_host::prepare(std::int64_t total, const std::string& unit,
                                                    const std::string& label) {
  shared_options shown = *options_;
  shown.quiet = shown.quiet || !cluster::leads();
  auto watch = std::make_shared<work_watch>(shown, total, unit, label);
  watch_ = watch;
  return std::make_unique<watched_preparation>(std::move(watch));
}

bool command_host::stop_requested() const noexcept { return cli::stop_requested(); }

run_keeper& command_host::keeper_of(const metadata& facts) {
  return checkpoint_ == nullptr ? keeper() : keeper_.emplace(*checkpoint_, *how_, facts);
}

bool command_host::keeps() const {
  return checkpoint_ != nullptr &&
         !(checkpoint_->file + checkpoint_->every + checkpoint_->resume).empty();
}

piece_dealer* command_host::others() { return cluster::other_ranks(); }

void command_host::note(const std::string& text) {
  if (!options_->quiet) {
    say(fmt::format("plumbline: note: {}\n", text));
  }
}

void command_host::warn(const std::string& text) {
  if (!options_->quiet) {
    say_warning(text);
  }
}

}  // namespace plumbline::cli
