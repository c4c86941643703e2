#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Trajectories of variational and Runge-Kutta schemes by mpmath, written apart from the library.

    /usr/bin/python3 make.py > cases.json          (mpmath 1.2.1, Debian 12: about five minutes)

What makes it independent: Lagrangians are differentiated by hand, RK4 uses Hamilton's equations worked out by
hand, Simpson's scheme for constant mass is solved as one equation for the midpoint (Lobatto IIIA-IIIB), linear
systems step with their matrices, and the remaining Galerkin equations are solved for absolute configurations by
mpmath's own multidimensional Newton iteration. 230 digits are computed, 210 are stored.
"""
import json
import sys

from mpmath import cos, findroot, legendre, lu_solve, matrix, mp, mpf, nstr, pi, sin, sqrt

mp.dps = 230


def gauss(s):
    x = [findroot(lambda t: legendre(s, t), cos(pi * (4 * i + 3) / (4 * s + 2))) for i in range(s)]
    w = [2 * (1 - t * t) / ((s + 1) * legendre(s + 1, t)) ** 2 for t in x]
    return [((1 + t) / 2, b / 2) for t, b in zip(x, w)][::-1]


def lobatto(s):
    def slope(t):  # (1 - t^2) P_s'(t) / s
        return legendre(s - 1, t) - t * legendre(s, t)

    x = [mpf(-1)] + sorted(
        findroot(slope, cos(pi * (4 * i + 1) / mpf(4 * s + 2))) for i in range(1, s)) + [mpf(1)]
    return [((1 + t) / 2, 1 / (s * (s + 1) * legendre(s, t) ** 2)) for t in x]


def basis(nodes, x):
    """phi_a(x) and phi_a'(x) from the coefficients of the polynomials."""
    n = len(nodes)
    v = matrix(n, n)
    for i, d in enumerate(nodes):
        for k in range(n):
            v[i, k] = d ** k
    values, slopes = [], []
    for a in range(n):
        e = matrix(n, 1)
        e[a] = 1
        c = lu_solve(v, e)
        values.append(sum(c[k] * x ** k for k in range(n)))
        slopes.append(sum(k * c[k] * x ** (k - 1) for k in range(1, n)))
    return values, slopes


class Pendulum:
    name, n = "pendulum", 1
    settings = {"m": "3/2", "omega": "5*sqrt(2)/2"}
    start = {"q1": "2", "p1": "-3/4"}

    def __init__(self):
        self.m, self.w = mpf(3) / 2, 5 * sqrt(mpf(2)) / 2
        self.q, self.p = [mpf(2)], [mpf(-3) / 4]

    def gradient(self, q, v):
        return [-self.m * self.w ** 2 * sin(q[0])], [self.m * v[0]]

    def field(self, q, p):
        return [p[0] / self.m], [-self.m * self.w ** 2 * sin(q[0])]


class DoublePendulum:
    name, n = "double-pendulum", 2
    settings = {"m1": "2", "m2": "1/3", "l1": "0.7", "l2": "1.1", "g": "9.81"}
    start = {"q1": "0.9", "q2": "-0.4", "p1": "0.3", "p2": "0.2"}

    def __init__(self):
        self.m1, self.m2 = mpf(2), mpf(1) / 3
        self.l1, self.l2, self.g = mpf(7) / 10, mpf(11) / 10, mpf(981) / 100
        self.q, self.p = [mpf(9) / 10, -mpf(4) / 10], [mpf(3) / 10, mpf(2) / 10]

    def gradient(self, q, v):
        a, b = (self.m1 + self.m2) * self.l1 ** 2, self.m2 * self.l2 ** 2
        k = self.m2 * self.l1 * self.l2
        c, s = cos(q[0] - q[1]), sin(q[0] - q[1])
        return ([-k * v[0] * v[1] * s - (self.m1 + self.m2) * self.g * self.l1 * sin(q[0]),
                 k * v[0] * v[1] * s - self.m2 * self.g * self.l2 * sin(q[1])],
                [a * v[0] + k * c * v[1], b * v[1] + k * c * v[0]])

    def field(self, q, p):
        a, b = (self.m1 + self.m2) * self.l1 ** 2, self.m2 * self.l2 ** 2
        k = self.m2 * self.l1 * self.l2 * cos(q[0] - q[1])
        det = a * b - k * k
        v = [(b * p[0] - k * p[1]) / det, (a * p[1] - k * p[0]) / det]
        return v, self.gradient(q, v)[0]


class LinearDoublePendulum:
    name, n = "linear-double-pendulum", 2
    settings = {"m1": "1", "m2": "3", "l1": "0.3", "l2": "0.45", "g": "10"}
    start = {"q1": "0.2", "q2": "-0.1", "p1": "0.05", "p2": "0.01"}

    def __init__(self):
        m1, m2, l1, l2, g = mpf(1), mpf(3), mpf(3) / 10, mpf(45) / 100, mpf(10)
        self.mass = matrix([[(m1 + m2) * l1 ** 2, m2 * l1 * l2], [m2 * l1 * l2, m2 * l2 ** 2]])
        self.k = matrix([[(m1 + m2) * g * l1, 0], [0, m2 * g * l2]])
        self.q, self.p = [mpf(2) / 10, -mpf(1) / 10], [mpf(5) / 100, mpf(1) / 100]

    def field(self, q, p):
        v = lu_solve(self.mass, matrix(p))
        f = -self.k * matrix(q)
        return [v[0], v[1]], [f[0], f[1]]

    def gradient(self, q, v):
        f, p = -self.k * matrix(q), self.mass * matrix(v)
        return [f[0], f[1]], [p[0], p[1]]


