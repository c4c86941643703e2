// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What a command does for the runs of the library that it asks for: signals stop them, a progress bar or a forecast says how
// far they are, their warnings go to standard error and their facts to the metadata, and --checkpoint keeps them.
#pragma once

#include "cli/options.hpp"
#include <plumbline/study/run_host.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace plumbline::cli {

class command_host final : public run_host {
 public:
  /// The options, and the keeper where there is one, must outlive this.
  explicit command_host(const shared_options& o, run_keeper* keeper = nullptr)
      : options_(&o), keeper_(keeper) {}

  /// While what this returns lives, the first signal only asks the run to stop. The first step of it whose digits are lost is
  /// a warning.
  std::unique_ptr<run_progress> begin(std::int64_t total, const std::string& unit) override;
  bool stop_requested() const noexcept override;
  /// A line on standard error, unless the command is to be quiet.
  void warn(const std::string& text) override;
  void tell(metadata_entry fact) override { facts_.push_back(std::move(fact)); }
  run_keeper& keeper() override { return keeper_ != nullptr ? *keeper_ : run_host::keeper(); }

  /// What the runs have told so far.
  const metadata& facts() const { return facts_; }

 private:
  const shared_options* options_;
  run_keeper* keeper_;
  metadata facts_;
};

}  // namespace plumbline::cli
