#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Periods of the maps of Suris, and the zeros of the leading coefficient of period errors, without elliptic functions.

suris_periods.csv: the rotation number of the map itself (PD (34), (35), k = m = 1) from its trajectory, as the average of the
angle's increments under the weight exp(-1/(s (1 - s))), s = n/N, which converges faster than any power of 1/N for an
analytic map on an invariant curve. Printed are the digits on which N and 3N/2 agree, at most 60.
resonances.csv: the root p_0 of T'(h) H_2(0, p_0) - d/dh (integral of H_2 dt over the orbit of energy h) = 0, with
p'' = -sin, the modified Hamiltonian H + eps^2 H_2, integrals by Gauss-Legendre in mpmath and derivatives by differences
(schemes that keep the energy: integral of V'' dt = 0).
thresholds.csv: the p0 from which on leapfrog and midpoint rotate, by bisection over p0 for the kind of motion.
    python3 explanations.py        writes the three files beside itself (mpmath 1.2.1, Debian 12; a few minutes)
"""
import os

from mpmath import mp, mpf, sin, cos, atan2, exp, pi, nstr, log10, floor, sqrt, quad, diff, findroot, linspace, asin

mp.dps = 80
HERE = os.path.dirname(os.path.abspath(__file__))
LICENCE = "# SPDX-FileCopyrightText: 2026 The Plumbline authors\n# SPDX-License-Identifier: BSL-1.0\n#\n"


def rotation_number(base, p0, h, steps):
    q, p, total, weights = mpf(0), p0, mpf(0), mpf(0)
    for n in range(1, steps):
        angle = atan2(p, q)
        p1 = p - base / h * atan2(h * h * sin(q), base + h * h * cos(q))
        q1 = q + h * p1
        s = mpf(n) / steps
        w = exp(-1 / (s * (1 - s)))
        if rotating(base, p0, h):
            turn = q1 - q
        else:
            turn = angle - atan2(p1, q1)
            turn += 2 * pi if turn < 0 else 0
        total += w * turn
        weights += w
        q, p = q1, p1
    return total / weights / (2 * pi)


def rotating(base, p0, h):
    energy = ((1 - cos(h * p0)) / h ** 2 - (1 + cos(h * p0)) / 2 if base == 2
              else 4 / h ** 2 * (1 - cos(h * p0 / 2)) - cos(h * p0 / 2))
    return energy > 1


with open(os.path.join(HERE, "suris_periods.csv"), "w", encoding="utf-8") as out:
    out.write(LICENCE + "# Periods of the maps of Suris; see explanations.py.\nmap,p0,h,digits,period\n")
    for base in (2, 4):
        for p0, h in (("0.05", "0.1"), ("1.8", "0.25"), ("1.95", "0.5"), ("0.5", "1"), ("2.5", "0.5"), ("-3", "0.3")):
            one, two = (mpf(h) / abs(rotation_number(base, mpf(p0), mpf(h), n)) for n in (8000, 12000))
            digits = min(60, int(floor(-log10(abs(one - two) / two + mpf(10) ** -70))))
            out.write(f"{base // 2},{p0},{h},{digits},{nstr(two, digits + 2)}\n")
            out.flush()

mp.dps = 50


def orbit_integral(f, h):
    """The integral of f(q, p^2) dt over an oscillation of energy h above the bottom, with sin(q/2) = k sin(a)."""
    k = sqrt(h / 2)
    g = lambda a: f(2 * asin(k * sin(a)), 2 * h * cos(a) ** 2) / sqrt(1 - h / 2 * sin(a) ** 2)
    # periodic and analytic: the trapezoidal rule converges geometrically
    n = 240
    return 4 * sum(g(pi * j / n) for j in range(n)) / n * pi / 2


def coefficient(h2):
    def c(p0):
        h = p0 ** 2 / 2
        return (diff(lambda e: orbit_integral(lambda q, s: mpf(1), e), h) * h2(mpf(0), p0 ** 2)
                - diff(lambda e: orbit_integral(h2, e), h))
    return c


cases = (("leapfrog", coefficient(lambda q, s: cos(q) * s / 12 - sin(q) ** 2 / 24), "1.24"),
         ("midpoint", coefficient(lambda q, s: -(cos(q) * s + sin(q) ** 2) / 24), "1.55"),
         ("discrete-gradient", lambda p0: orbit_integral(lambda q, s: cos(q), p0 ** 2 / 2), "1.82"))
with open(os.path.join(HERE, "resonances.csv"), "w", encoding="utf-8") as out:
    out.write(LICENCE + "# Zeros of the leading coefficient of the period's error; see explanations.py.\nscheme,p0\n")
    for name, c, guess in cases:
        out.write(f"{name},{nstr(findroot(c, (mpf(guess), mpf(guess) + mpf('0.01')), tol=mpf(10) ** -60), 33)}\n")
        out.flush()


mp.dps = 32


def leapfrog(q, p, h):
    p -= h / 2 * sin(q)
    q += h * p
    return q, p - h / 2 * sin(q)


def midpoint(q, p, h):
    m = q + h / 2 * p
    while True:  # m = q + h/2 (p - h/2 sin m)
        d = (m - q - h / 2 * (p - h / 2 * sin(m))) / (1 + h * h / 4 * cos(m))
        m -= d
        if abs(d) < mpf(10) ** -18:  # quadratic: the next one is below the rounding
            break
    m = q + h / 2 * (p - h / 2 * sin(m))
    return 2 * m - q, p - h * sin(m)


def rotates(step, p, h):
    q = mpf(0)
    while 0 < p and q < 4:
        q, p = step(q, p, h)
    return q >= 4


with open(os.path.join(HERE, "thresholds.csv"), "w", encoding="utf-8") as out:
    out.write(LICENCE + "# Where rotation begins; see explanations.py.\nscheme,h,p0\n")
    for name, step in (("leapfrog", leapfrog), ("midpoint", midpoint)):
        for h in ("0.5", "0.02"):
            low, high = mpf("1.9"), mpf("2.1")
            for _ in range(70):
                middle = (low + high) / 2
                low, high = (low, middle) if rotates(step, middle, mpf(h)) else (middle, high)
            out.write(f"{name},{h},{nstr(low, 20)}\n")
            out.flush()
