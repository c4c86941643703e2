# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""overhead.py PEER: what Python adds to a run of 10,000 steps and to a function call, at 64 digits.

PEER is the program of peer.cpp (target plumbline-python-peer). Times are of the processor, the least of several; calls of
functions are timed in short batches, so that some of them are not disturbed on a busy machine.
"""

import subprocess
import sys
import time

import plumbline


def least(calls, repeats, call):
    best = float("inf")
    for _ in range(repeats):
        begin = time.process_time()
        for _ in range(calls):
            call()
        best = min(best, (time.process_time() - begin) / calls)
    return best


def run(scheme):
    plumbline.integrate("double-pendulum", scheme=scheme, step="0.01", steps=10000, start={"q1": "0.785", "q2": "1.04"},
                        quiet=True)


half, third = plumbline.Real("1/2"), plumbline.Real("1/3")
here = {
    "rk4": least(1, 7, lambda: run("rk4")),
    "simpson": least(1, 7, lambda: run("simpson")),
    "ellint-k": least(30, 200, lambda: plumbline.ellint_k("1/3")),
    "jacobi-sn": least(30, 200, lambda: plumbline.jacobi_sn("1/2", "1/3")),
    "weierstrass-p": least(30, 200, lambda: plumbline.weierstrass_p("1/2", 4, 1)),
}
printed = subprocess.run([sys.argv[1]], capture_output=True, text=True, check=True).stdout
there = {name: float(seconds) for name, seconds in map(str.split, printed.splitlines())}
for name, seconds in here.items():
    peer = there[name]
    if name in ("rk4", "simpson"):
        print(f"{name:14} C++ {peer:.4f} s  Python {seconds:.4f} s  {100 * (seconds / peer - 1):+.1f} %")
    else:
        print(f"{name:14} C++ {peer * 1e6:6.2f} us Python {seconds * 1e6:6.2f} us  {(seconds - peer) * 1e6:+.2f} us")
