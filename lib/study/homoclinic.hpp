// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Homoclinic points of a symplectic step Φ with one degree of freedom, in as many digits as their splitting needs.
//
//   W^u(t) = lim Φⁿ(z* + s_0 e^{t − nh} v),  Φ(W(t)) = W(t + h),  h = ln λ,  v = (1, (λ − A_11)/A_12),  A = DΦ(z*)
//
// and W^s likewise from the steps back. At a homoclinic point ω = Ω(dW^u/dt, dW^s/dt), Ω(a, b) = a_q b_p − a_p b_q: the same along
// the orbit and in symplectic coordinates (Gelfreich & Lazutkin 2001). s_0 = 10^{−S}: errors are O(s_0³) across the manifold and O(s_0)
// relative along it, so no further coefficients of the manifold are needed.
//
//   with a reversor   Newton on t for W^u(t) ∈ Fix R: q = q_mid, ω = −2 q′p′ between two equilibria; p = 0, ω = 2 q′p′ on a loop. The
//                     other orbit lies on Fix RΦ.
//   without           t_s makes W^u(t_u) − W^s(t_s) orthogonal to dW^s/dt; G(t_u) = Ω(W^u − W^s, dW^s/dt) vanishes at the two orbits,
//                     with the slope ω there.
#pragma once

#include "study/step_tangent.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/core/interruption.hpp>
#include <plumbline/math/magnitude.hpp>
#include <plumbline/scalar/text.hpp>

#include <cmath>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <utility>

namespace plumbline::detail {

/// A point of the plane (q, p), or a tangent.
struct plane_vector {
  mp q{0};
  mp p{0};
};
inline mp area(const plane_vector& a, const plane_vector& b) { return a.q * b.p - a.p * b.q; }
inline mp square(const plane_vector& a) { return a.q * a.q + a.p * a.p; }

/// A point of a manifold and its derivative by the time along it.
struct manifold_point {
  plane_vector z;
  plane_vector u;
};

/// The step of a scheme and its inverse, with tangents.
class plane_map {
 public:
  using D = tangent_number<mp>;

  plane_map(const problem& p, const scheme_choice& scheme, mp t, mp h, bool symmetric)
      : stepper_(scheme.entry->make<D>(scheme.values, make_tangent_system<mp>(p))),
        t_(std::move(t)),
        h_(std::move(h)),
        symmetric_(symmetric) {}

  /// x ← (Φ(z), DΦ u). Throws step_failure where the step cannot be made.
  void advance(manifold_point& x) { step(x, h_); }

  /// x ← (Φ⁻¹(z), DΦ⁻¹ u).
  void retreat(manifold_point& x) {
    const mp back = -h_;
    if (symmetric_) {
      step(x, back);
      return;
    }
    manifold_point guess = x;
    step(guess, back);
    plane_vector w = guess.z;
    constexpr int most = 60;
    mp before(-1);
    for (int k = 0; k < most; ++k) {
      manifold_point by_q{w, {mp(1), mp(0)}};
      manifold_point by_p{w, {mp(0), mp(1)}};
      step(by_q, h_);
      step(by_p, h_);
      const plane_vector r{by_q.z.q - x.z.q, by_q.z.p - x.z.p};
      const mp det = area(by_q.u, by_p.u);
      const mp dq = area(r, by_p.u) / det;
      const mp dp = area(by_q.u, r) / det;
      const mp size = dq * dq + dp * dp;
      const bool small = size <= (square(w) + 1) * epsilon<mp>() * epsilon<mp>() * 64;
      if (small || (before >= 0 && size >= before && k > 4)) {
        x = {w, {area(x.u, by_p.u) / det, area(by_q.u, x.u) / det}};
        return;
      }
      before = size;
      w.q -= dq;
      w.p -= dp;
    }
    throw std::runtime_error("the inverse of a step is not found");
  }

  /// DΦ at z: columns by q and by p.
  std::pair<plane_vector, plane_vector> derivative(const plane_vector& z) {
    manifold_point by_q{z, {mp(1), mp(0)}};
    manifold_point by_p{z, {mp(0), mp(1)}};
    step(by_q, h_);
    step(by_p, h_);
    return {by_q.u, by_p.u};
  }

