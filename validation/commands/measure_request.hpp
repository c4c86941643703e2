// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The options of `measure` and `sweep` that say which quantity is wanted, and of what.
#pragma once

#include <plumbline/study/quantity.hpp>

#include <vector>

namespace CLI {
class App;
}

namespace plumbline::cli {

/// QUANTITY, SYSTEM, --scheme, --step, --steps, --until, --average, --count, --coordinate, --rule and --with.
void add_measure_request(CLI::App& app, measure_request& request,
                         const std::vector<quantity>& list);

}  // namespace plumbline::cli
