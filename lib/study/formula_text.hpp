// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Trees of formulas (scalar/call_tree.hpp) as texts that are read again: with the parentheses that they need, and no others,
// and with names in single quotes.
#pragma once

#include <plumbline/scalar/call_tree.hpp>

#include <functional>
#include <optional>
#include <string>

namespace plumbline::detail {

/// How strongly the last operation of a text binds; `own`: a number, a name, a call.
enum class binding { sum, product, power, own };
struct bound_text {
  std::string text;
  binding binds = binding::own;
};
/// An operation as a text, of the texts of its operands, which have parentheses where they need them; nothing for what is none.
std::optional<bound_text> text_of_operation(
    const call_tree& tree, const std::function<bound_text(const call_tree&)>& text);

/// The text between single quotes, as parse_calls() reads it: a quotation mark in it is doubled.
std::string quoted_text(const std::string& text);

}  // namespace plumbline::detail
