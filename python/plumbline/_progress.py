# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""The progress bar of a long run."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any, Union

Progress = Union[bool, None, Callable[[int, int], Any]]

_PATIENCE = 1.0  # seconds before a bar is drawn
_INTERVAL = 0.1
_WIDTH = 40


class Bar:
    """A bar on standard error for work over a second, drawn at most ten times a second; it leaves no trace."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream
        self._start = self._last = time.monotonic()
        self._width = 0

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if total <= 0 or now - self._start < _PATIENCE or now - self._last < _INTERVAL:
            return
        self._last = now
        share = min(1.0, done / total)
        left = (now - self._start) * (1 - share) / share if share > 0 else 0.0
        filled = int(share * _WIDTH)
        self._show(f"[{'=' * filled}{' ' * (_WIDTH - filled)}] {share * 100:3.0f} %, {left:.0f} s left")

    def _show(self, text: str) -> None:
        try:
            self._stream.write("\r" + " " * self._width + "\r" + text)
            self._stream.flush()
        except (OSError, ValueError):
            pass  # a closed stream does not end a run
        self._width = len(text)

    def close(self) -> None:
        """Erases the bar."""
        if self._width:
            self._show("")


def bar_or_callback(progress: Progress) -> Any:
    """What is called with (done, total): a callback, a bar where one is wanted, or None."""
    if callable(progress):
        return progress
    if progress is not None and not isinstance(progress, bool):
        raise TypeError(f"progress must be a bool or a function of (done, total), got {type(progress).__name__}")
    stream = sys.stderr
    if progress is False or stream is None:
        return None
    if progress is None and not stream.isatty():
        return None
    return Bar(stream)
