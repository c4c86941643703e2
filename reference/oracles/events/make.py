#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Periods and amplitudes of schemes by shorter steps, computed by mpmath at 130 digits.

The step maps are written here. A zero of q (of an angle: a multiple of pi) is looked for where its side differs at two nodes,
an extremum where the sign of the velocity differs; Anderson's method of mpmath finds the length of the step, from the node
before, that ends on it. The first cell is left out, and a start on zero is the first zero.
    python3 make.py > events.json        (mpmath 1.2.1, Debian 12; some minutes)
"""
import json

from mpmath import mp, mpf, sin, cos, pi, sqrt, matrix, lu_solve, findroot, floor, nstr, ellipk

mp.dps = 130
DIGITS = 112  # that are stored


# --- systems -----------------------------------------------------------------------------------------------------------

class Separable:
    """H = p^2/(2 m) + V(q)."""

    def __init__(self, name, options, slope, curvature, q, p=0, m=1, angle=False):
        self.name, self.options, self.slope, self.curvature = name, options, slope, curvature
        self.start, self.m, self.angle = (mpf(q), mpf(p)), mpf(m), angle

    def force(self, q):
        return -self.slope(q)

    def field(self, y):
        return [y[1] / self.m, -self.slope(y[0])]

    def velocity(self, y):
        return y[1] / self.m


def pendulum(options, omega, q, p=0):
    return Separable("pendulum", options, lambda x: omega ** 2 * sin(x), lambda x: omega ** 2 * cos(x), q, p, angle=True)


class DoublePendulum:
    """Two point masses on massless rods, in (q, p): Hamilton's equations."""
    name, angle = "double-pendulum", True

    def __init__(self, options, q):
        self.options = options
        self.g = mpf("9.81")
        self.l = self.g / (2 * pi) ** 2
        self.start = (mpf(q[0]), mpf(q[1]), mpf(0), mpf(0))

    def rates(self, y):
        l2 = self.l ** 2
        c = cos(y[0] - y[1])
        det = 2 - c * c
        return (y[2] - c * y[3]) / (l2 * det), (2 * y[3] - c * y[2]) / (l2 * det)

    def field(self, y):
        v1, v2 = self.rates(y)
        coupling = self.l ** 2 * v1 * v2 * sin(y[0] - y[1])
        return [v1, v2, -coupling - 2 * self.g * self.l * sin(y[0]), coupling - self.g * self.l * sin(y[1])]

    def velocity(self, y):
        return self.rates(y)[0]


# --- step maps ---------------------------------------------------------------------------------------------------------

def leapfrog(s, y, h):
    half = y[1] + h / 2 * s.force(y[0])
    q = y[0] + h * half / s.m
    return (q, half + h / 2 * s.force(q))


def euler_a(s, y, h):
    p = y[1] + h * s.force(y[0])
    return (y[0] + h * p / s.m, p)


def euler_b(s, y, h):
    q = y[0] + h * y[1] / s.m
    return (q, y[1] + h * s.force(q))


def composed(gammas):
    def step(s, y, h):
        for g in gammas:
            y = leapfrog(s, y, g * h)
        return y
    return step


def triple_jump(exponent):
    g = 1 / (2 - mpf(2) ** (mpf(1) / exponent))
    return [g, 1 - 2 * g, g]


def suzuki():
    g = 1 / (4 - mpf(4) ** (mpf(1) / 3))
    return [g, g, 1 - 4 * g, g, g]


def newton(f, x, derivative=None):
    """Solves f(x) = 0 for a list of unknowns."""
    n = len(x)
    for _ in range(100):
        r = f(x)
        if derivative is not None:
            j = derivative(x)
        else:
            j = matrix(n, n)
            for k in range(n):
                d = mpf(10) ** -60
                moved = list(x)
                moved[k] += d
                column = f(moved)
                for i in range(n):
                    j[i, k] = (column[i] - r[i]) / d
        change = lu_solve(j, matrix(r)) if n > 1 else [r[0] / j[0, 0]]
        x = [x[i] - change[i] for i in range(n)]
        size = max(abs(c) for c in change)
        if size < mpf(10) ** -124:
            return x
    raise ValueError("Newton's method does not converge")


def runge_kutta_4(s, y, h):
    def at(k, f):
        return [a + f * b for a, b in zip(y, k)]
    k1 = s.field(y)
    k2 = s.field(at(k1, h / 2))
    k3 = s.field(at(k2, h / 2))
    k4 = s.field(at(k3, h))
    return tuple(a + h / 6 * (b + 2 * c + 2 * d + e) for a, b, c, d, e in zip(y, k1, k2, k3, k4))


