// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Manual pages in the macros of man(7), from the declared options of the program and from cli/topics.hpp.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace plumbline::cli {

struct manual_page {
  std::string file;  ///< "plumbline-integrate.1"
  std::string text;
};

/// The page of the program, one for each command (section 1) and one for each topic (section 7). `date` is
/// year-month-day.
std::vector<manual_page> manual_pages(const CLI::App& root, const std::string& date);

}  // namespace plumbline::cli
