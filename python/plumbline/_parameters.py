# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""What the parameters of the module's functions mean: one text for each name, which `explained` writes into the docstrings."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable
from typing import Any, TypeVar

_Function = TypeVar("_Function", bound=Callable[..., Any])

_WIDTH = 118

TEXTS = {
    # what runs
    "system": "a name of the catalogue, the path of a .toml file, or a System",
    "scheme": "a name of the catalogue, the path of a .toml file, or a Scheme",
    "step": 'the step in units of time; it may use the name period and the system\'s parameters ("period/20")',
    "steps": "how many steps",
    "until": "instead of steps: the time from start to end, which may use the same names as step",
    "set": "parameters of the system and the scheme, by their names",
    "start": "start values by their names (q1, p1, v1, ...); t is the start time",
    "matrices": "the TOML file with the matrices of the system quadratic",
    "events": "split (steps are cut where the law of the system changes) or none (they step over)",
    "digits": "decimal digits of the arithmetic: up to 16 double, up to 34 quad, else MPFR",
    "project_start": "a start that does not satisfy the constraints moves to the nearest one that does",
    "compensated": "in double: additions to the state keep what they round off",
    "certified": "each number is proven to one unit of its last digit",
    "jobs": "worker threads; the result does not depend on it",
    # what comes out
    "every": "the table has each so-many-th row, and always the first and the last",
    "observe": "names of further columns: energy, v1, ...",
    "norm": "of the error over the nodes: max, end, relative or area",
    "plot": "a file .svg or .png: also draw the table (needs gnuplot)",
    "output": "a file that the rows go to, as the program writes it; the function then returns None",
    "format": "of output: csv or json",
    "checkpoint": "a file in which a long run leaves what it needs to go on",
    "checkpoint_every": "how often, in seconds (60)",
    "resume": "the checkpoint to go on from",
    "progress": "True for a bar, False for none, a function of (done, total), or None: a bar on a terminal after a second",
    "quiet": "no bar and no warnings",
    # what is measured
    "quantity": "period, amplitude, zero, extremum, energy-error, invariants, lyapunov, shadow-energy, splitting, roundoff, symplecticity or stability-limit",
    "average": "[N, M] or [N, K, L] of a mean period, [FIRST, COUNT] of a mean amplitude",
    "count": "instead of average: how many single values",
    "coordinate": "whose period or amplitude it is: a name, a number from 1 on, or a formula of the state",
    "rule": "where zeros and extrema lie: step (where a shorter step ends on them), or PD's cubic (period), parabola (amplitude)",
    "arguments": "what the quantity alone is asked for, by names: {\"number\": [0, 20]} of zero",
    "own": "the same as keywords: number=[0, 20], or terms, window, members, ... (`plumbline show QUANTITY` names them)",
    # tables and datasets
    "folder": "the folder of a dataset",
    "columns": "the names of the columns of a file that has no names",
    "map": 'what a column is: {"angle": "q1"}',
    "unit": 'the factor by which a column\'s values become ours: {"angle": "pi/180"}',
    # special functions
    "functions": "own, or boost for Boost.Math's elliptic and Jacobi functions as a second opinion",
    "z": "a number or a text like '1/2 + i/3'",
    "g2": "an invariant of the lattice, real",
    "g3": "an invariant of the lattice, real",
    "omega1": "a half-period, a number or a text like '1/2 + i/3'",
    "omega3": "a half-period, a number or a text like '1/2 + i/3'",
    "u": "the argument",
    "phi": "the amplitude, in radians",
    "n": "the characteristic",
    "m": "the parameter k^2",
    "m1": "1 - m, which may be given instead of m",
}


def explained(**special: str) -> Callable[[_Function], _Function]:
    """Ends a function's docstring with its parameters: what `special` says of them, or else TEXTS."""

    def explain(function: _Function) -> _Function:
        lines = [inspect.cleandoc(function.__doc__ or ""), "", "Parameters:"]
        for name in inspect.signature(function).parameters:
            text = special.get(name) or TEXTS[name]
            lines += textwrap.wrap(f"{name}: {text}", _WIDTH, initial_indent="  ", subsequent_indent="    ",
                                   break_long_words=False, break_on_hyphens=False)
        function.__doc__ = "\n".join(lines) + "\n"
        return function

    return explain
