# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Values of the elliptic functions and of the pendulum by mpmath, 320 digits, as CSV files beside this script.

Arguments are binary numbers written out in full, with the number of significant bits that the longest of them
needs (column `bits`): in every precision with so many bits the argument is exact. Each value is computed at two
precisions, which must agree to 320 digits. See README.md for the cross-checks by other programs.

Conventions: DLMF; m = k^2, where m is empty m1 = 1 - m is given; am unwrapped.
"""
import csv
import os
import random
import sys
from fractions import Fraction

from mpmath import (agm, asinh, atan, atan2, cos, cosh, ellipe, ellipf, ellipfun, ellippi, elliprc,
                    elliprd, elliprf, elliprj, floor, mp, mpf, nstr, pi, sin, sinh, sqrt, tanh)

DIGITS = 320
HERE = os.path.dirname(os.path.abspath(__file__))
random.seed(20260729)


def dyadic(x, bits=53):
    """The nearest number with `bits` significant bits to x (an mpf, int, float or Fraction)."""
    if not isinstance(x, (int, Fraction)):
        x = mpf(x)
        man, exp = x.man_exp
        x = Fraction(man) * Fraction(2) ** exp
    x = Fraction(x)
    if x == 0:
        return x
    shift = bits - (abs(x.numerator).bit_length() - x.denominator.bit_length())
    scaled = x * Fraction(2) ** shift
    while abs(scaled) >= 2 ** bits:
        scaled /= 2
        shift -= 1
    return Fraction(round(scaled)) / Fraction(2) ** shift


def bits_of(x):
    n = abs(x.numerator)
    return (n >> ((n & -n).bit_length() - 1)).bit_length() if n else 1


def exact_text(x):
    """The finite decimal of a binary fraction."""
    if x.denominator == 1:
        return str(x.numerator)
    k = x.denominator.bit_length() - 1
    if x.denominator != 1 << k:
        raise SystemExit(f'make_oracles: {x} is not a binary fraction')
    return f'{x.numerator * 5 ** k}e-{k}'


def to_mpf(x):
    return mpf(x.numerator) / x.denominator


def text(x):
    return nstr(x, DIGITS, strip_zeros=True, min_fixed=-4, max_fixed=30)


def agreed(compute, what):
    """compute() at two precisions, rounded to DIGITS + 10 digits."""
    values = []
    for digits in (2 * DIGITS + 420, 3 * DIGITS + 340):
        mp.dps = digits
        values.append([+v for v in compute()])
    for a, b in zip(*values):
        if abs(a - b) > abs(b) * mpf(10) ** (-DIGITS - 10):
            raise SystemExit(f'make_oracles: mpmath does not agree with itself: {what}: {nstr(a, 20)} {nstr(b, 20)}')
    return values[1]


def parameters(m, m1):
    return (to_mpf(m), 1 - to_mpf(m)) if m is not None else (1 - to_mpf(m1), to_mpf(m1))


def complete_k(m1):
    return pi / (2 * agm(1, sqrt(m1)))


def jacobi(u, m, m1):
    m, m1 = parameters(m, m1)
    if u == 0:
        return mpf(0), mpf(1), mpf(1), mpf(0)
    u = to_mpf(u)
    if m == 1:
        return tanh(u), 1 / cosh(u), 1 / cosh(u), atan(sinh(u))
    if m == 0:
        return sin(u), cos(u), mpf(1), u
    sn, cn, dn = (ellipfun(f, u, m=m).real for f in ('sn', 'cn', 'dn'))
    am = atan2(sn, cn)
    if m < 1:
        am += 2 * pi * floor((pi * u / (2 * complete_k(m1)) - am) / (2 * pi) + mpf(1) / 2)
    return sn, cn, dn, am


def write(name, header, rows):
    with open(os.path.join(HERE, name), 'w', encoding='ascii', newline='') as f:
        f.write('# SPDX-FileCopyrightText: 2026 The Plumbline authors\n# SPDX-License-Identifier: BSL-1.0\n')
        f.write('# made by make_oracles.py, see README.md\n')
        writer = csv.writer(f, lineterminator='\n')
        writer.writerow(header)
        writer.writerows(rows)
    print(f'{name}: {len(rows)} rows')


TWO = Fraction(2)
BELOW_ONE = [(dyadic(0), None), (TWO ** -100, None), (TWO ** -30, None), (Fraction(1, 4), None), (Fraction(1, 2), None),
             (dyadic(Fraction(7, 10)), None), (dyadic(Fraction(99, 100)), None), (1 - TWO ** -30, None),
             (1 - TWO ** -52, None), (1 - TWO ** -84, None), (1 - TWO ** -200, None), (None, dyadic(Fraction(1, 10 ** 25))),
             (None, dyadic(Fraction(1, 10 ** 60))), (None, dyadic(Fraction(1, 10 ** 120))), (None, Fraction(3, 8)),
             (-TWO ** -40, None), (Fraction(-1, 2), None), (dyadic(-1), None), (Fraction(-29, 4), None),
             (dyadic(-10 ** 6), None), (-TWO ** 60, None)]
ONE = [(dyadic(1), None), (None, dyadic(0))]
ABOVE_ONE = [(1 + TWO ** -30, None), (Fraction(3, 2), None), (dyadic(2), None), (Fraction(4001, 4), None), (TWO ** 40, None),
             (None, -dyadic(Fraction(1, 10 ** 25)))]


def cell(x):
    return '' if x is None else exact_text(x)


def all_bits(*arguments):
    return max(bits_of(x) for x in arguments if x is not None)


def jacobi_rows():
    us = [TWO ** -200, dyadic(Fraction(1, 10 ** 9)), Fraction(1, 2), Fraction(5, 4), Fraction(-49, 16), Fraction(41, 2),
          dyadic(10 ** 9), dyadic(Fraction(123456789, 10)), dyadic(10 ** 22)]
    rows = []

    def add(u, m, m1):
        values = agreed(lambda: jacobi(u, m, m1), f'jacobi {u} {m} {m1}')
        rows.append([all_bits(u, m, m1), cell(m), cell(m1), exact_text(u)] + [text(v) for v in values])

    for i, (m, m1) in enumerate(BELOW_ONE + ONE + ABOVE_ONE):
        add(Fraction(5, 4), m, m1)
        for j in range(4):
            u = us[(i + 2 * j + j * j) % len(us)]
            if u != Fraction(5, 4) and not (abs(u) > 10 ** 5 and (m, m1) in ONE):
                add(u, m, m1)
    add(dyadic(0), Fraction(1, 2), None)
    add(dyadic(0), dyadic(3), None)
    add(Fraction(700), dyadic(1), None)
    # quarter periods K, 2K, 3K rounded to the working precision
    for m, m1 in [(Fraction(1, 2), None), (dyadic(Fraction(99, 100)), None), (None, dyadic(Fraction(1, 10 ** 25))),
                  (Fraction(-29, 4), None), (dyadic(2), None), (TWO ** -30, None)]:
        mp.dps = 3 * DIGITS
        parameter, complement = parameters(m, m1)
        k = complete_k(complement) if parameter < 1 else complete_k(1 - 1 / parameter) / sqrt(parameter)
        for multiple in (1, 2, 3):
            for bits in (53, 113, 214) + ((998,) if multiple == 3 else ()):
                mp.dps = 3 * DIGITS
                add(dyadic(multiple * k, bits), m, m1)
    write('jacobi.csv', ['bits', 'm', 'm1', 'u', 'sn', 'cn', 'dn', 'am'], rows)


def legendre(function, n, phi, m, m1):
    m, m1 = parameters(m, m1)
    n = None if n is None else to_mpf(n)
    phi = None if phi is None else to_mpf(phi)
    value = {'K': lambda: complete_k(m1), 'E': lambda: ellipe(m), 'F': lambda: ellipf(phi, m),
             'EI': lambda: ellipe(phi, m), 'P': lambda: ellippi(n, m), 'PI': lambda: ellippi(n, phi, m)}[function]()
    return [value.real]


def legendre_rows():
    rows = []

    def add(function, n, phi, m, m1):
        value = agreed(lambda: legendre(function, n, phi, m, m1), f'{function} {n} {phi} {m} {m1}')[0]
        rows.append([function, all_bits(n, phi, m, m1), cell(n), cell(phi), cell(m), cell(m1), text(value)])

    mp.dps = 3 * DIGITS
    phis = [TWO ** -150, dyadic(Fraction(1, 10 ** 7)), Fraction(1, 2), Fraction(3, 2), Fraction(-5, 2), dyadic(pi / 2, 53),
            dyadic(pi / 2, 113), dyadic(-3 * pi / 2, 214), dyadic(pi, 53), Fraction(201, 2), dyadic(10 ** 9)]
    ns = [Fraction(1, 4), dyadic(Fraction(9, 10)), 1 - TWO ** -40, Fraction(-1, 2), dyadic(-1000), -TWO ** 40, dyadic(0)]
    for i, (m, m1) in enumerate(BELOW_ONE):
        add('K', None, None, m, m1)
        add('E', None, None, m, m1)
        for j in range(3):
            phi = phis[(3 * i + j * 4) % len(phis)]
            add('F', None, phi, m, m1)
            add('EI', None, phi, m, m1)
        add('P', ns[i % len(ns)], None, m, m1)
        add('PI', ns[(i + 2) % len(ns)], phis[(5 * i) % len(phis)], m, m1)
    add('E', None, None, dyadic(1), None)
    for phi in (Fraction(1, 2), Fraction(3, 2), dyadic(pi / 2, 53) - TWO ** -52):
        add('F', None, phi, dyadic(1), None)
        add('EI', None, phi, dyadic(1), None)
        add('PI', Fraction(1, 4), phi, dyadic(1), None)
    add('EI', None, Fraction(201, 2), dyadic(1), None)
    for n in (dyadic(1), Fraction(5, 4)):
        add('PI', n, Fraction(1, 2), Fraction(1, 2), None)
    for m, m1 in ABOVE_ONE:
        mp.dps = 3 * DIGITS
        top = mp.asin(1 / sqrt(parameters(m, m1)[0]))
        for phi in (dyadic(top / 3), dyadic(top * (1 - mpf(2) ** -50), 53), dyadic(top, 113) - TWO ** -112 * dyadic(top, 2)):
            if phi < dyadic(top, 400):
                add('F', None, phi, m, m1)
                add('EI', None, phi, m, m1)
                add('PI', Fraction(-1, 2), phi, m, m1)
    write('legendre.csv', ['function', 'bits', 'n', 'phi', 'm', 'm1', 'value'], rows)


def carlson_rows():
    rows = []
    pool = [dyadic(1), Fraction(1, 2), dyadic(3), 1 + TWO ** -40, dyadic(Fraction(1, 10 ** 30)), dyadic(10 ** 20), Fraction(7, 8)]

    def add(function, *arguments):
        f = {'RF': elliprf, 'RC': elliprc, 'RD': elliprd, 'RJ': elliprj}[function]
        value = agreed(lambda: [f(*(to_mpf(x) for x in arguments)).real], f'{function} {arguments}')[0]
        padded = list(arguments) + [None] * (4 - len(arguments))
        rows.append([function, all_bits(*arguments)] + [cell(x) for x in padded] + [text(value)])

    for function, count in (('RF', 3), ('RC', 2), ('RD', 3), ('RJ', 4)):
        for _ in range(10):
            add(function, *(random.choice(pool) for _ in range(count)))
        for _ in range(5):
            add(function, *(dyadic(Fraction(random.random())) for _ in range(count)))
        add(function, dyadic(0), *(dyadic(k + 2) for k in range(count - 1)))
    write('carlson.csv', ['function', 'bits', 'x', 'y', 'z', 'p', 'value'], rows)


def pendulum(m, omega, q0, p0, t0, t):
    """The formulas of mathematics: half-angle functions, phase by F."""
    m, omega, q0, p0, t0, t = (to_mpf(x) for x in (m, omega, q0, p0, t0, t))
    s = p0 / (2 * m * omega)
    turns = floor(q0 / (2 * pi) + mpf(1) / 2)
    half = q0 / 2 - turns * pi
    square = sin(half) ** 2 + s ** 2
    k = sqrt(square)
    complement = (cos(half) - s) * (cos(half) + s)
    energy = p0 ** 2 / (2 * m) + m * omega ** 2 * (1 - cos(q0))
    if complement == 0:
        sign = 1 if p0 > 0 else -1
        u = sign * omega * (t - t0) + asinh(sin(half) / cos(half))
        return (2 * pi * turns + 2 * atan(sinh(u)), sign * 2 * m * omega / cosh(u), energy, mpf(0), mpf(0), k, complement)
    if complement > 0:
        phase = ellipf(atan2(sin(half), s), square).real
        u = omega * (t - t0) + phase
        sn, cn, dn = (ellipfun(f, u, m=square).real for f in ('sn', 'cn', 'dn'))
        return (2 * pi * turns + 2 * atan2(k * sn, dn), 2 * m * omega * k * cn, energy, 4 * complete_k(complement) / omega,
                2 * atan2(k, sqrt(complement)), k, complement)
    mu, mu1 = 1 / square, -complement / square
    quarter = complete_k(mu1)
    sign = 1 if p0 > 0 else -1
    u = k * omega * (t - t0) + sign * (ellipf(half, mu).real + 2 * turns * quarter)
    sn, cn, dn = (ellipfun(f, u, m=mu).real for f in ('sn', 'cn', 'dn'))
    am = atan2(sn, cn)
    am += 2 * pi * floor((pi * u / (2 * quarter) - am) / (2 * pi) + mpf(1) / 2)
    return sign * 2 * am, sign * 2 * m * omega * k * dn, energy, 2 * quarter / (k * omega), mpf(0), k, complement


def pendulum_rows():
    one = dyadic(1)
    two_pi = dyadic(2 * mp.pi, 53)
    starts = [(one, one, Fraction(3, 2), dyadic(0), dyadic(0)), (one, one, dyadic(0), one, dyadic(0)),
              (one, one, dyadic(0), -TWO ** -60, dyadic(0)), (one, one, dyadic(7), dyadic(-1), one),
              (one, one, dyadic(-20), Fraction(1, 4), Fraction(-3, 2)), (Fraction(5, 2), two_pi, dyadic(3), Fraction(1, 64), Fraction(1, 2)),
              (one, one, dyadic(0), dyadic(3), dyadic(0)), (one, one, dyadic(7), dyadic(-3), one),
              (Fraction(5, 2), two_pi, dyadic(-100), dyadic(40), dyadic(0)), (one, one, dyadic(0), dyadic(2), dyadic(0)),
              (one, one, dyadic(0), dyadic(-2), Fraction(1, 4)), (Fraction(1, 2), dyadic(4), dyadic(0), dyadic(4), dyadic(0))]
    for distance in (TWO ** -40, TWO ** -50, TWO ** -100, TWO ** -133, TWO ** -200):
        starts += [(one, one, dyadic(0), 2 - distance, dyadic(0)), (one, one, dyadic(0), 2 + distance, dyadic(0))]
    mp.dps = 3 * DIGITS
    starts += [(one, one, dyadic(mp.pi, 53), dyadic(0), dyadic(0)), (one, one, dyadic(mp.pi, 113), TWO ** -100, dyadic(0)),
               (one, one, dyadic(3 * mp.pi, 53), -TWO ** -70, dyadic(0))]
    rows = []
    for start in starts:
        for t in (Fraction(1, 2), Fraction(-7, 4), dyadic(9), dyadic(1000001), TWO ** 60):
            if start[2] == 0 and abs(start[3]) == 2 * start[0] * start[1] and abs(t) > 100:
                continue  # on the separatrix at rest for all digits
            values = agreed(lambda: pendulum(*start, t), f'pendulum {start} {t}')
            rows.append([all_bits(*start, t)] + [exact_text(x) for x in (*start, t)] + [text(v) for v in values])
    write('pendulum.csv', ['bits', 'm', 'omega', 'q0', 'p0', 't0', 't', 'q', 'p', 'energy', 'period', 'amplitude', 'modulus',
                           'complementary'], rows)


FILES = {'jacobi': jacobi_rows, 'legendre': legendre_rows, 'carlson': carlson_rows, 'pendulum': pendulum_rows}
for each in sys.argv[1:] or FILES:
    FILES[each]()
