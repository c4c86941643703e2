# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""How results look in a notebook: a trajectory and a table of errors are pictures, a table is a table, an audit a page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from . import _core
from ._numbers import Real

SHOWN_ROWS = 10
SHOWN_DIGITS = 20


def cell_text(value: Any) -> str:
    """A cell in so few digits that a row fits on a screen."""
    if isinstance(value, Real) and value.is_finite() and value.digits > SHOWN_DIGITS:
        full = str(value)
        short = value.text(SHOWN_DIGITS)
        return full if len(full) <= len(short) else short + "…"
    return "" if value is None else str(value)


def html_table(columns: Sequence[str], rows: Iterable[Sequence[Any]], caption: str) -> str:
    """A table of HTML; texts are escaped."""
    head = "".join(f"<th>{escape(name)}</th>" for name in columns)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell_text(x))}</td>" for x in row) + "</tr>" for row in rows)
    return (
        f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


def first_and_last(rows: Sequence[Sequence[Any]]) -> list[Sequence[Any]]:
    """All rows of a short table; of a long one the first and the last, with dots between them."""
    if len(rows) <= SHOWN_ROWS:
        return list(rows)
    half = SHOWN_ROWS // 2
    return [*(rows[i] for i in range(half)), ["⋮"] * len(rows[0]), *(rows[i] for i in range(len(rows) - half, len(rows)))]


def curves(
    description: str,
    x: tuple[str, Sequence[float]],
    ys: Sequence[tuple[str, Sequence[float]]],
    log: bool = False,
) -> str:
    """Curves over x as SVG, in the style of the program's pictures."""
    drawn = [(name, [float(a) for a in x[1]], [float(b) for b in y]) for name, y in ys]
    label = ys[0][0] if len(ys) == 1 else ""
    return _core.svg_of_curves(description, x[0], label, drawn, log, log)
