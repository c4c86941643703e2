// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The roots of 4t³ − g2 t − g3 from g2, g3 and the discriminant Δ = g2³ − 27g3² ≠ 0.
//
// Roots. Δ > 0: with α = atan2(√Δ, √27 g3)/3 and β = atan2(√Δ, −√27 g3)/3 = π/3 − α
//     e1−e2 = √g2 sin β,  e2−e3 = √g2 sin α,  e1−e3 = √g2 sin(α + π/3),  e1 = √(g2/3) cos α,  e3 = −√(g2/3) cos β:
// products, so roots that agree to hundreds of digits keep the full accuracy of their difference, which
// enters through Δ. Δ < 0: Cardano with the stable sign, and (g3/4)/(u²−uv+v²) for u + v, the like for u − v.
#pragma once

#include <plumbline/scalar/functions.hpp>
#include <plumbline/scalar/guard.hpp>

#include <cmath>

namespace plumbline::detail {

/// Cube root of a positive number.
template <class W>
W cube_root(const W& x) {
  if constexpr (mpfr_scalar<W>) {
    W r;
    mpfr_cbrt(r.backend().data(), x.backend().data(), MPFR_RNDN);
    return r;
#if PLUMBLINE_HAS_QUAD
  } else if constexpr (std::is_same_v<W, quad>) {
    return W(cbrtq(x.backend().value()));
#endif
  } else {
    return std::cbrt(x);
  }
}

/// The three roots and what cannot be had from them by subtraction.
template <class W>
struct weierstrass_roots {
  W e1;             ///< Δ > 0: largest; Δ < 0: the real one
  W e2, e3;         ///< Δ > 0 only
  W e12, e23, e13;  ///< differences, Δ > 0 only
  W im2;            ///< Im e2 > 0, Δ < 0 only
  W modulus;        ///< |e1 − e2|, Δ < 0 only
};

template <class W>
weierstrass_roots<W> three_real_roots(const W& g2, const W& g3, const W& discriminant) {
  // the smaller of α and β, at most π/6, by the arctangent; the other is π/3 minus it
  const W root3 = sqrt(W(3));
  const sin_cos_pair<W> small =
      sin_cos(W(atan2(W(sqrt(discriminant)), W(root3 * abs(g3) * 3)) / 3));
  const sin_cos_pair<W> large{W((root3 * small.cos - small.sin) / 2),
                              W((small.cos + root3 * small.sin) / 2)};
  const bool falling = g3 < W(0);
  const sin_cos_pair<W>& alpha = falling ? large : small;
  const sin_cos_pair<W>& beta = falling ? small : large;
  const W r = sqrt(g2);
  weierstrass_roots<W> e;
  e.e12 = r * beta.sin;
  e.e23 = r * alpha.sin;
  e.e13 = r * (alpha.sin + root3 * alpha.cos) / 2;
  e.e1 = r / root3 * alpha.cos;
  e.e3 = -(r / root3 * beta.cos);
  // e1 e2 e3 = g3/4: e2 keeps its accuracy where it is small
  e.e2 = g3 / (e.e1 * e.e3 * 4);
  return e;
}

template <class W>
weierstrass_roots<W> one_real_root(const W& g2, const W& g3, const W& discriminant) {
  const W root = sqrt(W(-discriminant / 27));
  const bool negative = g3 < W(0);
  const W u = cube_root(W((abs(g3) + root) / 8));  // for |g3|; the sign comes at the end
  const W v = g2 / (u * 12);
  const W uv = g2 / 12;
  const W squares = u * u + v * v;
  const W size = g2 < W(0) ? W(abs(g3) / 4 / (squares - uv)) : W(u + v);
  const W difference = g2 < W(0) ? W(u - v) : W(root / 4 / (squares + uv));
  weierstrass_roots<W> e;
  e.e1 = negative ? W(-size) : size;
  e.im2 = sqrt(W(3)) / 2 * difference;
  e.modulus = sqrt(W(size * size * 9 / 4 + e.im2 * e.im2));
  return e;
}

}  // namespace plumbline::detail
