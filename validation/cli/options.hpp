// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Options that several commands share, declared once: name, meaning, default.
#pragma once

#include <plumbline/io/output.hpp>
#include <plumbline/io/table.hpp>
#include <plumbline/study/problem.hpp>
#include <plumbline/study/texts.hpp>

#include <string>

namespace CLI {
class App;
}

namespace plumbline::cli {

/// Texts as the user gave them; each command reads those that it declares.
struct shared_options : problem_texts {
  std::string digits = "64";
  std::string format;
  std::string output;
  std::string jobs;
  bool quiet = false;
  bool progress = false;
};

void add_digits(CLI::App& app, shared_options& o);
/// --format and -o; `first` is the format without --format.
void add_output(CLI::App& app, shared_options& o, const std::string& first);
/// --set, --start, --matrices and --events.
void add_system(CLI::App& app, shared_options& o);
/// --functions.
void add_functions(CLI::App& app, shared_options& o);
void add_progress(CLI::App& app, shared_options& o);
void add_jobs(CLI::App& app, shared_options& o);
/// --norm: how the errors at the nodes become one number; see parse_norm().
void add_norm(CLI::App& app, std::string& norm);
/// --plot.
void add_plot(CLI::App& app, std::string& file);

/// The output that -o asks for, standard output without it and for "-".
output open_output(const shared_options& o);

}  // namespace plumbline::cli
