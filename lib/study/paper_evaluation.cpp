// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/paper_evaluation.hpp"

#include "study/formula_tree.hpp"
#include "study/node_formula.hpp"
#include "study/paper_checks.hpp"
#include <plumbline/catalogue/functions.hpp>
#include <plumbline/catalogue/schemes.hpp>
#include <plumbline/catalogue/systems.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/scalar/decimal_digits.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::detail {

namespace {

/// Quantities and definitions do not need each other deeper.
constexpr std::size_t deepest = 300;

constexpr std::string_view exact_prefix = "exact.";

bool is_part_of_name(char c) {
  return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') || c == '_' ||
         c == '.' || c == '{' || c == '}';
}

/// True where the name stands in the text, and not within a longer one.
bool stands_in(const std::string& name, const std::string& text) {
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at == 0 || !is_part_of_name(text[at - 1])) &&
        (end == text.size() || !is_part_of_name(text[end]))) {
      return true;
    }
  }
  return false;
}

}  // namespace

meanings constants_in(const meanings& words) {
  meanings constants;
  for (const auto& [name, value] : words) {
    if (name.starts_with(exact_prefix)) {
      constants.emplace(name, value);
    }
  }
  return constants;
}

paper_evaluation::open_name::open_name(std::vector<std::string>& open, const std::string& name,
                                       const std::string& shown)
    : open_(open) {
  const bool again = std::ranges::find(open, name) != open.end();
  if (again || open.size() >= deepest) {
    fail(again ? "'" + shown + "' needs itself"
               : fmt::format("definitions need each other more than {} deep", deepest));
  }
  open.push_back(name);
}

paper_evaluation::paper_evaluation(paper_names names, int digits)
    : names_(std::move(names)), digits_(digits), working_(digits + guard_digits) {
  check_names(names_);
  for (const auto& [name, text] : names_.define) {
    if (asks_for(outline_of(text), names_.define, [](const call_tree& part) {
          return detail::is_name(part) && part.text.starts_with(exact_prefix);
        })) {
      of_exact_motion_.insert(name);
    }
  }
}

bool paper_evaluation::has_exact_constants(const std::string& text) const {
  return text.find(exact_prefix) != std::string::npos ||
         std::ranges::any_of(of_exact_motion_,
                             [&](const std::string& name) { return stands_in(name, text); });
}

bool paper_evaluation::is_name(const std::string& text) const {
  if (text == number_of_a_run || names_.define.contains(text) || names_.lists.contains(text) ||
      names_.systems.contains(text) || names_.schemes.contains(text) ||
      names_.quantities.contains(text)) {
    return true;
  }
  const std::string before = text.substr(0, text.find(':'));  // of a scheme with its parameters
  return is_file_name(before) ||
         std::ranges::any_of(schemes(),
                             [&](const scheme_entry& s) { return s.info.name == before; }) ||
         std::ranges::any_of(systems(), [&](const system_entry& s) { return s.name() == text; });
}

call_tree paper_evaluation::parse(const std::string& formula, const formula_words& words) const {
  return parse_calls(
      with_words(formula, words, [this](const std::string& text) { return is_name(text); }));
}

call_tree paper_evaluation::tree_of(const std::string& text) const {
  return is_name(text) ? call_tree{.what = kind::quoted, .text = text} : parse_calls(text);
}

mp paper_evaluation::evaluate(const call_tree& tree, const meanings& words) {
  const auto of = [&](std::size_t i) { return evaluate(tree.children[i], words); };
  switch (tree.what) {
    case kind::number:
      return decimal<mp>(tree.text);
    case kind::pi:
      return plumbline::pi<mp>();
    case kind::name:
    case kind::quoted:
      return number_named(tree, words);
    case kind::negate:
      return -of(0);
    case kind::add:
      return of(0) + of(1);
    case kind::subtract:
      return of(0) - of(1);
    case kind::multiply:
      return of(0) * of(1);
    case kind::divide:
      return of(0) / of(1);
    case kind::power: {
      const mp a = of(0);
      return detail::power_of<mp>(a, of(1));
    }
    case kind::call:
      return function(tree, words);
    case kind::each:
      fail("'for' stands in " + joined(list_functions()));
    default:
      fail(fmt::format("'{}' is no number of the paper",
                       tree.what == kind::rate ? "dot(...)" : "p(...)"));
  }
}

