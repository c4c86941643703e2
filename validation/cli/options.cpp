// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "cli/options.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace plumbline::cli {

void add_digits(CLI::App& app, shared_options& o) {
  app.add_option(
      "--digits", o.digits,
      "decimal digits of the arithmetic: up to 16 double, up to 34 quad, else MPFR (64)");
}

void add_output(CLI::App& app, shared_options& o, const std::string& first) {
  app.add_option("--format", o.format, fmt::format("csv or json ({})", first));
  app.add_option(
         "-o,--output", o.output,
         "file to write, whole or not at all; one that ends in .json is json where --format "
         "says nothing; - is standard output (-)")
      ->each([&o](const std::string& name) {
        if (o.format.empty() && name.ends_with(".json")) {
          o.format = "json";
        }
      });
}

void add_system(CLI::App& app, shared_options& o) {
  app.add_option("--set", o.set, "NAME=VALUE: a parameter of the system or the scheme; may repeat")
      ->allow_extra_args(false);
  app.add_option(
         "--start", o.start,
         "NAME=VALUE: an initial value q1 ..., p1 ... or v1 ..., or the start time t; may repeat")
      ->allow_extra_args(false);
  app.add_flag("--project-start", o.project_start,
               "a start that does not satisfy the constraints moves to the nearest one that does");
  app.add_option("--matrices", o.matrices,
                 "TOML file with the matrices M and K, and C if there is damping, of the system "
                 "'quadratic'");
  app.add_option("--events", o.events,
                 "split: cut steps where the law of the system changes (default); none: step over");
}

void add_functions(CLI::App& app, shared_options& o) {
  app.add_option(
      "--functions", o.functions,
      "elliptic and Jacobi functions: own (default), or boost for Boost.Math's as a second "
      "opinion");
}

void add_progress(CLI::App& app, shared_options& o) {
  app.add_flag("--quiet", o.quiet, "no progress, no warnings");
  app.add_flag("--progress", o.progress,
               "show progress also where standard error is not a terminal");
}

void add_plot(CLI::App& app, std::string& file) {
  app.add_option("--plot", file, "FILE.svg or FILE.png: also draw the table (needs gnuplot)");
}

void add_jobs(CLI::App& app, shared_options& o) {
  app.add_option("--jobs", o.jobs, "worker threads; the result does not depend on it (1)");
}

void add_norm(CLI::App& app, std::string& norm) {
  app.add_option("--norm", norm, "of the error over the nodes: max, end, relative or area (max)");
}

output open_output(const shared_options& o) { return output::named(o.output, o.matrices); }

}  // namespace plumbline::cli
