// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A parsed value: instructions in postfix order. Written by the parser, run by the evaluation.
#pragma once

#include <plumbline/scalar/expression.hpp>

namespace plumbline {

struct expression::parsed {
  enum class op {
    literal,
    name,
    pi,
    imaginary_unit,
    negate,
    root,
    add,
    subtract,
    multiply,
    divide,
    power
  };
  struct instruction {
    op what;
    std::string operand;  ///< digits of a literal (unsigned), or a name
  };
  std::string text;
  std::vector<instruction> instructions;
  std::vector<std::string> names;

  /// The text as a message shows it: one line, not too long.
  static std::string shown(std::string_view text);
};

}  // namespace plumbline
