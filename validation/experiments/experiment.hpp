// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// An experiment: one table, one figure or one set of claims of a paper, computed again.
//
// To add one: a file experiments/<paper>/<name>.cpp that defines
//   experiment <paper>_<name>() { return {"<paper>-<name>", "<PAPER>", "title", effort::quick, run}; }
// a line in experiments/catalogue.def, and what the paper prints in reference/published/<paper>.toml under
// [<paper>-<name>]. run() computes, calls section.judge(key, text) once for every published number and adds
// tables and figures to the section.
#pragma once

#include "report/plot.hpp"
#include "report/result.hpp"
#include "shared/checkpoint.hpp"
#include <plumbline/scalar/types.hpp>

#include <any>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::experiments {

/// When an experiment runs: `quick` always, `normal` without --quick, `all` only with --all.
enum class effort { quick, normal, all };

/// What an experiment is run with.
class context {
 public:
  /// Long work leaves checkpoints in `keeper`, where there is one.
  context(int digits, effort limit, const report::published_data& published,
          std::function<void()> poll, cli::checkpoint_keeper* keeper = nullptr,
          std::function<void(int)> show_percent = {})
      : digits_(digits),
        limit_(limit),
        published_(&published),
        poll_(std::move(poll)),
        keeper_(keeper),
        show_percent_(std::move(show_percent)) {}

  /// Decimal digits of the arithmetic: up to 16 double, up to 34 quad, 64 mp64, others mp.
  int digits() const { return digits_; }
  effort limit() const { return limit_; }
  const report::published_data& published() const { return *published_; }
  /// To be called now and then in long work; throws `interrupted` when the user wants to stop.
  void poll() const { poll_(); }

  /// How much of a long experiment is done.
  void show(std::int64_t done, std::int64_t total) const {
    if (show_percent_) {
      show_percent_(static_cast<int>(100 * done / total));
    }
  }

  /// True, and `work` is as it was kept under `key`, where this report goes on from a checkpoint that has it.
  template <class Work>
  bool restore(const std::string& key, Work& work) const {
    return keeper_ != nullptr && keeper_->restore(key, work);
  }
  /// To be called now and then in work of minutes: keeps it when it is time to, always with `at_once`. `work` has
  /// transfer(), see io/checkpoint.hpp.
  template <class Work>
  void keep(const std::string& key, Work& work, bool at_once = false) const {
    if (keeper_ != nullptr && keeper_->wanted() && (at_once || keeper_->due(key))) {
      keeper_->keep(key, work);
    }
  }

  /// What several experiments need is computed once: the value kept under `key`, made on first use.
  template <class V, class Make>
  const V& shared(const std::string& key, Make&& make) {
    std::any& kept = kept_[key];
    if (!kept.has_value()) {
      kept = make();
    }
    return std::any_cast<const V&>(kept);
  }

 private:
  int digits_;
  effort limit_;
  const report::published_data* published_;
  std::function<void()> poll_;
  cli::checkpoint_keeper* keeper_;
  std::function<void(int)> show_percent_;
  std::map<std::string, std::any> kept_;
};

struct experiment {
  std::string id;
  std::string paper;
  std::string title;
  effort needs = effort::quick;
  void (*run)(context&, report::section&) = nullptr;
};

/// All experiments in the order of the report.
std::vector<experiment> catalogue();

}  // namespace plumbline::experiments
