# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Texts of systems, schemes and tables as files: the commands of the program read files."""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import tempfile
import threading
from typing import Any

_guard = threading.Lock()
_folder: str | None = None
_owner = 0
_names: dict[str, str] = {}


def _remove(folder: str, owner: int) -> None:
    if os.getpid() == owner:  # not in a child of fork
        shutil.rmtree(folder, ignore_errors=True)


def file_of(text: str, name: str, file_name: str) -> str:
    """The path of a file with this text, which exists as long as the process; `name` stands for it in messages."""
    global _folder, _owner
    with _guard:
        if _folder is None or _owner != os.getpid():
            _folder = tempfile.mkdtemp(prefix="plumbline-")
            _owner = os.getpid()
            atexit.register(_remove, _folder, _owner)
        data = text.encode()
        place = os.path.join(_folder, hashlib.sha256(data).hexdigest()[:32])
        path = os.path.join(place, os.path.basename(file_name))
        if not os.path.exists(path):
            os.makedirs(place, exist_ok=True)
            temporary = path + ".new"
            with open(temporary, "wb") as file:
                file.write(data)
            os.replace(temporary, path)
        _names[path] = name
        return path


def without_paths(message: str) -> str:
    """The message with the names of texts in the place of their files."""
    for path, name in list(_names.items()):
        message = message.replace(path, name)
    return message


def without_paths_in(value: Any) -> Any:
    """The same for the texts in dicts and lists."""
    if isinstance(value, str):
        return without_paths(value)
    if isinstance(value, dict):
        return {key: without_paths_in(one) for key, one in value.items()}
    return [without_paths_in(one) for one in value] if isinstance(value, list) else value


def _after_fork() -> None:
    global _guard
    _guard = threading.Lock()


os.register_at_fork(after_in_child=_after_fork)
