// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The oracle files under reference/oracles: rows by column name, and errors in units of the last place.
#pragma once

#include <plumbline/scalar/exact.hpp>
#include <plumbline/scalar/guard.hpp>

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace plumbline::testing {

using oracle_row = std::map<std::string, std::string>;

/// The rows of reference/oracles/<name>; fails the test when there are fewer than `at_least`.
inline std::vector<oracle_row> read_oracle(const std::string& name, std::size_t at_least) {
  std::ifstream in(std::filesystem::path(PLUMBLINE_SOURCE_DIR) / "reference/oracles" / name);
  std::vector<std::string> header;
  std::vector<oracle_row> rows;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') {
      continue;
    }
    std::vector<std::string> cells;
    std::istringstream parts(line + ",");
    for (std::string cell; std::getline(parts, cell, ',');) {
      cells.push_back(cell);
    }
    if (header.empty()) {
      header = cells;
      continue;
    }
    if (cells.size() != header.size()) {
      ADD_FAILURE() << name << ": a row with " << cells.size() << " cells: " << line.substr(0, 80);
      continue;
    }
    oracle_row row;
    for (std::size_t i = 0; i < header.size(); ++i) {
      row[header[i]] = cells[i];
    }
    rows.push_back(std::move(row));
  }
  EXPECT_GE(rows.size(), at_least) << name << " is missing or cut short";
  return rows;
}

/// |value − reference| in units of the last place of the reference in T; `reference` has more digits than T.
template <class T>
double error_in_ulp(const T& value, const std::string& reference) {
  if (!is_finite(value)) {
    return std::numeric_limits<double>::infinity();
  }
  const int bits = scalar_traits<T>::bits();
  const precision_scope scope(detail::digits_for_bits(bits + 64));
  const mp exact = decimal<mp>(reference);
  const mp difference = abs(widen<mp>(value) - exact);
  if (exact == 0) {
    return difference == 0 ? 0 : std::numeric_limits<double>::infinity();
  }
  return to_double(mp(ldexp(difference, bits - static_cast<int>(binary_exponent(exact)))));
}

/// Calls f(digits, T()) for every precision that the accuracy claims name.
template <class F>
void at_every_precision(F&& f) {
  f("16", double());
#if PLUMBLINE_HAS_QUAD
  f("34", quad());
#endif
  f("64", mp64());
  for (const int digits : {100, 300}) {
    const precision_scope scope(digits);
    f(std::to_string(digits).c_str(), mp());
  }
}

}  // namespace plumbline::testing
