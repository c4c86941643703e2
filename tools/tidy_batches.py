#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Reads every source of lib/ and validation/ with clang-tidy, several at once. `tools/lint --all` runs it.

Four fifths of the time of clang-tidy on one source are its checks of what Boost, Eigen and MPFR declare. A batch is a source that
includes up to SIZE sources of a folder which are compiled with the same words; what they share is checked once. The
checks see the sources of a batch as they see a header of the project (HeaderFilterRegex in .clang-tidy). Of 22 checks that were
tried with mistakes in two sources, only misc-unused-using-decls says less then, so a source with a using-declaration of
its own is read alone.

Where the compiler itself does not like a batch, its sources are read again, each alone, and what is said then counts. So
a name that two of them have in their unnamed namespaces is no finding. What only a source that is the main file is
warned of (a function that nobody calls) is said by the preset `clang`, which compiles each source alone.

A batch or source that was clean is read again only when it, a header, the list of checks or its command changed. The
stamps are in build/lint. Exit code 1: a finding.
"""
import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

import compile_commands

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build/clang"
WORK = ROOT / "build/lint"
SIZE = 10  # sources of a batch: of more the compiler's tree of one batch takes over 2 GB
COMPILER = "[clang-diagnostic-"
USING = re.compile(r"^using [\w:]+::\w+;", re.M)
UNSAID = ("warnings generated", "Suppressed ", "Use -header-filter", "Use -system-headers", "Error while processing")


def shared_state():
    """A checksum of what every source depends on: headers, lists, checks."""
    files = [ROOT / ".clang-tidy"]
    for room in ("include", "lib", "validation"):
        files += sorted(p for p in (ROOT / room).rglob("*") if p.suffix in (".hpp", ".def"))
    total = hashlib.sha256()
    for file in files:
        total.update(file.read_bytes())
    return total.hexdigest()


class piece:
    """What clang-tidy reads at once: the sources of a batch, or one source."""

    def __init__(self, name, unit, sources, shared):
        self.name = name
        self.sources = sources
        self.file = pathlib.Path(sources[0])
        self.words = list(unit.words)
        self.directory = unit.directory
        if len(sources) > 1:
            self.file = WORK / f"{name}.cpp"
            self.words[self.words.index("-c") + 1] = str(self.file)
            self.words.append("-Wno-shadow")  # a local name may be the one of a constant of another source
        total = hashlib.sha256((shared + "\0".join(self.words)).encode())
        for source in sources:
            total.update(pathlib.Path(source).read_bytes())
        self.state = total.hexdigest()
        self.stamp = WORK / f"{name}.clean"

    def is_known(self):
        return self.stamp.is_file() and self.stamp.read_text(encoding="utf-8") == self.state

    def write(self):
        if len(self.sources) > 1:
            self.file.write_text("".join(f'#include "{source}"\n' for source in self.sources), encoding="utf-8")

    def entry(self):
        return {"directory": self.directory, "file": str(self.file), "arguments": self.words}

    def read(self):
        """What clang-tidy says, None where it has nothing to say."""
        done = subprocess.run(["clang-tidy", "-p", str(WORK), f"--config-file={ROOT}/.clang-tidy", "--quiet", str(self.file)],
                              capture_output=True, text=True, check=False)
        if done.returncode == 0:
            self.stamp.write_text(self.state, encoding="utf-8")
            return None
        return "\n".join(line for line in (done.stdout + done.stderr).splitlines() if not any(u in line for u in UNSAID))


def pieces(size):
    """(all batches, {source: itself alone})."""
    shared = shared_state()
    groups = collections.defaultdict(list)
    alone = {}
    for source, unit in sorted(compile_commands.units(BUILD).items()):
        place = pathlib.Path(source).relative_to(ROOT)
        if place.parts[0] in ("lib", "validation"):
            alone[source] = piece(str(place).replace("/", "_"), unit, [source], shared)
            target = unit.object.split(".dir/")[0]
            words = tuple(w for i, w in enumerate(unit.words) if unit.words[i - 1] not in ("-o", "-c"))
            alone_for = source if USING.search(pathlib.Path(source).read_text(encoding="utf-8")) else ""
            groups[place.parent, target, words, alone_for].append((source, unit))
    batches = []
    numbers = collections.Counter()
    for (folder, *_), members in sorted(groups.items()):
        count = -(-len(members) // size)
        for i in range(count):  # of nearly equal size
            part = members[i * len(members) // count:(i + 1) * len(members) // count]
            numbers[folder] += 1
            name = "batch_" + "_".join(folder.parts) + f"_{numbers[folder]}"
            batches.append(piece(name, part[0][1], [source for source, _ in part], shared))
    return batches, alone


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, default=SIZE, help="sources of a batch; 1: each alone")
    parser.add_argument("--only", default="", help="batches whose names contain this, as batch_lib_io_1")
    arguments = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    batches, alone = pieces(arguments.size)
    batches = [b for b in batches if arguments.only in b.name and not b.is_known() and
               not all(alone[source].is_known() for source in b.sources)]
    for one in batches:
        one.write()
    entries = [one.entry() for one in [*alone.values(), *(b for b in batches if len(b.sources) > 1)]]
    (WORK / "compile_commands.json").write_text(json.dumps(entries), encoding="utf-8")

    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("PLUMBLINE_JOBS", os.cpu_count()))) as workers:
        # those with most to read first
        batches.sort(key=lambda b: -sum(os.path.getsize(s) for s in b.sources))
        found, again = False, []
        for batch, said in zip(batches, workers.map(piece.read, batches)):
            if said and COMPILER in said and len(batch.sources) > 1:
                first = next(line for line in said.splitlines() if COMPILER in line)
                print(f"lint: each source of {batch.name} alone, for together: {first}", file=sys.stderr, flush=True)
                again += [alone[source] for source in batch.sources if not alone[source].is_known()]
            elif said:
                found = True
                print(said, flush=True)
        for said in workers.map(piece.read, again):
            if said:
                found = True
                print(said, flush=True)
    return found


if __name__ == "__main__":
    sys.exit(main())
