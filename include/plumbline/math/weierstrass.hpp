// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Weierstrass' elliptic functions ℘, ℘′, ζ, σ of complex z for real invariants g2, g3 (DLMF 23.2, 23.3):
//     ℘′² = 4℘³ − g2 ℘ − g3,   ζ′ = −℘,   σ′/σ = ζ,
// and the invariants, roots e_j = ℘(ω_j), half-periods ω_j and η_j = ζ(ω_j) of the lattice, ω2 = ω1 + ω3:
//     Δ = g2³ − 27g3² > 0:  e1 > e2 > e3;  ω1 > 0, ω3/i > 0
//     Δ < 0:                e1 real, Im e2 > 0, e3 = conj e2;  ω1 > 0, ω3 = ω1/2 + iy, y > 0
// with Legendre's relation η1 ω3 − η3 ω1 = iπ/2. The formulas and why they are stable: weierstrass_kernel.hpp.
//
// Accuracy: every component of every result is within 4 units in the last place of T (in practice it is the
// nearest number or its neighbour): evaluated with guard digits, again with more where the
// reduction of z, a zero or a pole ate digits, and rounded once. A component that is smaller than
// 2^(−3 bits) of the terms it was summed from is returned as zero.
//
// The discriminant decides the kind of lattice, and near Δ = 0 it carries all the information about the roots that
// agree. It is computed exactly from the values g2, g3 of type T. Who has exact invariants that T
// cannot hold (g2 = 1/3, g3 = 1/81, say) passes the exact value in addition, as
//     relative_discriminant = (g2³ − 27 g3²) / (|g2|³ + 27 g3²).
//
// Errors: domain_error where there is no value (z = 0 for ℘, ℘′, ζ, and the numbers of type T next to another
// lattice point, which stand for it; half-periods of a degenerate lattice), for arguments that are not finite, and
// for a result beyond the exponent range of T. σ is 0 at z = 0 and has its small value next to the others.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/math/complex.hpp>
#include <plumbline/math/weierstrass_kernel.hpp>
#include <plumbline/scalar/text.hpp>

#include <array>
#include <memory>

namespace plumbline {

/// ℘(z) and ℘′(z).
template <class T>
struct weierstrass_values {
  complex<T> p;
  complex<T> p_prime;
};

/// Half-periods, ℘ at them (the roots) and ζ at them.
template <class T>
struct weierstrass_half_periods {
  complex<T> omega1, omega2, omega3;
  complex<T> e1, e2, e3;
  complex<T> eta1, eta2, eta3;
};

template <class T>
struct weierstrass_invariant_pair {
  T g2;
  T g3;
};

/// One lattice, prepared once for many evaluations. Immutable: threads may share it.
template <class T>
class weierstrass_lattice {
  static_assert(has_guard_digits<T>,
                "the Weierstrass functions need a scalar that has a wider one");

 public:
  /// Throws domain_error unless g2 and g3 are finite.
  weierstrass_lattice(const T& g2, const T& g3);
  /// The same with the discriminant from the exact invariants, see above; within [-1, 1].
  weierstrass_lattice(const T& g2, const T& g3, const T& relative_discriminant);

  const T& g2() const { return g2_; }
  const T& g3() const { return g3_; }
  /// +1, 0 or −1.
  int discriminant_sign() const { return sign_; }
  bool degenerate() const { return sign_ == 0; }

  complex<T> p(const complex<T>& z) const;
  complex<T> p_prime(const complex<T>& z) const;
  weierstrass_values<T> p_and_prime(const complex<T>& z) const;
  complex<T> zeta(const complex<T>& z) const;
  complex<T> sigma(const complex<T>& z) const;
  T p(const T& z) const { return p(complex<T>(z)).re; }
  T p_prime(const T& z) const { return p_prime(complex<T>(z)).re; }
  T zeta(const T& z) const { return zeta(complex<T>(z)).re; }
  T sigma(const T& z) const { return sigma(complex<T>(z)).re; }
  weierstrass_half_periods<T> half_periods() const;

 private:
  using stored = std::conditional_t<has_run_time_digits<T>, mp, wider<T>>;
  static constexpr long run_time_guard = 112;  // of the stored kernel where T is mp

  void prepare();
  void require_argument(const complex<T>& z, const char* function) const;
  template <class W>
  detail::weierstrass_kernel<W> make_kernel() const;
  template <class W, class F>
  auto with_kernel(F&& f) const;
  /// What is known of one of the four functions. An odd one is imaginary on the imaginary axis, an even one real.
  struct function_facts {
    const char* name;
    bool is_odd;
    bool has_poles;
  };
  template <class F>
  complex<T> evaluate(const complex<T>& z, const function_facts& function, F&& f) const;
  long zero_limit(const complex<T>& z) const;
  long reduction_bits(const complex<T>& z) const;

  T g2_;
  T g3_;
  T relative_discriminant_;
  std::shared_ptr<const mp> discriminant_;  // exact, unless the caller gave the relative one
  bool given_ = false;
  int sign_ = 0;
  // shared, so that a copy made in another precision_scope keeps the digits
  std::shared_ptr<const detail::weierstrass_kernel<stored>> kernel_;
};

/// g2 and g3 of the lattice with half-periods ω1, ω3 (any two that generate it, in either orientation). Throws
/// domain_error where they are not finite or on one line through 0, or where the lattice is neither
/// rectangular nor rhombic about the real axis (to 8 units in the last place), so that g2 and g3 are not real.
template <class T>
weierstrass_invariant_pair<T> weierstrass_invariants(const complex<T>& omega1,
                                                     const complex<T>& omega3);

/// (g2³ − 27g3²)/(|g2|³ + 27g3²), rounded once; 0 only where it is exactly 0.
template <class T>
T weierstrass_relative_discriminant(const T& g2, const T& g3);

template <class T>
complex<T> weierstrass_p(const complex<T>& z, const T& g2, const T& g3) {
  return weierstrass_lattice<T>(g2, g3).p(z);
}
template <class T>
complex<T> weierstrass_p_prime(const complex<T>& z, const T& g2, const T& g3) {
  return weierstrass_lattice<T>(g2, g3).p_prime(z);
}
template <class T>
complex<T> weierstrass_zeta(const complex<T>& z, const T& g2, const T& g3) {
  return weierstrass_lattice<T>(g2, g3).zeta(z);
}
template <class T>
complex<T> weierstrass_sigma(const complex<T>& z, const T& g2, const T& g3) {
  return weierstrass_lattice<T>(g2, g3).sigma(z);
}

}  // namespace plumbline

#include <plumbline/math/weierstrass_impl.hpp>
#include <plumbline/math/weierstrass_invariants.hpp>

namespace plumbline {

#define PLUMBLINE_SCALAR(T)                                                                \
  extern template class weierstrass_lattice<T>;                                            \
  extern template weierstrass_invariant_pair<T> weierstrass_invariants(const complex<T>&,  \
                                                                       const complex<T>&); \
  extern template T weierstrass_relative_discriminant(const T&, const T&);
#include <plumbline/scalar/for_each_scalar.def>

}  // namespace plumbline
