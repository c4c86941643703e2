// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Whose elliptic and Jacobi functions an exact solution uses: a template argument `Functions` of the solution.
//
//   own_functions    elliptic.hpp and jacobi.hpp, the default
//   boost_functions  Boost.Math's, the second opinion: ellint_1, ellint_2, ellint_3, jacobi_elliptic
//
// The two share no line of code between the argument and the value, so digits on which they agree are confirmed.
// Boost.Math takes the modulus k = √m, so m < 0 has no value there; Boost 1.81 is wrong, or has no value, on up to a
// quarter of the arguments of docs/accuracy.md (docs/boost-math.md lists its failures).
//
// Both have the same members for a working type W (m1 = 1 − m; sine and cosine >= 0 are those of the amplitude):
//   complete_k<W>(m, m1)                      K(m)
//   incomplete_f<W>(sine, cosine, m, m1)      F(φ|m), |φ| <= π/2
//   jacobi<W>(m, m1, side)                    sn, cn, dn by .values(u), am u by .amplitude(u)
#pragma once

#include <plumbline/math/jacobi.hpp>

namespace plumbline {

struct own_functions {
  static constexpr const char* name = "own";

  template <class W>
  using jacobi = elliptic_kernel::jacobi_ladder<W>;

  template <class W>
  static W complete_k(const W& /*m*/, const W& m1) {
    return elliptic_kernel::complete_k(m1);
  }
  template <class W>
  static W incomplete_f(const W& sine, const W& cosine, const W& /*m*/, const W& m1) {
    return elliptic_kernel::incomplete_f(sine, cosine, m1);
  }
};

/// Boost.Math's functions at the precision of the scope. Each throws domain_error with Boost's own words where Boost has
/// no value (k outside its domain, an iteration that does not end).
namespace boost_math {

/// K(k) and F(φ, k).
mp ellint_1(const mp& k);
mp ellint_1(const mp& k, const mp& phi);
/// E(k) and E(φ, k).
mp ellint_2(const mp& k);
mp ellint_2(const mp& k, const mp& phi);
/// Π(n, k) and Π(n; φ, k).
mp ellint_3(const mp& k, const mp& n);
mp ellint_3(const mp& k, const mp& n, const mp& phi);
/// sn, cn, dn of u for the modulus k.
jacobi_values<mp> jacobi_elliptic(const mp& k, const mp& u);

/// √m, the modulus that Boost takes. Throws domain_error for m < 0.
mp modulus(const mp& m);

/// am u, unwrapped, from Boost's sn, cn and, for m < 1, its K: |am u − πu/(2K)| < π/2.
mp amplitude(const mp& k, const mp& u);

}  // namespace boost_math

struct boost_functions {
  static constexpr const char* name = "boost";

  template <class W>
  static W complete_k(const W& m, const W& /*m1*/) {
    return computed<W>([&] { return boost_math::ellint_1(boost_math::modulus(widen<mp>(m))); });
  }
  template <class W>
  static W incomplete_f(const W& sine, const W& cosine, const W& m, const W& /*m1*/) {
    return computed<W>([&] {
      return boost_math::ellint_1(boost_math::modulus(widen<mp>(m)),
                                  mp(atan2(widen<mp>(sine), widen<mp>(cosine))));
    });
  }
  /// Π(n; φ|m) for any φ.
  template <class W>
  static W incomplete_pi(const W& n, const W& phi, const W& m) {
    return computed<W>([&] {
      return boost_math::ellint_3(boost_math::modulus(widen<mp>(m)), widen<mp>(n), widen<mp>(phi));
    });
  }

  template <class W>
  class jacobi {
   public:
    jacobi(const W& m, const W& /*m1*/, int side) : m_(m), side_(side) {}

    elliptic_kernel::jacobi_working<W> values(const W& u) const {
      const auto r = computed<jacobi_values<W>>(
          [&] { return boost_math::jacobi_elliptic(modulus(), widen<mp>(u)); });
      return {r.sn, r.cn, r.dn, std::max(0L, binary_exponent(u)), 0};
    }
    guarded<W> amplitude(const W& u) const {
      return {computed<W>([&] { return boost_math::amplitude(modulus(), widen<mp>(u)); }),
              std::max(0L, binary_exponent(u))};
    }

   private:
    mp modulus() const { return side_ == 0 ? mp(1) : boost_math::modulus(widen<mp>(m_)); }
    W m_;
    int side_;
  };

 private:
  template <class R>
  struct scalar_of {
    using type = R;
  };
  template <class W>
  struct scalar_of<jacobi_values<W>> {
    using type = W;
  };

  /// f() in run-time precision with the digits of R's scalar, converted to R.
  template <class R, class F>
  static R computed(F&& f) {
    using W = typename scalar_of<R>::type;
    const auto convert = [](const auto& x) {
      if constexpr (requires { x.sn; }) {
        return R{detail::convert_precision<W>(x.sn), detail::convert_precision<W>(x.cn),
                 detail::convert_precision<W>(x.dn)};
      } else {
        return detail::convert_precision<W>(x);
      }
    };
    if constexpr (has_run_time_digits<W>) {
      return f();
    } else {
      const precision_scope scope(detail::digits_for_bits(scalar_traits<W>::bits() + 8));
      return convert(f());
    }
  }
};

}  // namespace plumbline
