#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""What the documents print is what the program prints.

check_documents.py SOURCE BUILD DOCUMENT ...

A fenced block is checked when the line before it (blank lines apart) is one of

    <!-- file: PATH -->      the block is that file, without its SPDX lines
    <!-- output: NAME -->    the block is what the example NAME prints, in a folder with the files of examples/papers/
    <!-- commands -->        lines after "$ " are run by sh in one empty folder; the lines between are what they print;
                             after <<'WORD' the lines until WORD belong to the command

In expected output `…` stands for any text within a line, and a line `…` for any number of lines.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

source, build = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
BLOCK = re.compile(r"<!-- (file|output|commands)(?:: (\S+))? -->\s*\n```\w*\n(.*?)^```$", re.S | re.M)
failures = 0


def matches(expected, printed):
    pattern = "".join(r"(?:.*\n)*" if line == "…" else r".*".join(map(re.escape, line.split("…"))) + r"\n"
                      for line in expected.splitlines())
    return re.fullmatch(pattern, printed) is not None


def compare(where, expected, printed):
    global failures
    if matches(expected, printed):
        return
    failures += 1
    print(f"{where}\n--- shown\n{expected}--- is\n{printed}---")


def without_licence(text):
    return re.sub(r"\A((//|#) SPDX-.*\n)+\n*", "", text)


def run(command, folder):
    environment = dict(os.environ, PATH=f"{build}{os.pathsep}{os.environ['PATH']}", NO_COLOR="1")
    done = subprocess.run(["sh", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=240)
    return done.stdout


def check_commands(where, block, folder):
    for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
        command, _, expected = part.partition("\n")
        while command.endswith("\\"):
            more, _, expected = expected.partition("\n")
            command += "\n" + more
        here = re.search(r"<<'(\w+)'$", command)
        if here:  # the lines of a here-document belong to the command
            text, _, expected = expected.partition(f"{here[1]}\n")
            command += f"\n{text}{here[1]}\n"
        compare(f"{where}: {command}", expected, run(command, folder))


for document in map(pathlib.Path, sys.argv[3:]):
    text = document.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        for found in BLOCK.finditer(text):
            kind, name, block = found.groups()
            where = f"{document}:{text.count(chr(10), 0, found.start()) + 1}"
            if kind == "file":
                compare(where, block, without_licence((source / name).read_text(encoding="utf-8")))
            elif kind == "output":
                with tempfile.TemporaryDirectory() as other:
                    shutil.copytree(source / "examples" / "papers", other, dirs_exist_ok=True)
                    compare(where, block, run(str(build / "bin" / f"example_{name}"), other))
            else:
                check_commands(where, block, folder)

print(f"{failures} blocks differ" if failures else "all blocks are as shown")
sys.exit(1 if failures else 0)
