// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A user's own scalar: a decimal number of Boost, about which std::numeric_limits and Boost's Eigen::NumTraits say
// all that is needed. It steps a system of the catalogue without a change of the library.
#include <plumbline/core/start_values.hpp>
#include <plumbline/mechanics/separable.hpp>
#include <plumbline/mechanics/systems/harmonic_oscillator.hpp>
#include <plumbline/scalar/exact.hpp>
#include <plumbline/schemes/leapfrog.hpp>

#include <boost/multiprecision/cpp_dec_float.hpp>

#include <iostream>

using scalar = boost::multiprecision::number<boost::multiprecision::cpp_dec_float<50>,
                                             boost::multiprecision::et_off>;
static_assert(plumbline::real<scalar>);

int main() {
  plumbline::leapfrog_stepper<scalar, plumbline::separable<scalar>> stepper(
      plumbline::separable<scalar>(plumbline::harmonic_oscillator<scalar>{scalar(1), scalar(1)}));
  plumbline::phase_point<scalar> z{plumbline::vector<scalar>::Constant(1, scalar(1)),
                                   plumbline::vector<scalar>::Constant(1, scalar(0))};
  const scalar h = plumbline::rational<scalar>(1, 10);
  for (int n = 0; n < 10; ++n) {
    if (!stepper.step(z, h).ok()) {
      return 1;
    }
  }
  const scalar kept = scalar(1) - h * h / 4;  // p^2 + q^2 (1 - h^2/4), for m = k = 1
  const scalar error = z.p[0] * z.p[0] + z.q[0] * z.q[0] * kept - kept;
  std::cout << (abs(error) < scalar("1e-48") ? "right" : "wrong") << "\n";
}