def collocation(a, b):
    """Implicit Runge-Kutta: the stage values solve Y_i = y + h sum a_ij f(Y_j)."""
    stages = len(b)

    def step(s, y, h):
        n = len(y)

        def residual(x):
            f = [s.field(x[i * n:(i + 1) * n]) for i in range(stages)]
            return [x[i * n + k] - y[k] - h * sum(a[i][j] * f[j][k] for j in range(stages))
                    for i in range(stages) for k in range(n)]
        x = newton(residual, list(y) * stages)
        f = [s.field(x[i * n:(i + 1) * n]) for i in range(stages)]
        return tuple(y[k] + h * sum(b[i] * f[i][k] for i in range(stages)) for k in range(n))
    return step


R3, R15 = sqrt(mpf(3)), sqrt(mpf(15))
F = lambda a, b: mpf(a) / b
midpoint = collocation([[F(1, 2)]], [mpf(1)])
gauss_2 = collocation([[F(1, 4), F(1, 4) - R3 / 6], [F(1, 4) + R3 / 6, F(1, 4)]], [F(1, 2), F(1, 2)])
gauss_3 = collocation(
    [[F(5, 36), F(2, 9) - R15 / 15, F(5, 36) - R15 / 30],
     [F(5, 36) + R15 / 24, F(2, 9), F(5, 36) - R15 / 24],
     [F(5, 36) + R15 / 30, F(2, 9) + R15 / 15, F(5, 36)]], [F(5, 18), F(4, 9), F(5, 18)])


def simpson(s, y, h):
    """The discrete Lagrangian of the parabola through q0, a, q1 with Simpson's rule."""
    q, p = y

    def parts(a, b):
        v = [(-3 * q + 4 * a - b) / h, (b - q) / h, (q - 4 * a + 3 * b) / h]
        return v, [F(1, 6), F(2, 3), F(1, 6)]

    def residual(x):
        a, b = x
        v, w = parts(a, b)
        from_start = s.m * (w[0] * v[0] * -3 + w[1] * v[1] * -1 + w[2] * v[2]) - h * w[0] * s.slope(q)
        inside = s.m * (w[0] * v[0] * 4 + w[2] * v[2] * -4) - h * w[1] * s.slope(a)
        return [p + from_start, inside]
    a, b = newton(residual, [q + h * p / s.m / 2, q + h * p / s.m])
    v, w = parts(a, b)
    return (b, s.m * (w[0] * v[0] * -1 + w[1] * v[1] + w[2] * v[2] * 3) - h * w[2] * s.slope(b))


def average_acceleration(s, y, h):
    """Newmark's method with beta = 1/4, gamma = 1/2, as x, v with the acceleration of the state."""
    x, v = y
    a = s.force(x) / s.m
    new = newton(lambda z: [z[0] - x - h * v - h * h / 4 * (a + s.force(z[0]) / s.m)], [x + h * v],
                 lambda z: matrix([[1 + h * h / 4 * s.curvature(z[0]) / s.m]]))[0]
    return (new, v + h / 2 * (a + s.force(new) / s.m))


def standard_projection(s, y, h):
    """Leapfrog, then along the gradient of the energy (m = omega = 1) onto the energy of the start."""
    q, p = leapfrog(s, y, h)
    target = s.start[1] ** 2 / 2 - cos(s.start[0])
    dq, dp = sin(q), p

    def defect(x):
        return [(p + x[0] * dp) ** 2 / 2 - cos(q + x[0] * dq) - target]
    x = newton(defect, [mpf(0)])[0]
    return (q + x * dq, p + x * dp)


# --- events ------------------------------------------------------------------------------------------------------------

class Exactly(Exception):
    """A zero that was hit: the secant through it would divide by zero."""


def root(f, high):
    def seen(t):
        value = f(t)
        if value == 0:
            raise Exactly(t)
        return value
    try:
        found = findroot(seen, (mpf(0), high), solver="anderson", tol=mpf(10) ** -126, maxsteps=500, verify=False)
    except Exactly as hit:
        found = hit.args[0]
    assert 0 <= found <= high and abs(f(found)) < mpf(10) ** -120, f(found)
    return found


