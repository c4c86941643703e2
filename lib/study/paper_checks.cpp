// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/paper_checks.hpp"

#include "study/node_formula.hpp"
#include <plumbline/core/known_names.hpp>
#include <plumbline/math/formula.hpp>
#include <plumbline/study/quantity.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace plumbline::detail {

namespace {

using kind = call_tree::kind;

/// The functions of formulas of a run, without those of one number.
std::vector<std::string> functions_of_runs() {
  std::vector<std::string> all = reductions();
  all.insert(all.end(), {"at", "start", "exact", "other", "norm", "atan2", "audit"});
  return all;
}

/// What f() throws begins with the key.
template <class F>
void checked(const std::string& key, F&& f) {
  try {
    f();
  } catch (const invalid_input& error) {
    throw invalid_input(key + ": " + error.what());
  }
}

std::map<std::string, std::string> fixed_texts(const paper_quantity& q) {
  return {{"system", q.system}, {"scheme", q.scheme}, {"step", q.step},
          {"until", q.until},   {"from", q.from},     {"digits", q.digits}};
}

/// The formula of a quantity, with 1 in the place of its arguments.
call_tree tree_of_quantity(const paper_quantity& q) {
  formula_words words;
  for (const auto& argument : q.arguments) {
    words.emplace(argument, "1");
  }
  return outline_of(
      with_words(q.value + q.compute, words, [](const std::string&) { return false; }));
}

/// Throws where a quantity of `measure` is given what it does not take.
void require_arguments(const quantity& wanted, const call_tree& call) {
  const auto known = names_of_arguments(wanted);
  for (std::size_t i = 0; i < call.keys.size(); ++i) {
    if ((i > 0 || !call.keys[i].empty()) && std::ranges::find(known, call.keys[i]) == known.end()) {
      throw invalid_input(unknown_name("argument of " + call.text, call.keys[i], known));
    }
  }
}

/// Throws where a function is called that neither a run, nor a paper, nor this paper has.
void require_functions(const paper_names& names, const call_tree& tree) {
  for (const call_tree& child : tree.children) {
    require_functions(names, child);
  }
  if (tree.what != kind::call || names.quantities.contains(tree.text) ||
      is_list_function(tree.text) || is_cell_function(tree.text) || is_range(tree) ||
      function_named(tree.text) != nullptr || function_of_one<mp>(tree.text) != nullptr) {
    return;
  }
  std::vector<std::string> known = functions_of_runs();
  for (const quantity& each : quantities()) {
    known.push_back(each.name);
    std::ranges::replace(known.back(), '-', '_');
    if (known.back() == tree.text) {
      require_arguments(each, tree);
    }
  }
  for (const auto& [name, own] : names.quantities) {
    known.push_back(name);
  }
  if (std::ranges::find(known, tree.text) == known.end()) {
    throw invalid_input(unknown_name("function", tree.text, known));
  }
}

void check_quantity(const paper_names& names, const paper_quantity& q) {
  if (q.value.empty() == q.compute.empty()) {
    throw invalid_input(
        "needs either value, a formula of a run, or compute, a formula of the paper");
  }
  formula_words words;
  for (const auto& argument : q.arguments) {
    if (!words.emplace(argument, "1").second) {
      throw invalid_input("the argument '" + argument + "' stands twice");
    }
  }
  const auto fixed = fixed_texts(q);
  for (const auto& [key, text] : fixed) {
    if (!text.empty() && words.contains(key)) {
      throw invalid_input("'" + key + "' is fixed and an argument");
    }
    if (!text.empty() && q.value.empty()) {
      throw invalid_input(key + ": a quantity with compute has no run of its own");
    }
  }
  const std::string key = q.value.empty() ? "compute" : "value";
  checked(key, [&] { require_functions(names, tree_of_quantity(q)); });
}

void require_one_meaning(const paper_names& names) {
  std::map<std::string, std::string> seen;
  const auto add = [&](const std::string& name, const char* table) {
    const auto [first, is_new] = seen.emplace(name, table);
    if (!is_new) {
      throw invalid_input(
          fmt::format("{}.{}: '{}' is a name in [{}] already", table, name, name, first->second));
    }
  };
  for (const auto& [name, value] : names.define) {
    add(name, "define");
    if (is_reserved_name(name) && name != "e" && name != "t") {
      throw invalid_input(fmt::format("define.{0}: '{0}' has a meaning in all formulas", name));
    }
  }
  for (const auto& [name, value] : names.lists) {
    add(name, "lists");
  }
  for (const auto& [name, value] : names.systems) {
    add(name, "systems");
  }
  for (const auto& [name, value] : names.schemes) {
    add(name, "schemes");
  }
  for (const auto& [name, value] : names.quantities) {
    add(name, "quantity");
    const auto of_runs = functions_of_runs();
    const bool is_function = std::ranges::find(of_runs, name) != of_runs.end() ||
                             is_list_function(name) || is_cell_function(name) ||
                             function_of_one<mp>(name) != nullptr ||
                             function_named(name) != nullptr;
    if (is_function) {
      throw invalid_input("quantity." + name + ": a function has this name");
    }
  }
}

/// Calls visit(key, formula) for the definitions and quantities that a formula has.
template <class Visit>
void follow(const paper_names& names, const call_tree& tree, const Visit& visit) {
  if (tree.what == kind::name || tree.what == kind::quoted) {
    if (const auto found = names.define.find(tree.text); found != names.define.end()) {
      visit("define." + tree.text, outline_of(found->second));
    }
  }
  if (tree.what == kind::call) {
    if (const auto found = names.quantities.find(tree.text); found != names.quantities.end()) {
      visit("quantity." + tree.text, tree_of_quantity(found->second));
    }
  }
  for (const call_tree& child : tree.children) {
    follow(names, child, visit);
  }
}

/// Throws where a definition or a quantity needs itself, whether it is used or not.
void require_no_circle(const paper_names& names) {
  std::set<std::string> done;
  std::set<std::string> open;
  const std::function<void(const std::string&, const call_tree&)> visit =
      [&](const std::string& key, const call_tree& tree) {
        if (done.contains(key)) {
          return;
        }
        if (!open.insert(key).second) {
          throw invalid_input(key + ": needs itself");
        }
        follow(names, tree, visit);
        open.erase(key);
        done.insert(key);
      };
  for (const auto& [name, text] : names.define) {
    visit("define." + name, outline_of(text));
  }
  for (const auto& [name, q] : names.quantities) {
    visit("quantity." + name, tree_of_quantity(q));
  }
}

}  // namespace

const std::vector<std::string>& list_functions() {
  static const std::vector<std::string> names = {"max",   "min",        "mean",  "sum", "count",
                                                 "order", "last_order", "slope", "fit", "root"};
  return names;
}

bool is_list_function(const std::string& name) {
  const auto& names = list_functions();
  return std::ranges::find(names, name) != names.end();
}

bool is_cell_function(const std::string& name) { return name == "cell" || name == "printed"; }

const function_entry* function_named(std::string name) {
  std::ranges::replace(name, '_', '-');
  const auto& all = functions();
  const auto found = std::ranges::find(all, name, &function_entry::name);
  return found == all.end() ? nullptr : &*found;
}

void check_names(const paper_names& names) {
  require_one_meaning(names);
  for (const auto& defined : names.define) {
    checked("define." + defined.first,
            [&] { require_functions(names, outline_of(defined.second)); });
  }
  for (const auto& own : names.quantities) {
    checked("quantity." + own.first, [&] { check_quantity(names, own.second); });
  }
  require_no_circle(names);
}

}  // namespace plumbline::detail
