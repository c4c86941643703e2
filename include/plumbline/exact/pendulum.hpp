// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The exact motion of the pendulum L = ½ m q̇² − m ω² (1 − cos q), p = m q̇, from any start (t0, q0, p0).
//
// With s0 = p0/(2mω) and q0 = 2πj + q̃0, |q̃0| ≤ π (DLMF 22.19.2-5; the phase of any start in the form of the
// half-angle functions):
//     k² = sin²(q0/2) + s0² = energy/(2mω²),    k′² = 1 − k² = (cos(q̃0/2) − s0)(cos(q̃0/2) + s0)
//   libration (k′² > 0):  q = 2πj + 2 atan2(k sn, dn),  p = 2mωk cn,      u = ω(t − t0) + F(φ0|k²),
//                         φ0 = atan2(sin(q̃0/2), s0);                        period 4K(k²)/ω
//   rotation (k′² < 0):   q = ±2 am u,  p = ±2mωk dn  (μ = 1/k², 1 − μ = −k′²/k²),
//                         u = kω(t − t0) + F(±q0/2|μ);                       period 2K(μ)/(kω), for 2π
//   separatrix (k′² = 0): q = 2πj ± 2 am u,  p = ±2mω/cosh u,  am u = atan sinh u,
//                         u = ω(t − t0) + F(±q̃0/2|1)
//   rest (k = 0):         q = q0, p = 0.
//
// Why it keeps its digits: everything is a function of k′² taken as the product above, and the working
// digits grow until that product has its own digits: next to the separatrix (p0 = 2mω ± 1e-40) as many more
// as the difference has lost. Which of the four motions it is follows from the given numbers, exactly.
// (A start *at* the upper equilibrium, q0 = π, is not a number of any scalar; the nearest one falls.)
// ω|t − t0| costs log2 of it in digits: they are added where the guard digits do not cover them.
//
// Error bound: energy, period, amplitude and modulus 1 unit in the last place, relative; q and p of
// state(t) 1 unit of the larger of |q| and the amplitude (q), of the largest momentum (p), for t as given.
#pragma once

#include <plumbline/core/phase_point.hpp>
#include <plumbline/math/elliptic_provider.hpp>

#include <memory>
#include <optional>
#include <string_view>

