#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Errors of Weierstrass functions written with mpmath's theta functions at 53 bits, on the arguments that check_live dumps.

Lines "function,g2,g3,re z,im z,re,im" with Arb's value. Roots and half-periods are computed at 300 digits and rounded: the
error shown is that of the theta functions and of the formula, without reduction of the argument by hand."""
import sys

from mpmath import mp, mpc, mpf
import mpmath


def half_periods(g2, g3):
    e = mpmath.polyroots([4, 0, -g2, -g3], maxsteps=500, extraprec=3000)
    if g2**3 > 27 * g3**2:
        e = sorted((x.real for x in e), reverse=True)
        w1 = mpmath.pi / (2 * mpmath.agm(mpmath.sqrt(e[0] - e[2]), mpmath.sqrt(e[0] - e[1])))
        return w1, mpc(0, mpmath.pi / (2 * mpmath.agm(mpmath.sqrt(e[0] - e[2]), mpmath.sqrt(e[1] - e[2]))))
    r = min(e, key=lambda x: abs(mpmath.im(x))).real
    h = mpmath.sqrt(3 * r * r - g2 / 4)
    w1 = mpmath.pi / (2 * mpmath.agm(mpmath.sqrt((h + 3 * r / 2) / 2), mpmath.sqrt(h)))
    return w1, mpc(w1 / 2, mpmath.pi / (2 * mpmath.agm(mpmath.sqrt((h - 3 * r / 2) / 2), mpmath.sqrt(h))) / 2)


def value(function, z, w1, w3):
    q = mpmath.exp(1j * mpmath.pi * w3 / w1)
    c = mpmath.pi / (2 * w1)
    t = [mpmath.jtheta(1, c * z, q, k) for k in range(4)]
    d1 = mpmath.jtheta(1, 0, q, 1)
    eta = -(mpmath.pi**2) * mpmath.jtheta(1, 0, q, 3) / (12 * w1 * d1)
    first = t[1] / t[0]
    if function == "p":
        return -eta / w1 - c**2 * (t[2] / t[0] - first**2)
    if function == "p_prime":
        return -(c**3) * (t[3] / t[0] - 3 * t[1] * t[2] / t[0] ** 2 + 2 * first**3)
    if function == "zeta":
        return eta * z / w1 + c * first
    return t[0] / (c * d1) * mpmath.exp(eta * z**2 / (2 * w1))


def main():
    errors = {}
    for line in open(sys.argv[1]):
        f, *numbers = line.split(",")
        mp.dps = 300
        g2, g3, zre, zim, re, im = map(mpf, numbers)
        w1, w3 = half_periods(g2, g3)
        mp.prec = 53
        try:
            ours = value(f, mpc(zre, zim), +w1, +w3)
        except (ValueError, ZeroDivisionError, mpmath.libmp.NoConvergence):
            ours = mpc("inf")
        mp.prec = 200
        size = max(abs(re), abs(im))
        for a, b in ((ours.real, re), (ours.imag, im)):
            if b and abs(b) > size * mpf(2) ** -53:
                e = abs(a - b) / mpf(2) ** (mpmath.floor(mpmath.log(abs(b), 2)) - 52)
                errors.setdefault(f, []).append(float(e) if mpmath.isfinite(e) else float("inf"))
    print("function,components,largest_error_ulp,median_error_ulp")
    for f, e in errors.items():
        e.sort()
        print("%s,%d,%.3g,%.3g" % (f, len(e), e[-1], e[len(e) // 2]))


main()
