#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Steps on systems y' = f(y), and how far they are from Poisson maps: python3 make.py [defects] > steps.csv (defects.csv)

The equations of the files beside this one stand here a second time, by hand, for mpmath. Each scheme is written from its
definition; implicit equations are solved by Newton's method with a Jacobian of difference quotients, to 150 digits of the 200
that are computed with, of which 70 are printed.

  midpoint             y1 = y0 + h f((y0 + y1)/2)
  gauss-collocation:s  K_i = f(y0 + h sum a_ij K_j), y1 = y0 + h sum b_i K_i, where a and b integrate the Lagrange polynomials
                       of the roots of the Legendre polynomial
  symplectic-euler-a   the last group first; every group but the first by implicit Euler, the first by explicit Euler
  symplectic-euler-b   the first group first, by implicit Euler; the others by explicit Euler
  leapfrog             a of h/2, then b of h/2
  yoshida-4            leapfrog of w h, (1 - 2w) h, w h with w = 1/(2 - 2^(1/3))
  ruth-3.toml          the first group by a, the second by b: see `splitting`

The defect is the Frobenius norm of F B(y0) F' - B(y1); F is a matrix of central difference quotients of width 1e-60.
"""
import sys

from mpmath import mp, mpf, matrix, lu_solve, mnorm, norm, sin, cos, sqrt, polyroots, nstr, diag

mp.dps = 200
DIGITS = 70


def lorenz(y):
    s, r, b = mpf(10), mpf(28), mpf(8) / 3
    return [s * (y[1] - y[0]), y[0] * (r - y[2]) - y[1], y[0] * y[1] - b * y[2]]


def lotka_volterra(y):
    return [y[0] * (2 - y[1]), y[1] * (y[0] - 1)]


def rigid_body(y):
    # the angular momentum m of a body with moments 1, 2, 3: m' = m x (m1/1, m2/2, m3/3)
    w = [y[0], y[1] / 2, y[2] / 3]
    return [y[1] * w[2] - y[2] * w[1], y[2] * w[0] - y[0] * w[2], y[0] * w[1] - y[1] * w[0]]


def abc(y):
    A, B, C = mpf(1), mpf(3) / 4, mpf(2) / 3
    return [A * sin(y[2]) + C * cos(y[1]), B * sin(y[0]) + A * cos(y[2]), C * sin(y[1]) + B * cos(y[0])]


def pendulum(y):
    return [y[1], -sin(y[0])]


def magnetic(y):
    x, yy, u, v = y
    return [u, v, v * (1 + x) - x, -u * (1 + x) - 2 * yy]


SINGLE3 = [[0], [1], [2]]
SYSTEMS = {  # f, groups, start
    "lorenz": (lorenz, SINGLE3, ["1", "2", "20"]),
    "lotka-volterra": (lotka_volterra, [[0], [1]], ["1.5", "0.5"]),
    "rigid-body": (rigid_body, SINGLE3, ["1", mpf(1) / 3, "0.5"]),
    "abc-flow": (abc, SINGLE3, ["0.5", "-1", "2"]),
    "pendulum": (pendulum, [[0], [1]], ["1.5", "0"]),
    "magnetic": (magnetic, [[0, 1], [2, 3]], ["1", "0", "0", "0.5"]),
}
BRACKETS = {
    "lotka-volterra": lambda y: matrix([[0, 1], [-1, 0]]),
    "pendulum": lambda y: matrix([[0, 1], [-1, 0]]),
    "rigid-body": lambda y: matrix([[0, -y[2], y[1]], [y[2], 0, -y[0]], [-y[1], y[0], 0]]),
}


def solve(f, x):
    n = len(x)
    e = mpf(10)**(-80)
    x = list(x)
    for _ in range(100):
        r = f(x)
        J = matrix(n, n)
        for k in range(n):
            a, b = list(x), list(x)
            a[k] += e
            b[k] -= e
            fa, fb = f(a), f(b)
            for i in range(n):
                J[i, k] = (fa[i] - fb[i]) / (2 * e)
        d = lu_solve(J, matrix(r))
        x = [x[i] - d[i] for i in range(n)]
        if norm(d) < mpf(10)**(-150):
            return x
    raise ArithmeticError("no convergence")


def runge_kutta(f, y, h, a, b):
    s, n = len(b), len(y)

    def stages(K):
        r = []
        for i in range(s):
            Y = [y[k] + h * sum(a[i][j] * K[j * n + k] for j in range(s)) for k in range(n)]
            F = f(Y)
            r += [K[i * n + k] - F[k] for k in range(n)]
        return r

    K = solve(stages, f(y) * s)
    return [y[k] + h * sum(b[i] * K[i * n + k] for i in range(s)) for k in range(n)]


def multiply(p, q):
    r = [mpf(0)] * (len(p) + len(q) - 1)
    for i, x in enumerate(p):
        for j, z in enumerate(q):
            r[i + j] += x * z
    return r


def integral(p, x):
    return sum(c * x**(k + 1) / (k + 1) for k, c in enumerate(p))


def gauss(s):
    """The nodes are the roots of P_s(2 c - 1), from its coefficients in c: (-1)^s sum binomial(s, k) binomial(s + k, k) (-c)^k."""
    from mpmath import binomial
    p = [binomial(s, k) * binomial(s + k, k) * (-1)**k for k in range(s + 1)]
    c = sorted(polyroots(p[::-1], maxsteps=500, extraprec=800))
    basis = []
    for j in range(s):
        q = [mpf(1)]
        for m in range(s):
            if m != j:
                q = multiply(q, [-c[m] / (c[j] - c[m]), 1 / (c[j] - c[m])])
        basis.append(q)
    return [[integral(basis[j], c[i]) for j in range(s)] for i in range(s)], [integral(q, mpf(1)) for q in basis]


def explicit_euler(f, group, y, h):
    r = f(y)
    return [y[k] + h * r[k] if k in group else y[k] for k in range(len(y))]


def implicit_euler(f, group, y, h):
    def put(x):
        z = list(y)
        for k, value in zip(group, x):
            z[k] = value
        return z

    def equations(x):
        r = f(put(x))
        return [x[i] - y[k] - h * r[k] for i, k in enumerate(group)]

    return put(solve(equations, [y[k] for k in group]))


def euler_a(f, groups, y, h):
    for group in groups[:0:-1]:
        y = implicit_euler(f, group, y, h)
    return explicit_euler(f, groups[0], y, h)


def euler_b(f, groups, y, h):
    y = implicit_euler(f, groups[0], y, h)
    for group in groups[1:]:
        y = explicit_euler(f, group, y, h)
    return y


def leapfrog(f, groups, y, h):
    return euler_b(f, groups, euler_a(f, groups, y, h / 2), h / 2)


def yoshida(f, groups, y, h):
    w = 1 / (2 - mpf(2)**(mpf(1) / 3))
    for g in (w, 1 - 2 * w, w):
        y = leapfrog(f, groups, y, g * h)
    return y


def splitting(f, groups, y, h):
    """Ruth 1983, order 3: the first group by 2/3, -2/3, 1, the second by 7/24, 3/4, -1/24, the first group first."""
    for a, b in ((mpf(2) / 3, mpf(7) / 24), (-mpf(2) / 3, mpf(3) / 4), (mpf(1), -mpf(1) / 24)):
        y = explicit_euler(f, groups[0], y, a * h)
        y = explicit_euler(f, groups[1], y, b * h)
    return y


HALF = mpf(1) / 2
SCHEMES = {
    "midpoint": lambda f, g, y, h: runge_kutta(f, y, h, [[HALF]], [mpf(1)]),
    "gauss-collocation:2": lambda f, g, y, h: runge_kutta(f, y, h, *gauss(2)),
    "gauss-collocation:3": lambda f, g, y, h: runge_kutta(f, y, h, *gauss(3)),
    "symplectic-euler-a": euler_a,
    "symplectic-euler-b": euler_b,
    "leapfrog": leapfrog,
    "yoshida-4": yoshida,
    "ruth-3.toml": splitting,
}
STEPS = 5


def name_of(scheme):
    name, _, stages = scheme.partition(":")
    return name, stages


def steps():
    print("# mpmath; see make.py")
    print("system,scheme,stages,step,steps,end")
    for system, (f, groups, start) in SYSTEMS.items():
        for scheme, step in SCHEMES.items():
            if scheme == "ruth-3.toml" and system != "pendulum":
                continue
            h = mpf(1) / 50
            y = [mpf(x) for x in start]
            for _ in range(STEPS):
                y = step(f, groups, y, h)
            name, stages = name_of(scheme)
            print(f"{system},{name},{stages},1/50,{STEPS},{' '.join(nstr(x, DIGITS) for x in y)}")


def defects():
    print("# mpmath; see make.py")
    print("system,scheme,stages,step,norm")
    e = mpf(10)**(-60)
    for system, bracket in BRACKETS.items():
        f, groups, start = SYSTEMS[system]
        y = [mpf(x) for x in start]
        n = len(y)
        for scheme, step in SCHEMES.items():
            if scheme == "ruth-3.toml" and system != "pendulum":
                continue
            h = mpf(1) / 10
            F = matrix(n, n)
            for k in range(n):
                a, b = list(y), list(y)
                a[k] += e
                b[k] -= e
                A, B = step(f, groups, a, h), step(f, groups, b, h)
                for i in range(n):
                    F[i, k] = (A[i] - B[i]) / (2 * e)
            D = F * bracket(y) * F.T - bracket(step(f, groups, y, h))
            size = mnorm(D, "f")
            name, stages = name_of(scheme)
            print(f"{system},{name},{stages},1/10,{nstr(size if size > mpf(10)**(-55) else mpf(0), 50)}")


defects() if sys.argv[1:] == ["defects"] else steps()
