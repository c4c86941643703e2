#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Trajectories of extrapolated schemes by mpmath, written apart from the library.

    /usr/bin/python3 make_extrapolation.py > extrapolation.json          (mpmath 1.2.1, Debian 12: some minutes)

What makes it independent: the weights solve their Vandermonde system over fractions; the midpoint and Simpson steps are
those of make.py; Newmark's step is two equations for absolute velocities and displacements with accelerations worked
out by hand, solved for the acceleration by mpmath's own Newton iteration. 230 digits are computed, 210 are stored.
"""
import json
import sys
from fractions import Fraction

from make import DoublePendulum, LagrangeTop, LinearDoublePendulum, Pendulum, basis, gauss, lobatto, step_galerkin
from mpmath import cos, exp, findroot, mp, mpf, nstr, pi, sin

mp.dps = 230


class TwoBody:
    """NX (50) with two unequal bodies of other sizes than the report's; q are angles."""
    name, n = "planar-two-body", 2
    settings = {"m1": "2", "m2": "3/2", "d1": "0.8", "d2": "1.3", "I1": "0.6", "I2": "7/5"}
    start = {"q1": "0.3", "q2": "-0.5", "p1": "1.5", "p2": "-2"}

    def __init__(self):
        e = mpf(2) * mpf(3) / 2 / (mpf(7) / 2)
        self.j1 = mpf(6) / 10 + e * (mpf(8) / 10) ** 2
        self.j2 = mpf(7) / 5 + e * (mpf(13) / 10) ** 2
        self.k = e * mpf(8) / 10 * mpf(13) / 10
        self.q, self.p = [mpf(3) / 10, -mpf(5) / 10], [mpf(3) / 2, -mpf(2)]

    def solve(self, q, r1, r2):
        b = self.k * cos(q[1] - q[0])
        det = self.j1 * self.j2 - b * b
        return [(self.j2 * r1 - b * r2) / det, (self.j1 * r2 - b * r1) / det]

    def field(self, q, p):
        return self.solve(q, p[0], p[1]), None

    def gradient(self, q, v):
        b = self.k * cos(q[1] - q[0])
        turn = self.k * sin(q[1] - q[0]) * v[0] * v[1]
        return [turn, -turn], [self.j1 * v[0] + b * v[1], b * v[0] + self.j2 * v[1]]

    def acceleration(self, q, v):
        s = self.k * sin(q[1] - q[0])
        return self.solve(q, s * v[1] ** 2, -s * v[0] ** 2)


class DampedForced:
    """m x'' + c x' + k x = amplitude exp(-decay t) sin(frequency t + phase); its point of phase space is (x, v)."""
    name, n = "damped-forced-oscillator", 1
    settings = {"m": "2", "c": "3/4", "k": "9", "amplitude": "1.7", "decay": "0.4", "frequency": "2.5", "phase": "pi/5"}
    start = {"q1": "0.6", "p1": "-1.1"}

    def __init__(self):
        self.q, self.p = [mpf(6) / 10], [-mpf(11) / 10]

    def field(self, q, p):
        return p, None

    def gradient(self, q, v):
        return None, v

    def acceleration(self, q, v, t):
        load = mpf(17) / 10 * exp(-mpf(4) / 10 * t) * sin(mpf(5) / 2 * t + pi / 5)
        return [(load - mpf(3) / 4 * v[0] - 9 * q[0]) / 2]


