// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The numbers of an orbit as texts with the digits that were asked for.
#pragma once

#include "study/orbit_proof.hpp"
#include <plumbline/core/rounded_text.hpp>
#include <plumbline/scalar/decimal_digits.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace plumbline {

/// `scale`: digits count from it. What is smaller by all digits than this is rounding of zero; what is smaller by more than the few
/// digits that an orbit has beyond those that are asked for has as many digits less.
inline std::string orbit_number(const mp& value, const mp& scale, int digits) {
  constexpr int guard = 3;
  constexpr int spare = 5;
  if (value == 0) {
    return "0";
  }
  const double below = (log2_magnitude(scale) - log2_magnitude(value)) / log2_of_10;
  if (below > digits + guard) {
    return "0";
  }
  const int lost = std::max(0, static_cast<int>(std::floor(below)) - spare);
  return rounded_text(value, std::max(1, digits - lost));
}

/// Rows name, value, radius.
class orbit_rows {
 public:
  explicit orbit_rows(int digits) : digits_(digits) {}

  /// `scale`: what is smaller by all digits than this is rounding of zero.
  void add(const std::string& name, const mp& value, const mp& scale) {
    rows_.push_back({name, orbit_number(value, scale, digits_)});
  }
  void add(const std::string& name, const proven_text& number) {
    rows_.push_back({name, number.value, number.radius});
  }
  void add_text(const std::string& name, const std::string& text) { rows_.push_back({name, text}); }
  /// With a cell for each of so many columns.
  std::vector<std::vector<std::string>> take(std::size_t columns) {
    for (auto& row : rows_) {
      row.resize(columns);
    }
    return std::move(rows_);
  }

 private:
  int digits_;
  std::vector<std::vector<std::string>> rows_;
};

inline void add_state(orbit_rows& rows, const problem& p, const vector<mp>& x) {
  const auto columns = state_columns(*p.system, p.dimension);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    rows.add(columns[i], x[static_cast<Eigen::Index>(i)], mp(max_magnitude(x)));
  }
}

/// Start and period of the orbit that the unknowns are, and what the flow keeps along it.
inline void add_orbit(orbit_rows& rows, const problem& p, orbit_equations& equations,
                      const vector<mp>& u) {
  const vector<mp> x = equations.state(u);
  const mp size = max_magnitude(x);
  add_state(rows, p, x);
  rows.add("period", equations.period(u), equations.period(u));
  for (const auto& printed : equations.kept().to_print) {
    rows.add(printed.name, equations.flow().value(printed, x).value, mp(size * size));
  }
}

}  // namespace plumbline
