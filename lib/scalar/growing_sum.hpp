// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Sums of products of double-double: the upper halves are added exactly, what is left of them, of the size 2^-53 of the
// terms, in double (T. Ogita, S. M. Rump & S. Oishi, SIAM J. Sci. Comput. 26 (2005) 1955, algorithm 5.3). A term costs half
// of a product and a sum of double-double.
#pragma once

#include <plumbline/scalar/double_double.hpp>

#include <cmath>

namespace plumbline::detail {

class growing_sum {
 public:
  growing_sum() = default;
  explicit growing_sum(const double_double& x) : upper_(x.high()), lower_(x.low()) {}

  void add(const double_double& x) { add(x.high(), x.low()); }
  void add(const double_double& a, const double_double& b) {
    const double p = a.high() * b.high();
    add(p, std::fma(a.high(), b.high(), -p) + (a.high() * b.low() + a.low() * b.high()));
  }
  double_double value() const { return double_double::sum(upper_, lower_); }

 private:
  /// x is added exactly, `rest` in double.
  void add(double x, double rest) {
    const double s = upper_ + x;
    const double t = s - upper_;
    lower_ += ((upper_ - (s - t)) + (x - t)) + rest;
    upper_ = s;
  }

  double upper_ = 0;
  double lower_ = 0;
};

}  // namespace plumbline::detail
