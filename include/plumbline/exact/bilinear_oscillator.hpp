// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The exact motion of the bilinear oscillator, any start, k > 0, any hardening p (NX section 7.4).
//
// In a zone with the frequency λ = k/m (inside) or λ = k p/m (beyond the yield displacement Y) the motion from (x_0, v_0) is
//
//   x = x_0 + v_0 S(t) + 2 a_0 S(t/2)²,  v = v_0 C(t) + a_0 S(t),  a_0 = −F(x_0)/m,  C = cos √λ t,  S = sin(√λ t)/√λ,
//
// continued to λ ≤ 0. Energy gives the speed at |x| = Y, w² = 2 (E − V(Y))/m, and half angles the times between crossings:
//
//   from (x_0, v_0) inside to the boundary ahead   (atan2(√λ Y, w) − atan2(√λ x_0 σ, |v_0|))/√λ,  σ the sign of v_0
//   across the inside                              (2/√λ) atan(√λ Y/w)
//   from (x_0, v_0) beyond, d = x_0 − Y, and back  2 A(λ, (w + v_0)/(2kY/m + λ d)) = 2 A(λ, d/(w − v_0))
//
// with A(λ, T) = atan(√λ T)/√λ, for λ < 0 atanh(√−λ T)/√−λ: where that is not real, the motion does not come back. A half
// turn takes (x, v) to (−x, −v), so that late times cost no more than early ones. From x = 2, v = 0 with NX's values the
// crossings are at acos(2/3)/√5 and (2/√10) atan(√10/5) later.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/core/phase_point.hpp>
#include <plumbline/exact/oscillation.hpp>
#include <plumbline/mechanics/systems/bilinear_oscillator.hpp>
#include <plumbline/scalar/guard.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace plumbline {

namespace detail {

/// A(λ, T) for T ≥ 0; none where the hyperbolic one is infinite.
template <class W>
std::optional<W> half_angle(const W& lambda, const W& tangent) {
  using std::atan;
  using std::log;
  using std::sqrt;
  if (lambda == W(0)) {
    return tangent;
  }
  const W rate = sqrt(lambda < W(0) ? W(-lambda) : lambda);
  const W x = rate * tangent;
  if (W(0) < lambda) {
    return W(atan(x) / rate);
  }
  if (!(x < W(1))) {
    return std::nullopt;
  }
  // log(1 + y) without a loss for small y (Kahan); Boost 1.81 has no log1p for quad
  const W y = x * 2 / (W(1) - x);
  const W sum = W(1) + y;
  return W((sum == W(1) ? y : W(y * log(sum) / (sum - W(1)))) / (rate * 2));
}

/// The motion as a sequence of pieces, in the working type W.
template <class W>
class bilinear_motion {
 public:
  bilinear_motion(const bilinear_oscillator<W>& o, const W& x0, const W& v0)
      : inside_{o.k / o.m}, beyond_{inside_ * o.hardening}, yield_(o.yield), x0_(x0), v0_(v0) {
    using std::atan2;
    using std::sqrt;
    const bool right = W(0) < x0 || (x0 == W(0) && W(0) < v0);
    side_ = right ? 1 : -1;
    const W x = right ? x0 : W(-x0);
    const W v = right ? v0 : W(-v0);
    const W past = x - o.yield;
    starts_beyond_ = W(0) < past || (past == W(0) && W(0) < v);
    const W stiff =
        starts_beyond_ ? W(inside_ * o.yield * 2 + beyond_ * past) : W(inside_ * (x + o.yield));
    const W square = v * v + past * stiff;  // w²
    lost_ = binary_exponent(W(v * v)) - binary_exponent(square);
    lost_ = std::max(lost_, 0L);
    if (!(W(0) < square)) {
      return;
    }
    const W w = sqrt(square);
    if (starts_beyond_) {
      if (v < W(0)) {
        first_ = twice(half_angle(beyond_, W(past / (w - v))));
      } else if (W(0) < stiff) {
        first_ = twice(half_angle(beyond_, W((w + v) / stiff)));
      }
    } else {
      const W rate = sqrt(inside_);
      const bool outward = W(0) < v;
      // with the velocity to the right: the boundary ahead is the right one
      const W ahead = outward ? x : W(-x);
      const W speed = outward ? v : W(-v);
      first_ = W((atan2(W(rate * o.yield), w) - atan2(W(rate * ahead), speed)) / rate);
    }
    if (!first_) {
      return;
    }
    const W rate = sqrt(inside_);
    across_ = W(atan2(W(rate * o.yield), w) * 2 / rate);
    out_and_back_ = twice(half_angle(beyond_, W(w / (inside_ * o.yield))));
    boundary_speed_ = w;
  }

