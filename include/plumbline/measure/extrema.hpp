// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The extrema of a sampled coordinate.                                                     (PD section 7)
//
// Where φ_m is larger (or smaller) than its neighbours, the parabola y = a + b j + c j² that fits the five samples
// φ_{m+j}, j = −2 … 2, best in the sense of least squares,
//
//   a = (−3 φ_{m−2} + 12 φ_{m−1} + 17 φ_m + 12 φ_{m+1} − 3 φ_{m+2})/35,   b = Σ j φ_{m+j} / 10,
//   c = Σ (j² − 2) φ_{m+j} / 14,
//
// has its extremum a − b²/(4c) at j = −b/(2c). Maxima and minima have one common number: 1, 2, …
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/measure/sample_window.hpp>

namespace plumbline {

/// y = constant + slope j + curvature j².
template <class T>
struct parabola {
  T constant;
  T slope;
  T curvature;

  T place_of_extremum() const { return -(slope / (curvature * 2)); }
  T extremum() const { return constant - slope * slope / (curvature * 4); }
};

/// The best parabola through y(−2) … y(2) = y[0] … y[4].
template <class T, class Samples>
parabola<T> fit_parabola(const Samples& y) {
  const T ends = y[0] + y[4];
  const T inner = y[1] + y[3];
  return {T((y[2] * 17 + inner * 12 - ends * 3) / 35), T(((y[4] - y[0]) * 2 + (y[3] - y[1])) / 10),
          T((ends * 2 - inner - y[2] * 2) / 14)};
}

/// At the time t_0 + (sample + offset) h.
template <class T>
struct extremum {
  std::int64_t sample;
  T offset;
  T value;  ///< with its sign
};

/// Fed with q_0, q_1, … on a uniform grid.
template <class T>
class extrema {
 public:
  /// Calls found(extremum) two samples after the extremal one. Of two equal samples at the top the first counts. Throws
  /// domain_error when the parabola bends the wrong way: less than three samples in an oscillation.
  template <class Found>
  void add(const T& q, Found&& found) {
    window_.add(q);
    if (!window_.full()) {
      return;
    }
    const auto& y = window_;
    const bool maximum = y[1] < y[2] && (y[3] < y[2] || (y[3] == y[2] && y[4] < y[3]));
    const bool minimum = y[2] < y[1] && (y[2] < y[3] || (y[3] == y[2] && y[3] < y[4]));
    if (!maximum && !minimum) {
      return;
    }
    const auto fit = fit_parabola<T>(y);
    if (maximum ? !(fit.curvature < T(0)) : !(T(0) < fit.curvature)) {
      throw domain_error(
          "the parabola through five samples bends the wrong way at an extremum; a smaller step is "
          "needed");
    }
    found(extremum<T>{window_.count() - 3, fit.place_of_extremum(), fit.extremum()});
  }

  /// What a checkpoint keeps.
  template <class Archive>
  void transfer(Archive& archive) {
    archive(window_);
  }

 private:
  sample_window<T, 5> window_;
};

}  // namespace plumbline
