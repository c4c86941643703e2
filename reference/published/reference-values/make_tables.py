#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""The printed values of the TOML files beside this script as tables that `plumbline judge` reads.

make_tables.py writes NAME.csv for each NAME.toml: the names of the columns are those of examples/systems/, the digits are
those that are printed. A periodic orbit is one row: the start, printed again after one period.
"""
import pathlib
import re
import tomllib

here = pathlib.Path(__file__).parent


def plain(text):
    """0.7766e1 stays as it is printed; 2*pi is left to the command."""
    assert re.fullmatch(r"[-+]?[0-9.]+(e[-+]?[0-9]+)?", text), text
    return text


def write(name, columns, values, what):
    lines = [f"# {what}", ",".join(columns), ",".join(plain(v) for v in values)]
    (here / f"{name}.csv").write_text("\n".join(lines) + "\n")


def load(name):
    return tomllib.loads((here / f"{name}.toml").read_text())


d = load("pendulum-gni")
write("pendulum-gni", ["turns", "q1", "p1"], ["1", d["printed"]["q"], d["printed"]["p"]],
      "the pendulum q'' = -sin q from q = 0, p = 1; time in units of 2 pi")

d = load("pleiades")
names = [f"{c}{i}" for c in "xy" for i in range(1, 8)]
write("pleiades", ["t"] + names + ["v." + n for n in names],
      [d["time"]] + d["printed"]["x"] + d["printed"]["y"] + d["printed"]["vx"] + d["printed"]["vy"],
      "seven stars at t = 3")

d = load("outer-solar-system")
names = [body + axis for body in "jsunpo" for axis in "xyz"]
write("outer-solar-system", ["t"] + names + ["v." + n for n in names],
      [d["time"]] + d["printed"]["q"] + d["printed"]["p"], "the outer planets after 500,000 days")

d = load("arenstorf")
s = d["start"]
write("arenstorf", ["t", "x", "v.y"], [d["printed"]["period"], s["x"] + "0" * 26, s["vy"]],
      "the start after one printed period; x = 0.994 with zeros, as many digits as the velocity has")

d = load("lorenz-ab")
s = d["start"]
write("lorenz-ab", ["t", "x", "y"], [d["printed"]["period"], s["x"], s["y"]], "the start after one printed period")

d = load("figure-eight")
s = d["start"]
write("figure-eight", ["t", "x1", "y1", "v.x1", "v.y1"],
      [d["printed"]["period"], s["x1"], s["y1"], s["vx1"], s["vy1"]], "the start after one printed period")
