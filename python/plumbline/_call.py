# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""The words of a study, from the values of Python to the texts that the library takes."""

from __future__ import annotations

import operator
import os
import shlex
import warnings
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Union

from . import _core, _texts
from ._errors import InvalidInput, PlumblineWarning, in_words_of_python
from ._numbers import Number
from ._progress import Bar, Progress, bar_or_callback
from ._systems import Scheme, SchemeLike, System, exact_text_of, require_unicode, scheme as scheme_of, settings_of

Settings = Mapping[str, Number]
Count = Union[int, Any]  # what has __index__
SchemeList = Union[SchemeLike, Iterable[SchemeLike]]


def count_text(name: str, value: Any) -> str:
    if isinstance(value, bool):
        raise TypeError(f"{name} must be an int, got bool")
    try:
        return str(operator.index(value))
    except TypeError:
        raise TypeError(f"{name} must be an int, got {type(value).__name__}") from None
    except ValueError as error:  # an int with more digits than Python writes
        raise InvalidInput(f"{name} is too large: {error}") from None


def counts_text(name: str, values: Any) -> str:
    if isinstance(values, str):
        return values
    if isinstance(values, Iterable):
        return ",".join(count_text(name, value) for value in values)
    return count_text(name, values)


def value_text(name: str, value: Any) -> str:
    text = exact_text_of(name, value)
    if not text.strip():
        raise InvalidInput(f"{name} is empty")
    return text


def values_text(name: str, values: Any) -> str:
    if not isinstance(values, str) and isinstance(values, Iterable):
        return ",".join(value_text(name, value) for value in values)
    return value_text(name, values)


def word_text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a str, got {type(value).__name__}")
    if not value:
        raise InvalidInput(f"{name} is empty")
    return require_unicode(value)


def words_text(name: str, values: Any) -> str:
    if isinstance(values, str):
        return word_text(name, values)
    if isinstance(values, bytes) or not isinstance(values, Iterable):
        raise TypeError(f"{name} must be a str or several, got {type(values).__name__}")
    return ",".join(word_text(name, value) for value in values)


def path_text(name: str, value: Any) -> str:
    try:
        path = os.fspath(value)
    except TypeError:
        raise TypeError(f"{name} must be a path, got {type(value).__name__}") from None
    return word_text(name, path)


