// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "exact/small_vectors.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/exact/free_body.hpp>
#include <plumbline/math/jacobi.hpp>

#include <algorithm>
#include <string>

namespace plumbline {

namespace {

using detail::conjugate_of;
using detail::times;
using quaternion = detail::quaternion4;
using components = detail::vector3;

enum class motion_kind { steady, separatrix, circling };

/// The body and the start in the digits of the scope.
struct body_state {
  components inertia;
  quaternion q;
  components pi;  ///< Π in body axes

  template <class T>
  explicit body_state(const free_body_start<T>& s) {
    quaternion p;
    for (std::size_t k = 0; k < 4; ++k) {
      q[k] = widen<mp>(s.q[k]);
      p[k] = widen<mp>(s.p[k]);
    }
    const quaternion twice = times(conjugate_of(q), p);
    for (std::size_t k = 0; k < 3; ++k) {
      inertia[k] = widen<mp>(s.inertia[k]);
      pi[k] = twice[k + 1] / 2;
    }
  }
};

/// How the axes of the body are named in the formulas, and what the motion is.
struct named_axes {
  std::array<std::size_t, 3> axis{0, 1, 2};  ///< which axis of the body is the axis 1, 2, 3
  std::array<int, 3> sign{
      1, 1, 1};  ///< of the named components beside those in the body: a proper rotation
  motion_kind kind = motion_kind::steady;
  int side = 1;  ///< sign of j_1 − j_3

  mp named(const components& x, std::size_t k) const { return sign[k] * x[axis[k]]; }
  /// (w, v) with v given in the named axes.
  quaternion in_body(const mp& w, const components& v) const {
    quaternion r{w, mp(0), mp(0), mp(0)};
    for (std::size_t k = 0; k < 3; ++k) {
      r[axis[k] + 1] = sign[k] * v[k];
    }
    return r;
  }
};

/// In so many digits that products of six of the given numbers are exact.
named_axes name_axes(const body_state& body) {
  named_axes r;
  const components& inertia = body.inertia;
  const components& pi = body.pi;
  // Π × Ω = 0, times the moments
  bool steady = true;
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t a = (k + 1) % 3;
    const std::size_t b = (k + 2) % 3;
    steady = steady && (inertia[a] - inertia[b]) * pi[a] * pi[b] == 0;
  }
  if (steady) {
    return r;
  }
  std::array<std::size_t, 3> by_size{0, 1, 2};
  std::sort(by_size.begin(), by_size.end(),
            [&](std::size_t a, std::size_t b) { return inertia[a] < inertia[b]; });
  const auto [small, middle, large] = by_size;
  // 2E − L²/I_middle, times all moments
  const mp level = pi[small] * pi[small] * inertia[large] * (inertia[middle] - inertia[small]) +
                   pi[large] * pi[large] * inertia[small] * (inertia[middle] - inertia[large]);
  r.kind = level == 0 ? motion_kind::separatrix : motion_kind::circling;
  const bool about_large = level < 0;
  r.axis = about_large ? std::array{small, middle, large} : std::array{large, middle, small};
  r.side = about_large ? 1 : -1;
  const bool even = (r.axis[1] + 3 - r.axis[0]) % 3 == 1;
  r.sign[1] = even ? 1 : -1;
  if (pi[r.axis[2]] < 0) {
    r.sign[1] = -r.sign[1];
    r.sign[2] = -1;
  }
  return r;
}

/// The constants of the first screen of free_body.hpp in the digits of the scope.
struct circling_motion {
  named_axes named;
  components j;
  mp momentum;  ///< L
  mp a, b, c;
  mp m1;            ///< 1 − m
  mp rate;          ///< λ
  int first_sign;   ///< of A cn
  int second_sign;  ///< of B sn
  mp factor;        ///< Π_1² (j_1−j_3) + Π_2² (j_2−j_3)
  mp n;
  mp phase;  ///< w_0
  mp bracket_at_start;

