# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Kepler's problem on a sphere by Taylor series of its equations of motion in whole numbers: it shares nothing with the closed form.

    r'' = -grad V - |v|^2 r/|r|^2,   V = -k z s,  s = 1/sqrt(|r|^2 - z^2),  s' = -s^3 (x x' + ... without z)       (mass 1)

z is the last coordinate. Numbers are multiples of 2^-BITS, coefficients those of (t/h)^n. Two computations with other steps, terms and
bits have to agree to 80 digits. Columns: the case, k, start, time, then r and v.

    python3 values.py > values.csv
"""
from fractions import Fraction
from math import isqrt
from operator import mul

CASES = {  # k, r, v, t
    "generic": ("2", "3/5,0,4/5", "1/3,1,-1/4", "7"),
    "on-the-three-sphere": ("2", "2/3,1/3,0,2/3", "1/3,-1,1,1/6", "7"),
    "radius-two": ("3", "6/5,0,8/5", "0,1,0", "9"),
    "across-the-equator": ("1", "3/5,0,4/5", "8/5,1,-6/5", "9"),
    "repelled": ("-1", "3/5,0,4/5", "0,1,0", "9"),
    "great-circle": ("0", "3/5,0,4/5", "1/3,1,-1/4", "7"),
    "equator": ("0", "1,0,0", "0,1,0", "3"),
    "circle": ("12/25", "4/5,0,3/5", "0,4/5,0", "5"),  # k = sin chi cos chi omega^2 sin^2 chi, omega = 1
    "fast": ("1/100", "3/5,0,4/5", "0,6,0", "5"),
    # the nearest approach is 5e-4
    "near-the-centre": ("1", "3/5,0,4/5", "0,1/20,0", "2"),
    "slow": ("1", "1,0,0", "0,1/100,1/2", "1/2"),
}


def root(x, bits):
    return isqrt((x.numerator << (2 * bits)) // x.denominator)


def run(k, r, v, t, terms, share, bits):
    """Steps are a share of the time in which the motion changes, sqrt(rho^3/k) or rho/|v|, as doubles give it."""
    fixed = lambda texts: [(Fraction(x).numerator << bits) // Fraction(x).denominator for x in texts.split(",")]
    place = [Fraction(x) for x in r.split(",")]
    square = sum(x * x for x in place)
    scaled = lambda x: (x.numerator << bits) // x.denominator
    inverse = scaled(1 / square)
    s = root(1 / (square - place[-1] ** 2), bits)
    r, v, left = fixed(r), fixed(v), Fraction(t)
    last = len(r) - 1
    conv = lambda a, b: sum(map(mul, a, reversed(b))) >> bits
    while left:
        rho = 2.0**bits / s
        speed = sum((x / 2.0**bits) ** 2 for x in v) ** 0.5
        h = min(left, Fraction(share * min(1, rho**1.5 / (abs(float(Fraction(k))) + 0.1) ** 0.5, rho / (speed + 0.1))).limit_denominator(10**8))
        left -= h
        strength = scaled(h * h * Fraction(k))
        R, V, S = [[x] for x in r], [[x * h.numerator // h.denominator] for x in v], [s]  # h v
        S2, S3, C, F, W = [], [], [], [], []
        for n in range(terms):
            S2.append(conv(S, S))
            S3.append(conv(S2, S))
            C.append(-sum(conv(x, x) for x in V) * inverse >> bits)
            F.append(-strength * conv(R[last], S3) >> bits)  # -k z s^3
            forces = [conv(C, x) for x in R]
            for i in range(last):
                forces[i] += conv(F, R[i])
            forces[last] += strength * S[n] >> bits
            W.append(sum(conv(R[i], V[i]) for i in range(last)))
            S.append(-conv(S3, W) // (n + 1))
            for i in range(last + 1):
                R[i].append(V[i][n] // (n + 1))
                V[i].append(forces[i] // (n + 1))
        r, v, s = [sum(x) for x in R], [sum(x) * h.denominator // h.numerator for x in V], sum(S)
    return [Fraction(x, 1 << bits) for x in r + v]


def decimal(x, digits=82):
    n = round(abs(x) * 10**digits)
    return ("-" if x < 0 else "") + str(n // 10**digits) + "." + str(n % 10**digits).zfill(digits)


def main():
    print("case,k,r,v,t,end")
    for name, (k, r, v, t) in CASES.items():
        first = run(k, r, v, t, 90, 1 / 22, 450)
        second = run(k, r, v, t, 100, 1 / 24, 490)
        worst = max(abs(a - b) for a, b in zip(first, second))
        assert worst < Fraction(1, 10 ** 80), (name, float(worst))
        print(f"{name},{k},{r.replace(',', ' ')},{v.replace(',', ' ')},{t}," + " ".join(map(decimal, second)), flush=True)


main()
