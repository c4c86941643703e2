// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "experiments/catalogue.hpp"

namespace plumbline::experiments {

std::vector<experiment> catalogue() {
  std::vector<experiment> all;
#define PLUMBLINE_EXPERIMENT(paper, name) all.push_back(paper##_##name());
#include "experiments/catalogue.def"
#undef PLUMBLINE_EXPERIMENT
  return all;
}

}  // namespace plumbline::experiments
