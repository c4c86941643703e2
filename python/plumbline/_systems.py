# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Systems and schemes: of the catalogue, from a file, from a text."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, Union

from . import _core, _texts
from ._errors import InputOutputError, InvalidInput
from ._numbers import Number


def read_text(path: str) -> str:
    """The text of a file. Raises InputOutputError."""
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        raise InputOutputError(f"cannot read '{path}': {error.strerror}") from None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InvalidInput(f"'{path}' is not a text in UTF-8: byte {error.start}") from None


def require_unicode(text: str) -> str:
    """The text. Raises InvalidInput for halves of characters, which no file can hold, and for the character 0."""
    if "\0" in text:
        raise InvalidInput(f"a text has the character 0 at position {text.index(chr(0))}")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise InvalidInput(f"a text has half of a character at position {error.start}") from None
    return text


def exact_text_of(name: str, value: Any) -> str:
    """The number as an exact text; `name` begins what is said of another type or value."""
    if isinstance(value, str):
        require_unicode(value)
    try:
        text: str = _core.exact_text(value)
    except TypeError as error:
        raise TypeError(f"{name}: {error}") from None
    except (ValueError, OverflowError) as error:
        raise InvalidInput(f"{name}: {error}") from None
    return text


def settings_of(parameters: Mapping[str, Any], texts: frozenset[str] = frozenset()) -> dict[str, str]:
    """Parameters as exact texts; those in `texts` are words. A list becomes the words between commas."""
    settings = {}
    for name, value in parameters.items():
        if not isinstance(name, str):
            raise TypeError(f"the name of a parameter must be a str, got {type(name).__name__}")
        require_unicode(name)
        if isinstance(value, Scheme):
            value = value.name
        if isinstance(value, (list, tuple)):
            settings[name] = ",".join(exact_text_of(name, one) for one in value)
        else:
            settings[name] = exact_text_of(name, value)
    return settings


class _Named:
    """What systems and schemes share: a name or a text, settings, and facts."""

    __slots__ = ("_word", "_text", "_settings", "_facts", "__weakref__")
    _word: str  # the name in the catalogue, or what stands for the text in messages
    _text: str  # empty for those of the catalogue
    _settings: dict[str, str]
    _facts: dict[str, Any]

    def __init__(self, *_: Any, **__: Any) -> None:
        kind = type(self).__name__
        raise TypeError(f"make a {kind} with plumbline.{kind.lower()}(name_or_file) or {kind}.from_text(text)")

    @classmethod
    def _make(cls, word: str, text: str, settings: Mapping[str, str]) -> Any:
        require_unicode(word)
        require_unicode(text)
        new = object.__new__(cls)
        object.__setattr__(new, "_word", word)
        object.__setattr__(new, "_text", text)
        object.__setattr__(new, "_settings", dict(settings))
        object.__setattr__(new, "_facts", cls._read_facts(word, text, dict(settings)))
        return new

    @staticmethod
    def _read_facts(word: str, text: str, settings: dict[str, str]) -> dict[str, Any]:
        raise NotImplementedError

    @classmethod
    def from_text(cls, text: str, /, **parameters: Number) -> Any:
        """One from a text in TOML, as it would stand in a file."""
        if not isinstance(text, str):
            raise TypeError(f"the text must be a str, got {type(text).__name__}")
        if not text.strip():
            raise InvalidInput(f"the text of a {cls.__name__.lower()} is empty")
        return cls._make("the text", text, settings_of(parameters))

    @classmethod
    def _named(cls, name_or_file: Any, parameters: Mapping[str, Any]) -> Any:
        if isinstance(name_or_file, cls):
            return name_or_file.with_parameters(**parameters) if parameters else name_or_file
        if isinstance(name_or_file, os.PathLike):
            path = os.fspath(name_or_file)
            if not isinstance(path, str):
                raise TypeError("a path must be a str")
            return cls._make(path, read_text(path), settings_of(parameters))
        if not isinstance(name_or_file, str):
            kind = cls.__name__
            raise TypeError(f"a name, a path or a {kind} is wanted, got {type(name_or_file).__name__}")
        if name_or_file.endswith(".toml"):
            return cls._make(name_or_file, read_text(name_or_file), settings_of(parameters))
        return cls._make(name_or_file, "", settings_of(parameters))

    def with_parameters(self, **parameters: Number) -> Any:
        """The same with other parameters; those that are not named stay."""
        return type(self)._make(self._word, self._text, {**self._settings, **settings_of(parameters)})

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a {type(self).__name__} cannot be changed; with_parameters() makes another")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a {type(self).__name__} cannot be changed")

    def __reduce__(self) -> Any:
        return (type(self)._make, (self._word, self._text, self._settings))

    def __eq__(self, other: Any) -> Any:
        if type(other) is not type(self):
            return NotImplemented
        same = self._text == other._text and (self._text != "" or self._word == other._word)
        return same and self._settings == other._settings

    def __hash__(self) -> int:
        return hash((self._text or self._word, tuple(sorted(self._settings.items()))))

    def __repr__(self) -> str:
        settings = "".join(f", {name}={value!r}" for name, value in self._settings.items())
        kind = type(self).__name__
        if self._text and not self._word.endswith(".toml"):
            return f"{kind}.from_text(<{self.name}>{settings})"
        return f"{kind.lower()}({self._word!r}{settings})"

    @property
    def name(self) -> str:
        """The name, as in messages and tables."""
        return str(self._facts["name"])

    @property
    def summary(self) -> str:
        """What it is, in one line."""
        return str(self._facts["summary"])

    @property
    def formula(self) -> str:
        """The formula."""
        return str(self._facts["formula"])

    @property
    def source(self) -> str:
        """Where it comes from."""
        return str(self._facts["source"])

    @property
    def parameters(self) -> dict[str, str]:
        """The parameters as exact texts: what was set, otherwise the default."""
        declared = {p["name"]: p["default"] for p in self._facts["parameters"]}
        return {**declared, **self._settings}

    @property
    def facts(self) -> dict[str, Any]:
        """All that is known about it."""
        return dict(self._facts)

    def word(self) -> str:
        """The name or the path that a command takes."""
        return _texts.file_of(self._text, self._word, f"{self.name}.toml") if self._text else self._word


