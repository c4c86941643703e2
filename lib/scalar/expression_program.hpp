// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A parsed text: instructions in postfix order. The parser (expression_parser.cpp) writes them. Two places run them: the
// evaluation of values (expression.cpp) and the translation of formulas into a graph (math/formula.cpp).
#pragma once

#include <plumbline/scalar/expression.hpp>
#include <plumbline/scalar/operation.hpp>

namespace plumbline {

struct expression::parsed {
  enum class op {
    literal,
    name,
    pi,
    negate,
    add,
    subtract,
    multiply,
    divide,
    power,
    call,      ///< the function `function` of one or two operands
    rate,      ///< dot(operand)
    momentum,  ///< p(operand)
    // in formulas with calls alone (scalar/call_tree.hpp)
    quoted,  ///< 'operand'
    apply,   ///< the function `operand` of as many operands as there are keys
    each     ///< operands: an expression, and keys.size() values of the name `operand`
  };
  struct instruction {
    op what;
    std::string operand = {};  ///< digits of a literal (unsigned), or a name
    std::size_t position = 0;  ///< of its first character in the text, from 0
    operation function = operation::sqrt;
    std::vector<std::string> keys = {};
  };
  std::string text;
  std::vector<instruction> instructions;
  std::vector<std::string> names;

  /// The text as a message shows it: one line, not too long.
  static std::string shown(std::string_view text);
};

}  // namespace plumbline
