// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The largest errors of midpoint, RK4 and Simpson on TOP's double pendulum (Table 1) and Lagrange top (Table 3), written
// from the paper and not from Plumbline: the Simpson equations (18ara) to (18arc) with the coefficients of docs/errata.md
// in the unknowns (q_m, p, q) with M, ∂M and ∂V by hand, the midpoint equations (18as), RK4 on Hamilton's equations;
// Newton's iteration with a Jacobian by differences; θ from u = u1 + (u2 − u1) sn² with sn by Landen's transformation.
//
//   cc -O2 -o steps steps.c -lquadmath -lm && ./steps 100 > values.csv      (gcc 12.2; a minute or two)
#include <quadmath.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef __float128 real;
enum { most = 3 };

typedef struct {
  int n;
  void (*mass)(const real* q, real m[most][most]);
  void (*mass_gradient)(const real* q, real dm[most][most][most]);  // dm[c][a][b] = ∂M_ab/∂q_c
  void (*force)(const real* q, real* dv);                           // ∂V/∂q
  real (*potential)(const real* q);
} system_type;

// ------------------------------------------------------------------------------------------ double pendulum, Table 1
static real rod, weight;  // l, g l with both masses 1 kg
static void pendulum_mass(const real* q, real m[most][most]) {
  m[0][0] = 2 * rod * rod;
  m[0][1] = m[1][0] = rod * rod * cosq(q[0] - q[1]);
  m[1][1] = rod * rod;
}
static void pendulum_mass_gradient(const real* q, real dm[most][most][most]) {
  const real s = rod * rod * sinq(q[0] - q[1]);
  memset(dm, 0, sizeof(real) * most * most * most);
  dm[0][0][1] = dm[0][1][0] = -s;
  dm[1][0][1] = dm[1][1][0] = s;
}
static void pendulum_force(const real* q, real* dv) {
  dv[0] = 2 * weight * sinq(q[0]);
  dv[1] = weight * sinq(q[1]);
}
static real pendulum_potential(const real* q) { return -2 * weight * cosq(q[0]) - weight * cosq(q[1]); }

// ----------------------------------------------------------------------------------------------- the top, Table 3
static real I, I3, mgl;
static void top_mass(const real* q, real m[most][most]) {
  const real s = sinq(q[1]), c = cosq(q[1]);
  memset(m, 0, sizeof(real) * most * most);
  m[0][0] = I * s * s + I3 * c * c;
  m[0][2] = m[2][0] = I3 * c;
  m[1][1] = I;
  m[2][2] = I3;
}
static void top_mass_gradient(const real* q, real dm[most][most][most]) {
  const real s = sinq(q[1]), c = cosq(q[1]);
  memset(dm, 0, sizeof(real) * most * most * most);
  dm[1][0][0] = 2 * (I - I3) * s * c;
  dm[1][0][2] = dm[1][2][0] = -I3 * s;
}
static void top_force(const real* q, real* dv) {
  dv[0] = dv[2] = 0;
  dv[1] = -mgl * sinq(q[1]);
}
static real top_potential(const real* q) { return mgl * cosq(q[1]); }

static const system_type pendulum = {2, pendulum_mass, pendulum_mass_gradient, pendulum_force, pendulum_potential};
static const system_type top = {3, top_mass, top_mass_gradient, top_force, top_potential};

// ------------------------------------------------------------------------------------------------------ linear algebra
static void solve(int n, real a[3 * most][3 * most], real* b) {  // b <- a^-1 b
  for (int k = 0; k < n; ++k) {
    int pivot = k;
    for (int i = k + 1; i < n; ++i) {
      if (fabsq(a[i][k]) > fabsq(a[pivot][k])) pivot = i;
    }
    for (int j = 0; j < n; ++j) {
      const real x = a[k][j];
      a[k][j] = a[pivot][j];
      a[pivot][j] = x;
    }
    const real x = b[k];
    b[k] = b[pivot];
    b[pivot] = x;
    for (int i = k + 1; i < n; ++i) {
      const real f = a[i][k] / a[k][k];
      for (int j = k; j < n; ++j) a[i][j] -= f * a[k][j];
      b[i] -= f * b[k];
    }
  }
  for (int k = n - 1; k >= 0; --k) {
    for (int j = k + 1; j < n; ++j) b[k] -= a[k][j] * b[j];
    b[k] /= a[k][k];
  }
}

