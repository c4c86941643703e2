# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Periodic orbits."""

from __future__ import annotations

from typing import Any

from ._call import Call, Count, Settings, count_text, pairs_text, path_text, run, value_text, word_text
from ._numbers import Number
from ._parameters import explained
from ._progress import Progress
from ._results import OrbitVerification, Table, Values, cell_of, held_digits, table_from
from ._systems import SchemeLike, SystemLike


def _give_question(
    call: Call,
    period: Number | None,
    section: str | None,
    direction: str | None,
    returns: Count | None,
    hold: Settings | None,
    reversor: str | None,
    symmetry: str | None,
    relative: str | None,
) -> None:
    """What tells one orbit from the others, for an orbit and for a branch."""
    call.give("period", period, value_text)
    for name, word in (
        ("section", section),
        ("direction", direction),
        ("reversor", reversor),
        ("symmetry", symmetry),
        ("relative", relative),
    ):
        call.give(name, word, word_text)
    call.give("returns", returns, count_text)
    if hold is not None:
        call.lists["hold"] = pairs_text("hold", hold, value_text)


@explained(
    period="a guess of the period",
    section="instead of period: a formula of the state; the orbit starts where it is 0",
    direction="of the change of section at a crossing: up, down or both",
    returns="which return to the section closes the orbit",
    hold='what tells the orbit from its neighbours: {"energy": "1/12"}',
    reversor='how coordinates change when time is reversed: "x=-x"',
    symmetry='"3:x1=x3,x2=x1,x3=x2": the orbit repeats after a third of its period in other coordinates',
    relative='"phi": cyclic coordinates or invariants; the orbit closes up to their symmetry',
    equilibrium="rest instead of an orbit",
    scheme="the orbit of the steps of this scheme, and its distance to that of the flow",
    step="with scheme: the length of a step, which holds the period",
    steps="with scheme: how many steps make the orbit",
    prove="prove that exactly one orbit is near; `meta` then has radii and unique_within",
    certificate="a file: what the proof needs to be made again",
)
def find_orbit(
    system: SystemLike,
    *,
    period: Number | None = None,
    section: str | None = None,
    direction: str | None = None,
    returns: Count | None = None,
    hold: Settings | None = None,
    reversor: str | None = None,
    symmetry: str | None = None,
    relative: str | None = None,
    equilibrium: bool = False,
    scheme: SchemeLike | None = None,
    steps: Count | None = None,
    step: Number | None = None,
    prove: bool = False,
    certificate: Any = None,
    digits: Count = 64,
    set: Settings | None = None,
    start: Settings | None = None,
    matrices: Any = None,
    project_start: bool = False,
    progress: Progress = None,
    quiet: bool = False,
) -> Values:
    """The periodic orbit near a guess: start, period, energy, multipliers, stability.

    >>> import plumbline
    >>> orbit = plumbline.find_orbit('pendulum', period='1.2', digits=16)
    >>> print(orbit['period'], orbit['stability'])
    1.1803405990160962 stable

    Raises SolverFailure where none is found or it is not isolated, with the reason.
    """
    call = Call("orbit")
    call.give_system(system, matrices)
    call.flag("project_start", project_start)
    call.give_schemes(scheme)
    _give_question(call, period, section, direction, returns, hold, reversor, symmetry, relative)
    call.flag("equilibrium", equilibrium)
    call.flag("prove", prove)
    call.give("certificate", certificate, path_text)
    call.give_all(steps=steps, step=step)
    call.give_settings(set, start, digits)
    found = run(call, progress, quiet)
    meta = dict(found.meta)
    if "radius" in found.columns:
        meta["radii"] = {row[0]: row[2] for row in found.rows if row[2]}
    held = held_digits(found, call.digits())
    return Values({row[0]: cell_of(row[1], held) for row in found.rows}, meta)


def verify_orbit(certificate: Any, /, *, progress: Progress = None, quiet: bool = False) -> OrbitVerification:
    """Proves the orbit of a certificate again, which find_orbit wrote with `prove` and `certificate`.

    >>> import plumbline, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = folder + '/orbit.cert.json'
    ...     orbit = plumbline.find_orbit('pendulum', period='1.2', digits=16, prove=True, certificate=file)
    ...     found = plumbline.verify_orbit(file)
    >>> found.is_right, found.numbers
    (True, 4)

    Raises InputOutputError where the file cannot be read, InvalidInput where it is no certificate, or one of another system.
    """
    call = Call("orbit", "verify", path_text("certificate", certificate))
    rows = run(call, progress, quiet).rows
    said = {row[0]: row[1] for row in rows}
    wrong = tuple(row[1] for row in rows if row[0] == "wrong")
    return OrbitVerification(wrong, int(said["numbers"]), said["unique_within"])


@explained(
    over='"mu=0.1:0.2:5": a parameter of the system or what hold takes, both ends and how many values between them',
    period="a guess of the period at the first value",
    section="instead of period: a formula of the state; the orbit starts where it is 0",
    direction="of the change of section at a crossing: up, down or both",
    returns="which return to the section closes the orbit",
    hold='what tells the orbits of one value from their neighbours: {"energy": "1/12"}',
    reversor='how coordinates change when time is reversed: "x=-x"',
    symmetry='"3:x1=x3,x2=x1,x3=x2": the orbit repeats after a third of its period in other coordinates',
    relative='"phi": cyclic coordinates or invariants; the orbit closes up to their symmetry',
)
def continue_orbit(
    system: SystemLike,
    over: str,
    *,
    period: Number | None = None,
    section: str | None = None,
    direction: str | None = None,
    returns: Count | None = None,
    hold: Settings | None = None,
    reversor: str | None = None,
    symmetry: str | None = None,
    relative: str | None = None,
    digits: Count = 64,
    set: Settings | None = None,
    start: Settings | None = None,
    matrices: Any = None,
    project_start: bool = False,
    progress: Progress = None,
    quiet: bool = False,
) -> Table:
    """The branch of a periodic orbit over a parameter, past its folds: a row for each orbit and each fold.

    >>> import plumbline
    >>> branch = plumbline.continue_orbit('pendulum', 'q1=1:2:3', period=1, digits=16)
    >>> for q1, period in zip(branch['q1'], branch['period']):
    ...     print(q1, period)
    1 1.0663342455799631
    1.5 1.1619687443866724
    2 1.3289044519150996

    Raises SolverFailure where the first orbit is not found; `meta['ended']` says where the branch ends.
    """
    call = Call("orbit")
    call.give_system(system, matrices)
    call.flag("project_start", project_start)
    call.options["continue"] = word_text("over", over)
    _give_question(call, period, section, direction, returns, hold, reversor, symmetry, relative)
    call.give_settings(set, start, digits)
    return table_from(run(call, progress, quiet), call.digits())
