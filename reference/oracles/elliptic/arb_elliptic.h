// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Elliptic functions of real exact arguments by Arb, by formulas other than Plumbline's: theta functions for
// sn, cn, dn, am (DLMF 22.2.4-6; m < 0 and m > 1 by DLMF 22.17), acb_elliptic_* for the integrals.
// The precision is raised until every ball has the wanted relative accuracy.
#pragma once

#include <acb_elliptic.h>
#include <acb_modular.h>
#include <arb.h>
#include <string.h>

// m and m1 = 1 - m from the given one.
static inline void arb_parameter(arb_t m, arb_t m1, const arb_t given, int is_m1, slong prec) {
  arb_t other;
  arb_init(other);
  arb_sub_ui(other, given, 1, prec);
  arb_neg(other, other);
  arb_set(is_m1 ? m1 : m, given);
  arb_set(is_m1 ? m : m1, other);
  arb_clear(other);
}

// K(1 - m1) for m1 > 0.
static inline void arb_quarter_period(arb_t k, const arb_t m1, slong prec) {
  arb_t one;
  arb_init(one);
  arb_one(one);
  arb_sqrt(k, m1, prec);
  arb_agm(k, one, k, prec);
  arb_const_pi(one, prec);
  arb_div(k, one, k, prec);
  arb_mul_2exp_si(k, k, -1);
  arb_clear(one);
}

// sn, cn, dn for 0 < m < 1, and K. sn = θ1/(√k θ4), cn = √(k'/k) θ2/θ4, dn = √k' θ3/θ4 at z = u/(2K).
static inline void arb_jacobi_normal(arb_ptr out, arb_t quarter, const arb_t u, const arb_t m,
                                     const arb_t m1, slong prec) {
  acb_t z, tau;
  acb_ptr theta = _acb_vec_init(4);
  arb_t k, k1, t;
  acb_init(z);
  acb_init(tau);
  arb_init(k);
  arb_init(k1);
  arb_init(t);
  arb_quarter_period(quarter, m1, prec);
  arb_quarter_period(acb_imagref(tau), m, prec);
  arb_div(acb_imagref(tau), acb_imagref(tau), quarter, prec);
  arb_div(acb_realref(z), u, quarter, prec);
  arb_mul_2exp_si(acb_realref(z), acb_realref(z), -1);
  acb_modular_theta(theta, theta + 1, theta + 2, theta + 3, z, tau, prec);
  arb_root_ui(k, m, 4, prec);    // √k
  arb_root_ui(k1, m1, 4, prec);  // √k'
  arb_mul(t, k, acb_realref(theta + 3), prec);
  arb_div(out, acb_realref(theta), t, prec);
  arb_div(out + 1, acb_realref(theta + 1), t, prec);
  arb_mul(out + 1, out + 1, k1, prec);
  arb_div(out + 2, acb_realref(theta + 2), acb_realref(theta + 3), prec);
  arb_mul(out + 2, out + 2, k1, prec);
  acb_clear(z);
  acb_clear(tau);
  _acb_vec_clear(theta, 4);
  arb_clear(k);
  arb_clear(k1);
  arb_clear(t);
}

// out = sn, cn, dn, am.
static inline void arb_jacobi_once(arb_ptr out, const arb_t u, const arb_t given, int is_m1,
                                   slong prec) {
  arb_t m, m1, w, mu, mu1, s, quarter;
  arb_init(m);
  arb_init(m1);
  arb_init(w);
  arb_init(mu);
  arb_init(mu1);
  arb_init(s);
  arb_init(quarter);
  arb_parameter(m, m1, given, is_m1, prec);
  int oscillates = 0;  // am stays within (-π/2, π/2)
  if (arb_is_zero(m1)) {
    arb_tanh(out, u, prec);
    arb_sech(out + 1, u, prec);
    arb_set(out + 2, out + 1);
    oscillates = 1;
  } else if (arb_is_zero(m)) {
    arb_sin_cos(out, out + 1, u, prec);
    arb_one(out + 2);
    arb_const_pi(quarter, prec);
    arb_mul_2exp_si(quarter, quarter, -1);
  } else if (arb_is_positive(m) && arb_is_positive(m1)) {
    arb_jacobi_normal(out, quarter, u, m, m1, prec);
  } else if (arb_is_positive(m)) {  // m > 1
    arb_sqrt(s, m, prec);
    arb_mul(w, u, s, prec);
    arb_inv(mu, m, prec);
    arb_div(mu1, m1, m, prec);
    arb_neg(mu1, mu1);
    arb_jacobi_normal(out, quarter, w, mu, mu1, prec);
    arb_div(out, out, s, prec);
    arb_swap(out + 1, out + 2);
    oscillates = 1;
  } else {  // m < 0
    arb_sqrt(s, m1, prec);
    arb_mul(w, u, s, prec);
    arb_inv(mu1, m1, prec);
    arb_div(mu, m, m1, prec);
    arb_neg(mu, mu);
    arb_jacobi_normal(out, quarter, w, mu, mu1, prec);
    arb_div(quarter, quarter, s, prec);
    arb_div(out, out, out + 2, prec);
    arb_div(out, out, s, prec);
    arb_div(out + 1, out + 1, out + 2, prec);
    arb_inv(out + 2, out + 2, prec);
  }
  arb_atan2(out + 3, out, out + 1, prec);
  if (!oscillates) {  // |am - πu/(2K)| < π/2
    arb_const_pi(s, prec);
    arb_mul(w, u, s, prec);
    arb_div(w, w, quarter, prec);
    arb_mul_2exp_si(w, w, -1);
    arb_sub(w, w, out + 3, prec);
    arb_mul_2exp_si(s, s, 1);
    arb_div(w, w, s, prec);
    arf_t turns;
    arf_init(turns);
    arf_set_d(turns, 0.5);
    arf_add(turns, turns, arb_midref(w), ARF_PREC_EXACT, ARF_RND_DOWN);
    arf_floor(turns, turns);
    arb_addmul_arf(out + 3, s, turns, prec);
    arf_clear(turns);
  }
  arb_clear(m);
  arb_clear(m1);
  arb_clear(w);
  arb_clear(mu);
  arb_clear(mu1);
  arb_clear(s);
  arb_clear(quarter);
}

