/* SPDX-FileCopyrightText: 2026 The Plumbline authors
 * SPDX-License-Identifier: BSL-1.0
 *
 * Trajectories of the Lagrange top by Taylor series of Hamilton's equations: no elliptic function anywhere.
 *
 *     gcc -O2 integrate.c -o integrate -lflint-arb -lflint -lm && ./integrate cases.csv > trajectories.csv
 *
 * Every case is integrated twice, with different digits, orders and steps (Arb's arithmetic, midpoints only); the
 * program stops if the two differ by more than 1e-62 relative to 1 + |value|.
 *
 * Unknowns theta, p (= p_theta), phi, psi; with s = sin theta, c = cos theta, w = phi':
 *     theta' = p/I
 *     p'     = mass g l s - w p_psi s + I w^2 s c
 *     w      = (p_phi - p_psi c)/(I s^2); where p_phi = +-p_psi: p_psi/(I (1 + c)) or -p_psi/(I (1 - c)), which
 *              are regular on the axis: theta goes on through 0 or pi there
 *     psi'   = p_psi/I3 - c w
 */
#include <arb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_ORDER 128

typedef struct {
  arb_t mgl, I, I3, pphi, ppsi;
  int kind; /* 0 general, 1 p_phi = p_psi, 2 p_phi = -p_psi */
} top;

static void fail(const char* what, const char* which) {
  fprintf(stderr, "integrate: %s: %s\n", what, which);
  exit(1);
}

/* a product of decimal numbers, pi, pi/n, sqrt3 */
static void number(arb_t r, const char* text, slong prec) {
  char copy[256];
  char* factor;
  arb_t x;
  arb_init(x);
  arb_one(r);
  snprintf(copy, sizeof copy, "%s", text);
  for (factor = strtok(copy, "*"); factor; factor = strtok(NULL, "*")) {
    if (strncmp(factor, "pi", 2) == 0) {
      arb_const_pi(x, prec);
      if (factor[2] == '/') arb_div_si(x, x, atoi(factor + 3), prec);
    } else if (strcmp(factor, "sqrt3") == 0) {
      arb_sqrt_ui(x, 3, prec);
    } else if (arb_set_str(x, factor, prec)) {
      fail("not a number", factor);
    }
    arb_mul(r, r, x, prec);
  }
  mag_zero(arb_radref(r));
  arb_clear(x);
}

/* sum a_k b_(n-k) */
static void product(arb_t r, arb_srcptr a, arb_srcptr b, slong n, slong prec) {
  arb_dot(r, NULL, 0, a, 1, b + n, -1, n + 1, prec);
  mag_zero(arb_radref(r));
}

