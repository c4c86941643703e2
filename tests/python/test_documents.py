# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""What docs/python.md, the docstrings and the examples print is what they print when they are run.

Kind: consistency; and truth from outside where an example has a C++ program beside it, whose output README.md shows.
"""

import doctest
import importlib
import pathlib
import pkgutil
import re
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


def test_the_document():
    """The blocks after <!-- python --> are one session."""
    text = (ROOT / "docs" / "python.md").read_text()
    session = "\n".join(BLOCK.findall(text))
    test = doctest.DocTestParser().get_doctest(session, {}, "docs/python.md", "docs/python.md", 0)
    assert len(test.examples) >= 20
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    runner.run(test)
    assert runner.failures == 0


@pytest.mark.parametrize("path", sorted((ROOT / "examples" / "python").glob("*.py")), ids=lambda p: p.stem)
def test_examples(path):
    done = subprocess.run([sys.executable, path], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    text = (ROOT / "docs" / "python.md").read_text()
    shown = re.search(rf"<!-- prints: {path.stem} -->\s*\n```\w*\n(.*?)^```$", text, re.S | re.M)
    assert shown, f"docs/python.md does not show what {path.name} prints"
    assert done.stdout == shown.group(1)
    program = re.search(rf"<!-- program: {path.stem} -->\s*\n```\w*\n(.*?)^```$", text, re.S | re.M)
    if program:
        assert program.group(1) == re.sub(r"\A(# SPDX-.*\n)+", "", path.read_text())


def test_the_example_in_both_languages_prints_the_same():
    printed = subprocess.run([sys.executable, ROOT / "examples/python/elastic_pendulum.py"], capture_output=True, text=True)
    by_cpp = re.search(r"<!-- output: elastic_pendulum -->\s*\n```\w*\n(.*?)^```$", (ROOT / "README.md").read_text(), re.S | re.M)
    assert by_cpp and printed.stdout == by_cpp.group(1)
