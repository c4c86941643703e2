// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Formulas as text: a parsed text becomes a node of a graph, and a node becomes text again.
//
//   m*l^2/2*dot(theta)^2 + m*g*l*cos(theta)
//
// The grammar is that of exact values (scalar/expression.hpp), since both are read by the same parser. A formula has names
// whose meaning the caller says, `dot(x)` for a rate and `p(x)` for a momentum. Constants stay exact: 0.1 is one tenth in
// every precision. The operations are recorded in the order in which C++ would execute the same text, so that a formula
// and a C++ template that say the same give the same graph.
//
// A text that contains no free names but defined constants, such as w = "1/(2 - 2^(1/3))", needs no graph: evaluate() of
// scalar/expression.hpp gives its value in any scalar.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/math/graph.hpp>
#include <plumbline/scalar/expression.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace plumbline {

/// What the names in a formula mean. Each function gives a node of the graph, or nothing for a name without a meaning.
struct formula_names {
  std::function<std::optional<node_id>(const std::string&)> value;
  std::function<std::optional<node_id>(const std::string&)>
      rate;  ///< dot(NAME); empty: no such thing here
  std::function<std::optional<node_id>(const std::string&)>
      momentum;                    ///< p(NAME); empty: no such thing here
  std::vector<std::string> known;  ///< for messages: all names that `value` knows
  std::function<std::string(const std::string&)>
      nearest;  ///< for messages: "; did you mean 'x'?", or ""
};

/// The node of the formula in `g`. `pi` and `e` are constants. Throws formula_error for a name that is unknown, an operation
/// outside its domain (a division by zero, the root of −1) and constants of more than some millions of bits.
node_id record_formula(graph& g, const expression& text, const formula_names& names);

/// The names that occur in a formula, each once: as values (without pi), as rates, as momenta.
struct formula_uses {
  std::vector<std::string> values;
  std::vector<std::string> rates;
  std::vector<std::string> momenta;
};
formula_uses uses_of(const expression& text);

/// True for a word that cannot be a name: pi, e, t, dot and the functions.
bool is_reserved_name(const std::string& word);
/// True for letters, digits and _ that begin with a letter or _.
bool is_plain_name(const std::string& word);

/// How formula_text and formula_latex show the inputs of a graph.
struct formula_style {
  std::function<std::string(int)> input;  ///< the name of an input
  std::function<int(int)> rank;           ///< inputs of smaller rank come first in a product
  std::size_t most = 4000;                ///< characters; a longer formula is a word that says so
};

/// The node as a formula in the grammar above, in as few parentheses as it allows.
std::string formula_text(const graph& g, node_id node, const formula_style& style);
/// The same for LaTeX: fractions, roots, products without signs. The names of the inputs are LaTeX.
std::string formula_latex(const graph& g, node_id node, const formula_style& style);
/// A name as LaTeX: theta is \theta, m1 is m_{1}, length is \mathrm{length}.
std::string latex_name(const std::string& name);

}  // namespace plumbline