static void velocity(const system_type* s, const real* q, const real* p, real* v) {
  real m[most][most], a[3 * most][3 * most];
  s->mass(q, m);
  for (int i = 0; i < s->n; ++i) {
    v[i] = p[i];
    for (int j = 0; j < s->n; ++j) a[i][j] = m[i][j];
  }
  solve(s->n, a, v);
}

static real energy(const system_type* s, const real* q, const real* p) {
  real v[most], h = s->potential(q);
  velocity(s, q, p, v);
  for (int i = 0; i < s->n; ++i) h += p[i] * v[i] / 2;
  return h;
}

static void product(const system_type* s, const real* q, const real* g, real* mg) {  // M g
  real m[most][most];
  s->mass(q, m);
  for (int i = 0; i < s->n; ++i) {
    mg[i] = 0;
    for (int j = 0; j < s->n; ++j) mg[i] += m[i][j] * g[j];
  }
}
static void square(const system_type* s, const real* q, const real* g, real* dgg) {  // ∂_c M_ab g_a g_b
  real dm[most][most][most];
  s->mass_gradient(q, dm);
  for (int c = 0; c < s->n; ++c) {
    dgg[c] = 0;
    for (int a = 0; a < s->n; ++a) {
      for (int b = 0; b < s->n; ++b) dgg[c] += dm[c][a][b] * g[a] * g[b];
    }
  }
}

// ------------------------------------------------------------------------------------------------------------- schemes
// Unknowns are increments from the left node: x = (q_m − q_l, p − p_l, q − q_l) for Simpson, (p − p_l, q − q_l) for midpoint.
typedef void (*residual_type)(const system_type*, const real* ql, const real* pl, real h, const real* x, real* f);

static void simpson_residual(const system_type* s, const real* ql, const real* pl, real h, const real* x, real* f) {
  const int n = s->n;
  real qm[most], q[most], gl[most], gm[most], g[most];
  for (int i = 0; i < n; ++i) {
    const real a = x[i], b = x[2 * n + i];
    qm[i] = ql[i] + a;
    q[i] = ql[i] + b;
    gl[i] = (4 * a - b) / h;
    gm[i] = b / h;
    g[i] = (3 * b - 4 * a) / h;
  }
  real mgl_[most], mgm[most], mg[most], dl[most], dm[most], d[most], vl[most], vm[most], v[most];
  product(s, ql, gl, mgl_);
  product(s, qm, gm, mgm);
  product(s, q, g, mg);
  square(s, ql, gl, dl);
  square(s, qm, gm, dm);
  square(s, q, g, d);
  s->force(ql, vl);
  s->force(qm, vm);
  s->force(q, v);
  for (int i = 0; i < n; ++i) {
    const real dp = x[n + i];
    f[i] = mg[i] - mgl_[i] - h / 2 * dm[i] + h * vm[i];
    f[n + i] = dp + h * (vl[i] + 4 * vm[i] + v[i]) / 6 - h * (dl[i] + 4 * dm[i] + d[i]) / 12;
    f[2 * n + i] = (mgl_[i] + 4 * mgm[i] + mg[i]) / 6 - pl[i] - dp / 2 + h * (d[i] - dl[i]) / 24 + h * (vl[i] - v[i]) / 12;
  }
}

static void midpoint_residual(const system_type* s, const real* ql, const real* pl, real h, const real* x, real* f) {
  const int n = s->n;
  real qm[most], g[most], mg[most], d[most], v[most];
  for (int i = 0; i < n; ++i) {
    qm[i] = ql[i] + x[n + i] / 2;
    g[i] = x[n + i] / h;
  }
  product(s, qm, g, mg);
  square(s, qm, g, d);
  s->force(qm, v);
  for (int i = 0; i < n; ++i) {
    f[i] = x[i] - h / 2 * d[i] + h * v[i];
    f[n + i] = mg[i] - pl[i] - x[i] / 2;
  }
}

