// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What the formulas of a paper's file compute (data/paper.hpp), as parts of the report: its tables and figures.
#pragma once

#include "commands/reproduce.hpp"
#include <plumbline/data/paper.hpp>
#include <plumbline/study/run_host.hpp>

#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace plumbline::cli {

/// Runs stop for signals, say how many have begun, and each of their warnings is said once.
class paper_host final : public run_host {
 public:
  paper_host(const shared_options& o, std::size_t runs)
      : quiet_(o.quiet), talk_(wants_status(o)), runs_(runs) {}

  std::unique_ptr<run_progress> begin(std::int64_t total, const std::string& unit) override;
  bool stop_requested() const noexcept override;
  void warn(const std::string& text) override;

 private:
  bool quiet_;
  bool talk_;
  std::size_t runs_;
  std::size_t begun_ = 0;
  std::set<std::string> said_;
  std::mutex guard_;
};

/// Makes the runs of a paper (data/paper.hpp) and the experiments' parts of the report, in the order in which they were asked
/// for. Throws `interrupted`.
std::vector<finished_experiment> computed(papers::paper_work& work, run_host& host);

}  // namespace plumbline::cli
