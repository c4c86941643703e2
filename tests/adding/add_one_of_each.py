#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""add_one_of_each.py SOURCE BUILD: adds a system, a scheme, an exact solution, a measured quantity, a subcommand, an
experiment of a new paper and a user's scalar to a copy of the tree, as CONTRIBUTING.md says, and uses each of them.

The new files are those of tests/adding/files; LINES below are the lines that CONTRIBUTING.md asks for. Only the sources
that these touch are compiled, with the commands of the build; everything else is taken from the build. So a new step
that adding something would need makes this test fail. A scalar of the library itself recompiles the library and is not
tried. Kind: property (what the document promises)."""
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
import compile_commands  # noqa: E402  (the folder stands before)

# file, the text before which the line is put, the line
LINES = [
    ("lib/systems/systems.def", "PLUMBLINE_SYSTEM(quadratic)", "PLUMBLINE_SYSTEM(falling_body)\n"),
    ("lib/schemes/schemes.def", "PLUMBLINE_SCHEME(leapfrog)", "PLUMBLINE_SCHEME(ruth3)\n"),
    ("lib/catalogue/exact_solutions.cpp", "#include <plumbline/exact/lagrange_top.hpp>",
     "#include <plumbline/exact/falling_body.hpp>\n"),
    ("lib/catalogue/exact_solutions.cpp", "template <class S>\nexact_solution_in<S> linear_motion_of(", """\
template <class S>
exact_solution_in<S> falling_body_motion_of(const exact_problem_in<S>& p) {
  const falling_body_solution<S> s(p.parameter("m"), p.parameter("g"), p.start);
  return {.state = [s](const S& t) { return s.state(t); },
          .constants = {{"energy", energy(p.system, p.start)}}};
}

