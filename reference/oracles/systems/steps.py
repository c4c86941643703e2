#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Two steps of Simpson's scheme, the midpoint scheme and RK4 on the systems in steps/*.toml: python3 steps.py > steps.csv

The files are read a second time, by Python's TOML reader and sympy's parser; sympy differentiates. The discrete
Euler-Lagrange equations (with generalised forces: the discrete Lagrange-d'Alembert principle, forces at the nodes of the
quadrature) are solved by Newton's method in mpmath at 90 digits, of which 70 are printed.

  midpoint  Ld = h L(qm, (q1 - q0)/h, t + h/2),  qm = (q0 + q1)/2;  the force acts on q0 and q1 with h/2 F
  simpson   Ld = h/6 (L0 + 4 Lm + L1) along the parabola through q0, qm, q1; the forces act with h/6 F0, 2h/3 Fm, h/6 F1
  rk4       y' = f(y, t): y = (q, p), p' = dL/dq + F, where the velocity solves p = dL/dv; first order: y' as in the file
"""
import re
import sys
import tomllib
from pathlib import Path

import mpmath
import sympy

mpmath.mp.dps = 90
DIGITS = 70


def functions():
    names = "sqrt exp log sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh pi".split()
    return {n: getattr(sympy, n) for n in names} | {"e": sympy.E}


class System:
    def __init__(self, path):
        data = tomllib.loads(Path(path).read_text())
        self.name = data["name"]
        self.coordinates = data["coordinates"]
        n = len(self.coordinates)
        self.t = sympy.Symbol("t_")
        self.q = sympy.symbols(f"q_0:{n}", real=True)
        self.v = sympy.symbols(f"v_0:{n}", real=True)
        self.texts = {k: str(x["value"] if isinstance(x, dict) else x)
                      for k, x in data.get("parameters", {}).items()}
        self.texts |= {k: str(x) for k, x in data.get("define", {}).items()}
        for name, point in data.get("points", {}).items():
            self.texts |= {f"{name}_{c}": str(x) for c, x in zip("xyz", point["at"])}
        self.known = {}
        self.first_order = "equations" in data
        if self.first_order:
            self.field = [self.read(data["equations"][c]) for c in self.coordinates]
        else:
            if "lagrangian" in data:
                self.lagrangian = self.read(data["lagrangian"])
            else:
                self.lagrangian = -self.read(data["potential"])
                for name, point in data["points"].items():
                    square = sum(self.rate(self.name_value(f"{name}_{c}"))**2
                                 for c, _ in zip("xyz", point["at"]))
                    self.lagrangian += self.read(point["mass"]) * square / 2
            self.force = [self.read(data.get("forces", {}).get(c, 0)) for c in self.coordinates]
            rayleigh = self.read(data.get("dissipation", 0))
            self.force = [f - sympy.diff(rayleigh, v) for f, v in zip(self.force, self.v)]
            self.compile()
        def start(key):
            return mpmath.matrix([mpmath.mpf(sympy.N(self.read(data.get(key, {}).get(c, 0)), 95))
                                  for c in self.coordinates])
        self.q0 = start("start")
        self.t0 = mpmath.mpf(sympy.N(self.read(data.get("start", {}).get("t", 0)), 95))
        if self.first_order:
            self.f = sympy.lambdify([*self.q, self.t], self.field, "mpmath")
        elif "momentum" in data:
            self.p0 = start("momentum")
        else:
            self.p0 = self.dv(self.q0, start("velocity"), self.t0)

    def name_value(self, name):
        if name in self.coordinates:
            return self.q[self.coordinates.index(name)]
        if name == "t":
            return self.t
        if name not in self.known:
            self.known[name] = self.read(self.texts[name])
        return self.known[name]

    def rate(self, f):
        return sum(sympy.diff(f, q) * v for q, v in zip(self.q, self.v)) + sympy.diff(f, self.t)

    def read(self, text):
        text = re.sub(r"(?<![\w.])(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+)", r"Rational('\1')", str(text))
        text = re.sub(r"([A-Za-z_]\w*)\.([xyz])\b", r"\1_\2", text).replace("^", "**")
        names = functions() | {"Rational": sympy.Rational}
        for name in set(re.findall(r"[A-Za-z_]\w*", text)) - names.keys() - {"dot"}:
            names[name] = self.name_value(name)
        names["dot"] = self.rate
        return sympy.sympify(eval(text, {"__builtins__": {}}, names))  # formulas of this folder

    def compile(self):
        arguments = [*self.q, *self.v, self.t]
        def compiled(list_of):
            f = sympy.lambdify(arguments, list_of, "mpmath")
            return lambda q, v, t: mpmath.matrix(f(*q, *v, t))
        self.dq = compiled([sympy.diff(self.lagrangian, q) for q in self.q])
        self.dv = compiled([sympy.diff(self.lagrangian, v) for v in self.v])
        self.F = compiled(self.force)

    def velocity(self, q, p, t):
        n = len(q)
        return solve(lambda v: self.dv(q, v, t) - p, mpmath.matrix([mpmath.mpf(0)] * n))


def solve(f, x):
    """Newton's method; the Jacobian by central differences, refreshed at each step."""
    n = len(x)
    eps = mpmath.mpf(10)**(-30)
    for _ in range(60):
        r = f(x)
        J = mpmath.matrix(n, n)
        for k in range(n):
            e = mpmath.matrix([eps if i == k else 0 for i in range(n)])
            column = (f(x + e) - f(x - e)) / (2 * eps)
            for i in range(n):
                J[i, k] = column[i]
        d = mpmath.lu_solve(J, r)
        x = x - d
        if mpmath.norm(d) < mpmath.mpf(10)**(-80) * (1 + mpmath.norm(x)):
            return x
    raise ArithmeticError("no convergence")


