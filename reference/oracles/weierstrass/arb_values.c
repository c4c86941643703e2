/* SPDX-FileCopyrightText: 2026 The Plumbline authors
 * SPDX-License-Identifier: BSL-1.0
 *
 * Values by Arb for make_values.py: reads lines "function g2 g3 re im" (function 0 p, 1 p', 2 zeta, 3 sigma; 4: the
 * half-periods, where re and im are ignored), writes DIGITS correct digits of re and im (4: of omega1, omega3, e1, e2,
 * e3, eta1, eta3), with as much precision as that takes.
 */
#include "arb_reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DIGITS 330

static int good(const arb_t x) { return arb_is_zero(x) || arb_rel_accuracy_bits(x) > 1130; }

static void print(const acb_t x) {
  char* re = arb_get_str(acb_realref(x), DIGITS, ARB_STR_NO_RADIUS);
  char* im = arb_get_str(acb_imagref(x), DIGITS, ARB_STR_NO_RADIUS);
  printf("%s %s ", re, im);
  flint_free(re);
  flint_free(im);
}

int main(void) {
  static char line[65536];
  while (fgets(line, sizeof line, stdin)) {
    char* word[5];
    int i, which, done = 0;
    slong prec;
    for (i = 0; i < 5; ++i) word[i] = strtok(i ? NULL : line, " \n");
    which = atoi(word[0]);
    for (prec = 4096; prec < 100000 && !done; prec *= 2) {
      arb_lattice l;
      arb_t g2, g3;
      acb_t z, v[7];
      int count = which == 4 ? 7 : 1;
      arb_init(g2);
      arb_init(g3);
      acb_init(z);
      for (i = 0; i < 7; ++i) acb_init(v[i]);
      arb_set_str(g2, word[1], prec);
      arb_set_str(g3, word[2], prec);
      arb_set_str(acb_realref(z), word[3], prec);
      arb_set_str(acb_imagref(z), word[4], prec);
      if (arb_lattice_init(&l, g2, g3, prec)) {
        if (which == 4) {
          acb_set(v[0], l.omega1);
          acb_set(v[1], l.omega3);
          acb_set(v[2], l.e1);
          acb_set(v[3], l.e2);
          acb_set(v[4], l.e3);
          arb_lattice_value(v[5], &l, 2, l.omega1);
          arb_zero(acb_imagref(v[5]));
          arb_lattice_value(v[6], &l, 2, l.omega3);
          if (arb_is_zero(acb_realref(l.omega3))) arb_zero(acb_realref(v[6]));
        } else {
          arb_lattice_value(v[0], &l, which, z);
          if (arb_is_zero(acb_imagref(z))) arb_zero(acb_imagref(v[0]));
          if (arb_is_zero(acb_realref(z))) arb_zero(which == 0 ? acb_imagref(v[0]) : acb_realref(v[0]));
        }
        done = 1;
        for (i = 0; i < count; ++i) {
          /* a component that stays below 1e-600 of the other is zero (g2 = 0: an exact zero that balls cannot show) */
          if (arb_contains_zero(acb_realref(v[i])) && prec > 20000) arb_zero(acb_realref(v[i]));
          if (arb_contains_zero(acb_imagref(v[i])) && prec > 20000) arb_zero(acb_imagref(v[i]));
          done = done && good(acb_realref(v[i])) && good(acb_imagref(v[i]));
        }
        if (done) {
          for (i = 0; i < count; ++i) print(v[i]);
          printf("\n");
        }
      }
      arb_lattice_clear(&l);
      arb_clear(g2);
      arb_clear(g3);
      acb_clear(z);
      for (i = 0; i < 7; ++i) acb_clear(v[i]);
    }
    if (!done) {
      printf("failed\n");
    }
    fflush(stdout);
  }
  flint_cleanup();
  return 0;
}
