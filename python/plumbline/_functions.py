# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Special functions: those of `plumbline evaluate`, with the same names of arguments.

Arguments are exact: '0.1' is one tenth, and a Real is the binary number that it is. Without `digits`, a value has the
digits of the argument with the fewest, or 64 where no argument is a Real. Every value is right for its exact arguments,
also where the function is ill-conditioned.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from . import _core
from ._call import Call, Settings, run
from ._numbers import Complex, Number, Real
from ._parameters import explained
from ._results import Values, values_from
from ._systems import SystemLike


class HalfPeriods(NamedTuple):
    """Half-periods of a lattice, the roots e = P(omega), and eta = zeta(omega)."""

    omega1: Complex
    omega2: Complex
    omega3: Complex
    e1: Complex
    e2: Complex
    e3: Complex
    eta1: Complex
    eta2: Complex
    eta3: Complex


class Invariants(NamedTuple):
    """The invariants of a lattice."""

    g2: Complex
    g3: Complex


def complex_text(x: Any) -> tuple[str, int] | None:
    """A complex number as a text and its digits (0: it is exact); None for anything else."""
    if isinstance(x, Complex):
        return f"({_core.exact_text(x.real)}) + ({_core.exact_text(x.imag)})*i", x.digits
    if hasattr(type(x), "_mpc_"):
        return f"({_core.exact_text(Real(x.real))}) + ({_core.exact_text(Real(x.imag))})*i", 0
    if isinstance(x, complex):
        raise TypeError("a complex has floats as its parts: write '1/2 + 0.1*i', or Complex('1/2', '0.1')")
    return None


_core._set_complex_helper(complex_text)
_call = _core.call_function
_declare = _core.declare_function
_DIGITS = "without them, those of the Real argument with the fewest, or 64 where no argument is a Real"

_ELLINT_K = _declare("ellint-k", ["m", "m1"])
_ELLINT_E = _declare("ellint-e", ["m", "m1", "phi"])
_ELLINT_F = _declare("ellint-f", ["phi", "m", "m1"])
_ELLINT_PI = _declare("ellint-pi", ["n", "m", "m1", "phi"])
_WEIERSTRASS_HALF_PERIODS = _declare("weierstrass-half-periods", ["g2", "g3"])
_WEIERSTRASS_INVARIANTS = _declare("weierstrass-invariants", ["omega1", "omega3"])


def _pairs(parts: list[Real]) -> list[Complex]:
    return [Complex(parts[i], parts[i + 1]) for i in range(0, len(parts), 2)]


@explained(
    name="a special function or a system",
    digits=_DIGITS,
    arguments="the arguments of the function, by their names",
)
def evaluate(
    name: SystemLike,
    /,
    *,
    digits: Any = None,
    functions: str = "own",
    set: Settings | None = None,
    start: Settings | None = None,
    matrices: Any = None,
    project_start: bool = False,
    **arguments: Any,
) -> Values:
    """The values of a special function by its name, or the formulas of a system at a state.

    >>> import plumbline
    >>> print(plumbline.evaluate('ellint-k', m='1/2', digits=16)['ellint-k'])
    1.8540746773013719
    >>> print(plumbline.evaluate('harmonic-oscillator', start={'q1': 2})['energy'])
    32
    """
    if isinstance(name, str) and not name.endswith(".toml") and name not in SYSTEMS:
        if set is not None or start is not None or matrices is not None or project_start:
            raise TypeError(f"{name} takes its arguments by their names, without set, start, matrices and project_start")
        rows = _core.evaluate_function(name, arguments, digits, functions)
        values = {key: re if im is None else Complex(re, im) for key, re, im in rows}
        return Values(values, {"function": name})
    if arguments:
        raise TypeError(f"evaluate() got unexpected arguments {', '.join(arguments)} for a system")
    call = Call("evaluate")
    call.give_system(name, matrices)
    call.flag("project_start", project_start)
    call.give_settings(set, start, digits)
    return values_from(run(call, False, False), call.digits())


#: The names of the special functions, as `plumbline list functions` has them.
FUNCTIONS: tuple[str, ...] = tuple(one["name"] for one in _core.list_functions())


#: The names of the systems of the catalogue.
SYSTEMS: tuple[str, ...] = tuple(one["name"] for one in _core.list_systems())


def functions() -> list[dict[str, Any]]:
    """The special functions: name, summary, formula, source, required and optional arguments.

    >>> import plumbline
    >>> [f['name'] for f in plumbline.functions()][:2]
    ['weierstrass-p', 'weierstrass-p-prime']
    """
    return list(_core.list_functions())


def _named(function: Any, name: str, doc: str) -> None:
    function.__name__ = function.__qualname__ = name.replace("-", "_")
    function.__doc__ = doc


class _OfLattice(Protocol):
    def __call__(
        self, z: Any, g2: Number, g3: Number, *, digits: int | None = None, functions: str | None = None
    ) -> Complex: ...


def _of_lattice(name: str, doc: str) -> _OfLattice:
    number = _declare(name, ["z", "g2", "g3"])

    def function(
        z: Any, g2: Number, g3: Number, *, digits: int | None = None, functions: str | None = None
    ) -> Complex:
        return Complex(*_call(number, digits, functions, z, g2, g3))

    _named(function, name, doc)
    return explained(digits=_DIGITS)(function)


