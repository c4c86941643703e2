#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""The rules of the house that no compiler knows.

- A room includes only lower floors or itself, its headers and its sources in `lib/`. `exact` and `schemes` never see each
  other; `measure` sees neither. The sources of `lib/schemes` and `lib/systems` make the catalogue's entries and stand on its
  floor. No circle: no header includes itself by way of others.
- Experiments and the report never include the command line (`validation/commands`, `validation/cli`), and the report
  not the experiments. The rooms of the program form no circle. Of the tests only validation, experiments, fuzz and adding
  include the program; `lib/`, `examples/` and `python/` never do, and the module links nothing of it.
- The public headers need nothing but the standard library, Boost, Eigen, MPFR, GMP and libquadmath.
- `reference/` is data: nothing there includes or links the library.
- A number in a template is an integer, decimal<T>("...") or rational<T>(a, b): a floating literal with a fraction
  carries only a double's digits. Where a double is meant, the line says `double`.
- Every source file begins with the two SPDX lines.

Prints one line for each violation, file:line: what is wrong; exit code 1 if there is one.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FLOORS = {"scalar": 0, "core": 1, "math": 2, "io": 2, "mechanics": 3, "exact": 4, "schemes": 4, "measure": 4, "catalogue": 5,
          "study": 6, "data": 7}
ENTRIES = ("catalogue", "schemes", "systems")  # of lib/: one room
PRIVATE = re.compile(r"^(fmt|nlohmann|toml\+\+|CLI|gtest|gmock|benchmark)/")
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^">]+)[">]')
LITERAL = re.compile(
    r"(?<![\w.])(?:\d[\d']*\.[\d']*|\.\d[\d']*|\d[\d']*(?=[eE]))(?:[eE][-+]?\d+)?[fFlLqQ]?(?![\w.])")
violations = []


def say(path, number, what):
    violations.append(f"{path.relative_to(ROOT)}:{number}: {what}")


def code_lines(path):
    """(number, line) with comments and the contents of strings blanked."""
    text = path.read_text(encoding="utf-8")
    token = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.S)
    blank = lambda m: re.sub(r"[^\n]", " ", m.group()) if m.group()[0] == "/" else '""'
    return enumerate(token.sub(blank, text).splitlines(), 1)


def raw_lines(path):
    return enumerate(path.read_text(encoding="utf-8").splitlines(), 1)


def has_fraction(literal):
    """Whether the literal is anything but an integer."""
    return not float(literal.rstrip("fFlLqQ").replace("'", "")).is_integer()


def check_public_headers():
    top = ROOT / "include" / "plumbline"
    for path in sorted(top.rglob("*")):
        if path.suffix not in (".hpp", ".def"):
            continue
        parts = path.relative_to(top).parts
        room = parts[0] if len(parts) > 1 else None  # a header above the rooms may include them all
        if room is not None and room not in FLOORS:
            say(path, 1, f"'{room}' is not a room; the rooms are {', '.join(FLOORS)}")
            continue
        for number, line in raw_lines(path):
            found = INCLUDE.match(line)
            if not found:
                continue
            target = found[1]
            if PRIVATE.match(target):
                say(path, number, f"a public header includes <{target}>")
            other = re.match(r"plumbline/(\w+)/", target)
            if room is None or other is None or other[1] == room:
                continue
            if other[1] not in FLOORS or FLOORS[other[1]] >= FLOORS[room]:
                say(path, number, f"{room} (floor {FLOORS[room]}) includes {other[1]} "
                                  f"(floor {FLOORS.get(other[1], '?')}): data flows upwards only")
        for number, line in code_lines(path):
            if re.search(r"\bdouble\b", line):
                continue
            for literal in LITERAL.findall(line):
                if has_fraction(literal):
                    say(path, number, f"floating literal {literal}: write decimal<T>(\"{literal}\") or rational<T>(a, b)")


PROGRAM = re.compile(r"^(commands|cli|experiments|report)/")


def includes(folder):
    """(path, its room, number of the line, what it includes) of all sources and headers of a folder."""
    for path in sorted((ROOT / folder).rglob("*.[ch]pp")):
        parts = path.relative_to(ROOT / folder).parts
        for number, line in raw_lines(path):
            found = INCLUDE.match(line)
            if found:
                yield path, parts[0] if len(parts) > 1 else None, number, found[1]


def check_upper_floors():
    above = {"lib": r"validation/|tests/|bench/", "validation": r"tests/|bench/", "bench": r"tests/|validation/",
             "examples": r"tests/|bench/|validation/", "python": r"tests/|bench/|validation/"}
    for folder, forbidden in above.items():
        for path, _, number, target in includes(folder):
            if re.search(forbidden, target) or (folder in ("lib", "examples", "python") and PROGRAM.match(target)):
                say(path, number, f"{folder}/ includes {target}")


