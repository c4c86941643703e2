# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""overhead.py PEER [--times]: what Python adds to a run of 10,000 steps and to a function call, at 64 digits.

PEER is the program of peer.cpp (target plumbline-python-peer). The instructions of both are counted by valgrind, so that the
numbers do not depend on what else the machine does. A run costs F + S n for n steps; F and S follow from runs of 1, 500 and
1500 steps, of which the first shows what the start of the process takes, and what is told is their sum at n = 10,000. A
call's instructions are the difference of 20 and 120 calls. The threads of Python's runs are counted too, and their rows.

With --times: seconds of the processor instead, the least of several; calls of functions are timed in short batches, so that
some of them are not disturbed on a busy machine.
"""

import os
import re
import subprocess
import sys
import time

RUNS = ["rk4", "simpson"]
CALLS = {
    "ellint-k": "plumbline.ellint_k('1/3')",
    "jacobi-sn": "plumbline.jacobi_sn('1/2', '1/3')",
    "weierstrass-p": "plumbline.weierstrass_p('1/2', 4, 1)",
}
RUN = "plumbline.integrate('double-pendulum', scheme='{}', step='0.01', steps={}, start={{'q1': '0.785', 'q2': '1.04'}}, quiet=True)"
STEPS = 10000


def instructions(*command):
    """How many a command takes, all its threads together."""
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command], capture_output=True,
                          text=True, env=environment, check=True)
    return int(re.search(r"Collected\s*:\s*(\d+)", done.stderr).group(1))


def of_python(code):
    return instructions(sys.executable, "-c", f"import plumbline\n{code}")


def cost_of_run(count, nothing):
    """(F, S) from count(n), where `nothing` is what the process takes without a run."""
    few, many = 500, 1500
    each = (count(many) - count(few)) / (many - few)
    return count(few) - nothing - few * each, each


def count_all(peer):
    python_alone = of_python("pass")
    peer_alone = instructions(peer, "ellint-k", "0")
    for scheme in RUNS:
        there = cost_of_run(lambda n: instructions(peer, scheme, str(n)), peer_alone)
        here = cost_of_run(lambda n: of_python(RUN.format(scheme, n)), python_alone)
        run_there, run_here = (fixed + STEPS * each for fixed, each in (there, here))
        print(f"{scheme:14} C++ {there[1]:9.0f} a step, {there[0]:9.3g} besides   "
              f"Python {here[1]:9.0f} a step, {here[0]:9.3g} besides   "
              f"{STEPS} steps: {100 * (run_here / run_there - 1):+.2f} %", flush=True)
    few, many = 20, 120
    for name, call in CALLS.items():
        there = (instructions(peer, name, str(many)) - instructions(peer, name, str(few))) / (many - few)
        here = (of_python(f"for _ in range({many}): {call}") - of_python(f"for _ in range({few}): {call}")) / (many - few)
        print(f"{name:14} C++ {there:9.0f} a call   Python {here:9.0f} a call   {here - there:+.0f}", flush=True)


def least(calls, repeats, call):
    best = float("inf")
    for _ in range(repeats):
        begin = time.process_time()
        for _ in range(calls):
            call()
        best = min(best, (time.process_time() - begin) / calls)
    return best


def time_all(peer):
    import plumbline

    def seconds(calls, repeats, code):
        return least(calls, repeats, eval(f"lambda: {code}", {"plumbline": plumbline}))

    here = {scheme: seconds(1, 7, RUN.format(scheme, STEPS)) for scheme in RUNS}
    here |= {name: seconds(30, 200, call) for name, call in CALLS.items()}
    printed = subprocess.run([peer], capture_output=True, text=True, check=True).stdout
    there = {name: float(text) for name, text in map(str.split, printed.splitlines())}
    for name, taken in here.items():
        if name in RUNS:
            print(f"{name:14} C++ {there[name]:.4f} s  Python {taken:.4f} s  {100 * (taken / there[name] - 1):+.1f} %")
        else:
            print(f"{name:14} C++ {there[name] * 1e6:6.2f} us Python {taken * 1e6:6.2f} us  "
                  f"{(taken - there[name]) * 1e6:+.2f} us")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    (time_all if "--times" in sys.argv[2:] else count_all)(sys.argv[1])
