// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The picture of a sweep: lines over one axis of numbers, a map over two. An axis of words (the scheme) gives a line
// for each word.
#pragma once

#include <plumbline/io/picture.hpp>

#include <string>
#include <variant>
#include <vector>

namespace plumbline {

/// What is drawn: a row for each case, first the axes' cells and then the values'.
struct drawn_sweep {
  std::string quantity;
  std::vector<std::string> axes;
  std::vector<bool> is_word;  ///< for each axis
  bool side_by_side = false;
  std::vector<std::string> coordinates;  ///< names of columns: of end states only these are drawn
  std::vector<std::string> values;
  std::vector<std::vector<std::string>> rows;
};

/// Throws invalid_input where such a sweep has no picture: no axis of numbers, or more than two, or words beside two.
void require_picture(const drawn_sweep& s);

std::variant<plot, heat_map> picture_of(const drawn_sweep& s);

}  // namespace plumbline
