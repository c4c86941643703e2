// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The exact motion of m x″ + c x′ + k x = A exp(−λ t) sin(Ω t + φ), for any real parameters with m > 0 (NX (46); (47) with
// the values given there, which are those of resonance).
//
// With a = c/(2m), D = k/m − a², s = −λ + iΩ, P(z) = z² + 2a z + k/m and the responses of the free system
//
//   S(t) = exp(−a t) sin(√D t)/√D,   C(t) = exp(−a t) cos √D t       (continued to D ≤ 0 by sinh and cosh)
//   x = x_0 C + (v_0 + a x_0) S + Im (A/m) exp(iφ) R(t)
//
// where R, the response to exp(s t) from rest, is the divided difference of exp(z t) at −a + √−D, −a − √−D and s:
//
//   R = (exp(s t) − C − (s + a) S)/P(s)                                   away from resonance
//   R = t² exp(s t) E,  E = exp[d1, d2, 0],  d = (−a ± √−D − s) t         next to it
//     E = (g(d1) − g(d2))/(d1 − d2),  g(d) = (exp(d) − 1)/d               where one d is small
//     E = Σ h_n/(n + 2)!,  h_n = (d1 + d2) h_{n−1} − d1 d2 h_{n−2}        where both are: resonance with critical damping
//
// so that every case goes over into its neighbours without a loss of digits. R′ = s R + S gives the velocity.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/core/phase_point.hpp>
#include <plumbline/exact/oscillation.hpp>
#include <plumbline/math/complex.hpp>
#include <plumbline/mechanics/systems/damped_forced_oscillator.hpp>
#include <plumbline/scalar/guard.hpp>

#include <algorithm>
#include <array>
#include <optional>

namespace plumbline {

namespace detail {

/// Σ_{n ≥ 0} h_n/(n + first)!, where next(n) gives h_n for n = 0, 1, 2 …, which grows about as 2^n at most: until the
/// terms no longer count.
template <class W, class Next>
complex<W> factorial_series(int first, Next&& next) {
  W factor(1);
  for (int n = 2; n <= first; ++n) {
    factor /= W(n);
  }
  complex<W> sum(W(0));
  W bound = factor;
  const W small = factor * epsilon<W>() / 16;
  for (int n = 0; small < bound; ++n) {
    sum = sum + factor * next(n);
    factor /= W(n + first + 1);
    bound *= W(2) / W(n + first + 1);
  }
  return sum;
}

/// g(d) = (exp(d) − 1)/d.
template <class W>
complex<W> exponential_quotient(const complex<W>& d) {
  if (binary_exponent(d) >= 0) {
    return (exponential(d) + W(-1)) / d;
  }
  complex<W> power(W(1));
  return factorial_series<W>(1, [&](int n) {
    if (n > 0) {
      power = power * d;
    }
    return power;
  });
}

/// x and v of the motion in the working type W.
template <class W>
class forced_motion {
 public:
  forced_motion(const damped_forced_oscillator<W>& o, const W& t0)
      : a_(o.c / (o.m * 2)),
        d_(o.k / o.m - a_ * a_),
        s_(W(-o.decay), o.frequency),
        at_s_(square(s_) + a_ * 2 * s_ + W(o.k / o.m)) {
    using std::exp;
    const auto angle = sin_cos(W(o.phase + o.frequency * t0));
    const W size = o.amplitude / o.m * exp(W(-(o.decay * t0)));
    load_ = {size * angle.cos, size * angle.sin};
  }

  /// The square of the free system's frequency.
  const W& discriminant() const { return d_; }

  guarded<std::array<W, 2>> state(const W& x0, const W& v0, const W& t) const {
    using std::exp;
    const oscillation<W> free = oscillate(d_, t);
    const W decay = exp(W(-(a_ * t)));
    const W c = decay * free.c;
    const W s = decay * free.s;
    const complex<W> r = response(t, c, s);
    const complex<W> r_rate = s_ * r + s;
    const W start = v0 + a_ * x0;
    const std::array<W, 3> x = {x0 * c, start * s, (load_ * r).im};
    const std::array<W, 4> v = {-(a_ * (x[0] + x[1])), start * c, -(d_ * (x0 * s)),
                                (load_ * r_rate).im};
    const W position = x[0] + x[1] + x[2];
    const W velocity = v[0] + v[1] + v[2] + v[3];
    const long lost_in_x = cancelled(x, position);
    const long lost_in_v = cancelled(v, velocity);
    // a component that passes through zero has no digits of its own: the other tells the size of the motion
    return {{position, velocity}, lost_to_cases_ + std::min(lost_in_x, lost_in_v)};
  }

