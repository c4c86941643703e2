# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""How a build folder compiles each source: alone, or in a batch with others (cmake/batches.cmake)."""
import json
import pathlib
import re
import shlex


class unit:
    """What the compiler reads as one: a source, or the sources of a batch."""

    def __init__(self, words, directory, file, sources):
        self.words = words  # of the command
        self.directory = directory
        self.file = file  # the argument of -c
        self.sources = sources  # absolute paths

    @property
    def object(self):
        return self.words[self.words.index("-o") + 1]

    def text_for(self, before, after):
        """A source that includes those of this unit, with the folder `before` replaced by `after`."""
        places = (after / pathlib.Path(source).relative_to(before) for source in self.sources)
        return "".join(f'#include "{place}"\n' for place in places)


def units(build):
    """{absolute path of a source: its unit}. A source that is compiled for several targets has the unit of the first.

    Throws OSError where the folder has no compile_commands.json."""
    result = {}
    for entry in json.loads((pathlib.Path(build) / "compile_commands.json").read_text(encoding="utf-8")):
        file = pathlib.Path(entry["file"])
        sources = [str(file)]
        if re.fullmatch(r"unity_\w+_cxx\.cxx", file.name):
            sources = re.findall(r'^#include "(.*)"$', file.read_text(encoding="utf-8"), re.M)
        made = unit(shlex.split(entry["command"]), entry["directory"], str(file), sources)
        for source in sources:
            result.setdefault(source, made)
    return result
