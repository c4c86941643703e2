// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Formulas over lists: FUNCTION(EXPR for x in LIST), where a list has values, names, lists of the paper and ranges A : B.
#include "study/node_formula.hpp"
#include "study/paper_evaluation.hpp"
#include "study/whole_number.hpp"
#include <plumbline/core/known_names.hpp>
#include <plumbline/scalar/text.hpp>

#include <fmt/format.h>

#include <optional>

namespace plumbline::detail {

namespace {

/// What one formula may ask for with loops.
constexpr std::int64_t most_values = 2'000'000;

[[noreturn]] void fail_too_many() {
  throw invalid_input(fmt::format("the loops of a formula have more than {} values", most_values));
}

}  // namespace

/// The whole numbers from the first to the last, as texts.
void paper_evaluation::put_range(const call_tree& range, const std::string& name,
                                 const meanings& words, std::vector<std::string>& items) {
  const own_taint apart(tainted_);
  const mp first = evaluate(range.children[0], words);
  const mp last = evaluate(range.children[1], words);
  if (is_planning_ && tainted_) {
    items.push_back(number_of_a_run);
    return;
  }
  const auto from = whole_number(first);
  const auto to = whole_number(last);
  const std::string shown = fmt::format("'for {} in {} : {}'", name, to_text(first, shown_here),
                                        to_text(last, shown_here));
  if (!from || !to) {
    fail(shown + ": a range goes from a whole number to a whole number");
  }
  if (*to < *from) {
    fail(shown + " has no values");
  }
  if (*to - *from >= most_values) {
    fail_too_many();
  }
  for (std::int64_t n = *from; n <= *to; ++n) {
    items.push_back(std::to_string(n));
  }
}

/// The values of the name in "EXPR for NAME in LIST", as texts.
std::vector<std::string> paper_evaluation::items_in(const call_tree& tree, const meanings& words) {
  std::vector<std::string> items;
  for (std::size_t i = 1; i < tree.children.size(); ++i) {
    const call_tree& item = tree.children[i];
    if (is_range(item)) {
      put_range(item, tree.text, words, items);
      continue;
    }
    const bool is_word = item.what == kind::name || item.what == kind::quoted;
    const auto list = is_word ? names_.lists.find(item.text) : names_.lists.end();
    const bool is_single = tree.children.size() == 2 && item.what == kind::name;
    if (is_single && list == names_.lists.end() && !words.contains(item.text) &&
        !is_name(item.text)) {
      std::vector<std::string> known;
      for (const auto& [name, values] : names_.lists) {
        known.push_back(name);
      }
      fail(unknown_name("list", item.text, known));
    }
    if (list != names_.lists.end()) {
      items.insert(items.end(), list->second.begin(), list->second.end());
    } else {
      const own_taint apart(tainted_);
      const std::string text = argument_text(item, words);
      items.push_back(is_planning_ && tainted_ ? number_of_a_run : text);
    }
  }
  return items;
}

/// Calls use(EXPR, words) for each value of the names of "EXPR for x in A for y in B".
void paper_evaluation::each_of(const call_tree& tree, const meanings& words, const use_words& use) {
  if (tree.what != kind::each) {
    use(tree, words);
    return;
  }
  const std::string& next = tree.keys[0];
  for (const std::string& name : {tree.text, next}) {
    if (is_name(name)) {
      fail(fmt::format("'for {}': the paper or the catalogue has this name already", name));
    }
  }
  if (next == tree.text) {
    fail(fmt::format("'for {}, {}' has one name twice", tree.text, next));
  }
  const auto items = items_in(tree, words);
  const std::size_t behind = next.empty() ? 0 : 1;
  if (items.size() <= behind) {
    fail(fmt::format("'for {}, {}' needs at least two values", tree.text, next));
  }
  for (std::size_t i = 0; i + behind < items.size(); ++i) {
    if (++loops_ > most_values) {
      fail_too_many();
    }
    meanings inside = words;
    inside[tree.text] = items[i];
    if (!next.empty()) {
      inside[next] = items[i + 1];
    }
    each_of(tree.children[0], inside, use);
  }
}

mp paper_evaluation::over_list(const call_tree& tree, const meanings& words) {
  if (tree.text == "fit") {
    return polynomial(tree, words);
  }
  if (tree.children.size() != 1 || tree.children[0].what != kind::each || !tree.keys[0].empty()) {
    fail(fmt::format("{} takes EXPRESSION for NAME in LIST", tree.text));
  }
  const call_tree& each = tree.children[0];
  if (tree.text == "root") {
    return root(each, words);
  }
  if (tree.text == "order" || tree.text == "last_order" || tree.text == "slope") {
    return fit(tree.text, each, words);
  }
  std::optional<mp> result;
  int count = 0;
  int positive = 0;
  each_of(each, words, [&](const call_tree& of, const meanings& inside) {
    const mp x = evaluate(of, inside);
    ++count;
    positive += mp(0) < x ? 1 : 0;
    if (!result) {
      result = x;
    } else if (tree.text == "max" || tree.text == "min") {
      result = is_better(tree.text, x, *result) ? x : *result;
    } else {
      result = mp(*result + x);
    }
  });
  if (tree.text == "count") {
    return mp(positive);
  }
  return tree.text == "mean" ? mp(*result / count) : *result;
}

}  // namespace plumbline::detail
