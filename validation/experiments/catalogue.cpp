// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The experiments of all papers. Each is defined in a file of its own and declared here alone, so that a new line of the
// list recompiles no other experiment.
#include "experiments/experiment.hpp"

#include <algorithm>
#include <cctype>

namespace plumbline::experiments {

#define PLUMBLINE_EXPERIMENT(paper, name, needs, title)  \
  namespace paper {                                      \
  void run_##name(context& c, report::section& section); \
  }
#include "experiments/catalogue.def"
#undef PLUMBLINE_EXPERIMENT

namespace {

std::string in_capitals(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

std::string with_hyphens(std::string text) {
  std::replace(text.begin(), text.end(), '_', '-');
  return text;
}

}  // namespace

std::vector<experiment> catalogue() {
  std::vector<experiment> all;
#define PLUMBLINE_EXPERIMENT(paper, name, needs, title)                                     \
  all.push_back({with_hyphens(#paper "-" #name), in_capitals(#paper), title, effort::needs, \
                 paper::run_##name});
#include "experiments/catalogue.def"
#undef PLUMBLINE_EXPERIMENT
  return all;
}

}  // namespace plumbline::experiments
