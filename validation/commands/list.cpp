// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline list [KIND] [--json]`, `plumbline show NAME [--json | --latex]` and `plumbline show SCHEME SYSTEM --modified`
#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/system_text.hpp"
#include "commands/catalogue_text.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/study/audit_table.hpp>
#include <plumbline/study/modified_lagrangian.hpp>
#include <plumbline/study/problem.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace plumbline::cli {

namespace {

/// JSON is UTF-8, but the name of a file may be any bytes: U+FFFD stands for each byte that belongs to no character.
std::string json_text(const nlohmann::ordered_json& value) {
  return value.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

using json = nlohmann::ordered_json;

void print(const std::string& text) {
  auto out = output::standard();
  out.write(text);
  out.commit();
}

/// "name   what it is", one line each.
std::string lines_of(const json& list) {
  std::size_t width = 0;
  for (const auto& entry : list) {
    width = std::max(width, entry.at("name").get<std::string>().size());
  }
  std::string text;
  for (const auto& entry : list) {
    std::string summary = entry.at("summary").get<std::string>();
    if (entry.contains("effort")) {  // experiments stand in the order of their papers
      summary = fmt::format("{:<3} {:<6}  {}", entry.at("paper").get<std::string>(),
                            entry.at("effort").get<std::string>(), summary);
    }
    text += fmt::format("{:<{}}  {}\n", entry.at("name").get<std::string>(), width, summary);
  }
  return text;
}

int list(const std::string& kind, bool as_json) {
  if (!kind.empty() && std::find(kinds().begin(), kinds().end(), kind) == kinds().end()) {
    throw invalid_input(unknown_name("list", kind, kinds()));
  }
  json everything = json::object();
  std::string text;
  for (const auto& each : kinds()) {
    if (!kind.empty() && kind != each) {
      continue;
    }
    const json entries = list_of(each);
    everything[each] = entries;
    if (kind.empty() && !entries.empty()) {
      text += fmt::format("{}{}:\n", text.empty() ? "" : "\n", each);
    }
    text += lines_of(entries);
  }
  print(as_json ? json_text(everything) : text);
  return 0;
}

std::string shown_text(const json& value) {
  if (value.is_string()) {
    return value.get<std::string>();
  }
  if (value.is_boolean()) {
    return value.get<bool>() ? "yes" : "no";
  }
  if (!value.is_array()) {
    return value.dump();
  }
  std::vector<std::string> words;
  for (const auto& each : value) {
    words.push_back(shown_text(each));
  }
  return joined(words);
}

/// A claimed invariant: its verdict first.
std::string invariant_text(const json& invariant) {
  const auto verdict = shown_text(invariant.at("constant"));
  if (invariant.contains("reason")) {
    return fmt::format("{}: {}; {}", verdict.empty() ? "not judged" : "NOT constant",
                       shown_text(invariant.at("reason")), shown_text(invariant.at("formula")));
  }
  const auto rate = shown_text(invariant.at("rate"));
  const auto place = shown_text(invariant.at("rate_at"));
  const std::string there = place == "start" ? "at the start"
                            : place == "on-the-trajectory"
                                ? "on the trajectory, shortly after the start"
                                : "at a random state near the start";
  const std::string judged = verdict == "always" ? "constant"
                             : verdict == "from-this-start"
                                 ? "constant from this start, not from others"
                                 : fmt::format("NOT constant: its rate is {} {}", rate, there);
  return fmt::format("{}; {} = {} at the start", judged, shown_text(invariant.at("formula")),
                     shown_text(invariant.at("value")));
}

/// A constraint: what it says, what follows for velocities, and the multiplier.
std::string constraint_text(const json& constraint) {
  const std::string text =
      fmt::format("{}: {}; hidden: {}", shown_text(constraint.at("kind")),
                  shown_text(constraint.at("formula")), shown_text(constraint.at("hidden")));
  return constraint.contains("reason") ? text
                                       : fmt::format("{}; lambda = {} at the start", text,
                                                     shown_text(constraint.at("lambda")));
}

/// Lists of named things are indented lines, all else is one line.
std::string shown(const json& details) {
  std::string text =
      fmt::format("{}: {}\n", shown_text(details.at("name")), shown_text(details.at("summary")));
  for (const auto& [key, value] : details.items()) {
    const bool without_words = value.is_string() && shown_text(value).empty();
    const bool no_scheme = details.contains("schemes_reason") && details.at("schemes").empty();
    if (key == "schemes" && no_scheme) {
      text += fmt::format("  {:<12} none: {}\n", key, shown_text(details.at("schemes_reason")));
      continue;
    }
    if (key == "schemes_reason" && no_scheme) {
      continue;
    }
    if (key == "name" || key == "summary" || (value.is_array() && value.empty()) || without_words) {
      continue;
    }
    if (value.is_object()) {
      if (!value.empty()) {
        text += fmt::format("  {}\n", key);
      }
      for (const auto& [name, each] : value.items()) {
        text += fmt::format("    {:<14} {}\n", name,
                            key == "constraints"              ? constraint_text(each)
                            : each.is_object()                ? invariant_text(each)
                            : each.is_array() && each.empty() ? "none"
                                                              : shown_text(each));
      }
      continue;
    }
    if (!value.is_array() || !value.front().is_object()) {
      text += fmt::format("  {:<12} {}\n", key, shown_text(value));
      continue;
    }
    text += fmt::format("  {}\n", key);
    for (const auto& each : value) {
      std::string line =
          fmt::format("{} = {}", shown_text(each.at("name")), shown_text(each.at("default")));
      std::string meaning = shown_text(each.value("meaning", json("")));
      if (const auto unit = shown_text(each.value("unit", json(""))); !unit.empty()) {
        meaning += (meaning.empty() ? "in " : ", in ") + unit;
      }
      if (!meaning.empty()) {
        line = fmt::format("{:<28} {}", line, meaning);
      }
      text += fmt::format("    {}\n", line);
    }
  }
  return text;
}

/// The first term of the modified Lagrangian.
int show_modified(const std::string& scheme, const std::string& system,
                  const std::vector<std::string>& set, bool as_json) {
  const std::shared_ptr<const system_entry> entry = system_named(system);
  const auto found = audited_table({.scheme = scheme, .set = set});
  if (!found || !found->table) {
    throw invalid_input(fmt::format("the scheme '{}' has no table", scheme));
  }
  const modified_lagrangian term = first_modified_term(*entry, *found->table);
  if (as_json) {
    print(json_text(json{
        {"scheme", scheme}, {"system", system}, {"power", term.power}, {"formula", term.formula}}));
    return 0;
  }
  print(
      fmt::format("L + h^{0} L_{0} + ..., of which the steps of {1} are the exact motion\n"
                  "L_{0} = {2}\n"
                  "the modified energy is H + h^{0} H_{0} + ... with H_{0} = -L_{0}\n",
                  term.power, scheme, term.formula));
  return 0;
}

}  // namespace

runner define_list(CLI::App& app) {
  struct options {
    std::string kind;
    bool as_json = false;
  };
  const auto o = std::make_shared<options>();
  app.add_option("KIND", o->kind, joined(kinds()) + "; all without it");
  app.add_flag("--json", o->as_json, "as json; for schemes with the systems that each fits");
  app.footer("Examples:\n  plumbline list systems\n  plumbline list schemes --json");
  return [o](const call&) { return list(o->kind, o->as_json); };
}

runner define_show(CLI::App& app) {
  struct options {
    std::string name;
    std::string system;
    std::vector<std::string> set;
    bool as_json = false;
    bool as_latex = false;
    bool modified = false;
  };
  const auto o = std::make_shared<options>();
  app.add_option(
      "NAME", o->name,
      "a system, scheme, function or experiment, or the file of a system or a scheme, FILE.toml");
  app.add_option("SYSTEM", o->system,
                 "with --modified: the system that the scheme NAME integrates");
  app.add_flag("--json", o->as_json, "as json");
  app.add_flag("--latex", o->as_latex, "the formulas of a system as LaTeX");
  app.add_flag("--modified", o->modified,
               "the first term of the modified Lagrangian of a variational scheme");
  app.add_option("--set", o->set, "NAME=VALUE: a parameter of the scheme, with --modified");
  app.footer(
      "Examples:\n"
      "  plumbline show linear-double-pendulum\n"
      "  plumbline show my-system.toml --latex\n"
      "  plumbline show simpson pendulum --modified");
  return [o](const call&) {
    if (o->modified) {
      return show_modified(required("the name of a scheme", o->name),
                           required("the name of a system", o->system), o->set, o->as_json);
    }
    if (!o->system.empty() || !o->set.empty()) {
      throw invalid_input(
          fmt::format("'{}' is one word too many; a scheme on a system is shown with "
                      "--modified or by plumbline explain",
                      o->system.empty() ? o->set.front() : o->system));
    }
    if (o->as_latex) {
      if (o->as_json) {
        throw invalid_input("--latex and --json exclude each other");
      }
      print(latex_of(*system_named(required("the name of a system", o->name))));
      return 0;
    }
    const json details = details_of(required("a name (see plumbline list)", o->name));
    print(o->as_json ? json_text(details) : shown(details));
    return 0;
  };
}

}  // namespace plumbline::cli
