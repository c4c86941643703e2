// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A value that stands in a source of other software: a number that is written out, a list, or what a name means that was read before.
//
//   1/3     Fraction(1, 3)     big"0.1"     [1 -2; 3 4]     np.array([[0], [1]])     A[-1]
#pragma once

#include "schemes/source_blocks.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace plumbline::detail {

/// Why a value cannot be read.
struct unreadable {
  int line;
  std::string reason;
};

/// What a value may use.
struct source_context {
  const std::vector<source_token>& tokens;
  source_language language;
  const source_block& block;    ///< whose names it knows
  const source_block& outside;  ///< further names
  const std::map<std::string, std::string>&
      renamed;          ///< names of functions, by those that stand for them
  std::size_t& copied;  ///< entries of lists, in the whole source
};

struct found_value {
  source_value value;
  std::size_t end = 0;  ///< the place behind it
  int rounded_literals =
      0;  ///< numbers of more digits than the double keeps that the language makes of them
};

/// The value that begins at this token. Throws unreadable.
found_value read_value(const source_context& context, std::size_t at);

/// The text as a whole number, if it is one.
std::optional<int> whole_number(const std::string& text);

}  // namespace plumbline::detail