def events(s, step_map, h, zeros, extrema):
    """z_0, z_1, ... and A_1, A_2, ..."""
    def step(s, y, length):
        return step_map(s, y, length) if length != 0 else y

    y, n = s.start, 0
    spacing = pi if s.angle else None
    found = [mpf(0)] if y[0] == 0 else []
    tops = []
    while len(found) < zeros or len(tops) < extrema:
        new = step(s, y, h)
        if n >= 1:
            if s.angle:
                below, above = sorted((floor(y[0] / pi), floor(new[0] / pi)))
                levels = [k * pi for k in range(int(below) + 1, int(above) + 1)]
                if new[0] < y[0]:
                    levels.reverse()
            else:
                levels = [mpf(0)] if y[0] * new[0] < 0 else []
            for level in levels:
                found.append(n * h + root(lambda t: step(s, y, t)[0] - level, h))
            if s.velocity(y) * s.velocity(new) < 0:
                t = root(lambda t: s.velocity(step(s, y, t)), h)
                tops.append(abs(step(s, y, t)[0]))
        y, n = new, n + 1
    return found, tops


def text(x):
    return nstr(x, DIGITS)


def case(s, scheme, options, step, h, with_amplitude=True):
    length = mpf(h.split("/")[0]) / mpf(h.split("/")[1])
    z, a = events(s, step, length, 7, 3 if with_amplitude else 0)
    entry = {"system": s.name, "options": s.options, "scheme": scheme, "scheme_options": options, "step": h,
             "period1": text(z[2] - z[0]), "period2": text(z[4] - z[2]),
             "average_1_2": text((z[5] - z[1]) / 2),
             "average_0_1_3": text(((z[4] - z[0]) / 2 + (z[6] - z[0]) / 3) / 2)}
    if with_amplitude:
        entry.update({"amplitude1": text(a[0]), "amplitude2": text(a[1]), "amplitude_1_3": text(sum(a[:3]) / 3)})
    return entry


def main():
    omega = 2 * pi
    swing = pendulum("", omega, pi / 2)
    slow = pendulum("--set omega=1 --start q1=0 --start p1=9/5", mpf(1), 0, mpf(9) / 5)
    turning = pendulum("--set omega=1 --start q1=0 --start p1=5/2", mpf(1), 0, mpf(5) / 2)
    spring = Separable("harmonic-oscillator", "", lambda x: 16 * x, lambda x: mpf(16), 1)
    quartic = Separable("quartic.toml", "", lambda x: x ** 3, lambda x: 3 * x * x, 1)
    double = DoublePendulum("--start q1=pi/4 --start q2=pi/3", (pi / 4, pi / 3))
    explicit = [("leapfrog", "", leapfrog), ("symplectic-euler-a", "", euler_a), ("symplectic-euler-b", "", euler_b),
                ("rk4", "", runge_kutta_4), ("yoshida-4", "", composed(triple_jump(3))), ("suzuki-4", "", composed(suzuki()))]
    implicit = [("midpoint", "", midpoint), ("simpson", "", simpson), ("average-acceleration", "", average_acceleration),
                ("gauss-collocation", "--set stages=2", gauss_2), ("gauss-collocation", "--set stages=3", gauss_3)]
    cases = []
    for name, options, step in explicit:
        for h in ("1/10", "1/50"):
            cases.append(case(swing, name, options, step, h))
        cases.append(case(slow, name, options, step, "1/10"))
        cases.append(case(turning, name, options, step, "1/7", False))
        cases.append(case(spring, name, options, step, "1/20"))
        cases.append(case(quartic, name, options, step, "1/5"))
    for name, options, step in implicit:
        cases.append(case(swing, name, options, step, "1/20"))
        cases.append(case(turning, name, options, step, "1/7", False))
        cases.append(case(spring, name, options, step, "1/10"))
        if name in ("midpoint", "simpson"):
            cases.append(case(quartic, name, options, step, "1/5"))
    cases.append(case(slow, "standard-projection", "", standard_projection, "1/10"))
    cases.append(case(slow, "standard-projection", "", standard_projection, "1/2"))
    cases.append(case(double, "rk4", "", runge_kutta_4, "1/20"))
    cases.append(case(double, "midpoint", "", midpoint, "1/20"))
    # the flow itself, for any step: 4 K(1/2)/omega, 4 K(81/100); pi/2 from one turn to the next; 4 K(1/2)
    exact = [
        {"system": "pendulum", "options": "", "period": text(4 * ellipk(mpf(1) / 2) / omega), "amplitude": text(pi / 2)},
        {"system": "pendulum", "options": slow.options, "period": text(4 * ellipk(mpf(81) / 100)),
         "amplitude": text(2 * mp.asin(mpf(9) / 10))},
        {"system": "harmonic-oscillator", "options": "", "period": text(pi / 2), "amplitude": text(mpf(1))},
        {"system": "quartic.toml", "options": "", "period": text(4 * ellipk(mpf(1) / 2)), "amplitude": text(mpf(1))}]
    print(json.dumps({"cases": cases, "exact": exact}, indent=1))


main()
