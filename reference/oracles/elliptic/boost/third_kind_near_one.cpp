// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Boost.Math 1.81, ellint_3(k, n) and ellint_3(k, n, phi) with k or n near 1: 20,000 units in the last place lost.
// Cause: 1 - k*k and 1 - n sin^2(phi) are computed as written. True values: Arb 2.23.
#include <boost/math/special_functions/ellint_3.hpp>

#include <iomanip>
#include <iostream>

int main() {
  std::cout << std::setprecision(17);
  std::cout << "Pi(n = 0.99999999978765319, k = 0.99999999986639021) = "
            << boost::math::ellint_3(0.99999999986639021, 0.99999999978765319)
            << "\n                                               true  = 4356846992.7311691\n";
}
