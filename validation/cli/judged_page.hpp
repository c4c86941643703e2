// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The page of `plumbline judge --page FILE.html`: what was found, two pictures, and every number with its digits marked as
// true, doubtful or false, as the DLMF marks them in its tables of computed values. It needs no other file.
#pragma once

#include <plumbline/io/table.hpp>

#include <string>
#include <vector>

namespace plumbline::cli {

/// A printed number, of which the first `true_digits` significant digits are those of the truth rounded to so many, the
/// digits up to `right_digits` are right to one unit of their place, and the others are false.
struct marked_number {
  std::string row;
  std::string column;
  double time = 0;
  std::string printed;
  std::string truth;
  long true_digits = 0;
  long right_digits = 0;
  double error = 0;
};

/// The printed text in HTML, with the classes `doubtful` and `false` for such digits.
std::string marked_html(const marked_number& number);

std::string judged_page(const std::string& title, const metadata& meta,
                        const std::vector<marked_number>& numbers);

}  // namespace plumbline::cli
