# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""What the program's commands do, with keywords named like their options."""

from __future__ import annotations

import operator
import os
import shlex
import warnings
from collections.abc import Iterable, Mapping
from typing import Any, Union

from . import _core, _texts
from ._errors import InvalidInput, PlumblineWarning, in_words_of_python
from ._numbers import Number
from ._progress import Bar, Progress, bar_or_callback
from ._results import Audit, Table, Trajectory, Values, audit_from, table_from, values_from
from ._systems import Scheme, SchemeLike, System, SystemLike, require_unicode, scheme as scheme_of, settings_of

Settings = Mapping[str, Number]
Count = Union[int, Any]  # what has __index__
SchemeList = Union[SchemeLike, Iterable[SchemeLike]]


def _count(name: str, value: Any) -> str:
    if isinstance(value, bool):
        raise TypeError(f"{name} must be an int, got bool")
    try:
        return str(operator.index(value))
    except TypeError:
        raise TypeError(f"{name} must be an int, got {type(value).__name__}") from None
    except ValueError as error:  # an int with more digits than Python writes
        raise InvalidInput(f"{name} is too large: {error}") from None


def _counts(name: str, values: Any) -> str:
    if isinstance(values, str):
        return values
    if isinstance(values, Iterable):
        return ",".join(_count(name, value) for value in values)
    return _count(name, values)


def _value(name: str, value: Any) -> str:
    if isinstance(value, str):
        require_unicode(value)
    try:
        text: str = _core.exact_text(value)
    except TypeError as error:
        raise TypeError(f"{name}: {error}") from None
    except (ValueError, OverflowError) as error:
        raise InvalidInput(f"{name}: {error}") from None
    if not text.strip():
        raise InvalidInput(f"{name} is empty")
    return text


def _values(name: str, values: Any) -> str:
    if not isinstance(values, str) and isinstance(values, Iterable):
        return ",".join(_value(name, value) for value in values)
    return _value(name, values)


