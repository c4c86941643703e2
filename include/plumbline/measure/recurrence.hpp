// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Why measured periods oscillate: zeros lie elsewhere in their cells each time, and come back to nearly the same place
// after K periods when K T/ε is nearly whole.                                                  (PD (65), Lemma 3)
//
//   μ_K = K T/ε − M_K,   ν_K = K T/(2ε) − L_K,   −1/2 < μ_K, ν_K ≤ 1/2,   M_K and L_K whole.
//
// The periods T_N nearly repeat after those K for which |μ_K| is smaller than for every K before, the amplitudes A_N
// after those for which |ν_K| is. M_K/K are the best approximations of T/ε by fractions, L_K/K those of T/(2ε).
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/core/time_grid.hpp>

#include <cmath>
#include <vector>

namespace plumbline {

/// count · ratio = whole + remainder.
template <class T>
struct near_whole {
  std::int64_t count;
  std::int64_t whole;
  T remainder;
};

/// K = count with M_K and μ_K for ratio = T/ε, or with L_K and ν_K for ratio = T/(2ε). Throws domain_error where the
/// product is beyond the integers of double.
template <class T>
near_whole<T> nearest_whole(const T& ratio, std::int64_t count) {
  const T product = ratio * as_scalar<T>(count);
  const double rounded = std::nearbyint(to_double(product));
  constexpr double largest = 9007199254740992;  // 2^53
  if (!(std::abs(rounded) < largest)) {
    throw domain_error("the number of steps in " + std::to_string(count) +
                       " periods is too large to be counted");
  }
  near_whole<T> r{count, static_cast<std::int64_t>(rounded), T(0)};
  r.remainder = product - as_scalar<T>(r.whole);
  if (T(1) < r.remainder * 2) {
    ++r.whole;
    r.remainder -= T(1);
  } else if (!(T(-1) < r.remainder * 2)) {
    --r.whole;
    r.remainder += T(1);
  }
  return r;
}

/// The K from 1 to `most` after which the pattern repeats better than after every K before.
template <class T>
std::vector<near_whole<T>> recurrences(const T& ratio, std::int64_t most) {
  using std::abs;
  std::vector<near_whole<T>> best;
  for (std::int64_t k = 1; k <= most; ++k) {
    const auto candidate = nearest_whole(ratio, k);
    if (best.empty() || abs(candidate.remainder) < abs(best.back().remainder)) {
      best.push_back(candidate);
    }
  }
  return best;
}

}  // namespace plumbline
