#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Command lines as nobody should type them, and streams that are closed or full.

hostile.py PROGRAM [COUNT] [SEED]

Kind: property. Good commands are damaged by a seeded generator: words are dropped, doubled, swapped or replaced. Whatever
comes out, the program ends within the time with one of its exit codes; a failure is one line `plumbline: error: ...`; nothing
is left in the folder but what -o names; and the same command gives the same result a second time.
"""
import os
import random
import resource
import subprocess
import sys
import tempfile

from files import write_files

program = os.path.abspath(sys.argv[1])
count = int(sys.argv[2]) if len(sys.argv) > 2 else 300
seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1

GOOD = [
    "integrate pendulum --scheme simpson --step 1/50 --steps 20",
    "integrate double-pendulum --scheme rk4 --step 0.01 --until 0.1 --digits 16 --observe energy,v1",
    "integrate lagrange-top --scheme midpoint --step 1/1000 --steps 5 --digits 34 --format json",
    "integrate pendulum --scheme lobatto --set degree=3 --step period/20 --steps 5 -o out.csv",
    "integrate bilinear-oscillator --scheme average-acceleration --step 1/100 --steps 10 --events none",
    "integrate pendulum --scheme leapfrog --step 1/50 --steps 20 --checkpoint kept --digits 16",
    "exact pendulum --times 0,period/4,-1 --digits 30",
    "exact lagrange-top --step 1/100 --steps 3",
    "converge pendulum --scheme rk4,leapfrog --until 1 --steps 10,20 --digits 16",
    "converge pendulum --scheme lobatto:degree=2 --until 1 --steps 10,20 --norm end --jobs 2",
    "measure energy-error pendulum --scheme simpson --step 1/20 --steps 20",
    "measure symplecticity pendulum --scheme midpoint --step 1/20",
    "measure period pendulum --set omega=1 --start q1=0 --start p1=1.8 --scheme suris1 --step 0.1 --count 2 --digits 16",
    "measure stability-limit harmonic-oscillator --scheme leapfrog",
    "evaluate ellint-k m=1/2 --digits 50",
    "evaluate weierstrass-p z=1/2+i/3 g2=4 g3=1",
    "list schemes --json",
    "show pendulum",
    "completion bash",
    "help integrate",
    "integrate --resume nothing",
    "integrate own.toml --scheme simpson --step 1/50 --steps 5 --start theta=1/2 --set g=9",
    "integrate pendulum --scheme own-scheme.toml --step 1/50 --steps 5 --digits 34",
    "integrate --run run.toml --steps 4",
    "integrate pendulum --certified --step 1/10 --steps 3 --digits 20",
    "show own.toml --json",
    "show own.toml --latex",
    "evaluate own.toml --start v.theta=1 --digits 20",
    "measure invariants own.toml --scheme rk4 --step 1/50 --steps 10 --digits 16",
    "audit own-scheme.toml --json",
    "audit midpoint",
    "sweep energy-error pendulum --scheme leapfrog --steps 10 --over step=1/10:1/20:3 --digits 16",
    "sweep end pendulum --scheme rk4 --step 1/20 --steps 5 --cases cases.csv --digits 16",
    "sweep error harmonic-oscillator --scheme rk4,leapfrog --until 1 --over step=1/10,1/20 --over k=1,2 --digits 16 --zip",
    "judge data.csv --system pendulum",
    "judge data.csv --system harmonic-oscillator --columns t,q1,p1 --from-first-row --input binary",
    "judge data.json --system pendulum --map a=q1 --unit a=1/2",
    "dataset pendulum --step 1/10 --steps 2 --digits 10 -o set",
    "dataset verify no-dataset --full --seed 3",
]
NASTY = [
    "", " ", "-", "--", "---", "=", "-o", "--help=1", "nan", "inf", "-inf", "1/0", "0/0", "1e999999999", "1e-999999999",
    "-0", "1e400", "99999999999999999999", "-1", "0", "0x10", "1,5", "1..2", "((((((((", "))))", "sqrt(-1)", "2^", "pi pi",
    "q1=", "=1", "q1=q1", "degree=0", "degree=1e9", "degree=-3", "sequence=,", "omega=0", "m=-1", "t=nan", "q99=1",
    "\t", "\n", "a\nb", "\x1b[31m", "\x01", "é", "日本", "'", '"', "$(touch hacked)", "`id`", ";", "%s%n%x", "\\", "*",
    "/", "/dev/null", "/dev/full", ".", "..", "/no/such/folder/x", "x" * 5000, "(" * 3000, "1" * 4000, "--" + "y" * 300,
    "lobatto:degree=", "lobatto:", ":", "lobatto:degree=2:degree=3", "rk4,,rk4", ",", "rk4,", "rk4,rk4", "system.toml",
    "own.toml", "own-scheme.toml", "cases.csv", "run.toml", "--run", "--over", "--cases", "k=1:2:3", "k=1:2", "k=::", "step=0:1:2",
    "digits=1:3:3", "scheme=rk4,", "q1=1/0:2:3", "q1=(1,2", "m=1e999999:2:3", "-o-", "--resume=run.toml", "--set=m", "\xff\xfe",
    "--digits=1", "--digits=0", "--steps=1000", "--format=xml", "--quiet", "--progress", "-V", "-h", "help",
]
rng = random.Random(seed)
failures = []


def damaged(words):
    words = list(words)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        place = rng.randrange(len(words)) if words else 0
        action = rng.randrange(6)
        if action == 0 and words:
            del words[place]
        elif action == 1 and words:
            words.insert(place, words[place])
        elif action == 2 and words:
            other = rng.randrange(len(words))
            words[place], words[other] = words[other], words[place]
        elif action == 3:
            words.insert(place, rng.choice(NASTY))
        elif action == 4 and words:
            name, equals, _ = words[place].partition("=")
            words[place] = name + "=" + rng.choice(NASTY) if equals else rng.choice(NASTY)
        elif words:
            letters = list(words[place])
            if letters:
                letters[rng.randrange(len(letters))] = chr(rng.randrange(33, 127))
            words[place] = "".join(letters)
    # nul bytes cannot be in an argument
    return [word.replace("\0", "") for word in words]


def run(words, folder, **streams):
    write_files(folder)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run([program, *words], cwd=folder, stdin=subprocess.DEVNULL, timeout=60,
                              stdout=streams.get("stdout", subprocess.PIPE), stderr=streams.get("stderr", subprocess.PIPE))
    except subprocess.TimeoutExpired:
        return None, 60
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def check(words, folder):
    done, seconds = run(words, folder)
    if done is None:
        return "hangs"
    # a word that is a big task is not a hang: the generator has none that takes longer than this
    if seconds > 5:
        return f"takes {seconds:.1f} s"
    err = done.stderr.decode("utf-8", "replace")
    if done.returncode not in (0, 1, 2, 3, 4):
        return f"exit code {done.returncode}: {err[:200]}"
    lines = err.splitlines()
    errors = [line for line in lines if line.startswith("plumbline: error: ")]
    if done.returncode in (2, 3, 4) and (len(errors) != 1 or lines[-1] != errors[0]):
        return f"exit code {done.returncode} without one line of error: {err[:300]!r}"
    if done.returncode == 0 and errors:
        return f"exit code 0 with an error: {err[:300]!r}"
    if any(not line.startswith(("plumbline: error: ", "plumbline: warning: ")) for line in lines):
        return f"says something else: {err[:300]!r}"
    if done.returncode in (2, 4) and done.stdout:
        return "a refused command writes to standard output"
    left = [name for name in os.listdir(folder) if name.startswith(".") or name == "hacked"]
    if left:
        return f"leaves {left}"
    return None


for n in range(count):
    words = damaged(GOOD[n % len(GOOD)].split(" "))
    with tempfile.TemporaryDirectory() as folder:
        wrong = check(words, folder)
        if wrong is None and n % 10 == 0 and "--checkpoint" not in words:
            first, _ = run(words, folder)
            again, _ = run(words, folder)
            if (first.returncode, first.stdout, first.stderr) != (again.returncode, again.stdout, again.stderr):
                wrong = "two runs differ"
    if wrong:
        failures.append(f"{words!r}: {wrong}"[:700])

full = open("/dev/full", "wb", buffering=0)
for n, command in enumerate(GOOD):
    words = command.split(" ")
    with tempfile.TemporaryDirectory() as folder:
        plain, _ = run(words, folder)
    with tempfile.TemporaryDirectory() as folder:
        done, _ = run(words, folder, stderr=full)
        if done is None or done.returncode != plain.returncode or done.stdout != plain.stdout:
            failures.append(f"{command}: a full standard error changes the result")
    with tempfile.TemporaryDirectory() as folder:
        write_files(folder)
        done = subprocess.run(["sh", "-c", 'exec "$0" "$@" 2>&-', program, *words], cwd=folder, stdout=subprocess.PIPE,
                              timeout=60)
        if done.returncode != plain.returncode or done.stdout != plain.stdout:
            failures.append(f"{command}: a closed standard error changes the result")
    if plain.stdout:
        with tempfile.TemporaryDirectory() as folder:
            done, _ = run(words, folder, stdout=full)
            if done is None or done.returncode != 4:
                failures.append(f"{command}: a full standard output is not exit code 4")
            write_files(folder)
            done = subprocess.run(["sh", "-c", 'exec "$0" "$@" >&-', program, *words], cwd=folder, stderr=subprocess.PIPE,
                                  timeout=60)
            if done.returncode != 4:
                failures.append(f"{command}: a closed standard output is exit code {done.returncode}")

print("\n".join(failures) if failures else f"{count} command lines and {len(GOOD)} with closed and full streams: as they must")
sys.exit(1 if failures else 0)