def require_flag(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{name} must be True or False, got {type(value).__name__}")
    return value


def pairs_text(name: str, given: Any, text: Any) -> list[str]:
    """A dict as words NAME=VALUE."""
    if given is None:
        return []
    if not isinstance(given, Mapping):
        raise TypeError(f"{name} must be a dict, got {type(given).__name__}")
    return [f"{word_text('a name in ' + name, key)}={text(f'{name}[{key!r}]', value)}" for key, value in given.items()]


def _coordinate_text(name: str, value: Any) -> str:
    """A coordinate by its name, or by its number."""
    return value if isinstance(value, str) else count_text(name, value)


# How the value of an option becomes a text.
_TEXTS = {
    **dict.fromkeys(["step", "until", "tolerance", "strobe", "checkpoint_every"], value_text),
    **dict.fromkeys(["steps", "count", "jobs", "refine", "every"], count_text),
    **dict.fromkeys(["average", "show_digits"], counts_text),
    **dict.fromkeys(["functions", "norm", "rule", "lanes", "input", "date", "author", "format"], word_text),
    **dict.fromkeys(["section", "stop_at", "direction", "step_function", "adaptivity"], word_text),
    **dict.fromkeys(["observe", "columns"], words_text),
    **dict.fromkeys(["plot", "checkpoint", "resume", "output"], path_text),
    **dict.fromkeys(["times", "file_steps"], values_text),
    "coordinate": _coordinate_text,
}

_PLACING = ("--jobs", "--format", "--output", "--plot", "--checkpoint", "--checkpoint-every", "--resume")


class Call:
    """What is asked of a study, in the words of the command that does the same."""

    def __init__(self, command: str, *positional: str) -> None:
        self.command = command
        self.positional = list(positional)
        self.options: dict[str, str] = {}
        self.flags: list[str] = []
        self.set: dict[str, str] = {}
        self.start: dict[str, str] = {}
        self.lists: dict[str, list[str]] = {}  # options that may repeat
        self.scheme_labels: dict[str, str] = {}  # the words of schemes as they are shown
        self._lists: dict[str, dict[str, str]] = {}

    def give(self, name: str, value: Any, text: Any) -> None:
        """An option where it is given; `text` turns its value into a text."""
        if value is not None:
            self.options[name] = text(name, value)

    def flag(self, name: str, value: Any) -> None:
        if require_flag(name, value):
            self.flags.append(name)

    def give_system(self, system: Any, matrices: Any = None, events: Any = None, option: str | None = None) -> None:
        """The system as the next positional word, or as an option; its parameters as settings."""
        if isinstance(system, (System, os.PathLike)):
            found = System._named(system, {})
            word = found.word()
            for name, value in found._settings.items():
                self.set[f"{found.name}.{name}"] = value
        else:
            word = word_text("system", system)
        if option is None:
            self.positional.append(word)
        else:
            self.options[option] = word
        self.give("matrices", matrices, path_text)
        self.give("events", events, word_text)

    def scheme_text(self, scheme: Any) -> str:
        """A scheme as a word, NAME:PARAMETER=VALUE; parameters that are lists become settings."""
        if isinstance(scheme, str) and not scheme.endswith(".toml"):
            return word_text("scheme", scheme)
        if not isinstance(scheme, (str, Scheme, os.PathLike)):
            raise TypeError(f"scheme must be a name, a path or a Scheme, got {type(scheme).__name__}")
        found = scheme_of(scheme)
        text = found.word()
        lists = {}
        for name, value in found._settings.items():
            if any(c in value for c in ",:"):
                lists[f"{found.name}.{name}"] = value
            else:
                text += f":{name}={value}"
        if self._lists.setdefault(found.name, lists) != lists:
            raise InvalidInput(
                f"{found.name} is given twice with different lists of numbers; a call can take one of them, make two calls"
            )
        self.set.update(lists)
        self.scheme_labels[text] = text.replace(found.word(), found.name, 1)
        return text

    def give_schemes(self, schemes: Any) -> None:
        """One scheme or several."""
        if schemes is None:
            return
        if isinstance(schemes, (str, Scheme, os.PathLike)) or not isinstance(schemes, Iterable):
            self.options["scheme"] = self.scheme_text(schemes)
        else:
            self.options["scheme"] = ",".join(self.scheme_text(one) for one in schemes)

    def give_arguments(self, arguments: Any, own: Mapping[str, Any]) -> None:
        """What a quantity alone is asked for: a dict, or keywords."""

        def text(name: str, value: Any) -> str:
            return word_text(name, value) if isinstance(value, str) else values_text(name, value)

        if arguments is not None or own:
            self.lists["with"] = [
                *pairs_text("arguments", {} if arguments is None else arguments, text),
                *pairs_text("keywords", own, text),
            ]

    def give_all(self, **values: Any) -> None:
        """The options that are given, each with the text that its name asks for."""
        for name, value in values.items():
            self.give(name, value, _TEXTS[name])

    def give_output(self, output: Any, format: Any) -> bool:
        """The file that the rows go to, and its format. Whether there is one."""
        if output is None and format is not None:
            raise InvalidInput("format goes with output only: it is how a file is written")
        self.give_all(output=output, format=format)
        return output is not None

    def give_settings(self, set: Any, start: Any = None, digits: Any = None) -> None:
        """Parameters, start values and digits. Call it after the system and the schemes."""
        self.give("digits", digits, count_text)
        for name, given, target in (("set", set, self.set), ("start", start, self.start)):
            if given is None:
                continue
            if not isinstance(given, Mapping):
                raise TypeError(f"{name} must be a dict like {{'q1': '1/2'}}, got {type(given).__name__}")
            try:
                target.update(settings_of(given))
            except TypeError as error:
                raise TypeError(f"{name}: {error}") from None
            except (ValueError, OverflowError) as error:
                raise InvalidInput(f"{name}: {error}") from None
        # a setting that is given by its bare name takes the place of the system's own
        for name in [key for key in self.set if "." in key]:
            if name.split(".", 1)[1] in self.set:
                del self.set[name]

    def arguments(self) -> list[str]:
        words = [self.command, *self.positional]
        words += [f"--{name.replace('_', '-')}={text}" for name, text in self.options.items()]
        words += [f"--{name.replace('_', '-')}" for name in self.flags]
        words += [f"--set={name}={text}" for name, text in self.set.items()]
        words += [f"--start={name}={text}" for name, text in self.start.items()]
        words += [f"--{name}={text}" for name, texts in self.lists.items() for text in texts]
        return words

    def command_line(self) -> str:
        """The call as one could type it in a shell, without where the result goes and how the run is kept."""
        words = [word for word in self.arguments() if word.split("=", 1)[0] not in _PLACING]
        return _texts.without_paths(shlex.join(["plumbline", *words]))

    def digits(self) -> int:
        text = self.options.get("digits", "64")
        return int(text) if text.isdigit() else 64


def warner(quiet: bool) -> Any:
    if quiet:
        return None

    def warn(message: str) -> None:
        text = in_words_of_python(message.strip())
        for prefix in ("plumbline: warning: ", "plumbline: note: ", "plumbline: error: "):
            text = text.removeprefix(prefix)
        # the caller of the function of this module: past this one and the three below
        warnings.warn(text, PlumblineWarning, stacklevel=5)

    return warn


class Found(NamedTuple):
    """A table of the library: texts, and ints in columns that count; None where a number is missing."""

    is_wrong: bool
    meta: dict[str, Any]
    columns: list[str]
    rows: list[list[Any]]


def _asked(call: Call) -> Any:
    asked = _core.StudyCall()
    asked.study = call.command
    asked.name = call.positional[0]
    asked.second_name = "\n".join(call.positional[1:])
    asked.options, asked.flags, asked.lists = call.options, call.flags, call.lists
    asked.set = [f"{name}={text}" for name, text in call.set.items()]
    asked.start = [f"{name}={text}" for name, text in call.start.items()]
    asked.arguments, asked.command_line = call.arguments(), call.command_line()
    return asked


def _watched(compute: Any, call: Call, progress: Progress, quiet: bool) -> Any:
    require_flag("quiet", quiet)
    show = bar_or_callback(progress)
    try:
        return compute(_asked(call), show, warner(quiet))
    finally:
        if isinstance(show, Bar):
            show.close()


def run(call: Call, progress: Progress, quiet: bool) -> Found:
    """What the study gives; no rows where they went to a file."""
    is_wrong, meta, columns, rows = _watched(_core.study, call, progress, quiet)
    return Found(is_wrong, _texts.without_paths_in(meta), columns, rows)


def run_as_numbers(call: Call, progress: Progress, quiet: bool) -> tuple[Any, dict[str, Any]]:
    """The rows of a trajectory as numbers of its arithmetic, and its metadata."""
    numbers, meta = _watched(_core.trajectory, call, progress, quiet)
    return numbers, meta