  guarded<std::array<W, 2>> state(const W& t) const {
    using std::floor;
    if (!first_ || !(*first_ < t)) {
      return {from(x0_, v0_, starts_beyond_ ? zone::beyond : zone::inside, t), lost_};
    }
    // the piece after the first crossing, on the right-hand side or mirrored: outwards at Y, or inwards from Y
    const bool outwards = !starts_beyond_;
    W rest = t - *first_;
    int mirror = starts_beyond_ ? side_ : W(0) < v0_ ? 1 : -1;  // where the first crossing is
    if (out_and_back_) {
      const W half = across_ + *out_and_back_;
      const W turns = floor(W(rest / half));
      rest -= turns * half;
      mirror = turns == floor(W(turns / 2)) * 2 ? mirror : -mirror;
    }
    std::array<W, 2> y;
    const W& w = boundary_speed_;
    if (outwards) {
      const bool still = !out_and_back_ || rest < *out_and_back_;
      y = still ? from(yield_, w, zone::beyond, rest)
                : from(yield_, W(-w), zone::inside, W(rest - *out_and_back_));
    } else {
      const bool still = rest < across_;
      y = still ? from(yield_, W(-w), zone::inside, rest)
                : from(W(-yield_), W(-w), zone::beyond, W(rest - across_));
    }
    if (mirror < 0) {
      y = {-y[0], -y[1]};
    }
    return {y, lost_};
  }

  /// The first crossings of |x| = Y, at most four: a period of them.
  std::vector<W> crossings() const {
    std::vector<W> times;
    if (!first_) {
      return times;
    }
    times.push_back(*first_);
    bool inside = starts_beyond_;
    while (times.size() < 4 && (inside || out_and_back_)) {
      times.push_back(W(times.back() + (inside ? across_ : *out_and_back_)));
      inside = !inside;
    }
    return times;
  }

  std::optional<W> period() const {
    using std::sqrt;
    if (first_) {
      return twice(out_and_back_ ? std::optional<W>(across_ + *out_and_back_) : std::nullopt);
    }
    return starts_beyond_ ? std::nullopt : std::optional<W>(pi<W>() * 2 / sqrt(inside_));
  }
  long lost_bits() const { return lost_; }

 private:
  static std::optional<W> twice(const std::optional<W>& x) {
    return x ? std::optional<W>(*x * 2) : std::nullopt;
  }
  enum class zone { inside, beyond };
  /// Where the motion of one law is at the time t after it was at x with the velocity v.
  std::array<W, 2> from(const W& x, const W& v, zone law, const W& t) const {
    const bool beyond = law == zone::beyond;
    const W& lambda = beyond ? beyond_ : inside_;
    const W offset = W(x < W(0) ? -1 : 1) * (inside_ - beyond_) * yield_;
    const W a = beyond ? W(-(beyond_ * x + offset)) : W(-(inside_ * x));
    const oscillation<W> full = oscillate(lambda, t);
    const oscillation<W> half = oscillate(lambda, W(t / 2));
    return {W(x + v * full.s + a * 2 * (half.s * half.s)), W(v * full.c + a * full.s)};
  }

  W inside_;  ///< λ
  W beyond_;
  W yield_;
  W x0_;
  W v0_;
  int side_ = 1;
  bool starts_beyond_ = false;
  long lost_ = 0;
  std::optional<W> first_;         ///< the time of the first crossing
  W across_{0};                    ///< the time between the boundaries
  std::optional<W> out_and_back_;  ///< the time beyond one; none where there is no return
  W boundary_speed_{0};
};

}  // namespace detail

