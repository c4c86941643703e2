#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""values.csv and half_periods.csv: Weierstrass functions to 320 digits by Arb, PARI/GP and mpmath.

    python3 make_values.py        (system Python with mpmath; gp, gcc and libflint-arb-dev)

All arguments are exact in binary; `bits` is the significand that holds them. Every value comes from Arb (balls that
are narrow enough) and from PARI/GP; mpmath, which has no Weierstrass functions, checks them by theta functions. The
script stops where two programs differ by more than 1e-315, relative to the modulus; a small
component of a large value rests on Arb's balls alone.
"""
import functools
import os
import random
import subprocess
import sys
import tempfile
from fractions import Fraction as F

import mpmath
from mpmath import mp, mpc, mpf

HERE = os.path.dirname(os.path.abspath(__file__))
NAMES = ["p", "p_prime", "zeta", "sigma"]
mp.dps = 1000


def exact(x):
    """The exact decimal text of a dyadic fraction."""
    sign = "-" if x < 0 else ""
    x = abs(x)
    shift = x.denominator.bit_length() - 1
    assert x.denominator == 1 << shift
    digits = str(x.numerator * 5**shift)  # times 10^-shift
    if shift == 0:
        return sign + digits
    digits = digits.rjust(shift + 1, "0")
    text = (digits[:-shift] + "." + digits[-shift:]).rstrip("0").rstrip(".")
    return sign + text


def bits(x):
    n = abs(x.numerator)
    while n and n % 2 == 0:
        n //= 2
    return n.bit_length()


def rounded(x, significand):
    """An mpf as the nearest fraction of that many bits."""
    if x == 0:
        return F(0)
    exponent = int(mpmath.floor(mpmath.log(abs(x), 2))) + 1 - significand
    n = int(mpmath.nint(x * mpf(2) ** -exponent))
    return F(n) * F(2) ** exponent


def as_mpf(x):
    return mpf(x.numerator) / x.denominator


@functools.lru_cache(None)
def periods(g2, g3):
    """omega1, omega3 by the conventions, from the roots; only to choose arguments, and for mpmath's theta functions."""
    g2, g3 = as_mpf(g2), as_mpf(g3)
    with mpmath.workdps(2200):
        e = mpmath.polyroots([4, 0, -g2, -g3], maxsteps=2000, extraprec=8000)
        if g2**3 > 27 * g3**2:
            e = sorted((x.real for x in e), reverse=True)
            w1 = mpmath.pi / (2 * mpmath.agm(mpmath.sqrt(e[0] - e[2]), mpmath.sqrt(e[0] - e[1])))
            w3 = mpc(0, mpmath.pi / (2 * mpmath.agm(mpmath.sqrt(e[0] - e[2]), mpmath.sqrt(e[1] - e[2]))))
        else:
            r = min(e, key=lambda x: abs(x.imag)).real
            h = mpmath.sqrt(3 * r * r - g2 / 4)
            w1 = mpmath.pi / (2 * mpmath.agm(mpmath.sqrt((h + 3 * r / 2) / 2), mpmath.sqrt(h)))
            x = mpmath.pi / (2 * mpmath.agm(mpmath.sqrt((h - 3 * r / 2) / 2), mpmath.sqrt(h)))
            w3 = mpc(w1 / 2, x / 2)
        return w1, w3


def half(n):
    return F(1, 2**n)


LATTICES = [
    ("three-real", F("4.9375"), F("-1.25")),
    ("three-real-positive", F("10.5"), F("5.125")),
    ("one-real", F("1.9375"), F("-2.25")),
    ("one-real-positive", F("2.5"), F("7.75")),
    ("negative-g2", F("-3.5"), F("0.75")),
    ("lemniscatic", F(1), F(0)),
    ("lemniscatic-rhombic", F(-1), F(0)),
    ("equianharmonic", F(0), F(1)),
    ("equianharmonic-negative", F(0), F(-1)),
    ("large", F(5 * 2**60), F(-3 * 2**90)),
    ("tiny", F(5, 2**60), F(3, 2**90)),
    ("near-degenerate-a", F(3), 1 - half(50)),
    ("near-degenerate-b", F(3), 1 + half(50)),
    ("near-degenerate-c", F(3), half(50) - 1),
    ("near-degenerate-d", F(3), -1 - half(50)),
    ("roots-agree-30", F(3), 1 - half(200)),
    ("roots-agree-130", F(3), -1 - half(900)),
]


