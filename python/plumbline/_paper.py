# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""The numbers that a paper prints, computed by the formulas of its file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ._call import Call, Count, path_text, run, word_text
from ._errors import InvalidInput
from ._parameters import explained
from ._progress import Progress
from ._results import Reproduction, reproduction_from

_EFFORTS = ("quick", "normal", "all")


@explained(
    file="the path of the paper's file (docs/papers-from-a-file.md)",
    experiments="the id of an experiment, or several; without it, those that `effort` allows",
    effort='"quick", "normal" or "all": which experiments run where none is named',
    digits="decimal digits of the arithmetic, instead of those of the file or 64",
)
def reproduce(
    file: Any,
    experiments: str | Iterable[str] | None = None,
    *,
    digits: Count | None = None,
    effort: str = "normal",
    jobs: Count | None = None,
    progress: Progress = None,
    quiet: bool = False,
) -> Reproduction:
    """What a paper prints beside what is computed, with a verdict for each number.

    Printed and computed numbers are texts: they have the digits of the print and those that were computed.

    Raises InvalidInput with file, line and key for a mistake in the file, InputOutputError where it, or a file that it names, cannot
    be read. A run that fails makes its numbers differ, with the reason.
    """
    call = Call("reproduce", path_text("file", file))
    if experiments is not None:
        several = [experiments] if isinstance(experiments, str) else experiments
        if not isinstance(several, Iterable):
            raise TypeError(f"experiments must be a str or several, got {type(several).__name__}")
        call.positional += [word_text("experiments", name) for name in several]
    if word_text("effort", effort) not in _EFFORTS:
        raise InvalidInput(f"effort must be one of {', '.join(_EFFORTS)}; got '{effort}'")
    call.flag("quick", effort == "quick")
    call.flag("all", effort == "all")
    call.give_settings(None, digits=digits)
    call.give_all(jobs=jobs)
    return reproduction_from(run(call, progress, quiet))