namespace plumbline {

enum class pendulum_motion { rest, libration, separatrix, rotation };

constexpr std::string_view to_string(pendulum_motion motion) {
  switch (motion) {
    case pendulum_motion::rest:
      return "rest";
    case pendulum_motion::libration:
      return "libration";
    case pendulum_motion::separatrix:
      return "separatrix";
    case pendulum_motion::rotation:
      return "rotation";
  }
  return "unknown";
}

/// Parameters and start of a pendulum.
template <class T>
struct pendulum_start {
  T m;      ///< mass times length squared
  T omega;  ///< frequency of small oscillations
  T q0;     ///< angle from the lower equilibrium
  T p0;     ///< momentum m q̇
  T t0;     ///< time of the start
};

namespace detail {

/// A motion's constants in the working type W.
template <class W>
struct pendulum_orbit {
  pendulum_motion motion;
  bool backwards;   // rotation and separatrix: p < 0
  W centre;         // 2πj (libration, separatrix), 0 (rotation)
  W modulus;        // k
  W complementary;  // k′²
  W rate;           // u = rate·(t − t0) + phase
  W phase;
  W largest_momentum;  // 2mωk
  W energy;
  W quarter_period;  // in u; not for rest and separatrix
  W jacobi_m;        // parameter of the Jacobi functions, and 1 − it
  W jacobi_m1;
};

/// The orbit in the current precision and the bits that k′² has lost in it.
template <class Functions, class W>
guarded<pendulum_orbit<W>> make_pendulum_orbit(const pendulum_start<W>& start) {
  using std::sqrt;
  const W scale = start.m * start.omega * 2;
  const W s0 = start.p0 / scale;
  const auto half = elliptic_kernel::reduce_amplitude(W(start.q0 / 2));
  const W& sine = half.sine;
  const W& cosine = half.cosine;
  const W square = sine * sine + s0 * s0;
  const W below = cosine - s0;
  const W above = cosine + s0;
  const long lost = std::max(elliptic_kernel::bits_lost_in_sum(cosine, s0, below),
                             elliptic_kernel::bits_lost_in_sum(cosine, s0, above));

  pendulum_orbit<W> o;
  o.backwards = start.p0 < 0;
  o.centre = half.half_turns * pi<W>() * 2;
  o.modulus = sqrt(square);
  o.complementary = below * above;
  o.energy = scale * start.omega * square;
  o.largest_momentum = scale * o.modulus;
  o.rate = start.omega;
  o.phase = W(0);
  o.quarter_period = W(0);
  o.jacobi_m = square;
  o.jacobi_m1 = o.complementary;
  if (square == 0) {
    o.motion = pendulum_motion::rest;
    return {o, 0};
  }
  if (o.complementary == 0) {
    o.motion = pendulum_motion::separatrix;
    o.jacobi_m = W(1);
    o.phase = Functions::incomplete_f(o.backwards ? W(-sine) : sine, cosine, W(1), W(0));
    // only sin q0 = 0 is on the separatrix exactly; for any other start more digits tell the side
    return {o, sine == 0 ? 0 : scalar_traits<W>::bits()};
  }
  if (0 < o.complementary) {
    o.motion = pendulum_motion::libration;
    o.quarter_period = Functions::complete_k(o.jacobi_m, o.complementary);
    const W sine0 = sine / o.modulus;
    const W cosine0 = s0 / o.modulus;
    o.phase = Functions::incomplete_f(sine0, elliptic_kernel::magnitude(cosine0), o.jacobi_m,
                                      o.complementary);
    if (cosine0 < 0) {  // F(π − φ) = 2K − F(φ)
      o.phase = (sine0 < 0 ? W(-o.quarter_period * 2) : W(o.quarter_period * 2)) - o.phase;
    }
    return {o, lost};
  }
  o.motion = pendulum_motion::rotation;
  o.centre = W(0);
  o.rate = start.omega * o.modulus;
  o.jacobi_m = 1 / square;
  o.jacobi_m1 = -o.complementary / square;
  o.quarter_period = Functions::complete_k(o.jacobi_m, o.jacobi_m1);
  o.phase = half.half_turns * o.quarter_period * 2 +
            Functions::incomplete_f(sine, cosine, o.jacobi_m, o.jacobi_m1);
  if (o.backwards) {
    o.phase = -o.phase;
  }
  return {o, lost};
}

template <class W, class V>
pendulum_orbit<W> convert_orbit(const pendulum_orbit<V>& o) {
  return {o.motion,
          o.backwards,
          convert_precision<W>(o.centre),
          convert_precision<W>(o.modulus),
          convert_precision<W>(o.complementary),
          convert_precision<W>(o.rate),
          convert_precision<W>(o.phase),
          convert_precision<W>(o.largest_momentum),
          convert_precision<W>(o.energy),
          convert_precision<W>(o.quarter_period),
          convert_precision<W>(o.jacobi_m),
          convert_precision<W>(o.jacobi_m1)};
}

/// The orbit with its Jacobi functions.
template <class W, class Functions>
struct pendulum_evaluator {
  explicit pendulum_evaluator(pendulum_orbit<W> o)
      : orbit(std::move(o)),
        functions(orbit.jacobi_m, orbit.jacobi_m1,
                  orbit.motion == pendulum_motion::separatrix ? 0 : 1) {}

  /// q and p after the time `elapsed`.
  guarded<std::array<W, 2>> state(const W& elapsed) const {
    const W advance = orbit.rate * elapsed;
    const W u = advance + orbit.phase;
    const auto j = functions.values(u);
    // u is off by rounding errors of its larger part
    const long lost =
        std::max({j.lost_to_size, binary_exponent(advance) + 1, binary_exponent(orbit.phase) + 1});
    if (orbit.motion == pendulum_motion::libration) {
      return {{orbit.centre + angle_of(W(orbit.modulus * j.sn), j.dn) * 2,
               orbit.largest_momentum * j.cn},
              lost};
    }
    const W am = functions.amplitude(u).value;
    const W q = orbit.centre + (orbit.backwards ? W(-am * 2) : W(am * 2));
    const W p = orbit.largest_momentum * j.dn;
    return {{q, orbit.backwards ? W(-p) : p}, lost};
  }

  pendulum_orbit<W> orbit;
  typename Functions::template jacobi<W> functions;
};

}  // namespace detail

/// The motion through (t0, q0, p0). For `mp` to be used at the digits it was made with.
/// `Functions` says whose elliptic functions are used (math/elliptic_provider.hpp).
/// Throws invalid_input for numbers that are not finite, domain_error unless m > 0 and omega > 0, and where boost_functions
/// have no value.
template <class T, class Functions = own_functions>
class pendulum_solution {
 public:
  pendulum_solution(const T& m, const T& omega, const T& q0, const T& p0, const T& t0 = T(0));

