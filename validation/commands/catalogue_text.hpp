// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Everything that has a name, as json objects that `list` and `show` print. The facts come from the catalogues.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace plumbline::cli {

/// "systems", "schemes", "functions", "experiments", "datasets".
const std::vector<std::string>& kinds();

/// All of a kind: name and summary, for schemes also the facts and the systems that they fit.
nlohmann::ordered_json list_of(const std::string& kind);

/// The short names of the papers, as the experiments' names begin: "ql", "sl" …
std::vector<std::string> paper_names();

/// Everything known about one name: of the lists, of a quantity of `measure`, or of a paper. Throws invalid_input that suggests the nearest.
nlohmann::ordered_json details_of(const std::string& name);

}  // namespace plumbline::cli
