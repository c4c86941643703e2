// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Tables as people type them: lines of numbers with spaces, tabs, commas or | between them, # for a comment.
//
//   order = 3                 xi = 0.1786178958448091
//   0   |                     a = xi 1/2-xi 1/2-xi xi
//   1/2 | 1/2                 b = …
//   1   | -1 2
//   ----+-----------
//       | 1/6 2/3 1/6
//
// Without names the rows are c and A, then b, then the weights of an embedded method.
#include "schemes/source_blocks.hpp"
#include <plumbline/scalar/printed_number.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

namespace plumbline::detail {

namespace {

/// Fortran's 1.5D-3 as formulas write it.
std::string with_e(std::string word) {
  const std::size_t letter = word.find_first_of("Dd");
  if (letter != std::string::npos && plumbline::printed_number::read(word)) {
    word[letter] = 'e';
  }
  return word;
}

/// The numbers of a line: formulas without spaces outside parentheses.
source_value numbers_of(std::string_view line, int number) {
  source_value row{.is_list = true, .line = number};
  std::string word;
  int depth = 0;
  for (const char c : std::string(line) + ' ') {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    const bool is_space = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (depth > 0 || !(is_space || std::string_view(",;|&").find(c) != std::string_view::npos)) {
      word += is_space ? "" : std::string(1, c);
    } else if (!word.empty()) {
      row.items.push_back({.text = with_e(std::exchange(word, "")), .line = number});
    }
  }
  if (!word.empty()) {  // a parenthesis is never closed; the formula says so
    row.items.push_back({.text = word, .line = number});
  }
  return row;
}

/// The stages of a table with so many rows of weights: each of these has a number for every stage, and where all zeros are written perhaps
/// one before them. The first row of A may end on its diagonal or before it, and no row has more than s + 1 numbers. Otherwise 0.
std::size_t stages_of(const std::vector<source_value>& rows, std::size_t weights) {
  if (rows.size() <= weights) {
    return 0;
  }
  const std::size_t s = rows.size() - weights;
  const std::size_t first = rows[0].items.size();
  bool fits = first <= 2 || first == s + 1;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t size = rows[i].items.size();
    fits = fits && size <= s + 1 && (i < s || size == s || first == s + 1);
  }
  return fits ? s : 0;
}

/// Rows without names: s rows of c and A, one of b, perhaps one more. A row of A may end where its zeros begin.
void name_rows(source_block& block, const std::vector<source_value>& rows) {
  const std::size_t with_one = stages_of(rows, 1);
  const std::size_t s = with_one > 0 ? with_one : stages_of(rows, 2);
  source_value matrix{.is_list = true, .line = rows[0].line};
  source_value nodes = matrix;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    source_value row = rows[i];
    const bool is_stage = i < s;
    if (is_stage || row.items.size() == s + 1) {
      nodes.items.push_back(row.items[0]);
      row.items.erase(row.items.begin());
    }
    if (is_stage) {
      matrix.items.push_back(std::move(row));
    } else {
      block.arrays[i == s ? "b" : "bhat"] = std::move(row);
    }
  }
  nodes.items.resize(std::min(s, nodes.items.size()));
  if (s == 0) {
    matrix.items.push_back(rows[0]);
  }
  block.arrays["A"] = std::move(matrix);
  block.arrays["c"] = std::move(nodes);
  if (s == 0) {
    block.arrays.erase("b");
    std::vector<std::size_t> sizes(rows.size());
    std::ranges::transform(rows, sizes.begin(),
                           [](const source_value& row) { return row.items.size(); });
    block.unread["b"] = {
        rows[0].line, fmt::format("{} rows of {} numbers are no table; one of s stages has s rows "
                                  "of c and A, of 1 to s + 1 numbers, and one or two of s weights",
                                  rows.size(), fmt::join(sizes, ", "))};
  }
}

}  // namespace

std::vector<source_block> blocks_of_numbers(std::string_view text, const std::string& name) {
  source_block block{.name = name, .line = 1};
  std::vector<source_value> rows;
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    line = line.substr(0, line.find('#'));
    const std::size_t sign = line.find_first_of("=:");
    const bool is_rule = line.find_first_not_of("-+=|: \t\r") == std::string_view::npos;
    const source_value before = numbers_of(line.substr(0, sign), number);
    if (is_rule || before.items.empty()) {
      continue;
    }
    if (sign == std::string_view::npos) {
      rows.push_back(before);
      continue;
    }
    const std::string& key = before.items[0].text;
    const source_value values = numbers_of(line.substr(sign + 1), number);
    if (values.items.empty()) {
      block.unread[key] = {number, "there is no number behind the name"};
    } else if (key == "name") {
      block.name = values.items[0].text;
    } else if (key == "order" || key == "embedded-order") {
      block.claims[key] = std::atoi(values.items[0].text.c_str());
    } else if (values.items.size() == 1 && key != "a" && key != "b" && key != "gamma") {
      block.definitions[key] = values.items[0].text;
    } else {
      block.arrays[key] = values;
    }
  }
  if (!rows.empty()) {
    name_rows(block, rows);
  }
  return {block};
}

}  // namespace plumbline::detail
