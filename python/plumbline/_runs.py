# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""The studies of the library, with keywords named like the options of the program's commands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ._call import (
    Call,
    Count,
    SchemeList,
    Settings,
    count_text,
    counts_text,
    require_flag,
    run,
    run_as_numbers,
    values_text,
    word_text,
)
from ._errors import InvalidInput
from ._numbers import Number
from ._parameters import explained
from ._progress import Progress
from ._results import Audit, Table, Trajectory, Values, audit_from, table_from, values_from
from ._systems import SchemeLike, SystemLike, scheme as scheme_of


@explained(
    times="with the scheme taylor, or with step or tolerance and any other scheme: the states at these times",
    strobe="instead: the states at 0, V, 2 V, ... up to until",
    tolerance="what a step may neglect, relative to the state: with times and taylor, or of a table with embedded weights or a symplectic scheme",
    step_function="a formula above 0: the steps of a symmetric or symplectic scheme are step times it long",
    adaptivity="of step_function: reversible or symplectic",
    section="a formula of the state: where it changes its sign, instead of the steps",
    stop_at="a formula of the state: the steps end where it changes its sign",
    direction="of section and stop_at: up, down or both",
    count="of section and stop_at: the crossing that ends the run",
    certified="what the function of that name does",
)
def integrate(
    system: SystemLike,
    *,
    scheme: SchemeLike | None = None,
    step: Number | None = None,
    steps: Count | None = None,
    until: Number | None = None,
    times: Any = None,
    strobe: Number | None = None,
    tolerance: Number | None = None,
    step_function: str | None = None,
    adaptivity: str | None = None,
    section: str | None = None,
    stop_at: str | None = None,
    direction: str | None = None,
    count: Count | None = None,
    certified: bool = False,
    compensated: bool = False,
    every: Count = 1,
    observe: Any = None,
    digits: Count = 64,
    set: Settings | None = None,
    start: Settings | None = None,
    matrices: Any = None,
    events: str | None = None,
    project_start: bool = False,
    output: Any = None,
    format: str | None = None,
    plot: Any = None,
    checkpoint: Any = None,
    checkpoint_every: Number | None = None,
    resume: Any = None,
    progress: Progress = None,
    quiet: bool = False,
) -> Any:
    """A trajectory: the columns t, q1, ..., p1, ... and what `observe` names.

    `scheme`, `step` and one of `steps` and `until` say what runs, or `times`, or `certified`. With `section` the rows are its
    crossings, with a column direction.

    >>> import plumbline
    >>> run = plumbline.integrate('harmonic-oscillator', scheme='leapfrog', step='1/8', steps=2, digits=16)
    >>> run['q1']
    [Real('1', digits=16), Real('0.875', digits=16), Real('0.53125', digits=16)]

    Raises InvalidInput, SolverFailure where a step cannot be made, InputOutputError, KeyboardInterrupt.
    """
    call = Call("integrate")
    call.give_system(system, matrices, events)
    call.give_schemes(scheme)
    call.give_all(step=step, steps=steps, until=until, times=times, strobe=strobe, tolerance=tolerance)
    call.give_all(step_function=step_function, adaptivity=adaptivity, section=section, stop_at=stop_at, direction=direction, count=count)
    call.flag("certified", certified)
    call.flag("compensated", compensated)
    call.flag("project_start", project_start)
    if every != 1 or isinstance(every, (bool, float)):
        call.give("every", every, count_text)
    call.give_all(observe=observe)
    call.give_settings(set, start, digits)
    call.give_all(plot=plot, checkpoint=checkpoint, checkpoint_every=checkpoint_every, resume=resume)
    require_flag("quiet", quiet)
    if call.give_output(output, format):
        run(call, progress, quiet)
        return None
    as_texts = (times, strobe, tolerance, step_function, adaptivity, section, stop_at, direction, count, plot, checkpoint, resume)
    if certified or any(given is not None for given in as_texts):
        table = table_from(run(call, progress, quiet), call.digits())
        drawn_alone = not certified and all(given is None for given in as_texts if given is not plot)
        return Trajectory._of_rows(table.columns, table.rows, table.meta) if drawn_alone else table
    if checkpoint_every is not None:
        raise InvalidInput("checkpoint_every goes with checkpoint")
    numbers, meta = run_as_numbers(call, progress, quiet)
    return Trajectory(numbers, meta)


