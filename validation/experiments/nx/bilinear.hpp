// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The report's bilinear spring and its motion from x = 2 at rest until the spring yields the other way:
//
//   x = −1 + 3 cos(√5 t)                          until t1 = acos(2/3)/√5, where x = 1 and v = −5
//   x = cos(√10 (t − t1)) − 5/√10 sin(√10 (t − t1))   from there to x = −1
#pragma once

#include "experiments/workbench.hpp"
#include <plumbline/catalogue/systems.hpp>

namespace plumbline::experiments::nx {

template <class T>
struct bilinear_state {
  T x{0};
  T v{0};
  T a{0};
  T energy{0};
};

/// sign(x) 10 (1 + (|x| − 1)/2) beyond |x| = 1, 10 x within.
template <class T>
T bilinear_force(const T& x) {
  if (T(1) < x) {
    return T(5) * x + T(5);
  }
  return x < T(-1) ? T(T(5) * x - T(5)) : T(T(10) * x);
}

template <class T>
bilinear_state<T> bilinear_state_of(const T& x, const T& v) {
  const T d = T(1) < x ? T(x - T(1)) : x < T(-1) ? T(-x - T(1)) : T(0);
  const T inside = T(1) < x ? T(1) : x < T(-1) ? T(-1) : x;
  return {x, v, T(-bilinear_force(x)),
          T(v * v / T(2) + (T(5) * inside * inside + T(10) * d + T(5) * d * d / T(2)))};
}

/// t1.
template <class T>
T first_crossing() {
  using std::acos;
  using std::sqrt;
  return acos(rational<T>(2, 3)) / T(sqrt(T(5)));
}

template <class T>
bilinear_state<T> exact_bilinear(const T& t) {
  using std::sqrt;
  const T t1 = first_crossing<T>();
  if (t < t1) {
    const T omega = sqrt(T(5));
    const auto angle = sin_cos(T(omega * t));
    return bilinear_state_of<T>(T(T(3) * angle.cos - T(1)), T(T(-3) * omega * angle.sin));
  }
  const T omega = sqrt(T(10));
  const auto angle = sin_cos(T(omega * (t - t1)));
  return bilinear_state_of<T>(T(angle.cos - T(5) / omega * angle.sin),
                              T(-omega * angle.sin - T(5) * angle.cos));
}

/// After `steps` steps of length h of a catalogue scheme, cut at the yield point or not.
template <class T>
bilinear_state<T> step_bilinear(const std::string& scheme, const settings& chosen, const T& h,
                                int steps, bool split) {
  const model<T> whole = find_system("bilinear-oscillator").make<T>();
  const model<T> system = split ? whole : whole.without_events();
  auto stepper = find_scheme(scheme).make<T>(chosen, system);
  vector<T> y = stepper.start(phase_of(T(2), T(0)));
  static_cast<void>(integrate<T>(stepper, y, time_grid<T>(T(0), h, steps), [](auto&&...) {}));
  return bilinear_state_of<T>(T(y[0]), T(y[1]));
}

}  // namespace plumbline::experiments::nx
