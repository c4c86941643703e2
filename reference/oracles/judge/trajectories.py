#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Trajectories as plain programs write them, and how many of their digits are true.

trajectories.py [FOLDER]

Each trajectory is integrated in double precision here, with no library, and printed with repr(). For every printed
number the truth is computed with mpmath at 60 digits, from the state that the program began with: the pendulum through
Jacobi's functions (DLMF 22.19(i)), the linear oscillator through cosines, the double pendulum by extrapolation of the
midpoint rule on the equations in angles and velocities, with two orders that must agree to 30 digits. The file NAME.digits.csv holds row, column, the truth with 30
digits, and the number of true digits by the rule "the first k digits are true when the number is right to one unit of
the k-th place".

pendulum_odeint.csv and pendulum_gsl.txt were written by the programs of the same names; only their digits are counted here.
"""
import decimal
import math
import pathlib
import sys

import mpmath
from mpmath import mp, mpf

mp.dps = 60
decimal.getcontext().prec = 400


def rk4(f, y, h, n):
    yield 0, y
    for k in range(1, n + 1):
        k1 = f(y)
        k2 = f([a + h / 2 * b for a, b in zip(y, k1)])
        k3 = f([a + h / 2 * b for a, b in zip(y, k2)])
        k4 = f([a + h * b for a, b in zip(y, k3)])
        y = [a + h / 6 * (b + 2 * c + 2 * d + e) for a, b, c, d, e in zip(y, k1, k2, k3, k4)]
        yield k, y


def leapfrog(force, q, p, h, n):
    yield 0, [q, p]
    for k in range(1, n + 1):
        p += h / 2 * force(q)
        q += h * p
        p += h / 2 * force(q)
        yield k, [q, p]


def pendulum_truth(omega, q0, t):
    """q'' = -omega^2 sin q from rest at q0: q = 2 asin(k sn(K - omega t, k))."""
    k = mpmath.sin(q0 / 2)
    u = mpmath.ellipk(k * k) - omega * t
    sn, cn, dn = (mpmath.ellipfun(name, u, m=k * k) for name in ("sn", "cn", "dn"))
    return [2 * mpmath.asin(k * sn), -2 * omega * k * cn]


def double_pendulum_field(g=mpf("9.81")):
    length = g / (2 * mpmath.pi) ** 2

    def field(_, y):
        a, b, va, vb = y
        d = a - b
        # m1 = m2 = 1, l1 = l2 = length: 2 a'' + b'' cos d + vb^2 sin d + 2 g/l sin a = 0,
        #                                b'' + a'' cos d - va^2 sin d + g/l sin b = 0
        r1 = -vb ** 2 * mpmath.sin(d) - 2 * g / length * mpmath.sin(a)
        r2 = va ** 2 * mpmath.sin(d) - g / length * mpmath.sin(b)
        c = mpmath.cos(d)
        det = 2 - c * c
        return [va, vb, (r1 - c * r2) / det, (2 * r2 - c * r1) / det]

    return field


def extrapolated(f, y, h, rows):
    """One step of length h: the midpoint rule with 2, 4 ... 2 rows substeps, extrapolated (Hairer, Norsett & Wanner II.9)."""
    row = []
    for j in range(1, rows + 1):
        n = 2 * j
        small = h / n
        before, now = y, [a + small * b for a, b in zip(y, f(0, y))]
        for _ in range(n - 1):
            before, now = now, [a + 2 * small * b for a, b in zip(before, f(0, now))]
        entry = now
        for k in range(len(row)):
            factor = 1 / ((mpf(j) / (j - k - 1)) ** 2 - 1)
            row[k], entry = entry, [a + factor * (a - b) for a, b in zip(entry, row[k])]
        row.append(entry)
    return row[-1]


def flow(f, y, h, n, parts=4):
    """States at 0, h ... n h, each interval in so many parts."""
    runs = []
    for rows in (14, 16):
        states = [y]
        for _ in range(n):
            state = states[-1]
            for _ in range(parts):
                state = extrapolated(f, state, h / parts, rows)
            states.append(state)
        runs.append(states)
    for a, b in zip(*runs):
        assert all(abs(x - z) < mpf(10) ** -30 for x, z in zip(a, b)), "the two orders differ"
    return runs[1]


def true_digits(text, truth):
    printed = decimal.Decimal(text)
    error = abs(printed - decimal.Decimal(mpmath.nstr(truth, 55, strip_zeros=False)))
    digits = printed.as_tuple().digits
    count = len(digits) if printed != 0 else 1 - printed.as_tuple().exponent
    first = printed.as_tuple().exponent + count - 1
    k = count
    while k > 0 and error > decimal.Decimal(10) ** (first - k + 1):
        k -= 1
    return k


def write(folder, name, columns, rows, truth):
    with open(folder / f"{name}.csv", "w") as out:
        print("t," + ",".join(columns), file=out)
        for t, y in rows:
            print(",".join(repr(x) for x in [t, *y]), file=out)
    count_digits(folder, name, columns, [(t, [repr(x) for x in y]) for t, y in rows], truth)


def count_digits(folder, name, columns, rows, truth):
    with open(folder / f"{name}.digits.csv", "w") as out:
        print("row,column,true,digits", file=out)
        for k, (t, y) in enumerate(rows):
            for column, x, real in zip(columns, y, truth(mpf(t))):
                print(f"{k},{column},{mpmath.nstr(real, 30)},{true_digits(x, real)}", file=out)


def stored(file):
    """The rows of another program, each number as it is printed."""
    for line in open(file):
        cells = line.replace(",", " ").split()
        if cells[0] not in ("t", "#"):
            yield cells[0], cells[1:]


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent)
    h, n = 1 / 64, 64
    omega = 2 * math.pi
    # m = 1; the program's omega is a double, the judge is told its exact value
    rows = [(k * h, y) for k, y in rk4(lambda y: [y[1], -omega * omega * math.sin(y[0])], [1.25, 0.0], h, n)]
    write(folder, "pendulum_rk4", ["q1", "p1"], rows, lambda t: pendulum_truth(mpf(omega), mpf(1.25), t))
    count_digits(folder, "pendulum_odeint", ["q1", "p1"], stored(folder / "pendulum_odeint.csv"),
                 lambda t: pendulum_truth(mpf(omega), mpf(1.25), t))
    count_digits(folder, "pendulum_gsl", ["q1", "v1"], stored(folder / "pendulum_gsl.txt"),
                 lambda t: pendulum_truth(mpf(omega), mpf(1.25), t))
    rows = [(k * h, y) for k, y in leapfrog(lambda q: -16.0 * q, 1.0, 0.5, h, n)]
    write(folder, "oscillator_leapfrog", ["q1", "p1"], rows,
          lambda t: [mpmath.cos(4 * t) + mpmath.sin(4 * t) / 8, -4 * mpmath.sin(4 * t) + mpmath.cos(4 * t) / 2])
    length = 9.81 / (2 * math.pi) ** 2

    def field(y):
        a, b, va, vb = y
        d = a - b
        r1 = -vb ** 2 * math.sin(d) - 2 * 9.81 / length * math.sin(a)
        r2 = va ** 2 * math.sin(d) - 9.81 / length * math.sin(b)
        c = math.cos(d)
        det = 2 - c * c
        return [va, vb, (r1 - c * r2) / det, (2 * r2 - c * r1) / det]

    rows = [(k / 32, y) for k, y in rk4(field, [0.75, 1.0, 0.0, 0.0], 1 / 32, 32)]
    solution = flow(double_pendulum_field(), [mpf("0.75"), mpf(1), mpf(0), mpf(0)], mpf(1) / 32, 32)
    write(folder, "double_pendulum_rk4", ["q1", "q2", "v1", "v2"], rows, lambda t: solution[int(t * 32)])


if __name__ == "__main__":
    main()
