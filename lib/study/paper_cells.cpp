// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// cell(EXPERIMENT, 'KEY') and printed(EXPERIMENT, 'KEY'): what is computed for another number of the paper, and what is printed.
#include "study/formula_tree.hpp"
#include "study/paper_evaluation.hpp"
#include <plumbline/core/known_names.hpp>
#include <plumbline/scalar/printed_number.hpp>

#include <fmt/format.h>

namespace plumbline::detail {

namespace {

template <class Map>
std::vector<std::string> keys_of(const Map& map) {
  std::vector<std::string> keys;
  keys.reserve(map.size());
  for (const auto& [key, value] : map) {
    keys.push_back(key);
  }
  return keys;
}

}  // namespace

/// An experiment, a key: a name, also one with hyphens, a number, or what a name of a loop stands for.
std::string paper_evaluation::word_of(const call_tree& tree, const meanings& words) {
  return detail::is_name(tree) ? argument_text(tree, words) : name_of(tree);
}

mp paper_evaluation::number_of_cell(const call_tree& tree, const meanings& words) {
  const std::string experiment =
      tree.children.size() == 2 ? word_of(tree.children[0], words) : std::string();
  const std::string key =
      tree.children.size() == 2 ? word_of(tree.children[1], words) : std::string();
  if (experiment.empty() || key.empty() || !tree.keys[0].empty() || !tree.keys[1].empty()) {
    fail(fmt::format("{0} takes EXPERIMENT, 'KEY': {0}(table1, 'Verlet/0.1')", tree.text));
  }
  if (experiment == number_of_a_run || key == number_of_a_run) {
    return mp(1);
  }
  const auto cells = names_.cells.find(experiment);
  if (cells == names_.cells.end()) {
    fail(tree.text + ": " + unknown_name("experiment", experiment, keys_of(names_.cells)));
  }
  const auto found = cells->second.find(key);
  if (found == cells->second.end()) {
    fail(tree.text + ": " + unknown_name("key of " + experiment, key, keys_of(cells->second)));
  }
  const paper_cell& cell = found->second;
  const std::string shown = fmt::format("{}({}, '{}')", tree.text, experiment, key);
  if (tree.text == "printed") {
    const auto value = printed_number::read(cell.printed);
    if (!value) {
      fail(shown + ": the paper prints no number there");
    }
    return evaluate(parse_calls(value->value.text()), {});
  }
  if (cell.compute.empty()) {
    fail(shown + ": this number is not computed");
  }
  return once("cell " + experiment + "\n" + key, shown, [&] {
    try {
      return evaluate(parse(cell.compute, cell.words), {});
    } catch (const invalid_input& error) {
      throw invalid_input(shown + ": " + error.what());
    }
  });
}

}  // namespace plumbline::detail
