// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Boost.Math 1.81, ellint_1(k) with k near 1: 3000 units in the last place lost.
// Cause: 1 - k*k is computed as written. (1 - k)*(1 + k) has all digits, for k is given exactly.
// True values: Arb 2.23 and mpmath 1.2.1.
#include <boost/math/special_functions/ellint_1.hpp>

#include <iomanip>
#include <iostream>

int main() {
  std::cout << std::setprecision(17);
  std::cout << "K(k = 0.99999999983516308) = " << boost::math::ellint_1(0.99999999983516308)
            << "\n                     true  = 12.302753013289088\n";
}