static void newton(const system_type* s, residual_type residual, int size, const real* ql, const real* pl, real h, real* x) {
  real before = -1;
  for (int iteration = 0; iteration < 60; ++iteration) {
    real f[3 * most], shifted[3 * most], a[3 * most][3 * most];
    residual(s, ql, pl, h, x, f);
    for (int j = 0; j < size; ++j) {
      const real kept = x[j], delta = 1e-17Q * (1 + fabsq(kept));
      x[j] = kept + delta;
      residual(s, ql, pl, h, x, shifted);
      x[j] = kept;
      for (int i = 0; i < size; ++i) a[i][j] = (shifted[i] - f[i]) / delta;
    }
    solve(size, a, f);
    real length = 0, all = 0;
    for (int i = 0; i < size; ++i) {
      x[i] -= f[i];
      length += f[i] * f[i];
      all += x[i] * x[i];
    }
    length = sqrtq(length / all);
    if (length < 1e-26Q && before >= 0 && length >= before / 2) return;
    if (length < 1e-31Q) return;
    before = length;
  }
  fprintf(stderr, "Newton's iteration does not end\n");
  exit(1);
}

static void field(const system_type* s, const real* q, const real* p, real* dq, real* dp) {
  real d[most], v[most];
  velocity(s, q, p, dq);
  square(s, q, dq, d);
  s->force(q, v);
  for (int i = 0; i < s->n; ++i) dp[i] = d[i] / 2 - v[i];
}

static void rk4(const system_type* s, real* q, real* p, real h) {
  const int n = s->n;
  const real at[4] = {0, 0.5Q, 0.5Q, 1}, weights[4] = {1, 2, 2, 1};
  real dq[most] = {0}, dp[most] = {0}, sum_q[most] = {0}, sum_p[most] = {0};
  for (int k = 0; k < 4; ++k) {
    real x[most], y[most];
    for (int i = 0; i < n; ++i) {
      x[i] = q[i] + at[k] * h * dq[i];
      y[i] = p[i] + at[k] * h * dp[i];
    }
    field(s, x, y, dq, dp);
    for (int i = 0; i < n; ++i) {
      sum_q[i] += weights[k] * dq[i];
      sum_p[i] += weights[k] * dp[i];
    }
  }
  for (int i = 0; i < n; ++i) {
    q[i] += h / 6 * sum_q[i];
    p[i] += h / 6 * sum_p[i];
  }
}

static void step(const system_type* s, char scheme, real* q, real* p, real h) {
  const int n = s->n;
  real x[3 * most] = {0};
  if (scheme == 'r') {
    rk4(s, q, p, h);
    return;
  }
  real v[most];
  velocity(s, q, p, v);
  const int size = scheme == 's' ? 3 * n : 2 * n;
  for (int i = 0; i < n; ++i) {
    x[size - n + i] = h * v[i];
    if (scheme == 's') x[i] = h * v[i] / 2;
  }
  newton(s, scheme == 's' ? simpson_residual : midpoint_residual, size, q, p, h, x);
  for (int i = 0; i < n; ++i) {
    q[i] += x[size - n + i];
    p[i] += x[size - 2 * n + i];
  }
}

// -------------------------------------------------------------------------------------------------- the exact nutation
static real sn(real u, real k) {  // descending Landen transformation
  if (k < 1e-30Q) return sinq(u);
  const real kc = sqrtq((1 - k) * (1 + k)), k1 = (1 - kc) / (1 + kc);
  const real s = sn(u / (1 + k1), k1);
  return (1 + k1) * s / (1 + k1 * s * s);
}

static real period, rate, modulus, lower, spread;  // P, w, k, u1, u2 − u1

static real exact_theta(real t) {
  const real s = sn(rate * (t - floorq(t / period) * period), modulus);
  return acosq(lower + spread * s * s);
}