def check_python():
    """The module links the library alone."""
    path = ROOT / "python" / "CMakeLists.txt"
    for number, line in raw_lines(path):
        if re.search(r"validation|CLI11", line):
            say(path, number, "python/ binds the library, never the program")


def check_library():
    """The sources of lib/ stand on the floors of their headers."""
    for path, room, number, target in includes("lib"):
        if room is None:
            continue
        if room not in FLOORS and room not in ENTRIES:
            say(path, number, f"'{room}' is not a room; the rooms are {', '.join(FLOORS)}")
            continue
        found = re.match(r"(plumbline/)?(\w+)/", target)
        other = found[2] if found else None
        if other == room or (room in ENTRIES and other in ENTRIES) or (other not in FLOORS and other not in ENTRIES):
            continue
        floor = FLOORS["catalogue"] if room in ENTRIES else FLOORS[room]
        of_other = FLOORS["catalogue"] if other in ENTRIES and not found[1] else FLOORS[other]
        if of_other >= floor:
            say(path, number, f"{room} (floor {floor}) includes {other} (floor {of_other}): data flows upwards only")


# Definitions that the header which declares them includes at its end; alone they include that header.
PARTS = {"plumbline/math/weierstrass_impl.hpp", "plumbline/math/weierstrass_invariants.hpp"}

def check_program():
    """The rooms of validation/, and which tests see them."""
    closed = {"experiments": r"^(commands|cli)/", "report": r"^(commands|cli|experiments)/"}
    sees = {}  # of each room: the rooms that it includes, with one place
    for path, room, number, target in includes("validation"):
        if room in closed and re.search(closed[room], target):
            say(path, number, f"validation/{room}/ includes {target}")
        found = PROGRAM.match(target)
        if room is not None and found and found[1] != room:
            sees.setdefault(room, {}).setdefault(found[1], (path, number))

    def reaches(room, wanted, done):
        done.add(room)
        return room == wanted or any(reaches(next_room, wanted, done)
                                     for next_room in sees.get(room, {}) if next_room not in done)

    for room, others in sees.items():
        for other, (path, number) in others.items():
            if reaches(other, room, set()):
                say(path, number, f"the rooms {room} and {other} of the program form a circle")
    for path in sorted((ROOT / "tests").rglob("*.[ch]pp")):
        if path.relative_to(ROOT / "tests").parts[0] in ("validation", "experiments", "fuzz", "adding"):
            continue
        for number, line in raw_lines(path):
            found = INCLUDE.match(line)
            if found and PROGRAM.match(found[1]) and not (path.parent / found[1]).exists():
                say(path, number, f"a test of the library includes the program: {found[1]}")


def check_circles():
    """No header of the library or the program reaches itself."""
    headers = {f"plumbline/{p.relative_to(ROOT / 'include' / 'plumbline')}": p
               for p in (ROOT / "include" / "plumbline").rglob("*.hpp")}
    headers |= {str(p.relative_to(ROOT / "validation")): p for p in (ROOT / "validation").rglob("*.hpp")}
    edges = {name: [(m[1], number) for number, line in raw_lines(path) if (m := INCLUDE.match(line)) and m[1] in headers]
             for name, path in headers.items()}
    for part in PARTS:
        edges[part] = []
    done = set()

    def visit(name, way):
        for target, number in edges[name]:
            if target in way:
                circle = " -> ".join(way[way.index(target):] + [target])
                say(headers[name], number, f"a circle of headers: {circle}")
            elif target not in done:
                visit(target, way + [target])
        done.add(name)

    for name in sorted(headers):
        if name not in done:
            visit(name, [name])


def check_reference():
    for path in sorted((ROOT / "reference").rglob("*")):
        if path.suffix not in (".c", ".cpp", ".cc", ".h", ".hpp", ".py", ".sh", ".gp", ".txt", ".cmake", ""):
            continue
        if not path.is_file():
            continue
        for number, line in raw_lines(path):
            if re.search(r"#\s*include\s*[<\"]plumbline/|-lplumbline|plumbline::plumbline|libplumbline", line):
                say(path, number, "reference/ never links the library")


def check_licence_lines():
    folders = ("include", "lib", "validation", "tests", "bench", "examples", "cmake", "tools", "reference")
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix not in (".cpp", ".hpp", ".def", ".py", ".sh", ".cmake") and path.name != "CMakeLists.txt":
                continue
            head = path.read_text(encoding="utf-8").splitlines()[:4]
            for wanted in ("SPDX-FileCopyrightText: 2026 The Plumbline authors", "SPDX-License-Identifier: BSL-1.0"):
                if not any(wanted in line for line in head):
                    say(path, 1, f"lacks the line '{wanted}'")


check_public_headers()
check_upper_floors()
check_library()
check_python()
check_program()
check_circles()
check_reference()
check_licence_lines()
print("\n".join(violations), end="\n" if violations else "")
sys.exit(1 if violations else 0)
