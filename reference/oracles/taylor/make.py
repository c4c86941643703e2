#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Motions for the Taylor series and the certified integration: Gragg-Bulirsch-Stoer extrapolation by mpmath.

    /usr/bin/python3 make.py > motions.json          (mpmath 1.3.0)

The equations are worked out by hand. Each motion is computed twice, in other steps and orders, at 60 digits; what is
stored are the 32 digits on which both agree. The start is at rest: there every second Taylor coefficient vanishes.
"""
import json
import sys

from mpmath import cos, mp, mpf, nstr, pi, sin


def double_pendulum(y, t):
    g = mpf(981) / 100
    l = g / (2 * pi) ** 2
    a, b, k = 2 * l ** 2, l ** 2, l ** 2
    c, s = k * cos(y[0] - y[1]), k * sin(y[0] - y[1])
    det = a * b - c * c
    v, w = (b * y[2] - c * y[3]) / det, (a * y[3] - c * y[2]) / det
    return [v, w, -s * v * w - 2 * g * l * sin(y[0]), s * v * w - g * l * sin(y[1])]


MOTIONS = [
    ("double-pendulum", double_pendulum, [lambda: pi / 4, lambda: pi / 3, lambda: mpf(0), lambda: mpf(0)], 1, 32, 40),
]


def gragg(field, y, t, step, n):
    """The modified midpoint rule with n substeps: an expansion in even powers of step/n."""
    h = step / n
    before, now = y, [a + h * b for a, b in zip(y, field(y, t))]
    for i in range(1, n):
        before, now = now, [a + 2 * h * b for a, b in zip(before, field(now, t + i * h))]
    return now


def motion(field, start, duration, steps, columns):
    y = [x() for x in start]
    numbers = [2 * (j + 1) for j in range(columns)]
    step = mpf(duration) / steps
    for m in range(steps):
        table = []
        for j, n in enumerate(numbers):  # Aitken and Neville, in (h/n)^2
            row = [gragg(field, y, m * step, step, n)]
            for k in range(1, j + 1):
                r = (mpf(n) / numbers[j - k]) ** 2 - 1
                row.append([a + (a - b) / r for a, b in zip(row[k - 1], table[k - 1])])
            table = row
        y = table[-1]
    return y


mp.dps = 60
result = []
for name, field, start, duration, coarse, fine in MOTIONS:
    one, two = motion(field, start, duration, coarse, 16), motion(field, start, duration, fine, 18)
    assert all(abs(a - b) < mpf(10) ** -32 * abs(b) for a, b in zip(one, two)), (name, one, two)
    result.append({"motion": name, "time": duration, "state": [nstr(x, 32) for x in two]})
    print(name, nstr(two[0], 20), file=sys.stderr)
json.dump({"made_with": "mpmath " + __import__("mpmath").__version__, "digits": 32, "motions": result}, sys.stdout, indent=1)
print()