 private:
  template <std::size_t N>
  static long cancelled(const std::array<W, N>& terms, const W& sum) {
    long largest = binary_exponent(terms[0]);
    for (const W& term : terms) {
      largest = std::max(largest, binary_exponent(term));
    }
    const long own = binary_exponent(sum);
    return own < largest ? largest - own : 0;
  }

  complex<W> response(const W& t, const W& c, const W& s) const {
    using std::abs;
    using std::sqrt;
    const W root = sqrt(W(abs(d_)));
    const complex<W> split = d_ < W(0) ? complex<W>(root) : complex<W>(W(0), root);  // √−D
    const complex<W> middle = complex<W>(W(-a_)) - s_;
    const complex<W> one = t * (middle + split);
    const complex<W> other = t * (middle - split);
    const bool ordered = binary_exponent(one) < binary_exponent(other);
    const complex<W> d1 = ordered ? one : other;
    const complex<W> d2 = ordered ? other : one;
    if (binary_exponent(d1) >= 0) {  // 1/2 or more
      return (exponential(t * s_) - complex<W>(c) - s * (s_ + a_)) / at_s_;
    }
    const complex<W> scale = (t * t) * exponential(t * s_);
    if (binary_exponent(d2) > 1) {  // 2 or more
      return scale * ((exponential_quotient(d2) - exponential_quotient(d1)) / (d2 - d1));
    }
    const complex<W> sum = (t * 2) * middle;
    const complex<W> product = (t * t) * at_s_;
    complex<W> h(W(1));
    complex<W> before(W(0));
    return scale * factorial_series<W>(2, [&](int n) {
             if (n > 0) {
               const complex<W> next = sum * h - product * before;
               before = h;
               h = next;
             }
             return h;
           });
  }

  static constexpr long lost_to_cases_ = 4;
  W a_;
  W d_;
  complex<W> s_;
  complex<W> at_s_;  ///< P(s)
  complex<W> load_;
};

}  // namespace detail

/// The motion through (t0, x0, v0). Throws invalid_input for numbers that are not finite, domain_error unless m > 0.
template <class T>
class damped_forced_solution {
 public:
  damped_forced_solution(damped_forced_oscillator<T> oscillator, const T& x0, const T& v0,
                         const T& t0 = T(0))
      : oscillator_(std::move(oscillator)), x0_(x0), v0_(v0), t0_(t0) {
    for (const auto& p : damped_forced_oscillator<T>::parameters()) {
      require_finite(oscillator_.*(p.member));
    }
    require_finite(x0_);
    require_finite(v0_);
    require_finite(t0_);
    if (!(T(0) < oscillator_.m)) {
      throw domain_error("damped_forced_solution: the mass must be positive");
    }
  }

  /// x in q and v in p at the time t after the start.
  phase_point<T> state(const T& t) const {
    require_finite(t);
    using std::abs;
    using std::sqrt;
    const T rate = sqrt(T(abs(oscillator_.k) / oscillator_.m)) +
                   abs(oscillator_.c) / oscillator_.m + abs(oscillator_.decay) +
                   abs(oscillator_.frequency);
    const T phase = rate * (abs(t) + abs(t0_));
    const long phase_bits = T(1) < phase ? 2 * binary_exponent(phase) : 0;
    const auto y = with_guard<T>(phase_bits, [&](auto tag) {
      using W = typename decltype(tag)::type;
      return motion<W>().state(widen<W>(x0_), widen<W>(v0_), widen<W>(t));
    });
    return {vector<T>::Constant(1, y[0]), vector<T>::Constant(1, y[1])};
  }

  /// 2π/√D, of the free system; none where it does not oscillate.
  std::optional<T> period() const {
    const T d = with_guard<T>(2 * scalar_traits<T>::bits(), [&](auto tag) {
      using W = typename decltype(tag)::type;
      return motion<W>().discriminant();
    });
    if (!(T(0) < d)) {
      return std::nullopt;
    }
    using std::sqrt;
    return T(pi<T>() * 2 / sqrt(d));
  }

 private:
  static void require_finite(const T& x) {
    if (!is_finite(x)) {
      throw invalid_input("damped_forced_solution: the numbers must be finite");
    }
  }
  template <class W>
  detail::forced_motion<W> motion() const {
    const auto& o = oscillator_;
    return {damped_forced_oscillator<W>{widen<W>(o.m), widen<W>(o.c), widen<W>(o.k),
                                        widen<W>(o.amplitude), widen<W>(o.decay),
                                        widen<W>(o.frequency), widen<W>(o.phase)},
            widen<W>(t0_)};
  }

  damped_forced_oscillator<T> oscillator_;
  T x0_;
  T v0_;
  T t0_;
};

}  // namespace plumbline
