#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Relative errors of T_avg(0, 100, 200) for phi'' = -sin phi from phi = 0, step 1/2, in plain double.

The two projections of leapfrog, Simpson's variational scheme and the Gauss one of two points, each written from its
equations alone: projections solved by bisection-safe secants for the multiplier, Simpson by Newton for the midpoint
phi_m + h^2/24 sin phi_m = phi_0 + h/2 p_0 - h^2/12 sin phi_0, Gauss as the two-stage collocation method by fixed
points. Exact periods by the arithmetic-geometric mean.
    python3 periods.py > periods.csv
"""
from math import cos, floor, pi, sin, sqrt

H = 0.5
MOMENTA = ["0.02", "0.05", "0.1", "0.3", "0.5", "0.8", "1", "1.2", "1.4", "1.6", "1.8", "1.95", "2.05", "2.2", "2.5",
           "3", "5"]


def exact_period(p0):
    a, b = 1.0, sqrt((2 - p0) * (2 + p0) / 4 if p0 < 2 else (p0 - 2) * (p0 + 2) / p0 ** 2)
    while abs(a - b) > 1e-15 * a:
        a, b = (a + b) / 2, sqrt(a * b)
    return (4 if p0 < 2 else 4 / p0) * pi / (2 * a)


def leapfrog(q, p):
    half = p - H / 2 * sin(q)
    q += H * half
    return q, half - H / 2 * sin(q)


def defect(q, p, p0):
    return (p - p0) * (p + p0) / 2 + 2 * sin(q / 2) ** 2


def secant(f, slope):
    a, fa = 0.0, f(0.0)
    b = -fa / slope
    for _ in range(100):
        fb = f(b)
        if fb == fa or abs(b - a) < 1e-17:
            break
        a, fa, b = b, fb, b - fb * (b - a) / (fb - fa)
    return b


def standard(q, p, p0):
    q, p = leapfrog(q, p)
    s = sin(q)
    m = secant(lambda m: defect(q + m * s, p + m * p, p0), s * s + p * p)
    return q + m * s, p + m * p


def symmetric(q, p, p0):
    def there(m):
        a, b = leapfrog(q + m * sin(q), p + m * p)
        x = a
        for _ in range(100):
            x -= (x - a - m * sin(x)) / (1 - m * cos(x))
        return x, b / (1 - m)
    m = secant(lambda m: defect(*there(m), p0), 2 * (sin(q) ** 2 + p * p))
    return there(m)


def simpson(q, p, p0):
    right = q + H / 2 * p - H * H / 12 * sin(q)
    x = right
    for _ in range(60):
        x -= (x + H * H / 24 * sin(x) - right) / (1 + H * H / 24 * cos(x))
    end = 2 * x - q - H * H / 4 * sin(x)
    return end, p - H / 6 * (sin(q) + 4 * sin(x) + sin(end))


def gauss(q, p, p0):
    a11, a12, a21 = 0.25, 0.25 - sqrt(3) / 6, 0.25 + sqrt(3) / 6
    f1 = f2 = -sin(q)
    for _ in range(60):
        v1, v2 = p + H * (a11 * f1 + a12 * f2), p + H * (a21 * f1 + a11 * f2)
        f1, f2 = -sin(q + H * (a11 * v1 + a12 * v2)), -sin(q + H * (a21 * v1 + a11 * v2))
    return q + H / 2 * (v1 + v2), p + H / 2 * (f1 + f2)


def average(step, p0):
    q, p, path, crossings = 0.0, p0, [0.0], 0
    while crossings < 402:
        before = floor(q / pi)
        q, p = step(q, p, p0)
        crossings += abs(floor(q / pi) - before)
        path.append(q)
    path += [step(q, p, p0)[0]]
    path.append(step(*step(q, p, p0), p0)[0])
    zeros = [0.0]
    for m in range(1, len(path) - 2):
        low, high = sorted((floor(path[m] / pi), floor(path[m + 1] / pi)))
        if low == high:
            continue
        f = [path[m + j] - high * pi for j in (-1, 0, 1, 2)]
        # Lagrange's form of the cubic, zero by bisection
        def cubic(s):
            return (-f[0] * s * (s - 1) * (s - 2) / 6 + f[1] * (s + 1) * (s - 1) * (s - 2) / 2
                    - f[2] * (s + 1) * s * (s - 2) / 2 + f[3] * (s + 1) * s * (s - 1) / 6)
        left, right = 0.0, 1.0
        for _ in range(60):
            middle = (left + right) / 2
            left, right = (middle, right) if cubic(middle) * f[1] > 0 else (left, middle)
        zeros.append((m + left) * H)
    return sum(zeros[2 * k] / k for k in range(101, 201)) / 100


print("p0,standard projection,symmetric projection,Simpson,Gauss degree 2")
for text in MOMENTA:
    p0 = float(text)
    exact = exact_period(p0)
    print(text, *("%.7e" % ((average(step, p0) - exact) / exact) for step in (standard, symmetric, simpson, gauss)),
          sep=",", flush=True)
