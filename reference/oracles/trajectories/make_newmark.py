#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Trajectories of Newmark's family by mpmath, with the equations of motion and their derivatives worked out by hand.

    /usr/bin/python3 make_newmark.py > newmark.json          (mpmath 1.2.1, Debian 12)

Each step solves the equilibrium at its end by Newton's iteration on the acceleration, at 240 digits, until the correction is
below 1e-230; 210 digits are stored.
"""
import json
import sys

from mpmath import cos, exp, lu_solve, matrix, mp, mpf, nstr, pi, sin


def number(text):
    a, _, b = text.partition("/")
    return mpf(a) / mpf(b or 1)


# each system: equation(x, v, a, t) = M a + F - P, and its derivatives with respect to x, v and a


def harmonic(x, v, a, t):
    return [a[0] + 16 * x[0]], [[16]], [[0]], [[1]]


def damped(x, v, a, t):
    load = exp(-2 * t) * sin(3 * t) / 3
    return [a[0] + 4 * v[0] + 13 * x[0] - load], [[13]], [[4]], [[1]]


def pendulum(x, v, a, t):
    w = 4 * pi ** 2
    return [a[0] + w * sin(x[0])], [[w * cos(x[0])]], [[0]], [[1]]


def two_body(x, v, a, t):
    e = mpf(2) / 3
    j1, j2, k = 1 + e, 3 + e * 9 / 4, e * 3 / 2
    c, s = k * cos(x[1] - x[0]), k * sin(x[1] - x[0])
    r = [j1 * a[0] + c * a[1] - s * v[1] ** 2, c * a[0] + j2 * a[1] + s * v[0] ** 2]
    # d/dx2 = -d/dx1: c -> -s, s -> c
    d = [-s * a[1] - c * v[1] ** 2, -s * a[0] + c * v[0] ** 2]
    return r, [[-d[0], d[0]], [-d[1], d[1]]], [[0, -2 * s * v[1]], [2 * s * v[0], 0]], [[j1, c], [c, j2]]


def two_rods(x, v, a, t):
    m1, m2, g = mpf(1), mpf(1), mpf(981) / 100
    l1 = l2 = g / (2 * pi) ** 2
    k = m2 * l1 * l2
    c, s = k * cos(x[0] - x[1]), k * sin(x[0] - x[1])
    p1, p2 = (m1 + m2) * l1 ** 2, m2 * l2 ** 2
    w1, w2 = (m1 + m2) * g * l1, m2 * g * l2
    r = [p1 * a[0] + c * a[1] + s * v[1] ** 2 + w1 * sin(x[0]),
         c * a[0] + p2 * a[1] - s * v[0] ** 2 + w2 * sin(x[1])]
    d = [-s * a[1] + c * v[1] ** 2, -s * a[0] - c * v[0] ** 2]
    return (r, [[d[0] + w1 * cos(x[0]), -d[0]], [d[1], -d[1] + w2 * cos(x[1])]],
            [[0, 2 * s * v[1]], [-2 * s * v[0], 0]], [[p1, c], [c, p2]])


SYSTEMS = {
    "harmonic-oscillator": (harmonic, ["1"], ["0"]),
    "damped-forced-oscillator": (damped, ["1"], ["-2"]),
    "pendulum": (pendulum, ["3/2"], ["1/2"]),
    "planar-two-body": (two_body, ["0", "1"], ["0", "5"]),
    "double-pendulum": (two_rods, ["3/4", "-1/2"], ["1/3", "2"]),
}


def solve(m, r):
    return list(lu_solve(matrix(m), matrix(r)))


def newmark(name, beta, gamma, h, steps):
    system, x, v = SYSTEMS[name][0], *([number(t) for t in s] for s in SYSTEMS[name][1:])
    n = len(x)
    r, _, _, m = system(x, v, [mpf(0)] * n, mpf(0))
    a = [-y for y in solve(m, r)]
    for step in range(1, steps + 1):
        t = step * h
        xp = [x[i] + h * v[i] + h * h / 2 * (1 - 2 * beta) * a[i] for i in range(n)]
        vp = [v[i] + h * (1 - gamma) * a[i] for i in range(n)]
        a1 = list(a)
        while True:
            x1 = [xp[i] + beta * h * h * a1[i] for i in range(n)]
            v1 = [vp[i] + gamma * h * a1[i] for i in range(n)]
            r, ex, ev, m = system(x1, v1, a1, t)
            j = [[m[i][k] + gamma * h * ev[i][k] + beta * h * h * ex[i][k] for k in range(n)] for i in range(n)]
            d = solve(j, r)
            a1 = [a1[i] - d[i] for i in range(n)]
            if max(abs(y) for y in d) < mpf(10) ** -230:
                break
        x = [xp[i] + beta * h * h * a1[i] for i in range(n)]
        v = [vp[i] + gamma * h * a1[i] for i in range(n)]
        a = a1
    return x, v, a


mp.dps = 240
CASES = [("harmonic-oscillator", b, g) for b, g in [("1/4", "1/2"), ("1/6", "1/2"), ("0", "1/2"), ("2/5", "3/5")]]
CASES += [(s, b, g) for s in ["damped-forced-oscillator", "pendulum", "planar-two-body", "double-pendulum"]
          for b, g in [("1/4", "1/2"), ("1/12", "1/2"), ("0", "1/2"), ("1/3", "7/10")]]
result = []
for name, beta, gamma in CASES:
    x, v, a = newmark(name, number(beta), number(gamma), mpf(1) / 50, 25)
    text = lambda y: [nstr(c, 210) for c in y]
    result.append({"system": name, "beta": beta, "gamma": gamma, "step": "1/50", "steps": 25, "x0": SYSTEMS[name][1],
                   "v0": SYSTEMS[name][2], "x": text(x), "v": text(v), "a": text(a)})
    print(name, beta, gamma, nstr(x[0], 20), file=sys.stderr)
json.dump({"made_with": "mpmath " + __import__("mpmath").__version__, "digits": 210, "cases": result}, sys.stdout, indent=1)
print()