def midpoint(s, q, p, t, h):
    n = len(q)
    tm = t + h / 2
    def parts(q1):
        qm, v = (q + q1) / 2, (q1 - q) / h
        return h / 2 * (s.dq(qm, v, tm) + s.F(qm, v, tm)), s.dv(qm, v, tm)
    q1 = solve(lambda x: p + parts(x)[0] - parts(x)[1], q + h * s.velocity(q, p, t))
    a, b = parts(q1)
    return q1, a + b


def simpson(s, q, p, t, h):
    n = len(q)
    def parts(qm, q1):
        states = [(q, (4 * qm - 3 * q - q1) / h, t), (qm, (q1 - q) / h, t + h / 2),
                  (q1, (q - 4 * qm + 3 * q1) / h, t + h)]
        A = [w * h * (s.dq(*z) + s.F(*z)) for w, z in zip(W, states)]
        B = [w * s.dv(*z) for w, z in zip(W, states)]
        d0 = A[0] - 3 * B[0] - B[1] - B[2] * -1
        dm = A[1] + 4 * B[0] - 4 * B[2]
        d1 = A[2] - B[0] + B[1] + 3 * B[2]
        return d0, dm, d1
    W = [mpmath.mpf(1) / 6, mpmath.mpf(2) / 3, mpmath.mpf(1) / 6]
    def residual(x):
        d0, dm, d1 = parts(x[:n], x[n:])
        return mpmath.matrix([*(p + d0), *dm])
    v = s.velocity(q, p, t)
    x = solve(residual, mpmath.matrix([*(q + h / 2 * v), *(q + h * v)]))
    return x[n:], parts(x[:n], x[n:])[2]


def rk4(f, y, t, h):
    a = f(y, t)
    b = f(y + h / 2 * a, t + h / 2)
    c = f(y + h / 2 * b, t + h / 2)
    d = f(y + h * c, t + h)
    return y + h / 6 * (a + 2 * b + 2 * c + d)


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "steps"
    print(f"# mpmath {mpmath.__version__}, sympy {sympy.__version__}; see steps.py")
    print("system,scheme,step,steps,end")
    for path in sorted(folder.glob("*.toml")):
        s = System(path)
        h = mpmath.mpf(1) / 20
        for scheme in ["rk4"] if s.first_order else ["midpoint", "simpson", "rk4"]:
            t = s.t0
            n = len(s.q0)
            y = s.q0.copy() if s.first_order else mpmath.matrix([*s.q0, *s.p0])
            for k in range(2):
                t = s.t0 + k * h
                if s.first_order:
                    y = rk4(lambda z, at: mpmath.matrix(s.f(*z, at)), y, t, h)
                elif scheme == "rk4":
                    def flow(z, at):
                        q, p = z[:n], z[n:]
                        v = s.velocity(q, p, at)
                        return mpmath.matrix([*v, *(s.dq(q, v, at) + s.F(q, v, at))])
                    y = rk4(flow, y, t, h)
                else:
                    step = midpoint if scheme == "midpoint" else simpson
                    q, p = step(s, y[:n], y[n:], t, h)
                    y = mpmath.matrix([*q, *p])
            print(f"{s.name},{scheme},1/20,2,{' '.join(mpmath.nstr(x, DIGITS) for x in y)}", flush=True)


if __name__ == "__main__":
    main()
