#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Every table of the catalogue against the order conditions of conditions.py, to 1000 digits.

    python3 check_live.py PROGRAM        (PROGRAM: the program plumbline; half a minute)

Takes the coefficients from `PROGRAM audit NAME --refine 1000 --json`; of families for several numbers of stages. Each
condition up to the claimed order has to hold to 990 digits, one of the next order has to fail. Families are checked, too, by
the simplifying assumptions of Butcher that define them:

  B(p)  sum_i b_i c_i^(k-1) = 1/k           C(q)  sum_j a_ij c_j^(k-1) = c_i^k/k
  D(r)  sum_i b_i c_i^(k-1) a_ij = b_j (1 - c_j^k)/k
"""
import json
import re
import subprocess
import sys

from mpmath import mp, mpf

import conditions as oc

DIGITS = 1000
mp.dps = DIGITS + 40
HOLDS = mpf(10)**(10 - DIGITS)

# name: stages for its parameter, then p, q, r of B(p), C(q), D(r) for s stages
FAMILIES = {
    "gauss-collocation": ("stages", lambda s: (2 * s, s, s)),
    "radau-ia": ("stages", lambda s: (2 * s - 1, s - 1, s)),
    "radau-iia": ("stages", lambda s: (2 * s - 1, s, s - 1)),
    "lobatto-iiia": ("degree", lambda s: (2 * s - 2, s, s - 2)),
    "lobatto-iiib": ("degree", lambda s: (2 * s - 2, s - 2, s)),
    "lobatto-iiic": ("degree", lambda s: (2 * s - 2, s - 1, s - 1)),
    "lobatto": ("degree", None),
    "galerkin-gauss": ("degree", None),
}


def rows(program, *arguments):
    run = subprocess.run([program, *arguments, "--json"], capture_output=True, text=True)
    if run.returncode != 0:
        return None, run.stderr.strip()
    return json.loads(run.stdout)["rows"], ""


class table:
    def __init__(self, listed):
        self.claim = next(int(r[2]) for r in listed if r[0] == "order")
        self.embedded = next((int(r[2]) for r in listed if r[0] == "embedded-order"), None)
        self.entries = {}
        for name, value, *_ in listed:
            m = re.fullmatch(r"([A-Za-z]+)\[(\d+)\](?:\[(\d+)\])?", name)
            if m:
                self.entries.setdefault(m[1], {})[tuple(int(k) - 1 for k in m.groups()[1:] if k)] = mpf(value)

    def vector(self, key):
        found = self.entries.get(key, {})
        return [found.get((i,), mpf(0)) for i in range(1 + max((k[0] for k in found), default=-1))]

    def matrix(self, key):
        s = len(self.vector("b"))
        found = self.entries.get(key, {})
        return [[found.get((i, j), mpf(0)) for j in range(s)] for i in range(s)]

    def conditions(self, order, weights="b", nystrom=False, alternating=False):
        if "gamma" in self.entries:
            return oc.composition(self.vector("gamma"), "alternating" if alternating else "symmetric", order)
        if "Abar" in self.entries:
            return oc.partitioned(self.matrix("A"), self.vector("b"), self.matrix("Abar"), self.vector("bbar"), order)
        if "A" in self.entries:
            return oc.runge_kutta(self.matrix("A"), self.vector(weights), order)
        a, b = self.vector("a"), self.vector("b")
        if nystrom:
            return oc.nystrom_of_pair(*oc.pair_of_splitting(a, b), order)
        return oc.splitting(a, b, order)


def order_of(conditions, most):
    p, largest = oc.order_reached(conditions, HOLDS)
    return (f"{most} or more" if p > most else p), largest


def simplifying(t, p, q, r):
    A, b, c = t.matrix("A"), t.vector("b"), t.vector("c")
    s = range(len(b))
    off = [abs(sum(b[i] * c[i]**(k - 1) for i in s) - mpf(1) / k) for k in range(1, p + 1)]
    off += [abs(sum(A[i][j] * c[j]**(k - 1) for j in s) - c[i]**k / k) for k in range(1, q + 1) for i in s]
    off += [abs(sum(b[i] * c[i]**(k - 1) * A[i][j] for i in s) - b[j] * (1 - c[j]**k) / k)
            for k in range(1, r + 1) for j in s]
    return max(off)


def quadrature(t):
    b, c = t.vector("b"), t.vector("c")
    k, largest = 1, mpf(0)
    while abs(sum(x * y**(k - 1) for x, y in zip(b, c)) - mpf(1) / k) < HOLDS:
        largest = max(largest, abs(sum(x * y**(k - 1) for x, y in zip(b, c)) - mpf(1) / k))
        k += 1
    return k - 1, largest


def main():
    program = sys.argv[1]
    listed = subprocess.run([program, "list", "schemes"], capture_output=True, text=True, check=True).stdout
    wrong = checked = 0

    def tell(name, good, text):
        nonlocal wrong, checked
        checked += 1
        wrong += not good
        print(f"{name}: {text}{'' if good else '  WRONG'}", flush=True)

    for name in (line.split()[0] for line in listed.splitlines()):
        if name in FAMILIES:
            parameter, assumptions = FAMILIES[name]
            for value in range(1, 7):
                found, reason = rows(program, "audit", name, "--set", f"{parameter}={value}", "--refine", str(DIGITS))
                t = table(found)
                if assumptions is None:
                    order, largest = quadrature(t)
                    tell(f"{name} {value}", order == t.claim, f"quadrature of order {order}, to {mp.nstr(largest, 2)}")
                    continue
                p, q, r = assumptions(len(t.vector("b")))
                largest = simplifying(t, p, q, max(r, 0))
                tell(f"{name} {value}", largest < HOLDS and t.claim == p,
                     f"B({p}) C({q}) D({r}) to {mp.nstr(largest, 2)}")
            continue
        found, reason = rows(program, "audit", name, "--refine", str(DIGITS))
        if found is None:
            if "has no table" not in reason:
                tell(name, False, reason)
            continue
        t = table(found)
        if "nodes" in t.entries:  # midpoint, simpson: of a family above
            continue
        nystrom = name.startswith(("blanes-moan-srkn", "calvo-sanz-serna"))
        reach = t.claim if t.claim > 8 else t.claim + 1
        order, largest = order_of(t.conditions(reach, nystrom=nystrom, alternating=name == "mclachlan-4"), t.claim)
        text = f"order {order}, to {mp.nstr(largest, 2)}"
        good = order == t.claim
        if t.embedded:
            embedded, _ = oc.order_reached(t.conditions(t.embedded + 1, weights="bhat"), HOLDS)
            good = good and embedded == t.embedded
            text += f"; embedded order {embedded}"
        tell(name, good, text)
    print(f"{checked} tables, {wrong} wrong")
    return 1 if wrong or checked < 60 else 0


if __name__ == "__main__":
    sys.exit(main())
