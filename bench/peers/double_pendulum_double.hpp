// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The double pendulum in double, by hand, as one would write it in C: no library, all formulas in closed form.
//
//   L = ½ A v1² + ½ B v2² + C v1 v2 cos(q1 − q2) + G1 cos q1 + G2 cos q2
//   A = (m1+m2) l1²,  B = m2 l2²,  C = m2 l1 l2,  G1 = (m1+m2) g l1,  G2 = m2 g l2
//
// Simpson's integrator (TOP section 2; QL (18), (25)): the unknowns are u = (q_m − q_0, q_1 − q_0), the equations with
// V_0 = (4 u_m − u_1)/h, V_m = u_1/h, V_1 = (3 u_1 − 4 u_m)/h
//
//   p_0 + (h/6) L_q(0) + (−3 L_v(0) − 4 L_v(m) + L_v(1))/6 = 0,    h L_q(m) + L_v(0) − L_v(1) = 0
//   p_1 = p_0 + (h/6) (L_q(0) + 4 L_q(m) + L_q(1))
//
// by Newton's method with the analytic Jacobian from uniform motion. The last correction reaches p_1 to first order.
//
// RK4 on Hamilton's equations: v = M(q)⁻¹ p by Cramer's rule, p' = L_q(q, v).
#pragma once

#include <cmath>
#include <utility>

namespace peers {

struct double_pendulum_constants {
  double A, B, C, G1, G2;
};

inline double_pendulum_constants constants_of(double m1, double m2, double g, double l1,
                                              double l2) {
  return {(m1 + m2) * l1 * l1, m2 * l2 * l2, m2 * l1 * l2, (m1 + m2) * g * l1, m2 * g * l2};
}

/// LU with partial pivoting of a 4 by 4 matrix.
struct lu4 {
  double a[4][4];
  int row[4];

  void factor() {
    for (int k = 0; k < 4; ++k) {
      int pivot = k;
      for (int i = k + 1; i < 4; ++i) {
        if (std::fabs(a[i][k]) > std::fabs(a[pivot][k])) {
          pivot = i;
        }
      }
      row[k] = pivot;
      if (pivot != k) {
        for (int j = 0; j < 4; ++j) {
          std::swap(a[k][j], a[pivot][j]);
        }
      }
      const double inverse = 1 / a[k][k];
      for (int i = k + 1; i < 4; ++i) {
        const double factor = a[i][k] *= inverse;
        for (int j = k + 1; j < 4; ++j) {
          a[i][j] -= factor * a[k][j];
        }
      }
    }
  }
  void solve(double x[4]) const {
    for (int k = 0; k < 4; ++k) {
      std::swap(x[k], x[row[k]]);
    }
    for (int i = 1; i < 4; ++i) {
      for (int j = 0; j < i; ++j) {
        x[i] -= a[i][j] * x[j];
      }
    }
    for (int i = 3; i >= 0; --i) {
      for (int j = i + 1; j < 4; ++j) {
        x[i] -= a[i][j] * x[j];
      }
      x[i] /= a[i][i];
    }
  }
};

/// Sines and cosines of q1, q2 and of q1 − q2.
struct double_pendulum_angles {
  double s1, c1, s2, c2, s, c;

  explicit double_pendulum_angles(const double q[2])
      : s1(std::sin(q[0])),
        c1(std::cos(q[0])),
        s2(std::sin(q[1])),
        c2(std::cos(q[1])),
        s(s1 * c2 - c1 * s2),
        c(c1 * c2 + s1 * s2) {}
};

/// First and second derivatives of L at one node.
struct double_pendulum_node {
  double q[2], v[2], qq[2][2], qv[2][2], vv[2][2];

  double_pendulum_node(const double_pendulum_constants& k, const double_pendulum_angles& a,
                       const double u[2]) {
    const double cc = k.C * a.c;
    const double x = k.C * a.s;
    const double xv = x * u[0] * u[1];
    const double cv = cc * u[0] * u[1];
    q[0] = -xv - k.G1 * a.s1;
    q[1] = xv - k.G2 * a.s2;
    v[0] = k.A * u[0] + cc * u[1];
    v[1] = k.B * u[1] + cc * u[0];
    qq[0][0] = -cv - k.G1 * a.c1;
    qq[0][1] = qq[1][0] = cv;
    qq[1][1] = -cv - k.G2 * a.c2;
    qv[0][0] = -x * u[1];
    qv[0][1] = -x * u[0];
    qv[1][0] = x * u[1];
    qv[1][1] = x * u[0];
    vv[0][0] = k.A;
    vv[0][1] = vv[1][0] = cc;
    vv[1][1] = k.B;
  }
};

/// The equations of a Simpson step at u, their Jacobian, the impulse p_1 − p_0 and its derivative.
struct simpson_linearised {
  double r[4];
  lu4 jacobian;
  double impulse[2];
  double slope[2][4];

