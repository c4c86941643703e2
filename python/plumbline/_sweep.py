# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Many runs as one table."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Mapping
from typing import Any, Union

from . import _texts
from ._call import Call, Count, SchemeList, Settings, count_text, path_text, run, value_text, word_text
from ._errors import InvalidInput
from ._numbers import Number
from ._parameters import explained
from ._progress import Progress
from ._results import Sweep, sweep_from
from ._systems import Scheme, SystemLike

Axes = Union[Mapping[str, Any], str, Iterable[str]]


def _cell(call: Call, axis: str, value: Any) -> str:
    """One value of an axis as the program reads it."""
    if axis == "scheme":
        return call.scheme_text(value)
    if axis == "digits" and not isinstance(value, str):
        return count_text(f"over['{axis}']", value)
    if isinstance(value, (Scheme, os.PathLike)):
        raise TypeError(f"the axis '{axis}' takes numbers or words; a Scheme belongs to the axis 'scheme'")
    return value_text(f"over['{axis}']", value)


def _axis(call: Call, name: Any, values: Any) -> str:
    name = word_text("the name of an axis", name)
    if isinstance(values, str) or not isinstance(values, Iterable):
        values = [values]
    texts = [_cell(call, name, value) for value in values]
    if not texts:
        raise InvalidInput(f"the axis '{name}' has no values")
    return f"{name}={','.join(texts)}"


def _axes(call: Call, over: Any) -> list[str]:
    if isinstance(over, str):
        return [word_text("over", over)]
    if isinstance(over, Mapping):
        return [_axis(call, name, values) for name, values in over.items()]
    if isinstance(over, Iterable):
        return [word_text("over", text) for text in over]
    raise TypeError(f"over must be a dict like {{'q1': ['1/2', 1]}}, got {type(over).__name__}")


def _cases(call: Call, cases: Any) -> str:
    """The file of the cases; dicts are written into one."""
    if isinstance(cases, (str, os.PathLike)):
        return path_text("cases", cases)
    if not isinstance(cases, Iterable):
        raise TypeError(f"cases must be a file or several dicts, got {type(cases).__name__}")
    rows = list(cases)
    if not rows or not all(isinstance(row, Mapping) for row in rows):
        raise TypeError("cases must be a file, or dicts like {'q1': '1/2', 'step': '1/10'}, at least one")
    names = [word_text("the name of an axis", name) for name in rows[0]]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(names)
    for i, row in enumerate(rows):
        if set(row) != set(names):
            raise InvalidInput(f"case {i} has the names {', '.join(map(str, row))}; the first one has {', '.join(names)}")
        writer.writerow([_cell(call, name, row[name]) for name in names])
    return _texts.file_of(out.getvalue(), "the cases", "cases.csv")


def _names_of_axes(texts: list[str]) -> set[str]:
    return {text.split("=", 1)[0].strip() for text in texts}


@explained(
    quantity='one of measure\'s, "error" (against the truth, as in converge) or "end" (the state at the end)',
    over='a dict of axes: the name of a parameter, of a start value, or "step", "scheme", "digits", with a list of values or '
    'the text "FIRST:LAST:COUNT"; all combinations are computed, the last axis fastest',
    zip="the axes side by side instead",
    cases="instead of over: a list of dicts, or a file",
    scheme="one scheme; several are an axis, over={'scheme': ['leapfrog', 'rk4']}",
    lanes="of end in double: exact, vector or none, how neighbouring cases are computed together",
    digits="of each case: decimal digits of the arithmetic (64)",
)
def sweep(
    quantity: str,
    system: SystemLike,
    *,
    over: Axes | None = None,
    zip: bool = False,
    cases: Any = None,
    scheme: SchemeList | None = None,
    step: Number | None = None,
    steps: Count | None = None,
    until: Number | None = None,
    average: Any = None,
    count: Count | None = None,
    coordinate: Any = None,
    rule: str | None = None,
    arguments: Mapping[str, Any] | None = None,
    norm: str | None = None,
    lanes: str | None = None,
    jobs: Count | None = None,
    digits: Count | None = None,
    set: Settings | None = None,
    start: Settings | None = None,
    matrices: Any = None,
    events: str | None = None,
    project_start: bool = False,
    output: Any = None,
    format: str | None = None,
    plot: Any = None,
    checkpoint: Any = None,
    checkpoint_every: Number | None = None,
    resume: Any = None,
    progress: Progress = None,
    quiet: bool = False,
    **own: Any,
) -> Sweep | None:
    """One quantity for many parameters, start values, steps, schemes or digits: a row for each case.

    A case that fails has its reason in the column "failure", and the others go on. Every number has the digits of its
    case.

    >>> import plumbline
    >>> table = plumbline.sweep('energy-error', 'pendulum', scheme='leapfrog', until=1, digits=16,
    ...                         over={'step': ['1/20', '1/40'], 'q1': [1, 2]})
    >>> for step, q1, error, failure in table:
    ...     print(step, q1, f'{error:.1e}', failure)
    0.05 1 2.3e-02 None
    0.05 2 1.9e-02 None
    0.025 1 5.7e-03 None
    0.025 2 4.7e-03 None

    Raises InvalidInput for a mistake that all cases share.
    """
    call = Call("sweep", word_text("quantity", quantity))
    call.give_system(system, matrices, events)
    call.flag("project_start", project_start)
    call.give_schemes(scheme)
    call.give_all(
        step=step, steps=steps, until=until, average=average, count=count, coordinate=coordinate, rule=rule, norm=norm,
        lanes=lanes, jobs=jobs
    )
    call.give_arguments(arguments, own)
    if over is not None:
        call.lists["over"] = _axes(call, over)
    call.flag("zip", zip)
    if cases is not None:
        call.options["cases"] = _cases(call, cases)
    call.give_settings(set, start, digits)
    # what an axis sets goes before what the system says of itself, as what a call sets does
    for name in _names_of_axes(call.lists.get("over", [])):
        if set is None or name not in set:
            for owned in [key for key in call.set if key.split(".", 1)[-1] == name]:
                del call.set[owned]
    call.give_all(plot=plot, checkpoint=checkpoint, checkpoint_every=checkpoint_every, resume=resume)
    if call.give_output(output, format):
        run(call, progress, quiet)
        return None
    return sweep_from(run(call, progress, quiet), call.digits(), call.scheme_labels)