mp paper_evaluation::number_named(const call_tree& tree, const meanings& words) {
  if (tree.text == number_of_a_run) {
    tainted_ = true;
    return mp(1);
  }
  if (const auto word = words.find(tree.text); word != words.end()) {
    meanings outside = words;
    outside.erase(tree.text);
    return evaluate(tree_of(word->second), outside);
  }
  if (const auto defined = names_.define.find(tree.text); defined != names_.define.end()) {
    if (of_exact_motion_.contains(tree.text)) {  // another number in every run
      return evaluate(parse_calls(defined->second), constants_in(words));
    }
    return once("define " + tree.text, tree.text,
                [&] { return evaluate(parse_calls(defined->second), {}); });
  }
  if (tree.text == "e") {
    return exp(mp(1));
  }
  if (tree.text == "digits") {
    return mp(digits_);
  }
  if (tree.text.starts_with(exact_prefix)) {
    fail(
        fmt::format("'{}' is a number of a run: it belongs to value, step, until and from of a "
                    "quantity",
                    tree.text));
  }
  std::vector<std::string> known;
  for (const auto& [name, value] : names_.define) {
    known.push_back(name);
  }
  for (const auto& [name, value] : words) {
    known.push_back(name);
  }
  for (const auto& [name, value] : names_.quantities) {
    known.push_back(name + "(...)");
  }
  for (const auto& [name, values] : names_.lists) {
    known.push_back(name);
  }
  if (is_name(tree.text)) {
    fail(fmt::format(
        "'{}' is no number{}", tree.text,
        names_.quantities.contains(tree.text) ? "; its value is " + tree.text + "(...)" : ""));
  }
  fail(unknown_name("name", tree.text, known));
}

mp paper_evaluation::function(const call_tree& tree, const meanings& words) {
  if (const auto quantity = names_.quantities.find(tree.text);
      quantity != names_.quantities.end()) {
    return number_of(quantity->first, quantity->second, tree, words);
  }
  const bool has_list = std::ranges::any_of(
      tree.children, [](const call_tree& child) { return child.what == kind::each; });
  if (is_list_function(tree.text) && (has_list || (tree.text != "max" && tree.text != "min"))) {
    return over_list(tree, words);
  }
  if (is_cell_function(tree.text)) {
    return number_of_cell(tree, words);
  }
  if (const auto* const special = function_named(tree.text)) {
    return special_function(*special, tree, words);
  }
  const std::size_t count = tree.children.size();
  const bool is_known = takes_numbers<mp>(tree.text, 1) || takes_numbers<mp>(tree.text, 2) ||
                        is_list_function(tree.text);
  for (const auto& key : tree.keys) {
    if (!key.empty() && is_known) {
      fail(fmt::format("{} has no argument called '{}'", tree.text, key));
    }
  }
  if (takes_numbers<mp>(tree.text, count)) {
    std::vector<mp> x;
    for (const call_tree& child : tree.children) {
      x.push_back(evaluate(child, words));
    }
    return function_of_numbers(tree.text, x);
  }
  if (takes_numbers<mp>(tree.text, 1)) {
    fail(fmt::format("{} takes 1 argument, got {}", tree.text, count));
  }
  if (is_known) {
    fail(tree.text == "atan2"
             ? fmt::format("atan2 takes 2 arguments, got {}", count)
             : fmt::format("{} takes several numbers, or one formula with 'for x in LIST'; got {}",
                           tree.text, count));
  }
  std::vector<std::string> known = list_functions();
  known.insert(known.end(), {"sqrt", "exp", "log", "log10", "abs", "floor", "cell", "printed"});
  for (const auto& [name, value] : names_.quantities) {
    known.push_back(name);
  }
  for (const function_entry& f : functions()) {
    known.push_back(f.name);
    std::ranges::replace(known.back(), '-', '_');
  }
  fail(unknown_name("quantity or function", tree.text, known));
}

mp paper_evaluation::special_function(const function_entry& f, const call_tree& tree,
                                      const meanings& words) {
  if (f.complex_values) {
    fail(fmt::format("{} has complex values; formulas have real numbers", tree.text));
  }
  const own_taint apart(tainted_);
  std::map<std::string, expression> given;
  for (std::size_t i = 0; i < tree.children.size(); ++i) {
    if (tree.keys[i].empty()) {
      fail(fmt::format("the arguments of {} have names: {}(m = 1/2)", tree.text, tree.text));
    }
    given.emplace(tree.keys[i], expression(exact_text(tree.children[i], words)));
  }
  if (is_planning_ && tainted_) {
    return mp(1);
  }
  const auto values = evaluate_function(f, given, working_);
  if (values.size() != 1) {
    fail(fmt::format("{} has {} values; formulas take functions of one", tree.text, values.size()));
  }
  return detail::convert_precision<mp>(values.front().value.re);
}

mp paper_evaluation::once(const std::string& key, const std::string& shown,
                          const std::function<mp()>& compute) {
  const std::string whole = fmt::format("{} {} {}", is_planning_, is_curve_, key);
  const bool keeps = !(is_curve_ && !is_planning_);
  if (const auto known = once_.find(whole); known != once_.end() && keeps) {
    tainted_ = tainted_ || known->second.second;
    return known->second.first;
  }
  const open_name now(open_, key, shown);
  const own_taint apart(tainted_);
  const mp x = compute();
  if (keeps) {
    once_.emplace(whole, std::pair(x, tainted_));
  }
  return x;
}

}  // namespace plumbline::detail
