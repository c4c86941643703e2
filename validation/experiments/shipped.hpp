// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The experiments of the report: those that the papers' files compute by formulas, and those in C++.
#pragma once

#include "experiments/experiment.hpp"
#include "report/published_data.hpp"

#include <string>
#include <vector>

namespace plumbline::experiments {

struct reported_experiment {
  std::string id;
  std::string paper;
  std::string title;
  effort needs = effort::quick;
  /// Either the file and the experiment in it, which belong to the data, or
  const report::paper_file* file = nullptr;
  const report::paper_experiment* text = nullptr;
  /// the number of the experiment in catalogue().
  std::size_t code = 0;
};

/// The papers that ship, in the order of their chapters; in a paper those of its file in the file's order. What the file does
/// not have, for it has no printed number, stands behind its predecessor in catalogue(). Throws std::logic_error for an
/// experiment that nothing computes, or both do.
std::vector<reported_experiment> shipped(const report::published_data& data);
/// Those of a paper in a file.
std::vector<reported_experiment> of_file(const report::paper_file& file);

}  // namespace plumbline::experiments
