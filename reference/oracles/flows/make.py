#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Exact flows after a tenth of a second, for the orders of all schemes: Gragg-Bulirsch-Stoer extrapolation by mpmath.

    /usr/bin/python3 make.py > flows.json          (mpmath 1.2.1, Debian 12)

Hamilton's equations are worked out by hand. Each flow is computed with 16 steps of order 56 and with 25 steps of
order 62, at 120 digits; what is stored are the 75 digits on which both agree. A new system needs a class here: the contract tests ask for it.
"""
import json
import sys

from mpmath import cos, exp, lu_solve, matrix, mp, mpf, nstr, pi, sin


def harmonic_oscillator(y):
    return [y[1], -16 * y[0]]


def pendulum(y):
    return [y[1], -4 * pi ** 2 * sin(y[0])]


def rods():
    g = mpf(981) / 100
    return mpf(1), mpf(1), g, g / (2 * pi) ** 2, g / (2 * pi) ** 2


def double_pendulum(y):
    m1, m2, g, l1, l2 = rods()
    a, b, k = (m1 + m2) * l1 ** 2, m2 * l2 ** 2, m2 * l1 * l2
    c, s = k * cos(y[0] - y[1]), k * sin(y[0] - y[1])
    det = a * b - c * c
    v, w = (b * y[2] - c * y[3]) / det, (a * y[3] - c * y[2]) / det
    return [v, w, -s * v * w - (m1 + m2) * g * l1 * sin(y[0]), s * v * w - m2 * g * l2 * sin(y[1])]


def pendulum_chain(y):
    n = len(y) // 2
    q, p = y[:n], y[n:]
    g = mpf(981) / 100
    l = g / (2 * pi) ** 2
    below = lambda i, j: n - max(i, j)  # the masses that both rods carry
    v = lu_solve(matrix(n, n) + matrix([[l * l * below(i, j) * cos(q[i] - q[j]) for j in range(n)] for i in range(n)]),
                 matrix(p))
    return list(v) + [-sum(l * l * below(i, j) * v[i] * v[j] * sin(q[i] - q[j]) for j in range(n))
                      - g * l * below(i, i) * sin(q[i]) for i in range(n)]


def linear_double_pendulum(y):
    m1, m2, g, l1, l2 = rods()
    v = lu_solve(matrix([[(m1 + m2) * l1 ** 2, m2 * l1 * l2], [m2 * l1 * l2, m2 * l2 ** 2]]), matrix(y[2:]))
    return [v[0], v[1], -(m1 + m2) * g * l1 * y[0], -m2 * g * l2 * y[1]]


def lagrange_top(y):
    moment, moment3, mgl = mpf("0.002329969592394382"), mpf("0.000125"), mpf("0.1") * mpf("9.81") * mpf("0.15")
    theta, p_phi, p_theta, p_psi = y[1], y[3], y[4], y[5]
    s, c = sin(theta), cos(theta)
    d = p_phi - p_psi * c
    force = mgl * s - d * p_psi / (moment * s) + d * d * c / (moment * s ** 3)
    return [d / (moment * s * s), p_theta / moment, p_psi / moment3 - d * c / (moment * s * s), 0 * s, force, 0 * s]


def reduced_lagrange_top(y):
    p_phi, p_psi = 2 * pi * mpf(3) ** mpf("0.5"), 4 * pi
    s, c = sin(y[1]), cos(y[1])
    precession = (p_phi - p_psi * c) / s ** 2
    return [precession, y[2], (4 * pi ** 2 + precession ** 2 * c - p_psi * precession) * s]


def damped_forced_oscillator(y):  # x, v, t
    return [y[1], exp(-2 * y[2]) * sin(3 * y[2]) / 3 - 4 * y[1] - 13 * y[0], mpf(1)]


def bilinear_oscillator(y):  # x, v; beyond the yield displacement all the time
    assert y[0] > 1
    return [y[1], -10 * (1 + (y[0] - 1) / 2)]


def planar_two_body(y):
    e = mpf(2) / 3
    a, b, k = 1 + e, 3 + e * 9 / 4, e * 3 / 2
    c, s = k * cos(y[1] - y[0]), k * sin(y[1] - y[0])
    det = a * b - c * c
    v, w = (b * y[2] - c * y[3]) / det, (a * y[3] - c * y[2]) / det
    return [v, w, s * v * w, -s * v * w]


FLOWS = {
    "harmonic-oscillator": (harmonic_oscillator, ["3/7", "1/29"]),
    "pendulum": (pendulum, ["3/7", "1/29"]),
    "double-pendulum": (double_pendulum, ["3/7", "-1/7", "1/29", "3/29"]),
    "pendulum-chain": (pendulum_chain, ["3/7", "-1/7", "1/29", "3/29"]),
    "linear-double-pendulum": (linear_double_pendulum, ["3/7", "-1/7", "1/29", "3/29"]),
    "lagrange-top": (lagrange_top, ["1/10", "1", "1/5", "0.012", "0.001", "0.01"]),
    "reduced-lagrange-top": (reduced_lagrange_top, ["1/10", "1", "1/5"]),
    "damped-forced-oscillator": (damped_forced_oscillator, ["3/7", "1/29", "0"]),
    "bilinear-oscillator": (bilinear_oscillator, ["12/7", "1/29"]),
    "planar-two-body": (planar_two_body, ["1/10", "1", "-2", "15"]),
}


def number(text):
    a, _, b = text.partition("/")
    return mpf(a) / mpf(b or 1)


def gragg(field, y, step, n):
    """The modified midpoint rule with n substeps: an expansion in even powers of step/n."""
    h = step / n
    before, now = y, [a + h * b for a, b in zip(y, field(y))]
    for _ in range(n - 1):
        before, now = now, [a + 2 * h * b for a, b in zip(before, field(now))]
    return now


def flow(name, steps, columns):
    field, start = FLOWS[name]
    y = [number(x) for x in start]
    numbers = [2 * (j + 1) for j in range(columns)]
    for _ in range(steps):
        table = []
        for j, n in enumerate(numbers):  # Aitken and Neville, in (h/n)^2
            row = [gragg(field, y, mpf(1) / 10 / steps, n)]
            for k in range(1, j + 1):
                r = (mpf(n) / numbers[j - k]) ** 2 - 1
                row.append([a + (a - b) / r for a, b in zip(row[k - 1], table[k - 1])])
            table = row
        y = table[-1]
    return y


mp.dps = 120
result = []
for name in FLOWS:
    one, two = flow(name, 16, 28), flow(name, 25, 31)
    size = max(abs(x) for x in two)
    assert all(abs(a - b) < mpf(10) ** -78 * size for a, b in zip(one, two)), name
    n = len(two) if name.startswith("reduced") else len(two) // 2  # first-order form: no momenta
    two, start = two[:2 * n], FLOWS[name][1][:2 * n]  # without the time
    result.append({"system": name, "time": "1/10", "start_q": start[:n], "start_p": start[n:],
                   "q": [nstr(x, 75) for x in two[:n]], "p": [nstr(x, 75) for x in two[n:]]})
    print(name, nstr(two[0], 20), file=sys.stderr)
json.dump({"made_with": "mpmath " + __import__("mpmath").__version__, "digits": 75, "flows": result}, sys.stdout, indent=1)
print()
