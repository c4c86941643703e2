#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Random kills: nothing is lost, and the bytes are the same after resuming.

kills.py PROGRAM [COUNT] [SEED]

Kind: property. A seeded generator starts a job (`sweep` or `reproduce` with a checkpoint, one process with two threads, or
two or three ranks), kills one of its ranks, mpirun itself, or all ranks at a random moment, and resumes the job, with
another number of ranks and threads, until it comes to its end. What it then has written are the bytes of a run that nobody
killed, whatever happened on the way. A killed job either goes on to the same bytes (`--enable-recovery`) or leaves nothing
under the name of its output.
"""
import os
import random
import signal
import sys
import tempfile
import time

from jobs import Job, bytes_of, require_mpi

NUMBERS = {"numbers.csv", "numbers.json", "results.md"}
COMMANDS = [
    ("sweep end double-pendulum --scheme simpson --step 1/100 --steps 1000 --digits 40 --over q1=0:1:60", None),
    ("sweep error double-pendulum --until 1 --over scheme=midpoint,simpson --over step=1/50,1/100,1/150,1/200 "
     "--over digits=34,40,50", None),
    ("reproduce rv-pendulum rv-arenstorf rv-lorenz nx-table4 nx-table5", NUMBERS),
]


def fail(*what):
    print("FAILED:", *what)
    sys.exit(1)


def shot(job, ranks, rng):
    """Kills something of the job, and says what."""
    signals = [signal.SIGKILL, signal.SIGKILL, signal.SIGTERM]
    if ranks == 0:
        sent = rng.choice(signals)
        job.process.send_signal(sent)
        return f"the process by signal {sent}"
    victim = rng.choice([*range(ranks), "mpirun", "all"])
    pids = [job.pid_of(rank) for rank in (range(ranks) if victim == "all" else [victim])] if victim != "mpirun" else []
    if victim == "mpirun":
        job.process.send_signal(rng.choice(signals))
    for pid in pids:
        if pid is not None:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
    return f"{victim} of {ranks} ranks"


def all_gone(job, ranks):
    """Waits until no rank is left, as a batch system does before it starts the next job. None may outlive the job."""
    for _ in range(600):
        if all(job.pid_of(rank) is None for rank in range(ranks)):
            return
        time.sleep(0.05)
    fail("a rank outlives its job by 30 s")


def one(program, place, number, rng, alone):
    words, only = COMMANDS[number % len(COMMANDS)]
    folder = os.path.join(place, str(number))
    os.mkdir(folder)
    made = os.path.join(folder, "made")
    story = []
    for attempt in range(20):
        ranks = rng.choice([0, 2, 3])
        jobs = rng.choice([1, 2])
        recovers = ranks > 0 and rng.random() < 0.5
        resumed = os.path.exists(os.path.join(folder, "kept"))
        arguments = ([words.split()[0], "--resume", "kept"] if resumed else [*words.split(), "--checkpoint", "kept"])
        arguments += ["-o", "made", "--jobs", str(jobs), "--checkpoint-every", "0"]
        job = Job(program, arguments, ranks, folder, ["--enable-recovery"] if recovers else [], 2)
        if attempt < 4:
            begin = time.monotonic()
            moment = rng.uniform(0.1, 2.5)
            while job.process.poll() is None and time.monotonic() - begin < moment:
                time.sleep(0.01)
            if job.process.poll() is None:
                story.append(f"{moment:.2f} s: {shot(job, ranks, rng)}{', recovering' if recovers else ''}")
        code = job.wait()
        all_gone(job, ranks)
        story.append(f"exit code {code}")
        finished = os.path.exists(os.path.join(made, "numbers.json") if only else made)
        if code == 0 and attempt >= 4 and not finished:
            fail("exit code 0 without a kill, and nothing is written:", *story, job.text("err"))
        if finished and bytes_of(made, only) != alone[number % len(COMMANDS)]:
            fail("other bytes:", *story)
        if finished:
            return story
    fail("no end after 20 attempts:", *story, job.text("err"))
    return None


def main():
    program = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    require_mpi(program)
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as place:
        alone = []
        for number, (words, only) in enumerate(COMMANDS):
            folder = os.path.join(place, f"alone{number}")
            os.mkdir(folder)
            job = Job(program, [*words.split(), "-o", "made"], 0, folder)
            if job.wait() != 0:
                fail(words, job.text("err"))
            alone.append(bytes_of(os.path.join(folder, "made"), only))
        for number in range(count):
            print(number, "; ".join(one(program, place, number, rng, alone)), flush=True)


main()
