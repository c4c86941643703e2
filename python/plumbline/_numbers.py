# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Numbers: Real, the complex numbers of the Weierstrass functions, and how Reals are written in formats."""

from __future__ import annotations

import numbers
import operator
import re
import sys
from decimal import Decimal
from fractions import Fraction
from typing import Any, Union

from ._core import Real as Real, int_text

# str, int, Fraction, Decimal, Real; and mpmath.mpf, gmpy2.mpz, mpq, mpfr, which need not be installed
Number = Union[str, int, Fraction, Decimal, Real, Any]

numbers.Real.register(Real)

_FORMAT = re.compile(
    r"(?:(?P<fill>.)?(?P<align>[<>=^]))?(?P<sign>[-+ ])?(?P<alternate>#)?(?P<zero>0)?(?P<width>\d+)?"
    r"(?P<group>[,_])?(?:\.(?P<precision>\d+))?(?P<type>[eEfFgG%]?)",
    re.DOTALL,
)
_MOST_DIGITS = 200_000


def _significant(x: Real, digits: int) -> tuple[str, int]:
    """The first significant digits of abs(x), half to even, and the power of ten of the first one."""
    numerator, denominator = x.as_integer_ratio()
    if numerator == 0:
        return "0" * digits, 0
    exponent = Decimal(x.text(17)).adjusted()  # may be one off
    while True:
        shift = digits - 1 - exponent
        value = Fraction(abs(numerator) * 10 ** max(shift, 0), denominator * 10 ** max(-shift, 0))
        text = int_text(round(value))
        if len(text) == digits:
            return text, exponent
        exponent += 1 if len(text) > digits else -1


def _fixed(x: Real, decimals: int) -> str:
    numerator, denominator = x.as_integer_ratio()
    scaled = round(Fraction(abs(numerator) * 10**decimals, denominator))
    text = int_text(scaled).rjust(decimals + 1, "0")
    return text if decimals == 0 else text[:-decimals] + "." + text[-decimals:]


def _scientific(x: Real, decimals: int) -> str:
    digits, exponent = _significant(x, decimals + 1)
    mantissa = digits[0] + ("." + digits[1:] if decimals else "")
    return f"{mantissa}e{'-' if exponent < 0 else '+'}{abs(exponent):02d}"


def _grouped(body: str, mark: str, width: int) -> str:
    """The digits before the point in threes, with zeros before them up to the width, as format() of a float has them."""
    whole = re.match(r"\d*", body)
    digits = whole.group() if whole else ""
    rest = body[len(digits) :]
    while digits:
        first = len(digits) % 3 or 3
        text = mark.join([digits[:first]] + [digits[i : i + 3] for i in range(first, len(digits), 3)]) + rest
        if len(text) >= width:
            return text
        digits = "0" + digits
    return body


def format_real(x: Real, specification: str) -> str:
    """What format(x, specification) is: the formats of float, with as many digits as are asked for."""
    found = _FORMAT.fullmatch(specification)
    if found is None:
        raise ValueError(f"'{specification}' is no format of a Real; '.30f', '.20e' and '>40' are")
    kind = found["type"]
    precision = int(found["precision"]) if found["precision"] else None
    if precision is not None and precision > _MOST_DIGITS:
        raise ValueError(f"a format has at most {_MOST_DIGITS} digits, got {precision}")
    if not x.is_finite() or (not kind and precision is None):
        body = str(x).lstrip("-")
    elif kind and kind in "fF%":
        body = _fixed(x * 100 if kind == "%" else x, 6 if precision is None else precision)
    elif kind and kind in "eE":
        body = _scientific(x, 6 if precision is None else precision)
    else:
        digits = max(6 if precision is None else precision, 1)
        exponent = _significant(x, digits)[1]
        short = -4 <= exponent < digits
        body = _fixed(x, digits - 1 - exponent) if short else _scientific(x, digits - 1)
        if "." in body and not found["alternate"]:
            mantissa, e, power = body.partition("e")
            body = mantissa.rstrip("0").rstrip(".") + e + power
    if kind in ("E", "G", "F"):
        body = body.upper()
    if kind == "%":
        body += "%"
    negative = str(x).startswith("-")
    sign = "-" if negative else (found["sign"] or "-").replace("-", "")
    width = int(found["width"] or 0)
    align = found["align"] or ("=" if found["zero"] else ">")
    fill = found["fill"] or ("0" if found["zero"] and not found["align"] else " ")
    if found["group"]:
        body = _grouped(body, found["group"], width - len(sign) if align == "=" and fill == "0" else 0)
    if align == "=":
        return sign + body.rjust(max(width - len(sign), 0), fill)
    text = sign + body
    if align == "<":
        return text.ljust(width, fill)
    return text.center(width, fill) if align == "^" else text.rjust(width, fill)


