#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Two steps of Galerkin schemes on the systems with constraints in systems/*.toml: python3 steps.py > steps.csv

The files are read a second time, by Python's TOML reader and sympy's parser; sympy differentiates. All unknowns of a step,
q_1 ... q_s, lambda_0 ... lambda_s and v_s, are found together from the definition,

  p_0 + dL_d/dq_0 + h w_0 A(q_0)' l_0 = 0,   dL_d/dq_a + h w_a A(q_a)' l_a = 0,   g(q_a) = 0  (nonholonomic: psi = 0 at the
  Gauss points),   dL/dv(q_s, v_s) = dL_d/dq_s + h w_s A(q_s)' l_s,   psi(q_s, v_s) = 0,   p_s = dL/dv(q_s, v_s),

by mpmath's findroot, which takes difference quotients, at 100 digits, of which 66 are printed. The multiplier of the state
follows from M a - A' l = dL/dq + F - (dp/dq) v - dp/dt, A a = -(d psi/dq) v - d psi/dt.
"""
import re
import sys
import tomllib
from pathlib import Path

import mpmath
import sympy
from mpmath import mp, mpf

mp.dps = 100
DIGITS = 66
STEP = mpf(1) / 20


def exact(text):
    text = re.sub(r"dot\((\w+)\)", r"D_\1", str(text))
    text = re.sub(r"(?<![A-Za-z_0-9.])(\d+\.\d+)", lambda m: f"Rational('{m.group(1)}')", text)
    return re.sub(r"(?<![A-Za-z_0-9.'])(\d+)(?![\d.'])", r"Integer(\1)", text.replace("^", "**"))


class System:
    def __init__(self, path):
        data = tomllib.loads(path.read_text())
        self.name = data["name"]
        names = data["coordinates"]
        self.n = len(names)
        self.t = sympy.Symbol("t")
        self.q = [sympy.Symbol(x) for x in names]
        self.v = [sympy.Symbol("D_" + x) for x in names]
        known = {str(x): x for x in [self.t, *self.q, *self.v]}
        parameters = {k: sympy.sympify(exact(x)) for k, x in data.get("parameters", {}).items()}

        def read(text):
            return sympy.sympify(exact(text), locals={**known, **parameters})

        def rate(f):
            return sum(sympy.diff(f, x) * d for x, d in zip(self.q, self.v)) + sympy.diff(f, self.t)

        if "lagrangian" in data:
            lagrangian = read(data["lagrangian"])
        else:
            lagrangian = -read(data["potential"])
            for point in data["points"].values():
                lagrangian += read(point["mass"]) / 2 * sum(rate(read(x))**2 for x in point["at"])
        forces = [read(data.get("forces", {}).get(x, "0")) for x in names]

        def zero(text):
            left, _, right = text.partition("=")
            return read(left) - read(right or "0")

        g = [zero(x) for x in data.get("constraints", {}).values()]
        psi = [rate(x) for x in g] + [zero(x) for x in data.get("nonholonomic", {}).values()]
        self.labels = [*data.get("constraints", {}), *data.get("nonholonomic", {})]
        self.holonomic, self.m = len(g), len(psi)
        momenta = [sympy.diff(lagrangian, d) for d in self.v]
        pulls = [sympy.diff(lagrangian, x) + f for x, f in zip(self.q, forces)]
        rows = [[sympy.diff(x, d) for d in self.v] for x in psi]
        mass = [[sympy.diff(p, d) for d in self.v] for p in momenta]
        free = [f - rate(p) for f, p in zip(pulls, momenta)]
        drift = [rate(x) for x in psi]
        arguments = [*self.q, *self.v, self.t]

        def compiled(x):
            return sympy.lambdify(arguments, x, "mpmath")

        self.momenta, self.pulls, self.rows, self.psi = map(compiled, (momenta, pulls, rows, psi))
        self.g, self.mass, self.free, self.drift = map(compiled, (g, mass, free, drift))
        start, velocity = data.get("start", {}), data.get("velocity", {})

        def number(text):
            x = sympy.sympify(exact(text), locals=parameters)
            return mpf(x.p) / mpf(x.q)

        self.start = [number(start.get(x, "0")) for x in names]
        self.velocity = [number(velocity.get(x, "0")) for x in names]

    def multipliers(self, q, v, t):
        n, m = self.n, self.m
        a, b = mpmath.zeros(n + m), mpmath.zeros(n + m, 1)
        mass, rows = self.mass(*q, *v, t), self.rows(*q, *v, t)
        free, drift = self.free(*q, *v, t), self.drift(*q, *v, t)
        for i in range(n):
            b[i] = free[i]
            for k in range(n):
                a[i, k] = mass[i][k]
            for k in range(m):
                a[i, n + k] = -rows[k][i]
                a[n + k, i] = rows[k][i]
        for k in range(m):
            b[n + k] = -drift[k]
        x = mpmath.lu_solve(a, b)
        return [x[n + k] for k in range(m)]


def legendre_roots(s, derivative):
    x = sympy.Symbol("x")
    p = sympy.legendre(s, x)
    p = sympy.diff(p, x) if derivative else p
    return sorted(mpf(r) for r in mpmath.polyroots([mpf(c.p) / c.q for c in sympy.Poly(p, x).all_coeffs()],
                                                  maxsteps=500, extraprec=400)) if sympy.degree(p, x) > 0 else []


def gauss(s):
    return [(1 + x) / 2 for x in legendre_roots(s, False)]


def lobatto(s):
    return [mpf(0), *((1 + x) / 2 for x in legendre_roots(s, True)), mpf(1)]


def basis(nodes, a, c):
    """The Lagrange polynomial of the node a and its derivative at c."""
    value, slope = mpf(1), mpf(0)
    for b, d in enumerate(nodes):
        if b != a:
            slope = slope * (c - d) / (nodes[a] - d) + value / (nodes[a] - d)
            value *= (c - d) / (nodes[a] - d)
    return value, slope


def weights(nodes):
    """Interpolatory weights on [0, 1]."""
    s = len(nodes)
    a = mpmath.matrix(s, s)
    for k in range(s):
        for i in range(s):
            a[k, i] = nodes[i]**k
    return list(mpmath.lu_solve(a, mpmath.matrix([mpf(1) / (k + 1) for k in range(s)])))


def step(system, degree, points, q0, p0, v0, t0):
    n, m, h, s = system.n, system.m, STEP, degree
    nodes = lobatto(s)
    node_weights, b = weights(nodes), weights(points)
    table = [[basis(nodes, a, c) for a in range(s + 1)] for c in points]
    inner = gauss(s)
    at_inner = [[basis(nodes, a, c) for a in range(s + 1)] for c in inner]

    def path(row, q):
        return ([sum(f * x[k] for (f, _), x in zip(row, q)) for k in range(n)],
                [sum(d * x[k] for (_, d), x in zip(row, q)) / h for k in range(n)])

    def equations(*x):
        q = [q0] + [list(x[a * n:(a + 1) * n]) for a in range(s)]
        l = [list(x[s * n + a * m:s * n + (a + 1) * m]) for a in range(s + 1)]
        v = list(x[s * n + (s + 1) * m:])
        slopes = [[mpf(0)] * n for _ in range(s + 1)]
        for i, c in enumerate(points):
            position, velocity = path(table[i], q)
            pull = system.pulls(*position, *velocity, t0 + c * h)
            momentum = system.momenta(*position, *velocity, t0 + c * h)
            for a in range(s + 1):
                value, slope = table[i][a]
                for k in range(n):
                    slopes[a][k] += b[i] * (h * value * pull[k] + slope * momentum[k])
        for a in range(s + 1):
            rows = system.rows(*q[a], *v, t0 + nodes[a] * h)
            for k in range(n):
                slopes[a][k] += h * node_weights[a] * sum(l[a][c] * rows[c][k] for c in range(m))
        result = [p0[k] + slopes[0][k] for k in range(n)]
        for a in range(1, s):
            result += slopes[a]
        end = system.momenta(*q[s], *v, t0 + h)
        result += [end[k] - slopes[s][k] for k in range(n)]
        for a in range(1, s + 1):
            result += system.g(*q[a], *v, t0 + nodes[a] * h)
        for c, row in zip(inner, at_inner):
            position, velocity = path(row, q)
            result += system.psi(*position, *velocity, t0 + c * h)[system.holonomic:]
        return result + system.psi(*q[s], *v, t0 + h)

    guess = [x + d * h * y for d in nodes[1:] for x, y in zip(q0, v0)]
    guess += system.multipliers(q0, v0, t0) * (s + 1) + v0
    x = list(mpmath.findroot(equations, guess, tol=mpf(10)**(-180), maxsteps=60))
    q, v = x[(s - 1) * n:s * n], x[s * n + (s + 1) * m:]
    return q, list(system.momenta(*q, *v, t0 + h)), v


def main():
    schemes = [("midpoint", 1, gauss(1)), ("simpson", 2, lobatto(2)), ("lobatto:degree=1", 1, lobatto(1)),
               ("lobatto:degree=3", 3, lobatto(3)), ("galerkin-gauss:degree=2", 2, gauss(2)),
               ("galerkin-gauss:degree=3", 3, gauss(3))]
    print("# mpmath and sympy; see steps.py")
    print("system,scheme,step,n,name,value")
    for path in sorted((Path(__file__).parent / "systems").glob("*.toml")):
        system = System(path)
        for name, degree, points in schemes:
            q, v, t = system.start, system.velocity, mpf(0)
            p = list(system.momenta(*q, *v, t))
            for k in (1, 2):
                q, p, v = step(system, degree, points, q, p, v, t)
                t += STEP
                l = system.multipliers(q, v, t)
                for label, value in [*((f"q{i + 1}", x) for i, x in enumerate(q)),
                                     *((f"p{i + 1}", x) for i, x in enumerate(p)),
                                     *((f"lambda.{c}", x) for c, x in zip(system.labels, l))]:
                    print(f"{system.name},{name},1/20,{k},{label},{mpmath.nstr(value, DIGITS)}")
            print(system.name, name, file=sys.stderr)


main()
