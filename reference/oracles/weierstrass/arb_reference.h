/* SPDX-FileCopyrightText: 2026 The Plumbline authors
 * SPDX-License-Identifier: BSL-1.0
 *
 * Weierstrass functions of given real invariants by Arb, which knows them for the lattice (1, tau): roots of
 * 4t^3 - g2 t - g3 by acb_poly_find_roots, half-periods by Carlson's R_F (DLMF 19.25(vi), 23.22), then
 * acb_elliptic_p, _p_prime, _zeta, _sigma with homogeneity (DLMF 23.10(iv)). Everything in balls: whoever
 * reads a value checks its radius. C and C++.
 */
#ifndef PLUMBLINE_ARB_REFERENCE_H
#define PLUMBLINE_ARB_REFERENCE_H

#include <acb.h>
#include <acb_elliptic.h>
#include <acb_poly.h>
#include <arb.h>

typedef struct {
  acb_t e1, e2, e3;          /* in the order of the conventions */
  acb_t omega1, omega3, tau; /* half-periods */
  slong prec;
} arb_lattice;

static void arb_lattice_clear(arb_lattice* l) {
  acb_clear(l->e1);
  acb_clear(l->e2);
  acb_clear(l->e3);
  acb_clear(l->omega1);
  acb_clear(l->omega3);
  acb_clear(l->tau);
}

/* Returns 0 if the roots could not be separated in this precision. */
static int arb_lattice_init(arb_lattice* l, const arb_t g2, const arb_t g3, slong prec) {
  acb_poly_t f;
  acb_ptr r = _acb_vec_init(3);
  arb_t d, t;
  acb_t a, b, x;
  int real_roots, i, j;
  acb_init(l->e1);
  acb_init(l->e2);
  acb_init(l->e3);
  acb_init(l->omega1);
  acb_init(l->omega3);
  acb_init(l->tau);
  l->prec = prec;
  acb_poly_init(f);
  arb_init(d);
  arb_init(t);
  acb_init(a);
  acb_init(b);
  acb_init(x);
  acb_poly_set_coeff_si(f, 3, 4);
  acb_set_arb(a, g2);
  acb_neg(a, a);
  acb_poly_set_coeff_acb(f, 1, a);
  acb_set_arb(a, g3);
  acb_neg(a, a);
  acb_poly_set_coeff_acb(f, 0, a);
  i = acb_poly_find_roots(r, f, NULL, 2000, prec) == 3;
  /* discriminant g2^3 - 27 g3^2 */
  arb_pow_ui(d, g2, 3, prec);
  arb_sqr(t, g3, prec);
  arb_mul_si(t, t, 27, prec);
  arb_sub(d, d, t, prec);
  if (i && (arb_is_positive(d) || arb_is_negative(d))) {
    real_roots = arb_is_positive(d);
    if (real_roots) {
      for (i = 0; i < 3; ++i) arb_zero(acb_imagref(r + i));
      for (i = 0; i < 3; ++i)
        for (j = i + 1; j < 3; ++j)
          if (arb_lt(acb_realref(r + i), acb_realref(r + j))) acb_swap(r + i, r + j);
      acb_set(l->e1, r);
      acb_set(l->e2, r + 1);
      acb_set(l->e3, r + 2);
    } else {
      for (i = 0; i < 3; ++i) {
        if (arb_contains_zero(acb_imagref(r + i))) {
          arb_zero(acb_imagref(r + i));
          acb_set(l->e1, r + i);
        } else if (arb_is_positive(acb_imagref(r + i))) {
          acb_set(l->e2, r + i);
        } else {
          acb_set(l->e3, r + i);
        }
      }
    }
    acb_zero(x);
    acb_sub(a, l->e1, l->e2, prec);
    acb_sub(b, l->e1, l->e3, prec);
    acb_elliptic_rf(l->omega1, x, a, b, 0, prec);
    arb_zero(acb_imagref(l->omega1));
    if (real_roots) {
      acb_sub(a, l->e2, l->e3, prec);
      acb_elliptic_rf(l->omega3, x, a, b, 0, prec);
      acb_mul_onei(l->omega3, l->omega3);
    } else {
      acb_neg(a, a);
      acb_neg(b, b);
      acb_elliptic_rf(l->omega3, x, a, b, 0, prec);
      arb_zero(acb_imagref(l->omega3));
      acb_mul_onei(l->omega3, l->omega3);
      acb_add(l->omega3, l->omega3, l->omega1, prec);
      acb_mul_2exp_si(l->omega3, l->omega3, -1);
    }
    acb_div(l->tau, l->omega3, l->omega1, prec);
    i = 1;
  } else {
    i = 0;
  }
  acb_poly_clear(f);
  _acb_vec_clear(r, 3);
  arb_clear(d);
  arb_clear(t);
  acb_clear(a);
  acb_clear(b);
  acb_clear(x);
  return i;
}

/* which: 0 p, 1 p', 2 zeta, 3 sigma */
static void arb_lattice_value(acb_t result, const arb_lattice* l, int which, const acb_t z) {
  acb_t u, period;
  acb_init(u);
  acb_init(period);
  acb_mul_2exp_si(period, l->omega1, 1);
  acb_div(u, z, period, l->prec);
  switch (which) {
    case 0:
      acb_elliptic_p(result, u, l->tau, l->prec);
      acb_div(result, result, period, l->prec);
      acb_div(result, result, period, l->prec);
      break;
    case 1:
      acb_elliptic_p_prime(result, u, l->tau, l->prec);
      acb_div(result, result, period, l->prec);
      acb_div(result, result, period, l->prec);
      acb_div(result, result, period, l->prec);
      break;
    case 2:
      acb_elliptic_zeta(result, u, l->tau, l->prec);
      acb_div(result, result, period, l->prec);
      break;
    default:
      acb_elliptic_sigma(result, u, l->tau, l->prec);
      acb_mul(result, result, period, l->prec);
  }
  acb_clear(u);
  acb_clear(period);
}

#endif
