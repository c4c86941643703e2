# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""The exceptions: one for each way in which a call can fail, as the exit codes of the program."""

from __future__ import annotations

import re
from typing import Any, Mapping

from . import _texts


class PlumblineError(Exception):
    """What all errors of Plumbline are."""


class InvalidInput(PlumblineError, ValueError):
    """An argument that is wrong whatever the numerics do: an unknown name, a step that does not fit (exit code 2)."""


class DomainError(InvalidInput):
    """An argument where there is no value: a pole, a singular mass matrix (exit code 2)."""


class SolverFailure(PlumblineError, ArithmeticError):
    """A step that could not be made (exit code 3).

    `step` is the number of the step, `time` its time as text, `residual` the last residual of the solver,
    `iterations` how often it tried, `outcome` what it says; all are None where no step was being made.
    """

    step: int | None = None
    time: str | None = None
    residual: float | None = None
    iterations: int | None = None
    outcome: str | None = None


class InputOutputError(PlumblineError, OSError):
    """A file that cannot be read or written (exit code 4)."""


class InternalError(PlumblineError, RuntimeError):
    """A bug of Plumbline, not of the call (exit code 70): please report it. The message has the version."""


class PlumblineWarning(UserWarning):
    """What the program says as a warning: a step beyond the stability limit, a table whose claims are wrong."""


_KINDS = {
    "input": InvalidInput,
    "domain": DomainError,
    "solver": SolverFailure,
    "io": InputOutputError,
    "internal": InternalError,
}


def in_words_of_python(message: str) -> str:
    """A message of the program with keywords in the place of options."""
    message = re.sub(r"[;,.]? ?[Ss]ee plumbline [a-z]+ --help", "", message)
    message = re.sub(r"(?<![\w-])--([a-z][a-z0-9-]*)", lambda m: m.group(1).replace("-", "_"), message)
    # one line, and no control characters of the caller's texts
    return "".join(c if c >= " " and c != "\x7f" else " " for c in _texts.without_paths(message))


def make_error(kind: str, message: str, report: Mapping[str, Any]) -> PlumblineError:
    """The exception of a kind, for the compiled part."""
    error = _KINDS[kind](in_words_of_python(message))
    for name, value in report.items():
        setattr(error, name, value)
    return error
