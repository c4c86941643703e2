// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The numbers of an orbit as texts with the digits that were asked for.
#pragma once

#include "study/orbit_proof.hpp"
#include "study/trajectory_forms.hpp"
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

/// Rows name, value, radius. A name that stands already, as that of a coordinate called period, gets a _.
class orbit_rows {
 public:
  explicit orbit_rows(int digits) : digits_(digits) {}

  /// `scale`: what is smaller by all digits than this is rounding of zero.
  void add(const std::string& name, const mp& value, const mp& scale) {
    put({name, orbit_number(value, scale, digits_)});
  }
  void add(const std::string& name, const proven_text& number) {
    put({name, number.value, number.radius});
  }
  /// The same for put_state and put_kept.
  auto number() {
    return [this](const std::string& name, const mp& value, const mp& scale) {
      add(name, value, scale);
    };
  }
  void add_text(const std::string& name, const std::string& text) { put({name, text}); }
  /// With a cell for each of so many columns.
  std::vector<std::vector<std::string>> take(std::size_t columns) {
    for (auto& row : rows_) {
      row.resize(columns);
    }
    return std::move(rows_);
  }

 private:
  void put(std::vector<std::string> row) {
    row.front() = free_name(row.front(), names_);
    names_.push_back(row.front());
    rows_.push_back(std::move(row));
  }

  int digits_;
  std::vector<std::string> names_;
  std::vector<std::vector<std::string>> rows_;
};

/// The entries of a state, each with the size from which its digits count, that of the state in these units of its entries.
template <class Put>
void put_state(const problem& p, const vector<mp>& x, const vector<mp>& units, Put&& put) {
  const auto columns = state_columns(*p.system, p.dimension);
  const mp size = max_magnitude(vector<mp>(x.array() / units.array()));
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    put(columns[i], x[k], mp(size * units[k]));
  }
}

/// What the flow keeps along the orbit through x.
template <class Put>
void put_kept(orbit_equations& equations, const vector<mp>& x, Put&& put) {
  const vector<mp>& units = equations.units_of_state();
  const mp size = max_magnitude(vector<mp>(x.array() / units.array()));
  for (const auto& printed : equations.kept().to_print) {
    const value_and_gradient found = equations.flow().value(printed, x);
    const mp slope = equations.has_units()
                         ? max_magnitude(vector<mp>(found.gradient.array() * units.array()))
                         : size;
    put(printed.name, found.value, mp(size * slope));
  }
}

/// Start and period of the orbit that the unknowns are, and what the flow keeps along it.
inline void add_orbit(orbit_rows& rows, const problem& p, orbit_equations& equations,
                      const vector<mp>& u) {
  const vector<mp> x = equations.state(u);
  put_state(p, x, equations.units_of_state(), rows.number());
  rows.add("period", equations.period(u), equations.period(u));
  put_kept(equations, x, rows.number());
}

}  // namespace plumbline
