#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""One step of implicit pairs and its embedded error, by mpmath at 90 digits: writes embedded.csv.

The pairs are published with their second weights: the SDIRK method of order 4 with an embedded one of order 3 (Hairer &
Wanner, Solving Ordinary Differential Equations II, IV.6, table 6.5), Radau IIA of order 5 with the embedded formula of order 3
of RADAU5 (IV.8, (8.19)), written as a table of four stages whose first one is the start, and the implicit midpoint rule
beside the trapezoidal rule as a pair of three stages. The stages of y' = f(t, y) are solved by Newton's iteration with
differences for the slopes; nothing of Plumbline is used.
"""
import csv
import pathlib

import mpmath as mp

mp.mp.dps = 90
HERE = pathlib.Path(__file__).resolve().parent


def gamma0():
    """The real eigenvalue of Radau IIA's matrix of three stages."""
    return (6 + mp.mpf(81) ** (mp.mpf(1) / 3) - mp.mpf(9) ** (mp.mpf(1) / 3)) / 30


def sdirk4():
    r = lambda a, b: mp.mpf(a) / b
    A = [[r(1, 4), 0, 0, 0, 0], [r(1, 2), r(1, 4), 0, 0, 0], [r(17, 50), r(-1, 25), r(1, 4), 0, 0],
         [r(371, 1360), r(-137, 2720), r(15, 544), r(1, 4), 0],
         [r(25, 24), r(-49, 48), r(125, 16), r(-85, 12), r(1, 4)]]
    return A, A[4], [r(59, 48), r(-17, 96), r(225, 32), r(-85, 12), mp.mpf(0)]


def radau5():
    s6 = mp.sqrt(6)
    inner = [[(88 - 7 * s6) / 360, (296 - 169 * s6) / 1800, (-2 + 3 * s6) / 225],
             [(296 + 169 * s6) / 1800, (88 + 7 * s6) / 360, (-2 - 3 * s6) / 225],
             [(16 - s6) / 36, (16 + s6) / 36, mp.mpf(1) / 9]]
    A = [[mp.mpf(0)] * 4] + [[mp.mpf(0), *row] for row in inner]
    # b-hat of order 3 with the weight g0 at the start
    g0 = gamma0()
    c = [sum(row) for row in A]
    M = mp.matrix(3, 3)
    right = mp.matrix(3, 1)
    for k in range(3):
        for i in range(3):
            M[k, i] = c[i + 1] ** k
        right[k] = mp.mpf(1) / (k + 1) - (g0 if k == 0 else 0)
    rest = mp.lu_solve(M, right)
    return A, A[3], [g0, *rest]


def midpoint_beside_trapezium():
    h = mp.mpf(1) / 2
    A = [[0, 0, 0], [0, h, 0], [h, 0, h]]
    return [[mp.mpf(x) for x in row] for row in A], [mp.mpf(0), mp.mpf(1), mp.mpf(0)], [h, mp.mpf(0), h]


def pendulum(t, y):
    w = 2 * mp.pi
    return [y[1], -w * w * mp.sin(y[0])]


def lorenz(t, y):
    return [10 * (y[1] - y[0]), y[0] * (28 - y[2]) - y[1], y[0] * y[1] - mp.mpf(8) / 3 * y[2]]


def damped_forced(t, y):
    load = mp.mpf(1) / 3 * mp.exp(-2 * t) * mp.sin(3 * t)
    return [y[1], load - 4 * y[1] - 13 * y[0]]


def kepler_with_drag(t, y):
    r3 = (y[0] ** 2 + y[1] ** 2) ** (mp.mpf(3) / 2)
    return [y[2], y[3], -y[0] / r3 - y[2] / 10, -y[1] / r3 - y[3] / 10]


SYSTEMS = {
    "pendulum": (pendulum, [mp.pi / 2, mp.mpf(0)]),
    "lorenz": (lorenz, [mp.mpf(1), mp.mpf(2), mp.mpf(20)]),
    "damped-forced-oscillator": (damped_forced, [mp.mpf(1), mp.mpf(-2)]),
    "kepler-with-drag": (kepler_with_drag, [mp.mpf(2) / 5, mp.mpf(0), mp.mpf(0), mp.mpf(2)]),
}
PAIRS = {"sdirk-4-3": sdirk4, "radau-5-3": radau5, "midpoint-trapezium": midpoint_beside_trapezium}


def step(f, table, y, h):
    A, b, bhat = table
    s, n = len(b), len(y)
    c = [sum(row) for row in A]

    def residual(K):
        r = []
        for i in range(s):
            at = [y[k] + h * sum(A[i][j] * K[j * n + k] for j in range(s)) for k in range(n)]
            r += [K[i * n + k] - x for k, x in enumerate(f(c[i] * h, at))]
        return r

    K = f(mp.mpf(0), y) * s
    e = mp.mpf(10) ** -45
    for _ in range(30):
        r = residual(K)
        J = mp.matrix(s * n, s * n)
        for j in range(s * n):
            moved = list(K)
            moved[j] += e
            for i, x in enumerate(residual(moved)):
                J[i, j] = (x - r[i]) / e
        d = mp.lu_solve(J, mp.matrix(r))
        K = [a - x for a, x in zip(K, d)]
        if mp.norm(d) < mp.mpf(10) ** -80:
            break
    else:
        raise SystemExit("no convergence")
    end = [y[k] + h * sum(b[i] * K[i * n + k] for i in range(s)) for k in range(n)]
    error = [h * sum((b[i] - bhat[i]) * K[i * n + k] for i in range(s)) for k in range(n)]
    return end, error


def main():
    with open(HERE / "embedded.csv", "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["pair", "system", "component", "end", "error"])
        for pair, make in PAIRS.items():
            for system, (f, y) in SYSTEMS.items():
                end, error = step(f, make(), y, mp.mpf(1) / 20)
                for k in range(len(y)):
                    out.writerow([pair, system, k + 1, mp.nstr(end[k], 75), mp.nstr(error[k], 75)])


if __name__ == "__main__":
    main()
