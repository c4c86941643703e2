#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""The double pendulum in Python with mpmath, written as in the papers: 64 digits, formulas by hand.

simpson: full Newton at full precision from uniform motion, analytic Jacobian, lu_solve.
rk4: Hamilton's equations, M(q) and its derivatives by hand, v = M(q)^-1 p by lu_solve.
rk4-cramer: the same with v by Cramer's rule, without matrices.

usage: double_pendulum_mpmath.py simpson|rk4|rk4-cramer N
Prints the processor seconds of one step, then q1, q2, p1, p2 after N steps of 1/100 from (pi/4, pi/3, 0, 0).
mpmath computes with gmpy2 where it is installed.
"""
import sys
import time

from mpmath import cos, libmp, lu_solve, matrix, mp, mpf, pi, sin, nstr

mp.dps = 64
m1 = m2 = mpf(1)
g = mpf(981) / 100
l1 = l2 = g / (2 * pi) ** 2
A, B, C, G1, G2 = (m1 + m2) * l1**2, m2 * l2**2, m2 * l1 * l2, (m1 + m2) * g * l1, m2 * g * l2
h = mpf(1) / 100


def gradient(q, v):
    s, c = sin(q[0] - q[1]), cos(q[0] - q[1])
    x = C * v[0] * v[1] * s
    return ([-x - G1 * sin(q[0]), x - G2 * sin(q[1])], [A * v[0] + C * c * v[1], B * v[1] + C * c * v[0]])


def hessian(q, v):
    s, c = C * sin(q[0] - q[1]), C * cos(q[0] - q[1])
    x = v[0] * v[1] * c
    qq = [[-x - G1 * cos(q[0]), x], [x, -x - G2 * cos(q[1])]]
    qv = [[-s * v[1], -s * v[0]], [s * v[1], s * v[0]]]
    return qq, qv, [[A, c], [c, B]]


def velocity(q, p):
    c = C * cos(q[0] - q[1])
    det = A * B - c**2
    return [(B * p[0] - c * p[1]) / det, (A * p[1] - c * p[0]) / det]


def simpson(q, p):
    v = velocity(q, p)
    u = matrix([h / 2 * v[0], h / 2 * v[1], h * v[0], h * v[1]])
    two = range(2)
    while True:
        q_m, q_1 = [q[i] + u[i] for i in two], [q[i] + u[2 + i] for i in two]
        v_0 = [(4 * u[i] - u[2 + i]) / h for i in two]
        v_m = [u[2 + i] / h for i in two]
        v_1 = [(3 * u[2 + i] - 4 * u[i]) / h for i in two]
        (aq, av), (mq, mv), (bq, bv) = gradient(q, v_0), gradient(q_m, v_m), gradient(q_1, v_1)
        r = matrix([p[i] + (h * aq[i] - 3 * av[i] - 4 * mv[i] + bv[i]) / 6 for i in two] +
                   [h * mq[i] + av[i] - bv[i] for i in two])
        if max(abs(x) for x in r) < mpf(10) ** -63:
            return q_1, [p[i] + h / 6 * (aq[i] + 4 * mq[i] + bq[i]) for i in two]
        (_, a_qv, a_vv), (m_qq, m_qv, m_vv), (_, b_qv, b_vv) = hessian(q, v_0), hessian(q_m, v_m), hessian(q_1, v_1)
        j = matrix(4, 4)
        for i in two:
            for k in two:
                j[i, k] = (4 * a_qv[i][k] - 12 / h * a_vv[i][k] - 4 * m_qv[k][i] - 4 / h * b_vv[i][k]) / 6
                j[i, 2 + k] = (-a_qv[i][k] + (3 * a_vv[i][k] - 4 * m_vv[i][k] + 3 * b_vv[i][k]) / h + b_qv[k][i]) / 6
                j[2 + i, k] = h * m_qq[i][k] + 4 / h * (a_vv[i][k] + b_vv[i][k])
                j[2 + i, 2 + k] = m_qv[i][k] - (a_vv[i][k] + 3 * b_vv[i][k]) / h - b_qv[k][i]
        u -= lu_solve(j, r)


def hamilton(y):
    """M(q) v = p by lu_solve;  p_i' = v^T (dM/dq_i) v / 2 - dV/dq_i."""
    c, s = C * cos(y[0] - y[1]), C * sin(y[0] - y[1])
    v = lu_solve(matrix([[A, c], [c, B]]), matrix(y[2:]))
    x = s * v[0] * v[1]
    return [v[0], v[1], -x - G1 * sin(y[0]), x - G2 * sin(y[1])]


def hamilton_cramer(y):
    v = velocity(y[:2], y[2:])
    return v + gradient(y[:2], v)[0]


def rk4_of(field):
    def step(q, p):
        y = q + p
        k1 = field(y)
        k2 = field([a + h / 2 * b for a, b in zip(y, k1)])
        k3 = field([a + h / 2 * b for a, b in zip(y, k2)])
        k4 = field([a + h * b for a, b in zip(y, k3)])
        y = [a + h / 6 * (b + 2 * c + 2 * d + e) for a, b, c, d, e in zip(y, k1, k2, k3, k4)]
        return y[:2], y[2:]
    return step


SCHEMES = {"simpson": simpson, "rk4": rk4_of(hamilton), "rk4-cramer": rk4_of(hamilton_cramer)}


def main():
    if sys.argv[1:] == ["--version"]:
        import mpmath
        print(f"mpmath {mpmath.__version__} ({libmp.BACKEND})")
        return
    step, steps = SCHEMES[sys.argv[1]], int(sys.argv[2])
    q, p = [pi / 4, pi / 3], [mpf(0), mpf(0)]
    start = time.process_time()
    for _ in range(steps):
        q, p = step(q, p)
    print((time.process_time() - start) / steps)
    for x in q + p:
        print(nstr(x, 64))


main()
