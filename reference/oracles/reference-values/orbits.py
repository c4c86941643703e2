#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""The periodic orbits that the printed starts and periods of reference/published/reference-values/ belong to.

orbits.py      writes orbits.csv: problem,name,value

The equations that close an orbit are solved with mpmath by Newton's iteration; the motion is integrated by extrapolation of
the midpoint rule (states.py), and the Jacobian is one of difference quotients. Each orbit is found twice, with tolerances
and orders that differ; what is written are the digits on which both agree.
"""
import pathlib

import mpmath
from mpmath import mp, mpf

import states

here = pathlib.Path(__file__).parent


def newton(f, x, digits):
    moved = mpf(10) ** (-digits // 2)
    f0 = f(x)
    columns = []
    for j in range(len(x)):
        y = list(x)
        y[j] += moved
        columns.append([(a - b) / moved for a, b in zip(f(y), f0)])
    jacobian = mpmath.matrix(len(x))
    for j, column in enumerate(columns):
        for i, value in enumerate(column):
            jacobian[i, j] = value
    while True:
        step = mpmath.lu_solve(jacobian, mpmath.matrix(f0))
        x = [a - b for a, b in zip(x, step)]
        if max(abs(s) for s in step) < mpf(10) ** (8 - digits):
            return x
        f0 = f(x)


def arenstorf(tolerance, order):
    d = states.load("arenstorf")
    field, start, period, _ = states.arenstorf(d)

    def f(u):
        z = states.integrate(field, [start[0], mpf(0), mpf(0), u[0]], u[1] / 2, tolerance, order)
        return [z[1], z[2]]

    return f, [start[3], period], ["velocity", "period"]


def lorenz(tolerance, order):
    field, start, period, _ = states.lorenz_ab(states.load("lorenz-ab"))

    def f(u):
        z = states.integrate(field, [u[0], u[1], mpf(27)], u[2], tolerance, order)
        return [z[0] - u[0], z[1] - u[1], z[2] - 27]

    return f, [start[0], start[1], period], ["x", "y", "period"]


def figure_eight(tolerance, order):
    field, start, period, _ = states.figure_eight(states.load("figure-eight"))

    def f(w):
        x, y, u, v, t = w
        z = states.integrate(field, [x, y, -x, -y, mpf(0), mpf(0), u, v, u, v, -2 * u, -2 * v], t / 12, tolerance, order)
        return [x * x + y * y - 1, z[1], z[6], z[2] - z[4], z[9] - z[11]]

    return f, [start[0], start[1], start[6], start[7], period], ["x1", "y1", "vx1", "vy1", "period"]


with open(here / "orbits.csv", "w") as out:
    print("problem,name,value", file=out)
    for name, make, digits in (("arenstorf", arenstorf, 46), ("lorenz", lorenz, 82), ("figure-eight", figure_eight, 30)):
        mp.dps = digits + 25
        found = []
        for k in (0, 3):
            f, seed, names = make(mpf(10) ** -(digits + k), 8 + k + digits // 3)
            found.append(newton(f, seed, digits + k))
        for key, a, b in zip(names, *found):
            same = int(-mpmath.log10(abs(a - b) / abs(b))) if a != b else digits
            print(f"{name},{key},{mpmath.nstr(b, same - 1)}", file=out)
        out.flush()
        print(name, "done", flush=True)
