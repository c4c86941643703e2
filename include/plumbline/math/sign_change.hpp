// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The place between two places where a function changes its sign, to a given relative tolerance, for functions that are dear
// or not smooth: inverse quadratic interpolation where it can be trusted, otherwise the middle of the bracket.
//                                                      (T. R. Chandrupatla, Adv. Eng. Software 28 (1997) 145)
#pragma once

#include <plumbline/scalar/traits.hpp>

namespace plumbline {

template <class T>
struct sign_change_end {
  T x;
  T value;
};

/// The end whose value is nearer to 0 of a bracket that is at most 2 `relative`·|x| wide. The values of the ends have different
/// signs, or one is 0.
template <class T, class Function>
T sign_change(Function&& f, sign_change_end<T> a, sign_change_end<T> b, const T& relative) {
  constexpr int most_evaluations = 10'000;
  const auto size = [](const T& x) { return scalar_traits<T>::magnitude(x); };
  // near a root at 0 nothing is small beside x
  const T smallest = relative * size(T(b.x - a.x));
  T part = T(1) / T(2);  // where in the bracket the next place is
  for (int n = 0; n < most_evaluations; ++n) {
    const sign_change_end<T>& best = size(a.value) < size(b.value) ? a : b;
    const T scale = size(best.x) < smallest ? smallest : size(best.x);
    const T width = size(T(b.x - a.x));
    if (best.value == T(0) || !(T(2) * relative * scale < width)) {
      return best.x;
    }
    const T margin = relative * scale / width;
    part = part < margin ? margin : T(1) - margin < part ? T(1 - margin) : part;
    const T x = a.x + part * (b.x - a.x);
    if (x == a.x || x == b.x) {
      return best.x;
    }
    const sign_change_end<T> next{x, f(x)};
    sign_change_end<T> c = a;
    if ((T(0) < next.value) != (T(0) < a.value)) {
      c = b;
      b = a;
    }
    a = next;
    // a is the newest place, b has the other sign, c is what the bracket lost
    const T xi = (a.x - b.x) / (c.x - b.x);
    const T phi = (a.value - b.value) / (c.value - b.value);
    const bool is_smooth = phi * phi < xi && (T(1) - phi) * (T(1) - phi) < T(1) - xi;
    part = !is_smooth ? T(T(1) / T(2))
                      : T(a.value / (b.value - a.value) * (c.value / (b.value - c.value)) +
                          (c.x - a.x) / (b.x - a.x) * (a.value / (c.value - a.value)) *
                              (b.value / (c.value - b.value)));
  }
  return size(a.value) < size(b.value) ? a.x : b.x;
}

}  // namespace plumbline
