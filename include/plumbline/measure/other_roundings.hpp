// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// How many digits of a measured number the rounding errors of its trajectory leave. The trajectory is made again, a short
// one several times, with every number of every state rounded otherwise: multiplied by 1 ± 4ε, with signs that do not repeat
// (after Vignes's CESTAC, Math. Comput. Simulation 35 (1993) 233). The measurements x and x′ share no rounding error, and those
// of x′ are several times larger, so |x′ − x| is a sample of what rounding does, with the growth that the motion gives it.
//
//   |x − exact x| ≤ s |x′ − x| + (8 + √n) ε |x|,   s = 16; s = 2 where x′ is the farthest of several
//
// A sample of a normal variable is below 1/64 of its standard deviation once in 80 times: 4ε and the factor 16 allow for it.
// The second term is for what both share: the rounding of the step, the parameters and the coefficients, the place of a
// root, which is found to ε h, and n roundings whose signs are independent.
#pragma once

#include <plumbline/core/vector.hpp>
#include <plumbline/math/magnitude.hpp>
#include <plumbline/scalar/exact.hpp>
#include <plumbline/scalar/traits.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

namespace plumbline {

namespace detail {
/// A bit that follows no pattern (the finalizer of splitmix64).
inline bool scattered_bit(std::uint64_t x) {
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return ((x ^ (x >> 31U)) & 1U) != 0;
}
}  // namespace detail

/// So many runs with other roundings are made beside one of n steps. After few steps a difference is often 0: what is measured is
/// a multiple of a rounding error itself, as the difference of two energies is.
inline int other_runs(std::int64_t n) {
  constexpr std::int64_t few = 10000;
  return n < few ? 6 : 1;
}

/// Rounds the state of the node n otherwise: the same way for the same n of the same run, from 1; by so many ε.
template <class T>
void round_otherwise(vector<T>& y, std::int64_t n, int run = 1, int units = 4) {
  const T change = epsilon<T>() * units;
  std::uint64_t place = static_cast<std::uint64_t>(n) * 0x9e3779b97f4a7c15U +
                        static_cast<std::uint64_t>(run - 1) * 0xd1b54a32d192ed03U;
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    place += 0x9e3779b97f4a7c15U + static_cast<std::uint64_t>(i);
    y[i] += y[i] * (detail::scattered_bit(place) ? change : T(-change));
  }
}

/// The bound for x after n steps, of which x differs by `difference` from the farthest of `runs` measurements that were rounded
/// otherwise. The farthest of six is no small one by chance.
template <class T>
T rounding_bound(const T& x, const T& difference, std::int64_t n, int runs = 1) {
  using std::abs;
  const int safety = runs > 1 ? 2 : 16;
  constexpr double shared = 8;
  return abs(difference) * safety +
         abs(x) * epsilon<T>() * T(static_cast<int>(shared + std::sqrt(static_cast<double>(n))));
}

/// How many significant digits of x may be printed so that its true value lies within one unit of the last: the unit is at
/// least twice the bound, of which rounding takes the other half. 0 where there is none; x is not 0.
template <class T>
int supported_digits(const T& x, const T& bound) {
  using std::abs;
  constexpr double rounding = 1e-9;  // of the logarithms
  if (!is_finite(x) || !is_finite(bound) || !(bound < abs(x))) {
    return 0;
  }
  const int most = static_cast<int>(std::ceil(scalar_traits<T>::bits() * log10_of_2)) + 1;
  int first = static_cast<int>(std::floor(log2_magnitude(x) * log10_of_2 + rounding));
  if (abs(x) < decimal<T>("1e" + std::to_string(first))) {
    --first;
  }
  const double unit = log2_magnitude(T(bound * 2)) * log10_of_2 + rounding;
  return std::clamp(first + 1 - static_cast<int>(std::ceil(unit)), 0, most);
}

/// How many significant digits of x end at the place of the first digit of the radius that is printed beside it, at least 1; `most`
/// where the radius is 0.
template <class T>
int digits_to_radius(const T& x, const T& radius, int most) {
  const auto place = [](const T& y) { return std::floor(log2_magnitude(y) * log10_of_2); };
  const double digits = place(x) - place(radius) + 1;
  return std::clamp(std::isfinite(digits) ? static_cast<int>(digits) : most, 1, std::max(most, 1));
}

}  // namespace plumbline
