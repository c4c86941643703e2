#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""What a Lagrangian from a text file costs beside the same system in C++: instructions of one step (instructions.py).

The files bench/systems/*.toml have the textbook formulas of the catalogue's systems of the same names. `./run bench text`
calls this.

  --quick  16 and 64 digits, Simpson's scheme alone
  --check  exit with 1 when a ratio exceeds its limit in limits.toml, section [text]
  --write  put the table into docs/own-systems.md
"""
import argparse
import pathlib
import sys
import tomllib

from instructions import ROOT, fail, grouped, integrate, per_step, say, table

SYSTEMS = {"pendulum": "1/100", "double-pendulum": "1/100", "lagrange-top": "1/1000"}
DOCUMENT = ROOT / "docs" / "own-systems.md"
BEGIN, END = "<!-- generated: text -->", "<!-- end: text -->"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for option in ("--quick", "--check", "--write"):
        parser.add_argument(option, action="store_true")
    parser.add_argument("--program", default=ROOT / "build/release/plumbline", type=pathlib.Path)
    o = parser.parse_args()
    limits = tomllib.loads((ROOT / "bench/limits.toml").read_text())["text"]
    rows, beyond = [], []
    for system, step in SYSTEMS.items():
        for scheme in ["simpson"] if o.quick else ["simpson", "midpoint", "rk4"]:
            cells = []
            for digits in [16, 64] if o.quick else [16, 34, 64, 200]:
                steps = 200 if digits <= 16 else 40
                in_cpp, text = (per_step(integrate(o.program, name, scheme, step, digits), steps)
                                for name in (system, str(ROOT / f"bench/systems/{system}.toml")))
                ratio = text / in_cpp
                limit = limits["double"] if digits <= 16 else limits["above_double"]
                say(f"{scheme}, {system}, {digits} digits: {grouped(text)} from text, {grouped(in_cpp)} in C++: {ratio:.3f}")
                if ratio > limit:
                    beyond.append(f"{scheme}, {system}, {digits} digits: {ratio:.3f}, limit {limit}")
                cells.append(f"{ratio:.3f}")
            rows.append([system, scheme, *cells])
    result = table(["system", "scheme", *(f"{d} digits" for d in ([16, 64] if o.quick else [16, 34, 64, 200]))], rows, 2)
    print(result)
    if o.write:
        document = DOCUMENT.read_text(encoding="utf-8")
        if document.count(BEGIN) != 1 or document.count(END) != 1:
            fail(f"{DOCUMENT} lacks the markers {BEGIN} and {END}")
        before, rest = document.split(BEGIN)
        DOCUMENT.write_text(f"{before}{BEGIN}\n{result}\n{END}{rest.split(END)[1]}", encoding="utf-8")
    for line in beyond:
        print(f"bench: beyond its limit: {line}", file=sys.stderr)
    sys.exit(1 if beyond and o.check else 0)


if __name__ == "__main__":
    main()
