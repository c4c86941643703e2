// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// ℘ at 64 digits beside PARI's ellwp and Arb's acb_elliptic_p, in the same run, as ratios.
//
// What each call includes. Plumbline, prepared: reduction and evaluation, rounded once (the lattice is made
// before). Plumbline, from g2 and g3: the roots, half-periods, nome and constants as well. PARI: ellwp from an elliptic curve
// whose periods are known, and from ellinit. Arb: acb_elliptic_p from τ; it computes theta constants in each call, but is
// given the period ratio. So "prepared" is the fair peer of PARI's first row, "from g2 and g3" of its second and, with its
// roots and half-periods in addition, harder than Arb's.
#include <plumbline/math/weierstrass.hpp>
#include <plumbline/scalar/exact.hpp>

#include <acb.h>
#include <acb_elliptic.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>
#ifndef PLUMBLINE_BENCH_PARI
#define PLUMBLINE_BENCH_PARI 0  // set by CMake where PARI is found
#endif
#if PLUMBLINE_BENCH_PARI
#include <pari/pari.h>
#undef real  // macros of PARI
#undef pi
#endif

namespace {

/// Microseconds of processor time a call: the median of nine batches.
template <class F>
double microseconds(F&& f) {
  std::vector<double> batches;
  for (int batch = 0; batch < 9; ++batch) {
    const std::clock_t start = std::clock();
    int calls = 0;
    std::clock_t elapsed = 0;
    do {
      for (int i = 0; i < 50; ++i) {
        f();
      }
      calls += 50;
      elapsed = std::clock() - start;
    } while (elapsed < CLOCKS_PER_SEC / 40);
    batches.push_back(static_cast<double>(elapsed) / calls * (1e6 / CLOCKS_PER_SEC));
  }
  std::sort(batches.begin(), batches.end());
  return batches[4];
}

void row(const char* what, double ours, double peer) {
  std::printf("%-58s %9.2f", what, ours);
  if (peer > 0) {
    std::printf("  ours/peer %6.3f", peer);
  }
  std::printf("\n");
}

}  // namespace

int main() {
  using plumbline::complex;
  using plumbline::decimal;
  using plumbline::mp64;
  using plumbline::weierstrass_lattice;
  for (const char* third : {"-1.25", "-2.75"}) {
    const mp64 g2 = decimal<mp64>("4.9375");
    const mp64 g3 = decimal<mp64>(third);
    const weierstrass_lattice<mp64> lattice(g2, g3);
    std::printf("64 digits, g2 = 4.9375, g3 = %s (discriminant %s), microseconds a call\n", third,
                lattice.discriminant_sign() > 0 ? "> 0" : "< 0");
    const complex<mp64> z_real(decimal<mp64>("0.37"));
    const complex<mp64> z_complex(decimal<mp64>("0.37"), decimal<mp64>("0.21"));
    for (const auto* z : {&z_real, &z_complex}) {
      const char* kind = z == &z_real ? "real" : "complex";
      const double prepared = microseconds([&] { (void)lattice.p(*z); });
      const double whole = microseconds([&] { (void)weierstrass_lattice<mp64>(g2, g3).p(*z); });
      std::printf(" %s z\n", kind);
      row("  plumbline p, prepared lattice", prepared, 0);
      row("  plumbline p and p' together, prepared",
          microseconds([&] { (void)lattice.p_and_prime(*z); }), 0);
      row("  plumbline zeta, prepared", microseconds([&] { (void)lattice.zeta(*z); }), 0);
      row("  plumbline sigma, prepared", microseconds([&] { (void)lattice.sigma(*z); }), 0);
      row("  plumbline p, from g2 and g3", whole, 0);
#if PLUMBLINE_BENCH_PARI
      static const bool started = [] {
        pari_init(64000000, 2);
        return true;
      }();
      (void)started;
      const long precision = nbits2prec(214);
      GEN a = mkvec2(gdivgs(gneg(strtor("4.9375", precision)), 4),
                     gdivgs(gneg(strtor(third, precision)), 4));
      GEN curve = ellinit(a, gen_1, precision);
      GEN w = z == &z_real ? strtor("0.37", precision)
                           : mkcomplex(strtor("0.37", precision), strtor("0.21", precision));
      (void)ellwp0(curve, w, 0, precision);
      const double pari_prepared = microseconds([&] {
        const pari_sp stack = avma;
        (void)ellwp0(curve, w, 0, precision);
        set_avma(stack);
      });
      const double pari_whole = microseconds([&] {
        const pari_sp stack = avma;
        (void)ellwp0(ellinit(a, gen_1, precision), w, 0, precision);
        set_avma(stack);
      });
      row("  PARI ellwp, periods known      (peer of: prepared)", pari_prepared,
          prepared / pari_prepared);
      row("  PARI ellwp with ellinit        (peer of: from g2 and g3)", pari_whole,
          whole / pari_whole);
#endif
      const auto periods = lattice.half_periods();
      acb_t value;
      acb_t argument;
      acb_t tau;
      acb_init(value);
      acb_init(argument);
      acb_init(tau);
      const auto set = [](acb_t x, const complex<mp64>& y) {
        arf_set_mpfr(arb_midref(acb_realref(x)), y.re.backend().data());
        arf_set_mpfr(arb_midref(acb_imagref(x)), y.im.backend().data());
      };
      set(tau, periods.omega3 / periods.omega1);
      set(argument, *z / (periods.omega1 * mp64(2)));
      const double arb = microseconds([&] { acb_elliptic_p(value, argument, tau, 214); });
      row("  Arb acb_elliptic_p from tau    (peer of: prepared)", arb, prepared / arb);
      row("  the same                       (peer of: from g2 and g3)", arb, whole / arb);
      acb_clear(value);
      acb_clear(argument);
      acb_clear(tau);
    }
  }
  return 0;
}
