// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What a source assigns to names: numbers as formulas (scalar/expression.hpp), and lists of them. One function, class or macro
// is a block.
#pragma once

#include "schemes/source_tokens.hpp"

#include <map>
#include <string>
#include <vector>

namespace plumbline::detail {

/// A number as a formula, or a list.
struct source_value {
  bool is_list = false;
  std::string text = {};
  std::vector<source_value> items = {};
  int line = 0;
  bool by_element = false;  ///< assigned element by element: what is missing is 0
};

struct source_block {
  std::string name = {};
  int line = 0;
  std::map<std::string, source_value> arrays = {};
  /// The meaning of names in formulas. A name that is assigned again has another entry, so that none is defined by itself.
  std::map<std::string, std::string> definitions = {};
  std::map<std::string, std::string> current =
      {};                                  ///< the entry in `definitions` of a name of the source
  std::map<std::string, int> claims = {};  ///< order, embedded-order
  std::map<std::string, std::pair<int, std::string>> unread = {};  ///< line and reason
  std::string splitting = {};  ///< which of GeometricIntegrators' kinds of splitting is constructed
  int rounded_literals = 0;    ///< literals of more digits than the double keeps that they are
};

/// The blocks in their order; the first is what stands outside of all others.
std::vector<source_block> blocks_of(std::string_view text, source_language language,
                                    const std::string& name);

/// Lines of numbers (plain_numbers.cpp).
std::vector<source_block> blocks_of_numbers(std::string_view text, const std::string& name);

}  // namespace plumbline::detail
