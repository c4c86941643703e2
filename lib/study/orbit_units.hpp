// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The equations of an orbit in units of its own. Newton's method compares corrections with 1 and residuals with each other, so each
// unknown and each equation is divided by a power of two of the size that it has on the motion of the guess: what is found, and
// with how many digits, is then the same in metres and seconds as in millimetres and milliseconds.
#pragma once

#include "study/orbit_equations.hpp"

#include <utility>

namespace plumbline {

/// u and the residual divided by orbit_equations::units().
class equations_in_units {
 public:
  using slope = orbit_equations::slope;

  explicit equations_in_units(orbit_equations& equations)
      : equations_in_units(equations, equations.units(), equations.units_of_state()) {}
  /// The equations as they are.
  static equations_in_units plain(orbit_equations& equations) {
    const vector<mp> ones = vector<mp>::Ones(equations.unknowns());
    return {equations, {ones, ones}, vector<mp>::Ones(equations.flow().states())};
  }

  orbit_equations& own() const { return equations_; }
  vector<mp> in_units(const vector<mp>& u) const {
    return vector<mp>(u.array() / units_.unknowns.array());
  }
  vector<mp> back(const vector<mp>& v) const {
    return vector<mp>(v.array() * units_.unknowns.array());
  }
  vector<mp> residual(const vector<mp>& v) const {
    return vector<mp>(equations_.residual(back(v)).array() / units_.equations.array());
  }
  void linearize(const vector<mp>& v, vector<mp>& r, matrix<mp>& j, slope kind) const {
    equations_.linearize(back(v), r, j, kind);
    r.array() /= units_.equations.array();
    put_in_units(j);
  }
  void put_in_units(matrix<mp>& derivative) const {
    for (Eigen::Index i = 0; i < derivative.rows(); ++i) {
      derivative.row(i).array() *= units_.unknowns.transpose().array() / units_.equations[i];
    }
  }
  /// In units of the state.
  vector<mp> state_in_units(const vector<mp>& x) const {
    return vector<mp>(x.array() / of_state_.array());
  }
  const orbit_equations::sizes& units() const { return units_; }
  const vector<mp>& units_of_state() const { return of_state_; }

 private:
  equations_in_units(orbit_equations& equations, orbit_equations::sizes units, vector<mp> of_state)
      : equations_(equations), units_(std::move(units)), of_state_(std::move(of_state)) {}

  orbit_equations& equations_;
  orbit_equations::sizes units_;
  vector<mp> of_state_;
};

}  // namespace plumbline