 private:
  void step(manifold_point& x, const mp& h) {
    end_if_interrupted();
    vector<D> q(1);
    vector<D> p(1);
    q[0] = D(x.z.q);
    p[0] = D(x.z.p);
    q[0].tangent[0] = x.u.q;
    p[0].tangent[0] = x.u.p;
    vector<D> state = stepper_.start({q, p}, D(t_));
    const solve_report report = stepper_.step(state, D(t_), D(h));
    if (!report.ok()) {
      throw step_failure(0, to_text(t_, 6), report, "along the separatrix");
    }
    const phase_point<D> z = stepper_.phase(state, D(t_));
    x = {{z.q[0].value, z.p[0].value}, {z.q[0].tangent[0], z.p[0].tangent[0]}};
  }

  any_stepper<D> stepper_;
  mp t_;
  mp h_;
  bool symmetric_;
};

/// A hyperbolic fixed point: its multipliers, and the slopes p/q of its directions.
struct saddle {
  plane_vector z;
  mp exponent;  ///< ln λ
  mp unstable;
  mp stable;
  mp trace;
};

inline saddle saddle_at(plane_map& map, const plane_vector& z) {
  using std::log;
  using std::sqrt;
  const auto [by_q, by_p] = map.derivative(z);
  saddle s{z, mp(0), mp(0), mp(0), mp(by_q.q + by_p.p)};
  const mp half = s.trace / 2;
  const mp det = area(by_q, by_p);
  if (half * half > det && half > 0) {
    const mp lambda = half + sqrt(mp(half * half - det));
    s.exponent = log(lambda);
    s.unstable = (lambda - by_q.q) / by_p.q;
    s.stable = (det / lambda - by_q.q) / by_p.q;
  }
  return s;
}

/// What the separatrix joins, and how it is cut.
struct connection {
  saddle from;
  saddle to;
  int branch = 1;             ///< leaves towards larger or smaller q
  bool loop = false;          ///< comes back to where it began
  bool has_reversor = false;  ///< scheme and system have one
  mp middle{0};               ///< the q of the line of symmetry between two equilibria
};

/// Positions of the two orbits along W^u, in its time, from the node `steps` on.
struct orbit_times {
  std::int64_t steps = 0;
  mp first{0};
  mp other{0};
};

struct orbit_point {
  mp invariant{0};  ///< ω
  manifold_point at;
  mp angle{0};
};

struct split_orbits {
  orbit_times times;
  orbit_point first;
  orbit_point other;
};

class homoclinic_search {
 public:
  /// `small`: S. `exact`: how many digits a time has.
  homoclinic_search(plane_map& map, connection c, int small, int exact)
      : map_(map), c_(std::move(c)), exact_(exact) {
    using std::pow;
    start_ = pow(mp(10), mp(-small));
  }

  const connection& joined() const { return c_; }
  const mp& start_distance() const { return start_; }

  /// W^u(t) after n steps.
  manifold_point unstable(const mp& t, std::int64_t n) {
    manifold_point x = unstable_start(t);
    for (std::int64_t k = 0; k < n; ++k) {
      map_.advance(x);
    }
    return x;
  }
  manifold_point unstable_start(const mp& t) const {
    using std::exp;
    const mp size = start_ * exp(t) * c_.branch;
    const plane_vector d{size, size * c_.from.unstable};
    return {{c_.from.z.q + d.q, c_.from.z.p + d.p}, d};
  }

  split_orbits find() {
    split_orbits found;
    const mp h = c_.from.exponent;
    manifold_point x = unstable_start(mp(0));
    std::int64_t n = 0;
    const auto most =
        static_cast<std::int64_t>(4 * (-log2_magnitude(start_) * 0.7 + 40) / to_double(h) + 200);
    for (; !passed(x.z); ++n) {
      if (n > most) {
        throw std::runtime_error(
            "the unstable manifold does not come to the middle of the separatrix");
      }
      map_.advance(x);
    }
    found.times.steps = n;
    if (c_.has_reversor) {
      by_reversor(x, h, found);
    } else {
      by_both_manifolds(x, h, found);
    }
    return found;
  }

 private:
  /// Behind the middle: of the way between two equilibria, or of a loop.
  bool passed(const plane_vector& z) const {
    return c_.loop ? (z.p - c_.from.z.p) * c_.branch <= 0 && (z.q - c_.from.z.q) * c_.branch > 0 &&
                         away_from_start(z)
                   : (z.q - c_.middle) * c_.branch >= 0;
  }
  bool away_from_start(const plane_vector& z) const {
    return log2_magnitude(mp(z.q - c_.from.z.q)) > log2_magnitude(start_) / 2;
  }

