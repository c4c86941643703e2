#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Periods and amplitudes of discrete pendula, q'' = -sin q, computed by mpmath at 120 digits.

Zeros are roots of the cubic that solves a Vandermonde system in t itself, extrema belong to the parabola of
mpmath's least squares (QR) in t itself; all crossings are found in the stored trajectory by the signs of sin.
    python3 make.py > measures.json        (mpmath 1.2.1, Debian 12; half a minute)
"""
import json
import sys

from mpmath import mp, mpf, sin, matrix, lu_solve, qr_solve, polyroots, findroot, nstr, floor, pi, im, re

mp.dps = 120


def leapfrog(q, p, h):
    half = p - h / 2 * sin(q)
    new = q + h * half
    return new, half - h / 2 * sin(new)


def midpoint(q, p, h):
    # both unknowns through the slope s = (q1 - q)/h = (p + p1)/2
    s = findroot(lambda s: s - p + h / 2 * sin(q + h / 2 * s), p)
    return q + h * s, 2 * s - p


def trajectory(step, p0, h, crossings):
    q, p, path, seen = mpf(0), p0, [mpf(0)], 0
    while seen <= crossings + 2:
        q, p = step(q, p, h)
        path.append(q)
        seen += floor(path[-1] / pi) != floor(path[-2] / pi)
    for _ in range(3):
        q, p = step(q, p, h)
        path.append(q)
    return path


def zeros(path, h):
    found = [mpf(0)]
    for m in range(1, len(path) - 2):
        a, b = sorted((path[m], path[m + 1]))
        k = floor(b / pi)
        if not a < k * pi <= b:
            continue
        t = [(m + j) * h for j in (-1, 0, 1, 2)]
        v = matrix([[x ** 3, x ** 2, x, 1] for x in t])
        c = lu_solve(v, matrix([path[m + j] - k * pi for j in (-1, 0, 1, 2)]))
        roots = [re(r) for r in polyroots(list(c), maxsteps=500, extraprec=800)
                 if abs(im(r)) < mpf(10) ** -60 and t[1] <= re(r) <= t[2]]
        assert len(roots) == 1, roots
        found.append(roots[0])
    return found


def amplitudes(path, h):
    found = []
    for m in range(2, len(path) - 2):
        if (path[m] - path[m - 1]) * (path[m + 1] - path[m]) < 0:
            t = [(m + j) * h for j in (-2, -1, 0, 1, 2)]
            c, _ = qr_solve(matrix([[x * x, x, 1] for x in t]),
                            matrix([path[m + j] for j in (-2, -1, 0, 1, 2)]))
            found.append(abs(c[2] - c[1] ** 2 / (4 * c[0])))
    return found


cases = []
for scheme, p0, h in (("leapfrog", "0.37", "0.11"), ("midpoint", "0.37", "0.11"),
                      ("leapfrog", "1.93", "0.07"), ("midpoint", "-1.41", "0.3"),
                      ("leapfrog", "2.31", "0.13"), ("midpoint", "-3.7", "0.21")):
    path = trajectory({"leapfrog": leapfrog, "midpoint": midpoint}[scheme], mpf(p0), mpf(h), 60)
    z, a = zeros(path, mpf(h)), amplitudes(path, mpf(h))

    def average(n, m):
        return (z[n + 2 * m] - z[n]) / m

    case = {"scheme": scheme, "p0": p0, "step": h, "zeros": [nstr(x, 100) for x in z[1:6]],
            "average_0_20": nstr(average(0, 20), 100), "average_3_7": nstr(average(3, 7), 100),
            "average_2_10_20": nstr(sum(average(2, m) for m in range(11, 21)) / 10, 100)}
    if a:
        case["amplitudes"] = [nstr(x, 100) for x in a[:3]]
        case["amplitude_4_30"] = nstr(sum(a[3:33]) / 30, 100)
    cases.append(case)
    print(scheme, p0, h, case["average_0_20"][:20], file=sys.stderr)
json.dump({"made_with": "mpmath " + __import__("mpmath").__version__, "digits": 100, "cases": cases},
          sys.stdout, indent=1)
print()
