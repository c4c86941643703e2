// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Elliptic integrals: Carlson's R_F, R_C, R_D, R_J and Legendre's K, E, F, Π, complete and incomplete.
//
// Conventions (DLMF 19.2): parameter m = k²; F(φ|m) = ∫₀^φ dθ/√(1 − m sin²θ), E(φ|m) = ∫₀^φ √(1 − m sin²θ) dθ,
// Π(n; φ|m) = ∫₀^φ dθ/((1 − n sin²θ) √(1 − m sin²θ)). Wherever m stands, complementary(m1) with
// m1 = 1 − m may be given instead: near m = 1 nothing is lost then.
//
// What is evaluated, and why it keeps its digits:
//  - K = π/(2 agm(1, √m1)), E = K (1 − Σ 2^(n−1) c_n²), c_0² = m (DLMF 19.8.5, 19.8.6): needs m1 only,
//    computed as 1 − m with guard digits; the sum loses log2 K bits, measured.
//  - R_F, R_D, R_J by duplication (Carlson 1995, DLMF 19.36.1-2; the series of R_F to a degree that rises with
//    the digits, those of R_D and R_J to degree 7): sums and products of positive numbers. R_J's elementary terms are
//    R_C(1, y) with y = 2√p(p + λ)/d, not 1 + (y − 1).
//  - F = sin φ R_F(cos²φ, r, 1), E = F − (m/3) sin³φ R_D(cos²φ, r, 1), Π = F + (n/3) sin³φ R_J(cos²φ, r, 1, 1 − n sin²φ)
//    (DLMF 19.25.5, .9, .14), r = cos²φ + m1 sin²φ: no cancellation for m ≤ 1. Differences are measured.
//    sin φ, cos φ are those of the given φ; whole half turns are added as 2nK, 2nE, 2nΠ.
// Everything runs in the working type of with_guard (guard.hpp), again with more digits where a
// measured cancellation used them up, and is rounded once.
// Error bound: 1 unit in the last place of T, relative (4 for a user's own real type away from
// cancellations: it has no wider type).
//
// Domains (anything else is a domain_error; a number that is not finite an invalid_input):
//   K: m < 1.  E: m ≤ 1.  Π(n|m): n < 1 and m < 1.
//   F(φ|m): every φ for m < 1; for m ≥ 1 while 1 − m sin²θ > 0 on the way from 0 to φ. E(φ|m): every φ for
//   m ≤ 1; for m > 1 like F. Π(n; φ|m): like F, and 1 − n sin²θ > 0 on the way (no principal values).
// The cost at D digits is O(log D) operations for K and E, O(D^(2/3)) for F, O(D) for the others.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/core/interruption.hpp>
#include <plumbline/scalar/functions.hpp>
#include <plumbline/scalar/guard.hpp>
#include <plumbline/scalar/in_place.hpp>
#include <plumbline/scalar/text.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <type_traits>

namespace plumbline {

/// The parameter m = k² of an elliptic function, given as m or as m1 = 1 − m, exactly as given.
template <class T>
class elliptic_parameter {
 public:
  /// The parameter m itself; numbers convert.
  elliptic_parameter(const T& m)  // NOLINT(google-explicit-constructor)
      : value_((require_working_precision(m, "the parameter"), m)) {}
  /// 1 − m1.
  static elliptic_parameter from_complementary(const T& m1) {
    elliptic_parameter result(m1);
    result.complementary_ = true;
    return result;
  }
  /// m in the working type W.
  template <class W>
  W m() const {
    return complementary_ ? W(1) - widen<W>(value_) : widen<W>(value_);
  }
  /// 1 − m in the working type W.
  template <class W>
  W m1() const {
    return complementary_ ? widen<W>(value_) : W(1) - widen<W>(value_);
  }
  /// The sign of 1 − m, decided on the exact input: 1, 0 or −1.
  int side() const {
    const T border = complementary_ ? T(0) : T(1);
    return value_ == border ? 0 : (value_ < border) == complementary_ ? -1 : 1;
  }
  /// The given number.
  const T& value() const { return value_; }
  bool is_complementary() const { return complementary_; }
  /// "m = 0.5" or "m1 = 1e-30", for messages.
  std::string text() const { return (complementary_ ? "m1 = " : "m = ") + to_text(value_); }