class System(_Named):
    """A system with its parameters; see `system`.

    >>> import plumbline
    >>> pendulum = plumbline.System.from_text('''
    ... name = "rod"
    ... coordinates = ["theta"]
    ... lagrangian = "m/2*l^2*dot(theta)^2 + m*g*l*cos(theta)"
    ... [parameters]
    ... m = "1"
    ... l = "3/4"
    ... g = "9.81"
    ... [start]
    ... theta = "pi/3"
    ... ''', l='1/2')
    >>> pendulum.parameters
    {'m': '1', 'l': '1/2', 'g': '9.81'}
    """

    __slots__ = ()

    @staticmethod
    def _read_facts(word: str, text: str, settings: dict[str, str]) -> dict[str, Any]:
        return dict(_core.system_facts(word, text, settings))

    @property
    def facts(self) -> dict[str, Any]:
        """All that is known about it. Under facts, also whether the mass matrix of a Lagrangian is regular: where it is
        singular, `singular` says whether at the start, with these parameters or everywhere, and `reason` says why.

        >>> import plumbline
        >>> plumbline.system('lagrange-top').facts['facts']['mass_matrix']
        'regular'
        """
        facts = dict(self._facts)
        if facts["kind"] == "lagrangian" and not facts["takes_matrices"]:
            facts["facts"] = {**facts["facts"], **_core.mass_facts(self.word(), self._settings)}
            if facts["facts"].get("singular") == "everywhere":  # without the inverse there is no T(p)
                facts["facts"]["separable"] = False
        return facts

    @property
    def dimension(self) -> int:
        """The number of coordinates; 0 where matrices say it."""
        return int(self._facts["dimension"])

    @property
    def coordinates(self) -> list[str]:
        """The names of the coordinates."""
        return list(self._facts["coordinates"])

    @property
    def columns(self) -> list[str]:
        """The names of a state."""
        return list(self._facts["columns"])

    @property
    def start(self) -> dict[str, str]:
        """The start by default, as exact texts, angular velocities of bodies too; what is missing is 0."""
        return dict(self._facts["start"])

    @property
    def has_exact_solution(self) -> bool:
        """True where `exact` knows the solution."""
        return bool(self._facts["has_exact_solution"]) and "singular" not in self.facts["facts"]


class Scheme(_Named):
    """A scheme with its parameters; see `scheme`.

    >>> import plumbline
    >>> heun = plumbline.Scheme.from_text('''
    ... name = "heun"
    ... kind = "runge-kutta"
    ... A = [[], ["1"]]
    ... b = ["1/2", "1/2"]
    ... ''')
    >>> heun.order, heun.symplectic
    (2, False)
    """

    __slots__ = ()

    @staticmethod
    def _read_facts(word: str, text: str, settings: dict[str, str]) -> dict[str, Any]:
        return dict(_core.scheme_facts(word, text, settings))

    @property
    def order(self) -> int:
        """The classical order on smooth problems."""
        return int(self._facts["order"])

    @property
    def symmetric(self) -> bool:
        """True where a step back undoes a step."""
        return bool(self._facts["symmetric"])

    @property
    def symplectic(self) -> bool:
        """True where every step is a symplectic map."""
        return bool(self._facts["symplectic"])

    @property
    def fits(self) -> list[str]:
        """The systems of the catalogue that it integrates."""
        return list(self._facts["fits"])


SystemLike = Union[str, "os.PathLike[str]", System]
SchemeLike = Union[str, "os.PathLike[str]", Scheme]


def system(name_or_file: SystemLike, /, **parameters: Number) -> System:
    """The system of the catalogue with this name, or the one in the file with this path, with parameters.

    >>> import plumbline
    >>> plumbline.system('pendulum', omega='3/2')
    system('pendulum', omega='3/2')

    Raises InvalidInput for an unknown name or parameter, and InputOutputError for a file that cannot be read.
    """
    found: System = System._named(name_or_file, parameters)
    return found


def scheme(name_or_file: SchemeLike, /, **parameters: Number) -> Scheme:
    """The scheme of the catalogue with this name, or the one in the file with this path, with parameters.

    >>> import plumbline
    >>> plumbline.scheme('lobatto', degree=4).order
    8

    Raises InvalidInput for an unknown name or parameter, and InputOutputError for a file that cannot be read.
    """
    found: Scheme = Scheme._named(name_or_file, parameters)
    return found


def systems() -> list[System]:
    """The systems of the catalogue.

    >>> import plumbline
    >>> 'double-pendulum' in [s.name for s in plumbline.systems()]
    True
    """
    return [System._make(facts["name"], "", {}) for facts in _core.list_systems()]


def schemes() -> list[Scheme]:
    """The schemes of the catalogue.

    >>> import plumbline
    >>> [s.name for s in plumbline.schemes() if s.name.startswith('symplectic')]
    ['symplectic-euler-a', 'symplectic-euler-b']
    """
    return [Scheme._make(facts["name"], "", {}) for facts in _core.list_schemes()]