def round_real(x: Real, digits: Any) -> Real:
    """What round(x, digits) is: to so many decimals, half to even, with the precision of x."""
    numerator, denominator = x.as_integer_ratio()
    if operator.index(digits) >= denominator.bit_length():  # x = numerator/2^k has no decimals beyond the k-th
        return Real(x, digits=x.digits)
    if -operator.index(digits) > (abs(numerator) // denominator).bit_length():  # less than half of 10^-digits
        return Real(0, digits=x.digits)
    return Real(round(Fraction(*x.as_integer_ratio()), digits), digits=x.digits)


class Complex:
    """An immutable complex number: two Reals.

    >>> from plumbline import Complex
    >>> z = Complex(1, '1/2')
    >>> print(z * z)
    0.75 + 1*i
    """

    __slots__ = ("_real", "_imag")
    _real: Real
    _imag: Real

    def __init__(self, real: Number, imag: Number = 0, digits: int | None = None) -> None:
        object.__setattr__(self, "_real", Real(real, digits))
        object.__setattr__(self, "_imag", Real(imag, digits))

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("a Complex cannot be changed")

    @property
    def real(self) -> Real:
        """The real part."""
        return self._real

    @property
    def imag(self) -> Real:
        """The imaginary part."""
        return self._imag

    @property
    def digits(self) -> int:
        """The digits of the part that has fewer."""
        return min(self._real.digits, self._imag.digits)

    def conjugate(self) -> Complex:
        """The number with the opposite imaginary part."""
        return Complex(self._real, -self._imag)

    def __str__(self) -> str:
        return f"{self._real} + {self._imag}*i" if self._imag >= 0 else f"{self._real} - {-self._imag}*i"

    def __format__(self, specification: str) -> str:
        if not specification:
            return str(self)
        size = format(abs(self._imag), re.sub(r"^(.?[<>=^])?[-+ ]", r"\1", specification))  # its sign stands before it
        return f"{format(self._real, specification)} {'-' if self._imag < 0 else '+'} {size}*i"

    def __repr__(self) -> str:
        return f"Complex('{self._real}', '{self._imag}', digits={self.digits})"

    def __reduce__(self) -> Any:
        return (Complex, (self._real, self._imag))

    def __complex__(self) -> complex:
        return complex(float(self._real), float(self._imag))

    @property
    def _mpc_(self) -> Any:
        return (self._real._mpf_, self._imag._mpf_)

    def __eq__(self, other: Any) -> Any:
        if isinstance(other, Complex):
            return self._real == other._real and self._imag == other._imag
        if isinstance(other, complex):
            return self._real == other.real and self._imag == other.imag
        return self._imag == 0 and self._real == other

    def __hash__(self) -> int:
        if self._imag == 0:
            return hash(self._real)
        # as Python's hash of a complex number, which it may equal
        half = 1 << (sys.hash_info.width - 1)
        value = (hash(self._real) + sys.hash_info.imag * hash(self._imag) + half) % (2 * half) - half
        return -2 if value == -1 else value

    def __bool__(self) -> bool:
        return bool(self._real) or bool(self._imag)

    def __neg__(self) -> Complex:
        return Complex(-self._real, -self._imag)

    def __pos__(self) -> Complex:
        return self

    def __abs__(self) -> Real:
        return (self._real * self._real + self._imag * self._imag).sqrt()

    @staticmethod
    def _parts(other: Any) -> tuple[Any, Any] | None:
        if isinstance(other, Complex):
            return other._real, other._imag
        if isinstance(other, (str, bytes, complex)):
            return None
        if isinstance(other, float):
            Real(other)  # raises, and says what to do
        return other, 0

    def __add__(self, other: Any) -> Any:
        parts = self._parts(other)
        return NotImplemented if parts is None else Complex(self._real + parts[0], self._imag + parts[1])

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        parts = self._parts(other)
        return NotImplemented if parts is None else Complex(self._real - parts[0], self._imag - parts[1])

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __mul__(self, other: Any) -> Any:
        parts = self._parts(other)
        if parts is None:
            return NotImplemented
        a, b = parts
        return Complex(self._real * a - self._imag * b, self._real * b + self._imag * a)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        parts = self._parts(other)
        if parts is None:
            return NotImplemented
        a, b = parts
        if not isinstance(other, Complex):  # a Decimal would be squared with the digits of its context
            return Complex(self._real / a, self._imag / a)
        size = a * a + b * b
        return Complex((self._real * a + self._imag * b) / size, (self._imag * a - self._real * b) / size)

    def __rtruediv__(self, other: Any) -> Any:
        parts = self._parts(other)
        if parts is None:
            return NotImplemented
        size = self._real * self._real + self._imag * self._imag
        return Complex(parts[0] * self._real / size, -(parts[0] * self._imag) / size)

    def __pow__(self, exponent: int) -> Any:
        """The power of a whole exponent."""
        if not isinstance(exponent, int):
            return NotImplemented
        power, square, left = Complex(1, 0, self.digits), self, abs(exponent)
        while left:
            power = power * square if left & 1 else power
            square = square * square if left > 1 else square
            left >>= 1
        return 1 / power if exponent < 0 else power
