#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Makes thousand_steps.json: end states of 1000 steps of implicit schemes, to 100 digits, by mpmath with 130 digits.

    python3 reference/oracles/trajectories/thousand_steps.py

Gradients of the Lagrangians are written by hand. The equations of a step are solved by Newton's iteration with a Jacobian
of difference quotients until a correction is below 1e-125.
"""
import json
import pathlib

from mpmath import cos, lu_solve, matrix, mp, mpf, sin

mp.dps = 130
STEPS = 1000


def top(q, v):
    """TOP section 3: gradients by q and by v."""
    mass, across, spin, length, g = (mpf(x) for x in ("0.1", "0.002329969592394382", "0.000125", "0.15", "9.81"))
    s, c = sin(q[1]), cos(q[1])
    total = v[2] + v[0] * c
    return ([mpf(0), across * v[0]**2 * s * c - spin * total * v[0] * s + mass * g * length * s, mpf(0)],
            [across * v[0] * s**2 + spin * total * c, across * v[1], spin * total])


def pendulum(q, v):
    """m = 1, omega = 2."""
    return [-4 * sin(q[0])], [v[0]]


def double_pendulum(q, v):
    """QL (44) with m1 = m2 = 1, l1 = l2 = 1/4, g = 10."""
    l, g = mpf(1) / 4, 10
    s, c = sin(q[0] - q[1]), cos(q[0] - q[1])
    return ([-l * l * v[0] * v[1] * s - 2 * g * l * sin(q[0]), l * l * v[0] * v[1] * s - g * l * sin(q[1])],
            [2 * l * l * v[0] + l * l * v[1] * c, l * l * v[1] + l * l * v[0] * c])


def midpoint(gradient, q, p, h, u):
    """L_d = h L(q_0 + u/2, u/h). Residual and p_1."""
    n = len(q)
    by_q, by_v = gradient([q[k] + u[k] / 2 for k in range(n)], [u[k] / h for k in range(n)])
    return ([p[k] + h / 2 * by_q[k] - by_v[k] for k in range(n)], [p[k] + h * by_q[k] for k in range(n)])


def simpson(gradient, q, p, h, u):
    """QL section 3: quadratic motion through q_0, q_0 + u_1, q_0 + u_2, Simpson's rule. Residual and p_1."""
    n = len(q)
    a, b = u[:n], u[n:]
    at = lambda x, v: gradient([q[k] + x[k] for k in range(n)], [v[k] / h for k in range(n)])
    left = at([0] * n, [4 * a[k] - b[k] for k in range(n)])
    middle = at(a, b)
    right = at(b, [3 * b[k] - 4 * a[k] for k in range(n)])
    residual = [p[k] + h / 6 * left[0][k] + (-3 * left[1][k] - 4 * middle[1][k] + right[1][k]) / 6 for k in range(n)]
    residual += [h * 4 / 6 * middle[0][k] + (4 * left[1][k] - 4 * right[1][k]) / 6 for k in range(n)]
    return residual, [p[k] + h / 6 * (left[0][k] + 4 * middle[0][k] + right[0][k]) for k in range(n)]


def run(scheme, unknowns_of, gradient, q, p, h):
    n = len(q)
    size = n * unknowns_of
    u = [mpf(0)] * size
    for _ in range(STEPS):
        difference = mpf("1e-60")
        base, _ = scheme(gradient, q, p, h, u)
        jacobian = matrix(size, size)
        for j in range(size):
            moved = list(u)
            moved[j] += difference
            for i, value in enumerate(scheme(gradient, q, p, h, moved)[0]):
                jacobian[i, j] = (value - base[i]) / difference
        while True:
            residual, end = scheme(gradient, q, p, h, u)
            correction = lu_solve(jacobian, matrix(residual))
            u = [u[i] - correction[i] for i in range(size)]
            if max(abs(x) for x in correction) < mpf("1e-125"):
                break
        _, p = scheme(gradient, q, p, h, u)
        q = [q[k] + u[(unknowns_of - 1) * n + k] for k in range(n)]
    return q, p


def main():
    cases = []
    for system, settings, gradient, q, p, step in (
            ("lagrange-top", {}, top, ["0", "1", "0"], ["13/400", "0", "4/125"], "1/1000"),
            ("pendulum", {"m": "1", "omega": "2"}, pendulum, ["11/10"], ["0"], "1/100"),
            ("double-pendulum", {"m1": "1", "m2": "1", "l1": "1/4", "l2": "1/4", "g": "10"}, double_pendulum,
             ["1/2", "7/10"], ["0", "0"], "1/200")):
        number = lambda text: mpf(text.split("/")[0]) / mpf((text + "/1").split("/")[1])
        for name, scheme, unknowns in (("midpoint", midpoint, 1), ("simpson", simpson, 2)):
            end_q, end_p = run(scheme, unknowns, gradient, [number(x) for x in q], [number(x) for x in p], number(step))
            start = {f"q{k + 1}": x for k, x in enumerate(q)} | {f"p{k + 1}": x for k, x in enumerate(p)}
            cases.append({"system": system, "settings": settings, "scheme": name, "start": start, "step": step,
                          "steps": STEPS, "q": [mp.nstr(x, 100) for x in end_q], "p": [mp.nstr(x, 100) for x in end_p]})
            print(cases[-1]["system"], name, flush=True)
    path = pathlib.Path(__file__).with_name("thousand_steps.json")
    path.write_text(json.dumps({"cases": cases}, indent=1) + "\n")


main()
