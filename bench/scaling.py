#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""How far `plumbline sweep` scales under mpirun: costs that are measured here, and a simulation of larger machines.

Measured on this machine, each as the difference of two runs of different length, divided by the difference of their cases:
  case        a rank reads, prepares and prints a case, without its steps; rank 0 reads every case once before it deals
  message     rank 0 receives the row of a case, keeps it and deals the next one (a job of cases that take no time)
  checkpoint  rank 0 writes one row into the checkpoint, which is written whole every 60 s

The simulation is one of discrete events. Rank 0 is a server that does one thing at a time: it takes messages in the order
in which they arrive, and writes the checkpoint when it is due. A worker computes a case and sends its row; it has the next
case already, except near the end, where it waits for two messages. The lengths of the cases are log-normal; the longest are dealt first. Workers die at random (exponential
lifetimes); rank 0 notices it after 30 s of silence, and another worker computes the case again.

  scaling.py            prints the tables
  scaling.py --write    writes them into docs/scaling.md
  scaling.py --simulate prints the table of the simulation with the costs that docs/scaling.md has
"""
import argparse
import heapq
import math
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time

import instructions as bench

DOCUMENT = bench.ROOT / "docs" / "scaling.md"
PROGRAM = bench.ROOT / "build" / "release" / "plumbline"

POLL = 2e-3  # rank 0 and the workers look for messages at least this often (validation/cli/cluster.cpp)
NETWORK = 20e-6  # assumed: one message on its way between two machines
SILENCE = 30.0  # after this long rank 0 gives a worker up
CHECKPOINT_EVERY = 60.0


def sweep(cases, folder, *more):
    return [str(PROGRAM), "sweep", "end", "pendulum", "--scheme", "leapfrog", "--step", "1/100", "--steps", "1",
            "--digits", "16", "--over", f"q1=0.1:3:{cases}", "-o", os.path.join(folder, "rows.csv"), "--quiet", *more]


def user_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def wall_seconds(command):
    begin = time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.monotonic() - begin


def difference(seconds, command_of, few, many, tries=5):
    """The least of some tries: other work on the machine only adds."""
    return (min(seconds(command_of(many)) for _ in range(tries)) -
            min(seconds(command_of(few)) for _ in range(tries))) / (many - few)


def measure():
    few, many = 2000, 10000
    with tempfile.TemporaryDirectory() as folder:
        saved = os.path.join(folder, "run.checkpoint")
        whole = difference(user_seconds, lambda n: sweep(n, folder, "--jobs", "1"), few, many)
        # the checkpoint is written once, at the end
        kept = difference(user_seconds, lambda n: sweep(n, folder, "--jobs", "1", "--checkpoint", saved,
                                                        "--checkpoint-every", "1000"), few, many)
        mpirun = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "2"]
        message = difference(wall_seconds, lambda n: mpirun + sweep(n, folder, "--jobs", "4"), few, many)
    return {"case": whole, "message": message, "checkpoint": max(kept - whole, 1e-6)}


def simulate(workers, mean, cases_each, costs, lifetime=math.inf, spread=0.5, seed=1):
    """(efficiency, deaths): the work of all cases over the time of all workers. Times in seconds."""
    draw = random.Random(seed)
    count = workers * cases_each
    lengths = sorted((draw.lognormvariate(math.log(mean) - spread**2 / 2, spread) for _ in range(count)), reverse=True)
    work = sum(lengths)
    waiting = list(reversed(range(count)))  # the longest at the end of the list, which is taken first
    busy_until = costs["case"] * count  # rank 0 reads every case before it deals the first
    due = busy_until + CHECKPOINT_EVERY
    kept = deaths = 0
    done = [False] * count
    events = []  # (time, kind, worker, case)
    alive = [True] * workers
    dies = [draw.expovariate(1 / lifetime) if lifetime < math.inf else math.inf for _ in range(workers)]
    ready, request, silent = 0, 1, 2
    for worker in range(workers):
        heapq.heappush(events, (busy_until, request, worker, -1))
    idle = []
    left = count
    now = 0.0
    while left:
        now, kind, worker, case = heapq.heappop(events)
        busy_until = max(busy_until, now)
        if busy_until >= due:  # the whole checkpoint is written
            busy_until += kept * costs["checkpoint"]
            due = busy_until + CHECKPOINT_EVERY
        if kind == silent:
            deaths += 1
            if case >= 0 and not done[case]:
                waiting.append(case)
        else:
            busy_until += costs["message"]
            if case >= 0 and not done[case]:
                done[case] = True
                kept += 1
                left -= 1
            if alive[worker]:
                idle.append(worker)
        while idle and waiting:
            taken = idle.pop()
            piece = waiting.pop()
            delay = POLL / 2 + NETWORK if len(waiting) <= 4 * workers else 0.0
            arrives = busy_until + delay
            ends = arrives + costs["case"] + lengths[piece]
            if ends > dies[taken]:
                alive[taken] = False
                heapq.heappush(events, (max(dies[taken], arrives) + SILENCE, silent, taken, piece))
            else:
                heapq.heappush(events, (ends + delay, request, taken, piece))
        if left and not events:
            return 0.0, deaths  # all workers are dead
    end = busy_until + count * costs["checkpoint"]
    return work / (workers * end), deaths


def measured_table(costs):
    rows = [["prepare, compute without steps and print a case (any rank)", f"{costs['case'] * 1e6:.0f}"],
            ["receive, keep and deal a case of no length (rank 0)", f"{costs['message'] * 1e6:.0f}"],
            ["write a row into the checkpoint (rank 0)", f"{costs['checkpoint'] * 1e6:.1f}"]]
    return bench.table(["cost of one case", "µs"], rows)


def simulated_table(costs):
    rows = []
    for mean in (0.01, 0.1, 1, 10, 100):
        row = [f"{mean:g} s"]
        for workers in (10, 100, 1000, 10000):
            row.append(f"{100 * simulate(workers, mean, 20, costs)[0]:.0f} %")
        day = 86400.0
        efficiency, deaths = simulate(10000, mean, 20, costs, lifetime=30 * day)
        row += [f"{100 * efficiency:.0f} %", str(deaths)]
        rows.append(row)
    return bench.table(["length of a case", "10", "100", "1,000", "10,000", "10,000, some die", "died"], rows)


def costs_of(text):
    numbers = [float(x) * 1e-6 for x in re.findall(r"\| +([0-9.]+) \|$", text.split("<!-- end: measured -->")[0], re.M)]
    return dict(zip(("case", "message", "checkpoint"), numbers))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="write the tables into docs/scaling.md")
    parser.add_argument("--simulate", action="store_true", help="take the costs from docs/scaling.md")
    arguments = parser.parse_args()
    text = DOCUMENT.read_text() if DOCUMENT.exists() else ""
    costs = costs_of(text) if arguments.simulate else measure()
    tables = {"measured": measured_table(costs), "simulated": simulated_table(costs)}
    for name, table in tables.items():
        print(table + "\n")
        if arguments.write:
            bench.write_section(name, table, DOCUMENT)


if __name__ == "__main__":
    main()
