// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Boost.Math 1.81, ellint_1(k, phi) beyond pi/2 with k near 1: 3000 units in the last place lost, through K(k).
// True value: Arb 2.23.
#include <boost/math/special_functions/ellint_1.hpp>

#include <iomanip>
#include <iostream>

int main() {
  std::cout << std::setprecision(17);
  std::cout << "F(phi = -1.7326221094405108, k = 0.99999999983861987) = "
            << boost::math::ellint_1(0.99999999983861987, -1.7326221094405108)
            << "\n                                                true  = -22.114503534991635\n";
}
