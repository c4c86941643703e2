#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Trajectories of variational and Runge-Kutta schemes by mpmath, written apart from the library.

    /usr/bin/python3 make.py > cases.json          (mpmath 1.2.1, Debian 12: about ten minutes)

What makes it independent: Lagrangians are differentiated by hand, RK4 uses Hamilton's equations and accelerations worked
out by hand, Gauss collocation is the textbook's Runge-Kutta method on Hamilton's equations, Simpson's scheme for constant mass is solved as one equation for the midpoint (Lobatto IIIA-IIIB), linear
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

    def acceleration(self, q, v):
        return [-self.w ** 2 * sin(q[0])]


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

    def acceleration(self, q, v):
        m, c, s = self.m1 + self.m2, cos(q[0] - q[1]), sin(q[0] - q[1])
        # (m1 + m2) l1 a1 + m2 l2 (c a2 + s v2^2) + (m1 + m2) g sin q1 = 0,  l2 a2 + l1 (c a1 - s v1^2) + g sin q2 = 0
        r1 = -self.m2 * self.l2 * s * v[1] ** 2 - m * self.g * sin(q[0])
        r2 = self.l1 * s * v[0] ** 2 - self.g * sin(q[1])
        a1 = (r1 - self.m2 * c * r2) / (self.l1 * (m - self.m2 * c * c))
        return [a1, (r2 - self.l1 * c * a1) / self.l2]


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

    def acceleration(self, q, v):
        return self.field(q, list(-self.k * matrix(q)))[0]


class LagrangeTop:
    name, n = "lagrange-top", 3
    settings = {"mass": "0.4", "I": "3/100", "I3": "1/70", "l": "0.2", "g": "9.8"}
    start = {"q1": "0.3", "q2": "0.7", "q3": "-0.2", "p1": "0.5", "p2": "0.03", "p3": "0.6"}

    def __init__(self):
        self.i, self.i3 = mpf(3) / 100, mpf(1) / 70
        self.mgl = mpf(4) / 10 * mpf(2) / 10 * mpf(98) / 10
        self.q, self.p = [mpf(3) / 10, mpf(7) / 10, -mpf(2) / 10], [mpf(5) / 10, mpf(3) / 100, mpf(6) / 10]

    def gradient(self, q, v):
        s, c = sin(q[1]), cos(q[1])
        spin = self.i3 * (v[2] + v[0] * c)
        return ([mpf(0), self.i * v[0] ** 2 * s * c - spin * v[0] * s + self.mgl * s, mpf(0)],
                [self.i * v[0] * s * s + spin * c, self.i * v[1], spin])

    def field(self, q, p):
        s, c = sin(q[1]), cos(q[1])
        d = p[0] - p[2] * c
        force = self.mgl * s - d * p[2] / (self.i * s) + d * d * c / (self.i * s ** 3)
        return [d / (self.i * s * s), p[1] / self.i, p[2] / self.i3 - d * c / (self.i * s * s)], [0 * s, force, 0 * s]

    def acceleration(self, q, v):
        s, c = sin(q[1]), cos(q[1])
        spin = v[2] + v[0] * c  # p_psi/I3: constant
        a_phi = (self.i3 * spin * v[1] - 2 * self.i * v[0] * v[1] * c) / (self.i * s)
        a_theta = v[0] ** 2 * s * c - self.i3 / self.i * spin * v[0] * s + self.mgl / self.i * s
        return [a_phi, a_theta, v[0] * v[1] * s - a_phi * c]


def step_rk4(field, q, p, h):
    def add(x, k, c):
        return [a + c * b for a, b in zip(x, k)]

    a, b = field(q, p)
    c, d = field(add(q, a, h / 2), add(p, b, h / 2))
    e, f = field(add(q, c, h / 2), add(p, d, h / 2))
    u, w = field(add(q, e, h), add(p, f, h))
    return ([x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4) for x, k1, k2, k3, k4 in zip(q, a, c, e, u)],
            [x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4) for x, k1, k2, k3, k4 in zip(p, b, d, f, w)])


def step_collocation(s, stages, q, p, h):
    n, rule = s.n, gauss(stages)
    nodes = [c for c, _ in rule]
    a = []  # a_ij from the moments: sum_j a_ij c_j^k = c_i^(k+1)/(k+1)
    v = matrix(stages, stages)
    for k in range(stages):
        for j in range(stages):
            v[k, j] = nodes[j] ** k
    for c in nodes:
        a.append(list(lu_solve(v, matrix([c ** (k + 1) / (k + 1) for k in range(stages)]))))

    def residual(*x):
        k = [list(x[2 * n * i:2 * n * (i + 1)]) for i in range(stages)]
        out = []
        for i in range(stages):
            at = [y + h * sum(a[i][j] * k[j][m] for j in range(stages)) for m, y in enumerate(q + p)]
            dq, dp = s.field(at[:n], at[n:])
            out += [x - y for x, y in zip(k[i], dq + dp)]
        return out

    dq, dp = s.field(q, p)
    x = list(findroot(residual, (dq + dp) * stages, tol=mpf(10) ** (-440), maxsteps=40, verify=False))
    end = [y + h * sum(rule[i][1] * x[2 * n * i + m] for i in range(stages)) for m, y in enumerate(q + p)]
    return end[:n], end[n:]


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
    if scheme == "rk4-velocity":
        v = s.field(q, p)[0]
        for _ in range(steps):
            q, v = step_rk4(lambda x, w: (w, s.acceleration(x, w)), q, v, h)
        return q, s.gradient(q, v)[1]
    for _ in range(steps):
        if scheme == "rk4":
            q, p = step_rk4(s.field, q, p, h)
        elif scheme == "gauss-collocation":
            q, p = step_collocation(s, degree, q, p, h)
        elif scheme == "simpson" and s.name == "pendulum":
            q, p = step_simpson_pendulum(s, q, p, h)
        elif scheme in ("simpson", "midpoint") and s.name == "linear-double-pendulum":
            q, p = step_linear(s, scheme, q, p, h)
        else:
            q, p = step_galerkin(s, table, q, p, h)
    return q, p


def main():
    cases = []
    for system, h, text in ((Pendulum, mpf(1) / 20, "1/20"), (DoublePendulum, mpf(3) / 100, "0.03"),
                            (LinearDoublePendulum, mpf(1) / 32, "1/32"), (LagrangeTop, mpf(1) / 90, "1/90")):
        for scheme, degree in (("rk4", 0), ("rk4-velocity", 0), ("midpoint", 0), ("simpson", 0), ("lobatto", 1),
                               ("lobatto", 3), ("galerkin-gauss", 2), ("galerkin-gauss", 3), ("gauss-collocation", 2),
                               ("gauss-collocation", 3)):
            steps = 100 if degree == 0 else 20
            q, p = run(system, scheme, degree, h, steps)
            case = {"system": system.name, "scheme": scheme, "settings": system.settings,
                    "start": system.start, "step": text, "steps": steps,
                    "q": [nstr(x, 210) for x in q], "p": [nstr(x, 210) for x in p]}
            if degree:
                case["stages" if scheme == "gauss-collocation" else "degree"] = degree
            cases.append(case)
            print(system.name, scheme, degree, nstr(q[0], 20), file=sys.stderr)
    json.dump({"made_with": "mpmath " + __import__("mpmath").__version__, "digits": 210, "cases": cases},
              sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