/* one step: y has theta, p, phi, psi; returns the step as an arb in h, at most `left` */
static void step(arb_ptr y, const top* c, int sign, const arb_t left, arb_t h, int order, double shrink, slong prec) {
  enum { TH, P, PH, PS, S, C, W, DEN, SW, SWW, DTH, ARRAYS };
  arb_ptr a[ARRAYS];
  arb_t t, u;
  slong n, k;
  double best = 1e300;
  arb_init(t);
  arb_init(u);
  for (k = 0; k < ARRAYS; ++k) a[k] = _arb_vec_init(MAX_ORDER + 2);
  for (k = 0; k < 4; ++k) arb_set(a[k], y + k);
  arb_sin_cos(a[S], a[C], y, prec);
  for (n = 0; n < order; ++n) {
    /* w */
    if (c->kind == 0) {
      product(a[DEN] + n, a[S], a[S], n, prec);
      arb_mul(t, c->ppsi, a[C] + n, prec);
      arb_neg(t, t);
      if (n == 0) arb_add(t, t, c->pphi, prec);
    } else {
      arb_set(a[DEN] + n, a[C] + n);
      if (c->kind == 2) arb_neg(a[DEN] + n, a[DEN] + n);
      if (n == 0) arb_add_si(a[DEN], a[DEN], 1, prec);
      arb_zero(t);
      if (n == 0) arb_set(t, c->pphi);
    }
    arb_mul(a[DEN] + n, a[DEN] + n, c->I, prec);
    for (k = 0; k < n; ++k) arb_submul(t, a[W] + k, a[DEN] + n - k, prec);
    arb_div(a[W] + n, t, a[DEN], prec);
    mag_zero(arb_radref(a[W] + n));
    product(a[SW] + n, a[W], a[S], n, prec);
    product(a[SWW] + n, a[SW], a[W], n, prec);
    /* p' */
    product(t, a[SWW], a[C], n, prec);
    arb_mul(t, t, c->I, prec);
    arb_addmul(t, c->mgl, a[S] + n, prec);
    arb_submul(t, c->ppsi, a[SW] + n, prec);
    arb_div_si(a[P] + n + 1, t, n + 1, prec);
    /* theta', phi', psi' */
    arb_div(a[DTH] + n, a[P] + n, c->I, prec);
    arb_div_si(a[TH] + n + 1, a[DTH] + n, n + 1, prec);
    arb_div_si(a[PH] + n + 1, a[W] + n, n + 1, prec);
    product(t, a[C], a[W], n, prec);
    arb_neg(t, t);
    if (n == 0) {
      arb_div(u, c->ppsi, c->I3, prec);
      arb_add(t, t, u, prec);
    }
    arb_div_si(a[PS] + n + 1, t, n + 1, prec);
    product(t, a[C], a[DTH], n, prec);
    arb_div_si(a[S] + n + 1, t, n + 1, prec);
    product(t, a[S], a[DTH], n, prec);
    arb_div_si(a[C] + n + 1, t, -(n + 1), prec);
    for (k = 0; k < ARRAYS; ++k) {
      mag_zero(arb_radref(a[k] + n));
      mag_zero(arb_radref(a[k] + n + 1));
    }
  }
  /* step from the largest of ten late coefficients of each series (one or two may vanish by symmetry) */
  for (k = 0; k < 4; ++k)
    for (n = order - 9; n <= order; ++n)
      if (!arb_is_zero(a[k] + n)) {
        double lead = arf_abs_bound_lt_2exp_si(arb_midref(a[k] + n));
        double log2h = (-(double)prec - lead) / (double)n;
        if (log2h < best) best = log2h;
      }
  if (best < 100) {
    arb_set_d(h, shrink);
    arb_set_d(t, best);
    {
      arb_t two;
      arb_init(two);
      arb_set_ui(two, 2);
      arb_pow(t, two, t, 53);
      arb_clear(two);
    }
    arb_mul(h, h, t, 53);
    mag_zero(arb_radref(h));
    if (arb_gt(h, left)) arb_set(h, left);
  } else {
    arb_set(h, left);
  }
  arb_set(t, h);
  if (sign < 0) arb_neg(t, t);
  for (k = 0; k < 4; ++k) {
    arb_zero(u);
    for (n = order; n >= 0; --n) {
      arb_mul(u, u, t, prec);
      arb_add(u, u, a[k] + n, prec);
    }
    mag_zero(arb_radref(u));
    arb_set(y + k, u);
  }
  for (k = 0; k < ARRAYS; ++k) _arb_vec_clear(a[k], MAX_ORDER + 2);
  arb_clear(t);
  arb_clear(u);
}

