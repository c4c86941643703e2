# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""What docs/python.md, the docstrings and the examples print is what they print when they are run.

Kind: consistency; and truth from outside where an example has a C++ program beside it, whose output README.md shows.
"""

import doctest
import importlib
import inspect
import os
import pathlib
import pkgutil
import re
import shutil
import subprocess
import sys

import pytest

import plumbline

ROOT = pathlib.Path(__file__).resolve().parents[2]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
BLOCK = re.compile(r"<!-- python -->\s*\n```\w*\n(.*?)^```$", re.S | re.M)


def modules():
    return ["plumbline"] + [f"plumbline.{m.name}" for m in pkgutil.iter_modules(plumbline.__path__) if m.name != "_core"]


@pytest.mark.parametrize("name", modules())
def test_docstrings(name):
    result = doctest.testmod(importlib.import_module(name), optionflags=FLAGS)
    assert result.failed == 0


def test_docstrings_of_the_compiled_part():
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    for thing in (plumbline.Real, plumbline.exactly):
        for test in doctest.DocTestFinder().find(thing, thing.__name__, globs={}):
            runner.run(test)
    assert runner.failures == 0 and runner.tries >= 5


def test_everything_public_has_a_docstring():
    for name in plumbline.__all__:
        thing = getattr(plumbline, name)
        assert thing.__doc__, name
        if isinstance(thing, type):
            for member, value in vars(thing).items():
                if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                    assert value.__doc__, f"{name}.{member}"


@pytest.mark.parametrize("module", ["_runs", "_sweep", "_judge", "_paper", "_datasets", "_functions"])
def test_every_parameter_has_a_text(module):
    """Each once, in the order of the signature, and only these."""
    functions = [f for f in vars(importlib.import_module(f"plumbline.{module}")).values()
                 if inspect.isfunction(f) and f.__module__.endswith(module) and getattr(plumbline, f.__name__, None) is f]
    assert functions
    for function in functions:
        names = list(inspect.signature(function).parameters)
        explained = function.__doc__.partition("\nParameters:\n")[2]
        assert re.findall(r"^  (\w+): \S", explained, re.M) == names, function.__name__


@pytest.mark.parametrize("name, least", [("python.md", 40), ("first-steps.md", 4)])
def test_documents(name, least):
    """The blocks after <!-- python --> are one session."""
    session = "\n".join(BLOCK.findall((ROOT / "docs" / name).read_text()))
    test = doctest.DocTestParser().get_doctest(session, {}, name, name, 0)
    assert len(test.examples) >= least
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    runner.run(test)
    assert runner.failures == 0


def shown_by_documents(mark, name, documents):
    """The block that stands after <!-- MARK: NAME --> in one of the documents."""
    for document in documents:
        found = re.search(rf"<!-- {mark}: {name} -->\s*\n```\w*\n(.*?)^```$", document.read_text(), re.S | re.M)
        if found:
            return found.group(1)
    return None


@pytest.mark.parametrize("path", sorted((ROOT / "examples" / "python").glob("*.py")), ids=lambda p: p.stem)
def test_examples(path, tmp_path):
    shutil.copytree(ROOT / "examples" / "papers", tmp_path, dirs_exist_ok=True)
    environment = {**os.environ, "PYTHONPATH": str(pathlib.Path(plumbline.__file__).parents[1])}
    done = subprocess.run([sys.executable, path], capture_output=True, text=True, timeout=300, cwd=tmp_path, env=environment)
    assert done.returncode == 0, done.stderr
    page = ROOT / "docs" / "python.md"
    if path.with_name("..").joinpath(path.stem + ".cpp").exists():
        # the program in C++ prints the same, which its own test compares with the documents
        documents = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
        expected = shown_by_documents("output", path.stem, documents)
    else:
        expected = shown_by_documents("prints", path.stem, [page])
    assert expected, f"no document shows what {path.name} prints"
    assert done.stdout == expected
    program = shown_by_documents("program", path.stem, [page])
    if program:
        assert program == re.sub(r"\A(# SPDX-.*\n)+", "", path.read_text())
    assert f"examples/python/{path.name}" in page.read_text(), "docs/python.md lists the examples"


def test_every_example_in_cpp_has_one_in_python():
    names = {path.stem for path in (ROOT / "examples").glob("*.cpp")}
    assert names <= {path.stem for path in (ROOT / "examples" / "python").glob("*.py")}
