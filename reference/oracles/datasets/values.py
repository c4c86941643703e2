#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Values of the shipped datasets by mpmath, with 60 digits: dataset,row,column,value.

values.py > values.csv

The pendulum through Jacobi's functions (DLMF 22.19(i)), the tables through mpmath's own functions, the nodes of Gauss's
rule as eigenvalues of the Jacobi matrix (Golub & Welsch 1969).
"""
import mpmath
from mpmath import mp, mpf

mp.dps = 75


def show(dataset, row, **values):
    for column, value in values.items():
        print(f"{dataset},{row},{column},{mpmath.nstr(value, 60)}")


def libration(q0, t):
    omega = 2 * mpmath.pi
    k = mpmath.sin(q0 / 2)
    u = mpmath.ellipk(k * k) - omega * t
    return (2 * mpmath.asin(k * mpmath.ellipfun("sn", u, m=k * k)), -2 * omega * k * mpmath.ellipfun("cn", u, m=k * k))


def rotation(p0, t):
    """From q = 0: p = p0 dn(p0 t / 2, m), q = 2 am(p0 t / 2, m), m = (2 omega / p0)^2."""
    m = (4 * mpmath.pi / p0) ** 2
    u = p0 * t / 2
    sn, cn, dn = (mpmath.ellipfun(name, u, m=m) for name in ("sn", "cn", "dn"))
    period = 2 * mpmath.ellipk(m)  # of the angle: pi in the amplitude
    turns = mpmath.floor(u / period + mpf(1) / 2)
    sign = -1 if int(turns) % 2 else 1
    return 2 * (mpmath.pi * turns + mpmath.atan2(sign * sn, sign * cn)), p0 * dn


print("dataset,row,column,value")
for n in range(1, 61, 7):
    q, p = libration(mpmath.pi / 2, mpf(n) / 20)
    show("pendulum-libration", n, q1=q, p1=p)
    q, p = libration(499 * mpmath.pi / 500, mpf(n) / 10)
    show("pendulum-near-separatrix", n, q1=q, p1=p)
    q, p = rotation(5 * mpmath.pi, mpf(n) / 40)
    show("pendulum-rotation", n, q1=q, p1=p)
for row, degrees in enumerate(["1", "2"] + [str(d) for d in range(5, 180, 5)] + ["179", "179.9", "179.99"]):
    k = mpmath.sin(mpf(degrees) * mpmath.pi / 360)
    show("pendulum-periods", row, period=2 * mpmath.ellipk(k * k) / mpmath.pi)
parameters = [mpf(k) / 20 for k in list(range(-40, 0, 4)) + list(range(20))] + [mpf("0.99")]
for row, m in enumerate(parameters):
    show("elliptic-integrals", row, K=mpmath.ellipk(m), E=mpmath.ellipe(m))
row = 0
for m in (mpf(1) / 4, mpf(1) / 2, mpf(9) / 10, mpf(999) / 1000):
    for k in range(1, 21):
        show("jacobi-functions", row, **{name: mpmath.ellipfun(name, mpf(k) / 4, m=m) for name in ("sn", "cn", "dn")})
        row += 1
row = 0
for points in range(1, 13):
    matrix = mpmath.matrix(points, points)
    for i in range(1, points):
        matrix[i - 1, i] = matrix[i, i - 1] = mpf(i) / mpmath.sqrt(4 * mpf(i) ** 2 - 1)
    values, vectors = mpmath.eigsy(matrix)
    order = sorted(range(points), key=lambda j: values[j])
    for i in order:
        node = (1 + values[i]) / 2
        show("gauss-nodes", row, node=mpf(1) / 2 if abs(node - 0.5) < mpf(10) ** -60 else node, weight=vectors[0, i] ** 2)
        row += 1
