// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Half-periods, roots and the discriminant of a lattice, and from half-periods back to real invariants. Included by
// weierstrass.hpp.
//
// A lattice has real invariants exactly if it is its own mirror image in the real axis: conj ω1 and conj ω3 are then
// integer combinations of ω1 and ω3. These integers give its primitive real and imaginary half-periods ω and
// iX (rectangular: they generate it; rhombic: ω and (ω + iX)/2 do), and with h of weierstrass_kernel.hpp
//     g2 = (4/3) c⁴ (1 + 240 Σ n³ hⁿ/(1 − hⁿ)),   g3 = (8/27) c⁶ (1 − 504 Σ n⁵ hⁿ/(1 − hⁿ)),   c = π/(2ω)
// (DLMF 23.10, 27.2), again turned by 90° where X < ω, so that |h| <= e^(−π).
#pragma once

#include <plumbline/core/interruption.hpp>
#include <plumbline/math/weierstrass.hpp>

#include <cmath>
#include <cstdlib>
#include <numeric>
#include <string>

namespace plumbline {

namespace detail {
// of weierstrass_impl.hpp, which may be the header that includes this one
struct exact_discriminant_parts;
template <class T>
exact_discriminant_parts exact_discriminant(const T& g2, const T& g3);
}  // namespace detail

template <class T>
weierstrass_half_periods<T> weierstrass_lattice<T>::half_periods() const {
  if (degenerate()) {
    throw domain_error("weierstrass half-periods: g2^3 = 27 g3^2 (g2 = " + to_text(g2_, 10) +
                       ", g3 = " + to_text(g3_, 10) +
                       "): the lattice is degenerate and has no two half-periods");
  }
  // Re and Im of ω1, ω3, e1, e2, e3, η1, η3, and of the sums ω2, η2
  const std::array<T, 18> v = with_guard<T>(0, [&]<class W>(working<W>) {
    return with_kernel<W>([&](const detail::weierstrass_kernel<W>& k) {
      const W zero(0);
      const bool rhombic = k.rhombic();
      const W part = rhombic ? W(W(1) / 2) : W(1);
      const W share = rhombic ? part : zero;  // of ω1 in ω3
      const W& omega = k.real_half_period();
      const W x = k.imaginary_half_period() * part;
      const W eta = k.real_eta();
      const W kappa = k.imaginary_eta() * part;
      const auto& e = k.roots();
      const W mean = -e.e1 / 2;
      return guarded{std::array<W, 18>{omega, zero, W(omega + share * omega), x, W(share * omega),
                                       x, e.e1, zero, rhombic ? mean : e.e2, rhombic ? e.im2 : zero,
                                       rhombic ? mean : e.e3, rhombic ? W(-e.im2) : zero, eta, zero,
                                       W(eta + share * eta), kappa, W(share * eta), kappa},
                     k.eta_lost_bits()};
    });
  });
  return {{v[0], v[1]},   {v[2], v[3]},   {v[4], v[5]},   {v[6], v[7]},  {v[8], v[9]},
          {v[10], v[11]}, {v[12], v[13]}, {v[14], v[15]}, {v[16], v[17]}};
}

template <class T>
T weierstrass_relative_discriminant(const T& g2, const T& g3) {
  if (!is_finite(g2) || !is_finite(g3)) {
    throw domain_error("weierstrass: g2 and g3 must be finite");
  }
  if (g2 == T(0) && g3 == T(0)) {
    return T(0);
  }
  const auto [difference, sum] = detail::exact_discriminant(g2, g3);
  const precision_scope scope(detail::digits_for_bits(3L * scalar_traits<T>::bits() + 16));
  return detail::convert_precision<T>(mp(*difference / *sum));
}

namespace detail {

/// The nearest integer to x as an int, if x is within `tolerance` of it and small.
template <class W>
bool small_integer(const W& x, const W& tolerance, int& n) {
  const double approximate = to_double(x);
  if (!(std::fabs(approximate) < 1e6)) {
    return false;
  }
  n = static_cast<int>(std::lround(approximate));
  return abs(W(x - n)) < tolerance;
}

}  // namespace detail

template <class T>
weierstrass_invariant_pair<T> weierstrass_invariants(const complex<T>& omega1,
                                                     const complex<T>& omega3) {
  const auto refuse = [&](const char* reason) {
    throw domain_error("weierstrass invariants of omega1 = " + to_text(omega1.re, 10) + " + " +
                       to_text(omega1.im, 10) + "*i, omega3 = " + to_text(omega3.re, 10) + " + " +
                       to_text(omega3.im, 10) + "*i: " + reason);
  };
  if (!is_finite(omega1) || !is_finite(omega3)) {
    refuse("they must be finite");
  }
  const int bits = scalar_traits<T>::bits();  // of T, before with_guard opens a wider scope
  const std::array<T, 2> g = with_guard<T>(0, [&]<class W>(working<W>) {
    const complex<W> a{widen<W>(omega1.re), widen<W>(omega1.im)};
    const complex<W> b{widen<W>(omega3.re), widen<W>(omega3.im)};
    // conj(a) = k a + l b, conj(b) = n a − k b: a real lattice has integers here
    const W area = a.re * b.im - a.im * b.re;
    const W size = abs(W(a.re * b.im)) + abs(W(a.im * b.re));
    const W unit = ldexp(W(8), 1 - bits);
    if (!(size * unit < abs(area))) {
      refuse("they must not be on one line through 0");
    }
    const W loss = size / abs(area);
    int k = 0;
    int l = 0;
    int n = 0;
    const W kw = (a.re * b.im + a.im * b.re) / area;
    const W lw = a.re * a.im * (-2) / area;
    const W nw = b.re * b.im * 2 / area;
    const auto near = [&](const W& x, int& i) {
      return detail::small_integer(x, W(unit * loss * (abs(x) + W(1))), i);
    };
    if (!near(kw, k) || !near(lw, l) || !near(nw, n) || k * k + l * n != 1) {
      refuse(
          "the lattice is neither rectangular nor rhombic about the real axis, so its invariants "
          "are not real");
    }
    // the primitive real and imaginary half-periods: a + conj a or b + conj b, and the differences
    const auto primitive = [](int p, int q, int r, int s) {
      const bool first = p != 0 || q != 0;
      const int x = first ? p : r;
      const int y = first ? q : s;
      const int divisor = std::gcd(x, y);
      return std::pair{x / divisor, y / divisor};
    };
    const auto [real_a, real_b] = primitive(1 + k, l, n, 1 - k);
    const auto [imaginary_a, imaginary_b] = primitive(1 - k, -l, -n, 1 + k);
    const W omega = abs(W(a.re * real_a + b.re * real_b));
    const W x = abs(W(a.im * imaginary_a + b.im * imaginary_b));
    const bool rhombic = std::abs(real_a * imaginary_b - real_b * imaginary_a) == 2;
    // Eisenstein series in the turned frame of weierstrass_kernel: g2 = (4/3) c⁴ E4, g3 = (8/27) c⁶ E6
    const bool turned = x < omega;
    const W pi_ = pi<W>();
    const W c = pi_ / ((turned ? x : omega) * 2);
    const W exponent = pi_ * (turned ? W(omega / x) : W(x / omega)) * (rhombic ? 1 : 2);
    W h = exp(W(-exponent));
    if (rhombic) {
      h = -h;
    }
    const double decay = to_double(exponent) / std::log(2.0);
    W e4(0);
    W e6(0);
    W power(1);
    for (int j = 1; (j - 1) * decay < scalar_traits<W>::bits() + 5 * std::log2(j); ++j) {
      end_if_interrupted();
      power = power * h;
      const W jw(j);
      const W term = jw * jw * jw * power / (W(1) - power);
      e4 += term;
      e6 += term * jw * jw;
    }
    e4 = e4 * 240 + 1;
    e6 = W(1) - e6 * 504;
    if (omega == x) {
      e6 = W(0);  // the square lattice
    }
    const W c2 = c * c;
    const W g2 = c2 * c2 * e4 * 4 / 3;
    const W g3 = c2 * c2 * c2 * e6 * 8 / 27;
    const long lost4 = -binary_exponent(e4);
    const long lost6 = e6 == W(0) ? 0 : -binary_exponent(e6);
    const long lost = lost4 < lost6 ? lost6 : lost4;
    return guarded{std::array<W, 2>{g2, turned ? W(-g3) : g3}, lost < 0 ? 0 : lost};
  });
  if (!is_finite(g[0]) || !is_finite(g[1])) {
    refuse("the invariants are beyond the range of the scalar");
  }
  return {g[0], g[1]};
}

}  // namespace plumbline
