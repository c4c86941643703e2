#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Whether a program keeps as many digits as another one: schemes on systems, both at D digits against D + 40.

    bench/digits.py BEFORE AFTER [--digits 34,64] [--steps 300]

A line is a case with the errors of both after all steps, relative to each component or to 1, the geometric mean over
several starts. Ratios above 2 are marked; one start may lose by chance what another wins, so the mean decides.
Exits with 1 when a mean is worse by more than --most.
"""
import argparse
import concurrent.futures
import math
import subprocess
import sys

from mpmath import mp, mpf

SYSTEMS = {"harmonic-oscillator": (1, "1/100"), "pendulum": (1, "1/100"), "linear-double-pendulum": (2, "1/100"),
           "double-pendulum": (2, "1/100"), "lagrange-top": (3, "1/1000")}
SCHEMES = [("midpoint",), ("simpson",), ("lobatto", "degree=4"), ("galerkin-gauss", "degree=3"), ("galerkin-gauss", "degree=8"),
           ("gauss-collocation", "stages=3"), ("leapfrog",), ("rk4",), ("suris1",), ("discrete-gradient",),
           ("symplectic-euler",)]


def end(program, system, scheme, start, step, steps, digits):
    """The components of the state after all steps; nothing where the scheme does not fit."""
    command = [program, "integrate", system, "--scheme", scheme[0], "--step", step, "--steps", str(steps),
               "--every", str(steps), "--digits", str(digits), "--quiet"]
    command += [word for setting in scheme[1:] for word in ("--set", setting)]
    command += [word for value in start for word in ("--start", value)]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode != 0:
        return None
    return [mpf(x) for x in run.stdout.strip().split("\n")[-1].split(",")[1:]]


def starts(system, n, count):
    momentum = 100 if system == "lagrange-top" else 10
    for i in range(count):
        yield [f"q{k + 1}={7 + 3 * k}/10+{i}/50" for k in range(n)] + \
              [f"p{k + 1}={1 + k + i}/{momentum}" for k in range(n)]


def errors(options, system, scheme, digits):
    n, step = SYSTEMS[system]
    means = [[], []]
    for start in starts(system, n, options.starts):
        truth = end(options.before, system, scheme, start, step, options.steps, digits + 40)
        states = [end(p, system, scheme, start, step, options.steps, digits) for p in (options.before, options.after)]
        if truth is None or None in states:
            return None
        for mean, state in zip(means, states):
            error = max(abs(a - b) / max(1, abs(b)) for a, b in zip(state, truth, strict=True))
            mean.append(math.log(max(float(error), 10.0**(-digits - 1))))
    return [math.exp(sum(m) / len(m)) for m in means]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("--digits", default="16,34,64,200")
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--starts", type=int, default=4)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--most", type=float, default=3)
    options = parser.parse_args()
    digits = [int(d) for d in options.digits.split(",")]
    mp.dps = max(digits) + 60
    cases = [(d, system, scheme) for d in digits for system in SYSTEMS for scheme in SCHEMES]
    worst = 0.0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for (d, system, scheme), found in zip(cases, pool.map(lambda c: errors(options, c[1], c[2], c[0]), cases)):
            if found is None:
                continue
            ratio = found[1] / found[0]
            worst = max(worst, ratio)
            print(f"{d:4} {system:24} {' '.join(scheme):28} {found[0]:9.2e} {found[1]:9.2e} {ratio:6.2f}"
                  f"{'  ***' if ratio > 2 else ''}", flush=True)
    return 1 if worst > options.most else 0


if __name__ == "__main__":
    sys.exit(main())
