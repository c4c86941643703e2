#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Can any sources of validation/ be compiled as one batch (cmake/batches.cmake)?

check_batches.py BUILD

All sources of validation/ are read as one, without code being made, by the compiler and with the flags of
BUILD/compile_commands.json. Two equal names in unnamed namespaces, which the batches of a build meet or do not meet by
chance, are then always an error. Sources with definitions of their own (cli/cluster.cpp) and those of libraries that
are not always there (cli/hdf5_file.cpp) are alone in a build and are left out here too.
"""
import json
import pathlib
import shlex
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parent.parent
ALONE = {"cli/cluster.cpp", "cli/hdf5_file.cpp", "main.cpp"}
WITHOUT_VALUE = {"-c", "-MD", "-Winvalid-pch"}
WITH_VALUE = {"-o", "-MT", "-MF", "-include", "-include-pch"}


def flags(build):
    """The compiler and its flags for a source of validation/, without input, output and precompiled header."""
    commands = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    command = next(c for c in commands if "plumbline-validation.dir" in c.get("command", ""))
    words = shlex.split(command["command"])
    compiler = next(i for i, word in enumerate(words) if pathlib.Path(word).name in ("c++", "g++", "clang++")
                    or pathlib.Path(word).name.startswith(("g++-", "clang++-")))
    kept, words = [words[compiler]], iter(words[compiler + 1:])
    for word in words:
        if word in WITH_VALUE:
            next(words)
        elif word not in WITHOUT_VALUE and not word.endswith((".cpp", ".cxx")) and "cmake_pch" not in word:
            kept.append(word)
    return kept, command["directory"]


sources = sorted(p for p in (root / "validation").rglob("*.cpp")
                 if str(p.relative_to(root / "validation")) not in ALONE)
command, directory = flags(pathlib.Path(sys.argv[1]).resolve())
# a local name may be the one of a constant of another source, as in the batches themselves
done = subprocess.run([*command, "-Wno-shadow", "-fsyntax-only", "-x", "c++", "-"], cwd=directory, check=False, text=True,
                      input="".join(f'#include "{source}"\n' for source in sources))
if done.returncode != 0:
    sys.exit("two sources of validation/ cannot be in one batch: give their names in unnamed namespaces different names")