/* y: theta, p, phi, psi, p_phi, p_psi at the time */
static void integrate(arb_ptr y, char** field, const char* time, int order, double shrink, slong prec) {
  top c;
  arb_t left, h, s, co;
  char start[256];
  int velocities, sign, steps;
  arb_ptr w = _arb_vec_init(3);
  arb_init(c.mgl);
  arb_init(c.I);
  arb_init(c.I3);
  arb_init(c.pphi);
  arb_init(c.ppsi);
  arb_init(left);
  arb_init(h);
  arb_init(s);
  arb_init(co);
  number(c.mgl, field[1], prec);
  number(h, field[4], prec);
  arb_mul(c.mgl, c.mgl, h, prec);
  number(h, field[5], prec);
  arb_mul(c.mgl, c.mgl, h, prec);
  number(c.I, field[2], prec);
  number(c.I3, field[3], prec);
  number(y + 2, field[6], prec);
  number(y, field[7], prec);
  number(y + 3, field[8], prec);
  velocities = field[9][0] == 'v';
  snprintf(start, sizeof start, "%s", field[9] + (velocities ? 2 : 0));
  {
    char words[3][64];
    int i;
    if (sscanf(start, "%63s %63s %63s", words[0], words[1], words[2]) != 3) fail("start", field[0]);
    for (i = 0; i < 3; ++i) number(w + i, words[i], prec);
  }
  arb_sin_cos(s, co, y, prec);
  if (velocities) {
    arb_mul(c.ppsi, w, co, prec);
    arb_add(c.ppsi, c.ppsi, w + 2, prec);
    arb_mul(c.ppsi, c.ppsi, c.I3, prec);
    arb_mul(c.pphi, s, s, prec);
    arb_mul(c.pphi, c.pphi, c.I, prec);
    arb_mul(c.pphi, c.pphi, w, prec);
    arb_addmul(c.pphi, c.ppsi, co, prec);
    arb_mul(y + 1, c.I, w + 1, prec);
    mag_zero(arb_radref(c.ppsi));
    mag_zero(arb_radref(c.pphi));
    mag_zero(arb_radref(y + 1));
  } else {
    arb_set(c.pphi, w);
    arb_set(y + 1, w + 1);
    arb_set(c.ppsi, w + 2);
  }
  arb_neg(h, c.ppsi);
  c.kind = arb_equal(c.pphi, c.ppsi) ? 1 : arb_equal(c.pphi, h) ? 2 : 0;
  number(left, time, prec);
  sign = arb_is_negative(left) ? -1 : 1;
  arb_abs(left, left);
  for (steps = 0; !arb_is_zero(left); ++steps) {
    if (steps > 100000) fail("too many steps", field[0]);
    step(y, &c, sign, left, h, order, shrink, prec);
    arb_sub(left, left, h, prec);
    mag_zero(arb_radref(left));
  }
  arb_set(y + 4, c.pphi);
  arb_set(y + 5, c.ppsi);
  arb_clear(c.mgl);
  arb_clear(c.I);
  arb_clear(c.I3);
  arb_clear(c.pphi);
  arb_clear(c.ppsi);
  arb_clear(left);
  arb_clear(h);
  arb_clear(s);
  arb_clear(co);
  _arb_vec_clear(w, 3);
}

int main(int argc, char** argv) {
  static const int order_of_columns[6] = {2, 0, 3, 4, 1, 5};
  char line[1024];
  FILE* cases = argc > 1 ? fopen(argv[1], "r") : NULL;
  if (!cases) fail("cannot read", argc > 1 ? argv[1] : "(no file)");
  printf("# lines: 3\n# program: integrate.c, Taylor series, Arb %s\n", arb_version);
  printf("# two integrations agree to 1e-62 (1 + |value|)\n");
  printf("case,mass,I,I3,l,g,phi,theta,psi,start,t,q1,q2,q3,p1,p2,p3\n");
  while (fgets(line, sizeof line, cases)) {
    char* field[11];
    char* cursor = line;
    char* time;
    int i;
    if (line[0] == '#' || strncmp(line, "case,", 5) == 0) continue;
    line[strcspn(line, "\n")] = 0;
    for (i = 0; i < 11; ++i) {
      field[i] = cursor;
      cursor = strchr(cursor, ',');
      if (cursor) *cursor++ = 0;
      if (!cursor && i < 10) fail("fields", line);
    }
    for (time = field[10]; *time;) {
      char one[64];
      int length;
      arb_ptr a = _arb_vec_init(6);
      arb_ptr b = _arb_vec_init(6);
      if (sscanf(time, "%63s%n", one, &length) != 1) break;
      time += length;
      integrate(a, field, one, 72, 0.9, 256);
      integrate(b, field, one, 90, 0.8, 300);
      printf("%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s", field[0], field[1], field[2], field[3], field[4], field[5], field[6],
             field[7], field[8], field[9], one);
      for (i = 0; i < 6; ++i) {
        arb_t d, e;
        char* text;
        const int k = order_of_columns[i];
        arb_init(d);
        arb_init(e);
        arb_sub(d, a + k, b + k, 300);
        arb_abs(d, d);
        arb_abs(e, b + k);
        arb_add_si(e, e, 1, 300);
        arb_div(d, d, e, 300);
        if (arf_cmpabs_2exp_si(arb_midref(d), -206) > 0) fail("the two integrations differ", field[0]);
        text = arb_get_str(b + k, 64, ARB_STR_NO_RADIUS);
        printf(",%s", text);
        flint_free(text);
        arb_clear(d);
        arb_clear(e);
      }
      printf("\n");
      fflush(stdout);
      _arb_vec_clear(a, 6);
      _arb_vec_clear(b, 6);
    }
  }
  fclose(cases);
  flint_cleanup();
  return 0;
}