def arguments():
    source = random.Random(20261121)
    rows = []
    for name, g2, g3 in LATTICES:
        w1, w3 = periods(g2, g3)

        def cell(a, b):
            # a random point of that size, 53 bits a component
            return (rounded(w1 * a * mpf(source.uniform(-1, 1)), 53), rounded(w3.imag * b * mpf(source.uniform(-1, 1)), 53))

        points = [cell(1, 1), cell(1, 1), (cell(1, 1)[0], F(0)), (F(0), cell(1, 1)[1])]
        points.append(cell(7, 5))
        points.append(cell(3 * 2.0**40, 2.0**40))
        points.append(tuple(x * F(1, 2**300) for x in cell(1, 1)))
        points.append((rounded(w1, 53), F(0)))
        points.append((rounded(w3.real, 53), rounded(w3.imag, 53)))
        near = mpf(2) ** -36
        points.append((rounded(2 * w1 * (1 + near), 53), F(0)))
        points.append((rounded(2 * (w1 + w3.real) * (1 + near), 53), rounded(2 * w3.imag * (1 - near / 3), 53)))
        # nearer a pole than a double can be
        points.append((rounded(2 * w3.real * (1 + mpf(2) ** -75), 100), rounded(2 * w3.imag * (1 + mpf(2) ** -80), 110)))
        for re, im in points:
            huge = max(abs(as_mpf(re)) / w1, abs(as_mpf(im)) / w3.imag) > 50
            for which in range(4):
                if which == 3 and huge:
                    continue
                rows.append((name, which, max(map(bits, (g2, g3, re, im))), g2, g3, re, im))
    return rows


def by_arb(requests, folder):
    program = os.path.join(folder, "arb_values")
    subprocess.check_call(["gcc", "-O2", os.path.join(HERE, "arb_values.c"), "-o", program, "-lflint-arb", "-lflint", "-lm"])
    text = "".join("%d %s %s %s %s\n" % (r[1], *map(exact, r[3:7])) for r in requests)
    answer = subprocess.run([program], input=text, capture_output=True, text=True, check=True).stdout.splitlines()
    return [a.split() for a in answer]


GP = r"""
default(realprecision, 1100);
read_lattice(g2, g3) = my(w = ellperiods(ellinit([-g2/4, -g3/4])), a = w[1], b = w[2]); ellperiods([a, b], 1);
default(format, "e.330");
show(x) = print(real(x)); print(imag(x));
"""


def by_pari(requests, folder):
    lines = [GP]
    last = None
    for r in requests:
        if (r[3], r[4]) != last:
            last = (r[3], r[4])
            lines.append("w = read_lattice(%s, %s);" % last)
        z = "(%s) + I*(%s)" % (r[5], r[6])
        call = ["ellwp(w, %s)", "ellwp(w, %s, 1)[2]", "ellzeta(w, %s)", "ellsigma(w, %s)"][r[1]] % z
        lines.append("show(%s * 1.);" % call)
    script = os.path.join(folder, "values.gp")
    with open(script, "w") as out:
        out.write("\n".join(lines) + "\nquit\n")
    text = subprocess.run(["gp", "-q", "-f", "-s", "1G", script], capture_output=True, text=True, check=True).stdout
    numbers = [line.replace(" E", "E") for line in text.splitlines()]
    return list(zip(numbers[::2], numbers[1::2]))