static inline int arb_jacobi(arb_ptr out, const arb_t u, const arb_t given, int is_m1,
                             slong accuracy) {
  for (slong prec = accuracy + 64; prec < 64 * accuracy + 200000; prec *= 2) {
    arb_jacobi_once(out, u, given, is_m1, prec);
    int good = 1;
    for (int i = 0; i < 4; ++i) {
      good = good && (arb_is_zero(out + i) || arb_rel_accuracy_bits(out + i) >= accuracy);
    }
    if (good) {
      return 1;
    }
  }
  return 0;
}

// f: K, E (of m), F, EI (of phi, m), P (of n, m), PI (of n, phi, m).
static inline int arb_legendre(arb_t out, const char* f, const arb_t n, const arb_t phi,
                               const arb_t given, int is_m1, slong accuracy) {
  acb_t r, cn, cphi, cm;
  arb_t m1;
  int good = 0;
  acb_init(r);
  acb_init(cn);
  acb_init(cphi);
  acb_init(cm);
  arb_init(m1);
  arb_set(acb_realref(cn), n);
  arb_set(acb_realref(cphi), phi);
  for (slong prec = accuracy + 64; !good && prec < 64 * accuracy + 200000; prec *= 2) {
    arb_parameter(acb_realref(cm), m1, given, is_m1, prec);
    if (strcmp(f, "K") == 0) {
      arb_quarter_period(acb_realref(r), m1, prec);
    } else if (strcmp(f, "E") == 0) {
      acb_elliptic_e(r, cm, prec);
    } else if (strcmp(f, "F") == 0) {
      acb_elliptic_f(r, cphi, cm, 0, prec);
    } else if (strcmp(f, "EI") == 0) {
      acb_elliptic_e_inc(r, cphi, cm, 0, prec);
    } else if (strcmp(f, "P") == 0) {
      acb_elliptic_pi(r, cn, cm, prec);
    } else {
      acb_elliptic_pi_inc(r, cn, cphi, cm, 0, prec);
    }
    good = arb_is_zero(acb_realref(r)) || arb_rel_accuracy_bits(acb_realref(r)) >= accuracy;
  }
  arb_set(out, acb_realref(r));
  acb_clear(r);
  acb_clear(cn);
  acb_clear(cphi);
  acb_clear(cm);
  arb_clear(m1);
  return good;
}

// f: RF, RC, RD, RJ.
static inline int arb_carlson(arb_t out, const char* f, const arb_t x, const arb_t y, const arb_t z,
                              const arb_t p, slong accuracy) {
  acb_t r, cx, cy, cz, cp;
  int good = 0;
  acb_init(r);
  acb_init(cx);
  acb_init(cy);
  acb_init(cz);
  acb_init(cp);
  arb_set(acb_realref(cx), x);
  arb_set(acb_realref(cy), y);
  arb_set(acb_realref(cz), z);
  arb_set(acb_realref(cp), p);
  for (slong prec = accuracy + 64; !good && prec < 64 * accuracy + 200000; prec *= 2) {
    if (strcmp(f, "RF") == 0) {
      acb_elliptic_rf(r, cx, cy, cz, 0, prec);
    } else if (strcmp(f, "RC") == 0) {
      acb_elliptic_rf(r, cx, cy, cy, 0, prec);
    } else if (strcmp(f, "RD") == 0) {
      acb_elliptic_rj(r, cx, cy, cz, cz, 0, prec);
    } else {
      acb_elliptic_rj(r, cx, cy, cz, cp, 0, prec);
    }
    good = arb_rel_accuracy_bits(acb_realref(r)) >= accuracy;
  }
  arb_set(out, acb_realref(r));
  acb_clear(r);
  acb_clear(cx);
  acb_clear(cy);
  acb_clear(cz);
  acb_clear(cp);
  return good;
}
