#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""The commands that share their work among the ranks of mpirun.

ranks.py PROGRAM bytes-COMMAND | kill-COMMAND | errors

Kind: property. What one process writes is what any number of ranks and threads must write.

- bytes: the same bytes from 2 and 3 ranks, with one thread and with two in each rank, as from one process.
- kill: a rank is killed at work under `mpirun --enable-recovery`. The others do its cases: the same bytes, and the rank is
  named.
- errors: wrong input is one line and the exit code that it has without mpirun.
"""
import os
import subprocess
import sys
import tempfile

from jobs import Job, bytes_of, require_mpi

NUMBERS = {"numbers.csv", "numbers.json", "results.md"}  # the pages also say how long it took
COMMANDS = {
    "sweep": ("sweep error double-pendulum --until 1/2 --over scheme=midpoint,simpson,leapfrog --over step=1/4,1/8,1/6 "
              "--over digits=16,34,40", None),
    "converge": ("converge double-pendulum --scheme midpoint,simpson,rk4 --until 1 --steps 10,20,40 --digits 34", None),
    "reproduce": ("reproduce ql-table2 ql-fig2 sl-newton nx-table2 rv-pendulum top-exact --digits 16", NUMBERS),
    "dataset": ("dataset double-pendulum --step 1/10 --steps 3 --digits 30", None),
}
# with enough work in each rank that one can be killed in the middle of it
LONG = {
    "sweep": ("sweep end double-pendulum --scheme simpson --step 1/100 --steps 1000 --digits 40 --over q1=0:1:600", None),
    "converge": ("converge double-pendulum --scheme simpson,rk4,gauss-collocation,lobatto:degree=3,lobatto:degree=4,"
                 "galerkin-gauss:degree=3,galerkin-gauss:degree=5 --until 1 --steps 3000,6000,12000 --digits 40", None),
    "reproduce": ("reproduce ql-table2 rv-arenstorf nx-table4 nx-table5", NUMBERS),
    "dataset": ("dataset double-pendulum --step 1 --steps 5 --digits 60", None),
}


def check(truth, what):
    if not truth:
        print("FAILED:", what)
        sys.exit(1)


def run(program, command, ranks, place, options=(), timeout=None, during=None):
    words, only = command
    folder = tempfile.mkdtemp(dir=place)
    job = Job(program, [*words.split(), "-o", "made"], ranks, folder, options, timeout)
    happened = during(job) if during else None
    code = job.wait()
    said = job.text("err")
    check(code == 0, f"{words} on {ranks} ranks: exit code {code}\n{said}")
    return bytes_of(os.path.join(folder, "made"), only), said, happened


def same_bytes(program, name, place):
    words, only = COMMANDS[name]
    alone = run(program, (words, only), 0, place)[0]
    for ranks, jobs in [(2, 1), (3, 1), (2, 2)]:
        found, said, _ = run(program, (f"{words} --jobs {jobs}", only), ranks, place)
        check(found == alone, f"{words}: {ranks} ranks with --jobs {jobs} wrote other bytes")
        check("plumbline:" not in said, said)


def kill(program, name, place):
    command = LONG[name]
    alone = run(program, command, 0, place)[0]
    ranks = 2 if name == "dataset" else 3  # a dataset has two computations
    begun = 0.6 if name == "converge" else 0.35  # seconds of the processor; each rank of converge computes the truth first
    named = f"plumbline: warning: rank {ranks - 1} ("
    for _ in range(3):
        found, said, killed = run(program, command, ranks, place, ["--enable-recovery"], 0.6,
                                  lambda job: job.kill_at_work(ranks - 1, begun))
        check(killed, f"{name} was over before a rank could be killed")
        check(found == alone, f"{name}: other bytes after the death of a rank")
        if named in said or "PMIX ERROR" not in said:  # the runtime of MPI may lose the notice of a death, and says so
            break
    check(named in said, f"rank {ranks - 1} is not named:\n{said}")


def errors(program, place):
    for words, code in [("sweep end pendulum --scheme leapfrog --over q1=0:1:3", 2), ("reproduce ql-tabel2", 2),
                        ("dataset pendulum --step 1 --steps 2 -o /proc", 4)]:
        alone = subprocess.run([program, *words.split()], capture_output=True, text=True, cwd=place, timeout=60)
        check(alone.returncode == code, f"{words}: exit code {alone.returncode}\n{alone.stderr}")
        job = Job(program, words.split(), 2, place)
        check(job.wait() == code, f"{words}: another exit code under mpirun")
        lines = [line + "\n" for line in job.text("err").splitlines() if line.startswith("plumbline:")]
        check("".join(lines) == alone.stderr, f"{words}: under mpirun it says\n{lines}\nalone\n{alone.stderr}")


def main():
    program = os.path.abspath(sys.argv[1])
    kind, _, name = sys.argv[2].partition("-")
    require_mpi(program)
    with tempfile.TemporaryDirectory() as place:
        if kind == "errors":
            errors(program, place)
        else:
            {"bytes": same_bytes, "kill": kill}[kind](program, name, place)


main()