  /// Times between which a value rises from below zero to above it.
  struct bracket {
    mp low;
    mp high;
  };

  /// The first place of the bracket where the value rises through zero. Beside long steps the manifold comes to the line of symmetry more
  /// than once: the primary orbit is where it comes first.
  template <class F>
  bracket first_rise(bracket within, const mp& h, F&& f) const {
    constexpr int parts_of_step = 16;
    if (!(h > 1)) {
      return within;
    }
    mp value(0);
    mp slope(0);
    f(within.low, value, slope);
    for (mp t = within.low; value < 0 && t < within.high;) {
      within.low = t;
      t += h / parts_of_step;
      f(t, value, slope);
      if (value >= 0) {
        return {within.low, t};
      }
    }
    throw std::runtime_error(
        "the homoclinic point is not found: the unstable manifold does not come to the line of "
        "symmetry "
        "where it is looked for; a shorter step may help");
  }

  /// Newton's iteration for a time; f(t, value, slope). It halves the bracket where it would leave it: beside large lobes the value is
  /// far from a line.
  template <class F>
  mp newton(mp t, const mp& h, F&& f, std::optional<bracket> within = {}) const {
    using std::pow;
    const mp enough = pow(mp(10), mp(-(exact_ / 2 + 6)));
    constexpr int most = 80;
    for (int k = 0; k < most; ++k) {
      mp value(0);
      mp slope(1);
      f(t, value, slope);
      if (value == 0) {
        return t;
      }
      mp move = value / slope;
      const mp bound = h / 4;
      if (move > bound) {
        move = bound;
      } else if (move < -bound) {
        move = -bound;
      }
      bool halved = false;
      if (within) {
        (value > 0 ? within->high : within->low) = t;
        halved = !(within->low < t - move && t - move < within->high);
        if (halved) {
          move = t - (within->low + within->high) / 2;
        }
      }
      t -= move;
      if (abs(move) < enough) {
        if (halved && abs(value) > abs(slope) * (enough * 1000)) {
          break;  // an end of the bracket, no root
        }
        return t;
      }
    }
    throw std::runtime_error(
        "the homoclinic point is not found: Newton's iteration does not settle, as where the map "
        "splits nothing, or where the step is too long for a lobe to be followed");
  }

  void by_reversor(const manifold_point& x, const mp& h, split_orbits& found) {
    const std::int64_t n = found.times.steps;
    const auto gap = [&](const plane_vector& z) { return c_.loop ? mp(z.p) : mp(z.q - c_.middle); };
    const auto along = [&](const plane_vector& u) { return c_.loop ? u.p : u.q; };
    const mp guess = -gap(x.z) / along(x.u);
    // the step n is the first behind the middle; where the value falls from a loop's p > 0, its sign is turned
    const mp rising(c_.loop ? -c_.branch : c_.branch);
    const mp margin = h / 100;  // the manifold begins on its tangent
    const auto on_line = [&](const mp& t, mp& value, mp& slope) {
      const manifold_point at = unstable(t, n);
      value = gap(at.z) * rising;
      slope = along(at.u) * rising;
    };
    const bracket first = first_rise({mp(-h - margin), margin}, h, on_line);
    found.times.first =
        newton(first.low < guess && guess < first.high ? guess : mp((first.low + first.high) / 2),
               h, on_line, first);
    const manifold_point at = unstable(found.times.first, n);
    const mp sign(c_.loop ? 2 : -2);
    found.first = {sign * at.u.q * at.u.p, at, mp(0)};
    found.first.angle = angle_of(found.first.invariant, square(at.u));
    const auto between = [&](const mp& t, mp& value, mp& slope) {
      const manifold_point a = unstable(t, n);
      manifold_point b = a;
      map_.advance(b);
      value = (gap(a.z) + gap(b.z)) * rising;
      slope = (along(a.u) + along(b.u)) * rising;
    };
    const bracket other = first_rise(
        {mp(found.times.first - h - margin), mp(found.times.first + margin)}, h, between);
    const mp halfway = found.times.first - h / 2;
    found.times.other = newton(
        other.low < halfway && halfway < other.high ? halfway : mp((other.low + other.high) / 2), h,
        between, other);
    const manifold_point a = unstable(found.times.other, n);
    manifold_point b = a;
    map_.advance(b);
    const mp sum = a.u.q * b.u.p + a.u.p * b.u.q;
    found.other = {c_.loop ? sum : mp(-sum), a, mp(0)};
  }