def step_rk4(s, q, p, h):
    def add(x, k, c):
        return [a + c * b for a, b in zip(x, k)]

    a, b = s.field(q, p)
    c, d = s.field(add(q, a, h / 2), add(p, b, h / 2))
    e, f = s.field(add(q, c, h / 2), add(p, d, h / 2))
    u, w = s.field(add(q, e, h), add(p, f, h))
    return ([x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4) for x, k1, k2, k3, k4 in zip(q, a, c, e, u)],
            [x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4) for x, k1, k2, k3, k4 in zip(p, b, d, f, w)])


def step_simpson_pendulum(s, q, p, h):
    def f(x):  # M^-1 V'
        return s.w ** 2 * sin(x)

    right = q[0] + h / 2 * p[0] / s.m - h * h / 12 * f(q[0])
    m = findroot(lambda x: x + h * h / 24 * f(x) - right, q[0] + h / 2 * p[0] / s.m)
    q1 = 2 * m - q[0] - h * h / 4 * f(m)
    return [q1], [p[0] - h / 6 * s.m * (f(q[0]) + 4 * f(m) + f(q1))]


def step_linear(s, scheme, q, p, h):
    one = matrix([[1, 0], [0, 1]])
    if scheme == "midpoint":
        x, y = 2 / h * s.mass, h / 2 * s.k
    else:
        l = one - h * h / 8 * (s.mass ** -1) * s.k
        x, y = 2 / h * s.mass - h / 6 * s.k, h / 3 * (s.k * l ** -1 + s.k / 2)
    a, b = matrix(4, 4), matrix(4, 4)
    for i in range(2):
        for j in range(2):
            a[i, j] = a[2 + i, j] = one[i, j]
            a[i, 2 + j], a[2 + i, 2 + j] = -x[i, j], y[i, j]
            b[i, j], b[2 + i, j] = -one[i, j], one[i, j]
            b[i, 2 + j], b[2 + i, 2 + j] = -x[i, j], -y[i, j]
    r = lu_solve(a, b * matrix([p[0], p[1], q[0], q[1]]))
    return [r[2], r[3]], [r[0], r[1]]


def step_galerkin(s, table, q, p, h):
    nodes, rule = table
    deg, n = len(nodes) - 1, s.n

    def derivatives(x):  # dL_d/dq_a for all a
        qs = [q] + [x[a * n:(a + 1) * n] for a in range(deg)]
        d = [[mpf(0)] * n for _ in range(deg + 1)]
        for (c, b), (phi, dphi) in rule:
            at = [sum(phi[a] * qs[a][k] for a in range(deg + 1)) for k in range(n)]
            v = [sum(dphi[a] * qs[a][k] for a in range(deg + 1)) / h for k in range(n)]
            lq, lv = s.gradient(at, v)
            for a in range(deg + 1):
                for k in range(n):
                    d[a][k] += h * b * phi[a] * lq[k] + b * dphi[a] * lv[k]
        return d

    def residual(*x):
        d = derivatives(list(x))
        return [p[k] + d[0][k] for k in range(n)] + [d[a][k] for a in range(1, deg) for k in range(n)]

    v = s.field(q, p)[0]
    guess = [q[k] + nodes[a] * h * v[k] for a in range(1, deg + 1) for k in range(n)]
    if len(guess) == 1:
        x = [findroot(lambda t: residual(t)[0], guess[0])]
    else:
        x = list(findroot(residual, guess, tol=mpf(10) ** (-440), maxsteps=40, verify=False))
    return x[-n:], derivatives(x)[deg]


def run(system, scheme, degree, h, steps):
    s = system()
    q, p = s.q, s.p
    if scheme in ("lobatto", "galerkin-gauss", "simpson", "midpoint"):
        kind, deg = {"simpson": ("lobatto", 2), "midpoint": ("galerkin-gauss", 1)}.get(
            scheme, (scheme, degree))
        nodes = [mpf(a) / deg for a in range(deg + 1)]  # equidistant: the choice must not matter
        points = lobatto(deg) if kind == "lobatto" else gauss(deg)
        table = nodes, [(cb, basis(nodes, cb[0])) for cb in points]
    for _ in range(steps):
        if scheme == "rk4":
            q, p = step_rk4(s, q, p, h)
        elif scheme == "simpson" and s.name == "pendulum":
            q, p = step_simpson_pendulum(s, q, p, h)
        elif scheme in ("simpson", "midpoint") and s.name == "linear-double-pendulum":
            q, p = step_linear(s, scheme, q, p, h)
        else:
            q, p = step_galerkin(s, table, q, p, h)
    return q, p


cases = []
for system, h, text in ((Pendulum, mpf(1) / 20, "1/20"), (DoublePendulum, mpf(3) / 100, "0.03"),
                        (LinearDoublePendulum, mpf(1) / 32, "1/32")):
    for scheme, degree in (("rk4", 0), ("midpoint", 0), ("simpson", 0), ("lobatto", 1), ("lobatto", 3),
                           ("galerkin-gauss", 2), ("galerkin-gauss", 3)):
        steps = 100 if degree == 0 else 20
        q, p = run(system, scheme, degree, h, steps)
        case = {"system": system.name, "scheme": scheme, "settings": system.settings,
                "start": system.start, "step": text, "steps": steps,
                "q": [nstr(x, 210) for x in q], "p": [nstr(x, 210) for x in p]}
        if degree:
            case["degree"] = degree
        cases.append(case)
        print(system.name, scheme, degree, nstr(q[0], 20), file=sys.stderr)
json.dump({"made_with": "mpmath " + __import__("mpmath").__version__, "digits": 210, "cases": cases},
          sys.stdout, indent=1)
print()
