#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""The same steps as steps.py without a rule of differentiation: python3 steps_by_differences.py steps/NAME.toml ...

Formulas are evaluated by Python with mpmath's functions, velocities of points and all derivatives are difference quotients at
150 digits, of which 64 digits of the steps are printed. The Galerkin schemes are written from their definition: nodes and
quadrature, sum_i h b_i [(L_q + F) phi_j(c_i) + L_v phi_j'(c_i)/h] = -p0 for the first node and 0 for inner ones. Rows of systems
that steps.py does not list in steps.csv come from here.
"""
import re
import sys
import tomllib

import mpmath
from mpmath import lu_solve, matrix, mp, mpf, nstr

mp.dps = 150
DIGITS = 64
FUNCTIONS = {name: getattr(mpmath, name) for name in
             "sqrt exp log sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh pi e".split()}
NUMBER = re.compile(r"(?<![A-Za-z_0-9.])(\d+\.?\d*(?:[eE][+-]?\d+)?)")


def compiled(text):
    """dot(x) becomes D_x, bob.x becomes bob__x, numbers are exact."""
    text = re.sub(r"dot\((\w+)\)", r"D_\1", str(text))
    text = re.sub(r"\b([A-Za-z_]\w*)\.([xyz])\b", r"\1__\2", text)
    return compile(NUMBER.sub(r"N('\1')", text).replace("^", "**"), "formula", "eval")


def value(formula, names):
    return eval(formula, {"N": mpf, **FUNCTIONS, **names})  # formulas of this folder


def settle(formulas, names):
    """Values of formulas that need one another, in any order."""
    left = dict(formulas)
    while left:
        before = len(left)
        for name in list(left):
            try:
                names[name] = value(left[name], names)
                del left[name]
            except NameError:
                pass
        if len(left) == before:
            break
    return names


class system:
    def __init__(self, path):
        with open(path, "rb") as file:
            data = tomllib.load(file)
        self.name, self.coordinates = data["name"], data["coordinates"]
        self.n = len(self.coordinates)
        self.parameters = settle({k: compiled(v["value"] if isinstance(v, dict) else v)
                                  for k, v in data.get("parameters", {}).items()}, {})
        self.parts = {k: compiled(v) for k, v in data.get("define", {}).items()}
        self.points = {}
        for name, point in data.get("points", {}).items():
            places = [f"{name}__{axis}" for axis, _ in zip("xyz", point["at"])]
            self.parts |= {place: compiled(at) for place, at in zip(places, point["at"])}
            self.points[name] = (compiled(point["mass"]), places)
        self.formulas = {k: compiled(data[k]) for k in ("lagrangian", "potential", "dissipation") if k in data}
        self.forces = {k: compiled(v) for k, v in data.get("forces", {}).items()}
        self.equations = {k: compiled(v) for k, v in data.get("equations", {}).items()}

        def start(key):
            return [value(compiled(data.get(key, {}).get(c, "0")), self.parameters) for c in self.coordinates]
        self.q0 = start("start")
        self.t0 = value(compiled(data.get("start", {}).get("t", "0")), self.parameters)
        if not self.equations:
            self.p0 = start("momentum") if "momentum" in data else self.slope_v(self.q0, start("velocity"), self.t0)

    def names(self, q, v, t):
        names = {**self.parameters, "t": t, **dict(zip(self.coordinates, q))}
        names |= {f"D_{c}": x for c, x in zip(self.coordinates, v)}
        return settle(self.parts, names)

    def lagrangian(self, q, v, t):
        names = self.names(q, v, t)
        if "lagrangian" in self.formulas:
            return value(self.formulas["lagrangian"], names)
        h = mpf(10)**-45
        moved = {k: self.names([x + k * h * y for x, y in zip(q, v)], v, t + k * h) for k in (-2, -1, 1, 2)}
        kinetic = mpf(0)
        for mass, places in self.points.values():
            for place in places:
                rate = (8 * (moved[1][place] - moved[-1][place]) - (moved[2][place] - moved[-2][place])) / (12 * h)
                kinetic += value(mass, names) * rate**2 / 2
        return kinetic - value(self.formulas["potential"], names)

    def slopes(self, f, x):
        h = mpf(10)**-20

        def slope(i):
            def at(k):
                return f([y + k * h if j == i else y for j, y in enumerate(x)])
            return (45 * (at(1) - at(-1)) - 9 * (at(2) - at(-2)) + at(3) - at(-3)) / (60 * h)
        return [slope(i) for i in range(len(x))]

    def slope_q(self, q, v, t):
        return self.slopes(lambda x: self.lagrangian(x, v, t), q)

    def slope_v(self, q, v, t):
        return self.slopes(lambda x: self.lagrangian(q, x, t), v)

    def force(self, q, v, t):
        names = self.names(q, v, t)
        f = [value(self.forces[c], names) if c in self.forces else mpf(0) for c in self.coordinates]
        if "dissipation" in self.formulas:
            lost = self.slopes(lambda w: value(self.formulas["dissipation"], self.names(q, w, t)), v)
            f = [a - b for a, b in zip(f, lost)]
        return f

    def velocity(self, q, p, t):
        return solve(lambda v: [a - b for a, b in zip(self.slope_v(q, v, t), p)], [mpf(1) / 10] * self.n)

    def flow(self, y, t):
        if self.equations:
            names = self.names(y, [], t)
            return [value(self.equations[c], names) for c in self.coordinates]
        q, p = y[:self.n], y[self.n:]
        v = self.velocity(q, p, t)
        return v + [a + b for a, b in zip(self.slope_q(q, v, t), self.force(q, v, t))]


def solve(f, x):
    """Newton's method with forward differences."""
    h = mpf(10)**-35
    for _ in range(60):
        r = f(x)
        columns = [[(b - a) / h for a, b in zip(r, f([y + h if j == k else y for j, y in enumerate(x)]))]
                   for k in range(len(x))]
        J = matrix(len(x), len(x))
        for k, column in enumerate(columns):
            for i, entry in enumerate(column):
                J[i, k] = entry
        d = lu_solve(J, matrix(r))
        x = [a - b for a, b in zip(x, d)]
        if max(abs(b) for b in d) < mpf(10)**-72:
            return x
    raise ArithmeticError("no convergence")


def galerkin(s, y, t, h, nodes, rule):
    n, last = s.n, len(nodes) - 1
    q, p = y[:n], y[n:]

    def basis(j, x):
        product, slope = mpf(1), mpf(0)
        for k, c in enumerate(nodes):
            if k != j:
                slope = (slope * (x - c) + product) / (nodes[j] - c)
                product *= (x - c) / (nodes[j] - c)
        return product, slope

    def sums(X, js):
        out = {j: [mpf(0)] * n for j in js}
        for c, b in rule:
            values = [basis(k, c) for k in range(last + 1)]
            Q = [sum(values[k][0] * X[k][i] for k in range(last + 1)) for i in range(n)]
            V = [sum(values[k][1] * X[k][i] for k in range(last + 1)) / h for i in range(n)]
            at = t + c * h
            lq, lv, f = s.slope_q(Q, V, at), s.slope_v(Q, V, at), s.force(Q, V, at)
            for j in js:
                for i in range(n):
                    out[j][i] += b * (h * (lq[i] + f[i]) * values[j][0] + lv[i] * values[j][1])
        return out

    def residual(x):
        o = sums([q] + [x[k * n:(k + 1) * n] for k in range(last)], range(last))
        return [a + b for a, b in zip(o[0], p)] + [r for j in range(1, last) for r in o[j]]

    v = s.velocity(q, p, t)
    x = solve(residual, [a + c * h * b for c in nodes[1:] for a, b in zip(q, v)])
    X = [q] + [x[k * n:(k + 1) * n] for k in range(last)]
    return X[last] + sums(X, [last])[last]


def rk4(s, y, t, h):
    def moved(k, part):
        return [a + part * b for a, b in zip(y, k)]
    a = s.flow(y, t)
    b = s.flow(moved(a, h / 2), t + h / 2)
    c = s.flow(moved(b, h / 2), t + h / 2)
    d = s.flow(moved(c, h), t + h)
    return [x + h / 6 * (k + 2 * l + 2 * m + o) for x, k, l, m, o in zip(y, a, b, c, d)]


SCHEMES = {
    "midpoint": lambda *z: galerkin(*z, [mpf(0), mpf(1)], [(mpf(1) / 2, mpf(1))]),
    "simpson": lambda *z: galerkin(*z, [mpf(0), mpf(1) / 2, mpf(1)],
                                   [(mpf(0), mpf(1) / 6), (mpf(1) / 2, mpf(2) / 3), (mpf(1), mpf(1) / 6)]),
    "rk4": rk4,
}


def main():
    for path in sys.argv[1:]:
        s = system(path)
        h = mpf(1) / 20
        for name, step in SCHEMES.items():
            if s.equations and name != "rk4":
                continue
            y = s.q0 if s.equations else s.q0 + s.p0
            for k in range(2):
                y = step(s, y, s.t0 + k * h, h)
            print(f"{s.name},{name},1/20,2,{' '.join(nstr(x, DIGITS) for x in y)}", flush=True)


if __name__ == "__main__":
    main()
