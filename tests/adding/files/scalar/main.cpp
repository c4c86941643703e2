// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A user's own scalar: a decimal number of Boost, about which std::numeric_limits and Boost's Eigen::NumTraits say
// all that is needed. It steps a system of the catalogue without a change of the library.
#include <plumbline/core/start_values.hpp>
#include <plumbline/mechanics/systems/falling_body.hpp>
#include <plumbline/scalar/exact.hpp>
#include <plumbline/schemes/ruth3.hpp>

#include <boost/multiprecision/cpp_dec_float.hpp>

#include <iostream>

using scalar = boost::multiprecision::number<boost::multiprecision::cpp_dec_float<50>,
                                             boost::multiprecision::et_off>;
static_assert(plumbline::real<scalar>);

int main() {
  plumbline::ruth3_stepper<scalar> stepper(
      plumbline::separable<scalar>(plumbline::falling_body<scalar>{}));
  plumbline::phase_point<scalar> z{plumbline::vector<scalar>::Constant(1, scalar(0)),
                                   plumbline::vector<scalar>::Constant(1, scalar(0))};
  for (int n = 0; n < 10; ++n) {
    if (!stepper.step(z, plumbline::rational<scalar>(1, 10)).ok()) {
      return 1;
    }
  }
  const scalar error = z.q[0] + scalar(1) / 2;  // exact for a polynomial of degree 2
  std::cout << (abs(error) < scalar("1e-48") ? "right" : "wrong") << "\n";
}
