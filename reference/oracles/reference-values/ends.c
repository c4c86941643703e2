/* SPDX-FileCopyrightText: 2026 The Plumbline authors
 * SPDX-License-Identifier: BSL-1.0
 *
 * The states that the printed values of pleiades.toml and outer-solar-system.toml should be, by a plain program:
 *
 *   gcc -O2 -o ends ends.c -lquadmath && ./ends pleiades > pleiades.csv && ./ends outer > outer-solar-system.csv
 *
 * Extrapolation of the explicit midpoint rule with step control in __float128 (Hairer, Norsett & Wanner II.9), twice: with
 * tolerances and highest orders that differ. What is written are the digits on which both runs agree. states.py does the
 * same with mpmath for the problems that are smaller.
 */
#include <quadmath.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef __float128 real;
enum { most_entries = 42, most_rows = 24 };

static int bodies, axes;
static real mass[8], constant;

static void field(const real* y, real* f) {
  const int n = bodies * axes;
  memcpy(f, y + n, sizeof(real) * (size_t)n);
  memset(f + n, 0, sizeof(real) * (size_t)n);
  for (int i = 0; i < bodies; ++i) {
    for (int j = 0; j < i; ++j) {
      real d[3], square = 0;
      for (int a = 0; a < axes; ++a) {
        d[a] = y[j * axes + a] - y[i * axes + a];
        square += d[a] * d[a];
      }
      const real w = constant / (square * sqrtq(square));
      for (int a = 0; a < axes; ++a) {
        f[n + i * axes + a] += w * mass[j] * d[a];
        f[n + j * axes + a] -= w * mass[i] * d[a];
      }
    }
  }
}

static void integrate(real* y, real end, real tolerance, int most) {
  const int n = 2 * bodies * axes;
  real t = 0, h = end / 1000;
  static real row[most_rows][most_entries];
  while (t < end) {
    if (t + h > end) {
      h = end - t;
    }
    real first[most_entries], before[most_entries], now[most_entries], f[most_entries];
    field(y, first);
    int j, done = 0;
    for (j = 1; j <= most && !done; ++j) {
      const real small = h / (2 * j);
      for (int i = 0; i < n; ++i) {
        before[i] = y[i];
        now[i] = y[i] + small * first[i];
      }
      for (int s = 1; s < 2 * j; ++s) {
        field(now, f);
        for (int i = 0; i < n; ++i) {
          const real next = before[i] + 2 * small * f[i];
          before[i] = now[i];
          now[i] = next;
        }
      }
      done = j > 2;
      for (int i = 0; i < n; ++i) {
        real entry = now[i], last = 0;
        for (int k = 0; k < j - 1; ++k) {
          last = row[k][i];
          const real ratio = (real)j / (j - k - 1);
          const real factor = 1 / (ratio * ratio - 1);
          const real next = entry + factor * (entry - last);
          row[k][i] = entry;
          entry = next;
        }
        const real size = fabsq(y[i]) + fabsq(h * first[i]);
        done = done && fabsq(entry - row[j - 2 < 0 ? 0 : j - 2][i]) <= tolerance * size;
        row[j - 1][i] = entry;
      }
    }
    if (!done) {
      h /= 2;
      continue;
    }
    --j;
    memcpy(y, row[j - 1], sizeof(real) * (size_t)n);
    t += h;
    h *= j < most - 4 ? 1.4Q : j > most - 2 ? 0.85Q : 1;
  }
}

static real number(const char* text) { return strtoflt128(text, NULL); }

int main(int argc, char** argv) {
  const int planets = argc > 1 && strcmp(argv[1], "outer") == 0;
  static const char* const star[7][4] = {{"3", "3", "0", "0"},   {"3", "-3", "0", "0"},
                                         {"-1", "2", "0", "0"},  {"-3", "0", "0", "-1.25"},
                                         {"2", "0", "0", "1"},   {"-2", "-4", "1.75", "0"},
                                         {"2", "4", "-1.5", "0"}};
  static const char* const planet[6][7] = {
      {"0.000954786104043", "-3.5023653", "-3.8169847", "-1.5507963", "0.00565429", "-0.00412490",
       "-0.00190589"},
      {"0.000285583733151", "9.0755314", "-3.0458353", "-1.6483708", "0.00168318", "0.00483525",
       "0.00192462"},
      {"0.0000437273164546", "8.3101420", "-16.2901086", "-7.2521278", "0.00354178", "0.00137102",
       "0.00055029"},
      {"0.0000517759138449", "11.4707666", "-25.7294829", "-10.8169456", "0.00288930",
       "0.00114527", "0.00039677"},
      {"0", "-15.5387357", "-25.2225594", "-3.1902382", "0.00276725", "-0.00170702",
       "-0.00136504"},
      {"1.00000597682", "0", "0", "0", "0", "0", "0"}};
  bodies = planets ? 6 : 7;
  axes = planets ? 3 : 2;
  constant = planets ? number("2.95912208286e-4") : 1;
  const int n = bodies * axes;
  real start[most_entries];
  for (int i = 0; i < bodies; ++i) {
    mass[i] = !planets ? (real)(i + 1) : i == 4 ? 1 / number("130000000") : number(planet[i][0]);
    for (int a = 0; a < axes; ++a) {
      start[i * axes + a] = number(planets ? planet[i][1 + a] : star[i][a]);
      start[n + i * axes + a] = number(planets ? planet[i][4 + a] : star[i][2 + a]);
    }
  }
  real one[most_entries], two[most_entries];
  memcpy(one, start, sizeof one);
  memcpy(two, start, sizeof two);
  const real end = planets ? 500000 : 3;
  integrate(one, end, 1e-29Q, 16);
  integrate(two, end, 1e-31Q, 19);
  puts("column,value");
  static const char names[] = "jsunpo";
  for (int v = 0; v < 2; ++v) {
    for (int i = 0; i < bodies; ++i) {
      for (int a = 0; a < axes; ++a) {
        const int at = v * n + i * axes + a;
        const real off = fabsq(one[at] - two[at]) / fabsq(two[at]);
        const int same = off > 0 ? (int)-log10q(off) : 30;
        char text[64];
        quadmath_snprintf(text, sizeof text, "%.*Qe", same - 2, two[at]);
        if (planets) {
          printf("%s%c%c,%s\n", v ? "v." : "", names[i], "xyz"[a], text);
        } else {
          printf("%s%c%d,%s\n", v ? "v." : "", "xy"[a], i + 1, text);
        }
      }
    }
  }
  return 0;
}
