# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""The largest errors of mpmath on the sample that check_live wrote.

Reads lines `bits digits function name=value … reference`, computes the function with mpmath at `bits` bits of
precision and prints `digits function largest-error-in-ulp good count`, where good counts errors of at most 4 ulp. What takes
longer than two seconds or raises an exception counts as infinitely wrong.
"""
import signal
import sys

from mpmath import (ellipe, ellipf, ellipfun, ellipk, ellippi, elliprc, elliprd, elliprf, elliprj,
                    frexp, ldexp, mp, mpf, workprec)


class Timeout(Exception):
    pass


def on_alarm(signum, frame):
    raise Timeout


FUNCTIONS = {
    'sn': lambda a: ellipfun('sn', a['u'], m=a['m']),
    'cn': lambda a: ellipfun('cn', a['u'], m=a['m']),
    'dn': lambda a: ellipfun('dn', a['u'], m=a['m']),
    'K': lambda a: ellipk(a['m']),
    'E': lambda a: ellipe(a['m']),
    'F': lambda a: ellipf(a['phi'], a['m']),
    'EI': lambda a: ellipe(a['phi'], a['m']),
    'P': lambda a: ellippi(a['n'], a['m']),
    'PI': lambda a: ellippi(a['n'], a['phi'], a['m']),
    'RF': lambda a: elliprf(a['x'], a['y'], a['z']),
    'RC': lambda a: elliprc(a['x'], a['y']),
    'RD': lambda a: elliprd(a['x'], a['y'], a['z']),
    'RJ': lambda a: elliprj(a['x'], a['y'], a['z'], a['p']),
}


def main():
    signal.signal(signal.SIGALRM, on_alarm)
    results = {}
    with open(sys.argv[1], encoding='ascii') as samples:
        for line in samples:
            bits, digits, function, *arguments, reference = line.split()
            if function not in FUNCTIONS:
                continue
            count, worst, good = results.get((digits, function), (0, mpf(0), 0))
            mp.prec = int(bits)
            values = {}
            for argument in arguments:
                name, text = argument.split('=')
                values[name] = mpf(text)
            if 'm1' in values:
                values['m'] = 1 - values['m1']
            try:
                signal.setitimer(signal.ITIMER_REAL, 2)
                result = FUNCTIONS[function](values)
                signal.setitimer(signal.ITIMER_REAL, 0)
                with workprec(int(bits) + 80):
                    exact = mpf(reference)
                    unit = ldexp(1, frexp(exact)[1] - int(bits)) if exact else mpf(1)
                    error = abs(result - exact) / unit
            except (Timeout, ArithmeticError, ValueError):
                error = mpf('inf')
            except Exception as other:  # mpmath raises several of its own
                if 'onverge' not in type(other).__name__:
                    raise
                error = mpf('inf')
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
            if error != error:
                error = mpf('inf')
            worst = max(worst, error)
            good += error <= 4
            results[digits, function] = (count + 1, worst, good)
    for (digits, function), (count, worst, good) in results.items():
        print(digits, function, f'{float(worst):.3g}' if worst < 1e300 else mp.nstr(worst, 3), good, count)


main()