"""),
    ("lib/catalogue/exact_solutions.cpp", """      {"damped-forced-oscillator", {damped""",
     """      {"falling-body", {falling_body_motion_of<S>}},\n"""),
    ("lib/study/quantities.def", "PLUMBLINE_QUANTITY(error)", "PLUMBLINE_QUANTITY(furthest)\n"),
    ("validation/commands/commands.def", "PLUMBLINE_COMMAND(completion",
     """PLUMBLINE_COMMAND(fall, "the height of a falling body")\n"""),
    ("validation/cli/topics.cpp", """      {"completion",\n""",
     """      {"fall", "Prints height = VALUE.\\n"},\n"""),
    ("validation/experiments/catalogue.def", "PLUMBLINE_EXPERIMENT(sl, newton,",
     """PLUMBLINE_EXPERIMENT(added, height, quick, "The height of a falling body")\n"""),
]
# what reads the lists above, and the new files
SOURCES = [
    "lib/systems/falling_body.cpp", "lib/catalogue/systems.cpp",
    "lib/schemes/ruth3.cpp", "lib/catalogue/schemes.cpp",
    "lib/catalogue/exact_solutions.cpp",
    "lib/study/measure_furthest.cpp", "lib/study/quantity.cpp",
    "validation/commands/fall.cpp", "validation/main.cpp", "validation/cli/topics.cpp",
    "validation/experiments/added/height.cpp", "validation/experiments/catalogue.cpp",
]


def run(command, **more):
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **more)
    if done.returncode != 0:
        sys.exit(f"this failed with exit code {done.returncode}:\n{shlex.join(command)}\n{done.stdout}")
    return done.stdout


class tree:
    def __init__(self, source, build, copy):
        self.source, self.build, self.copy = source, build, copy
        self.units = {os.path.relpath(s, source): unit for s, unit in compile_commands.units(build).items()}

    def make_copy(self):
        for folder in ("include", "lib", "validation", "reference/published"):
            shutil.copytree(self.source / folder, self.copy / folder)
        new = Path(__file__).resolve().parent / "files"
        for file in sorted(p for p in new.rglob("*") if p.is_file()):
            target = self.copy / file.relative_to(new)
            if target.exists():
                sys.exit(f"{target} is there already: give the file of the test another name")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, target)
        for name, before, line in LINES:
            file = self.copy / name
            text = file.read_text()
            if text.count(before) != 1:
                sys.exit(f"{name} has {text.count(before)} times: {before}")
            file.write_text(text.replace(before, line + before))

    def compile(self, name):
        """The object of a source of the copy, or of the batch that has it, by the command of the build; a new source is
        compiled as a neighbour is."""
        neighbour = "lib/systems/pendulum.cpp" if name.startswith("lib/") else "validation/commands/list.cpp"
        known = self.units.get(name)
        file = self.copy / name
        if known is None:
            known = self.units[neighbour]
        elif len(known.sources) > 1:
            file = self.copy / (name.replace("/", "_") + ".batch.cpp")
            file.write_text(known.text_for(self.source, self.copy))
        words = list(known.words)
        if "-include" in words:  # the precompiled header holds headers of the source, which the copy may have changed
            at = words.index("-include")
            del words[at:at + 2]
        for i, word in enumerate(words):
            for folder in ("include", "lib", "validation"):
                if word == f"-I{self.source}/{folder}":
                    words[i] = f"-I{self.copy}/{folder}"
        result = self.copy / (name.replace("/", "_") + ".o")
        words[words.index("-o") + 1] = str(result)
        words[words.index("-c") + 1] = str(file)
        run(words, cwd=known.directory)
        return result

    def link_words(self, target="plumbline"):
        commands = run(["ninja", "-C", str(self.build), "-t", "commands", target]).splitlines()
        line = [c for c in commands if f" -o {target} " in c][-1]
        return shlex.split(line.removeprefix(": && ").removesuffix(" && :"))

    def libraries(self):
        """Those of a user's program: Plumbline's own loads some of them when it needs them."""
        example = "bin/example_own_scheme"
        words = self.link_words(example)
        return [str(self.build / w) if w.startswith("lib/") else w for w in words[words.index(example) + 1:]]

    def link(self, objects):
        """The program, with these objects in the place of those of the same sources and before the library."""
        replaced = {self.units[s].object for s in SOURCES if s.startswith("validation/") and s in self.units}
        words = [w for w in self.link_words() if w not in replaced]
        at = words.index("-o")
        program = self.copy / "plumbline"
        words[at + 1] = str(program)
        run(words[:at] + [str(o) for o in objects] + words[at:], cwd=self.build)
        return program


def expect(what, text, part):
    if part not in text:
        sys.exit(f"{what}: no '{part}' in\n{text}")


def main():
    source, build = (Path(p).resolve() for p in sys.argv[1:3])
    with tempfile.TemporaryDirectory(prefix="plumbline-adding-") as folder:
        t = tree(source, build, Path(folder))
        t.make_copy()
        one_of_each_batch = {t.units[name].object if name in t.units else name: name for name in SOURCES}
        program = str(t.link([t.compile(name) for name in one_of_each_batch.values()]))
        environment = dict(os.environ, PLUMBLINE_DATA=str(t.copy / "reference"))

        expect("the system", run([program, "show", "falling-body"]), "a body that falls")
        # an order of 3 is not seen on a quadratic motion: the scheme is exact there
        text = run([program, "integrate", "falling-body", "--scheme", "ruth-three", "--step", "1/10", "--steps", "10",
                    "--digits", "50", "--format", "csv"])
        expect("the scheme on the system", text, "0.5")
        expect("the exact solution", run([program, "exact", "falling-body", "--times", "1"]), "0.5")
        text = run([program, "measure", "furthest", "falling-body", "--scheme", "ruth-three", "--step", "1/8", "--steps", "8",
                    "--digits", "16"])
        expect("the quantity", text, "furthest = ")
        if abs(float(text.split("=")[1]) - 0.5) > 1e-14:
            sys.exit(f"the quantity: not 0.5 but {text}")
        expect("the subcommand", run([program, "fall", "--time", "2"]), "height = -2")
        expect("its help", run([program, "fall", "--help"]), "Prints height = VALUE.")
        report = t.copy / "report"
        run([program, "reproduce", "added-height", "-o", str(report)], env=environment)
        expect("the experiment", (report / "numbers.csv").read_text(), "added-height")

        words = t.units["lib/systems/pendulum.cpp"].words
        flags = [w for i, word in enumerate(words) if word == "-isystem" for w in ("-isystem", words[i + 1])]
        scalar = t.copy / "scalar/main"
        run([words[0], "-std=gnu++20", "-O0", f"-I{t.copy}/include", *flags, str(t.copy / "scalar/main.cpp"),
             "-o", str(scalar), *t.libraries()])
        expect("the scalar", run([str(scalar)]), "right")
    print("a system, a scheme, an exact solution, a subcommand, an experiment and a user's scalar were added and used")


main()
