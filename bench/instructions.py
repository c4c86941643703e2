# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Instructions of one step, and the generated sections of docs/performance.md.

A program of n steps and the same program of 2 n steps run under callgrind. The difference of their instruction
counts, divided by n, is the cost of one step without start-up and output. The count does not depend on what else
the machine does.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs" / "performance.md"


def fail(message, code=4):
    print(f"bench: error: {message}", file=sys.stderr)
    sys.exit(code)


def say(message):
    print(f"bench: {message}", file=sys.stderr, flush=True)


def total(command):
    """Instructions that the command executes, its start-up included."""
    try:
        run = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command],
                             stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    except FileNotFoundError:
        fail("valgrind is not installed (packages.txt, section [bench])")
    found = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode != 0 or not found:
        fail(f"{' '.join(command)}\n{run.stderr}")
    return int(found[1])


def per_step(command_of, steps):
    """command_of(n) is the command of a run of n steps."""
    return (total(command_of(2 * steps)) - total(command_of(steps))) / steps


def integrate(program, system, scheme, step, digits, settings=()):
    """The command of n steps of `plumbline integrate` as a function of n."""
    options = [word for setting in settings for word in ("--set", setting)]
    return lambda n: [str(program), "integrate", system, "--scheme", scheme, "--step", step, "--steps", str(n),
                      "--every", str(n), "--quiet", "--digits", str(digits), *options]


def grouped(x):
    """Three significant digits with commas: 1,940,000."""
    digits = max(0, len(str(int(x))) - 3)
    return f"{int(round(x / 10**digits)) * 10**digits:,}"


def table(header, rows, right=1):
    """A Markdown table; the columns from number `right` on are numbers."""
    line = lambda cells: "| " + " | ".join(cells) + " |"
    rule = "|" + "|".join("---" if i < right else "---:" for i in range(len(header))) + "|"
    return "\n".join([line(header), rule, *map(line, rows)])


def write_section(name, text, path=DOCUMENT):
    """Replaces what stands between the markers of the section in a document."""
    begin, end = f"<!-- generated: {name} -->", f"<!-- end: {name} -->"
    document = path.read_text(encoding="utf-8")
    if document.count(begin) != 1 or document.count(end) != 1:
        fail(f"{path} lacks the markers {begin} and {end}")
    before, rest = document.split(begin)
    path.write_text(f"{before}{begin}\n{text.strip()}\n{end}{rest.split(end)[1]}", encoding="utf-8")
    say(f"wrote the section '{name}' of {path.relative_to(ROOT)}")
