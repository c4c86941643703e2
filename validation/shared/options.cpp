// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "shared/options.hpp"

#include "shared/digits.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

namespace plumbline::cli {

long long parse_count(const std::string& option, const std::string& text, long long least,
                      long long most) {
  long long value = 0;
  const auto* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || error != std::errc() || rest != end || value < least || value > most) {
    throw invalid_input(fmt::format("{} must be a whole number from {} to {}, got '{}'", option,
                                    least, most, text));
  }
  return value;
}

int parse_digits(const std::string& text) {
  return static_cast<int>(parse_count("--digits", text, 1, most_digits));
}

void add_digits(CLI::App& app, shared_options& o) {
  app.add_option(
      "--digits", o.digits,
      "decimal digits of the arithmetic: up to 16 double, up to 34 quad, else MPFR (64)");
}

void add_output(CLI::App& app, shared_options& o, const std::string& first) {
  app.add_option("--format", o.format, fmt::format("csv or json ({})", first));
  app.add_option("-o,--output", o.output,
                 "file to write, whole or not at all; - is standard output (-)");
}

void add_system(CLI::App& app, shared_options& o) {
  app.add_option("--set", o.set, "NAME=VALUE: a parameter of the system or the scheme; may repeat")
      ->allow_extra_args(false);
  app.add_option(
         "--start", o.start,
         "NAME=VALUE: an initial value q1 ..., p1 ... or v1 ..., or the start time t; may repeat")
      ->allow_extra_args(false);
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

int parse_jobs(const std::string& text) {
  constexpr int most = 1024;
  return text.empty() ? 1 : static_cast<int>(parse_count("--jobs", text, 1, most));
}

output open_output(const shared_options& o) {
  // a name that promises what is not written would mislead every reader of the file
  static const std::vector<std::string> other_kinds = {".h5",   ".hdf5",    ".npy", ".npz", ".mat",
                                                       ".xlsx", ".parquet", ".svg", ".png", ".pdf"};
  for (const auto& ending : other_kinds) {
    if (o.output.size() > ending.size() && o.output.ends_with(ending)) {
      throw invalid_input(fmt::format(
          "-o '{}': this command writes csv or json, not {}; give the file another ending",
          o.output, ending.substr(1)));
    }
  }
  if (!o.matrices.empty() && !o.output.empty()) {
    std::error_code none;
    if (std::filesystem::equivalent(o.output, o.matrices, none)) {
      throw invalid_input(
          fmt::format("-o and --matrices name the same file '{}'; give each its own", o.output));
    }
  }
  return o.output.empty() || o.output == "-" ? output::standard() : output::file(o.output);
}

table_format parse_format(const std::string& text) {
  if (text == "csv") {
    return table_format::csv;
  }
  if (text == "json") {
    return table_format::json;
  }
  throw invalid_input(unknown_name("format", text, {"csv", "json"}));
}

named_text parse_named(const std::string& option, const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
    throw invalid_input(fmt::format("{} needs NAME=VALUE, got '{}'", option, text));
  }
  const auto trimmed = [](std::string word) {
    word.erase(0, word.find_first_not_of(' '));
    word.erase(word.find_last_not_of(' ') + 1);
    return word;
  };
  return {trimmed(text.substr(0, equals)), trimmed(text.substr(equals + 1))};
}

std::vector<named_text> parse_named(const std::string& option,
                                    const std::vector<std::string>& texts) {
  std::vector<named_text> all;
  for (const auto& text : texts) {
    auto next = parse_named(option, text);
    for (const auto& other : all) {
      if (other.name == next.name) {
        throw invalid_input(fmt::format("{} gives '{}' twice", option, next.name));
      }
    }
    all.push_back(std::move(next));
  }
  return all;
}

std::vector<std::string> split_list(const std::string& option, const std::string& text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : text) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && depth == 0) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  for (const auto& part : parts) {
    if (part.find_first_not_of(' ') == std::string::npos) {
      throw invalid_input(
          fmt::format("{} needs a list like A,B,C without empty parts, got '{}'", option, text));
    }
  }
  return parts;
}

const std::string& required(const std::string& option, const std::string& text) {
  if (text.empty()) {
    throw invalid_input(fmt::format("{} is missing", option));
  }
  return text;
}

}  // namespace plumbline::cli
