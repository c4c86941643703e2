# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""`python -m plumbline` is the command line: the program that lies in the package, or else the one on the PATH."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path


def main() -> None:
    inside = Path(__file__).parent / "_program" / "bin" / "plumbline"
    program = str(inside) if inside.exists() else _on_the_path()
    if program is None:
        sys.stderr.write(
            "plumbline: error: the program 'plumbline' is not in this package and not on the PATH;"
            " `pip install .` in the project brings it along\n"
        )
        sys.exit(4)
    os.execv(program, ["plumbline", *sys.argv[1:]])


def _on_the_path() -> str | None:
    """The program, but not the script that pip makes of this module: that one would call itself for ever."""
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        found = shutil.which("plumbline", path=folder)
        if found is not None and open(found, "rb").read(4) == b"\x7fELF":
            return found
    return None


if __name__ == "__main__":
    main()
