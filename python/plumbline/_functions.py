# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Special functions: those of `plumbline evaluate`, with the same names of arguments.

Arguments are exact: '0.1' is one tenth, and a Real is the binary number that it is. Without `digits`, a value has the
digits of the argument with the fewest, or 64 where no argument is a Real. Every value is right for its exact arguments,
also where the function is ill-conditioned.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from . import _core
from ._errors import InvalidInput
from ._numbers import Complex, Number, Real
from ._results import Values, values_from
from ._runs import Settings, _Call, _count, _run
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


def _argument(x: Any) -> tuple[Any, int | None]:
    """What the compiled part takes, and the digits of a Real."""
    if isinstance(x, Real):
        return x, x.digits
    if isinstance(x, Complex) or hasattr(type(x), "_mpc_"):
        real = x.real if isinstance(x, Complex) else Real(x.real)
        imag = x.imag if isinstance(x, Complex) else Real(x.imag)
        text = f"({_core.exact_text(real)}) + ({_core.exact_text(imag)})*i"
        return text, x.digits if isinstance(x, Complex) else None
    if isinstance(x, complex):
        raise TypeError("a complex has floats as its parts: write '1/2 + 0.1*i', or Complex('1/2', '0.1')")
    return x, None


def _evaluate(name: str, given: dict[str, Any], digits: Any, functions: str) -> list[tuple[str, Real, Any]]:
    arguments = {}
    fewest: int | None = None
    for key, value in given.items():
        if value is not None:
            arguments[key], has = _argument(value)
            if has is not None and (fewest is None or has < fewest):
                fewest = has
    if digits is None:
        asked = fewest or 64
    else:
        text = _count("digits", digits)
        asked = int(text)
        if not 1 <= asked <= 100000:
            raise InvalidInput(f"digits must be a whole number from 1 to 100000, got '{text}'")
    found: list[tuple[str, Real, Any]] = _core.evaluate_function(name, arguments, asked, functions)
    return found


def _real(name: str, given: dict[str, Any], digits: Any, functions: str) -> Real:
    return _evaluate(name, given, digits, functions)[0][1]


def _complex(name: str, given: dict[str, Any], digits: Any, functions: str) -> Complex:
    _, real, imag = _evaluate(name, given, digits, functions)[0]
    return Complex(real, imag)


