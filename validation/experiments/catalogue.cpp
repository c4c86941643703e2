// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The experiments of all papers. Each is defined in a file of its own and declared here alone, so that a new line of the
// list recompiles no other experiment.
#include "experiments/experiment.hpp"

namespace plumbline::experiments {

#define PLUMBLINE_EXPERIMENT(paper, name) experiment paper##_##name();
#include "experiments/catalogue.def"
#undef PLUMBLINE_EXPERIMENT

std::vector<experiment> catalogue() {
  std::vector<experiment> all;
#define PLUMBLINE_EXPERIMENT(paper, name) all.push_back(paper##_##name());
#include "experiments/catalogue.def"
#undef PLUMBLINE_EXPERIMENT
  return all;
}

}  // namespace plumbline::experiments
