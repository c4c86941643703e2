# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""A trajectory that another program computed, against the truth."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any

from . import _texts
from ._call import Call, Count, Settings, pairs_text, path_text, run, value_text, word_text
from ._errors import InvalidInput
from ._numbers import Number, Real
from ._parameters import explained
from ._progress import Progress
from ._results import Judgement, Table, judgement_from, table_of_files
from ._systems import SystemLike, require_unicode


def _printed(name: str, value: Any) -> str:
    """A cell as a program would print it: doubles with as many digits as read back to the same double."""
    if value is None:
        return ""
    if isinstance(value, bool):
        raise TypeError(f"the column '{name}' has a bool; numbers are wanted")
    if isinstance(value, str):
        return require_unicode(value)
    if isinstance(value, float):  # numpy.float64 too
        return repr(float(value))
    # numpy.float32 has its shortest text, mpmath.mpf as many digits as mpmath works with
    is_of_numpy = hasattr(value, "dtype") and hasattr(value, "is_integer")
    if isinstance(value, (int, Decimal, Real)) or hasattr(value, "__index__") or is_of_numpy or type(value).__name__ == "mpf":
        return str(value)
    raise TypeError(
        f"the column '{name}' has a {type(value).__name__}; floats, ints, Decimals, Reals, mpfs or texts are wanted"
    )


def _or_nothing(value: Any) -> Any:
    """A cell of a DataFrame: not a number is a cell without a value there."""
    return None if type(value).__name__ == "NAType" or (isinstance(value, float) and value != value) else value


def _file_of_columns(columns: Mapping[str, Any]) -> str:
    names = [word_text("the name of a column", name) for name in columns]
    if not names:
        raise InvalidInput("the table has no columns")
    for name in names:
        if isinstance(columns[name], str) or not isinstance(columns[name], Iterable):
            raise TypeError(f"the column '{name}' is a {type(columns[name]).__name__}; several numbers are wanted")
    cells = [[_printed(name, value) for value in columns[name]] for name in names]
    if len({len(column) for column in cells}) > 1:
        raise InvalidInput("the columns have different lengths: " + ", ".join(f"{n} {len(c)}" for n, c in zip(names, cells)))
    return _texts.file_of(json.dumps({"columns": names, "rows": list(zip(*cells))}), "the table", "table.json")


def _file(table: Any) -> str:
    if isinstance(table, (str, os.PathLike)):
        word = path_text("file", table)
        if word == "-":
            raise InvalidInput("file must be a path or columns; standard input belongs to the program")
        return word
    if isinstance(table, Table):
        return _file_of_columns({name: table[name] for name in table.columns})
    if hasattr(table, "to_dict") and hasattr(table, "columns"):  # a DataFrame
        return _file_of_columns({name: [_or_nothing(value) for value in table[name]] for name in table.columns})
    if isinstance(table, Mapping):
        return _file_of_columns(table)
    raise TypeError(f"file must be a path, a Table or a dict of columns, got {type(table).__name__}")


@explained(
    file="the path of a table that any program wrote (csv, columns between blanks, json, HDF5), a Table, a DataFrame (where NaN is an empty cell, as pandas reads it), or a dict "
    "of columns; a float in it stands for the digits that read back to the same double; or a list of these: trajectories of one "
    "program with different steps",
    file_steps="the steps of several files (the time between their first rows)",
    from_first_row="the motion begins at the first row, not at the system's start",
    input='"binary": times and first row are the nearest doubles of what is printed',
    digits="how many digits of the truth to give",
)
def judge(
    file: Any,
    *,
    system: SystemLike,
    columns: Any = None,
    map: Mapping[str, str] | None = None,
    unit: Mapping[str, Number] | None = None,
    from_first_row: bool = False,
    file_steps: Any = None,
    input: str | None = None,
    digits: Count | None = None,
    set: Settings | None = None,
    start: Settings | None = None,
    matrices: Any = None,
    events: str | None = None,
    project_start: bool = False,
    progress: Progress = None,
    quiet: bool = False,
) -> Judgement | Table:
    """How many digits of each number are true: a row for each number, against the true motion of the system.

    In the result, `printed` and `true` are texts, so that they have the digits that were written and those that are known.
    `is_wrong` says whether a printed number is off by more than one unit of its last place.
    Several files give a Table with a row for each: its errors, and the order against the file before.

    >>> import plumbline
    >>> found = plumbline.judge({'t': [0, 1], 'q1': ['1', '0.5405'], 'p1': ['0', '-0.8415']},
    ...                         system='harmonic-oscillator', set={'k': 1})
    >>> found[2]
    JudgedNumber(row=1, column='q1', printed='0.5405', true='0.54030230586813971740', digits=3)
    >>> found.is_wrong, found.digits_min
    (True, 3)
    """
    files = [_file(one) for one in file] if isinstance(file, (list, tuple)) else [_file(file)]
    if not files:
        raise InvalidInput("file is an empty list")
    call = Call("judge", *files)
    call.give_system(system, matrices, events, "system")
    call.flag("project_start", project_start)
    call.give_all(columns=columns)
    call.lists["map"] = pairs_text("map", map, word_text)
    call.lists["unit"] = pairs_text("unit", unit, value_text)
    call.flag("from_first_row", from_first_row)
    call.give_all(input=input, file_steps=file_steps)
    call.give_settings(set, start, digits)
    found = run(call, progress, quiet)
    return judgement_from(found) if len(files) == 1 else table_of_files(found)
