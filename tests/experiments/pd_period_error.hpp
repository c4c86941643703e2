// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The leading term of the period's error, T(ε) = T + c ε² + O(ε⁴), for oscillations of φ″ = −sin φ from (0, p0), in closed
// form. Its zeros are what PD calls resonances.
//
// A symmetric symplectic scheme of order 2 follows H + ε² H_2 + O(ε⁴) (backward error analysis; Hairer, Lubich & Wanner
// IX.3, IX.4). The orbit with H + ε² H_2 = e encloses the action ∮p dφ, which to this order is that of H less
// ε² ∮H_2 dt, and the period is its derivative by e. The start has e = h + ε² H_2(0, p0), h = ½ p0² = 2m, so that
//
//   c = T′(h) H_2(0, p0) − d/dh ∮ H_2 dt
//
// With V″ = cos φ, p V″ + (V′)²/p … integrated by parts, ∮V″p² dt = ∮V′² dt = J, and dJ/dh = ∮V″ dt:
//
//   T = 4K,  T′(h) = (E − (1 − m)K)/(m(1 − m)),  dJ/dh = 4(2E − K),  K = K(m), E = E(m), m = p0²/4
//
//   leapfrog   H_2 = V″p²/12 − V′²/24       ∮H_2 = J/24     c = (2mE − (1 − m)K)/(6(1 − m))
//   midpoint   H_2 = −(V″p² + V′²)/24       ∮H_2 = −J/12    c = ((3 − 4m)E − (1 − m)K)/(6(1 − m))
//   Suris 1    that of leapfrog − V′²/4     ∮H_2 = −5J/24   c = (E − (1 − m)K)/(3(1 − m)) + 5(2E − K)/6
//   Suris 2    that of leapfrog − V′²/8     ∮H_2 = −J/12    c = (E − (1 − m)K)/(3(1 − m)) + (2E − K)/3
//
// (Suris's maps are leapfrog with a force of their own, −V′ + ε²V′V″/2 and half of that; momenta differ by a half kick,
// which is nothing at φ = 0.) The discrete gradient keeps H and only changes the speed, by 1 − ε²V″/12; the modified one
// does that with δ = ε + ε³/12 for ε:
//
//   gradient   c = ∮V″ dt/12 = (2E − K)/3          modified gradient   c = (2E − 2K)/3
#pragma once

#include "experiments/pd/runs.hpp"
#include <plumbline/math/elliptic.hpp>
#include <plumbline/schemes/suris.hpp>

namespace plumbline::experiments::pd {

/// c for 0 < p0 < 2. Throws invalid_input for the other schemes.
template <class T>
T period_error_coefficient(scheme s, const T& p0) {
  const T m = p0 * p0 / 4;
  const T m1 = (T(2) - p0) * (p0 + 2) / 4;
  const T k = ellint_k(complementary(m1));
  const T e = ellint_e(complementary(m1));
  switch (s) {
    case scheme::leapfrog:
      return (m * e * 2 - m1 * k) / (m1 * 6);
    case scheme::midpoint:
      return ((m1 * 4 - 1) * e - m1 * k) / (m1 * 6);
    case scheme::suris1:
      return (e - m1 * k) / (m1 * 3) + (e * 2 - k) * 5 / 6;
    case scheme::suris2:
      return (e - m1 * k) / (m1 * 3) + (e * 2 - k) / 3;
    case scheme::gradient:
      return (e * 2 - k) / 3;
    case scheme::modified_gradient:
      return (e - k) * 2 / 3;
    default:
      throw invalid_input("no period error is known in closed form for " + std::string(name_of(s)));
  }
}

/// The zero of f between low and high, where it has different signs: the method of false position, in which an end that
/// stays counts half (Illinois).
template <class T, class F>
T zero_between(T low, T high, F&& f, const T& tolerance) {
  using std::abs;
  T at_low = f(low);
  T at_high = f(high);
  if ((at_low < T(0)) == (at_high < T(0))) {
    throw invalid_input("no sign change between " + to_text(low, 6) + " and " + to_text(high, 6));
  }
  int side = 0;
  constexpr int most = 500;
  T x = high;
  for (int i = 0; i < most; ++i) {
    const T next = high - at_high * (high - low) / (at_high - at_low);
    const bool close = abs(T(next - x)) < tolerance;
    x = next;
    const T value = f(x);
    if (value == T(0) || close || abs(T(high - low)) < tolerance) {
      return x;
    }
    if ((value < T(0)) == (at_low < T(0))) {
      low = x;
      at_low = value;
      at_high = side == 1 ? T(at_high / 2) : at_high;
      side = 1;
    } else {
      high = x;
      at_high = value;
      at_low = side == -1 ? T(at_low / 2) : at_low;
      side = -1;
    }
  }
  throw invalid_input("no convergence to a zero");
}

/// The p0 at which c vanishes; only leapfrog, midpoint and the discrete gradient have one.
inline measured resonance(scheme s) {
  return zero_between<measured>(
      decimal<measured>("1.1"), decimal<measured>("1.9"),
      [s](const measured& p0) { return period_error_coefficient(s, p0); },
      epsilon<measured>() * 16);
}

}  // namespace plumbline::experiments::pd