weierstrass_p = _of_lattice("weierstrass-p", "Weierstrass' function P of z for the invariants g2 and g3 (DLMF 23.2).")
weierstrass_p_prime = _of_lattice(
    "weierstrass-p-prime", "The derivative of Weierstrass' P of z for the invariants g2 and g3 (DLMF 23.2)."
)
weierstrass_zeta = _of_lattice(
    "weierstrass-zeta", "Weierstrass' zeta function of z for the invariants g2 and g3 (DLMF 23.2)."
)
weierstrass_sigma = _of_lattice(
    "weierstrass-sigma", "Weierstrass' sigma function of z for the invariants g2 and g3 (DLMF 23.2)."
)


@explained(digits=_DIGITS)
def weierstrass_half_periods(
    g2: Number, g3: Number, *, digits: int | None = None, functions: str | None = None
) -> HalfPeriods:
    """Half-periods, roots and eta of the lattice with the invariants g2 and g3 (DLMF 23.2, 23.3).

    >>> import plumbline
    >>> half = plumbline.weierstrass_half_periods(4, 1, digits=34)
    >>> abs(half.e1 + half.e2 + half.e3) < plumbline.Real('1e-32')
    True
    """
    return HalfPeriods(*_pairs(_call(_WEIERSTRASS_HALF_PERIODS, digits, functions, g2, g3)))


@explained(digits=_DIGITS)
def weierstrass_invariants(
    omega1: Any, omega3: Any, *, digits: int | None = None, functions: str | None = None
) -> Invariants:
    """The invariants g2 and g3 of the lattice with these half-periods (DLMF 23.3)."""
    return Invariants(*_pairs(_call(_WEIERSTRASS_INVARIANTS, digits, functions, omega1, omega3)))


@explained(digits=_DIGITS)
def ellint_k(
    m: Number | None = None, *, m1: Number | None = None, digits: int | None = None, functions: str | None = None
) -> Real:
    """The complete elliptic integral of the first kind (DLMF 19.2).

    >>> import plumbline
    >>> plumbline.ellint_k(0, digits=34) == plumbline.Real('pi/2', digits=34)
    True
    """
    found: Real = _call(_ELLINT_K, digits, functions, m, m1)
    return found


@explained(digits=_DIGITS)
def ellint_e(
    m: Number | None = None,
    phi: Number | None = None,
    *,
    m1: Number | None = None,
    digits: int | None = None,
    functions: str | None = None,
) -> Real:
    """The elliptic integral of the second kind, complete without phi (DLMF 19.2)."""
    found: Real = _call(_ELLINT_E, digits, functions, m, m1, phi)
    return found


@explained(digits=_DIGITS)
def ellint_f(
    phi: Number,
    m: Number | None = None,
    *,
    m1: Number | None = None,
    digits: int | None = None,
    functions: str | None = None,
) -> Real:
    """The incomplete elliptic integral of the first kind (DLMF 19.2)."""
    found: Real = _call(_ELLINT_F, digits, functions, phi, m, m1)
    return found


@explained(digits=_DIGITS)
def ellint_pi(
    n: Number,
    m: Number | None = None,
    phi: Number | None = None,
    *,
    m1: Number | None = None,
    digits: int | None = None,
    functions: str | None = None,
) -> Real:
    """The elliptic integral of the third kind, complete without phi (DLMF 19.2)."""
    found: Real = _call(_ELLINT_PI, digits, functions, n, m, m1, phi)
    return found


class _OfParameter(Protocol):
    def __call__(
        self,
        u: Number,
        m: Number | None = None,
        *,
        m1: Number | None = None,
        digits: int | None = None,
        functions: str | None = None,
    ) -> Real: ...


def _of_parameter(name: str, doc: str) -> _OfParameter:
    number = _declare(name, ["u", "m", "m1"])

    def function(
        u: Number,
        m: Number | None = None,
        *,
        m1: Number | None = None,
        digits: int | None = None,
        functions: str | None = None,
    ) -> Real:
        found: Real = _call(number, digits, functions, u, m, m1)
        return found

    _named(function, name, doc)
    return explained(digits=_DIGITS)(function)


jacobi_sn = _of_parameter(
    "jacobi-sn",
    """Jacobi's sine amplitude (DLMF 22.2).

    >>> import plumbline
    >>> u = plumbline.Real('1/2')
    >>> sn, cn = plumbline.jacobi_sn(u, m='1/3'), plumbline.jacobi_cn(u, m='1/3')
    >>> abs(sn * sn + cn * cn - 1) < plumbline.Real('1e-63')
    True
    """,
)
jacobi_cn = _of_parameter("jacobi-cn", "Jacobi's cosine amplitude (DLMF 22.2).")
jacobi_dn = _of_parameter("jacobi-dn", "Jacobi's delta amplitude (DLMF 22.2).")
jacobi_am = _of_parameter("jacobi-am", "Jacobi's amplitude, unwrapped: am(u + 2K) = am(u) + pi (DLMF 22.16).")
