#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""The error areas of NX Table 8, by nothing of Plumbline's: prints areas.csv.

Two planar bodies (48) to (50), from the angles (0, 1) with the velocities (0, 5), by Newmark's method (53), (54) and by its
extrapolation (19) over 1, 2, 4 and 8 substeps of Δt = 0.03 s. Twice: in double, in the order of operations that reproduces
the report's other tables (docs/reproduction-nx.md), and with 50 digits of mpmath. The accelerations of a substep are
found by solving (50), which is linear in them, at the angles and velocities that the accelerations before give, again
and again. "rounding" goes on until they repeat, in double, or change by less than 1e-45, with 50 digits; "1e-6" and so on
stop when the change is below so much times the first change, as the report's rule after (59) does with a tolerance that it
does not print.

    python3 areas.py > areas.csv        # two minutes
"""

import math

import mpmath

mpmath.mp.dps = 50


class arithmetic:
    """The bodies in double or with 50 digits: augmented inertias 5/3 and 9/2, epsilon d1 d2 = 1."""

    def __init__(self, name):
        self.name = name
        self.exact = name != "double"
        self.number = mpmath.mpf if self.exact else float
        self.sin = mpmath.sin if self.exact else math.sin
        self.cos = mpmath.cos if self.exact else math.cos
        self.j1 = self.number(5) / 3
        self.j2 = self.number(9) / 2

    def accelerations(self, q, v):
        """(50), solved for the accelerations."""
        c, s = self.cos(q[1] - q[0]), self.sin(q[1] - q[0])
        f1, f2 = s * v[1] * v[1], -s * v[0] * v[0]
        d = self.j1 * self.j2 - c * c
        return [(self.j2 * f1 - c * f2) / d, (self.j1 * f2 - c * f1) / d]

    def invariants(self, q, v):
        """The Lagrangian (49), which is the energy, and the momentum (48)."""
        c = self.cos(q[1] - q[0])
        energy = (self.j1 * v[0] * v[0] + self.j2 * v[1] * v[1]) / 2 + v[0] * v[1] * c
        return energy, self.j1 * v[0] + self.j2 * v[1] + c * (v[0] + v[1])


def substep(on, q, v, a, h, tolerance):
    """(53), (54): one step of length h. The first guess of the new accelerations is the old ones, a."""
    xp = [q[i] + h * v[i] + h * h / 4 * a[i] for i in range(2)]
    vp = [v[i] + h / 2 * a[i] for i in range(2)]
    new = list(a)
    first = None
    seen = []
    for _ in range(200):
        before = new
        new = on.accelerations(
            [xp[i] + h * h / 4 * before[i] for i in range(2)], [vp[i] + h / 2 * before[i] for i in range(2)]
        )
        change = max(abs(new[i] - before[i]) for i in range(2))
        first = change if first is None else first
        if tolerance is not None:
            if change <= tolerance * first:
                break
        elif on.exact:
            if change < mpmath.mpf(10) ** -45:
                break
        elif new in seen:  # a fixed point, or two neighbours in turn
            break
        seen.append(new)
    else:
        raise ArithmeticError("the iteration does not end")
    velocities = [v[i] + h / 2 * (a[i] + new[i]) for i in range(2)]
    angles = [q[i] + h * v[i] + h * h / 4 * (a[i] + new[i]) for i in range(2)]
    return angles, velocities, new


def romberg(column):
    for j in range(1, len(column)):
        f = 4**j
        column = [(f * u - w) / (f - 1) for w, u in zip(column, column[1:])]
    return column[0]


def extrapolated(on, q, v, a, h, tolerance):
    ends = []
    for n in (1, 2, 4, 8):
        state = (q, v, a)
        for _ in range(n):
            state = substep(on, *state, h / n, tolerance)
        ends.append(state)
    angles = [romberg([end[0][i] for end in ends]) for i in range(2)]
    velocities = [romberg([end[1][i] for end in ends]) for i in range(2)]
    return angles, velocities, on.accelerations(angles, velocities)


def areas(on, method, tolerance):
    """0.03 s x the steps 1 ... 998 of the extrapolation, 0.002 s x the steps 1 ... 14998 of the standard method."""
    step, parts = (extrapolated, 1) if method == "extrapolation" else (substep, 15)
    h = on.number(3) / (100 * parts)
    q, v = [on.number(0), on.number(1)], [on.number(0), on.number(5)]
    a = on.accelerations(q, v)
    first = on.invariants(q, v)
    sums = [on.number(0)] * 2
    for _ in range(1000 * parts - 2):
        q, v, a = step(on, q, v, a, h, tolerance)
        sums = [s + abs(x - y) for s, x, y in zip(sums, on.invariants(q, v), first)]
    return [h * s for s in sums]


def main():
    print("arithmetic,method,solved to,Lagrangian,momentum norm")
    for name in ("double", "50 digits"):
        on = arithmetic(name)
        cases = [("standard", None), ("extrapolation", None)]
        cases += [("extrapolation", f"1e-{k}") for k in range(3, 13)] if name == "double" else []
        for method, text in cases:
            found = areas(on, method, None if text is None else float(text))
            shown = ",".join(mpmath.nstr(mpmath.mpf(x), 16 if on.exact else 6, min_fixed=0, max_fixed=0) for x in found)
            print(f"{name},{method},{text or 'rounding'},{shown}")


if __name__ == "__main__":
    main()