def evaluate(
    name: SystemLike,
    /,
    *,
    digits: Any = None,
    functions: str = "own",
    set: Settings | None = None,
    start: Settings | None = None,
    matrices: Any = None,
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
        if set is not None or start is not None or matrices is not None:
            raise TypeError(f"{name} takes its arguments by their names, without set, start and matrices")
        rows = _evaluate(name, arguments, digits, functions)
        values = {key: re if im is None else Complex(re, im) for key, re, im in rows}
        return Values(values, {"function": name})
    if arguments:
        raise TypeError(f"evaluate() got unexpected arguments {', '.join(arguments)} for a system")
    call = _Call("evaluate")
    call.give_system(name, matrices)
    call.give("digits", digits, _count)
    call.give_settings(set, start)
    return values_from(_run(call, False, False)[1], call.digits())


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


def weierstrass_p(z: Any, g2: Number, g3: Number, *, digits: int | None = None, functions: str = "own") -> Complex:
    """Weierstrass' function P of z, a number or a text like '1/2 + i/3', for the invariants g2 and g3 (DLMF 23.2)."""
    return _complex("weierstrass-p", {"z": z, "g2": g2, "g3": g3}, digits, functions)


def weierstrass_p_prime(z: Any, g2: Number, g3: Number, *, digits: int | None = None, functions: str = "own") -> Complex:
    """The derivative of Weierstrass' P of z, a number or a text like '1/2 + i/3', for the invariants g2 and g3 (DLMF 23.2)."""
    return _complex("weierstrass-p-prime", {"z": z, "g2": g2, "g3": g3}, digits, functions)


def weierstrass_zeta(z: Any, g2: Number, g3: Number, *, digits: int | None = None, functions: str = "own") -> Complex:
    """Weierstrass' zeta function of z, a number or a text like '1/2 + i/3', for the invariants g2 and g3 (DLMF 23.2)."""
    return _complex("weierstrass-zeta", {"z": z, "g2": g2, "g3": g3}, digits, functions)


def weierstrass_sigma(z: Any, g2: Number, g3: Number, *, digits: int | None = None, functions: str = "own") -> Complex:
    """Weierstrass' sigma function of z, a number or a text like '1/2 + i/3', for the invariants g2 and g3 (DLMF 23.2)."""
    return _complex("weierstrass-sigma", {"z": z, "g2": g2, "g3": g3}, digits, functions)


def weierstrass_half_periods(
    g2: Number, g3: Number, *, digits: int | None = None, functions: str = "own"
) -> HalfPeriods:
    """Half-periods, roots and eta of the lattice with the invariants g2 and g3 (DLMF 23.2, 23.3).

    >>> import plumbline
    >>> half = plumbline.weierstrass_half_periods(4, 1, digits=34)
    >>> abs(half.e1 + half.e2 + half.e3) < plumbline.Real('1e-32')
    True
    """
    rows = _evaluate("weierstrass-half-periods", {"g2": g2, "g3": g3}, digits, functions)
    return HalfPeriods(*(Complex(re, im) for _, re, im in rows))


def weierstrass_invariants(
    omega1: Any, omega3: Any, *, digits: int | None = None, functions: str = "own"
) -> Invariants:
    """The invariants g2 and g3 of the lattice with these half-periods (DLMF 23.3)."""
    rows = _evaluate("weierstrass-invariants", {"omega1": omega1, "omega3": omega3}, digits, functions)
    return Invariants(*(Complex(re, im) for _, re, im in rows))


def ellint_k(
    m: Number | None = None, *, m1: Number | None = None, digits: int | None = None, functions: str = "own"
) -> Real:
    """The complete elliptic integral of the first kind (DLMF 19.2); m1 = 1 - m may be given instead of m.

    >>> import plumbline
    >>> plumbline.ellint_k(0, digits=34) == plumbline.Real('pi/2', digits=34)
    True
    """
    return _real("ellint-k", {"m": m, "m1": m1}, digits, functions)


def ellint_e(
    m: Number | None = None, phi: Number | None = None, *, m1: Number | None = None, digits: int | None = None, functions: str = "own"
) -> Real:
    """The elliptic integral of the second kind, complete without phi (DLMF 19.2); m1 = 1 - m may be given instead of m."""
    return _real("ellint-e", {"m": m, "m1": m1, "phi": phi}, digits, functions)


def ellint_f(
    phi: Number, m: Number | None = None, *, m1: Number | None = None, digits: int | None = None, functions: str = "own"
) -> Real:
    """The incomplete elliptic integral of the first kind (DLMF 19.2); m1 = 1 - m may be given instead of m."""
    return _real("ellint-f", {"phi": phi, "m": m, "m1": m1}, digits, functions)


def ellint_pi(
    n: Number, m: Number | None = None, phi: Number | None = None, *, m1: Number | None = None, digits: int | None = None, functions: str = "own"
) -> Real:
    """The elliptic integral of the third kind, complete without phi (DLMF 19.2); m1 = 1 - m may be given instead of m."""
    return _real("ellint-pi", {"n": n, "m": m, "m1": m1, "phi": phi}, digits, functions)


def jacobi_sn(
    u: Number, m: Number | None = None, *, m1: Number | None = None, digits: int | None = None, functions: str = "own"
) -> Real:
    """Jacobi's sine amplitude (DLMF 22.2); m1 = 1 - m may be given instead of m.

    >>> import plumbline
    >>> u = plumbline.Real('1/2')
    >>> sn, cn = plumbline.jacobi_sn(u, m='1/3'), plumbline.jacobi_cn(u, m='1/3')
    >>> abs(sn * sn + cn * cn - 1) < plumbline.Real('1e-63')
    True
    """
    return _real("jacobi-sn", {"u": u, "m": m, "m1": m1}, digits, functions)


def jacobi_cn(
    u: Number, m: Number | None = None, *, m1: Number | None = None, digits: int | None = None, functions: str = "own"
) -> Real:
    """Jacobi's cosine amplitude (DLMF 22.2); m1 = 1 - m may be given instead of m."""
    return _real("jacobi-cn", {"u": u, "m": m, "m1": m1}, digits, functions)


def jacobi_dn(
    u: Number, m: Number | None = None, *, m1: Number | None = None, digits: int | None = None, functions: str = "own"
) -> Real:
    """Jacobi's delta amplitude (DLMF 22.2); m1 = 1 - m may be given instead of m."""
    return _real("jacobi-dn", {"u": u, "m": m, "m1": m1}, digits, functions)


def jacobi_am(
    u: Number, m: Number | None = None, *, m1: Number | None = None, digits: int | None = None, functions: str = "own"
) -> Real:
    """Jacobi's amplitude, unwrapped: am(u + 2K) = am(u) + pi (DLMF 22.16); m1 = 1 - m may be given instead of m."""
    return _real("jacobi-am", {"u": u, "m": m, "m1": m1}, digits, functions)
