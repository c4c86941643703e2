// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A paper from a file, computed and judged: `plumbline reproduce FILE.toml` without the report.
//
//   const paper p = load_paper("swing-paper.toml");
//   run_host host;
//   for (const reproduced_experiment& e : reproduce(p, {.digits = 34}, host).experiments)
//     for (const auto& n : e.numbers)
//       n.published.printed, n.computed, n.found
//
// docs/papers-from-a-file.md says what a file has, docs/judgement.md by which rules a number is judged.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/data/paper_file.hpp>
#include <plumbline/data/paper_judge.hpp>
#include <plumbline/study/paper_formulas.hpp>
#include <plumbline/study/run_host.hpp>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plumbline {

namespace papers {

/// Of these experiments, which have `id` and `needs`, those that are named; without names, those that need no more than `limit`.
/// Throws invalid_input for an unknown name.
template <class Experiment>
std::vector<Experiment> chosen_of(std::vector<Experiment> all, const std::vector<std::string>& ids,
                                  effort limit) {
  if (ids.empty()) {
    std::erase_if(all, [&](const Experiment& e) { return e.needs > limit; });
    return all;
  }
  std::vector<std::string> names;
  names.reserve(all.size());
  for (const Experiment& e : all) {
    names.push_back(e.id);
  }
  for (const std::string& id : ids) {
    if (std::find(names.begin(), names.end(), id) == names.end()) {
      throw invalid_input(unknown_name("experiment", id, names));
    }
  }
  std::erase_if(all, [&](const Experiment& e) {
    return std::find(ids.begin(), ids.end(), e.id) == ids.end();
  });
  return all;
}

/// The digits of the arithmetic: those asked for, 0 for those of the file or 64; fewer than double has are double's.
int arithmetic_of(const paper_file& paper, int asked);

/// Experiments of one paper whose runs are made together. All formulas are read and checked first; then all runs are made, each
/// once whatever asks for it; then the numbers are judged.
class paper_work {
 public:
  /// The paper must outlive this. Throws invalid_input with file, line and key, here and in ask().
  paper_work(const paper_file& paper, int digits);

  void ask(const paper_experiment& e);
  std::size_t runs() const { return formulas_.runs(); }
  /// Makes the runs, `jobs` at a time. Throws `interrupted` alone: failures are those of the numbers.
  void compute(int jobs, run_host& host) { formulas_.compute(jobs, host); }

  /// After compute(), by the order of ask().
  std::size_t experiments() const { return asked_.size(); }
  const paper_experiment& experiment(std::size_t which) const { return *asked_[which].experiment; }
  judged_numbers judged(std::size_t which) const;
  /// Those of each figure.
  std::vector<std::vector<paper_curve>> curves(std::size_t which) const;

 private:
  /// What an experiment asks of the formulas: the numbers of value() and curve().
  struct asked {
    const paper_experiment* experiment;
    std::vector<std::optional<std::size_t>> numbers;
    std::vector<std::vector<std::size_t>> curves;
  };

  const paper_file* paper_;
  int digits_;
  paper_formulas formulas_;
  std::vector<asked> asked_;
};

/// Reads the formulas of all experiments. Throws invalid_input with file, line and key.
void check_formulas(const paper_file& paper);

}  // namespace papers

using paper = papers::paper_file;

/// Reads and checks a paper's file. Throws io_error where this file, or one that it names, cannot be read, and invalid_input with
/// file, line and key for a mistake.
paper load_paper(const std::filesystem::path& path);

struct reproduce_request {
  std::vector<std::string> ids =
      {};          ///< experiments; without one, all that need no more than `limit`
  int digits = 0;  ///< of the arithmetic; 0 for those of the file, or 64
  papers::effort limit = papers::effort::normal;
};

/// What became of an experiment.
struct reproduced_experiment {
  std::string id;
  std::string title;
  std::vector<papers::judged_number> numbers;     ///< in the order of the file
  std::vector<std::vector<paper_curve>> figures;  ///< the points of the curves of each figure
};

struct reproduction {
  papers::paper_facts about;
  int digits = 0;  ///< of the arithmetic
  std::vector<reproduced_experiment> experiments;

  /// How many verdicts are not the recorded ones.
  std::size_t unexpected() const;
  /// A row for each number; papers::columns_of_numbers() says what the columns are, which are those of numbers.csv.
  table_value table() const;
};

/// Computes and judges the numbers of a paper, with `jobs` runs at a time, on which nothing depends. A run that fails makes its
/// numbers differ, with the reason. Throws invalid_input with file, line and key for a mistake in a formula, asked for or not, and
/// for an unknown experiment; `interrupted` when the host asks for a stop.
reproduction reproduce(const paper& p, const reproduce_request& request, run_host& host,
                       int jobs = 1);
reproduction reproduce(const paper& p, const reproduce_request& request = {});

}  // namespace plumbline
