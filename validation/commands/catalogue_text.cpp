// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "commands/catalogue_text.hpp"

#include "cli/data_folder.hpp"
#include "cli/system_text.hpp"
#include "experiments/shipped.hpp"
#include <plumbline/catalogue/functions.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/data/dataset_catalogue.hpp>
#include <plumbline/study/exact_motion.hpp>
#include <plumbline/study/problem.hpp>
#include <plumbline/study/quantity.hpp>
#include <plumbline/study/scheme_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace plumbline::cli {

namespace {

using json = nlohmann::ordered_json;

json parameters_of(const std::vector<parameter_info>& parameters) {
  json list = json::array();
  for (const auto& p : parameters) {
    list.push_back(
        {{"name", p.name}, {"default", p.default_value}, {"unit", p.unit}, {"meaning", p.meaning}});
  }
  return list;
}

std::vector<std::string> schemes_for(const system_entry& system) {
  std::vector<std::string> names;
  for (const auto& scheme : schemes()) {
    if (scheme.fits(system)) {
      names.push_back(scheme.info.name);
    }
  }
  return names;
}

json brief(const system_entry& s) { return {{"name", s.name()}, {"summary", s.info.summary}}; }
json brief(const scheme_entry& s) {
  return {{"name", s.info.name},
          {"summary", s.info.summary},
          {"order", s.info.order},
          {"symmetric", s.info.symmetric},
          {"symplectic", s.info.symplectic},
          {"fits", fitting_systems(s)}};
}
json brief(const function_entry& f) { return {{"name", f.name}, {"summary", f.summary}}; }
json brief(const dataset_entry& d) { return {{"name", d.name}, {"summary", d.summary}}; }
/// When `reproduce` runs it: "quick" always, "normal" without --quick, "all" with --all.
const char* effort_of(const experiments::reported_experiment& e) {
  switch (e.needs) {
    case experiments::effort::quick:
      return "quick";
    case experiments::effort::normal:
      return "normal";
    case experiments::effort::all:
      return "all";
  }
  return "";
}
json brief(const experiments::reported_experiment& e) {
  return {{"name", e.id}, {"summary", e.title}, {"paper", e.paper}, {"effort", effort_of(e)}};
}

json details(const system_entry& s) {
  json start = json::array();
  const auto names = coordinate_names(s, s.dimension);
  for (const auto& [name, value] : s.info.start) {
    // from a file: by the coordinate's name, as --start takes it
    const std::size_t place =
        s.file.empty() || name == "t" ? 0 : std::stoul(std::string(name.substr(1)));
    std::string shown(name);
    if (place > 0) {
      const std::string letter(1, name.front());
      shown = (letter == "q" ? "" : letter + ".") + names.at(place - 1);
    }
    start.push_back({{"name", shown}, {"default", value}});
  }
  for (const spin_default& spin : s.spins) {
    const std::string& body = s.bodies.at(static_cast<std::size_t>(spin.body)).name;
    start.push_back(
        {{"name", fmt::format("{}.Omega{}", body, spin.axis + 1)}, {"default", spin.value}});
  }
  json d = {{"name", s.name()},
            {"kind", "system"},
            {"summary", s.info.summary},
            {"formula", s.info.formula},
            {"parameters", parameters_of(s.parameters)},
            {"start", start},
            {"coordinate_unit", s.info.coordinate_unit},
            {"linear", s.is_linear()}};
  if (!s.file.empty()) {
    d["file"] = s.file;
  }
  if (s.dimension > 0) {
    d["dimension"] = s.dimension;
  }
  if (s.takes_matrices) {
    d["matrices"] =
        "M = [[...], ...] and K = [[...], ...], and C for Newmark types, in a file: --matrices "
        "FILE.toml";
  }
  if (s.has_zones) {
    d["events"] = "split: steps are cut where the law changes; --events none steps over";
  }
  if (!s.info.singular.empty()) {
    d["singular"] = s.info.singular;
  }
  if (!s.info.aliases.empty()) {
    d["aliases"] = s.info.aliases;
  }
  for (const momentum_sum& momenta : s.facts.conserved_momenta) {
    d["conserved"].push_back(momenta.name());
  }
  const mass_verdict mass =
      s.takes_matrices ? mass_verdict{} : judge_mass_matrix(default_problem(s));
  d.update(formulas_of(s, mass));
  d["exact"] = !mass.forbids_motion() && has_exact_solution(s);
  d["schemes"] = mass.forbids_motion() ? std::vector<std::string>() : schemes_for(s);
  if (mass.is_singular()) {
    d["schemes_reason"] = mass.reason();
  }
  d["source"] = s.info.source;
  return d;
}

json details(const scheme_entry& s) {
  return {{"name", s.info.name},
          {"kind", "scheme"},
          {"summary", s.info.summary},
          {"formula", s.info.formula},
          {"parameters", parameters_of(s.parameters)},
          {"order", s.info.order},
          {"symmetric", s.info.symmetric},
          {"symplectic", s.info.symplectic},
          {"conserves", to_text(s.info.conserves)},
          {"needs", s.needs},
          {"fits", fitting_systems(s)},
          {"source", s.info.reference}};
}

json details(const function_entry& f) {
  auto arguments = f.required;
  std::replace(arguments.begin(), arguments.end(), std::string("m"),
               std::string("m (or m1 = 1 - m)"));
  return {{"name", f.name},
          {"kind", "function"},
          {"summary", f.summary},
          {"formula", f.formula},
          {"arguments", arguments},
          {"optional", f.optional},
          {"complex", f.complex_arguments},
          {"source", f.reference}};
}

json details(const experiments::reported_experiment& e) {
  return {{"name", e.id},     {"kind", "experiment"},   {"summary", e.title},
          {"paper", e.paper}, {"effort", effort_of(e)}, {"command", "plumbline reproduce " + e.id}};
}

std::string example_of(const quantity& q) {
  if (!q.example.empty()) {
    return fmt::format("plumbline measure {} {}", q.name, q.example);
  }
  const std::string command = fmt::format("plumbline measure {} pendulum --scheme simpson", q.name);
  switch (q.input) {
    case quantity::needs::trajectory:
      return command + " --step period/20 --until 10*period";
    case quantity::needs::events:
    case quantity::needs::one_step:
      return command + " --step period/20";
    case quantity::needs::nothing:
    case quantity::needs::what_is_given:
      return command;
  }
  return command;
}
/// As they are called in formulas: period(average = '0,20', coordinate = theta).
std::vector<std::string> arguments_of(const quantity& q) {
  std::vector<std::string> arguments;
  for (const auto& argument : q.arguments) {
    arguments.push_back(argument.name);
  }
  arguments.insert(arguments.end(), q.takes.begin(), q.takes.end());
  return arguments;
}
json meanings_of(const quantity& q) {
  json meanings = json::object();
  for (const auto& argument : q.arguments) {
    meanings[argument.name] = argument.meaning;
  }
  return meanings;
}
json brief(const quantity& q) {
  const auto arguments = arguments_of(q);
  return {{"name", q.name},
          {"summary",
           q.meaning + (arguments.empty() ? "" : "; arguments: " + joined(arguments, ", "))}};
}
json details(const quantity& q) {
  return {{"name", q.name},
          {"kind", "quantity"},
          {"summary", q.meaning},
          {"arguments", arguments_of(q)},
          {"meaning of arguments", meanings_of(q)},
          {"example", example_of(q)}};
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

/// The papers that ship, read once.
const report::published_data& published() {
  static const auto data = report::published_data::read(published_folder());
  return data;
}
const std::vector<experiments::reported_experiment>& shipped() {
  static const auto all = experiments::shipped(published());
  return all;
}

/// Null where there is no such paper.
json details_of_paper(const std::string& name) {
  std::vector<std::string> ids;
  std::string paper;
  for (const auto& e : shipped()) {
    if (lower(e.paper) == lower(name)) {
      paper = e.paper;
      ids.push_back(e.id);
    }
  }
  if (ids.empty()) {
    return {};
  }
  const report::paper_facts about = published().papers().at(paper);
  json d = {{"name", lower(paper)}, {"kind", "paper"}, {"summary", about.title}};
  d["note"] = about.note;
  d["experiments"] = ids;
  d["command"] = "plumbline reproduce " + joined(ids, " ");
  return d;
}

json details(const dataset_entry& d) {
  json result = {{"name", d.name}, {"kind", "dataset"}, {"summary", d.summary}};
  if (d.is_table()) {
    result["columns"] = column_names(d);
  } else {
    result["system"] = d.system;
    result["set"] = d.set;
    result["start_values"] = d.start;
    result["step"] = d.step;
    result["steps"] = d.steps;
  }
  result["digits"] = d.digits;
  result["command"] = "plumbline dataset " + d.name + " -o DIR";
  return result;
}

const std::string& name_of(const dataset_entry& d) { return d.name; }
const std::string& name_of(const scheme_entry& s) { return s.info.name; }
std::string name_of(const system_entry& s) { return s.name(); }
const std::string& name_of(const function_entry& f) { return f.name; }
const std::string& name_of(const experiments::reported_experiment& e) { return e.id; }
const std::string& name_of(const quantity& q) { return q.name; }

template <class List>
json all_of(const List& list) {
  json result = json::array();
  for (const auto& entry : list) {
    result.push_back(brief(entry));
  }
  return result;
}

/// Fills `found` when the name is in the list; collects the names for the message when it is not.
template <class List>
void look_in(const List& list, const std::string& name, json& found,
             std::vector<std::string>& known) {
  for (const auto& entry : list) {
    known.push_back(name_of(entry));
    if (known.back() == name) {
      found = details(entry);
    }
  }
}

}  // namespace

std::vector<std::string> paper_names() {
  std::vector<std::string> names;
  for (const auto& e : shipped()) {
    const std::string name = lower(e.paper);
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      names.push_back(name);
    }
  }
  return names;
}

