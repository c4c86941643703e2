#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Periodic orbits with mpmath alone: values for tests/validation/orbit_test.cpp.

Van der Pol: x' = y, y' = (1 - x^2) y - x. The multiplier is exp of the integral of the divergence 1 - x^2.
Henon and Heiles, energy 1/12: the orbit that is symmetric in x and starts at (0, y, p, 0); the trace of the derivative of its
return to x = 0, p > 0 at this energy, by central differences.
"""
from mpmath import exp, mp, mpf, sqrt

mp.dps = 50
ORDER = 60


def sum_at(row, h):
    s = mpf(0)
    for a in reversed(row):
        s = s * h + a
    return s


def van_der_pol(s):
    x, y, w = [s[0]], [s[1]], [s[2]]
    squares = []
    for k in range(ORDER):
        squares.append(sum(x[i] * x[k - i] for i in range(k + 1)))
        product = sum(squares[i] * y[k - i] for i in range(k + 1))
        x.append(y[k] / (k + 1))
        w.append(((1 if k == 0 else 0) - squares[k]) / (k + 1))
        y.append((y[k] - product - x[k]) / (k + 1))
    return x, y, w


def henon_heiles(s):
    x, y, p, q = ([v] for v in s)
    for k in range(ORDER):
        xx = sum(x[i] * x[k - i] for i in range(k + 1))
        yy = sum(y[i] * y[k - i] for i in range(k + 1))
        xy = sum(x[i] * y[k - i] for i in range(k + 1))
        x.append(p[k] / (k + 1))
        y.append(q[k] / (k + 1))
        p.append((-x[k] - 2 * xy) / (k + 1))
        q.append((-y[k] - xx + yy) / (k + 1))
    return x, y, p, q


def to_zero(field, state, entry, direction, h, least):
    """The first zero of an entry with this direction after the time `least`."""
    t = mpf(0)
    while True:
        c = field(state)
        new = [sum_at(row, h) for row in c]
        if t + h > least and state[entry] * direction < 0 <= new[entry] * direction:
            a, b = mpf(0), h
            z = h / 2
            for _ in range(60):
                v = sum_at(c[entry], z)
                slope = sum_at([k * a_k for k, a_k in enumerate(c[entry])][1:], z)
                z -= v / slope
            return t + z, [sum_at(row, z) for row in c]
        state, t = new, t + h


def newton(f, x, step=mpf(10) ** -20):
    for _ in range(8):
        v = f(x)
        x -= v * 2 * step / (f(x + step) - f(x - step))
    return x


# van der Pol: a start (a, 0) that comes back to y = 0 from above
def vdp_return(a):
    return to_zero(van_der_pol, [a, mpf(0), mpf(0)], 1, -1, mpf(1) / 20, mpf(3))


a = newton(lambda a: vdp_return(a)[1][0] - a, mpf("2.0086"))
period, end = vdp_return(a)
print("van der Pol: start", a)
print("period", period)
print("multiplier", exp(end[2]))

E = mpf(1) / 12


def momentum(y, q):
    return sqrt(2 * E - q * q - y * y + 2 * y ** 3 / 3)


def hh_return(y, q):
    t, s = to_zero(henon_heiles, [mpf(0), y, momentum(y, q), q], 0, 1, mpf(1) / 16, mpf(4))
    return t, s[1], s[3]


y = newton(lambda y: hh_return(y, mpf(0))[2], mpf("0.2548"))
d = mpf(10) ** -14
trace = ((hh_return(y + d, mpf(0))[1] - hh_return(y - d, mpf(0))[1]) +
         (hh_return(y, d)[2] - hh_return(y, -d)[2])) / (2 * d)
print("Henon-Heiles: start", y, momentum(y, mpf(0)))
print("period", hh_return(y, mpf(0))[0])
print("half of the trace", trace / 2)