  void evaluate(const double_pendulum_constants& k, const double_pendulum_angles& left,
                const double q[2], const double p[2], double h, const double u[4]) {
    const double w = 1 / h;
    const double qm[2] = {q[0] + u[0], q[1] + u[1]};
    const double q1[2] = {q[0] + u[2], q[1] + u[3]};
    const double v0[2] = {(4 * u[0] - u[2]) * w, (4 * u[1] - u[3]) * w};
    const double vm[2] = {u[2] * w, u[3] * w};
    const double v1[2] = {(3 * u[2] - 4 * u[0]) * w, (3 * u[3] - 4 * u[1]) * w};
    const double_pendulum_node a(k, left, v0);
    const double_pendulum_node m(k, double_pendulum_angles(qm), vm);
    const double_pendulum_node b(k, double_pendulum_angles(q1), v1);
    for (int i = 0; i < 2; ++i) {
      r[i] = p[i] + (h * a.q[i] - 3 * a.v[i] - 4 * m.v[i] + b.v[i]) / 6;
      r[2 + i] = h * m.q[i] + a.v[i] - b.v[i];
      impulse[i] = h / 6 * (a.q[i] + 4 * m.q[i] + b.q[i]);
      for (int j = 0; j < 2; ++j) {
        jacobian.a[i][j] =
            (4 * a.qv[i][j] - 12 * w * a.vv[i][j] - 4 * m.qv[j][i] - 4 * w * b.vv[i][j]) / 6;
        jacobian.a[i][2 + j] = (-a.qv[i][j] + 3 * w * a.vv[i][j] - 4 * w * m.vv[i][j] +
                                3 * w * b.vv[i][j] + b.qv[j][i]) /
                               6;
        jacobian.a[2 + i][j] = h * m.qq[i][j] + 4 * w * a.vv[i][j] + 4 * w * b.vv[i][j];
        jacobian.a[2 + i][2 + j] = m.qv[i][j] - w * a.vv[i][j] - 3 * w * b.vv[i][j] - b.qv[j][i];
        slope[i][j] = (4 * a.qv[i][j] + 4 * h * m.qq[i][j] - 4 * b.qv[i][j]) / 6;
        slope[i][2 + j] = (-a.qv[i][j] + 4 * m.qv[i][j] + h * b.qq[i][j] + 3 * b.qv[i][j]) / 6;
      }
    }
  }
};

inline double largest(const double x[4]) {
  return std::fmax(std::fmax(std::fabs(x[0]), std::fabs(x[1])),
                   std::fmax(std::fabs(x[2]), std::fabs(x[3])));
}

/// v = M(q)⁻¹ p.
inline void velocity_of(const double_pendulum_constants& k, const double_pendulum_angles& a,
                        const double p[2], double v[2]) {
  const double cc = k.C * a.c;
  const double inverse = 1 / (k.A * k.B - cc * cc);
  v[0] = (k.B * p[0] - cc * p[1]) * inverse;
  v[1] = (k.A * p[1] - cc * p[0]) * inverse;
}

/// Newton's method for u. On return the impulse in `at` belongs to u; its Jacobian is factored one iteration earlier.
inline bool simpson_solve(const double_pendulum_constants& k, const double q[2], const double p[2],
                          double h, double u[4], simpson_linearised& at) {
  const double_pendulum_angles left(q);
  double v[2];
  velocity_of(k, left, p, v);
  for (int i = 0; i < 2; ++i) {
    u[i] = h / 2 * v[i];
    u[2 + i] = h * v[i];
  }
  for (int pass = 0; pass < 20; ++pass) {
    at.evaluate(k, left, q, p, h, u);
    at.jacobian.factor();
    at.jacobian.solve(at.r);
    for (int i = 0; i < 4; ++i) {
      u[i] -= at.r[i];
    }
    if (largest(at.r) <= 1e-8 * largest(u)) {
      for (int i = 0; i < 2; ++i) {
        for (int j = 0; j < 4; ++j) {
          at.impulse[i] -= at.slope[i][j] * at.r[j];
        }
      }
      return true;
    }
  }
  return false;
}

inline bool simpson_step(const double_pendulum_constants& k, double q[2], double p[2], double h) {
  double u[4];
  simpson_linearised at;
  if (!simpson_solve(k, q, p, h, u, at)) {
    return false;
  }
  for (int i = 0; i < 2; ++i) {
    q[i] += u[2 + i];
    p[i] += at.impulse[i];
  }
  return true;
}

/// Hamilton's equations, y = (q, p).
inline void hamilton(const double_pendulum_constants& k, const double y[4], double dy[4]) {
  const double_pendulum_angles a(y);
  velocity_of(k, a, y + 2, dy);
  const double x = k.C * a.s * dy[0] * dy[1];
  dy[2] = -x - k.G1 * a.s1;
  dy[3] = x - k.G2 * a.s2;
}

inline void rk4_step(const double_pendulum_constants& k, double y[4], double h) {
  double k1[4], k2[4], k3[4], k4[4], stage[4];
  hamilton(k, y, k1);
  for (int i = 0; i < 4; ++i) {
    stage[i] = y[i] + h / 2 * k1[i];
  }
  hamilton(k, stage, k2);
  for (int i = 0; i < 4; ++i) {
    stage[i] = y[i] + h / 2 * k2[i];
  }
  hamilton(k, stage, k3);
  for (int i = 0; i < 4; ++i) {
    stage[i] = y[i] + h * k3[i];
  }
  hamilton(k, stage, k4);
  for (int i = 0; i < 4; ++i) {
    y[i] += h / 6 * (k1[i] + 2 * (k2[i] + k3[i]) + k4[i]);
  }
}

}  // namespace peers