const std::vector<std::string>& kinds() {
  static const std::vector<std::string> names = {"systems",     "schemes",  "functions",
                                                 "experiments", "datasets", "quantities"};
  return names;
}

nlohmann::ordered_json list_of(const std::string& kind) {
  if (kind == "systems") {
    return all_of(systems());
  }
  if (kind == "schemes") {
    return all_of(schemes());
  }
  if (kind == "functions") {
    return all_of(functions());
  }
  if (kind == "experiments") {
    return all_of(shipped());
  }
  if (kind == "datasets") {
    return all_of(datasets());
  }
  if (kind == "quantities") {
    return all_of(quantities());
  }
  throw invalid_input(unknown_name("kind of thing", kind, kinds()));
}

namespace {

/// A scheme that has this name and is not listed under it, or null.
json details_of_other_name(const std::string& name) {
  try {
    return details(find_scheme(name));
  } catch (const invalid_input&) {
    return {};
  }
}

}  // namespace

nlohmann::ordered_json details_of(const std::string& name) {
  json found;
  if (is_file_name(name)) {
    if (is_scheme_table(name)) {
      json table = details(*scheme_of(name));
      table["file"] = name;
      return table;
    }
    return details(*system_named(name));
  }
  std::vector<std::string> known;
  look_in(systems(), name, found, known);
  look_in(schemes(), name, found, known);
  look_in(functions(), name, found, known);
  look_in(datasets(), name, found, known);
  look_in(quantities(), name, found, known);
  if (found.is_null()) {  // the papers are files, which have to be read
    look_in(shipped(), name, found, known);
  }
  if (found.is_null()) {
    found = details_of_other_name(name);
  }
  if (found.is_null()) {
    found = details_of_paper(name);
    const auto papers = paper_names();
    known.insert(known.end(), papers.begin(), papers.end());
  }
  if (found.is_null()) {
    const auto near = nearest_name(name, known);
    throw invalid_input("nothing here is called '" + name + "'; " +
                        (near.empty() ? "see" : "did you mean '" + near + "'? See") +
                        " plumbline list");
  }
  return found;
}

}  // namespace plumbline::cli