  static mp angle_of(const mp& invariant, const mp& product) {
    using std::asin;
    return asin(mp(abs(invariant) / product));
  }

  /// W^s by steps back from the distance s_0 e^{−τ} of the other equilibrium.
  manifold_point stable(const mp& tau, std::int64_t m) {
    manifold_point x = stable_start(tau);
    for (std::int64_t k = 0; k < m; ++k) {
      map_.retreat(x);
    }
    return x;
  }
  manifold_point stable_start(const mp& tau) const {
    using std::exp;
    const mp size = start_ * exp(mp(-tau)) * (c_.loop ? c_.branch : -c_.branch);
    const plane_vector d{size, size * c_.to.stable};
    return {{c_.to.z.q + d.q, c_.to.z.p + d.p}, {-d.q, -d.p}};
  }

  void by_both_manifolds(const manifold_point& x, const mp& h, split_orbits& found) {
    const std::int64_t n = found.times.steps;
    // as many steps back as lead to the same part of the plane
    manifold_point y = stable_start(mp(0));
    std::int64_t m = 0;
    const auto behind = [&](const plane_vector& z) {
      return c_.loop ? (z.p - c_.to.z.p) * c_.branch >= 0 &&
                           log2_magnitude(mp(z.q - c_.to.z.q)) > log2_magnitude(start_) / 2
                     : (c_.middle - z.q) * c_.branch >= 0;
    };
    const std::int64_t most = 20 * n + 1000;
    for (; !behind(y.z); ++m) {
      if (m > most) {
        throw std::runtime_error(
            "the stable manifold does not come to the middle of the separatrix");
      }
      map_.retreat(y);
    }
    mp tau(0);
    manifold_point other = y;
    bool begun = false;
    // W^s beside the point: the difference is orthogonal to the manifold
    const auto align = [&](const manifold_point& at) {
      using std::pow;
      const mp enough = pow(mp(10), mp(-(exact_ / 2 + 6)));
      constexpr int steps = 60;
      for (int k = 0; k < steps; ++k) {
        if (begun || k > 0) {
          other = stable(tau, m);
        }
        begun = true;
        const mp move =
            ((at.z.q - other.z.q) * other.u.q + (at.z.p - other.z.p) * other.u.p) / square(other.u);
        tau += move;
        if (abs(move) < enough) {
          other = stable(tau, m);
          return;
        }
      }
      throw std::runtime_error("the stable manifold is not found beside the unstable one");
    };
    const auto gap = [&](const manifold_point& at) {
      return area({at.z.q - other.z.q, at.z.p - other.z.p}, other.u);
    };
    // G is a sine but for parts that are exponentially smaller: its phase from four points
    mp values[4];
    for (int j = 0; j < 4; ++j) {
      const manifold_point at = j == 0 ? x : unstable(mp(j * h / 4), n);
      align(at);
      values[j] = gap(at);
    }
    using std::atan2;
    using std::exp;
    const mp cosine = values[0] - values[2];
    const mp sine = values[1] - values[3];
    const mp pi = atan2(mp(0), mp(-1));
    // G = cosine cos φ + sine sin φ, φ = 2πt/h: zero where it is rising at φ_0, where it is falling half a period on
    const mp phase = atan2(mp(-cosine), sine);
    const auto settle = [&](mp guess, orbit_point& point) {
      manifold_point at;
      const mp t = newton(std::move(guess), h, [&](const mp& time, mp& value, mp& slope) {
        at = unstable(time, n);
        align(at);
        value = gap(at);
        slope = area(at.u, other.u);
      });
      at = unstable(t, n);
      align(at);
      point = {area(at.u, other.u), at, mp(0)};
      using std::sqrt;
      point.angle = angle_of(point.invariant, sqrt(mp(square(at.u) * square(other.u))));
      return t;
    };
    found.times.first = settle(mp(phase * h / (2 * pi)), found.first);
    found.times.other = settle(mp(found.times.first - h / 2), found.other);
    if (found.first.invariant < 0) {
      std::swap(found.first, found.other);
      std::swap(found.times.first, found.times.other);
    }
  }

  plane_map& map_;
  connection c_;
  int exact_;
  mp start_;
};

}  // namespace plumbline::detail
