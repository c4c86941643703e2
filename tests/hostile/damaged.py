#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Files that were damaged: checkpoints, datasets, and what the commands read.

damaged.py PROGRAM [COUNT] [SEED]

Kind: property. A seeded generator flips bits, cuts, doubles and replaces parts of a file that was right.

- A damaged checkpoint: exit code 4 with one line, or the same bytes at the end as without the damage.
- A damaged dataset: `dataset verify` says what is wrong (exit code 1, 2 or 4), never OK, never another end.
- A damaged table, system, scheme, case file or run: one of the exit codes and one line, within the time.
"""
import os
import random
import shutil
import subprocess
import sys
import tempfile

from files import FILES

program = os.path.abspath(sys.argv[1])
count = int(sys.argv[2]) if len(sys.argv) > 2 else 100
seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
rng = random.Random(seed)
failures = []

PIECES = [b"", b"{", b"}", b"[", b"]", b'"', b"\0", b"\xff", b"\n", b"\r\n", b",", b"=", b":", b"null", b"true", b"[]", b"{}",
          b"1e999", b"1e999999999999", b"-", b"nan", b"0", b"99999999999999999999", b"1/0", b"((((", b"#", b"\t", b"'", b"..",
          b"1D5", b"\xef\xbb\xbf", b"\\u0000", b"\\ud800", b"pi", b"sqrt(-1)"]


def damaged(data):
    """Never the same bytes."""
    while True:
        result = bytearray(data)
        for _ in range(rng.choice([1, 1, 1, 2, 4])):
            place = rng.randrange(len(result) + 1)
            end = min(len(result), place + rng.choice([1, 1, 2, 8, 64]))
            action = rng.randrange(6)
            if action == 0 and place < len(result):
                result[place] ^= 1 << rng.randrange(8)
            elif action == 1:
                del result[place:]
            elif action == 2:
                del result[place:end]
            elif action == 3:
                result[place:place] = result[place:end]
            elif action == 4:
                result[place:end] = rng.choice(PIECES)
            else:  # a value in the place of another
                lines = bytes(result).split(b"\n")
                a, b = rng.randrange(len(lines)), rng.randrange(len(lines))
                lines[a], lines[b] = lines[b], lines[a]
                result = bytearray(b"\n".join(lines))
        if bytes(result) != data:
            return bytes(result)


def run(words, folder):
    try:
        done = subprocess.run([program, *words], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
    except subprocess.TimeoutExpired:
        return None, b"", "hangs"
    return done.returncode, done.stdout, done.stderr.decode("utf-8", "replace")


def one_line(code, said):
    errors = [line for line in said.splitlines() if line.startswith("plumbline: error: ")]
    return len(errors) == 1 if code in (2, 3, 4) else not errors


def contents(path):
    with open(path, "rb") as stream:
        return stream.read()


def write(path, data):
    with open(path, "wb") as stream:
        stream.write(data)


def checkpoints(how_many):
    for command in ("integrate pendulum --scheme rk4 --step 1/50 --steps 40 --digits 34",
                    "sweep energy-error pendulum --scheme leapfrog --steps 10 --over step=1/10:1/20:5 --digits 16",
                    "measure period pendulum --scheme leapfrog --step 1/50 --count 3 --digits 16"):
        with tempfile.TemporaryDirectory() as folder:
            words = command.split(" ")
            code, out, said = run([*words, "--checkpoint", "kept", "-o", "whole"], folder)
            if code != 0:
                failures.append(f"{command}: exit code {code}: {said}")
                continue
            whole = contents(os.path.join(folder, "whole"))
            kept = {name: contents(os.path.join(folder, name)) for name in os.listdir(folder) if name.startswith("kept")}
            for _ in range(how_many // 3 + 1):
                name = rng.choice(sorted(kept))
                for other, data in kept.items():
                    write(os.path.join(folder, other), data)
                bad = damaged(kept[name])
                write(os.path.join(folder, name), bad)
                os.remove(os.path.join(folder, "whole"))
                code, out, said = run([words[0], "--resume", "kept"], folder)
                same = os.path.exists(os.path.join(folder, "whole")) and contents(os.path.join(folder, "whole")) == whole
                if not (code == 0 and same) and not (code == 4 and one_line(code, said)):
                    failures.append(f"{command}: {name} with {bad[:200]!r}: exit code {code}, same bytes {same}: {said[:300]}")
                write(os.path.join(folder, "whole"), whole)


def datasets(how_many):
    with tempfile.TemporaryDirectory() as folder:
        code, _, said = run("dataset pendulum --step 1/10 --steps 3 --digits 12 -o set".split(" "), folder)
        if code != 0:
            failures.append(f"dataset: exit code {code}: {said}")
            return
        place = os.path.join(folder, "set")
        names = sorted(os.listdir(place))
        right = {name: contents(os.path.join(place, name)) for name in names}
        for _ in range(how_many):
            name = rng.choice(names + ["datapackage.json"] * len(names))
            bad = damaged(right[name])
            write(os.path.join(place, name), bad)
            code, out, said = run(["dataset", "verify", "set", "--full"], folder)
            if code not in (1, 2, 4) or not one_line(code, said):
                at = next((i for i, (x, y) in enumerate(zip(bad, right[name])) if x != y), min(len(bad), len(right[name])))
                failures.append(f"dataset: {name} of {len(right[name])} bytes, from byte {at} on {bad[at : at + 100]!r} in the place of "
                                f"{right[name][at : at + 100]!r}: exit code {code}: {out[:200]!r} {said[:300]}")
            write(os.path.join(place, name), right[name])
        # the same with sums that fit: what the description says is then all that is wrong
        sums = right["SHA256SUMS"].decode()
        old = subprocess.run(["sha256sum", os.path.join(place, "datapackage.json")], capture_output=True, check=True).stdout[:64]
        for _ in range(how_many):
            bad = damaged(right["datapackage.json"])
            write(os.path.join(place, "datapackage.json"), bad)
            new = subprocess.run(["sha256sum", os.path.join(place, "datapackage.json")], capture_output=True, check=True).stdout[:64]
            write(os.path.join(place, "SHA256SUMS"), sums.replace(old.decode(), new.decode()).encode())
            code, out, said = run(["dataset", "verify", "set"], folder)
            if code not in (0, 1, 2, 4) or not one_line(code, said):
                failures.append(f"description with its sum: {bad[:2000]!r}: exit code {code}: {out[:200]!r} {said[:300]}")
        shutil.rmtree(place)


READ = {
    "own.toml": ("show own.toml", "integrate own.toml --scheme simpson --step 1/50 --steps 2 --digits 16"),
    "own-scheme.toml": ("integrate pendulum --scheme own-scheme.toml --step 1/50 --steps 2 --digits 16",),
    "run.toml": ("integrate --run run.toml --steps 2",),
    "cases.csv": ("sweep end pendulum --scheme rk4 --step 1/20 --steps 2 --cases cases.csv --digits 16",),
    "data.csv": ("judge data.csv --system pendulum",),
    "data.json": ("judge data.json --system pendulum --map a=q1 --unit a=1/2",),
}


def tables(how_many, files):
    for n in range(how_many):
        name = sorted(READ)[n % len(READ)]
        with tempfile.TemporaryDirectory() as folder:
            for other, text in files.items():
                write(os.path.join(folder, other), text.encode())
            bad = damaged(files[name].encode())
            write(os.path.join(folder, name), bad)
            for command in READ[name]:
                code, out, said = run(command.split(" "), folder)
                if code not in (0, 1, 2, 3, 4) or not one_line(code, said):
                    failures.append(f"{command}: {bad[:300]!r}: exit code {code}: {said[:300]}")


checkpoints(count)
datasets(max(1, count // 4))
tables(count, FILES)
print("\n".join(failures) if failures else f"{count} checkpoints, {2 * max(1, count // 4)} datasets and {count} other files, damaged: "
      "as they must")
sys.exit(1 if failures else 0)