  /// Angle (unwrapped: it goes on beyond π in a rotation) and momentum at time t.
  phase_point<T> state(const T& t) const;

  pendulum_motion motion() const { return motion_; }
  /// ½ p²/m + m ω² (1 − cos q).
  const T& energy() const { return energy_; }
  /// √(energy/(2mω²)): below 1 for libration, 1 on the separatrix, above 1 for rotation.
  const T& modulus() const { return modulus_; }
  /// 1 − modulus², with all its digits next to the separatrix.
  const T& complementary_parameter() const { return complementary_; }
  /// Libration: of the oscillation (at rest: its limit 2π/ω). Rotation: the time in which q grows by 2π.
  /// None on the separatrix.
  const std::optional<T>& period() const { return period_; }
  /// Libration: the largest deviation from the centre of the oscillation; 0 at rest. None otherwise.
  const std::optional<T>& amplitude() const { return amplitude_; }
  const pendulum_start<T>& start() const { return start_; }

 private:
  using working_type = wider<T>;
  using evaluator = detail::pendulum_evaluator<working_type, Functions>;
  static constexpr long run_time_guard = 64;

  template <class W>
  static pendulum_start<W> widened(const pendulum_start<T>& x) {
    return {widen<W>(x.m), widen<W>(x.omega), widen<W>(x.q0), widen<W>(x.p0), widen<W>(x.t0)};
  }
  /// f(orbit), with the orbit good to `bits` bits and these as the working precision.
  template <class F>
  auto with_orbit(long bits, F&& f) const;
  void derive();
  /// q and p at t in the stored working precision, with the bits lost.
  auto in_working_precision(const T& t) const;

