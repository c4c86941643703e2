// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "study/formula_text.hpp"

namespace plumbline::detail {

namespace {

/// An operand in parentheses, unless it binds at least as strongly as this.
std::string operand(const bound_text& of, binding least) {
  return of.binds < least ? "(" + of.text + ")" : of.text;
}

}  // namespace

std::optional<bound_text> text_of_operation(
    const call_tree& tree, const std::function<bound_text(const call_tree&)>& text) {
  using kind = call_tree::kind;
  const auto two = [&](const char* sign, binding own, binding left, binding right) {
    const bound_text second = text(tree.children[1]);
    const bool signed_second = second.text.starts_with('-');
    return bound_text{operand(text(tree.children[0]), left) + sign +
                          operand(second, signed_second ? binding::own : right),
                      own};
  };
  switch (tree.what) {
    case kind::number:
      return bound_text{tree.text};
    case kind::pi:
      return bound_text{"pi"};
    case kind::negate:
      return bound_text{"-" + operand(text(tree.children[0]), binding::power), binding::power};
    case kind::add:
      return two("+", binding::sum, binding::sum, binding::product);
    case kind::subtract:
      return two("-", binding::sum, binding::sum, binding::product);
    case kind::multiply:
      return two("*", binding::product, binding::product, binding::power);
    case kind::divide:
      return two("/", binding::product, binding::product, binding::power);
    case kind::power:
      return two("^", binding::power, binding::own, binding::power);
    case kind::call: {
      std::string list;
      for (const call_tree& child : tree.children) {
        list += (list.empty() ? "" : ",") + text(child).text;
      }
      return bound_text{tree.text + "(" + list + ")"};
    }
    default:
      return std::nullopt;
  }
}

std::string quoted_text(const std::string& text) {
  std::string within;
  for (const char c : text) {
    within += c == '\'' ? "''" : std::string(1, c);
  }
  return "'" + within + "'";
}

}  // namespace plumbline::detail