@explained(
    step="the distance of the times",
    section="a formula of the state: its zeros up to `until`, none missed, instead of the times",
    direction="of section: up, down or both",
    count="of section: the crossing that ends the motion",
)
def certified(
    system: SystemLike,
    *,
    step: Number | None = None,
    steps: Count | None = None,
    until: Number | None = None,
    section: str | None = None,
    direction: str | None = None,
    count: Count | None = None,
    every: Count = 1,
    digits: Count = 64,
    set: Settings | None = None,
    start: Settings | None = None,
    project_start: bool = False,
    progress: Progress = None,
    quiet: bool = False,
) -> Table:
    """The motion at equidistant times or at the crossings of a section, each number proven to one unit of its last digit.

    The last column, radius, is the largest radius of the row.

    >>> import plumbline
    >>> proven = plumbline.certified('pendulum', step='1/10', steps=1, digits=20)
    >>> print(proven['q1'][1])
    1.3736601109416600277

    Raises SolverFailure where the digits cannot be proven, with the time up to which they are.
    """
    call = Call("integrate")
    call.give_system(system)
    call.flag("project_start", project_start)
    call.give_all(step=step, steps=steps, until=until)
    call.give_all(section=section, direction=direction, count=count)
    call.flag("certified", True)
    if section is None or every != 1:
        call.give_all(every=every)
    call.give_settings(set, start, digits)
    return table_from(run(call, progress, quiet), call.digits())


@explained(
    times="times from the start, in this order; they may be negative",
    step="instead of times: the distance of equidistant times",
    steps="how many of them after the start",
)
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
    project_start: bool = False,
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
    call = Call("exact")
    call.give_system(system, matrices, events)
    call.flag("project_start", project_start)
    call.give_all(times=times, step=step, steps=steps, functions=functions)
    call.give_settings(set, start, digits)
    return table_from(run(call, progress, quiet), call.digits())


@explained(
    scheme="one scheme or a list of them",
    until="the time from start to end",
    steps="a list of numbers of steps",
    work="further columns: evaluations of the system's formulas, iterations of the solver, seconds in the steps",
    show_digits='significant digits of errors and orders, and of the steps; "all" is as many as the truth supports',
)
def converge(
    system: SystemLike,
    *,
    scheme: SchemeList,
    until: Number,
    steps: Any,
    norm: str | None = None,
    work: bool = False,
    show_digits: Count | str = "all",
    jobs: Count | None = None,
    digits: Count = 64,
    set: Settings | None = None,
    start: Settings | None = None,
    matrices: Any = None,
    events: str | None = None,
    project_start: bool = False,
    plot: Any = None,
    progress: Progress = None,
    quiet: bool = False,
) -> Table:
    """Errors and orders of schemes against the truth, a row for each scheme and number of steps.

    An order that only shows rounding is the text "rounding", and None in the first row of a scheme. The truth and
    the fitted slopes are in `meta`. Where a run fails, its numbers are None, a last column `failure` has the reason, and a
    warning says so.

    >>> import plumbline
    >>> table = plumbline.converge('pendulum', scheme=['midpoint', 'simpson'], until=1, steps=[20, 40], digits=34)
    >>> [(row[0], f'{row[5]:.2f}') for row in table if row[5] is not None]
    [('midpoint', '2.00'), ('simpson', '4.05')]
    """
    call = Call("converge")
    call.give_system(system, matrices, events)
    call.flag("project_start", project_start)
    call.give_schemes(scheme)
    call.give_all(until=until)
    call.give("steps", steps, counts_text)
    call.give_all(norm=norm)
    call.flag("work", work)
    call.give_all(show_digits=show_digits, jobs=jobs)
    call.give_settings(set, start, digits)
    call.give_all(plot=plot)
    return table_from(run(call, progress, quiet), call.digits())


