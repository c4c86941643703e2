#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Facts of the tables in tables/: python3 make.py > facts.csv

Order, error constant and digits follow from conditions.py. Symmetry and symplecticity are seen in steps that are made here
with mpmath: the step back, and the derivative of the step by differences, on systems that are not special. `mend` is the
coefficient that was changed in a published table to make the wrong one, with its true value; it is known because the change
was made on purpose (the list WRONG below).

Decimals: a number with 4 decimals or more counts as printed unless it is a short fraction; with the least number d of printed
decimals a condition holds when its residual is below 10^(-0.6 d) (../../../docs/own-schemes.md).
"""
import os
import re
import sys
import tomllib
from fractions import Fraction

from mpmath import mp, mpf, sqrt, matrix, sin, cos

import conditions as oc

HERE = os.path.dirname(os.path.abspath(__file__))
mp.dps = 320
LITERAL = re.compile(r"(?<![A-Za-z_0-9.])(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+)")

# file: what was changed on purpose, and to what it has to be changed back
WRONG = {
    "kutta-third-sign": ("A[3][1]", "-1"),
    "gill-sign": ("b[2]", "(2 - sqrt(2))/6"),
    "cash-karp-transposed": ("A[6][4]", "44275/110592"),
    "cash-karp-bad-estimate": ("bhat[4]", "13525/55296"),
    "butcher-6-transposed": ("A[7][3]", "63/44"),
    "butcher-6-sign": ("A[5][4]", "-3/8"),
    "bogacki-shampine-estimate": ("bhat[4]", "1/8"),
    "gauss-3-wrong-digit": ("A[3][2]", "0.4804211119693833"),
    "nodes-differ": ("c[3]", "1/2"),
    "weights-short": ("b[3]", "1/3"),
    "verlet-pair-swapped-rows": None,
    "verlet-pair-weights": None,
    "forest-ruth-root": ("define.w", "1/(2 - 2^(1/3))"),
    "ruth-3-sign": ("b[3]", "-1/24"),
    "ruth-3-drift-sign": ("a[3]", "-2/3"),
    "forest-ruth-half": ("b[2]", "1 - 2*(1/(2 - 2^(1/3)))"),
    "yoshida-6-transposed": ("define.w3", "0.784513610477560"),
    "yoshida-6-sign": ("define.w1", "-1.17767998417887"),
    "triple-jump-middle": ("gamma[2]", "1 - 2/(2 - 2^(1/3))"),
    "suzuki-root": ("define.w", "1/(4 - 4^(1/3))"),
    "mclachlan-4-wrong": ("gamma[9]", "(146 + 5*sqrt(19))/540"),
    "fehlberg-7-8-transposed": ("A[10][5]", "-976/135"),
    "fehlberg-7-8-sign": ("A[11][4]", "-341/164"),
    "dormand-prince-sign": ("A[5][2]", "-25360/2187"),
    "dormand-prince-transposed": ("A[6][3]", "46732/5247"),
    "lobatto-pair-digit": ("Abar[3][2]", "5/6"),
    "pefrl-transposed": ("0.2123418310622654", "0.2123418310626054"),
    "velocity-extended-both-wrong": ("1.235692561138917", "1.235692651138917"),
    "kahan-li-6-sign": ("0.70624617255763935981", "-0.70624617255763935981"),
    "kahan-li-6-typo": ("0.08221359629355080032", "0.08221359629355080023"),
    "suzuki-4-one-entry": ("gamma[5]", "1/(4 - 4^(1/3))"),
    "nystrom-4-row": ("A[2][1]", "1/8"),
    "nystrom-5-sign": ("A[3][1]", "-1/27"),
}


def value(text, names=None):
    names = names or {}
    text = LITERAL.sub(lambda m: "N('%s')" % m.group(1), str(text)).replace("^", "**")
    return mpf(eval(text, {"N": mpf, "sqrt": sqrt, **names}))


def printed_decimals(texts):
    """The least number of decimals of the printed numbers, or 0."""
    found = []
    for text in texts:
        for literal in LITERAL.findall(str(text)):
            x = Fraction(literal)
            d = len(literal.split(".")[1]) if "." in literal else 0
            if d >= 4 and not len(str(x.denominator)) * 2 <= d + 1:
                found.append(d)
    return min(found, default=0)


def read(name):
    table = tomllib.load(open(os.path.join(HERE, "tables", name + ".toml"), "rb"))
    names = {}
    for k, v in table.get("define", {}).items():
        names[k] = value(v, names)
    texts = list(table.get("define", {}).values())
    numbers = {}
    if "dense" in table:
        numbers["dense"] = [[value(x, names) for x in r] for r in table["dense"]]
        texts += [x for r in table["dense"] for x in r]
    for key in ("A", "Abar", "b", "bbar", "c", "bhat", "a", "gamma"):
        if key not in table:
            continue
        if key in ("A", "Abar"):
            s = len(table["b"])
            rows = [list(r) + ["0"] * (s - len(r)) for r in table[key]]
            numbers[key] = [[value(x, names) for x in r] for r in rows]
            texts += [x for r in rows for x in r]
        else:
            numbers[key] = [value(x, names) for x in table[key]]
            texts += table[key]
    return table, numbers, printed_decimals(texts)


def conditions(table, x, order, weights=None):
    kind = table["kind"]
    if kind == "runge-kutta":
        return oc.runge_kutta(x["A"], weights or x["b"], order)
    if kind == "partitioned-runge-kutta":
        return oc.partitioned(x["A"], x["b"], x["Abar"], x["bbar"], order)
    if kind == "nystrom":
        return oc.nystrom(x["c"], x["A"], x["bbar"], x["b"], order)
    if kind == "splitting":
        if table.get("force") == "nystrom":
            return oc.nystrom_of_pair(*oc.pair_of_splitting(x["a"], x["b"]), order)
        return oc.splitting(x["a"], x["b"], order)
    alternating = table["base"].startswith("symplectic-euler")
    return oc.composition(x["gamma"], "alternating" if alternating else "symmetric", order)


# steps, on y = (q, p) with two coordinates

def gradient(q, p):
    """Of a Hamiltonian that does not separate."""
    m = 1 + q[0]**2 / 3 + q[0] * q[1] / 5
    k = p[0]**2 / 2 + p[0] * p[1] / 7 + p[1]**2 / 3
    return ([k * (2 * q[0] / 3 + q[1] / 5) + q[0]**3 / 2 - sin(q[1]), k * q[0] / 5 - q[0] * cos(q[1])],
            [m * (p[0] + p[1] / 7), m * (p[0] / 7 + 2 * p[1] / 3)])


def force(q):
    """-grad of q0^4/4 + q0 q1^2/3 + sin(q0 - q1)/2 + q1^2."""
    return [-(q[0]**3 + q[1]**2 / 3 + cos(q[0] - q[1]) / 2),
            -(2 * q[0] * q[1] / 3 - cos(q[0] - q[1]) / 2 + 2 * q[1])]


def iterate(f, start):
    y, before = start, None
    for _ in range(1000):
        y = f(y)
        if before is not None and max(abs(a - b) for u, v in zip(y, before) for a, b in zip(u, v)) < mpf(10)**(5 - mp.dps):
            return y
        before = y
    raise RuntimeError("no convergence")


def step(table, x, z, h):
    q, p = z[:2], z[2:]
    kind = table["kind"]
    if kind in ("runge-kutta", "partitioned-runge-kutta"):
        A, b = x["A"], x["b"]
        Abar, bbar = x.get("Abar", A), x.get("bbar", b)
        s = len(b)

        def slopes(k):
            new = []
            for i in range(s):
                Q = [q[n] + h * sum(A[i][j] * k[j][n] for j in range(s)) for n in range(2)]
                P = [p[n] + h * sum(Abar[i][j] * k[j][2 + n] for j in range(s)) for n in range(2)]
                dq, dp = gradient(Q, P)
                new.append(dp + [-v for v in dq])
            return new
        k = iterate(slopes, [[mpf(0)] * 4] * s)
        return ([q[n] + h * sum(b[j] * k[j][n] for j in range(s)) for n in range(2)] +
                [p[n] + h * sum(bbar[j] * k[j][2 + n] for j in range(s)) for n in range(2)])
    if kind == "nystrom":
        c, A, b, bbar = x["c"], x["A"], x["b"], x["bbar"]
        s = len(b)
        f = iterate(lambda f: [force([q[n] + c[i] * h * p[n] + h * h * sum(A[i][j] * f[j][n] for j in range(s))
                                      for n in range(2)]) for i in range(s)], [[mpf(0)] * 2] * s)
        return ([q[n] + h * p[n] + h * h * sum(bbar[i] * f[i][n] for i in range(s)) for n in range(2)] +
                [p[n] + h * sum(b[i] * f[i][n] for i in range(s)) for n in range(2)])
    if kind == "splitting":
        for i in range(max(len(x["a"]), len(x["b"]))):
            if i < len(x["a"]):
                q = [q[n] + x["a"][i] * h * p[n] for n in range(2)]
            if i < len(x["b"]):
                f = force(q)
                p = [p[n] + x["b"][i] * h * f[n] for n in range(2)]
        return q + p
    base = table["base"]
    for i, g in enumerate(x["gamma"]):
        k = g * h
        if base == "leapfrog":
            moves = [("p", k / 2), ("q", k), ("p", k / 2)]
        elif base == "midpoint":
            one = {"A": [[mpf(1) / 2]], "b": [mpf(1)]}
            z = step({"kind": "runge-kutta"}, one, q + p, k)
            q, p = z[:2], z[2:]
            continue
        else:
            kick_first = (base == "symplectic-euler-a") == (i % 2 == 0)
            moves = [("p", k), ("q", k)] if kick_first else [("q", k), ("p", k)]
        for what, dt in moves:
            if what == "q":
                q = [q[n] + dt * p[n] for n in range(2)]
            else:
                f = force(q)
                p = [p[n] + dt * f[n] for n in range(2)]
    return q + p


def seen(table, x, noise):
    """Symmetric, symplectic: of steps, to what the digits allow."""
    before = mp.dps
    mp.dps = 60
    try:
        z = [mpf(3) / 11, mpf(-2) / 13, mpf(4) / 17, mpf(1) / 7]
        h = mpf(1) / 2
        end = step(table, x, z, h)
        back = step(table, x, end, -h)
        small = max(noise / 10, mpf(10)**-25)
        symmetric = max(abs(a - b) for a, b in zip(back, z)) < small
        d = mpf(10)**-28
        columns = []
        for k in range(4):
            up = step(table, x, [v + (d if i == k else 0) for i, v in enumerate(z)], h)
            down = step(table, x, [v - (d if i == k else 0) for i, v in enumerate(z)], h)
            columns.append([(a - b) / (2 * d) for a, b in zip(up, down)])
        J = matrix(4, 4)
        for i in range(2):
            J[i, 2 + i], J[2 + i, i] = 1, -1
        F = matrix(4, 4)
        for k in range(4):
            for i in range(4):
                F[i, k] = columns[k][i]
        defect = F.T * J * F - J
        symplectic = max(abs(defect[i, j]) for i in range(4) for j in range(4)) < small
        return symmetric, symplectic
    finally:
        mp.dps = before


def error_constant(table, x, order, tolerance):
    """Of splittings, compositions and partitioned methods over the trees of H = T(p) + V(q), in their first order that fails."""
    if table["kind"] in ("runge-kutta", "nystrom") or table.get("force") == "nystrom":
        return oc.error_constant(conditions(table, x, order + 1), order + 1)
    if table["kind"] == "partitioned-runge-kutta":
        pair = x["A"], x["b"], x["Abar"], x["bbar"]
    elif table["kind"] == "splitting":
        pair = oc.pair_of_splitting(x["a"], x["b"])
    else:
        pair = oc.pair_of_composition(x["gamma"], table["base"])
    while True:
        order += 1
        listed = oc.separable(*pair, order)
        if max(abs(r) for n, _, r, _ in listed if n == order) > tolerance:
            return oc.error_constant(listed, order)


def main():
    print("# SPDX-FileCopyrightText: 2026 The Plumbline authors")
    print("# SPDX-License-Identifier: BSL-1.0")
    print("# made by make.py")
    print("table,order,embedded_order,symmetric,symplectic,error_constant,digits,dense_order,mend,value")
    for file in sorted(os.listdir(os.path.join(HERE, "tables"))):
        name = file[:-5]
        table, x, decimals = read(name)
        if table["kind"] == "galerkin":
            continue  # the theory of these is that of their quadrature
        tolerance = mpf(10)**(mpf(-6) * decimals / 10) if decimals else mpf(10)**-270
        reach = 8 if "bhat" in x else 7
        order, largest = oc.order_reached(conditions(table, x, reach), tolerance)
        constant = error_constant(table, x, order, tolerance)
        embedded = ""
        if "bhat" in x:
            embedded = oc.order_reached(conditions(table, x, reach, x["bhat"]), tolerance)[0]
        symmetric, symplectic = seen(table, x, tolerance if decimals else mpf(0))
        digits = "exact" if largest < mpf(10)**-270 else int(mp.floor(-mp.log10(largest)))
        dense = oc.dense_order(x["A"], x["b"], x["dense"], 6, tolerance)[0] if "dense" in x else ""
        mend, right = WRONG.get(name) or ("", "")
        right = mp.nstr(value(right), 30) if right else ""
        print(",".join(str(v) for v in (name, order, embedded, str(symmetric).lower(), str(symplectic).lower(),
                                        mp.nstr(constant, 10), digits, dense, mend, right)))
        sys.stdout.flush()


if __name__ == "__main__":
    main()