 private:
  T value_;
  bool complementary_ = false;
};

/// The parameter m = 1 − m1, as an argument: ellint_k(complementary(m1)).
template <class T>
elliptic_parameter<T> complementary(const T& m1) {
  return elliptic_parameter<T>::from_complementary(m1);
}

// ---------------------------------------------------------------------------------------------
// The formulas in a working type W, without guard digits and without checks.
namespace elliptic_kernel {

inline constexpr int max_agm_steps = 256;

template <class W>
[[noreturn]] void not_converged(const char* what) {
  throw std::runtime_error(std::string(what) + ": the iteration did not converge");
}

/// a ≈ b to half the working precision: one more step of the arithmetic-geometric mean is exact.
template <class W>
bool half_agrees(const W& difference, const W& a) {
  return binary_exponent(difference) < binary_exponent(a) - scalar_traits<W>::bits() / 2 - 1;
}

/// The arithmetic-geometric mean of a, b > 0.
template <class W>
W agm(W a, W b) {
  W mean;
  W difference;
  for (int step = 0; step < max_agm_steps; ++step) {
    set_difference(difference, a, b);
    set_sum(mean, a, b);
    set_scaled(mean, mean, -1);
    if (half_agrees(difference, a)) {
      return mean;
    }
    set_product(b, a, b);
    set_sqrt(b, b);
    a = mean;
  }
  not_converged<W>("agm");
}

/// K for m1 > 0.
template <class W>
W complete_k(const W& m1) {
  using std::sqrt;
  return pi<W>() / (agm(W(1), W(sqrt(m1))) * 2);
}

template <class W>
struct complete_pair {
  W k;
  W e;
  long lost_bits;
};

/// K and E for m1 > 0.
template <class W>
complete_pair<W> complete_ke(const W& m, const W& m1) {
  using std::sqrt;
  W a(1);
  W b = sqrt(m1);
  W sum = m / 2;  // Σ 2^(n−1) c_n²
  W weight(1);
  for (int step = 0; step < max_agm_steps; ++step) {
    const W c = (a - b) / 2;
    const W mean = (a + b) / 2;
    sum += weight * c * c;
    if (half_agrees(c, a)) {
      const W k = pi<W>() / (mean * 2);
      const W rest = 1 - sum;
      return {k, k * rest, std::max({1L, binary_exponent(m)}) - binary_exponent(rest)};
    }
    b = sqrt(a * b);
    a = mean;
    weight *= 2;
  }
  not_converged<W>("complete elliptic integrals");
}

/// True when 4^(−n) Q is below A times the root of this degree of the rounding error, so that the series' first
/// neglected terms, which have this degree, do not show.
template <class W>
bool series_reached(const W& scaled_spread, const W& mean, int degree) {
  return binary_exponent(scaled_spread) <
         binary_exponent(mean) - scalar_traits<W>::bits() / degree - 2;
}

/// The degree of the first terms that the series of R_D and R_J neglect.
inline constexpr int beyond_rj_series = 8;

/// Bounds the duplication loops: every step gains two bits of at most 1/8 of the precision, after the spread of the arguments.
template <class W>
int max_duplications(long spread_bits) {
  return static_cast<int>(std::min(1000000L, spread_bits + scalar_traits<W>::bits() + 64));
}

template <class W>
W largest(const W& a, const W& b) {
  return a < b ? b : a;
}
template <class W>
W magnitude(const W& x) {
  return x < 0 ? W(-x) : x;
}

/// The series of R_F in the elementary symmetric functions below a degree:
/// Σ (1/2)_(a+b)/(a! b!) (−E2)^a E3^b/(4a + 6b + 1), 2a + 3b < degree. DLMF 19.19.7.
template <class W>
W rf_series(const W& e2, const W& e3, int degree) {
  W sum(0);
  W power_of_e3(1);
  for (int b = 0; 3 * b < degree; ++b) {
    W term = power_of_e3;
    for (int a = 0; 2 * a + 3 * b < degree; ++a) {
      sum += term / (4 * a + 6 * b + 1);
      term = -(term * e2) * (2 * (a + b) + 1) / (2 * (a + 1));
    }
    power_of_e3 = power_of_e3 * e3 * (2 * b + 1) / (2 * (b + 1));
  }
  return sum;
}

/// R_F(x, y, z), x, y, z ≥ 0, at most one of them zero. DLMF 19.36.1.
template <class W>
W rf(W x, W y, W z) {
  using std::cbrt;
  using std::sqrt;
  // bits/(2 degree) duplications of some ten products each and a series of degree²/12 products: the sum is least near this degree
  const int degree = std::max(8, static_cast<int>(2 * cbrt(double(scalar_traits<W>::bits()))));
  W mean = (x + y + z) / 3;
  const W mean0 = mean;
  const W x0 = x;
  const W y0 = y;
  W spread =
      largest(largest(magnitude(W(mean - x)), magnitude(W(mean - y))), magnitude(W(mean - z)));
  W power(1);  // 4^(−n)
  W root_x;
  W root_y;
  W root_z;
  W lambda;
  W t;
  const int limit = max_duplications<W>(std::max(0L, -binary_exponent(mean)) + 64);
  for (int step = 0; !series_reached(spread, mean, degree); ++step) {
    if (step == limit) {
      not_converged<W>("R_F");
    }
    end_if_interrupted();
    set_sqrt(root_x, x);
    set_sqrt(root_y, y);
    set_sqrt(root_z, z);
    set_sum(t, root_x, root_y);
    set_product(t, t, root_z);
    set_product(lambda, root_x, root_y);
    set_sum(lambda, lambda, t);
    for (W* each : {&x, &y, &z, &mean}) {
      set_sum(*each, *each, lambda);
      set_scaled(*each, *each, -2);
    }
    set_scaled(spread, spread, -2);
    set_scaled(power, power, -2);
  }
  const W dx = (mean0 - x0) * power / mean;
  const W dy = (mean0 - y0) * power / mean;
  const W dz = -(dx + dy);
  const W e2 = dx * dy - dz * dz;
  const W e3 = dx * dy * dz;
  return rf_series(e2, e3, degree) / sqrt(mean);
}

/// R_C(x, y), x ≥ 0, y > 0. DLMF 19.2.17-18, and the series of atan where x ≈ y.
template <class W>
W rc(const W& x, const W& y) {
  using std::atan;
  using std::log;
  using std::sqrt;
  if (x == 0) {
    return pi<W>() / (sqrt(y) * 2);
  }
  const W difference = y - x;
  if (binary_exponent(difference) < binary_exponent(x) - 5) {
    // R_C = (1 − t/3 + t²/5 − …)/√x, t = (y − x)/x, |t| < 1/16
    const W t = -(difference / x);
    W sum(1);
    W power(1);
    const int terms = scalar_traits<W>::bits() / 4 + 2;
    for (int k = 1; k <= terms; ++k) {
      end_if_interrupted();
      set_product(power, power, t);
      if (binary_exponent(power) < -scalar_traits<W>::bits() - 2) {
        break;
      }
      sum += power / (2 * k + 1);
    }
    return sum / sqrt(x);
  }
  if (0 < difference) {
    const W root = sqrt(difference);
    return atan(root / sqrt(x)) / root;
  }
  const W root = sqrt(W(-difference));
  return log((sqrt(x) + root) / sqrt(y)) / root;
}

/// The series of R_D and R_J in the elementary symmetric functions. DLMF 19.36.2.
template <class W>
W rj_series(const W& e2, const W& e3, const W& e4, const W& e5) {
  return 1 - e2 * 3 / 14 + e3 / 6 + e2 * e2 * 9 / 88 - e4 * 3 / 22 - e2 * e3 * 9 / 52 +
         e5 * 3 / 26 - e2 * e2 * e2 / 16 + e3 * e3 * 3 / 40 + e2 * e4 * 3 / 20 +
         e2 * e2 * e3 * 45 / 272 - (e3 * e4 + e2 * e5) * 9 / 68;
}

/// R_J(x, y, z, p); with p = z it is R_D(x, y, z), whose elementary terms are algebraic.
enum class third_kind { rd, rj };

/// R_J or R_D; x, y, z ≥ 0, at most one of them zero, p > 0. Carlson 1995, algorithm of DLMF 19.36(i).
template <class W>
W duplicate(third_kind which, W x, W y, W z, W p) {
  using std::sqrt;
  W mean = (x + y + z + p * 2) / 5;
  const W mean0 = mean;
  const W x0 = x;
  const W y0 = y;
  const W z0 = z;
  W spread = largest(largest(magnitude(W(mean - x)), magnitude(W(mean - y))),
                     largest(magnitude(W(mean - z)), magnitude(W(mean - p))));
  W power(1);  // 4^(−n)
  W sum(0);
  const int limit = max_duplications<W>(std::max(0L, -binary_exponent(mean)) +
                                        std::max(0L, -binary_exponent(p)) + 64);
  for (int step = 0; !series_reached(spread, mean, beyond_rj_series); ++step) {
    if (step == limit) {
      not_converged<W>("R_J");
    }
    end_if_interrupted();
    const W root_x = sqrt(x);
    const W root_y = sqrt(y);
    const W root_z = sqrt(z);
    const W lambda = root_x * root_y + (root_x + root_y) * root_z;
    if (which == third_kind::rd) {
      sum += power / (root_z * (z + lambda));
    } else {
      const W root_p = sqrt(p);
      const W d = (root_p + root_x) * (root_p + root_y) * (root_p + root_z);
      sum += power * 2 / d * rc(W(1), W(root_p * (p + lambda) * 2 / d));
    }
    for (W* each : {&x, &y, &z, &p, &mean}) {
      set_sum(*each, *each, lambda);
      set_scaled(*each, *each, -2);
    }
    set_scaled(spread, spread, -2);
    set_scaled(power, power, -2);
  }
  const W dx = (mean0 - x0) * power / mean;
  const W dy = (mean0 - y0) * power / mean;
  const W dz = (mean0 - z0) * power / mean;
  const W dp = -(dx + dy + dz) / 2;
  const W xyz = dx * dy * dz;
  const W e2 = dx * dy + dx * dz + dy * dz - dp * dp * 3;
  const W e3 = xyz + e2 * dp * 2 + dp * dp * dp * 4;
  const W e4 = (xyz * 2 + e2 * dp + dp * dp * dp * 3) * dp;
  const W e5 = xyz * dp * dp;
  return sum * 3 + power * rj_series(e2, e3, e4, e5) / (mean * sqrt(mean));
}

template <class W>
W rj(const W& x, const W& y, const W& z, const W& p) {
  return duplicate<W>(third_kind::rj, x, y, z, p);
}

template <class W>
W rd(const W& x, const W& y, const W& z) {
  return duplicate<W>(third_kind::rd, x, y, z, z);
}

/// F for the amplitude with this sine and this cosine ≥ 0, radicand cos² + m1 sin² > 0.
template <class W>
W incomplete_f(const W& sine, const W& cosine, const W& m1) {
  const W s2 = sine * sine;
  const W c2 = cosine * cosine;
  return sine * rf(c2, W(c2 + m1 * s2), W(1));
}

/// An amplitude φ = half_turns·π + φ′, |φ′| ≤ π/2, by the sine and the cosine ≥ 0 of φ′.
template <class W>
struct reduced_amplitude {
  W sine;
  W cosine;
  W half_turns;
};

template <class W>
reduced_amplitude<W> reduce_amplitude(const W& phi) {
  using std::floor;
  const auto [s, c] = sin_cos(phi);
  W turns = floor(phi / pi<W>() + W(1) / 2);
  const W half = floor(turns / 2);
  bool odd = !(half * 2 == turns);
  // the rounded quotient may be off by one near odd multiples of π/2: there the cosine decides
  if ((c < 0) != odd) {
    const bool beyond = odd ? s < 0 : 0 < s;
    turns = beyond ? W(turns + 1) : W(turns - 1);
    odd = !odd;
  }
  return {odd ? W(-s) : s, odd ? W(-c) : c, turns};
}

/// The bits lost in a sum of two numbers.
template <class W>
long bits_lost_in_sum(const W& a, const W& b, const W& sum) {
  return std::max(0L, std::max(binary_exponent(a), binary_exponent(b)) - binary_exponent(sum));
}

}  // namespace elliptic_kernel

// ---------------------------------------------------------------------------------------------
namespace detail {

template <class T>
void require_number(const T& x, const char* function, const char* name) {
  require_working_precision(x, name);
  if (!is_finite(x)) {
    throw invalid_input(std::string(function) + ": " + name + " must be a finite number, got " +
                        to_text(x));
  }
}

template <class T>
void require_number(const elliptic_parameter<T>& m, const char* function) {
  require_number(m.value(), function, m.is_complementary() ? "m1" : "m");
}

/// Refuses an angle whose reduction by π would take more digits than precision_scope offers.
template <class T>
void require_reducible(const T& x, const char* function, const char* name) {
  if (binary_exponent(x) / 4 > precision_scope::max_digits) {
    throw invalid_input(std::string(function) + ": " + name + " = " + to_text(x, 3) +
                        " is too large to be reduced by a period");
  }
}

[[noreturn]] inline void outside(const char* function, const std::string& wanted,
                                 const std::string& got) {
  throw domain_error(std::string(function) + ": " + wanted + ", got " + got);
}

/// The radicand cos²φ + m1 sin²φ, with the bits lost in it. Not positive: outside, or undecided
/// (a value that only more digits can tell from zero: everything is lost).
template <class W>
struct measured {
  W value;
  long lost_bits;
};
template <class W>
measured<W> positive_sum(const W& a, const W& b, const char* function, const char* wanted) {
  W sum = a + b;
  const long lost = elliptic_kernel::bits_lost_in_sum(a, b, sum);
  if (!(0 < sum)) {
    if (!has_guard_digits<W> || lost < scalar_traits<W>::bits() - 16) {
      outside(function, wanted, "a value that is not positive");
    }
    sum = W(1);  // any positive value will do: the caller is told that nothing of it is known
  }
  return {sum, lost};
}

}  // namespace detail

/// R_F(x, y, z) = ½ ∫₀^∞ dt/√((t+x)(t+y)(t+z)); x, y, z ≥ 0, at most one of them zero. DLMF 19.16.1.
template <class T>
T carlson_rf(const T& x, const std::type_identity_t<T>& y, const std::type_identity_t<T>& z) {
  constexpr auto name = "carlson_rf";
  detail::require_number(x, name, "x");
  detail::require_number(y, name, "y");
  detail::require_number(z, name, "z");
  if (x < T(0) || y < T(0) || z < T(0) || (x == T(0)) + (y == T(0)) + (z == T(0)) > 1) {
    detail::outside(name, "x, y, z must not be negative and at most one of them zero",
                    to_text(x) + ", " + to_text(y) + ", " + to_text(z));
  }
  return with_guard<T>(0, [&](auto tag) {
    using W = typename decltype(tag)::type;
    return elliptic_kernel::rf(widen<W>(x), widen<W>(y), widen<W>(z));
  });
}

/// R_C(x, y) = R_F(x, y, y); x ≥ 0, y > 0. DLMF 19.16.6.
template <class T>
T carlson_rc(const T& x, const std::type_identity_t<T>& y) {
  constexpr auto name = "carlson_rc";
  detail::require_number(x, name, "x");
  detail::require_number(y, name, "y");
  if (x < T(0) || !(T(0) < y)) {
    detail::outside(name, "x must not be negative and y positive", to_text(x) + ", " + to_text(y));
  }
  return with_guard<T>(0, [&](auto tag) {
    using W = typename decltype(tag)::type;
    return elliptic_kernel::rc(widen<W>(x), widen<W>(y));
  });
}

/// R_D(x, y, z) = R_J(x, y, z, z); x, y ≥ 0, at most one of them zero, z > 0. DLMF 19.16.5.
template <class T>
T carlson_rd(const T& x, const std::type_identity_t<T>& y, const std::type_identity_t<T>& z) {
  constexpr auto name = "carlson_rd";
  detail::require_number(x, name, "x");
  detail::require_number(y, name, "y");
  detail::require_number(z, name, "z");
  if (x < T(0) || y < T(0) || !(T(0) < z) || (x == T(0) && y == T(0))) {
    detail::outside(name, "x, y must not be negative, at most one of them zero, and z positive",
                    to_text(x) + ", " + to_text(y) + ", " + to_text(z));
  }
  return with_guard<T>(0, [&](auto tag) {
    using W = typename decltype(tag)::type;
    return elliptic_kernel::rd<W>(widen<W>(x), widen<W>(y), widen<W>(z));
  });
}

/// R_J(x, y, z, p) = (3/2) ∫₀^∞ dt/((t+p)√((t+x)(t+y)(t+z))); x, y, z ≥ 0, at most one of them zero, p > 0.
/// DLMF 19.16.2.
template <class T>
T carlson_rj(const T& x, const std::type_identity_t<T>& y, const std::type_identity_t<T>& z,
             const std::type_identity_t<T>& p) {
  constexpr auto name = "carlson_rj";
  detail::require_number(x, name, "x");
  detail::require_number(y, name, "y");
  detail::require_number(z, name, "z");
  detail::require_number(p, name, "p");
  if (x < T(0) || y < T(0) || z < T(0) || (x == T(0)) + (y == T(0)) + (z == T(0)) > 1 ||
      !(T(0) < p)) {
    detail::outside(name, "x, y, z must not be negative, at most one of them zero, and p positive",
                    to_text(x) + ", " + to_text(y) + ", " + to_text(z) + ", " + to_text(p));
  }
  return with_guard<T>(0, [&](auto tag) {
    using W = typename decltype(tag)::type;
    return elliptic_kernel::rj<W>(widen<W>(x), widen<W>(y), widen<W>(z), widen<W>(p));
  });
}

/// The complete integral K(m), m < 1.
template <class T>
T ellint_k(const elliptic_parameter<T>& m) {
  detail::require_number(m, "ellint_k");
  if (m.side() <= 0) {
    detail::outside("ellint_k", "m must be less than 1", m.text());
  }
  return with_guard<T>(0, [&](auto tag) {
    using W = typename decltype(tag)::type;
    return elliptic_kernel::complete_k(m.template m1<W>());
  });
}
template <class T>
T ellint_k(const T& m) {
  return ellint_k(elliptic_parameter<T>(m));
}

/// The complete integral E(m), m ≤ 1.
template <class T>
T ellint_e(const elliptic_parameter<T>& m) {
  detail::require_number(m, "ellint_e");
  if (m.side() < 0) {
    detail::outside("ellint_e", "m must not be greater than 1", m.text());
  }
  if (m.side() == 0) {
    return T(1);
  }
  return with_guard<T>(0, [&](auto tag) {
    using W = typename decltype(tag)::type;
    const auto both = elliptic_kernel::complete_ke(m.template m<W>(), m.template m1<W>());
    return guarded{both.e, both.lost_bits};
  });
}
template <class T>
T ellint_e(const T& m) {
  return ellint_e(elliptic_parameter<T>(m));
}

/// F(φ|m).
template <class T>
T ellint_f(const T& phi, const std::type_identity_t<elliptic_parameter<T>>& m) {
  constexpr auto name = "ellint_f";
  detail::require_number(phi, name, "phi");
  detail::require_reducible(phi, name, "phi");
  detail::require_number(m, name);
  if (phi == T(0)) {
    return phi;
  }
  return with_guard<T>(0, [&](auto tag) {
    using W = typename decltype(tag)::type;
    constexpr auto wanted = "1 - m sin(theta)^2 must be positive from theta = 0 to phi";
    const auto a = elliptic_kernel::reduce_amplitude(widen<W>(phi));
    if (m.side() <= 0 && !(a.half_turns == 0)) {
      detail::outside(name, wanted, "phi = " + to_text(phi) + ", " + m.text());
    }
    const W m1 = m.template m1<W>();
    const W c2 = a.cosine * a.cosine;
    const auto radicand = detail::positive_sum(c2, W(m1 * a.sine * a.sine), name, wanted);
    const W part = a.sine * elliptic_kernel::rf(c2, radicand.value, W(1));
    if (a.half_turns == 0) {
      return guarded{part, radicand.lost_bits};
    }
    const W whole = a.half_turns * elliptic_kernel::complete_k(m1) * 2;
    const W sum = whole + part;
    return guarded{sum, elliptic_kernel::bits_lost_in_sum(whole, part, sum)};
  });
}

/// E(φ|m).
template <class T>
T ellint_e(const T& phi, const std::type_identity_t<elliptic_parameter<T>>& m) {
  constexpr auto name = "ellint_e";
  detail::require_number(phi, name, "phi");
  detail::require_reducible(phi, name, "phi");
  detail::require_number(m, name);
  if (phi == T(0)) {
    return phi;
  }
  return with_guard<T>(0, [&](auto tag) {
    using W = typename decltype(tag)::type;
    constexpr auto wanted = "1 - m sin(theta)^2 must be positive from theta = 0 to phi";
    const auto a = elliptic_kernel::reduce_amplitude(widen<W>(phi));
    if (m.side() == 0) {  // E(φ|1) = 2n + sin φ′
      const W whole = a.half_turns * 2;
      const W sum = whole + a.sine;
      return guarded{sum, elliptic_kernel::bits_lost_in_sum(whole, a.sine, sum)};
    }
    if (m.side() < 0 && !(a.half_turns == 0)) {
      detail::outside(name, wanted, "phi = " + to_text(phi) + ", " + m.text());
    }
    const W m1 = m.template m1<W>();
    const W parameter = m.template m<W>();
    const W c2 = a.cosine * a.cosine;
    const W s2 = a.sine * a.sine;
    const auto radicand = detail::positive_sum(c2, W(m1 * s2), name, wanted);
    const W f = a.sine * elliptic_kernel::rf(c2, radicand.value, W(1));
    const W d = -(parameter * a.sine * s2 / 3) * elliptic_kernel::rd<W>(c2, radicand.value, W(1));
    const W part = f + d;
    const long lost = radicand.lost_bits + elliptic_kernel::bits_lost_in_sum(f, d, part);
    if (a.half_turns == 0) {
      return guarded{part, lost};
    }
    const auto complete = elliptic_kernel::complete_ke(parameter, m1);
    const W whole = a.half_turns * complete.e * 2;
    const W sum = whole + part;
    return guarded{sum, std::max(lost, complete.lost_bits) +
                            elliptic_kernel::bits_lost_in_sum(whole, part, sum)};
  });
}

/// The complete integral Π(n|m), n < 1, m < 1.
template <class T>
T ellint_pi(const T& n, const std::type_identity_t<elliptic_parameter<T>>& m) {
  constexpr auto name = "ellint_pi";
  detail::require_number(n, name, "n");
  detail::require_number(m, name);
  if (!(n < T(1)) || m.side() <= 0) {
    detail::outside(name, "n and m must be less than 1", "n = " + to_text(n) + ", " + m.text());
  }
  return with_guard<T>(0, [&](auto tag) {
    using W = typename decltype(tag)::type;
    const W m1 = m.template m1<W>();
    const W characteristic = widen<W>(n);
    const W k = elliptic_kernel::complete_k(m1);
    const W j = characteristic / 3 * elliptic_kernel::rj<W>(W(0), m1, W(1), W(1 - characteristic));
    const W sum = k + j;
    return guarded{sum, elliptic_kernel::bits_lost_in_sum(k, j, sum)};
  });
}

/// Π(n; φ|m).
template <class T>
T ellint_pi(const T& n, const std::type_identity_t<T>& phi,
            const std::type_identity_t<elliptic_parameter<T>>& m) {
  constexpr auto name = "ellint_pi";
  detail::require_number(n, name, "n");
  detail::require_number(phi, name, "phi");
  detail::require_reducible(phi, name, "phi");
  detail::require_number(m, name);
  if (phi == T(0)) {
    return phi;
  }
  return with_guard<T>(0, [&](auto tag) {
    using W = typename decltype(tag)::type;
    constexpr auto wanted =
        "1 - m sin(theta)^2 and 1 - n sin(theta)^2 must be positive from theta = 0 to phi";
    const auto a = elliptic_kernel::reduce_amplitude(widen<W>(phi));
    if (!(a.half_turns == 0) && (m.side() <= 0 || !(n < T(1)))) {
      detail::outside(name, wanted,
                      "n = " + to_text(n) + ", phi = " + to_text(phi) + ", " + m.text());
    }
    const W m1 = m.template m1<W>();
    const W characteristic = widen<W>(n);
    const W n1 = 1 - characteristic;
    const W c2 = a.cosine * a.cosine;
    const W s2 = a.sine * a.sine;
    const auto radicand = detail::positive_sum(c2, W(m1 * s2), name, wanted);
    const auto pole = detail::positive_sum(c2, W(n1 * s2), name, wanted);
    const W f = a.sine * elliptic_kernel::rf(c2, radicand.value, W(1));
    const W j = characteristic * a.sine * s2 / 3 *
                elliptic_kernel::rj<W>(c2, radicand.value, W(1), pole.value);
    const W part = f + j;
    long lost = radicand.lost_bits + pole.lost_bits + elliptic_kernel::bits_lost_in_sum(f, j, part);
    if (a.half_turns == 0) {
      return guarded{part, lost};
    }
    const W k = elliptic_kernel::complete_k(m1);
    const W complete_j = characteristic / 3 * elliptic_kernel::rj<W>(W(0), m1, W(1), n1);
    const W complete = k + complete_j;
    lost = std::max(lost, elliptic_kernel::bits_lost_in_sum(k, complete_j, complete));
    const W whole = a.half_turns * complete * 2;
    const W sum = whole + part;
    return guarded{sum, lost + elliptic_kernel::bits_lost_in_sum(whole, part, sum)};
  });
}

// Compiled once in the library for each of its scalars.
#define PLUMBLINE_SCALAR(T)                                                \
  extern template T carlson_rf<T>(const T&, const T&, const T&);           \
  extern template T carlson_rc<T>(const T&, const T&);                     \
  extern template T carlson_rd<T>(const T&, const T&, const T&);           \
  extern template T carlson_rj<T>(const T&, const T&, const T&, const T&); \
  extern template T ellint_k<T>(const elliptic_parameter<T>&);             \
  extern template T ellint_e<T>(const elliptic_parameter<T>&);             \
  extern template T ellint_f<T>(const T&, const elliptic_parameter<T>&);   \
  extern template T ellint_e<T>(const T&, const elliptic_parameter<T>&);   \
  extern template T ellint_pi<T>(const T&, const elliptic_parameter<T>&);  \
  extern template T ellint_pi<T>(const T&, const T&, const elliptic_parameter<T>&);
#include <plumbline/scalar/for_each_scalar.def>

}  // namespace plumbline
