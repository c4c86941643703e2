// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "cli/norm.hpp"

#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>

#include <CLI/CLI.hpp>

#include <utility>
#include <vector>

namespace plumbline::cli {

void add_norm(CLI::App& app, std::string& norm) {
  app.add_option("--norm", norm, "of the error over the nodes: max, end, relative or area (max)");
}

error_norm parse_norm(const std::string& text) {
  const std::vector<std::pair<std::string, error_norm>> norms = {{"max", error_norm::max},
                                                                 {"end", error_norm::end},
                                                                 {"relative", error_norm::relative},
                                                                 {"area", error_norm::area}};
  std::vector<std::string> known;
  for (const auto& [name, norm] : norms) {
    if (name == text) {
      return norm;
    }
    known.push_back(name);
  }
  throw invalid_input(unknown_name("norm", text, known));
}

}  // namespace plumbline::cli
