// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Weierstrass functions against Arb on seeded random arguments: for every scalar and function, the largest error of a
// component in units of the last place of the working precision (spacing at the exact value), and the argument where
// it happened. Exit code 1 above 4 units, 2 where Arb's balls did not become narrow enough.
//
//   check_live COUNT [COUNT300 [DUMP]]
//       10000 arguments a function at 16, 34, 64, 100 digits; COUNT300 at 300 (default COUNT/20);
//       DUMP: a file for the double-precision arguments of the first 200 rows, for other programs.
//
// Invariants: both signs of the discriminant, sizes 10^-8 … 10^8, one in ten nearly degenerate (g3 at a relative
// distance down to 2^-bits from the degenerate value), some with g2 or g3 = 0. Arguments: real, imaginary and complex, in
// the first cell, up to 10^6 periods away, and near poles (relative distance down to 2^-bits).
// A component is "near its zero", and then not counted, when it is smaller than 2^-bits of the value.
#include "arb_reference.h"
#include <plumbline/math/weierstrass.hpp>

#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

using namespace plumbline;

namespace {

template <class T>
void to_arb(arb_t r, const T& x) {
  const precision_scope scope(400);
  const mp y = widen<mp>(x);
  arf_set_mpfr(arb_midref(r), y.backend().data());
  mag_zero(arb_radref(r));
}

struct worst {
  double ulp = 0;
  std::string where;
  long rows = 0;
  long skipped = 0;
};

/// |ours − exact| in units of the last place of the exact value; negative where the ball is too wide.
template <class T>
double error_in_ulp(const T& ours, const arb_t exact, slong prec) {
  arb_t x;
  arb_init(x);
  to_arb(x, ours);
  arb_sub(x, x, exact, prec);
  fmpz_t e;
  fmpz_init(e);
  double result = 0;
  if (arf_is_zero(arb_midref(exact))) {
    result = arb_contains_zero(x) ? 0 : 1e300;
  } else {
    arf_abs_bound_lt_2exp_fmpz(e, arb_midref(exact));  // 2^(e-1) <= |x| < 2^e
    fmpz_neg(e, e);
    fmpz_add_si(e, e, scalar_traits<T>::bits());
    arb_mul_2exp_fmpz(x, x, e);  // in units of the last place
    arf_t b;
    arf_init(b);
    arb_get_abs_ubound_arf(b, x, 53);
    result = arf_get_d(b, ARF_RND_UP);
    arf_clear(b);
    if (mag_cmp_2exp_si(arb_radref(x), -7) > 0) {
      result = -1;
    }
  }
  fmpz_clear(e);
  arb_clear(x);
  return result;
}

template <class T>
T uniform(std::mt19937_64& random) {
  // `bits` random bits in (-1, 1)
  T x(0);
  for (int have = 0; have < scalar_traits<T>::bits() + 20; have += 20) {
    x = (x + T(static_cast<int>(random() >> 44))) / T(1 << 20);
  }
  return T(x * 2 - T(1));
}
double pick(std::mt19937_64& random) { return static_cast<double>(random() >> 11) * 0x1p-53; }

constexpr const char* names[] = {"p", "p_prime", "zeta", "sigma"};

template <class T>
int check(const char* digits, int count, std::FILE* dump) {
  worst table[4];
  int bad = 0;
  const int bits = scalar_traits<T>::bits();
  std::mt19937_64 random(20261121);
  const int per_lattice = 10;
  for (int row = 0; row < count; row += per_lattice) {
    T g2 = uniform<T>(random) * ldexp(T(1), static_cast<int>(52 * pick(random)) - 26);
    T g3 = uniform<T>(random) * ldexp(T(1), static_cast<int>(52 * pick(random)) - 26);
    const double kind = pick(random);
    if (kind < 0.4) {
      // comparable sizes: g3 of the order of the degenerate value
      using std::abs;
      using std::sqrt;
      const T a = sqrt(T(abs(g2) / 3));
      g3 = a * a * a *
           (kind < 0.1
                ? T(T(1) + uniform<T>(random) * ldexp(T(1), -static_cast<int>(pick(random) * bits)))
                : uniform<T>(random) * 2);
    } else if (kind < 0.42) {
      g2 = T(0);
    } else if (kind < 0.44) {
      g3 = T(0);
    }
    const weierstrass_lattice<T> lattice(g2, g3);
    if (lattice.degenerate()) {
      continue;
    }
    arb_t a2;
    arb_t a3;
    arb_init(a2);
    arb_init(a3);
    to_arb(a2, g2);
    to_arb(a3, g3);
    arb_lattice reference;
    slong prec = 6 * bits + 400;
    if (arb_lattice_init(&reference, a2, a3, prec) == 0) {
      std::printf("arb: the roots were not separated\n");
      return 2;
    }
    const auto periods = lattice.half_periods();
    for (int i = 0; i < per_lattice; ++i) {
      const T size = periods.omega1.re;
      complex<T> z{uniform<T>(random) * size, uniform<T>(random) * (periods.omega3.im)};
      const double where = pick(random);
      if (where < 0.2) {
        z.im = T(0);
      } else if (where < 0.3) {
        z.re = T(0);
      } else if (where < 0.4) {
        const int cells = 1 << static_cast<int>(20 * pick(random));
        z = {z.re * T(cells), z.im * T(cells)};
      } else if (where < 0.6) {
        const T near = ldexp(T(1), -static_cast<int>(pick(random) * bits));
        z = {periods.omega1.re * 2 * (where < 0.5 ? 1 : 0) +
                 periods.omega3.re * 2 * (where > 0.45 ? 1 : 0) + z.re * near,
             periods.omega3.im * 2 * (where > 0.45 ? 1 : 0) + z.im * near};
      }
      acb_t az;
      acb_t value;
      acb_init(az);
      acb_init(value);
      to_arb(acb_realref(az), z.re);
      to_arb(acb_imagref(az), z.im);
      for (int f = 0; f < 4; ++f) {
        complex<T> ours;
        try {
          ours = f == 0   ? lattice.p(z)
                 : f == 1 ? lattice.p_prime(z)
                 : f == 2 ? lattice.zeta(z)
                          : lattice.sigma(z);
        } catch (const domain_error&) {
          ++table[f].skipped;  // overflow or underflow of the scalar
          continue;
        }
        arb_lattice_value(value, &reference, f, az);
        if (z.im == T(0)) {
          arb_zero(acb_imagref(value));
        }
        if (z.re == T(0)) {
          arb_zero(f == 0 ? acb_imagref(value) : acb_realref(value));
        }
        const long re_exp = arf_is_zero(arb_midref(acb_realref(value)))
                                ? -1000000
                                : arf_abs_bound_lt_2exp_si(arb_midref(acb_realref(value)));
        const long im_exp = arf_is_zero(arb_midref(acb_imagref(value)))
                                ? -1000000
                                : arf_abs_bound_lt_2exp_si(arb_midref(acb_imagref(value)));
        const long largest = re_exp < im_exp ? im_exp : re_exp;
        if (std::is_same_v<T, double> && largest < -960) {
          ++table[f].skipped;  // denormal numbers
          continue;
        }
        for (int part = 0; part < 2; ++part) {
          if ((part == 0 ? re_exp : im_exp) < largest - bits) {
            continue;
          }
          const double e = part == 0 ? error_in_ulp(ours.re, acb_realref(value), prec)
                                     : error_in_ulp(ours.im, acb_imagref(value), prec);
          if (e < 0) {
            ++table[f].skipped;
            bad = 2;
            continue;
          }
          if (e > table[f].ulp) {
            table[f].ulp = e;
            table[f].where = "g2 = " + to_text(g2) + " g3 = " + to_text(g3) +
                             " z = " + to_text(z.re) + " " + to_text(z.im);
          }
        }
        ++table[f].rows;
        if (dump != nullptr && table[f].rows <= 200) {
          char* re = arb_get_str(acb_realref(value), 40, ARB_STR_NO_RADIUS);
          char* im = arb_get_str(acb_imagref(value), 40, ARB_STR_NO_RADIUS);
          std::fprintf(dump, "%s,%s,%s,%s,%s,%s,%s\n", names[f], to_text(g2).c_str(),
                       to_text(g3).c_str(), to_text(z.re).c_str(), to_text(z.im).c_str(), re, im);
          flint_free(re);
          flint_free(im);
        }
      }
      acb_clear(az);
      acb_clear(value);
    }
    arb_lattice_clear(&reference);
    arb_clear(a2);
    arb_clear(a3);
  }
  for (int f = 0; f < 4; ++f) {
    std::printf("%s,%s,%ld,%ld,%.3f\n", digits, names[f], table[f].rows, table[f].skipped,
                table[f].ulp);
    if (!(table[f].ulp <= 4)) {
      std::fprintf(stderr, "%s digits, %s: %.3g units at %s\n", digits, names[f], table[f].ulp,
                   table[f].where.c_str());
      bad = bad == 0 ? 1 : bad;
    }
  }
  std::fflush(stdout);
  return bad;
}

}  // namespace

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 10000;
  const int count300 = argc > 2 ? std::atoi(argv[2]) : count / 20;
  std::FILE* dump = argc > 3 ? std::fopen(argv[3], "w") : nullptr;
  std::printf("digits,function,arguments,skipped,largest_error_ulp\n");
  int bad = check<double>("16", count, dump);
  if (dump != nullptr) {
    std::fclose(dump);
  }
#if PLUMBLINE_HAS_QUAD
  bad |= check<quad>("34", count, nullptr);
#endif
  bad |= check<mp64>("64", count, nullptr);
  {
    const precision_scope scope(100);
    bad |= check<mp>("100", count, nullptr);
  }
  const precision_scope scope(300);
  bad |= check<mp>("300", count300, nullptr);
  return bad;
}
