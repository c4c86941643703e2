// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// exp(A) of a square matrix in the digits of the scope: the series at A/2^k, k so large that it falls fast, squared k times.
#pragma once

#include <plumbline/core/vector.hpp>
#include <plumbline/math/magnitude.hpp>
#include <plumbline/scalar/types.hpp>

#include <algorithm>
#include <cmath>

namespace plumbline {

inline matrix<mp> exponential(const matrix<mp>& a) {
  const auto n = a.rows();
  const double size = log2_magnitude(mp(max_magnitude(a) * static_cast<int>(n)));
  const int halvings = std::isfinite(size) ? std::max(0, static_cast<int>(size) + 4) : 0;
  matrix<mp> small = a;
  for (mp& x : small.reshaped()) {
    x = ldexp(x, -halvings);
  }
  matrix<mp> sum = matrix<mp>::Identity(n, n);
  matrix<mp> term = sum;
  for (int k = 1; k < scalar_traits<mp>::bits(); ++k) {
    term = matrix<mp>(term * small);
    term /= mp(k);
    if (max_magnitude(term) == 0 ||
        log2_magnitude(mp(max_magnitude(term))) < -scalar_traits<mp>::bits() - 8) {
      break;
    }
    sum += term;
  }
  for (int k = 0; k < halvings; ++k) {
    sum = matrix<mp>(sum * sum);
  }
  return sum;
}

}  // namespace plumbline
