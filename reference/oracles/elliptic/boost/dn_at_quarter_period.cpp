// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Boost.Math 1.81, jacobi_dn at an odd multiple of the quarter period K: dn(K, k) = sqrt(1 - k^2).
// Cause: jacobi_elliptic computes dn = cos(T0)/cos(T1 - T0), which is 0/0 there. dn = sqrt(1 - k^2 sn^2), or
// sqrt(cn^2 + (1 - k^2) sn^2), has no such place.
#include <boost/math/special_functions/ellint_1.hpp>
#include <boost/math/special_functions/jacobi_elliptic.hpp>
#include <boost/multiprecision/mpfr.hpp>

#include <iomanip>
#include <iostream>

int main() {
  using boost::math::ellint_1;
  using boost::math::jacobi_dn;
  using real = boost::multiprecision::mpfr_float_50;
  std::cout << std::setprecision(17) << "double  dn(K(1/2), 1/2) = " << jacobi_dn(0.5, ellint_1(0.5)) << '\n';
  const real k = real(1) / 2;
  std::cout << std::setprecision(50) << "50 digits               = " << jacobi_dn(k, real(ellint_1(k))) << '\n';
  std::cout << "sqrt(3)/2               = " << real(sqrt(real(3)) / 2) << '\n';
}