  pendulum_start<T> start_;
  pendulum_motion motion_;
  T energy_;
  T modulus_;
  T complementary_;
  std::optional<T> period_;
  std::optional<T> amplitude_;
  // shared, because copying an `mp` in a narrower scope would round its guard digits away
  std::shared_ptr<const evaluator> evaluator_;
};

template <class T, class Functions>
pendulum_solution<T, Functions>::pendulum_solution(const T& m, const T& omega, const T& q0,
                                                   const T& p0, const T& t0)
    : start_{m, omega, q0, p0, t0}, motion_(pendulum_motion::rest) {
  constexpr auto name = "pendulum_solution";
  detail::require_number(m, name, "m");
  detail::require_number(omega, name, "omega");
  detail::require_number(q0, name, "q0");
  detail::require_number(p0, name, "p0");
  detail::require_number(t0, name, "t0");
  if (!(T(0) < m) || !(T(0) < omega)) {
    detail::outside(name, "m and omega must be positive",
                    "m = " + to_text(m) + ", omega = " + to_text(omega));
  }
  derive();
}

template <class T, class Functions>
template <class F>
auto pendulum_solution<T, Functions>::with_orbit(long bits, F&& f) const {
  if constexpr (!has_guard_digits<T>) {
    return f(detail::make_pendulum_orbit<Functions>(start_).value);
  } else {
    // products of two given numbers are exact in the first round: so is the comparison with the separatrix
    long extra = scalar_traits<T>::bits() + 16;
    for (int round = 0; round < guard_rounds; ++round) {
      const precision_scope scope(detail::digits_for_bits(bits + extra));
      const auto result = detail::make_pendulum_orbit<Functions>(widened<mp>(start_));
      if (result.lost_bits <= extra - 16) {
        const precision_scope asked(detail::digits_for_bits(bits));
        return f(detail::convert_orbit<mp>(result.value));
      }
      extra = 16 + detail::next_extra_bits(result.lost_bits, bits + extra);
    }
    throw invalid_input(
        "pendulum_solution: the start is too close to the separatrix to tell its "
        "side: q0 = " +
        to_text(start_.q0) + ", p0 = " + to_text(start_.p0));
  }
}

template <class T, class Functions>
void pendulum_solution<T, Functions>::derive() {
  using detail::convert_precision;
  const long bits =
      (has_guard_digits<T> ? scalar_traits<working_type>::bits() : 0) + run_time_guard;
  // period and amplitude in the working precision of the orbit, rounded to T outside its scope
  using V = std::conditional_t<has_guard_digits<T>, mp, T>;
  std::optional<V> period;
  std::optional<V> amplitude;
  std::unique_ptr<detail::pendulum_orbit<V>> kept;
  with_orbit(bits, [&](const detail::pendulum_orbit<V>& o) {
    using std::sqrt;
    kept = std::make_unique<detail::pendulum_orbit<V>>(o);
    motion_ = o.motion;
    if (o.motion == pendulum_motion::rest) {
      period.emplace(pi<V>() * 2 / o.rate);
      amplitude.emplace(0);
    } else if (o.motion == pendulum_motion::libration) {
      period.emplace(o.quarter_period * 4 / o.rate);
      amplitude.emplace(angle_of(o.modulus, V(sqrt(o.complementary))) * 2);
    } else if (o.motion == pendulum_motion::rotation) {
      period.emplace(o.quarter_period * 2 / o.rate);
    }
    if constexpr (has_run_time_digits<T>) {
      evaluator_ = std::make_shared<const evaluator>(o);
    }
    return 0;
  });
  if constexpr (!has_run_time_digits<T>) {
    evaluator_ = std::make_shared<const evaluator>(detail::convert_orbit<working_type>(*kept));
  }
  energy_ = convert_precision<T>(kept->energy);
  modulus_ = convert_precision<T>(kept->modulus);
  complementary_ = convert_precision<T>(kept->complementary);
  if (period) {
    period_ = convert_precision<T>(*period);
  }
  if (amplitude) {
    amplitude_ = convert_precision<T>(*amplitude);
  }
}

template <class T, class Functions>
auto pendulum_solution<T, Functions>::in_working_precision(const T& t) const {
  if constexpr (has_run_time_digits<T>) {
    const precision_scope scope(detail::digits_for_bits(scalar_traits<T>::bits() + run_time_guard));
    return evaluator_->state(widen<mp>(t) - widen<mp>(start_.t0));
  } else {
    return evaluator_->state(widen<working_type>(t) - widen<working_type>(start_.t0));
  }
}

template <class T, class Functions>
phase_point<T> pendulum_solution<T, Functions>::state(const T& t) const {
  detail::require_number(t, "pendulum_solution::state", "t");
  detail::require_number(start_.t0, "pendulum_solution::state", "t0");  // at the same digits
  phase_point<T> z{vector<T>(1), vector<T>(1)};
  if (t == start_.t0 || motion_ == pendulum_motion::rest) {
    z.q[0] = start_.q0;
    z.p[0] = start_.p0;
    return z;
  }
  const auto store = [&](const auto& state) {
    z.q[0] = detail::convert_precision<T>(state[0]);
    z.p[0] = detail::convert_precision<T>(state[1]);
    return z;
  };
  if constexpr (!has_guard_digits<T>) {
    return store(evaluator_->state(t - start_.t0).value);
  } else {
    const long guard = has_run_time_digits<T>
                           ? run_time_guard
                           : scalar_traits<working_type>::bits() - scalar_traits<T>::bits();
    // what ω(t − t0) is known to take; then what the evaluation found
    long lost = std::max(0L, std::max(binary_exponent(t), binary_exponent(start_.t0)) + 1 +
                                 binary_exponent(start_.omega) + binary_exponent(modulus_));
    if (lost <= guard - guard_margin) {
      const auto result = in_working_precision(t);
      if (result.lost_bits <= guard - guard_margin) {
        return store(result.value);
      }
      lost = result.lost_bits;
    }
    for (int round = 0; round < guard_rounds; ++round) {
      const long bits = scalar_traits<T>::bits() + run_time_guard + lost;
      const auto finer = with_orbit(bits, [&](const detail::pendulum_orbit<mp>& o) {
        return detail::pendulum_evaluator<mp, Functions>(o).state(widen<mp>(t) -
                                                                  widen<mp>(start_.t0));
      });
      if (finer.lost_bits <= lost + run_time_guard - guard_margin) {
        return store(finer.value);
      }
      lost = finer.lost_bits;
    }
    throw invalid_input("pendulum_solution::state: no digits are left at t = " + to_text(t));
  }
}

// Compiled once in the library for each of its scalars.
#define PLUMBLINE_SCALAR(T)                   \
  extern template class pendulum_solution<T>; \
  extern template class pendulum_solution<T, boost_functions>;
#include <plumbline/scalar/for_each_scalar.def>

}  // namespace plumbline
