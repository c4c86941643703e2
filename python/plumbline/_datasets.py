# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Datasets: tables whose every digit is verified, written and checked."""

from __future__ import annotations

import csv
import json
import os
import tempfile
import warnings
from decimal import Decimal, InvalidOperation
from typing import Any

from . import _core
from ._call import Call, Count, Settings, count_text, path_text, require_flag, run, warner
from ._errors import InvalidInput, PlumblineWarning
from ._numbers import Number
from ._parameters import explained
from ._progress import Bar, Progress, bar_or_callback
from ._results import Dataset, Verification
from ._systems import SystemLike, read_text


def datasets() -> list[dict[str, Any]]:
    """The datasets of the catalogue: name, summary, system, step, steps, digits, columns.

    >>> import plumbline
    >>> [d['name'] for d in plumbline.datasets()][:2]
    ['pendulum-libration', 'pendulum-near-separatrix']
    """
    return list(_core.list_datasets())


@explained(
    name="a dataset of the catalogue (`datasets`) or a system, which needs step and steps",
    output="the folder to write, whole or not at all: csv, json, HDF5, a picture, the description and the sums",
    step="the distance of the times",
    steps="how many of them after the start",
    digits="the significant digits of every value (40)",
    certified="every digit is proven by enclosures",
    date="a date for the description, YYYY-MM-DD",
    author="a name for the description",
)
def dataset(
    name: SystemLike,
    *,
    output: Any = None,
    step: Number | None = None,
    steps: Count | None = None,
    digits: Count | None = None,
    certified: bool = False,
    date: str | None = None,
    author: str | None = None,
    jobs: Count | None = None,
    set: Settings | None = None,
    start: Settings | None = None,
    matrices: Any = None,
    events: str | None = None,
    project_start: bool = False,
    progress: Progress = None,
    quiet: bool = False,
) -> Dataset:
    """A trajectory or table whose every digit is verified: two independent computations agree on the rounded value.

    Without `output` nothing is left behind.

    >>> import plumbline
    >>> swing = plumbline.dataset('pendulum', step='1/10', steps=2, digits=20)
    >>> swing['q1'][2]
    Decimal('0.79714275307004979575')

    Raises SolverFailure where the digits cannot be verified, InputOutputError.
    """
    call = Call("dataset")
    call.give_system(name, matrices, events)
    call.flag("project_start", project_start)
    call.give_all(step=step, steps=steps)
    call.flag("certified", certified)
    call.give_all(date=date, author=author, jobs=jobs)
    call.give_settings(set, start, digits)
    if output is not None:
        call.give("output", output, path_text)
        if not (_core.has_hdf5 or require_flag("quiet", quiet)):
            warnings.warn("no data.h5: this module was built without HDF5", PlumblineWarning, stacklevel=2)
        run(call, progress, quiet)
        return read_dataset(call.options["output"])
    with tempfile.TemporaryDirectory(prefix="plumbline-") as folder:
        call.options["output"] = os.path.join(folder, "dataset")
        run(call, progress, quiet)
        found = read_dataset(call.options["output"])
    found.folder = None
    return found


@explained()
def read_dataset(folder: Any, /) -> Dataset:
    """The dataset in a folder. It is read as it is; verify_dataset checks it.

    Raises InputOutputError where the folder cannot be read, InvalidInput where it is no dataset.
    """
    path = path_text("folder", folder)
    text = read_text(os.path.join(path, "datapackage.json"))
    try:
        meta = json.loads(text)
        description = meta["plumbline"]
    except (ValueError, KeyError, TypeError):
        raise InvalidInput(f"'{path}' is no dataset of Plumbline: its datapackage.json has no member plumbline") from None
    rows = list(csv.reader(read_text(os.path.join(path, "data.csv")).splitlines()))
    if not rows or any(len(row) != len(rows[0]) for row in rows):
        raise InvalidInput(f"'{path}': the rows of data.csv have different lengths")
    try:
        cells = [tuple(Decimal(cell) for cell in row) for row in rows[1:]]
    except InvalidOperation:
        raise InvalidInput(f"'{path}': data.csv has a cell that is no number") from None
    meta.setdefault("digits", description.get("digits", 40))
    return Dataset(rows[0], cells, meta, path)


@explained(full="compute all rows again, not only a sample", seed="which sample of rows is computed again")
def verify_dataset(
    folder: Any, /, *, full: bool = False, seed: Count = 1, progress: Progress = None, quiet: bool = False
) -> Verification:
    """Whether a dataset is right: its sums, its copies, its description, and rows that are computed again.

    >>> import plumbline, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     swing = plumbline.dataset('pendulum', step='1/10', steps=5, digits=20, output=folder + '/swing')
    ...     found = plumbline.verify_dataset(swing.folder, full=True)
    >>> found.is_right, found.computed_rows
    (True, 6)

    Raises InputOutputError where the folder cannot be read, InvalidInput where it is no dataset.
    """
    path = path_text("folder", folder)
    require_flag("full", full)
    require_flag("quiet", quiet)
    show = bar_or_callback(progress)
    try:
        wrong, rows, computed, probability = _core.check_dataset(
            path, full, count_text("seed", seed), show, warner(quiet)
        )
    finally:
        if isinstance(show, Bar):
            show.close()
    return Verification(tuple(wrong), rows, computed, probability)
