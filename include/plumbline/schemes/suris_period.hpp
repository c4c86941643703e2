// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The periods of the two maps of Suris, exactly, and where their oscillations end.
//
// A symplectic map of the plane that keeps an integral I moves every point of a level curve by the same amount of the
// measure dμ = dx/|∂I/∂y|, in canonical coordinates (x, y). The period is therefore h ∮dμ / ∫dμ over one step, h divided
// by the rotation number. With ε = ωh, k = ω², momenta in units of mω, and
//
//   1:  x = φ,          I of PD (37),  e = (I + 1)/2,  g = 2/ε² − I,  n = g − ½ + √(g² + ¼ + g I),  κ² = 2ge/n,
//                       1 − κ² = 2g(1 − e)/(n + 1)
//   2:  x = φ − εp/2,   I of PD (39),  κ² = (I + 1)/2,  n = 4/ε² − κ²
//
// the measure is elliptic in both: dμ ~ dx/√((κ² − s²)(n + s²)), s = sin(x/2). Oscillations (κ² < 1) and rotations
// reach s² = min(κ², 1). From the point of the curve at φ = 0 map 1 goes from x = 0 to εp_0, map 2 from −εp_0/2 to εp_0/2,
// so that with m_1 = 1 − m the complementary parameter of Legendre's integrals
//
//   κ² < 1:  T = 4hK/F,  m_1 = (1 − κ²) n/(n + κ²),     t = √((n + κ²)/n) s/√(κ² − s²)
//   κ² > 1:  T = 2hK/F,  m_1 = (κ² − 1) n/(κ²(n + 1)),  t = √((n + 1)/n) s/√(1 − s²)      (the time for 2π)
//
// F(atan t | m) = t R_F(1, 1 + m_1 t², 1 + t²), s the sine of εp_0/2 for map 1, and of εp_0/4 for map 2, which has 2F in
// the place of F. For h → 0 both are the period of the pendulum.
//
// The separatrix is I = 1. It starts at φ = 0 with the momentum p*:
//
//   1:  tan²(εp*/2) = 2ε²/(2 − ε²), that is cos εp* = 1 − 4ε²/(2 + ε²)
//   2:  tan(εp*/4) = ε/2, that is cos(εp*/2) = 1 − 2ε²/(4 + ε²)
//
// p* < 2mω: the maps rotate with momenta where the pendulum still swings. Next to it the period has lost the digits of
// 1 − κ², as for any function of a start that is rounded.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/math/elliptic.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/schemes/suris.hpp>

#include <optional>

namespace plumbline {

/// The momentum at q = 0 from which on a map of Suris rotates. Throws domain_error unless the step is positive and, for
/// the first map, ωh < √2.
template <class T>
T suris_separatrix(suris_map map, const T& mass, const T& k, const T& h) {
  using std::atan2;
  using std::sqrt;
  const T square = k * h * h;
  if (!(T(0) < h) || (map == suris_map::first && !(square < T(2)))) {
    throw domain_error(
        "the separatrix of a map of Suris needs 0 < h, and k h^2 < 2 for the first; h = " +
        to_text(h, 6) + ", k = " + to_text(k, 6));
  }
  const T angle = map == suris_map::first
                      ? T(atan2(T(sqrt(T(square * 2))), T(sqrt(T(T(2) - square)))) * 2)
                      : T(atan2(T(sqrt(square)), T(2)) * 4);
  return mass * angle / h;
}

namespace detail {

/// A level curve, as above.
template <class T>
struct suris_curve {
  T kappa2;
  T below;  ///< 1 − κ²
  T n;
  T s2;  ///< s² of the step from φ = 0
};

template <class T>
suris_curve<T> suris_curve_through(suris_map map, const T& phi, const T& p, const T& step) {
  using std::sqrt;
  const auto square_of_sine = [](const T& x) {
    const T s = sin_cos(x).sin;
    return T(s * s);
  };
  const T inverse = T(1) / (step * step);
  const T turn = step * p;
  if (map == suris_map::first) {
    // I + 1 without cancellation
    const T e = square_of_sine(T(turn / 2)) * inverse +
                (square_of_sine(T(phi / 2)) + square_of_sine(T((phi - turn) / 2))) / 2;
    const T g = inverse * 2 + 1 - e * 2;
    const T n = g - rational<T>(1, 2) + sqrt(T(g * g + rational<T>(1, 4) + g * (e * 2 - 1)));
    return {T(g * e * 2 / n), T(g * (T(1) - e) * 2 / (n + 1)), n, T(e * 2 / (inverse * 2 + 1))};
  }
  const T kappa2 =
      square_of_sine(T(turn / 4)) * inverse * 4 + square_of_sine(T((phi - turn / 2) / 2));
  return {kappa2, T(T(1) - kappa2), T(inverse * 4 - kappa2), T(kappa2 / (inverse * 4 + 1))};
}

}  // namespace detail

/// The period of the orbit of a map of Suris through (φ, p) with step h: the time between every second zero, or for 2π.
/// None on the separatrix. Throws domain_error at rest, and for steps and momenta so large that the level curve is
/// none of the pendulum's.
template <class T>
std::optional<T> suris_period(suris_map map, const T& mass, const T& k, const T& phi, const T& p,
                              const T& h) {
  using std::abs;
  using std::sqrt;
  const T omega = sqrt(k);
  const T turn = h * p / mass;
  const T most = map == suris_map::first ? pi<T>() : T(pi<T>() * 2);
  const auto c = detail::suris_curve_through(map, phi, T(p / (mass * omega)), T(abs(h) * omega));
  const bool rotates = c.below < T(0);
  const T rest = rotates ? T(T(1) - c.s2) : T(c.kappa2 - c.s2);
  if (!(abs(turn) < most) || !(T(0) < c.n) || !(T(0) < c.s2) || !(T(0) < rest)) {
    throw domain_error("a map of Suris has no period at q = " + to_text(phi, 6) +
                       ", p = " + to_text(p, 6) + " with h = " + to_text(h, 6));
  }
  if (c.below == T(0)) {
    return std::nullopt;
  }
  const T& reached = rotates ? T(1) : c.kappa2;
  const T m1 =
      rotates ? T(-c.below * c.n / (c.kappa2 * (c.n + 1))) : T(c.below * c.n / (c.n + c.kappa2));
  const T t2 = (c.n + reached) / c.n * c.s2 / rest;
  const T f = sqrt(t2) * carlson_rf(T(1), T(m1 * t2 + 1), T(t2 + 1));
  const T quarter = ellint_k(complementary(m1));
  const int quarters = (rotates ? 2 : 4) / (map == suris_map::first ? 1 : 2);
  return T(abs(h) * quarter / f * quarters);
}

}  // namespace plumbline
