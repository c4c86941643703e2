// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// How the help looks: a usage line that names program and command, says what is required, and names the kind of each value.
#pragma once

#include <memory>
#include <string>

namespace CLI {
class App;
class FormatterBase;
}  // namespace CLI

namespace plumbline::cli {

/// "plumbline integrate SYSTEM --scheme S --step H (--steps N | --until T) [options]"
std::string usage_of(const CLI::App& app);

/// The kind of value of a long option, by its name with dashes: "H" for "--step", "VALUE" where nothing is known.
std::string value_kind(const std::string& option);

std::shared_ptr<CLI::FormatterBase> help_formatter();

}  // namespace plumbline::cli
