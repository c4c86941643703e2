# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Plumbline: geometric integration of mechanical systems at any precision.

    >>> import plumbline
    >>> run = plumbline.integrate('pendulum', scheme='simpson', step='period/20', until='period', observe='energy')
    >>> drift = max(run['energy']) - min(run['energy'])
    >>> f'{drift:.1e}'
    '3.4e-03'

Keywords are the options of the command line, and numbers are exact: '0.1' is one tenth, and a float is refused
(`exactly`). Results are Reals with as many digits as were asked for. docs/python.md begins at the beginning.
"""

from __future__ import annotations

import atexit as _atexit

from . import _core
from ._core import Real, exactly
from ._errors import (
    DomainError,
    InputOutputError,
    InternalError,
    InvalidInput,
    PlumblineError,
    PlumblineWarning,
    SolverFailure,
    make_error as _make_error,
)
from ._datasets import dataset, datasets, read_dataset, verify_dataset
from ._functions import (
    HalfPeriods,
    Invariants,
    ellint_e,
    ellint_f,
    ellint_k,
    ellint_pi,
    evaluate,
    functions,
    jacobi_am,
    jacobi_cn,
    jacobi_dn,
    jacobi_sn,
    weierstrass_half_periods,
    weierstrass_invariants,
    weierstrass_p,
    weierstrass_p_prime,
    weierstrass_sigma,
    weierstrass_zeta,
)
from ._numbers import Complex, format_real as _format_real, round_real as _round_real
from ._judge import judge
from ._paper import reproduce
from ._results import (
    Audit,
    AuditRow,
    Dataset,
    JudgedNumber,
    Judgement,
    OrbitVerification,
    Reproduction,
    Sweep,
    Table,
    Trajectory,
    Values,
    Verification,
)
from ._orbits import continue_orbit, find_orbit, verify_orbit
from ._runs import audit, certified, converge, exact, explain, integrate, measure
from ._sweep import sweep
from ._systems import Scheme, System, scheme, schemes, system, systems

_core._set_helpers(_format_real, _round_real)
_core._set_error_factory(_make_error)
_atexit.register(_core.finish)

__version__: str = _core.version

# the classes are known by the name under which they are used
for _class in (
    *(PlumblineError, InvalidInput, DomainError, SolverFailure, InputOutputError, InternalError, PlumblineWarning),
    *(System, Scheme, Complex, Table, Trajectory, Values, Audit, AuditRow, HalfPeriods, Invariants),
    *(Sweep, Judgement, JudgedNumber, Dataset, Verification, Reproduction),
):
    _class.__module__ = "plumbline"
del _class

__all__ = [
    "Audit",
    "AuditRow",
    "Complex",
    "Dataset",
    "DomainError",
    "HalfPeriods",
    "InputOutputError",
    "InternalError",
    "InvalidInput",
    "Invariants",
    "JudgedNumber",
    "Judgement",
    "OrbitVerification",
    "PlumblineError",
    "PlumblineWarning",
    "Real",
    "Reproduction",
    "Scheme",
    "SolverFailure",
    "Sweep",
    "System",
    "Table",
    "Trajectory",
    "Values",
    "Verification",
    "audit",
    "certified",
    "continue_orbit",
    "converge",
    "dataset",
    "datasets",
    "ellint_e",
    "ellint_f",
    "ellint_k",
    "ellint_pi",
    "evaluate",
    "exact",
    "exactly",
    "explain",
    "find_orbit",
    "functions",
    "integrate",
    "jacobi_am",
    "jacobi_cn",
    "jacobi_dn",
    "jacobi_sn",
    "judge",
    "measure",
    "read_dataset",
    "reproduce",
    "scheme",
    "schemes",
    "sweep",
    "system",
    "systems",
    "verify_dataset",
    "verify_orbit",
    "weierstrass_half_periods",
    "weierstrass_invariants",
    "weierstrass_p",
    "weierstrass_p_prime",
    "weierstrass_sigma",
    "weierstrass_zeta",
]
