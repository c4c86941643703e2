// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What a command does for the runs of the library that it asks for: signals stop them, a progress bar or a forecast says how
// far they are, their warnings go to standard error, and --checkpoint keeps them.
#pragma once

#include "cli/checkpoint.hpp"
#include "cli/options.hpp"
#include "cli/work_watch.hpp"
#include <plumbline/study/run_host.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace plumbline::cli {

class command_host final : public run_host {
 public:
  /// What is given must outlive this.
  explicit command_host(const shared_options& o) : options_(&o) {}

  /// The run is kept as the options ask for.
  command_host(const shared_options& o, const checkpoint_options& checkpoint, const call& how)
      : options_(&o), checkpoint_(&checkpoint), how_(&how) {}

  /// While what this returns lives, the first signal only asks the run to stop. The first step of it whose digits are lost is
  /// a warning.
  std::unique_ptr<run_progress> begin(std::int64_t total, const std::string& unit) override;
  /// A forecast of the work, which goes on through the run that begins meanwhile.
  std::unique_ptr<run_progress> prepare(std::int64_t total, const std::string& unit,
                                        const std::string& label) override;
  bool stop_requested() const noexcept override;
  piece_dealer* others() override;
  /// A line on standard error, unless the command is to be quiet.
  void warn(const std::string& text) override;
  void note(const std::string& text) override;
  run_keeper& keeper() override { return keeper_ ? *keeper_ : run_host::keeper(); }
  bool keeps() const override;

  run_keeper& keeper_of(const metadata& facts) override;

 private:
  const shared_options* options_;
  const checkpoint_options* checkpoint_ = nullptr;
  const call* how_ = nullptr;
  std::optional<checkpoint_keeper> keeper_;
  std::weak_ptr<work_watch> watch_;  ///< of the work that is being prepared
};

}  // namespace plumbline::cli
