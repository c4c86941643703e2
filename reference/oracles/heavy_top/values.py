# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""The Lagrange top, quaternions, by Taylor series of its equations of motion in whole numbers: it shares nothing with the closed form.

    Pi' = Pi x Omega + gamma x c,  Omega_k = Pi_k/I_k,   gamma = R(q)^T u,   q' = q (0, Omega)/2        (V = u R c)

Numbers are multiples of 2^-BITS, coefficients those of (t/h)^n. Two computations with other steps, terms and bits have to agree to
80 digits. Columns: the case, moments about the fixed point, u, c, the start (q, Pi), the time, then q and p = 2 q (0, Pi).

    python3 values.py > values.csv
"""
from fractions import Fraction
from operator import mul

TILTED = "4/5,3/5,0,0"  # cos of the angle: 7/25
CASES = {  # moments, u, c, q, Pi, t
    "generic": ("2,2,1", "0,0,1", "0,0,3", "1/2,1/2,-1/10,7/10", "1,1/2,3", "5"),
    # Omega = (0, 150, -4.61538): the axis passes the downward vertical within 7e-7 rad after half a period of nutation
    "multibody": ("975/64,15/32,975/64", "0,0,2943/20", "0,1,0", "1,0,0,0", "0,1125/16,-8999991/128000", "1"),
    "multibody-at-the-bottom": ("975/64,15/32,975/64", "0,0,2943/20", "0,1,0", "1,0,0,0", "0,1125/16,-8999991/128000",
                                "3726034738/10000000000"),
    "axis-1": ("1,3,3", "0,2,0", "-1,0,0", TILTED, "2,1,-1", "4"),
    "tilted-gravity": ("2,2,1", "1,2,-2", "0,0,1", TILTED, "1,0,2", "4"),
    "sphere": ("2,2,2", "0,0,1", "1,2,2", TILTED, "1,0,2", "4"),
    # gamma = (0, 24/25, 7/25): j = s for Pi = (0, s 18/24, s)
    "through-the-top": ("2,2,1", "0,0,5", "0,0,1", TILTED, "4,3,4", "5"),
    "past-the-top": ("2,2,1", "0,0,5", "0,0,1", TILTED, "4,30000001/10000000,4", "5"),
    "through-the-bottom": ("2,2,1", "0,0,5", "0,0,1", TILTED, "1/3,-16/3,4", "5"),
    "past-the-bottom": ("2,2,1", "0,0,5", "0,0,1", TILTED, "1/3,-53333333/10000000,4", "5"),
    "starts-upright": ("2,2,1", "0,0,5", "0,0,1", "3/5,0,0,4/5", "1,1/2,1", "4"),
    "starts-hanging": ("2,2,1", "0,0,5", "0,0,1", "0,3/5,4/5,0", "1,1/2,1", "4"),
    "sleeps": ("2,2,1", "0,0,5", "0,0,1", "3/5,0,0,4/5", "0,0,3", "4"),
    "hangs": ("2,2,1", "0,0,5", "0,0,1", "0,3/5,4/5,0", "0,0,3", "4"),
    # s^2 < 4 A W: the top rises on a spiral. j = s, h = W
    "falls-asleep": ("2,2,1", "0,0,25/4", "0,0,1", "4/5,0,3/5,0", "-3,3,4", "5"),
    "wakes": ("2,2,1", "0,0,25", "0,0,1", "1,0,0,0", "1/100000000000000000000,0,4", "12"),
    "no-spin": ("2,2,1", "0,0,5", "0,0,1", TILTED, "1,0,0", "5"),
    "no-weight": ("2,2,1", "0,0,0", "0,0,1", TILTED, "1,1/2,2", "5"),
    "fast": ("2,2,1", "0,0,5", "0,0,1", TILTED, "0,0,40", "3"),
}


def run(moments, up, centre, q, pi, t, terms, steps_a_unit, bits):
    fixed = lambda texts: [(Fraction(x).numerator << bits) // Fraction(x).denominator for x in texts.split(",")]
    steps = max(1, round(Fraction(t) * steps_a_unit))
    h = Fraction(t) / steps
    inverse = [1 / Fraction(m) for m in moments.split(",")]
    up, centre = [Fraction(x) for x in up.split(",")], [Fraction(x) for x in centre.split(",")]
    scaled = lambda x: (x.numerator << bits) // x.denominator
    length = sum(Fraction(x) ** 2 for x in q.split(","))
    j = [scaled(h * x) for x in inverse]
    d = [scaled(h * (inverse[(k + 2) % 3] - inverse[(k + 1) % 3])) for k in range(3)]
    w = [[scaled(h * up[a] * centre[b] / length) for b in range(3)] for a in range(3)]
    pi, q = fixed(pi), fixed(q)
    for _ in range(steps):
        P, Q, W = [[x] for x in pi], [[x] for x in q], [[] for _ in range(3)]
        for n in range(terms):
            for k in range(3):
                W[k].append(j[k] * P[k][n] >> bits)  # h Omega
            conv = lambda a, b: sum(map(mul, a, reversed(b))) >> bits
            s = [[conv(Q[a], Q[b]) if b >= a else 0 for b in range(4)] for a in range(4)]
            R = [[s[0][0] + s[1][1] - s[2][2] - s[3][3], 2 * (s[1][2] - s[0][3]), 2 * (s[1][3] + s[0][2])],
                 [2 * (s[1][2] + s[0][3]), s[0][0] - s[1][1] + s[2][2] - s[3][3], 2 * (s[2][3] - s[0][1])],
                 [2 * (s[1][3] - s[0][2]), 2 * (s[2][3] + s[0][1]), s[0][0] - s[1][1] - s[2][2] + s[3][3]]]
            # (gamma x c)_k, gamma_b = sum over a of R_ab u_a
            pair = lambda b, c: sum(R[a][b] * w[a][c] >> bits for a in range(3))
            rates = [(d[k] * conv(P[(k + 1) % 3], P[(k + 2) % 3]) >> bits) +
                     pair((k + 1) % 3, (k + 2) % 3) - pair((k + 2) % 3, (k + 1) % 3) for k in range(3)]
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


def decimal(x, digits=82):
    n = round(abs(x) * 10**digits)
    return ("-" if x < 0 else "") + str(n // 10**digits) + "." + str(n % 10**digits).zfill(digits)


def main():
    print("case,moments,up,centre,q,pi,t," + ",".join(f"{s}{k}" for s in "qp" for k in range(4)))
    for name, case in CASES.items():
        moments, up, centre, q, pi, t = case
        often = 400 if "multibody" in name or name == "fast" else 32  # steps in a unit of time
        bits = 600 if name == "wakes" else 450
        first = run(*case, 80, often, bits)
        second = run(*case, 90, often + 4, bits + 40)
        worst = max(abs(a - b) for a, b in zip(first, second))
        assert worst < Fraction(1, 10**80), (name, float(worst))
        print(",".join([name] + [x.replace(",", " ") for x in case] + list(map(decimal, second))), flush=True)


main()
