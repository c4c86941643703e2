// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The words of C, Julia and Python, as far as a table of coefficients is made of them. Comments are left out; of `B->A` and
// `np.array` the last name remains; a Greek letter is spelled (γ is gamma).
#pragma once

#include <plumbline/catalogue/foreign_schemes.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace plumbline::detail {

struct source_token {
  enum class kind { number, name, text, symbol, line_end, end };
  static constexpr std::size_t alone = static_cast<std::size_t>(-1);

  kind is = kind::end;
  std::string text = {};
  int line = 0;
  bool spaced = false;       ///< there is a space before it
  bool indented = true;      ///< it is not the first sign of a line
  bool member = false;       ///< a name after . or ->
  std::size_t mate = alone;  ///< of a bracket that opens: the place of the one that closes it

  bool is_symbol(std::string_view s) const { return is == kind::symbol && text == s; }
  bool is_name(std::string_view s) const { return is == kind::name && text == s; }
};

/// Ends with a token of kind `end`. Ends of lines are kept where they mean something: outside brackets in Python, in Julia's [ ].
std::vector<source_token> tokens_of(std::string_view text, source_language language);

/// A name in the letters of formulas: Greek letters spelled, other signs as their code.
std::string spelled(std::string_view name);

}  // namespace plumbline::detail