  circling_motion(const body_state& body, const named_axes& axes) : named(axes) {
    components pi;
    for (std::size_t k = 0; k < 3; ++k) {
      j[k] = 1 / body.inertia[named.axis[k]];
      pi[k] = named.named(body.pi, k);
    }
    const mp j13 = j[0] - j[2];
    const mp j23 = j[1] - j[2];
    const mp j12 = j[0] - j[1];
    const components square{pi[0] * pi[0], pi[1] * pi[1], pi[2] * pi[2]};
    momentum = sqrt(mp(square[0] + square[1] + square[2]));
    a = sqrt(mp(square[0] + square[1] * j23 / j13));
    b = sqrt(mp(square[0] * j13 / j23 + square[1]));
    c = sqrt(mp(square[2] + square[1] * j12 / j13));
    m1 = named.kind == motion_kind::separatrix
             ? mp(0)
             : mp((square[2] * j23 - square[0] * j12) / (c * c * j23));
    rate = c * sqrt(mp(j13 * j23));
    first_sign = pi[0] < 0 ? -1 : 1;
    second_sign = first_sign * named.side;
    factor = square[0] * j13 + square[1] * j23;
    n = -j12 / j23;
    phase = ellint_f(mp(atan2(mp(second_sign * pi[1] / b), mp(first_sign * pi[0] / a))),
                     complementary(m1));
    bracket_at_start = bracket(phase);
  }

  /// L Π(n; am w | m)/A² − C atan(B tan am w/A)/(A B).
  mp bracket(const mp& w) const {
    const mp amplitude = jacobi_am(w, complementary(m1));
    const mp half_turns = floor(mp(amplitude / pi_here() + mp(1) / 2));
    const mp rest = amplitude - half_turns * pi_here();
    const mp angle = half_turns * pi_here() + atan2(mp(b * sin(rest)), mp(a * cos(rest)));
    return momentum * ellint_pi(n, amplitude, complementary(m1)) / (a * a) - c * angle / (a * b);
  }
  mp chi(const mp& t) const {
    return momentum * j[2] * t + factor / rate * (bracket(mp(phase + rate * t)) - bracket_at_start);
  }
  components named_momentum(const mp& t) const {
    const auto f = jacobi(mp(phase + rate * t), complementary(m1));
    return {first_sign * a * f.cn, second_sign * b * f.sn, c * f.dn};
  }
  /// b: the shortest rotation that takes Π to the axis 3.
  quaternion to_axis(const components& pi) const {
    const mp twice = sqrt(mp(2 * (1 + pi[2] / momentum)));
    return named.in_body(twice / 2, {pi[1] / momentum / twice, -pi[0] / momentum / twice, mp(0)});
  }