/// The motion through (x0, v0) at the time 0. Throws invalid_input for numbers that are not finite, domain_error unless m,
/// k and yield are positive.
template <class T>
class bilinear_solution {
 public:
  bilinear_solution(bilinear_oscillator<T> oscillator, const T& x0, const T& v0)
      : oscillator_(std::move(oscillator)), x0_(x0), v0_(v0) {
    const auto& o = oscillator_;
    for (const T& value : {o.m, o.k, o.yield, o.hardening, x0_, v0_}) {
      if (!is_finite(value)) {
        throw invalid_input("bilinear_solution: the numbers must be finite");
      }
    }
    if (!(T(0) < o.m) || !(T(0) < o.k) || !(T(0) < o.yield)) {
      throw domain_error("bilinear_solution: m, k and yield must be positive");
    }
  }

  /// x in q and v in p at the time t after the start.
  phase_point<T> state(const T& t) const {
    if (!is_finite(t)) {
      throw invalid_input("bilinear_solution: the time must be finite");
    }
    using std::abs;
    using std::sqrt;
    const bool backwards = t < T(0);
    const T phase =
        sqrt(T(oscillator_.k * (abs(oscillator_.hardening) + 1) / oscillator_.m)) * abs(t);
    const long phase_bits = T(1) < phase ? binary_exponent(phase) : 0;
    auto y = with_guard<T>(phase_bits, [&](auto tag) {
      using W = typename decltype(tag)::type;
      const W elapsed = widen<W>(t);
      return (backwards ? reversed_motion<W>() : motion<W>())
          .state(backwards ? W(-elapsed) : elapsed);
    });
    return {vector<T>::Constant(1, y[0]), vector<T>::Constant(1, backwards ? T(-y[1]) : y[1])};
  }

  T energy() const {
    const std::array<T, 2> y = {x0_, v0_};
    return with_guard<T>(0, [&](auto tag) {
      using W = typename decltype(tag)::type;
      const W x = widen<W>(y[0]);
      const W v = widen<W>(y[1]);
      return widened<W>().energy(std::span<const W>(&x, 1), std::span<const W>(&v, 1));
    });
  }
  /// The time of a whole turn; none where the motion does not come back.
  std::optional<T> period() const {
    const auto found = evaluate([](const auto& m) {
      const auto p = m.period();
      return p ? std::vector{*p} : std::vector<std::decay_t<decltype(*p)>>();
    });
    return found.empty() ? std::nullopt : std::optional<T>(found.front());
  }
  /// When |x| crosses the yield displacement, counted from the start: the first four times, which are a period of them.
  std::vector<T> crossing_times() const {
    return evaluate([](const auto& m) { return m.crossings(); });
  }

 private:
  template <class W>
  bilinear_oscillator<W> widened() const {
    const auto& o = oscillator_;
    return {widen<W>(o.m), widen<W>(o.k), widen<W>(o.yield), widen<W>(o.hardening)};
  }
  template <class W>
  detail::bilinear_motion<W> motion() const {
    return {widened<W>(), widen<W>(x0_), widen<W>(v0_)};
  }
  /// The motion in the reversed time.
  template <class W>
  detail::bilinear_motion<W> reversed_motion() const {
    return {widened<W>(), widen<W>(x0_), W(-widen<W>(v0_))};
  }
  /// A list of at most four numbers, each rounded once.
  template <class F>
  std::vector<T> evaluate(F&& f) const {
    std::size_t count = 0;
    const auto padded = with_guard<T>(0, [&](auto tag) {
      using W = typename decltype(tag)::type;
      const auto m = motion<W>();
      const std::vector<W> values = f(m);
      count = values.size();
      std::array<W, 4> four = {W(0), W(0), W(0), W(0)};
      std::copy(values.begin(), values.end(), four.begin());
      return guarded{four, m.lost_bits()};
    });
    return {padded.begin(), padded.begin() + static_cast<std::ptrdiff_t>(count)};
  }

  bilinear_oscillator<T> oscillator_;
  T x0_;
  T v0_;
};

}  // namespace plumbline
