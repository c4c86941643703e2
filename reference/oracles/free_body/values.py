# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""The free rigid body by Taylor series of its equations of motion, in whole numbers: it shares nothing with the closed form.

    Pi' = Pi x Omega,  Omega_k = Pi_k/I_k,   q' = q (0, Omega)/2

Numbers are multiples of 2^-BITS, coefficients those of (t/h)^n. Two computations with other steps, terms and bits have to agree to
70 digits. Columns: the case, moments, start (a quaternion of rational components and Pi), time, then q and p = 2 q (0, Pi).

    python3 values.py > values.csv
"""
from fractions import Fraction
from operator import mul

FINE = "100000000000000000000000000000"
CASES = {  # moments, Pi, t
    "generic": ("1,2,3", "1/10,4,3/5", "10"),
    "about-small": ("1,2,3", "2,3/2,1/5", "7"),
    "odd-order": ("3,1,2", "3/2,1/10,2", "6"),
    "negative": ("2,3,1", "-1/3,-3,-1/4", "8"),
    "separatrix": ("3,6,8", "1,1/2,2", "25"),
    "separatrix-other-axes": ("8,3,6", "-2,1,1/3", "25"),
    "near-separatrix": ("3,6,8", "1,1/2,200000000000000000000000000001/" + FINE, "700"),
    "beyond-separatrix": ("3,6,8", "1,1/2,199999999999999999999999999999/" + FINE, "700"),
    "near-axis": ("1,2,3", "1/100000000000000000000,1/300000000000000000000,2", "9"),
    "near-middle": ("1,2,3", "1/100000000000000000000,2,1/300000000000000000000", "120"),
    "symmetric-3": ("1,1,2", "1/2,1/3,1", "9"),
    "symmetric-1": ("1,2,2", "1/2,1/3,1", "9"),
    "nearly-symmetric": ("1,10000000000000000001/10000000000000000000,2", "1/2,1/3,1", "9"),
    "steady": ("1,2,3", "0,-2,0", "9"),
    "sphere": ("2,2,2", "1,2,-3", "5"),
}
START = "1/2,-1/2,1/10,7/10"


def run(moments, pi, t, terms, steps_a_unit, bits):
    fixed = lambda texts: [(Fraction(x).numerator << bits) // Fraction(x).denominator for x in texts.split(",")]
    steps = max(1, round(Fraction(t) * steps_a_unit))
    h = Fraction(t) / steps
    inverse = [1 / Fraction(m) for m in moments.split(",")]
    scaled = lambda x: (x.numerator << bits) // x.denominator
    j = [scaled(h * x) for x in inverse]
    d = [scaled(h * (inverse[(k + 2) % 3] - inverse[(k + 1) % 3])) for k in range(3)]
    pi, q = fixed(pi), fixed(START)
    for _ in range(steps):
        P, Q, W = [[x] for x in pi], [[x] for x in q], [[] for _ in range(3)]
        for n in range(terms):
            for k in range(3):
                W[k].append(j[k] * P[k][n] >> bits)  # h Omega
            conv = lambda a, b: sum(map(mul, a, reversed(b))) >> bits
            rates = [d[k] * conv(P[(k + 1) % 3], P[(k + 2) % 3]) >> bits for k in range(3)]
            c = [[conv(Q[a], W[k]) for k in range(3)] for a in range(4)]
            e = [-c[1][0] - c[2][1] - c[3][2], c[0][0] + c[2][2] - c[3][1],
                 c[0][1] - c[1][2] + c[3][0], c[0][2] + c[1][1] - c[2][0]]
            for k in range(3):
                P[k].append(rates[k] // (n + 1))
            for k in range(4):
                Q[k].append(e[k] // (2 * n + 2))
        pi, q = [sum(s) for s in P], [sum(s) for s in Q]
    twice = lambda x: x >> (bits - 1)
    p = [-twice(q[1] * pi[0] + q[2] * pi[1] + q[3] * pi[2]), twice(q[0] * pi[0] + q[2] * pi[2] - q[3] * pi[1]),
         twice(q[0] * pi[1] - q[1] * pi[2] + q[3] * pi[0]), twice(q[0] * pi[2] + q[1] * pi[1] - q[2] * pi[0])]
    return [Fraction(x, 1 << bits) for x in q + p]


def decimal(x, digits=72):
    n = round(abs(x) * 10**digits)
    return ("-" if x < 0 else "") + str(n // 10**digits) + "." + str(n % 10**digits).zfill(digits)


def main():
    print("case,moments,q,pi,t," + ",".join(f"{s}{k}" for s in "qp" for k in range(4)))
    for name, (moments, pi, t) in CASES.items():
        # near the separatrix an error grows to 1e30 times its size
        bits = 420 if "separatrix" in name or name == "near-middle" else 320
        often = 4 if "separatrix" in name else 8 if name == "near-middle" else 16  # steps in a unit of time
        first = run(moments, pi, t, 60, often, bits)
        second = run(moments, pi, t, 70, often + 2, bits + 40)
        worst = max(abs(a - b) for a, b in zip(first, second))
        assert worst < Fraction(1, 10**70), (name, float(worst))
        print(f"{name},{moments.replace(',', ' ')},{START.replace(',', ' ')},{pi.replace(',', ' ')},{t}," +
              ",".join(map(decimal, second)), flush=True)


main()