@explained(
    quantity='period, amplitude, zero, extremum, energy-error, invariants, lyapunov, shadow-energy, splitting, roundoff, symplecticity, '
    "stability-limit or orbit, or a formula",
    scheme="one scheme or a list of them; orbit and formulas of the exact motion have none",
)
def measure(
    quantity: str,
    system: SystemLike,
    *,
    scheme: SchemeList | None = None,
    step: Any = None,
    steps: Count | None = None,
    until: Number | None = None,
    average: Any = None,
    count: Count | None = None,
    coordinate: Any = None,
    rule: str | None = None,
    arguments: Mapping[str, Any] | None = None,
    digits: Count | None = None,
    set: Settings | None = None,
    start: Settings | None = None,
    matrices: Any = None,
    events: str | None = None,
    project_start: bool = False,
    jobs: Count | None = None,
    plot: Any = None,
    progress: Progress = None,
    quiet: bool = False,
    **own: Any,
) -> Values:
    """One measured quantity by its names: period, amplitude, zero, extremum, energy-error, invariants, symplecticity,
    stability-limit, lyapunov, shadow-energy, splitting, roundoff, orbit; or a number of the run by a formula, such as "max(abs(energy/start(energy) - 1))", whose name is value.
    Raises InvalidInput for what cannot be asked, DomainError where the quantity has no value, SolverFailure where a step cannot be made.

    >>> import plumbline
    >>> found = plumbline.measure('stability-limit', 'harmonic-oscillator', scheme='leapfrog', digits=16)
    >>> print(format(found['stability-limit'], '.4f'))
    0.5000
    """
    call = Call("measure", word_text("quantity", quantity))
    call.give_system(system, matrices, events)
    call.flag("project_start", project_start)
    call.give_schemes(scheme)
    call.give("step", step, values_text)
    call.give_all(steps=steps, until=until, average=average, count=count, coordinate=coordinate, rule=rule)
    call.give_arguments(arguments, own)
    call.give_settings(set, start, digits)
    call.give_all(jobs=jobs, plot=plot)
    return values_from(run(call, progress, quiet), call.digits())


@explained(set="parameters of the scheme, by their names", refine="also the coefficients to so many digits")
def audit(
    scheme: SchemeLike,
    *,
    set: Settings | None = None,
    refine: Count | None = None,
    progress: Progress = None,
    quiet: bool = True,
) -> Audit:
    """What a scheme is, beside what it claims: order, symmetry, symplecticity, stability, error constant, digits.

    `is_wrong` says whether a claim is refuted, weights do not
    sum to one, or digits are suspect.

    >>> import plumbline
    >>> facts = plumbline.audit('rk4')
    >>> facts['order'].value, facts['order'].verdict, facts.is_wrong
    ('4', 'confirmed', False)
    """
    call = Call("audit")
    found = scheme_of(scheme)
    call.positional.append(found.word())
    call.set.update(found._settings)
    call.give_settings(set)
    call.give_all(refine=refine)
    return audit_from(run(call, progress, quiet))


@explained(step="the step (a twentieth of the period)", set="parameters of the scheme or the system, by their names")
def explain(
    scheme: SchemeLike,
    system: SystemLike,
    *,
    step: Number | None = None,
    set: Settings | None = None,
    start: Settings | None = None,
    matrices: Any = None,
    events: str | None = None,
    project_start: bool = False,
    progress: Progress = None,
    quiet: bool = True,
) -> dict[str, str]:
    """What a scheme is and keeps on a system: the page of the program, as names and texts.

    >>> import plumbline
    >>> plumbline.explain('leapfrog', 'harmonic-oscillator', step='1/20')['verdict']
    'bounded'
    """
    call = Call("explain")
    found = scheme_of(scheme)
    call.positional.append(found.word())
    call.give_system(system, matrices, events)
    call.flag("project_start", project_start)
    call.set.update(found._settings)
    call.give_all(step=step)
    call.give_settings(set, start)
    return {name: value for name, value in run(call, progress, quiet).rows}