def _word(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a str, got {type(value).__name__}")
    if not value:
        raise InvalidInput(f"{name} is empty")
    return require_unicode(value)


def _words(name: str, values: Any) -> str:
    if isinstance(values, str):
        return _word(name, values)
    if not isinstance(values, Iterable):
        raise TypeError(f"{name} must be a str or several, got {type(values).__name__}")
    return ",".join(_word(name, value) for value in values)


def _path(name: str, value: Any) -> str:
    try:
        path = os.fspath(value)
    except TypeError:
        raise TypeError(f"{name} must be a path, got {type(value).__name__}") from None
    return _word(name, path)


def _flag(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{name} must be True or False, got {type(value).__name__}")
    return value


class _Call:
    """The options of a command, as the program takes them."""

    def __init__(self, command: str, *positional: str) -> None:
        self.command = command
        self.positional = list(positional)
        self.options: dict[str, str] = {}
        self.flags: list[str] = []
        self.set: dict[str, str] = {}
        self.start: dict[str, str] = {}

    def give(self, name: str, value: Any, text: Any) -> None:
        """An option where it is given; `text` turns its value into a text."""
        if value is not None:
            self.options[name] = text(name, value)

    def flag(self, name: str, value: Any) -> None:
        if _flag(name, value):
            self.flags.append(name)

    def give_system(self, system: Any, matrices: Any = None, events: Any = None) -> None:
        """The system as the next positional word, its parameters as settings."""
        if isinstance(system, (System, os.PathLike)):
            found = System._named(system, {})
            self.positional.append(found.word())
            for name, value in found._settings.items():
                self.set[f"{found.name}.{name}"] = value
        else:
            self.positional.append(_word("system", system))
        self.give("matrices", matrices, _path)
        self.give("events", events, _word)

    def _scheme_text(self, scheme: Any) -> str:
        if isinstance(scheme, str) and not scheme.endswith(".toml"):
            return _word("scheme", scheme)
        if not isinstance(scheme, (str, Scheme, os.PathLike)):
            raise TypeError(f"scheme must be a name, a path or a Scheme, got {type(scheme).__name__}")
        found = scheme_of(scheme)
        text = found.word()
        for name, value in found._settings.items():
            if any(c in value for c in ",:"):
                self.set[f"{found.name}.{name}"] = value
            else:
                text += f":{name}={value}"
        return text

    def give_schemes(self, schemes: Any) -> None:
        """One scheme or several."""
        if schemes is None:
            return
        if isinstance(schemes, (str, Scheme, os.PathLike)) or not isinstance(schemes, Iterable):
            self.options["scheme"] = self._scheme_text(schemes)
        else:
            self.options["scheme"] = ",".join(self._scheme_text(one) for one in schemes)

    def give_settings(self, set: Any, start: Any = None) -> None:
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
            if name.split(".", 1)[1] in self.set and self.positional:
                del self.set[name]

    def arguments(self) -> list[str]:
        words = [self.command, *self.positional]
        words += [f"--{name.replace('_', '-')}={text}" for name, text in self.options.items()]
        words += [f"--{name.replace('_', '-')}" for name in self.flags]
        words += [f"--set={name}={text}" for name, text in self.set.items()]
        words += [f"--start={name}={text}" for name, text in self.start.items()]
        return words

    def command_line(self) -> str:
        """The call as one could type it in a shell."""
        words = [word for word in self.arguments() if not word.startswith(("--jobs=", "--format=", "--output="))]
        return _texts.without_paths(shlex.join(["plumbline", *words]))

    def digits(self) -> int:
        text = self.options.get("digits", "64")
        return int(text) if text.isdigit() else 64


def _warner(quiet: bool) -> Any:
    if quiet:
        return None

    def warn(message: str) -> None:
        text = in_words_of_python(message.strip())
        for prefix in ("plumbline: warning: ", "plumbline: note: "):
            text = text.removeprefix(prefix)
        # the caller of the function of this module: past this one and the two below
        warnings.warn(text, PlumblineWarning, stacklevel=4)

    return warn


def _run(call: _Call, progress: Progress, quiet: bool) -> tuple[int, str]:
    """The exit code and what the command writes."""
    if "output" not in call.options:
        call.options["format"] = "json"
    show = bar_or_callback(progress)
    try:
        code, text = _core.run_command(call.arguments(), call.command_line(), show, _warner(quiet))
    finally:
        if isinstance(show, Bar):
            show.close()
    return code, text


def integrate(
    system: SystemLike,
    *,
    scheme: SchemeLike | None = None,
    step: Number | None = None,
    steps: Count | None = None,
    until: Number | None = None,
    times: Any = None,
    tolerance: Number | None = None,
    certified: bool = False,
    every: Count = 1,
    observe: Any = None,
    digits: Count = 64,
    set: Settings | None = None,
    start: Settings | None = None,
    matrices: Any = None,
    events: str | None = None,
    output: Any = None,
    format: str | None = None,
    plot: Any = None,
    checkpoint: Any = None,
    checkpoint_every: Number | None = None,
    progress: Progress = None,
    quiet: bool = False,
) -> Any:
    """A trajectory: the columns t, q1, ..., p1, ... and what `observe` names.

    `scheme`, `step` and one of `steps` and `until` say what runs; `step` and `until` may use the name period
    and the system's parameters ("period/20"). `every` keeps each so-many-th row, `observe` adds columns
    ("energy", "v1"), `start` sets the start. With `times` and the scheme taylor: the states at these times.
    `certified` is the function of that name. `progress` is True for a bar, False for none, or a function of
    (done, total); `quiet` silences warnings.

    With `output` the rows go to that file, as the program writes it, and None is returned; `plot`, `checkpoint`
    and `checkpoint_every` are as there.

    >>> import plumbline
    >>> run = plumbline.integrate('harmonic-oscillator', scheme='leapfrog', step='1/8', steps=2, digits=16)
    >>> run['q1']
    [Real('1', digits=16), Real('0.875', digits=16), Real('0.53125', digits=16)]

    Raises InvalidInput, SolverFailure where a step cannot be made, InputOutputError, KeyboardInterrupt.
    """
    call = _Call("integrate")
    call.give_system(system, matrices, events)
    call.give_schemes(scheme)
    call.give("step", step, _value)
    call.give("steps", steps, _count)
    call.give("until", until, _value)
    call.give("times", times, _values)
    call.give("tolerance", tolerance, _value)
    call.flag("certified", certified)
    if every != 1 or isinstance(every, (bool, float)):
        call.give("every", every, _count)
    call.give("observe", observe, _words)
    call.give("digits", digits, _count)
    call.give_settings(set, start)
    call.give("plot", plot, _path)
    call.give("checkpoint", checkpoint, _path)
    call.give("checkpoint_every", checkpoint_every, _value)
    _flag("quiet", quiet)
    if output is not None:
        call.give("output", output, _path)
        call.give("format", format, _word)
        _run(call, progress, quiet)
        return None
    if format is not None:
        raise InvalidInput("format goes with output only: it is how a file is written")
    if certified or times is not None or plot is not None or checkpoint is not None or tolerance is not None:
        return table_from(_run(call, progress, quiet)[1], call.digits())
    if checkpoint_every is not None:
        raise InvalidInput("checkpoint_every goes with checkpoint")
    show = bar_or_callback(progress)
    try:
        numbers, meta = _core.integrate(
            call.positional[0],
            call.options,
            [f"{name}={text}" for name, text in call.set.items()],
            [f"{name}={text}" for name, text in call.start.items()],
            quiet,
            call.command_line(),
            show,
            _warner(quiet),
        )
    finally:
        if isinstance(show, Bar):
            show.close()
    return Trajectory(numbers, meta)


def certified(
    system: SystemLike,
    *,
    step: Number | None = None,
    steps: Count | None = None,
    until: Number | None = None,
    every: Count = 1,
    digits: Count = 64,
    set: Settings | None = None,
    start: Settings | None = None,
    progress: Progress = None,
    quiet: bool = False,
) -> Table:
    """The motion at equidistant times, each number proven to one unit of its last digit.

    The last column, radius, is the largest radius of the row.

    >>> import plumbline
    >>> proven = plumbline.certified('pendulum', step='1/10', steps=1, digits=20)
    >>> print(proven['q1'][1])
    1.3736601109416600277

    Raises SolverFailure where the digits cannot be proven, with the time up to which they are.
    """
    call = _Call("integrate")
    call.give_system(system)
    call.give("step", step, _value)
    call.give("steps", steps, _count)
    call.give("until", until, _value)
    call.flag("certified", True)
    call.give("every", every, _count)
    call.give("digits", digits, _count)
    call.give_settings(set, start)
    _flag("quiet", quiet)
    return table_from(_run(call, progress, quiet)[1], call.digits())


def exact(
    system: SystemLike,
    *,
    times: Any = None,
    step: Number | None = None,
    steps: Count | None = None,
    functions: str | None = None,
    digits: Count = 64,
    set: Settings | None = None,
    start: Settings | None = None,
    matrices: Any = None,
    events: str | None = None,
    progress: Progress = None,
    quiet: bool = False,
) -> Table:
    """The exact solution at `times`, or at `steps` times after the start.

    The table's `constants` are its period, energy and so on.

    >>> import plumbline
    >>> motion = plumbline.exact('pendulum', times=[0, 'period/2'], digits=16)
    >>> print(motion['q1'][1])
    -1.5707963267948966

    Raises InvalidInput where the system has no exact solution.
    """
    call = _Call("exact")
    call.give_system(system, matrices, events)
    call.give("times", times, _values)
    call.give("step", step, _value)
    call.give("steps", steps, _count)
    call.give("functions", functions, _word)
    call.give("digits", digits, _count)
    call.give_settings(set, start)
    _flag("quiet", quiet)
    return table_from(_run(call, progress, quiet)[1], call.digits())


def converge(
    system: SystemLike,
    *,
    scheme: SchemeList,
    until: Number,
    steps: Any,
    norm: str | None = None,
    work: bool = False,
    show_digits: Count | None = None,
    jobs: Count | None = None,
    digits: Count = 64,
    set: Settings | None = None,
    start: Settings | None = None,
    matrices: Any = None,
    events: str | None = None,
    plot: Any = None,
    progress: Progress = None,
    quiet: bool = False,
) -> Table:
    """Errors and orders of schemes against the truth, a row for each scheme and number of steps.

    `scheme` is one scheme or a list, `steps` a list of numbers of steps, `norm` one of max, end, relative, area.
    An order that only shows rounding is the text "rounding", and None in the first row of a scheme. The truth and
    the fitted slopes are in `meta`.

    >>> import plumbline
    >>> table = plumbline.converge('pendulum', scheme=['midpoint', 'simpson'], until=1, steps=[20, 40], digits=34)
    >>> [(row[0], f'{row[5]:.2f}') for row in table if row[5] is not None]
    [('midpoint', '2.00'), ('simpson', '4.05')]
    """
    call = _Call("converge")
    call.give_system(system, matrices, events)
    call.give_schemes(scheme)
    call.give("until", until, _value)
    call.give("steps", steps, _counts)
    call.give("norm", norm, _word)
    call.flag("work", work)
    call.give("show_digits", show_digits, _count)
    call.give("jobs", jobs, _count)
    call.give("digits", digits, _count)
    call.give_settings(set, start)
    call.give("plot", plot, _path)
    _flag("quiet", quiet)
    return table_from(_run(call, progress, quiet)[1], call.digits())


def measure(
    quantity: str,
    system: SystemLike,
    *,
    scheme: SchemeList,
    step: Number | None = None,
    steps: Count | None = None,
    until: Number | None = None,
    average: Any = None,
    count: Count | None = None,
    coordinate: Any = None,
    digits: Count = 64,
    set: Settings | None = None,
    start: Settings | None = None,
    matrices: Any = None,
    events: str | None = None,
    plot: Any = None,
    progress: Progress = None,
    quiet: bool = False,
) -> Values:
    """One measured quantity by its names: period, amplitude, energy-error, invariants, symplecticity, stability-limit,
    lyapunov.

    >>> import plumbline
    >>> found = plumbline.measure('stability-limit', 'harmonic-oscillator', scheme='leapfrog', digits=16)
    >>> print(format(found['stability-limit'], '.4f'))
    0.5000
    """
    call = _Call("measure", _word("quantity", quantity))
    call.give_system(system, matrices, events)
    call.give_schemes(scheme)
    call.give("step", step, _value)
    call.give("steps", steps, _count)
    call.give("until", until, _value)
    call.give("average", average, _counts)
    call.give("count", count, _count)
    if coordinate is not None:
        call.options["coordinate"] = coordinate if isinstance(coordinate, str) else _count("coordinate", coordinate)
    call.give("digits", digits, _count)
    call.give_settings(set, start)
    call.give("plot", plot, _path)
    _flag("quiet", quiet)
    return values_from(_run(call, progress, quiet)[1], call.digits())


def audit(
    scheme: SchemeLike,
    *,
    set: Settings | None = None,
    refine: Count | None = None,
    progress: Progress = None,
    quiet: bool = True,
) -> Audit:
    """What a scheme is, beside what it claims: order, symmetry, symplecticity, stability, error constant, digits.

    With `refine` also the coefficients to so many digits. `is_wrong` says whether a claim is refuted, weights do not
    sum to one, or digits are suspect.

    >>> import plumbline
    >>> facts = plumbline.audit('rk4')
    >>> facts['order'].value, facts['order'].verdict, facts.is_wrong
    ('4', 'confirmed', False)
    """
    call = _Call("audit")
    found = scheme_of(scheme)
    call.positional.append(found.word())
    call.set.update(found._settings)
    call.give_settings(set)
    call.give("refine", refine, _count)
    code, text = _run(call, progress, quiet)
    return audit_from(text, code)
