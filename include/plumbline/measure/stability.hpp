// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Linear stability of a scheme at rest: the windows of h in which no multiplier, no eigenvalue λ of the step's derivative A(h),
// is outside the unit circle.
//
// A sample says whether a multiplier is outside. Samples are taken in double; where double cannot tell |λ| from 1, in run-time
// precision. A window ends at a zero of a function that is analytic in h, as the eigenvalues alone need not be:
//
//   λ and 1/λ leave the circle at ±1              ±(λ + 1/λ) − 2
//   two pairs meet on the circle and leave it     −(w₁ − w₂)², w = λ + 1/λ
//   λ passes the circle, without 1/λ              |λ|² − 1
//
// (Hairer, Lubich & Wanner, Geometric Numerical Integration, I.5 and XIV; Krein's collisions: Yakubovich & Starzhinskii 1975.)
// Bands of growth that are narrower than the distance of two samples are looked for where det(A ± 1) or Π_{i<j} (1 − λ_i λ_j)
// comes near 0 between samples. Growth with every small step, however slow, is a limit of 0.
#pragma once

#include <plumbline/core/vector.hpp>
#include <plumbline/math/complex.hpp>

#include <functional>
#include <vector>

namespace plumbline {

/// The derivative of a step of the length h at rest. It throws step_failure where there is no step.
template <class T>
using derivative_of_step = std::function<matrix<T>(const T& h)>;

struct step_at_rest {
  derivative_of_step<double> coarse;
  /// Makes the derivative in the working precision of the moment.
  std::function<derivative_of_step<mp>()> make_fine;
  double fastest;  ///< the largest frequency of the linearised system
};

struct stability_search {
  int digits;               ///< of the ends of windows
  double reach;             ///< windows are listed that begin below reach/fastest
  bool only_first = false;  ///< the first window alone
  double tolerated = 0;     ///< growth a step that counts as none
  double uncertain = 0;     ///< a growth that is smaller than this says neither yes nor no
};

struct window_end {
  mp h;
  int right_digits;  ///< of h; at most the digits that are searched for
};

/// An interval of steps in which the scheme is stable.
struct stability_window {
  window_end from;
  window_end to;
};

struct stability_windows {
  std::vector<stability_window>
      list;  ///< in increasing order; the first starts at 0, and ends there where all small steps grow
  bool open = false;  ///< no end of the last window was found; its `to` says nothing
};

/// The numbers have the working precision, which must be of `digits` at least. Throws invalid_input for a reach that is not
/// positive.
stability_windows find_stability_windows(const step_at_rest& step, const stability_search& wanted);

/// The eigenvalues of a real matrix, each as often as it is one. Infinite ones stand for a matrix with entries that are not finite.
template <class T>
std::vector<complex<T>> multipliers(const matrix<T>& a);

/// The largest |λ|.
double spectral_radius(const matrix<double>& a);

}  // namespace plumbline
