// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/formula_tree.hpp"

#include "study/formula_text.hpp"
#include <plumbline/scalar/expression.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace plumbline::detail {

namespace {

/// text_of(), with the number of meanings that were put in.
bound_text text_with(const std::string& formula, const call_tree& tree, const definitions& meanings,
                     int& count) {
  using kind = call_tree::kind;
  if (tree.what == kind::quoted) {
    return {tree.text};
  }
  if (tree.what == kind::name) {
    const auto found = meanings.find(tree.text);
    constexpr int most = 10'000;
    if (found != meanings.end() && ++count > most) {
      fail_formula(formula, tree,
                   "the definition of '" + tree.text + "' needs itself, or is too long");
    }
    return found == meanings.end()
               ? bound_text{tree.text}
               : text_with(formula, parse_calls(found->second), meanings, count);
  }
  const auto written = text_of_operation(
      tree, [&](const call_tree& child) { return text_with(formula, child, meanings, count); });
  if (!written) {
    fail_formula(formula, tree, "is no value");
  }
  return *written;
}

template <class Error>
[[noreturn]] void fail_at(const std::string& text, const call_tree& at, const std::string& reason) {
  throw Error(fmt::format("the formula '{}': {}", text, reason), reason, at.position);
}

}  // namespace

void fail_formula(const std::string& text, const call_tree& at, const std::string& reason) {
  fail_at<formula_error>(text, at, reason);
}
void fail_name(const std::string& text, const call_tree& at, const std::string& reason) {
  fail_at<formula_name_error>(text, at, reason);
}

call_tree outline_of(std::string formula) {
  for (std::size_t at = formula.find('['); at != std::string::npos;
       at = formula.find('[', at + 1)) {
    int depth = 0;
    std::size_t end = at;
    for (; end < formula.size(); ++end) {
      depth += formula[end] == '[' ? 1 : formula[end] == ']' ? -1 : 0;
      if (depth == 0) {
        formula.replace(at + 1, end - at - 1, "1");
        break;
      }
    }
  }
  return parse_calls(formula);
}

const std::vector<std::string>& reductions() {
  static const std::vector<std::string> names = {"max",   "min",  "sum",  "mean",
                                                 "first", "last", "count"};
  return names;
}

bool is_reduction(const call_tree& tree) {
  const auto& names = reductions();
  return tree.what == call_tree::kind::call &&
         ((tree.text == "at" && tree.children.size() == 2) ||
          (tree.children.size() == 1 && std::ranges::find(names, tree.text) != names.end()));
}

bool is_start(const call_tree& tree) {
  return tree.what == call_tree::kind::call && tree.text == "start" && tree.children.size() == 1;
}

bool is_name(const call_tree& tree) {
  return tree.what == call_tree::kind::name || tree.what == call_tree::kind::quoted;
}

void visit_parts(const call_tree& tree, const definitions& define,
                 const std::function<void(const call_tree&)>& visit) {
  std::set<std::string> seen;
  const std::function<void(const call_tree&)> follow = [&](const call_tree& part) {
    visit(part);
    for (const call_tree& child : part.children) {
      follow(child);
    }
    const auto found = is_name(part) ? define.find(part.text) : define.end();
    if (found != define.end() && seen.insert(part.text).second) {
      follow(outline_of(found->second));
    }
  };
  follow(tree);
}

bool asks_for(const call_tree& tree, const definitions& define,
              const std::function<bool(const call_tree&)>& wanted) {
  bool asks = false;
  visit_parts(tree, define, [&](const call_tree& part) { asks = asks || wanted(part); });
  return asks;
}

std::string text_of(const std::string& formula, const call_tree& tree,
                    const definitions& meanings) {
  int count = 0;
  return text_with(formula, tree, meanings, count).text;
}

std::string name_of(const call_tree& tree) {
  using kind = call_tree::kind;
  if (is_name(tree) || tree.what == kind::number) {
    return tree.text;
  }
  if (tree.what != kind::subtract) {
    return {};
  }
  const std::string before = name_of(tree.children[0]);
  const std::string after = name_of(tree.children[1]);
  return before.empty() || after.empty() ? std::string() : before + "-" + after;
}

}  // namespace plumbline::detail
