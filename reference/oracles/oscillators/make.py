#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Exact motions of the damped forced and the bilinear oscillator, by other formulas than the library's.

    /usr/bin/python3 make.py > motions.json          (mpmath 1.2.1, Debian 12)

Damped forced: the load exp(-l t) (sin, cos)(w t + p) joins the state, and the linear system of four equations is solved by
mpmath's matrix exponential; no case is special. Bilinear: x - x_c = A cos + B sin (or cosh and sinh, or a parabola)
in each zone, crossings from a fine grid by bisection and
secants. 420 digits; 210 are stored.
"""
import json
import sys

from mpmath import cos, cosh, exp, expm, findroot, matrix, mp, mpf, nstr, sin, sinh, sqrt

mp.dps = 420


def number(text):
    a, _, b = text.partition("/")
    return mpf(a) / mpf(b or 1)


def damped(m, c, k, amplitude, decay, frequency, phase, x0, v0, t0, t):
    a = matrix([[0, 1, 0, 0], [-k / m, -c / m, amplitude / m, 0], [0, 0, -decay, frequency], [0, 0, -frequency, -decay]])
    size, angle = exp(-decay * t0), frequency * t0 + phase
    y = expm(a * t, method="taylor") * matrix([x0, v0, size * sin(angle), size * cos(angle)])
    return y[0], y[1]


def zone_motion(m, k, y, p, zone, x, v, t):
    stiffness = k if zone == 0 else k * p
    if stiffness == 0:
        a = -zone * k * y / m
        return x + v * t + a * t * t / 2, v + a * t
    centre = 0 if zone == 0 else zone * (y - y / p)
    if stiffness > 0:
        w = sqrt(stiffness / m)
        s, c = sin(w * t), cos(w * t)
        return centre + (x - centre) * c + v / w * s, v * c - (x - centre) * w * s
    w = sqrt(-stiffness / m)
    s, c = sinh(w * t), cosh(w * t)
    return centre + (x - centre) * c + v / w * s, v * c + (x - centre) * w * s


def bilinear(m, k, y, p, x, v, t):
    if t < 0:
        x, v, crossings = bilinear(m, k, y, p, x, -v, -t)
        return x, -v, crossings
    zone = 0 if abs(x) <= y else 1 if x > 0 else -1
    if abs(x) == y and v * x > 0:
        zone = 1 if x > 0 else -1
    crossings, now = [], mpf(0)

    def outside(s):
        at = zone_motion(m, k, y, p, zone, x, v, s)[0]
        return abs(at) - y if zone == 0 else y - at * zone

    while True:
        step, low = mpf(1) / 200, mpf(0)
        limit = t - now
        while low < limit and not outside(min(low + step, limit)) > 0:
            low += step
        if not low < limit:
            x, v = zone_motion(m, k, y, p, zone, x, v, limit)
            return x, v, crossings
        high = min(low + step, limit)
        for _ in range(30):
            middle = (low + high) / 2
            if outside(middle) > 0:
                high = middle
            else:
                low = middle
        low = findroot(outside, (low, high), solver="secant", tol=mpf(10) ** -800)
        x, v = zone_motion(m, k, y, p, zone, x, v, low)
        zone = 0 if zone != 0 else (1 if x > 0 else -1)
        now += low
        crossings.append(now)


DAMPED = [  # m, c, k, amplitude, decay, frequency, phase, x0, v0, t0
    ["1", "4", "13", "1/3", "2", "3", "0", "1", "-2", "0"],              # NX: resonance
    ["1", "4", "13", "1/3", "2", "3.0000000000000000000000001", "0", "1", "-2", "0"],  # next to it
    ["3", "12", "39", "1/3", "2", "3", "1/7", "1/3", "1/5", "-3/2"],     # resonance, other units
    ["1", "4", "4", "2", "2", "0", "1", "1", "1/2", "1/4"],              # critical damping and resonance
    ["1", "4", "4.00000000000000000001", "2", "2.0000000000001", "0", "1", "1", "1/2", "1/4"],
    ["1", "4", "4", "2", "1/2", "5", "1", "1", "1/2", "0"],              # critical damping
    ["2", "9", "3", "1", "1/10", "7/2", "-1", "-1", "2", "1"],           # overdamped
    ["2", "10", "12", "1", "3", "0", "1/2", "-1", "2", "1"],             # overdamped, in resonance with a real root
    ["1/2", "1/10", "20", "3", "0", "6", "2", "0", "0", "5"],            # steady load
    ["1", "0", "16", "1", "0", "4", "0", "0", "0", "0"],                 # undamped resonance
    ["1", "-1/5", "2", "1", "-1/10", "1", "0", "1", "0", "0"],           # growing
    ["1", "1", "0", "1", "1", "0", "1", "1", "1", "0"],                  # no spring
    ["1", "0", "-4", "1", "2", "0", "1", "1", "1", "0"],                 # a hill
]
BILINEAR = [  # m, k, yield, hardening, x0, v0
    ["1", "10", "1", "1/2", "2", "0"],
    ["1", "10", "1", "1/2", "1/3", "-7"],
    ["2", "7", "1/2", "3", "-3/4", "-1"],
    ["1", "10", "1", "0", "1/2", "5"],
    ["1", "10", "1", "-1/5", "1/2", "-7/2"],
    ["1", "10", "1", "-1/5", "0", "9"],        # does not come back
    ["1", "10", "1", "-1/5", "8", "-12"],      # comes in from beyond the hill, and leaves
    ["1", "10", "1", "1/2", "1/2", "1"],       # stays inside
    ["1", "10", "1", "1/2", "1", "-2"],
    ["1", "10", "1", "1/2", "1", "4"],
]
TIMES = ["0", "1/100", "2/5", "1", "7/2", "-3/4"]

result = {"damped": [], "bilinear": []}
for row in DAMPED:
    values = [damped(*map(number, row), number(t)) for t in TIMES + ["12"]]
    result["damped"].append({"parameters": row, "times": TIMES + ["12"],
                             "states": [[nstr(x, 210), nstr(v, 210)] for x, v in values]})
for row in BILINEAR:
    values = [bilinear(*map(number, row), number(t)) for t in TIMES]
    result["bilinear"].append({"parameters": row, "times": TIMES, "states": [[nstr(x, 210), nstr(v, 210)] for x, v, _ in values],
                               "crossings": [nstr(t, 210) for t in values[4][2][:4]]})
    print(row, nstr(values[4][0], 15), file=sys.stderr)
json.dump({"made_with": "mpmath " + __import__("mpmath").__version__, "digits": 210, **result}, sys.stdout, indent=1)
print()
