#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""The states that the printed values of reference/published/reference-values/ should be.

states.py [NAME ...]      writes NAME.csv: column,value

Integrated here with mpmath from the start values of the TOML files, by extrapolation of the midpoint rule with step
control (Hairer, Norsett & Wanner II.9), twice: with tolerances and highest orders that differ. What is written are the
digits on which both runs agree.
"""
import pathlib
import sys
import tomllib

import mpmath
from mpmath import mp, mpf

here = pathlib.Path(__file__).parent
published = here.parents[1] / "published" / "reference-values"


def number(text):
    return mpf(eval(text, {"pi": mpmath.pi})) if "pi" in text else \
        mpf(text.split("/")[0]) / (mpf(text.split("/")[1]) if "/" in text else 1)


def integrate(f, y, end, tolerance, most):
    t, h = mpf(0), end / 1000
    while t < end:
        h = min(h, end - t)
        row, first = [], f(y)
        for j in range(1, most + 1):
            n, small = 2 * j, h / (2 * j)
            before, now = y, [a + small * b for a, b in zip(y, first)]
            for _ in range(n - 1):
                before, now = now, [a + 2 * small * b for a, b in zip(before, f(now))]
            entry = now
            for k in range(len(row)):
                factor = 1 / ((mpf(j) / (j - k - 1)) ** 2 - 1)
                row[k], entry = entry, [a + factor * (a - b) for a, b in zip(entry, row[k])]
            row.append(entry)
            if j > 2 and all(abs(a - b) <= tolerance * max(abs(a), 1) for a, b in zip(row[-2], row[-1])):
                break
        else:
            h /= 2
            continue
        t, y = t + h, row[-1]
        h *= mpf("1.4") if j < most - 4 else mpf("0.85") if j > most - 2 else 1
    return y


def gravity(masses, dimension, constant):
    n = len(masses)
    pairs = [(i, j) for i in range(n) for j in range(i)]

    def f(y):
        force = [mpf(0)] * (n * dimension)
        for i, j in pairs:
            d = [y[j * dimension + c] - y[i * dimension + c] for c in range(dimension)]
            r2 = mpmath.fsum(x * x for x in d)
            w = constant / (r2 * mpmath.sqrt(r2))
            for c in range(dimension):
                force[i * dimension + c] += w * masses[j] * d[c]
                force[j * dimension + c] -= w * masses[i] * d[c]
        return y[n * dimension:] + force

    return f


def pendulum_gni(d):
    return lambda y: [y[1], -mpmath.sin(y[0])], [mpf(0), mpf(1)], 2 * mpmath.pi, ["q1", "p1"]


def pleiades(d):
    q = [number(d[c][i]) for i in range(7) for c in "xy"]
    v = [number(d["v" + c][i]) for i in range(7) for c in "xy"]
    names = [f"{c}{i}" for i in range(1, 8) for c in "xy"]
    return gravity([number(m) for m in d["masses"]], 2, 1), q + v, mpf(3), names + ["v." + n for n in names]


def outer_solar_system(d):
    names = [b + c for b in "jsunpo" for c in "xyz"]
    f = gravity([number(m) for m in d["masses"]], 3, number(d["G"]))
    return f, [number(x) for x in d["q"] + d["p"]], mpf(d["time"]), names + ["v." + n for n in names]


def arenstorf(d):
    mu, s = number(d["mu"]), d["start"]

    def f(y):
        x, z, vx, vz = y
        a = ((x + mu) ** 2 + z ** 2) ** mpf("1.5")
        b = ((x - (1 - mu)) ** 2 + z ** 2) ** mpf("1.5")
        return [vx, vz, x + 2 * vz - (1 - mu) * (x + mu) / a - mu * (x - (1 - mu)) / b,
                z - 2 * vx - (1 - mu) * z / a - mu * z / b]

    return f, [number(s[k]) for k in ("x", "y", "vx", "vy")], number(d["printed"]["period"]), ["x", "y", "v.x", "v.y"]


def lorenz_ab(d):
    beta = mpf(8) / 3

    def f(y):
        return [10 * (y[1] - y[0]), 28 * y[0] - y[1] - y[0] * y[2], y[0] * y[1] - beta * y[2]]

    return f, [number(d["start"][k]) for k in "xyz"], number(d["printed"]["period"]), ["x", "y", "z"]


def figure_eight(d):
    names = [f"{c}{i}" for i in (1, 2, 3) for c in "xy"]
    y = [number(d["start"][n]) for n in names] + [number(d["start"]["v" + n]) for n in names]
    return gravity([mpf(1)] * 3, 2, 1), y, number(d["printed"]["period"]), names + ["v." + n for n in names]


# digits of the two runs; the orbits that are printed with many digits need more
problems = {"pendulum-gni": (pendulum_gni, 30), "figure-eight": (figure_eight, 30), "arenstorf": (arenstorf, 40),
            "lorenz-ab": (lorenz_ab, 78), "pleiades": (pleiades, 28), "outer-solar-system": (outer_solar_system, 22)}


def load(name):
    return tomllib.loads((published / f"{name}.toml").read_text())


def main(names):
    for name in names:
        make, digits = problems[name]
        mp.dps = digits + 25
        d = load(name)
        f, start, end, columns = make(d)
        a = integrate(f, start, end, mpf(10) ** -digits, 8 + digits // 3)
        b = integrate(f, start, end, mpf(10) ** -(digits + 3), 11 + digits // 3)
        with open(here / f"{name}.csv", "w") as out:
            print("column,value", file=out)
            for column, x, y in zip(columns, a, b):
                same = int(-mpmath.log10(abs(x - y) / abs(y))) if x != y and y else digits
                print(f"{column},{mpmath.nstr(y, max(1, same - 1))}", file=out)
        print(name, "done", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:] or problems)
