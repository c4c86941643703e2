#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""What a step costs: instructions, and time as a ratio to the same work by others. `./run bench` calls this.

Instructions of one step are counted by callgrind (instructions.py) for the steps listed in limits.toml. Times are ratios
of ours to a peer's, both run in turn; each peer must first arrive at the same state as we do. The peers in C, MPFR,
Arb and Boost.odeint are in the programs double_pendulum.cpp, pendulum.cpp and taylor.cpp, the one in Python is run from here.

  --instructions-only   without the peers
  --quick               fewer steps and rounds
  --check               exit with 1 when a limit of limits.toml is exceeded
  --write               put the tables into docs/performance.md
"""
import argparse
import concurrent.futures
import decimal
import json
import os
import pathlib
import platform
import re
import resource
import shlex
import statistics
import subprocess
import sys
import tempfile
import tomllib

from instructions import ROOT, fail, grouped, integrate, per_step, say, table, write_section

MPMATH = ROOT / "bench" / "peers" / "double_pendulum_mpmath.py"
NAMES = {"simpson": "simpson, double pendulum", "rk4": "rk4, double pendulum", "gradient": "gradient, double pendulum",
         "leapfrog": "leapfrog, pendulum", "suris1": "suris1, pendulum", "midpoint": "midpoint, pendulum",
         "discrete-gradient": "discrete-gradient, pendulum", "taylor-pendulum": "Taylor series, pendulum, t = 1"}
PEERS = {"MPFR": "MPFR by hand", "C": "C by hand", "odeint": "Boost.odeint", "Arb": "MPFR and Arb by hand",
         "Arb by hand": "Arb by hand"}


def output(command):
    run = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, text=True)
    if run.returncode != 0:
        fail(f"{' '.join(map(str, command))} failed with code {run.returncode}", 1)
    return run.stdout


def has_arb(program):
    """Whether the program uses Arb, which decides the limit that applies."""
    version = subprocess.run([str(program), "--version"], stdout=subprocess.PIPE, text=True).stdout  # it is loaded on demand
    return "FLINT " in version


def of_limit(cost, limit):
    if limit is None:
        return ""
    return f"{cost / limit:.2f}" if cost <= limit else f"**{cost / limit:.2f}**"


def digits_agreed(ours, theirs):
    """Decimal digits to which two states agree, relative to the largest number."""
    decimal.getcontext().prec = 80
    ours, theirs = ([decimal.Decimal(x) for x in state] for state in (ours, theirs))
    difference = max(abs(a - b) for a, b in zip(ours, theirs, strict=True))
    return 64.0 if difference == 0 else -float((difference / max(map(abs, theirs))).log10())


def system_of(row):
    """The name of a system, or the path of its file from the root of the tree."""
    return str(ROOT / row["system"]) if row["system"].endswith(".toml") else row["system"]


class Bench:
    def __init__(self, options):
        self.options = options
        self.program = options.build / "plumbline"
        self.programs = [options.build / "bin" / f"bench_{name}" for name in ("double_pendulum", "pendulum")]
        for path in [self.program] + ([] if options.instructions_only else self.programs):
            if not path.is_file():
                fail(f"{path} is not built; `./run bench` builds it")
        taylor = options.build / "bin" / "bench_taylor"  # with Arb only
        self.programs += [taylor] if taylor.is_file() else []
        with open(ROOT / "bench" / "limits.toml", "rb") as file:
            self.limits = tomllib.load(file)
        self.exceeded = []

    def judge(self, what, cost, limit):
        if limit is not None and cost > limit:
            self.exceeded.append(f"{what}: {cost:.4g}, at most {limit:.4g}")
        return of_limit(cost, limit)

    def pool(self, work):
        """Instruction counts do not disturb each other: as many at once as there are jobs."""
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            return list(pool.map(lambda call: call(), work))

    def steps(self, n):
        return max(5, n // 4) if self.options.quick else n

    # Instructions of our steps.

    def instructions(self):
        arb = has_arb(self.program)
        rows = self.limits["instructions"]
        say(f"counting instructions of {len(rows)} steps")
        costs = self.pool([
            lambda row=row: per_step(integrate(self.program, system_of(row), row["scheme"], row["step"], row["digits"],
                                               row.get("set", [])), self.steps(row["steps"])) for row in rows])
        lines = []
        for row, cost in zip(rows, costs):
            limit = row.get("limit") if arb else row.get("limit_mpfr")
            judged = self.judge(f"{row['what']}, {row['digits']} digits", cost, limit)
            lines.append([row["what"], str(row["digits"]), grouped(cost), grouped(limit) if limit else "", judged])
        return (f"Elementary functions: {'Arb, rounded as MPFR rounds' if arb else 'MPFR'}.\n\n" +
                table(["one step, h = 1/100 unless said", "digits", "instructions", "at most", "of the limit"], lines))

    # Times beside the peers.

    def limit_of_ratio(self, name, peer):
        return next((r["limit"] for r in self.limits["ratio"] if (r["what"], r["peer"]) == (name, peer)), None)

    def ratio_row(self, name, peer_name, peer, ratio, counts):
        limit = self.limit_of_ratio(name, peer)
        scheme, digits = name.rsplit("-", 1)
        shown = lambda x: f"{x:.2f}" if x >= 0.5 else f"1/{1 / x:.3g}"
        self.judge(f"{name} beside {peer_name}", ratio, limit)
        judged = shown(ratio) if limit is None or ratio <= limit else f"**{shown(ratio)}**"
        instructions = [grouped(counts[0]), grouped(counts[1]), shown(counts[0] / counts[1])] if counts else [""] * 3
        return [NAMES[scheme], digits, peer_name, judged, shown(limit) if limit else "", *instructions]

    def compiled_peers(self):
        compared = []
        for program in self.programs:
            say(f"timing {program.name}")
            for line in output([program] + (["--quick"] if self.options.quick else [])).splitlines():
                name, peer, _, _, _, _, ratio = line.split(",")
                compared.append((program, name, peer, float(ratio)))
        say(f"counting instructions of {len(compared)} peers")
        count = lambda program, name, peer, side: lambda: per_step(
            lambda n: [str(program), "--run", name, peer, side, str(n)],
            self.steps(50 if name.endswith("-64") else 2000))
        counts = self.pool([count(program, name, peer, side)
                            for program, name, peer, _ in compared for side in ("ours", "peer")])
        return [self.ratio_row(name, PEERS[peer], peer, ratio, counts[2 * i:2 * i + 2])
                for i, (_, name, peer, ratio) in enumerate(compared)]

    def mpmath(self):
        """The lines of mpmath, and its version; none where it is not installed."""
        can = lambda python, modules: subprocess.run([python, "-c", f"import {modules}"],
                                                     stderr=subprocess.DEVNULL).returncode == 0
        interpreters = [p for p in (sys.executable, "/usr/bin/python3") if os.path.exists(p)]
        python = next((p for modules in ("mpmath, gmpy2", "mpmath") for p in interpreters if can(p, modules)), None)
        if python is None:
            say("skipped: mpmath is not installed (python3-mpmath, python3-gmpy2)")
            return [], ""
        rows = []
        for name, scheme, peer, theirs, ours in (("simpson-64", "simpson", "mpmath", 20, 400),
                                                 ("rk4-64", "rk4", "mpmath", 100, 400),
                                                 ("rk4-64", "rk4-cramer", "mpmath, Cramer", 200, 400)):
            say(f"timing mpmath, {scheme}")
            our_run = lambda n: output([self.programs[0], "--run", name, "MPFR", "ours", n]).split()
            peer_run = lambda n: output([python, MPMATH, scheme, n]).split()
            agreed = digits_agreed(our_run(10)[1:], peer_run(10)[1:])
            if agreed < 60:
                fail(f"{name} and mpmath agree to {agreed:.1f} digits, 60 are wanted", 1)
            ratios = [float(our_run(ours)[0]) / float(peer_run(theirs)[0]) for _ in range(3 if self.options.quick else 9)]
            rows.append(self.ratio_row(name, peer, peer, statistics.median(ratios), None))
        return rows, ", " + output([python, MPMATH, "--version"]).strip()

    def compile_time(self):
        """Processor seconds of the compiler for a user's source with a system of its own at 64 digits."""
        row = self.limits["compile"]
        source = ROOT / row["source"]
        commands = json.loads((self.options.build / "compile_commands.json").read_text(encoding="utf-8"))
        command = next((c["command"] for c in commands if pathlib.Path(c["file"]) == source), None)
        compiler = re.search(r"^CMAKE_CXX_COMPILER:\w+=(.*)$",
                             (self.options.build / "CMakeCache.txt").read_text(encoding="utf-8"), re.M)
        if command is None or compiler is None:
            fail(f"the build in {self.options.build} does not know {row['source']}")
        words = shlex.split(command)
        includes = [part for i, word in enumerate(words) for part in
                    ([word] if word.startswith("-I") else words[i:i + 2] if word == "-isystem" else [])]
        say(f"compiling {row['source']}")
        times = []
        with tempfile.TemporaryDirectory() as folder:
            for _ in range(1 if self.options.quick else 3):
                before = resource.getrusage(resource.RUSAGE_CHILDREN)
                output([compiler[1], "-std=gnu++20", "-O2", *includes, "-c", source, "-o", f"{folder}/object.o"])
                after = resource.getrusage(resource.RUSAGE_CHILDREN)
                times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        seconds = min(times)
        self.judge(f"compiling {row['source']}", seconds, row["limit"])
        return (f"Compiling `{row['source']}` (a system of one's own at 64 digits, `-O2`): {seconds:.1f} s of processor "
                f"time, at most {row['limit']} s wanted.")

    def ratios(self):
        rows = self.compiled_peers()
        more, version = self.mpmath()
        rows = sorted(rows + more, key=lambda row: -int(row[1]))
        versions = output([self.programs[0], "--versions"]).strip() + version
        return "\n\n".join([
            f"{platform.machine()}, {versions}.",
            table(["one step", "digits", "peer", "time, ours / peer", "at most", "instructions, ours", "peer",
                   "ours / peer"], rows, 3),
            self.compile_time()])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "release", help="the build folder")
    parser.add_argument("--jobs", type=int, default=int(os.environ.get("PLUMBLINE_JOBS") or os.cpu_count() or 1),
                        help="instruction counts at the same time")
    for name in ("instructions-only", "quick", "check", "write"):
        parser.add_argument(f"--{name}", action="store_true")
    options = parser.parse_args()
    if options.write and options.quick:
        fail("--write wants the full run, without --quick", 2)
    bench = Bench(options)
    parts = {"instructions": bench.instructions}
    if not options.instructions_only:
        parts["ratios"] = bench.ratios
    for name, part in parts.items():
        text = part()
        print(text, end="\n\n", flush=True)
        if options.write:
            write_section(name, text)
    for line in bench.exceeded:
        say(f"over the limit: {line}")
    sys.exit(1 if options.check and bench.exceeded else 0)


main()