static void make_exact(real theta0, const real* p) {
  const real q[3] = {0, theta0, 0};
  const real c = energy(&top, q, p) - p[2] * p[2] / (2 * I3), m = mgl / I;
  // u'^2 = 2 (c/I − m u)(1 − u²) − (p_φ − p_ψ u)²/I² = 2m u³ + a2 u² + a1 u + a0, one root is u1 = cos θ0
  const real a2 = -2 * c / I - p[2] * p[2] / (I * I), a1 = -2 * m + 2 * p[0] * p[2] / (I * I);
  const real u1 = cosq(theta0), b1 = a2 / (2 * m) + u1, b0 = a1 / (2 * m) + u1 * b1;
  const real root = sqrtq(b1 * b1 / 4 - b0), u2 = -b1 / 2 - root, u3 = -b1 / 2 + root;
  rate = sqrtq(m * (u3 - u1) / 2);
  modulus = sqrtq((u2 - u1) / (u3 - u1));
  lower = u1;
  spread = u2 - u1;
  real a = 1, b = sqrtq((1 - modulus) * (1 + modulus));
  for (int i = 0; i < 20; ++i) {
    const real mean = (a + b) / 2;
    b = sqrtq(a * b);
    a = mean;
  }
  period = M_PIq / a / rate;  // 2K/w
}

// ----------------------------------------------------------------------------------------------------------------- runs
typedef struct {
  const char* name;
  const system_type* system;
  const real *q, *p;
  int coarsest;     // steps in one unit
  int first;        // the shortest horizon
  int in_portions;  // of P; else in seconds
} problem_type;

static void run(const problem_type* problem, char scheme, int per_unit, int longest) {
  const system_type* s = problem->system;
  const int is_top = s == &top;
  const real h = (problem->in_portions ? period : 1) / per_unit, h0 = energy(s, problem->q, problem->p);
  real q[most], p[most], e_theta = 0, e_energy = 0;
  memcpy(q, problem->q, sizeof(real) * s->n);
  memcpy(p, problem->p, sizeof(real) * s->n);
  long n = 0;
  for (int horizon = problem->first; horizon <= longest; horizon *= 10) {
    const long steps = is_top && !problem->in_portions ? (long)floorq(horizon * period / h) : (long)horizon * per_unit;
    while (n < steps) {
      step(s, scheme, q, p, h);
      ++n;
      const real e = fabsq(energy(s, q, p) / h0 - 1);
      if (e > e_energy) e_energy = e;
      const real d = is_top ? fabsq(q[1] / exact_theta(n * h) - 1) : 0;
      if (d > e_theta) e_theta = d;
    }
    printf("%s,%d,%s,%d,%.5e,%.5e\n", problem->name, horizon, scheme == 'm' ? "midpoint" : scheme == 'r' ? "RK4" : "Simpson",
           per_unit, (double)e_theta, (double)e_energy);
    fflush(stdout);
  }
}

int main(int argc, char** argv) {
  const int longest = argc > 1 ? atoi(argv[1]) : 1000;
  const real g = 9.81Q, omega = 2 * M_PIq;
  rod = g / (omega * omega);
  weight = g * rod;
  I = 0.002329969592394382Q;
  I3 = 0.000125Q;
  mgl = 0.1Q * g * 0.15Q;
  const real pendulum_q[2] = {M_PIq / 4, M_PIq / 3}, pendulum_p[2] = {0, 0};
  const real top_q[3] = {0, M_PIq / 3, 0}, v[3] = {9.2Q, 0, 252};
  real top_p[3];
  product(&top, top_q, v, top_p);
  make_exact(top_q[1], top_p);
  const problem_type problems[] = {{"pendulum", &pendulum, pendulum_q, pendulum_p, 10, 10, 0},
                                   {"top", &top, top_q, top_p, 20, 1, 1},
                                   {"top-seconds", &top, top_q, top_p, 20, 1, 0}};
  const char schemes[] = "mrs";
  printf("system,T,scheme,steps_per_unit,e_theta,e_H\n");
  for (int k = 0; k < 4; ++k) {
    for (int j = 0; j < 3; ++j) {
      for (int i = 0; i < 3; ++i) run(&problems[j], schemes[i], problems[j].coarsest << k, longest);
    }
  }
  return 0;
}
