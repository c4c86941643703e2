/* SPDX-FileCopyrightText: 2026 The Plumbline authors
 * SPDX-License-Identifier: BSL-1.0
 *
 * The pendulum by the GNU Scientific Library: Prince & Dormand's pair 8(9), tolerance 1e-13, columns between blanks.
 *
 *   gcc -O1 -ffp-contract=off pendulum_gsl.c -lgsl -lgslcblas -lm && ./a.out > pendulum_gsl.txt
 */
#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <math.h>
#include <stdio.h>

static int field(double t, const double y[], double rate[], void* omega) {
  const double w = *(double*)omega;
  (void)t;
  rate[0] = y[1];
  rate[1] = -w * w * sin(y[0]);
  return GSL_SUCCESS;
}

int main(void) {
  double omega = 2 * M_PI;
  gsl_odeiv2_system system = {field, NULL, 2, &omega};
  gsl_odeiv2_driver* driver =
      gsl_odeiv2_driver_alloc_y_new(&system, gsl_odeiv2_step_rk8pd, 1e-3, 1e-13, 1e-13);
  double t = 0;
  double y[2] = {1.25, 0};
  printf("#        t              q1                     v1\n");
  for (int n = 0; n <= 64; ++n) {
    if (n > 0 && gsl_odeiv2_driver_apply(driver, &t, n / 16., y) != GSL_SUCCESS) {
      return 1;
    }
    printf("%10.4f %22.14e %22.14e\n", t, y[0], y[1]);
  }
  gsl_odeiv2_driver_free(driver);
  return 0;
}
