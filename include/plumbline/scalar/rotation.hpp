// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Sine and cosine of an angle x + δ from those of x, where δ is not large: arithmetic instead of a new evaluation.
//
//   sin(x + δ) = sin x − sin x (1 − cos δ) + cos x sin δ
//   cos(x + δ) = cos x − cos x (1 − cos δ) − sin x sin δ
//
// In fixed point with guard bits, sin δ and 1 − cos δ by their series, so that the results are rounded once: their error is
// that of sin x and cos x and half a unit of the last place more.
#pragma once

#include <plumbline/scalar/traits.hpp>

namespace plumbline {

namespace detail {
bool rotate_mpfr(mpfr_ptr sine, mpfr_ptr cosine, mpfr_srcptr delta);
#if PLUMBLINE_HAS_QUAD
bool rotate_quad(quad& sine, quad& cosine, const quad& delta);
#endif
}  // namespace detail

/// (sin x, cos x) ← (sin(x + δ), cos(x + δ)). False, and nothing is changed, where a new evaluation costs
/// less (mp64: |δ| >= 2^-12, quad: |δ| >= 2^-20), where a result is so near to
/// zero that the guard bits do not suffice, or where the angle or the scalar has too many digits for this to be cheaper.
template <class T>
bool rotate(T& sine, T& cosine, const T& delta) {
  if constexpr (mpfr_scalar<T>) {
    return detail::rotate_mpfr(sine.backend().data(), cosine.backend().data(),
                               delta.backend().data());
#if PLUMBLINE_HAS_QUAD
  } else if constexpr (std::is_same_v<T, quad>) {
    return detail::rotate_quad(sine, cosine, delta);
#endif
  } else {
    (void)sine, (void)cosine, (void)delta;
    return false;
  }
}

}  // namespace plumbline