def by_mpmath(r):
    """Theta functions (DLMF 23.6) in the basis with the smallest nome."""
    w1, w3 = periods(r[3], r[4])
    basis = [(w1, w3), (w3, -w1), (2 * w3 - w1, w3 - w1)]
    a, b = max(basis, key=lambda p: (p[1] / p[0]).imag)
    z = mpc(as_mpf(r[5]), as_mpf(r[6]))
    q = mpmath.exp(1j * mpmath.pi * b / a)
    # reduce: z = z0 + 2 m a + 2 n b
    det = a.real * b.imag - a.imag * b.real if isinstance(a, mpc) else a * b.imag
    a = mpc(a)
    m = mpmath.nint((z.real * b.imag - z.imag * b.real) / det / 2)
    n = mpmath.nint((a.real * z.imag - a.imag * z.real) / det / 2)
    z0 = z - 2 * m * a - 2 * n * b
    d1 = mpmath.jtheta(1, 0, q, 1)
    eta = -(mpmath.pi**2) * mpmath.jtheta(1, 0, q, 3) / (12 * a * d1)
    eta_b = (eta * b - 1j * mpmath.pi / 2) / a
    c = mpmath.pi / (2 * a)
    v = c * z0
    t = [mpmath.jtheta(1, v, q, k) for k in range(4)]
    l1 = t[1] / t[0]
    l2 = t[2] / t[0] - l1**2
    if r[1] == 0:
        return -eta / a - c**2 * l2
    if r[1] == 1:
        return -(c**3) * (t[3] / t[0] - 3 * t[1] * t[2] / t[0] ** 2 + 2 * l1**3)
    shift = 2 * m * eta + 2 * n * eta_b
    if r[1] == 2:
        return eta * z0 / a + c * l1 + shift
    sign = (-1) ** int(m + n + m * n)
    return sign * t[0] / (c * d1) * mpmath.exp(eta * z0**2 / (2 * a) + shift * (z0 + m * a + n * b))


def check(what, row, x, y, digits=315):
    size = max(abs(x), abs(y))
    if abs(x - y) > size * mpf(10) ** -digits:
        raise SystemExit("%s differs from Arb: %s g2=%s g3=%s z=%s %s: %s and %s" %
                         (what, NAMES[row[1]], *map(float, row[3:7]), mpmath.nstr(x, 20), mpmath.nstr(y, 20)))


def text_of(x):
    return mpmath.nstr(x, 320, min_fixed=-4, max_fixed=6) if x else "0"


def main():
    rows = arguments()
    lattices = [(name, 4, max(bits(g2), bits(g3)), g2, g3, F(0), F(0)) for name, g2, g3 in LATTICES]
    with tempfile.TemporaryDirectory() as folder:
        arb = by_arb(rows + lattices, folder)
        pari = by_pari(rows, folder)
    assert len(arb) == len(rows) + len(lattices) and len(pari) == len(rows), (len(arb), len(pari), len(rows))
    version = "# programs: Arb 2.23.0, PARI/GP %s, mpmath %s, Python %s\n" % (
        subprocess.run(["gp", "--version-short"], capture_output=True, text=True).stdout.strip(), mpmath.__version__, sys.version.split()[0])
    with open(os.path.join(HERE, "values.csv"), "w") as out:
        out.write("# lines: 3\n" + version + "# PARI and mpmath agree with Arb to 315 digits\n")
        out.write("case,function,bits,g2,g3,z_re,z_im,re,im\n")
        for row, a, p in zip(rows, arb, pari):
            value = mpc(a[0], a[1])
            check("PARI", row, value, mpc(p[0], p[1]))
            check("mpmath", row, value, by_mpmath(row))
            out.write(",".join([row[0], NAMES[row[1]], str(row[2])] + [exact(x) for x in row[3:7]] +
                               [text_of(value.real), text_of(value.imag)]) + "\n")
    with open(os.path.join(HERE, "half_periods.csv"), "w") as out:
        out.write("# lines: 3\n" + version + "# by Arb; omega1 and omega3 agree with mpmath's arithmetic-geometric mean to 315 digits\n")
        out.write("case,bits,g2,g3," + ",".join("%s_re,%s_im" % (n, n) for n in "omega1 omega3 e1 e2 e3 eta1 eta3".split()) + "\n")
        for row, a in zip(lattices, arb[len(rows):]):
            w1, w3 = periods(row[3], row[4])
            check("mpmath (omega1)", (0, 0) + row[2:], mpc(a[0], a[1]), w1)
            check("mpmath (omega3)", (0, 0) + row[2:], mpc(a[2], a[3]), w3)
            out.write(",".join([row[0], str(row[2]), exact(row[3]), exact(row[4])] + [text_of(mpf(x)) for x in a]) + "\n")


main()
