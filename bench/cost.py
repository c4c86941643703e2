#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""How the cost of a step grows: against digits, against the bodies of a chain, against the degree of the scheme.

Cost is instructions of one step (instructions.py). The exponent a of cost = c x^a is a least-squares fit on the
logarithms over the points that each series names. `./run bench cost` calls this.

  --quick   fewer points
  --check   exit with 1 when the chain's exponent exceeds its limit in limits.toml
  --write   put tables and exponents into docs/performance.md and the plots into docs/images/
"""
import argparse
import collections
import concurrent.futures
import math
import os
import pathlib
import subprocess
import sys
import tomllib

from instructions import ROOT, fail, grouped, integrate, per_step, say, table, write_section

# points: the values of x; fit: those from which on the exponent is fitted (below, other scalars or small sizes rule);
# command: x -> command of n steps; steps: x -> n
Series = collections.namedtuple("Series", "name points quick fit command steps")
Chart = collections.namedtuple("Chart", "name title x series")


def charts(program):
    double_pendulum = lambda scheme, x, digits: integrate(program, "double-pendulum", scheme, "1/100", digits, x)
    digits = [16, 25, 34, 40, 50, 64, 80, 100, 150, 200, 300, 500, 700, 1000]
    bodies = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64]
    degrees = [1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16]
    return [
        Chart("digits", "double pendulum, h = 1/100, against decimal digits", "digits", [
            Series(scheme, digits, [16, 64, 100, 200], 100, lambda d, s=scheme: double_pendulum(s, [], d),
                   # FLINT is loaded at the 256th elementary function that it serves: before the first of the two runs ends
                   lambda d: max(64, min(200, 4000 // d))) for scheme in ("simpson", "rk4")]),
        Chart("bodies", "simpson, chain of n pendula, h = 1/100, against n", "n", [
            Series(f"{d} digits", bodies, [1, 4, 16], 8,
                   lambda n, d=d: integrate(program, "pendulum-chain", "simpson", "1/100", d, [f"n={n}"]),
                   lambda n: max(4, 64 // n)) for d in (16, 64)]),
        Chart("degree", "double pendulum, h = 1/100, 64 digits, against the degree", "degree", [
            Series(scheme, degrees, [1, 2, 4], 2, lambda s, name=scheme: double_pendulum(name, [f"degree={s}"], 64),
                   lambda s: max(8, 64 // s)) for scheme in ("lobatto", "galerkin-gauss")]),
    ]


def knows(program, system):
    return subprocess.run([str(program), "show", system], stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL).returncode == 0


def exponent(points):
    """c and a of cost = c x^a."""
    x, y = [math.log(p[0]) for p in points], [math.log(p[1]) for p in points]
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    a = sum((u - mean_x) * (v - mean_y) for u, v in zip(x, y)) / sum((u - mean_x) ** 2 for u in x)
    return math.exp(mean_y - a * mean_x), a


def plot(chart, measured, fits, file):
    """A small SVG: the points of each series and its fitted line."""
    colours = ("#1f5fa8", "#b5651d")
    data, lines = [], []
    for i, series in enumerate(chart.series):
        data.append(f"$d{i} << E\n" + "\n".join(f"{x} {y}" for x, y in measured[i]) + "\nE")
        factor, a = fits[i]
        first = min(x for x, _ in measured[i] if x >= series.fit or x == measured[i][-2][0])
        lines.append(f"$d{i} using 1:2 with points pt {5 + 2 * i} ps 0.5 lc rgb '{colours[i]}' title '{series.name}'")
        lines.append(f"[{first}:{measured[i][-1][0]}] {factor} * x**{a} with lines lc rgb '{colours[i]}' "
                     f"title '{chart.x}^{{{a:.2f}}}'")
    script = "\n".join(data) + f"""
set terminal svg size 480,320 font 'sans-serif,11' background 'white'
set output '{file}'
set logscale xy
set format y '10^{{%L}}'
set xtics ({', '.join(str(x) for x in measured[0] and [p[0] for p in measured[0]][::2])})
set key right bottom
set title '{chart.title}'
set xlabel '{chart.x}'
set ylabel 'instructions of a step'
plot {', '.join(lines)}
"""
    run = subprocess.run(["gnuplot"], input=script, text=True, stderr=subprocess.PIPE)
    if run.returncode != 0:
        fail(f"gnuplot: {run.stderr}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "release", help="the build folder")
    parser.add_argument("--jobs", type=int, default=int(os.environ.get("PLUMBLINE_JOBS") or os.cpu_count() or 1),
                        help="counts at the same time")
    for name in ("quick", "check", "write"):
        parser.add_argument(f"--{name}", action="store_true")
    options = parser.parse_args()
    if options.write and options.quick:
        fail("--write wants the full run, without --quick", 2)
    program = options.build / "plumbline"
    if not program.is_file():
        fail(f"{program} is not built; `./run bench` builds it")
    limit = tomllib.loads((ROOT / "bench" / "limits.toml").read_text(encoding="utf-8"))["chain"]["exponent"]
    parts, exceeded = [], False
    for chart in charts(program):
        if chart.name == "bodies" and not knows(program, "pendulum-chain"):
            say("skipped: cost against bodies; this build has no system 'pendulum-chain'")
            continue
        say(f"counting: {chart.title}")
        points = chart.series[0].quick if options.quick else chart.series[0].points
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            costs = list(pool.map(lambda task: per_step(task[0].command(task[1]), task[0].steps(task[1])),
                                  [(series, x) for series in chart.series for x in points]))
        measured = [list(zip(points, costs[i * len(points):(i + 1) * len(points)])) for i in range(len(chart.series))]
        fits = [exponent([p for p in m if p[0] >= s.fit] if sum(x >= s.fit for x in points) > 1 else m[-2:])
                for s, m in zip(chart.series, measured)]
        rows = [[str(x), *(grouped(m[i][1]) for m in measured)] for i, x in enumerate(points)]
        rows.append([f"exponent, from {chart.series[0].fit} on", *(f"{a:.2f}" for _, a in fits)])
        text = f"### {chart.title[0].upper()}{chart.title[1:]}\n\n" + \
            table([chart.x, *(s.name for s in chart.series)], rows)
        if chart.name == "bodies":
            growth = [math.log(m[-1][1] / m[0][1]) / math.log(points[-1]) for m in measured]
            exceeded = max(growth) > limit
            text += (f"\n\n{points[-1]} pendula cost {points[-1]}^a times one, "
                     f"a = {' and '.join(f'{a:.2f}' for a in growth)}; at most {limit} is wanted.")
        if options.write:
            file = ROOT / "docs" / "images" / f"cost-{chart.name}.svg"
            plot(chart, measured, fits, file)
            text += f"\n\n![{chart.title}](images/{file.name})"
        print(text, end="\n\n", flush=True)
        parts.append(text)
    if options.write:
        write_section("cost", "\n\n".join(parts))
    if exceeded:
        say("over the limit: the cost of a chain")
    sys.exit(1 if options.check and exceeded else 0)


if __name__ == "__main__":
    main()
