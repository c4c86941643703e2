// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Weierstrass functions: identities on seeded random arguments (one side in the scalar, the other by the identity with 60 more
// digits), consistency of half-periods and invariants, degenerate lattices, typed errors.
#include "support/oracle_csv.hpp"
#include <plumbline/math/weierstrass.hpp>

#include <random>

namespace plumbline {
namespace {

using testing::at_every_precision;

constexpr double allowed = 1;

/// The significand of x, in whatever precision it was made.
template <class T>
int bits_of(const T& x) {
  if constexpr (std::is_same_v<T, mp>) {
    return static_cast<int>(mpfr_get_prec(x.backend().data()));
  } else {
    return scalar_traits<T>::bits();
  }
}

/// Decimal digits for the other side of an identity: 60 more than x has.
template <class T>
int wide_digits(const T& x) {
  return static_cast<int>(bits_of(x) * 0.302) + 60;
}

/// |value − exact| in units of the last place of T, the larger of the two components; components near their zero (below
/// 2^-bits of the modulus) count relative to the modulus.
template <class T>
double error(const complex<T>& value, const complex<mp>& exact) {
  const precision_scope scope(wide_digits(value.re));
  const int bits = bits_of(value.re);
  const long size = binary_exponent(exact);
  double worst = 0;
  for (const auto& [ours, right] :
       {std::pair{&value.re, &exact.re}, std::pair{&value.im, &exact.im}}) {
    const long own = binary_exponent(*right);
    const long unit = (own > size - bits ? own : size) - bits;
    const mp difference = abs(mp(widen<mp>(*ours) - *right));
    worst = std::max(worst, to_double(mp(ldexp(difference, static_cast<int>(-unit)))));
  }
  return worst;
}

/// Arguments of 40 bits, exact in every scalar.
struct random_arguments {
  std::mt19937_64 engine{7};
  template <class T>
  T number(double scale) {
    const double x = (static_cast<double>(engine() >> 24) * 0x1p-40 - 0.5) * 2 * scale;
    return T(x);
  }
};

template <class T>
complex<mp> wide(const complex<T>& z) {
  return {widen<mp>(z.re), widen<mp>(z.im)};
}

/// Runs `check(lattice in T, lattice in mp with 60 more digits, random z, random w, where)` for both signs of the discriminant.
template <class Check>
void on_random_arguments(int count, Check&& check) {
  at_every_precision([&](const char* digits, auto zero) {
    using T = decltype(zero);
    random_arguments random;
    for (int i = 0; i < count; ++i) {
      const T g2 = random.number<T>(8);
      const T g3 = random.number<T>(i % 2 == 0 ? 8 : 0.5);
      const complex<T> z{random.number<T>(3), random.number<T>(3)};
      const complex<T> w{random.number<T>(3), i % 3 == 0 ? T(0) : random.number<T>(3)};
      const weierstrass_lattice<T> lattice(g2, g3);
      const precision_scope scope(wide_digits(z.re));
      const weierstrass_lattice<mp> reference(widen<mp>(g2), widen<mp>(g3));
      ASSERT_EQ(lattice.discriminant_sign(), reference.discriminant_sign());
      check(lattice, reference, z, w,
            std::string(digits) + " digits: g2 = " + to_text(g2) + ", g3 = " + to_text(g3) +
                ", z = " + to_text(z.re) + " " + to_text(z.im) + ", w = " + to_text(w.re) + " " +
                to_text(w.im));
    }
  });
}

/// f() in the precision of T (the scope of on_random_arguments is wider).
template <class T, class F>
auto in_precision_of(const T& x, F&& f) {
  if constexpr (std::is_same_v<T, mp>) {
    const precision_scope scope(static_cast<int>(x.precision()));
    return f();
  } else {
    return f();
  }
}

TEST(weierstrass_identity, the_differential_equation) {
  on_random_arguments(40, [](const auto& lattice, const auto& reference, const auto& z, const auto&,
                             const std::string& where) {
    const auto v = in_precision_of(z.re, [&] { return lattice.p_and_prime(z); });
    const complex<mp> p = reference.p(wide(z));
    const complex<mp> prime = reference.p_prime(wide(z));
    EXPECT_LE(error(v.p, p), allowed) << where;
    EXPECT_LE(error(v.p_prime, prime), allowed) << where;
    const complex<mp> right = p * p * p * mp(4) - p * reference.g2() + mp(-reference.g3());
    const complex<mp> left = prime * prime;
    const complex<mp> difference = left - right;
    const long size = std::max({binary_exponent(left), binary_exponent(complex<mp>(p * p * p)),
                                binary_exponent(reference.g3())});
    EXPECT_LE(binary_exponent(difference), size - scalar_traits<mp>::bits() + 6) << where;
    // and in the scalar itself
    using T = std::remove_cvref_t<decltype(z.re)>;
    const complex<T> residual = in_precision_of(z.re, [&] {
      return v.p_prime * v.p_prime -
             (v.p * v.p * v.p * T(4) - v.p * lattice.g2() + T(-lattice.g3()));
    });
    EXPECT_LE(binary_exponent(residual), size - bits_of(z.re) + 6) << where;
  });
}

TEST(weierstrass_identity, the_addition_theorem) {
  on_random_arguments(25, [](const auto& lattice, const auto& reference, const auto& z,
                             const auto& w, const std::string& where) {
    const auto sum = in_precision_of(z.re, [&] { return lattice.p(z + w); });
    const complex<mp> p = reference.p(wide(z));
    const complex<mp> q = reference.p(wide(w));
    const complex<mp> slope = (reference.p_prime(wide(z)) - reference.p_prime(wide(w))) / (p - q);
    EXPECT_LE(error(sum, slope * slope * mp(mp(1) / 4) - p - q), allowed) << where;
    // ζ(z + w) = ζ(z) + ζ(w) + slope/2, σ(z + w) σ(z − w) = −σ(z)² σ(w)² (℘(z) − ℘(w))
    const auto zeta = in_precision_of(z.re, [&] { return lattice.zeta(z + w); });
    EXPECT_LE(
        error(zeta, reference.zeta(wide(z)) + reference.zeta(wide(w)) + slope * mp(mp(1) / 2)),
        allowed)
        << where;
    const auto sigma = in_precision_of(z.re, [&] { return lattice.sigma(z + w); });
    const complex<mp> a = reference.sigma(wide(z));
    const complex<mp> b = reference.sigma(wide(w));
    EXPECT_LE(error(sigma, -(a * a * b * b * (p - q)) / reference.sigma(wide(z) - wide(w))),
              allowed)
        << where;
  });
}

TEST(weierstrass_identity, zeta_and_sigma_are_quasi_periodic) {
  on_random_arguments(25, [](const auto& lattice, const auto& reference, const auto& z, const auto&,
                             const std::string& where) {
    using T = std::remove_cvref_t<decltype(z.re)>;
    const auto periods = in_precision_of(z.re, [&] { return lattice.half_periods(); });
    const auto exact = reference.half_periods();
    const std::pair<complex<T>, std::pair<complex<mp>, complex<mp>>> cases[] = {
        {periods.omega1, {exact.omega1, exact.eta1}},
        {periods.omega2, {exact.omega2, exact.eta2}},
        {periods.omega3, {exact.omega3, exact.eta3}}};
    for (const auto& [half_period, pair] : cases) {
      // clang 14 does not let a lambda take a structured binding
      const complex<T>& omega = half_period;
      // z′ = z + 2ω rounded in T; the identity holds for z″ = z′ − 2ω (exact), which is near z
      const complex<T> moved = in_precision_of(z.re, [&] { return z + omega * T(2); });
      const complex<mp> back = wide(moved) - pair.first * mp(2);
      const auto zeta = in_precision_of(z.re, [&] { return lattice.zeta(moved); });
      EXPECT_LE(error(zeta, reference.zeta(back) + pair.second * mp(2)), allowed) << where;
      const auto sigma = in_precision_of(z.re, [&] { return lattice.sigma(moved); });
      EXPECT_LE(error(sigma, -(exponential(complex<mp>(pair.second * mp(2) * (back + pair.first))) *
                               reference.sigma(back))),
                allowed)
          << where;
      const auto p = in_precision_of(z.re, [&] { return lattice.p(moved); });
      EXPECT_LE(error(p, reference.p(back)), allowed) << where;
    }
  });
}

TEST(weierstrass_identity, legendres_relation_roots_and_values_at_half_periods) {
  on_random_arguments(20, [](const auto&, const auto& lattice, const auto&, const auto&,
                             const std::string& where) {
    const auto w = lattice.half_periods();
    const mp tiny = ldexp(mp(1), 12 - scalar_traits<mp>::bits());
    const complex<mp> legendre = w.eta1 * w.omega3 - w.eta3 * w.omega1;
    EXPECT_LE(abs(legendre.re), tiny) << where;
    EXPECT_LE(abs(mp(legendre.im - pi<mp>() / 2)), tiny) << where;
    const complex<mp> triangle = w.omega2 - w.omega1 - w.omega3;
    EXPECT_LE(abs(triangle.re) + abs(triangle.im), tiny) << where;
    for (const auto& [omega, e] :
         {std::pair{w.omega1, w.e1}, std::pair{w.omega2, w.e2}, std::pair{w.omega3, w.e3}}) {
      const complex<mp> defect = lattice.p(omega) - e;
      EXPECT_LE(abs(defect.re) + abs(defect.im), tiny * 16) << where;
    }
    const complex<mp> sum = w.e1 + w.e2 + w.e3;
    EXPECT_LE(abs(sum.re) + abs(sum.im), tiny) << where;
    if (lattice.discriminant_sign() > 0) {
      EXPECT_TRUE(w.e3.re < w.e2.re && w.e2.re < w.e1.re && mp(0) < w.omega1.re &&
                  mp(0) < w.omega3.im)
          << where;
    } else {
      EXPECT_TRUE(mp(0) < w.e2.im && w.e1.im == mp(0) && w.omega3.re * 2 == w.omega1.re) << where;
    }
  });
}

TEST(weierstrass_identity, half_periods_in_any_basis_give_the_invariants_back) {
  on_random_arguments(12, [](const auto& lattice, const auto&, const auto& z, const auto&,
                             const std::string& where) {
    using T = std::remove_cvref_t<decltype(z.re)>;
    const auto w = in_precision_of(z.re, [&] { return lattice.half_periods(); });
    const auto close = [&](const T& a, const T& b, const T& size) {
      return in_precision_of(z.re, [&] {
        using std::abs;
        return !(abs(T(a - b)) > size * epsilon<T>() * 64);
      });
    };
    for (int basis = 0; basis < 4; ++basis) {
      const std::pair<complex<T>, complex<T>> pair = in_precision_of(z.re, [&] {
        return basis == 0   ? std::pair{w.omega1, w.omega3}
               : basis == 1 ? std::pair{w.omega2, w.omega3}
               : basis == 2
                   ? std::pair{w.omega3, -w.omega1}
                   : std::pair{w.omega1 * T(2) + w.omega3, w.omega1 * T(5) + w.omega3 * T(3)};
      });
      const auto g =
          in_precision_of(z.re, [&] { return weierstrass_invariants<T>(pair.first, pair.second); });
      const T size(20);
      EXPECT_TRUE(close(g.g2, lattice.g2(), size))
          << where << " basis " << basis << ": " << to_text(g.g2);
      EXPECT_TRUE(close(g.g3, lattice.g3(), size))
          << where << " basis " << basis << ": " << to_text(g.g3);
    }
  });
}

TEST(weierstrass_invariants, are_right_to_one_unit_for_exact_half_periods) {
  at_every_precision([](const char* digits, auto zero) {
    using T = decltype(zero);
    const std::array<std::array<int, 4>, 6> periods{{{16, 0, 0, 16},
                                                     {16, 0, 0, 44},
                                                     {48, 0, 0, 5},
                                                     {16, 0, 8, 16},
                                                     {16, 0, 8, 3},
                                                     {10, 7, 10, -7}}};
    for (const auto& p : periods) {
      const complex<T> a{rational<T>(p[0], 16), rational<T>(p[1], 16)};
      const complex<T> b{rational<T>(p[2], 16), rational<T>(p[3], 16)};
      const auto g = weierstrass_invariants<T>(a, b);
      const complex<T> g2(g.g2);
      const complex<T> g3(g.g3);
      const precision_scope scope(wide_digits(zero));
      const auto exact = weierstrass_invariants<mp>(wide(a), wide(b));
      EXPECT_LE(error(g2, complex<mp>(exact.g2)), allowed) << digits << " " << p[0] << " " << p[3];
      EXPECT_LE(error(g3, complex<mp>(exact.g3)), allowed) << digits << " " << p[0] << " " << p[3];
    }
    // the square lattice: g3 = 0 exactly, and g2 = Γ(1/4)^8/(256 π²) for ω1 = 1
    const auto square = weierstrass_invariants<T>(complex<T>(T(1)), complex<T>(T(0), T(1)));
    EXPECT_EQ(square.g3, T(0)) << digits;
    using std::abs;
    EXPECT_LE(to_double(abs(T(square.g2 -
                              decimal<T>("11.817045008077115768316337283432582087420697579431")))),
              1e-37 + to_double(epsilon<T>()) * 16);
  });
}

/// Closed forms at Δ = 0: a > 0 roots 2a, −a, −a (trigonometric); a < 0 (hyperbolic).
TEST(weierstrass_degenerate, values_are_the_trigonometric_and_hyperbolic_limits) {
  at_every_precision([](const char* digits, auto zero) {
    using T = decltype(zero);
    random_arguments random;
    for (int i = 0; i < 20; ++i) {
      const complex<T> z{random.number<T>(4), i % 4 == 0 ? T(0) : random.number<T>(4)};
      for (const int sign : {1, -1}) {
        const weierstrass_lattice<T> lattice(T(12), T(8 * sign));
        ASSERT_TRUE(lattice.degenerate());
        EXPECT_THROW((void)lattice.half_periods(), domain_error);
        const auto p = lattice.p(z);
        const auto prime = lattice.p_prime(z);
        const auto zeta = lattice.zeta(z);
        const auto sigma = lattice.sigma(z);
        const precision_scope scope(wide_digits(zero));
        // c² = 3: hyperbolic is the trigonometric one at iz
        const complex<mp> x = sign > 0 ? wide(z) : times_i(wide(z));
        const mp c = sqrt(mp(3));
        const auto s = sin_cos(complex<mp>(x * c));
        const complex<mp> p0 = complex<mp>(mp(3)) / (s.sin * s.sin) + mp(-1);
        const complex<mp> prime0 = s.cos / (s.sin * s.sin * s.sin) * mp(c * -6);
        const complex<mp> zeta0 = x + s.cos / s.sin * c;
        const complex<mp> sigma0 =
            s.sin * exponential(complex<mp>(x * x * mp(mp(1) / 2))) * mp(1 / c);
        const std::string where = std::string(digits) + " " + to_text(z.re) + " " + to_text(z.im);
        EXPECT_LE(error(p, sign > 0 ? p0 : -p0), allowed) << where;
        EXPECT_LE(error(prime, sign > 0 ? prime0 : -times_i(prime0)), allowed) << where;
        EXPECT_LE(error(zeta, sign > 0 ? zeta0 : times_i(zeta0)), allowed) << where;
        EXPECT_LE(error(sigma, sign > 0 ? sigma0 : -times_i(sigma0)), allowed) << where;
      }
      const weierstrass_lattice<T> rational(T(0), T(0));
      const auto p = rational.p(z);
      const auto zeta = rational.zeta(z);
      const auto prime = rational.p_prime(z);
      EXPECT_EQ(rational.sigma(z), z);
      const precision_scope scope(wide_digits(zero));
      const complex<mp> inverse = complex<mp>(mp(1)) / wide(z);
      EXPECT_LE(error(p, inverse * inverse), allowed);
      EXPECT_LE(error(zeta, inverse), allowed);
      EXPECT_LE(error(prime, inverse * inverse * inverse * mp(-2)), allowed);
    }
  });
}

TEST(weierstrass_degenerate,
     an_exact_discriminant_replaces_what_the_rounded_invariants_cannot_say) {
  // g2 = 3 and g3 with (g2³ − 27g3²)/(g2³ + 27g3²) = ±2^-600: in 64 digits g3 = ±1
  for (const int side : {1, -1}) {
    for (const int sign : {1, -1}) {
      const mp64 delta = ldexp(mp64(side), -600);
      EXPECT_TRUE(weierstrass_lattice<mp64>(mp64(3), mp64(sign)).degenerate());
      const weierstrass_lattice<mp64> lattice(mp64(3), mp64(sign), delta);
      EXPECT_EQ(lattice.discriminant_sign(), side);
      const auto ours = lattice.half_periods();
      const precision_scope scope(900);
      const mp d = widen<mp>(delta);
      const mp g3 = sqrt(mp((mp(1) - d) / (mp(1) + d))) * sign;
      const auto exact = weierstrass_lattice<mp>(mp(3), g3).half_periods();
      const auto close = [](const complex<mp64>& a, const complex<mp>& b) { return error(a, b); };
      EXPECT_LE(close(ours.omega1, exact.omega1), allowed) << side << sign;
      EXPECT_LE(close(ours.omega3, exact.omega3), allowed) << side << sign;
      EXPECT_LE(close(ours.eta1, exact.eta1), allowed) << side << sign;
      EXPECT_LE(close(ours.eta3, exact.eta3), allowed) << side << sign;
      EXPECT_LE(close(ours.e1, exact.e1), allowed) << side << sign;
    }
  }
  EXPECT_EQ(weierstrass_relative_discriminant<double>(3, 1), 0);
  EXPECT_EQ(weierstrass_relative_discriminant<double>(1, 0), 1);
  EXPECT_EQ(weierstrass_relative_discriminant<double>(0, 1), -1);
  EXPECT_GT(weierstrass_relative_discriminant<double>(std::nextafter(3.0, 4.0), 1), 0);
  EXPECT_GT(weierstrass_relative_discriminant<double>(1e300, 1e-300), 0);
}

TEST(weierstrass_errors, poles_degenerate_lattices_and_bad_numbers_are_typed) {
  const weierstrass_lattice<double> lattice(4, 1);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  for (const auto& z : {complex<double>(0), complex<double>(lattice.half_periods().omega1.re * 2),
                        complex<double>(0, lattice.half_periods().omega3.im * 2),
                        complex<double>(nan, 0), complex<double>(1, infinity)}) {
    EXPECT_THROW((void)lattice.p(z), domain_error) << z.re << " " << z.im;
    EXPECT_THROW((void)lattice.p_prime(z), domain_error) << z.re << " " << z.im;
    EXPECT_THROW((void)lattice.p_and_prime(z), domain_error) << z.re << " " << z.im;
    EXPECT_THROW((void)lattice.zeta(z), domain_error) << z.re << " " << z.im;
  }
  EXPECT_EQ(lattice.sigma(0.0), 0.0);
  EXPECT_THROW((void)lattice.sigma(nan), domain_error);
  EXPECT_THROW((void)lattice.sigma(1e4), domain_error);  // about exp(1e8)
  EXPECT_THROW((weierstrass_lattice<double>(nan, 1)), domain_error);
  EXPECT_THROW((weierstrass_lattice<double>(1, infinity)), domain_error);
  EXPECT_THROW((weierstrass_lattice<double>(1, 1, 2)), domain_error);
  EXPECT_THROW((weierstrass_lattice<double>(1, 1, nan)), domain_error);
  using c = complex<double>;
  EXPECT_THROW((void)weierstrass_invariants<double>(c(1), c(2)), domain_error);
  EXPECT_THROW((void)weierstrass_invariants<double>(c(0), c(0, 1)), domain_error);
  EXPECT_THROW((void)weierstrass_invariants<double>(c(1), c(0.3, 1)), domain_error);
  EXPECT_THROW((void)weierstrass_invariants<double>(c(nan), c(0, 1)), domain_error);
}

}  // namespace
}  // namespace plumbline