def weights(numbers, order):
    """sum c_i = 1, sum c_i n_i^(-2k) = 0 for k = p/2 ... p/2 + P - 2, by elimination over fractions."""
    count = len(numbers)
    powers = [0] + [2 * k for k in range(order // 2, order // 2 + count - 1)]
    rows = [[Fraction(1, n ** e) for n in numbers] + [Fraction(int(e == 0))] for e in powers]
    for c in range(count):
        pivot = next(r for r in range(c, count) if rows[r][c] != 0)
        rows[c], rows[pivot] = rows[pivot], rows[c]
        rows[c] = [x / rows[c][c] for x in rows[c]]
        for r in range(count):
            if r != c:
                rows[r] = [x - rows[r][c] * y for x, y in zip(rows[r], rows[c])]
    return [mpf(row[-1].numerator) / row[-1].denominator for row in rows]


def newmark(s, beta, forced):
    """x_1 and v_1 from x_0, v_0: the acceleration at the start is that of equilibrium."""
    def acceleration(x, v, t):
        return s.acceleration(x, v, t) if forced else s.acceleration(x, v)

    def step(x, v, t, h):
        a0 = acceleration(x, v, t)

        def end(a1):
            return ([p + h * q + h * h / 2 * ((1 - 2 * beta) * b + 2 * beta * c)
                     for p, q, b, c in zip(x, v, a0, a1)],
                    [q + h / 2 * (b + c) for q, b, c in zip(v, a0, a1)])

        def residual(*a1):
            return [c - d for c, d in zip(a1, acceleration(*end(a1), t + h))]

        if len(x) == 1:
            a1 = [findroot(lambda a: residual(a)[0], a0[0])]
        else:
            a1 = list(findroot(residual, a0, tol=mpf(10) ** (-440), maxsteps=40, verify=False))
        return end(a1)
    return step


def galerkin(s, points, degree):
    nodes = [mpf(a) / degree for a in range(degree + 1)]
    table = nodes, [(cb, basis(nodes, cb[0])) for cb in points]
    return lambda q, p, t, h: step_galerkin(s, table, q, p, h)


def run(step, order, numbers, x, y, h, steps):
    c = weights(numbers, order)
    for q in range(steps):
        ends = []
        for n in numbers:
            u, w = x, y
            for k in range(n):
                u, w = step(u, w, q * h + k * h / n, h / n)
            ends.append(list(u) + list(w))
        z = [sum(a * e[i] for a, e in zip(c, ends)) for i in range(len(ends[0]))]
        x, y = z[:len(x)], z[len(x):]
    return x, y


SEQUENCES = {"romberg": [1, 2, 4, 8, 16], "bulirsch": [1, 2, 4, 6, 8], "harmonic": [2, 4, 6, 8, 10]}


def main():
    cases = []

    def add(system, scheme, chosen, text, steps):
        s = system()
        name = chosen.get("sequence", "romberg")
        numbers = (SEQUENCES[name][:int(chosen.get("levels", "4"))] if name in SEQUENCES
                   else [int(n) for n in name.split(",")])
        h = mpf(Fraction(text).numerator) / Fraction(text).denominator
        q, p = s.q, s.p
        if scheme == "newmark-extrapolation":
            beta = Fraction(chosen.get("beta", "1/4"))
            step = newmark(s, mpf(beta.numerator) / beta.denominator, system is DampedForced)
            x, v = run(step, 2, numbers, q, s.field(q, p)[0], h, steps)
            q, p = x, s.gradient(x, v)[1]
        else:
            base = chosen.get("base", "midpoint")
            if base == "midpoint":
                step, order = galerkin(s, gauss(1), 1), 2
            elif base == "simpson":
                step, order = galerkin(s, lobatto(2), 2), 4
            else:
                degree = int(chosen["degree"])
                step, order = galerkin(s, {"lobatto": lobatto, "galerkin-gauss": gauss}[base](degree),
                                       degree), 2 * degree
            q, p = run(step, order, numbers, q, p, h, steps)
        cases.append({"system": system.name, "scheme": scheme, "settings": system.settings, "start": system.start,
                      "step": text, "steps": steps, "chosen": chosen,
                      "q": [nstr(x, 210) for x in q], "p": [nstr(x, 210) for x in p]})
        print(system.name, scheme, chosen, nstr(q[0], 20), file=sys.stderr)

    add(Pendulum, "midpoint-extrapolation", {}, "1/20", 20)
    add(DoublePendulum, "midpoint-extrapolation", {"levels": "3", "sequence": "harmonic"}, "3/100", 10)
    add(LagrangeTop, "midpoint-extrapolation", {"levels": "5", "sequence": "bulirsch"}, "1/90", 4)
    add(LinearDoublePendulum, "midpoint-extrapolation", {"sequence": "1,3,5"}, "1/32", 20)
    add(Pendulum, "extrapolation", {"base": "simpson", "levels": "3", "sequence": "harmonic"}, "1/20", 10)
    add(DoublePendulum, "extrapolation", {"base": "lobatto", "degree": "3", "levels": "2"}, "3/100", 5)
    add(Pendulum, "extrapolation", {"base": "galerkin-gauss", "degree": "2", "sequence": "2,3,7"}, "1/20", 5)
    add(Pendulum, "newmark-extrapolation", {}, "1/20", 20)
    add(Pendulum, "newmark-extrapolation", {"levels": "1"}, "1/20", 20)
    add(DoublePendulum, "newmark-extrapolation", {"beta": "1/6", "levels": "5", "sequence": "bulirsch"}, "3/100", 5)
    add(LagrangeTop, "newmark-extrapolation", {"beta": "1/12", "levels": "3", "sequence": "harmonic"}, "1/90", 5)
    add(LinearDoublePendulum, "newmark-extrapolation", {"beta": "0", "sequence": "1,3,5"}, "1/32", 20)
    add(TwoBody, "newmark-extrapolation", {"beta": "1/4"}, "1/50", 10)
    add(DampedForced, "newmark-extrapolation", {"beta": "1/4"}, "1/20", 20)
    add(DampedForced, "newmark-extrapolation", {"beta": "1/6", "sequence": "2,3,5,7"}, "1/20", 20)
    json.dump({"made_with": "mpmath " + __import__("mpmath").__version__, "digits": 210, "cases": cases},
              sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
