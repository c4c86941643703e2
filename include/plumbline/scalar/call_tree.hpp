// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Formulas that ask for something to be computed, as trees:
//
//   max(abs(energy/start(energy) - 1))    period(average = '0,20')    order(drift('Gauss 2', h) for h in 0.1, 0.05)
//
// The grammar is that of values and of the formulas of systems (scalar/expression.hpp), read by the same parser, and besides
//
//   atom    = … | quoted | ( name | quoted ) "(" [ argument { "," argument } ] ")"
//   quoted  = "'" text "'", with ' doubled in the text
//   argument = [ name "=" ] sum { "for" name [ "," name ] "in" item { "," item } }
//   item    = sum [ ":" sum ]
//
// What a name or a function means is decided by who reads the tree: study/run_formula.hpp.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

struct call_tree {
  enum class kind {
    number,    ///< text: its digits, unsigned
    name,      ///< text: the name; a name in single quotes, too
    quoted,    ///< text: what stands between single quotes
    pi,        ///< the number
    rate,      ///< dot(text)
    momentum,  ///< p(text)
    negate,
    add,
    subtract,
    multiply,
    divide,
    power,
    call,  ///< the function `text` of the children; keys[i] is the name of child i, or ""
    each  ///< child 0 for the name `text`, and keys[0] for what follows it where that is not "", in children 1, 2, …
  };
  /// What A : B calls.
  static constexpr std::string_view range = ":";

  kind what = kind::number;
  std::string text = {};
  std::vector<call_tree> children = {};
  std::vector<std::string> keys = {};
  std::size_t position = 0;  ///< of its first character in the formula, from 0
};

/// Throws formula_error with the position and what was expected there.
call_tree parse_calls(std::string_view text);

/// True for A : B, which stands in lists.
bool is_range(const call_tree& tree);

}  // namespace plumbline
