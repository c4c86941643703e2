// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// --norm: how the errors at the nodes become one number.
#pragma once

#include <plumbline/measure/error_norm.hpp>

#include <string>

namespace CLI {
class App;
}

namespace plumbline::cli {

void add_norm(CLI::App& app, std::string& norm);

/// max, end, relative or area. Throws invalid_input for another word.
error_norm parse_norm(const std::string& text);

}  // namespace plumbline::cli
