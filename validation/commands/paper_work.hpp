// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What the formulas of a paper's file compute. All formulas are read and checked first; then all runs are made, each once
// whatever asks for it; then the numbers are judged and the figures drawn.
#pragma once

#include "commands/reproduce.hpp"
#include "report/paper_file.hpp"
#include <plumbline/study/paper_formulas.hpp>
#include <plumbline/study/run_host.hpp>

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
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

/// Experiments of one paper whose runs are made together.
class paper_work {
 public:
  /// What an experiment asks of the formulas: the numbers of value() and curve().
  struct asked {
    const report::paper_experiment* experiment;
    std::vector<std::optional<std::size_t>> numbers;
    std::vector<std::vector<std::size_t>> curves;  ///< of each figure
  };

  /// The paper must outlive this. Throws invalid_input with file, line and key, here and in ask().
  paper_work(const report::paper_file& paper, int digits);

  int digits() const { return digits_; }
  const report::paper_file& paper() const { return *paper_; }
  void ask(const report::paper_experiment& e);
  std::size_t runs() const { return formulas_.runs(); }
  /// In the order in which they were asked for. Throws `interrupted`.
  std::vector<finished_experiment> compute(run_host& host);

 private:
  const report::paper_file* paper_;
  int digits_;
  paper_formulas formulas_;
  std::vector<asked> asked_;
};

}  // namespace plumbline::cli
