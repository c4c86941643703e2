// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/formula_tree.hpp"

#include <plumbline/scalar/expression.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace plumbline::detail {

namespace {

/// text_of(), with the number of meanings that were put in.
std::string text_with(const std::string& formula, const call_tree& tree,
                      const definitions& meanings, int& count) {
  using kind = call_tree::kind;
  const auto child = [&](std::size_t i) {
    return text_with(formula, tree.children[i], meanings, count);
  };
  switch (tree.what) {
    case kind::number:
    case kind::quoted:
      return tree.text;
    case kind::pi:
      return "pi";
    case kind::name: {
      const auto found = meanings.find(tree.text);
      constexpr int most = 10'000;
      if (found != meanings.end() && ++count > most) {
        fail_formula(formula, tree,
                     "the definition of '" + tree.text + "' needs itself, or is too long");
      }
      return found == meanings.end()
                 ? tree.text
                 : "(" + text_with(formula, parse_calls(found->second), meanings, count) + ")";
    }
    case kind::negate:
      return "(-" + child(0) + ")";
    case kind::add:
      return "(" + child(0) + "+" + child(1) + ")";
    case kind::subtract:
      return "(" + child(0) + "-" + child(1) + ")";
    case kind::multiply:
      return "(" + child(0) + "*" + child(1) + ")";
    case kind::divide:
      return "(" + child(0) + "/" + child(1) + ")";
    case kind::power:
      return "(" + child(0) + "^" + child(1) + ")";
    case kind::call: {
      std::string list;
      for (std::size_t i = 0; i < tree.children.size(); ++i) {
        list += (i == 0 ? "" : ",") + child(i);
      }
      return tree.text + "(" + list + ")";
    }
    default:
      fail_formula(formula, tree, "is no value");
  }
}

}  // namespace

namespace {

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
  return text_with(formula, tree, meanings, count);
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
