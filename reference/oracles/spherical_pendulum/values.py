# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""The spherical pendulum by Taylor series of its equations of motion in Cartesian coordinates, in whole numbers: it shares nothing
with the closed form.

    r'' = -g e_z + c r,   c = (g z - |v|^2)/|r(0)|^2        (mass 1; |r| is the length of the rod)

Numbers are multiples of 2^-BITS, coefficients those of (t/h)^n. Two computations with other steps, terms and bits have to agree to
80 digits. Columns: the case, g, start, time, then r and v.

    python3 values.py > values.csv
"""
from fractions import Fraction
from operator import mul

TINY = "1/10000000"
CASES = {  # g, r, v, t
    "generic": ("981/100", "3/5,0,-4/5", "0,1,0", "7"),
    "rising": ("981/100", "3/5,0,-4/5", "4/5,-3/2,3/5", "5"),
    "above-the-pivot": ("10", "2/3,1/3,2/3", "1/3,-2/3,0", "4"),
    # within 1e-7 of the lowest position, again and again
    "near-the-bottom": ("10", "3/5,0,-4/5", f"0,{TINY},0", "9"),
    # within 1e-7 of the highest one, too
    "over-the-top": ("10", "0,0,-1", "7,0,0", "9"),
    "close-to-the-top": ("10", "3/5,0,-4/5", f"24/5,{TINY},18/5", "6"),
    "starts-at-the-bottom": ("10", "0,0,-2", "1,2,0", "6"),
    "starts-at-the-top": ("10", "0,0,1", "0,1/3,0", "5"),
    "from-rest": ("10", "4/5,0,-3/5", "0,0,0", "6"),
    "conical": ("48/5", "4/5,0,-3/5", "0,16/5,0", "6"),
    "near-the-cone": ("48/5", "4/5,0,-3/5", "0,3200000001/1000000000,0", "6"),
    "separatrix": ("4", "0,0,-1", "12/5,16/5,0", "6"),
    "below-the-separatrix": ("4", "0,0,-1", "39999999999999999999/10000000000000000000,0,0", "30"),
    "beyond-the-separatrix": ("4", "0,0,-1", "40000000000000000001/10000000000000000000,0,0", "30"),
    "great-circle": ("0", "3/5,0,-4/5", "0,1,0", "7"),
    "long": ("981/100", "3/5,0,-4/5", "0,1,0", "60"),
}


def run(g, r, v, t, terms, steps_a_unit, bits):
    fixed = lambda texts: [(Fraction(x).numerator << bits) // Fraction(x).denominator for x in texts.split(",")]
    steps = max(1, round(Fraction(t) * steps_a_unit))
    h = Fraction(t) / steps
    length = sum(Fraction(x) ** 2 for x in r.split(","))
    scaled = lambda x: (x.numerator << bits) // x.denominator
    gravity = scaled(h * h * Fraction(g))
    inverse = scaled(1 / length)
    r = fixed(r)
    v = [x * h.numerator // h.denominator for x in fixed(v)]  # h v
    for _ in range(steps):
        R, V, C = [[x] for x in r], [[x] for x in v], []
        for n in range(terms):
            conv = lambda a, b: sum(map(mul, a, reversed(b))) >> bits
            speed = conv(V[0], V[0]) + conv(V[1], V[1]) + conv(V[2], V[2])
            C.append(((gravity * R[2][n] >> bits) - speed) * inverse >> bits)
            forces = [conv(C, R[k]) for k in range(3)]
            if n == 0:
                forces[2] -= gravity
            for k in range(3):
                R[k].append(V[k][n] // (n + 1))
                V[k].append(forces[k] // (n + 1))
        r, v = [sum(s) for s in R], [sum(s) for s in V]
    return [Fraction(x, 1 << bits) for x in r] + [Fraction(x, 1 << bits) / h for x in v]


def decimal(x, digits=82):
    n = round(abs(x) * 10**digits)
    return ("-" if x < 0 else "") + str(n // 10**digits) + "." + str(n % 10**digits).zfill(digits)


def main():
    print("case,g,r,v,t," + ",".join(f"{s}{k}" for s in "rv" for k in range(3)))
    for name, (g, r, v, t) in CASES.items():
        # near the separatrix an error grows like exp(2 t)
        bits = 600 if "separatrix" in name or "top" in name else 400
        often = 64 if "separatrix" in name else 32  # steps in a unit of time
        first = run(g, r, v, t, 80, often, bits)
        second = run(g, r, v, t, 90, often + often // 8, bits + 40)
        worst = max(abs(a - b) for a, b in zip(first, second))
        assert worst < Fraction(1, 10**80), (name, float(worst))
        print(f"{name},{g},{r.replace(',', ' ')},{v.replace(',', ' ')},{t}," + ",".join(map(decimal, second)), flush=True)


main()
