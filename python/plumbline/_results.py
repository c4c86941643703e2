# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""What the runs give back: tables, trajectories, named values, audits."""

from __future__ import annotations

import array
import csv
import io
import operator
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from . import _texts
from ._call import Found
from ._errors import in_words_of_python
from ._numbers import Real
from ._show import curves, first_and_last, html_table

_DECIMAL = re.compile(r"-?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?", re.IGNORECASE)


def cell_of(value: Any, digits: int) -> Any:
    """A cell of a table of texts: a number where it is one."""
    if isinstance(value, str) and _DECIMAL.fullmatch(value):
        return Real(value, digits=digits)
    return None if value == "" else value


class Table:
    """Rows with named columns.

    `table["q1"]` is a column as a list, `table[0]` a row as a tuple, `table[2:5]` a list of rows; iteration goes
    over the rows. Numbers are Reals; an empty cell is None. `meta` is what the program says about the table:
    version, command, system, parameters, digits.
    """

    def __init__(self, columns: list[str], rows: list[tuple[Any, ...]], meta: dict[str, Any]) -> None:
        self.columns: tuple[str, ...] = tuple(columns)
        self.meta: dict[str, Any] = meta
        self._rows = rows

    @property
    def digits(self) -> int:
        """The digits of the arithmetic."""
        return int(self.meta.get("digits", 64))

    @property
    def constants(self) -> dict[str, Any]:
        """The constants that belong to an exact solution, as Reals; a tuple where a constant is a list."""
        found: dict[str, Any] = {}
        for name, text in self.meta.get("constants", {}).items():
            values = tuple(cell_of(word, self.digits) for word in str(text).split())
            found[name] = values[0] if len(values) == 1 else values
        return found

    @property
    def last(self) -> dict[str, Any]:
        """The last row, by the names of the columns."""
        return dict(zip(self.columns, self[-1]))

    def __len__(self) -> int:
        return len(self._rows)

    def _row(self, i: int) -> tuple[Any, ...]:
        return self._rows[i]

    def _column(self, k: int) -> list[Any]:
        return [row[k] for row in self._rows]

    def _doubles(self, k: int) -> Any:
        import numpy

        return numpy.array([float("nan") if x is None else float(x) for x in self._column(k)], dtype=float)

    def _place(self, name: str) -> int:
        try:
            return self.columns.index(name)
        except ValueError:
            raise KeyError(f"there is no column '{name}'; the columns are {', '.join(self.columns)}") from None

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, str):
            return self._column(self._place(key))
        if isinstance(key, slice):
            return [self._row(i) for i in range(*key.indices(len(self)))]
        i = operator.index(key)
        n = len(self)
        if not -n <= i < n:
            raise IndexError(f"there is no row {i} in a table of {n} rows")
        return self._row(i % n)

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return (self._row(i) for i in range(len(self)))

    def __contains__(self, name: object) -> bool:
        return name in self.columns

    @property
    def rows(self) -> list[tuple[Any, ...]]:
        """All rows as tuples."""
        return [self._row(i) for i in range(len(self))]

    def to_dict(self) -> dict[str, list[Any]]:
        """The columns by their names, as pandas.DataFrame takes them."""
        return {name: self._column(k) for k, name in enumerate(self.columns)}

    def to_numpy(self, dtype: Any, columns: Any = None) -> Any:
        """The columns of numbers as an array, a row for each row.

        `dtype` has to be said: `float` rounds every number to the nearest double (an empty cell is nan), `object`
        keeps the Reals. `columns` names the columns, one or several; without it, all of them.
        """
        import numpy

        names = self.columns if columns is None else (columns,) if isinstance(columns, str) else tuple(columns)
        places = [self._place(name) for name in names]
        kind = numpy.dtype(dtype)
        if kind not in (numpy.dtype(float), numpy.dtype(object)):
            raise TypeError(f"dtype must be float, which rounds to doubles, or object, which keeps the Reals; got {kind}")
        array = numpy.empty((len(self), len(names)), dtype=kind)
        for j, k in enumerate(places):
            try:
                array[:, j] = self._doubles(k) if kind == float else self._column(k)
            except (TypeError, ValueError):
                raise TypeError(f"the column '{names[j]}' has cells that are no numbers; name the columns") from None
        return array[:, 0] if isinstance(columns, str) else array

    def to_csv(self) -> str:
        """The rows as csv with a header and without metadata; numbers read back as the same numbers."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows(["" if x is None else str(x) for x in row] for row in self)
        return out.getvalue()

    def to_pandas(self) -> Any:
        """The table as a pandas.DataFrame; the Reals stay Reals, and `.astype(float)` rounds them. Needs pandas."""
        import pandas

        return pandas.DataFrame(self.to_dict())

    def plot(self, *columns: str, x: str | None = None, ax: Any = None, **options: Any) -> Any:
        """Draws columns over `x` (the first column of numbers) with matplotlib and returns the axes; without names, all columns of
        numbers. `options` are those of `Axes.plot`. Needs matplotlib."""
        from matplotlib import pyplot

        across = next((c for c in self.columns if self._is_number(c)), self.columns[0]) if x is None else x
        axes = pyplot.figure().gca() if ax is None else ax
        for name in columns or [c for c in self.columns if c != across and self._is_number(c)]:
            axes.plot(self.to_numpy(float, across), self.to_numpy(float, name), label=name, **options)
        axes.set_xlabel(across)
        axes.legend()
        return axes

    def _is_number(self, name: str) -> bool:
        return all(x is None or hasattr(x, "__float__") for x in self._column(self._place(name)))

    def _repr_html_(self) -> str:
        return html_table(self.columns, first_and_last(self), repr(self)[1:-1])

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self)} rows: {', '.join(self.columns)}>"


class _KeptRows:
    """The rows of a run that are there as Reals: of a copy, or where they came as texts."""

    def __init__(self, columns: tuple[str, ...], rows: list[tuple[Any, ...]]) -> None:
        self.columns = columns
        self._rows = rows

    def __len__(self) -> int:
        return len(self._rows)

    def row(self, i: int) -> tuple[Any, ...]:
        return self._rows[i]

    def column(self, k: int) -> list[Any]:
        return [row[k] for row in self._rows]

    def doubles(self, k: int) -> bytes:
        return array.array("d", [float("nan") if x is None else float(x) for x in self.column(k)]).tobytes()


class Trajectory(Table):
    """The rows of a run. The Reals are made when they are asked for."""

    def __init__(self, numbers: Any, meta: dict[str, Any]) -> None:
        super().__init__(list(numbers.columns), [], meta)
        self._numbers = numbers

    def __len__(self) -> int:
        return len(self._numbers)

    def _row(self, i: int) -> tuple[Any, ...]:
        row: tuple[Any, ...] = self._numbers.row(i)
        return row

    def _column(self, k: int) -> list[Any]:
        column: list[Any] = self._numbers.column(k)
        return column

    def _doubles(self, k: int) -> Any:
        import numpy

        return numpy.frombuffer(self._numbers.doubles(k), dtype=float)

    @property
    def t(self) -> list[Real]:
        """The times."""
        times: list[Real] = self["t"]
        return times

    def _repr_html_(self) -> str:
        system, scheme = (str(self.meta.get(key, "")) for key in ("system", "scheme"))
        doubles = [memoryview(self._numbers.doubles(k)).cast("d").tolist() for k in range(len(self.columns))]
        drawn = list(zip(self.columns[1:], doubles[1:]))
        picture = curves(" ".join((scheme, system)).strip(), ("t", doubles[0]), drawn) if len(self) > 1 else ""
        return picture + super()._repr_html_()

    def __reduce__(self) -> Any:
        return (Trajectory._of_rows, (self.columns, self.rows, self.meta))

    @staticmethod
    def _of_rows(columns: tuple[str, ...], rows: list[tuple[Any, ...]], meta: dict[str, Any]) -> Trajectory:
        return Trajectory(_KeptRows(columns, rows), meta)


class Sweep(Table):
    """The cases of a sweep: the axes, the values, and in the last column what went wrong, or None."""

    @property
    def failures(self) -> list[tuple[int, str]]:
        """The numbers of the rows that failed, with the reason."""
        return [(i, reason) for i, reason in enumerate(self["failure"]) if reason is not None]


class JudgedNumber(NamedTuple):
    """One number of a table that was judged: its row and column, what is printed, the truth, and how many digits are true."""

    row: int
    column: str
    printed: str
    true: str
    digits: int


class Judgement(Table):
    """The numbers of a table beside the truth, each row a JudgedNumber. `meta` says how the truth was computed.

    The largest error and the drifts of energy and momentum are in `meta` too.
    """

    def __init__(self, columns: list[str], rows: list[tuple[Any, ...]], meta: dict[str, Any], is_wrong: bool) -> None:
        super().__init__(columns, rows, meta)
        self.is_wrong = is_wrong

    @property
    def digits_min(self) -> int:
        """The smallest number of true digits."""
        return int(self.meta["digits_min"])

    @property
    def digits_max(self) -> int:
        """The largest number of true digits."""
        return int(self.meta["digits_max"])

    @property
    def error_max(self) -> Real:
        """The largest difference between a printed and a true number."""
        return Real(str(self.meta["error_max"]))


class Reproduction(Table):
    """The numbers of a paper as they are printed and as they are computed, a row for each, all cells as texts.

    The columns are those of `numbers.csv`: id, where, printed, computed, verdict, reason, paper, key, kind, and how it is judged
    (rule, compared, difference, tier, expected, ...). `is_wrong` says whether a verdict is not the recorded one.
    """

    def __init__(self, columns: list[str], rows: list[tuple[Any, ...]], meta: dict[str, Any], is_wrong: bool) -> None:
        super().__init__(columns, rows, meta)
        self.is_wrong = is_wrong

    @property
    def unexpected(self) -> list[tuple[str, str]]:
        """The experiment and the key of each number whose verdict is not the recorded one."""
        found = zip(self["id"], self["key"], self["verdict"], self["expected"])
        return [(id, key) for id, key, verdict, expected in found if verdict != expected]


class Dataset(Table):
    """The rows of a dataset: Decimals with exactly the digits that are verified.

    `folder` is where it was written, or None; `meta` is its description, as in datapackage.json.
    """

    def __init__(self, columns: list[str], rows: list[tuple[Any, ...]], meta: dict[str, Any], folder: str | None) -> None:
        super().__init__(columns, rows, meta)
        self.folder = folder


@dataclass(frozen=True)
class Verification:
    """What verify_dataset found: a line for each thing that is wrong, and how much was computed again.

    `probability` is the probability with which one changed digit is found, with all sums and copies changed along.
    """

    wrong: tuple[str, ...]
    rows: int
    computed_rows: int
    probability: float

    @property
    def is_right(self) -> bool:
        """Whether nothing is wrong."""
        return not self.wrong


@dataclass(frozen=True)
class OrbitVerification:
    """What verify_orbit found: a line for each thing that is wrong, how many numbers were proven again, and how far around
    the orbit there is no other one.
    """

    wrong: tuple[str, ...]
    numbers: int
    unique_within: str

    @property
    def is_right(self) -> bool:
        """Whether nothing is wrong."""
        return not self.wrong


class Values(Mapping[str, Any]):
    """Named values in order, with the metadata of the program."""

    def __init__(self, values: Mapping[str, Any], meta: dict[str, Any]) -> None:
        self._values = dict(values)
        self.meta = meta

    def __getitem__(self, name: str) -> Any:
        try:
            return self._values[name]
        except KeyError:
            raise KeyError(f"there is no value '{name}'; there are {', '.join(self._values)}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __str__(self) -> str:
        return "\n".join(f"{name} = {value}" for name, value in self._values.items())

    def _repr_html_(self) -> str:
        return html_table(("name", "value"), list(self._values.items()), type(self).__name__)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {', '.join(self._values)}>"


@dataclass(frozen=True)
class AuditRow:
    """One fact: its value as text, what is claimed, and "confirmed", "refuted" or ""."""

    value: str
    claim: str
    verdict: str


class Audit(Values):
    """The facts of a scheme by name, each an AuditRow."""

    def __init__(self, values: Mapping[str, AuditRow], meta: dict[str, Any], is_wrong: bool) -> None:
        super().__init__(values, meta)
        self.is_wrong = is_wrong

    def _repr_html_(self) -> str:
        rows = [(name, row.value, row.claim, row.verdict) for name, row in self._values.items()]
        verdict = "a claim is refuted" if self.is_wrong else "no claim is refuted"
        return html_table(("fact", "value", "claim", "verdict"), rows, f"Audit of {self.meta.get('scheme', 'a scheme')}: {verdict}")

    def __str__(self) -> str:
        lines = []
        for name, row in self._values.items():
            lines.append(f"{name} = {row.value}")
            if row.claim:
                lines.append(f"{name}-claim = {row.claim} ({row.verdict})")
        return "\n".join(lines)


def held_digits(found: Found, digits: int) -> int:
    """Decimals that are proven within a radius get more digits: the nearest binary number of so many digits may lie outside."""
    further = 12  # a radius has four digits, and may be full
    return digits + further if "radius" in found.columns or "radius_" in found.columns else digits


def table_from(found: Found, digits: int) -> Table:
    """A table with numbers of so many digits."""
    found.meta.setdefault("digits", digits)
    held = held_digits(found, digits)
    return Table(found.columns, [tuple(cell_of(x, held) for x in row) for row in found.rows], found.meta)


def values_from(found: Found, digits: int) -> Values:
    """Named values."""
    return Values({name: cell_of(value, digits) for name, value in found.rows}, found.meta)


def audit_from(found: Found) -> Audit:
    """The facts of a scheme."""
    return Audit({row[0]: AuditRow(*row[1:]) for row in found.rows}, found.meta, found.is_wrong)


def sweep_from(found: Found, digits: int, labels: Mapping[str, str]) -> Sweep:
    """The cases of a sweep, each number with the digits of its case; `labels` are names of schemes."""
    columns = found.columns
    by_case = columns.index("digits") if "digits" in columns else None
    rows = []
    for row in found.rows:
        own = digits if by_case is None else int(row[by_case])
        cells = [cell_of(x, own) for x in row]
        for k, name in enumerate(columns):
            if name == "failure":
                cells[k] = in_words_of_python(row[k]) if row[k] else None
            elif name == "scheme":
                cells[k] = labels.get(row[k], row[k])
        rows.append(tuple(cells))
    return Sweep(columns, rows, found.meta)


def judgement_from(found: Found) -> Judgement:
    """The numbers of a table that was judged."""
    return Judgement(found.columns, [JudgedNumber(*row) for row in found.rows], found.meta, found.is_wrong)


def table_of_files(found: Found) -> Table:
    """A row for each of several files that were judged."""
    rows = [(_texts.without_paths(file), *(cell_of(cell, 64) for cell in cells)) for file, *cells in found.rows]
    return Table(found.columns, rows, found.meta)


def reproduction_from(found: Found) -> Reproduction:
    """The numbers of a paper."""
    rows = [tuple(cell or None for cell in row) for row in found.rows]
    return Reproduction(found.columns, rows, found.meta, found.is_wrong)