 private:
  static mp pi_here() { return pi<mp>(); }
};

/// How many bits the differences of the formulas lose at the time t: by the approach of Π to an axis (A/L), to the separatrix,
/// of moments to one another, and by the turns that have passed.
template <class T>
long bits_lost(const body_state& body, const named_axes& axes, const T& t) {
  const circling_motion motion(body, axes);
  const auto bits_below_one = [](const mp& x) { return std::max(0L, -binary_exponent(x)); };
  long lost = 4 * bits_below_one(mp(motion.a / motion.momentum));
  for (const mp& difference : {mp(motion.j[0] - motion.j[2]), mp(motion.j[1] - motion.j[2])}) {
    lost += 2 * bits_below_one(mp(difference / (motion.j[0] + motion.j[1] + motion.j[2])));
  }
  const mp time = abs(widen<mp>(t));
  const mp turned = time * motion.momentum * (motion.j[0] + motion.j[2]);
  lost += std::max(0L, binary_exponent(turned));
  if (motion.m1 != 0) {
    return lost + 3 * bits_below_one(motion.m1);
  }
  constexpr int bits_by_decay = 6;  // of functions that decay like exp(−w)
  return lost + static_cast<long>(
                    to_double(mp(bits_by_decay * (motion.rate * time + abs(motion.phase) + 1))));
}

/// f(body, axes) in the digits that the answer at the time t takes; numbers that it returns have them.
template <class T, class F>
auto in_enough_digits(const free_body_start<T>& start, const T& t, F&& f) {
  const long bits = scalar_traits<T>::bits();
  constexpr long guard = 64;
  constexpr long exact_products = 7;
  named_axes axes;
  long lost = 0;
  {
    const precision_scope exact(detail::digits_for_bits(exact_products * bits + guard));
    const body_state body(start);
    axes = name_axes(body);
    lost = axes.kind == motion_kind::steady ? std::max(0L, 2 * binary_exponent(t))
                                            : bits_lost(body, axes, t);
  }
  const precision_scope working(detail::digits_for_bits(bits + guard + lost));
  return f(body_state(start), axes);
}

/// q and p.
std::array<mp, 8> numbers_of(const quaternion& q, const components& pi) {
  const quaternion p = times(q, {mp(0), 2 * pi[0], 2 * pi[1], 2 * pi[2]});
  return {q[0], q[1], q[2], q[3], p[0], p[1], p[2], p[3]};
}

std::array<mp, 8> steady_state(const body_state& body, const mp& t) {
  components omega;
  mp square(0);
  for (std::size_t k = 0; k < 3; ++k) {
    omega[k] = body.pi[k] / body.inertia[k];
    square += omega[k] * omega[k];
  }
  if (square == 0) {
    return numbers_of(body.q, body.pi);
  }
  const mp speed = sqrt(square);
  const mp half = speed * t / 2;
  const mp s = sin(half) / speed;
  return numbers_of(times(body.q, {cos(half), s * omega[0], s * omega[1], s * omega[2]}), body.pi);
}

std::array<mp, 8> circling_state(const body_state& body, const named_axes& axes, const mp& t) {
  const circling_motion motion(body, axes);
  const components now = motion.named_momentum(t);
  const quaternion before = conjugate_of(motion.to_axis(motion.named_momentum(mp(0))));
  const mp half = motion.chi(t) / 2;
  const quaternion turn = axes.in_body(cos(half), {mp(0), mp(0), mp(sin(half))});
  const quaternion q = times(body.q, times(before, times(turn, motion.to_axis(now))));
  components pi;
  for (std::size_t k = 0; k < 3; ++k) {
    pi[axes.axis[k]] = axes.sign[k] * now[k];
  }
  return numbers_of(q, pi);
}

template <class T>
void require_start(const free_body_start<T>& start) {
  for (const T& moment : start.inertia) {
    if (!is_finite(moment)) {
      throw invalid_input("free body: a moment of inertia must be finite, got " + to_text(moment));
    }
    if (!(T(0) < moment)) {
      throw domain_error("free body: moments of inertia must be positive, got " +
                         to_text(moment, 10));
    }
  }
  T square(0);
  for (std::size_t k = 0; k < 4; ++k) {
    if (!is_finite(start.q[k]) || !is_finite(start.p[k])) {
      throw invalid_input("free body: q" + std::to_string(k) + " and its momentum must be finite");
    }
    square += start.q[k] * start.q[k];
  }
  using std::abs;
  if (!(abs(T(square - T(1))) < sqrt(epsilon<T>()))) {
    throw domain_error("free body: q must be a unit quaternion, got one with square " +
                       to_text(square, 10));
  }
}

}  // namespace

template <class T>
free_body_solution<T>::free_body_solution(const free_body_start<T>& start) : start_(start) {
  require_start(start_);
}

template <class T>
phase_point<T> free_body_solution<T>::state(const T& t) const {
  if (!is_finite(t)) {
    throw invalid_input("free body: t must be finite, got " + to_text(t));
  }
  const std::array<mp, 8> values =
      in_enough_digits(start_, t, [&](const body_state& body, const named_axes& axes) {
        return axes.kind == motion_kind::steady ? steady_state(body, widen<mp>(t))
                                                : circling_state(body, axes, widen<mp>(t));
      });
  return detail::phase_of<T>(values);
}

template <class T>
free_body_facts<T> free_body_solution<T>::facts() const {
  bool circles = false;
  const std::array<mp, 5> values =
      in_enough_digits(start_, T(1), [&](const body_state& body, const named_axes& axes) {
        std::array<mp, 5> r{mp(0), mp(0), mp(0), mp(0), mp(0)};
        for (std::size_t k = 0; k < 3; ++k) {
          r[0] += body.pi[k] * body.pi[k] / body.inertia[k] / 2;
          r[1] += body.pi[k] * body.pi[k];
        }
        r[1] = sqrt(r[1]);
        circles = axes.kind == motion_kind::circling;
        if (circles) {
          const circling_motion motion(body, axes);
          r[2] = 4 * ellint_k(complementary(motion.m1)) / motion.rate;
          r[3] = motion.chi(r[2]);
          r[4] = sqrt(mp(1 - motion.m1));
        }
        return r;
      });
  std::array<T, 5> in;
  for (std::size_t k = 0; k < in.size(); ++k) {
    in[k] = detail::convert_precision<T>(values[k]);
  }
  free_body_facts<T> facts{in[0], in[1], {}, {}, {}};
  if (circles) {
    facts.period = in[2];
    facts.turn = in[3];
    facts.modulus = in[4];
  }
  return facts;
}

template class free_body_solution<mp>;
template class free_body_solution<mp64>;

}  // namespace plumbline
