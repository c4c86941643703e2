// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "cli/usage.hpp"

#include "cli/topics.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <map>

namespace plumbline::cli {

namespace {

/// What stands behind the name of a command. Commands that are missing here get their positionals.
const std::map<std::string, std::string>& usages() {
  static const std::map<std::string, std::string> list = {
      {"list", "[systems | schemes | functions | experiments | datasets | quantities] [--json]"},
      {"show", "NAME [--json | --latex]"},
      {"integrate", "SYSTEM --scheme S --step H (--steps N | --until T) [options]"},
      {"exact", "SYSTEM (--times T,T,... | --step H --steps N) [options]"},
      {"converge", "SYSTEM --scheme S[,S...] --until T --steps N,N,N... [options]"},
      {"measure", "QUANTITY SYSTEM --scheme S[,S...] --step H [options]"},
      {"evaluate", "FUNCTION NAME=VALUE ... [options]"},
      {"reproduce", "[FILE.toml] [ID ...] [--quick | --all] [-o FOLDER] [options]"},
      {"audit", "(SCHEME | FILE[:NAME]) [--refine D] [--json] [options]"},
      {"explain", "SCHEME SYSTEM [--step H] [--html | --json] [options]"},
      {"sweep",
       "QUANTITY SYSTEM --scheme S --step H --over NAME=FIRST:LAST:COUNT [--over ...] [options]"},
      {"dataset", "(NAME --step H --steps N -o FOLDER | verify FOLDER) [options]"},
      {"judge", "FILE --system SYSTEM [options]"},
      {"new", "(system | scheme | paper) NAME [-o PATH]"},
      {"completion", "bash | zsh | fish"}};
  return list;
}

class formatter : public CLI::Formatter {
 public:
  formatter() { column_width(34); }

  std::string make_usage(const CLI::App* app, std::string) const override {
    return fmt::format("\nUsage: {}\n", usage_of(*app));
  }
  std::string make_option_opts(const CLI::Option* option) const override {
    if (option->get_positional() || option->get_items_expected_min() == 0) {
      return {};
    }
    const auto& names = option->get_lnames();
    const bool repeats = option->get_expected_max() > 1;
    return fmt::format(" {}{}", value_kind(names.empty() ? "" : "--" + names.front()),
                       repeats ? " ..." : "");
  }
  std::string make_option_usage(const CLI::Option* option) const override {
    return option->get_name(true);
  }
  std::string make_description(const CLI::App* app) const override {
    const std::string details =
        app->get_parent() == nullptr ? "" : command_details(app->get_name());
    return CLI::Formatter::make_description(app) + (details.empty() ? "" : "\n" + details);
  }
};

}  // namespace

std::string value_kind(const std::string& option) {
  static const std::map<std::string, std::string> kinds = {
      {"--scheme", "S"},         {"--step", "H"},
      {"--steps", "N"},          {"--until", "T"},
      {"--times", "T,T,..."},    {"--every", "K"},
      {"--observe", "NAME,..."}, {"--digits", "D"},
      {"--set", "NAME=VALUE"},   {"--start", "NAME=VALUE"},
      {"--matrices", "FILE"},    {"--events", "split|none"},
      {"--format", "csv|json"},  {"--output", "PATH"},
      {"--checkpoint", "FILE"},  {"--checkpoint-every", "SECONDS"},
      {"--resume", "FILE"},      {"--jobs", "N"},
      {"--norm", "NORM"},        {"--average", "N,M"},
      {"--count", "N"},          {"--coordinate", "q1"},
      {"--rule", "RULE"},        {"--with", "NAME=VALUE"},
      {"--data", "FOLDER"},      {"--functions", "own|boost"},
      {"--plot", "FILE"},        {"--badge", "FILE"},
      {"--run", "FILE"},         {"--over", "NAME=VALUES"},
      {"--system", "SYSTEM"},    {"--columns", "NAME,..."},
      {"--show-digits", "D"},    {"--refine", "D"},
      {"--seed", "S"},           {"--input", "decimal|binary"}};
  const auto found = kinds.find(option);
  return found == kinds.end() ? "VALUE" : found->second;
}

std::string usage_of(const CLI::App& app) {
  if (app.get_parent() == nullptr) {
    return "plumbline COMMAND [arguments], plumbline help COMMAND | TOPIC";
  }
  const auto found = usages().find(app.get_name());
  if (found != usages().end()) {
    return fmt::format("plumbline {} {}", app.get_name(), found->second);
  }
  std::string text = "plumbline " + app.get_name();
  for (const auto* option :
       app.get_options([](const CLI::Option* o) { return o->get_positional(); })) {
    text += " " + option->get_name(true);
  }
  return text + " [options]";
}

std::shared_ptr<CLI::FormatterBase> help_formatter() { return std::make_shared<formatter>(); }

}  // namespace plumbline::cli
