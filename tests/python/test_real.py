# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Real: its values, operators and conversions.

Kind: property. The truth is Python's own exact arithmetic (Fraction, int, Decimal) and mpmath.
"""

import copy
import decimal
import math
import pickle
import random
from decimal import Decimal
from fractions import Fraction

import pytest

import plumbline
from plumbline import Real, exactly

DIGITS = [5, 16, 17, 34, 35, 64, 77, 200, 1001]


def fraction(x):
    return Fraction(*x.as_integer_ratio())


def rounded(q, bits):
    """The fraction rounded to so many bits, to nearest, half to even: nothing of plumbline."""
    if q == 0:
        return Fraction(0)
    exponent = q.numerator.bit_length() - q.denominator.bit_length() - bits
    while abs(q) / Fraction(2) ** exponent >= 2**bits:
        exponent += 1
    while abs(q) / Fraction(2) ** exponent < 2 ** (bits - 1):
        exponent -= 1
    return round(q / Fraction(2) ** exponent) * Fraction(2) ** exponent


def random_fraction(source):
    size = 10 ** source.randint(0, 90)
    return Fraction(source.randint(-size, size), source.randint(1, size))


@pytest.mark.parametrize("digits", DIGITS)
def test_precision_is_that_of_the_command_line(digits):
    x = Real(1, digits)
    expected = 53 if digits <= 16 else 113 if digits <= 34 else math.ceil(digits * math.log2(10)) + 1
    assert x.digits == (16 if digits <= 16 else 34 if digits <= 34 else digits)
    assert x.bits >= expected
    assert x.bits <= expected + 2 + digits // 1000


@pytest.mark.parametrize("digits", DIGITS)
def test_construction_and_operators_round_once_to_nearest(digits):
    source = random.Random(digits)
    for _ in range(200):
        a, b = random_fraction(source), random_fraction(source)
        x, y = Real(a, digits), Real(b, digits)
        assert fraction(x) == rounded(a, x.bits)
        p, q = fraction(x), fraction(y)
        assert fraction(x + y) == rounded(p + q, x.bits)
        assert fraction(x - y) == rounded(p - q, x.bits)
        assert fraction(x * y) == rounded(p * q, x.bits)
        if q:
            assert fraction(x / y) == rounded(p / q, x.bits)
        # exact operands of other types, on both sides
        assert fraction(x + b) == fraction(b + x) == rounded(p + b, x.bits)
        assert fraction(x * b) == fraction(b * x) == rounded(p * b, x.bits)
        assert fraction(x - b) == rounded(p - b, x.bits)
        assert fraction(b - x) == rounded(b - p, x.bits)
        if p and b:
            assert fraction(x / b) == rounded(p / b, x.bits)
            assert fraction(b / x) == rounded(b / p, x.bits)


@pytest.mark.parametrize("digits", DIGITS)
def test_text_and_repr_read_back(digits):
    source = random.Random(digits + 1)
    for _ in range(200):
        x = Real(random_fraction(source), digits)
        assert Real(str(x), x.digits) == x
        again = eval(repr(x))
        assert again == x and again.digits == x.digits
        copied = pickle.loads(pickle.dumps(x))
        assert copied == x and copied.digits == x.digits
        assert copy.copy(x) is x and copy.deepcopy(x) is x


def test_text_is_the_short_one():
    assert str(Real("0.1")) == "0.1"
    assert str(Real("0.1", 16)) == "0.1"
    assert str(Real("0.1", 34)) == "0.1"
    assert repr(Real("-0.25")) == "Real('-0.25', digits=64)"
    assert str(Real(0)) == "0"


def test_the_result_has_the_digits_of_the_operand_with_fewer():
    a, b = Real("1/3", 100), Real("1/3", 40)
    assert (a + b).digits == (b + a).digits == 40
    assert (a + 1).digits == (1 + a).digits == 100
    assert (a * Fraction(1, 7)).digits == 100
    assert (a ** 2).digits == 100


def test_digits_without_a_word_hold_the_number():
    assert Real("1/3").digits == 64
    assert Real("0." + "1" * 80).digits == 80
    n = 3**1000
    assert Real(n) == n and Real(n).digits > 400
    assert Real(2**5000).digits == 64 and Real(2**5000) == 2**5000
    assert Real(Decimal("0." + "7" * 90)).digits == 90
    with pytest.raises(ValueError, match="say digits"):
        Real(3**1000000)


@pytest.mark.parametrize("x", [0, 1, -1, 7, 2**61 - 1, 2**200, -(3**50), Fraction(1, 2), Fraction(-7, 1024), 2**61])
def test_equal_numbers_have_equal_hashes(x):
    real = Real(x)
    assert real == x and x == real
    assert hash(real) == hash(x)
    assert {x: "found"}[real] == "found"


def test_hash_of_many_dyadic_numbers():
    source = random.Random(3)
    for _ in range(500):
        q = Fraction(source.randint(-(2**80), 2**80)) * Fraction(2) ** source.randint(-300, 300)
        assert hash(Real(q)) == hash(q)
    assert hash(exactly(0.1)) == hash(0.1)
    assert hash(Real("0.5")) == hash(Decimal("0.5")) == hash(0.5)


def test_comparison_is_exact():
    assert Real("0.1") != exactly(0.1)
    assert exactly(0.1) == 0.1 and Real("0.1") != 0.1
    assert Real("0.1", 16) == 0.1  # the same double
    assert Real("1/3") < Fraction(1, 3) + Fraction(1, 10**60)
    assert Real("1/3") != Fraction(1, 3)
    assert Real(2) > 1 and 1 < Real(2) and Real(2) >= Fraction(2) and Real(2) <= Decimal(2)
    assert Real(1) < float("inf") and Real(1) != float("nan")
    assert Real(1) == True and Real(1) != False  # noqa: E712
    assert Real(1) != "1" and Real(1) != None  # noqa: E711
    with pytest.raises(TypeError):
        Real(1) < "2"


@pytest.mark.parametrize("bad", [0.1, 1.0, float("nan"), float("inf")])
def test_floats_are_refused_and_told_what_to_do(bad):
    for call in (Real, lambda x: Real(1) + x, lambda x: x * Real(1), lambda x: Real(2) ** x):
        with pytest.raises(TypeError, match=r"plumbline\.exactly\("):
            call(bad)


def test_exactly_is_the_double():
    for x in (0.1, -2.5e-300, 1e300, 5e-324, 0.0):
        assert fraction(exactly(x)) == Fraction(x)
    with pytest.raises(TypeError):
        exactly("0.1")
    with pytest.raises(ValueError):
        exactly(float("inf"))


@pytest.mark.parametrize(
    "bad", [None, [], {}, b"1", 1j, True, object(), "", "abc", "1/0", "0.1.2", "1+i", "sqrt(-1)", "x", "\0", "٣"]
)
def test_other_types_and_texts_are_refused(bad):
    with pytest.raises((TypeError, ValueError)):
        Real(bad)


@pytest.mark.parametrize("digits", [0, -1, 100001, 10**30])
def test_digits_out_of_range(digits):
    with pytest.raises((ValueError, OverflowError)):
        Real(1, digits)


@pytest.mark.parametrize("digits", [1.0, "3", True, [1]])
def test_digits_of_a_wrong_type(digits):
    with pytest.raises(TypeError):
        Real(1, digits)


def test_texts_are_values_of_the_command_line():
    assert fraction(Real("1/3", 64)) == rounded(Fraction(1, 3), Real(1, 64).bits)
    assert abs(Real("pi/4") - Real("pi") / 4) < Real("1e-63")
    assert Real("2*sqrt(3)") ** 2 - 12 < Real("1e-62")
    assert Real(" 0.5 ") == Real(".5") == Fraction(1, 2)
    assert Real("1e400") == Real(10**400, 64) and Real("1e20") == 10**20


def test_immutable_and_final():
    x = Real(1)
    with pytest.raises(AttributeError):
        x.digits = 3
    with pytest.raises(AttributeError):
        x.new = 3
    with pytest.raises(TypeError):
        Real.new = 3
    with pytest.raises(TypeError):

        class Mine(Real):
            pass


def test_division_by_zero_overflow_and_domains():
    for operation in (lambda x: x / 0, lambda x: x / Real(0), lambda x: 1 / Real(0), lambda x: x % 0, lambda x: x // Real(0)):
        with pytest.raises(ZeroDivisionError):
            operation(Real(1))
    with pytest.raises(ZeroDivisionError):
        Real(0) ** -1
    with pytest.raises(ValueError):
        Real(-1).sqrt()
    with pytest.raises(ValueError):
        Real(-8) ** Fraction(1, 3)
    with pytest.raises(OverflowError):
        Real(10) ** (10**30)
    with pytest.raises(OverflowError):
        Real(10**30).exp()


def test_quotient_and_remainder_as_of_integers():
    source = random.Random(9)
    for _ in range(300):
        a, b = source.randint(-(10**12), 10**12), source.randint(-999, 999) or 7
        assert divmod(Real(a), b) == divmod(a, b)
        assert Real(a) // b == a // b and Real(a) % Real(b) == a % b
        assert a // Real(b) == a // b and a % Real(b) == a % b


def test_rounding_to_integers():
    source = random.Random(10)
    for _ in range(300):
        q = Fraction(source.randint(-(10**9), 10**9), 2 ** source.randint(0, 20))
        x = Real(q)
        assert (int(x), math.floor(x), math.ceil(x), math.trunc(x), round(x)) == (
            int(q), math.floor(q), math.ceil(q), math.trunc(q), round(q))
        for n in (-2, 0, 3):
            assert round(x, n) == Real(round(q, n))


@pytest.mark.parametrize("specification", [
    "", ".3f", ".0f", "10.4f", "<12.2f", "^14.3e", ".10e", "E", ".0e", "g", ".3g", ".12g", "+.2f", " .2f", "012.3f", ",.2f",
    "_.1f", "%", ".1%", "*>20.3f", "=+12.2f", "G", "f", "#.3g",
])
def test_formats_are_those_of_float(specification):
    for x in (0.0, 1.0, -1.5, 0.1, 12345.678, -0.00012345, 6.02e23, 1e-7, 999999.5, 0.5, 2.5, 100000.0, 1234567.0):
        expected = format(x, specification)
        found = format(exactly(x, 16), specification)
        if specification == "":
            assert float(found) == x
        else:
            assert found == expected, (x, specification)


def test_formats_have_as_many_digits_as_asked():
    assert format(Real("1/3", 100), ".60f") == "0." + "3" * 60
    assert f"{Real('2/3'):.20e}" == "6." + "6" * 19 + "7e-01"
    with pytest.raises(ValueError):
        format(Real(1), "nonsense")


def test_special_values_only_as_texts():
    inf, nan = Real("inf"), Real("nan")
    assert str(inf) == "inf" and str(-inf) == "-inf" and str(nan) == "nan"
    assert nan != nan and inf == math.inf and hash(inf) == hash(math.inf)
    assert inf > 10**1000 and not inf.is_finite()
    with pytest.raises(OverflowError):
        int(inf)
    with pytest.raises(ValueError):
        int(nan)
    assert pickle.loads(pickle.dumps(inf)) == inf


def test_decimal_keeps_its_value():
    source = random.Random(12)
    for _ in range(100):
        d = Decimal(source.randint(-(10**30), 10**30)).scaleb(source.randint(-40, 40), decimal.Context(prec=60))
        assert fraction(Real(d)) == rounded(Fraction(d), Real(d).bits)
    for bad in ("NaN", "Infinity", "-Infinity", "sNaN"):
        with pytest.raises(ValueError):
            Real(Decimal(bad))
    with pytest.raises(OverflowError):
        Real(Decimal("1e999999999"))


def fraction_of_mpf(x):
    sign, mantissa, exponent, _ = x._mpf_
    return (-1) ** sign * Fraction(int(mantissa)) * Fraction(2) ** exponent


def test_mpmath_both_ways():
    mpmath = pytest.importorskip("mpmath")
    for x in (Real("pi", 100), Real("-1/3", 16), Real(0), Real(2**70)):
        with mpmath.workdps(x.digits + 5):  # mpmath rounds to its own precision
            there = mpmath.mpf(x)
        assert fraction_of_mpf(there) == fraction(x)
        assert fraction_of_mpf(mpmath.mp.make_mpf(x._mpf_)) == fraction(x)
        assert Real(there) == x
    with mpmath.workdps(150):
        y = mpmath.mpf(1) / 3
        assert fraction(Real(y)) == fraction_of_mpf(y)
        assert mpmath.sin(Real("1/2", 120)) - mpmath.sin(mpmath.mpf(1) / 2) == 0
    with pytest.raises(ValueError):
        Real(mpmath.inf)
    with pytest.raises(ValueError):
        Real(mpmath.nan)


def test_elementary_functions_against_mpmath():
    mpmath = pytest.importorskip("mpmath")
    for name in ("sqrt", "exp", "log", "sin", "cos", "tan", "atan", "sinh", "cosh", "tanh", "asin", "acos"):
        for digits in (16, 34, 64, 150):
            x = Real("5/7", digits)
            with mpmath.workdps(digits + 40):
                truth = getattr(mpmath, name)(mpmath.mpf(x))
                error = abs(mpmath.mpf(getattr(x, name)()) - truth) / abs(truth)
                assert error <= mpmath.mpf(2) ** -x.bits, (name, digits)


def test_gmpy2_both_ways():
    gmpy2 = pytest.importorskip("gmpy2")
    with gmpy2.context(precision=300):
        y = gmpy2.mpfr(-1) / 3
        assert fraction(Real(y)) == Fraction(*map(int, y.as_integer_ratio()))
    assert Real(gmpy2.mpz(7)) == 7
    assert Real(gmpy2.mpq(1, 4)) == Fraction(1, 4)
    with pytest.raises(ValueError):
        Real(gmpy2.mpfr("inf"))


def test_numpy_numbers():
    numpy = pytest.importorskip("numpy")
    assert Real(numpy.int64(-5)) == -5
    for bad in (numpy.float64(0.5), numpy.float32(0.5), numpy.longdouble(0.5)):
        with pytest.raises(TypeError):
            Real(bad)
    array = numpy.array([Real("0.1"), Real(2)])
    assert array.dtype == object
    assert (array + array).tolist() == [Real("0.2"), Real(4)]
    assert numpy.sqrt(array)[1] == Real(2).sqrt()
    assert array.astype(float).tolist() == [0.1, 2.0]


def test_arrays_compute_with_their_elements():
    numpy = pytest.importorskip("numpy")
    array = numpy.array([Real(1), Real("1/2")])
    assert (Real(2) * array).tolist() == [2, 1] and (array * Real(2)).tolist() == [2, 1]
    assert (Real(1) - numpy.array([1, 2])).tolist() == [0, -1]
    assert (Real(1) == array).tolist() == [True, False]
    assert Real(numpy.array(5)[()]) == 5
    with pytest.raises(TypeError):
        Real(numpy.array([1]))


def test_sums_sorting_and_the_abstract_base():
    import numbers

    values = [Real(3), Real("1/2"), Real(-1)]
    assert sum(values) == Fraction(5, 2)
    assert sorted(values) == [-1, Fraction(1, 2), 3]
    assert isinstance(values[0], numbers.Real)
    assert float(Real("0.1")) == 0.1 and complex(Real(2)) == 2
    assert bool(Real(0)) is False and bool(Real("1e-1000")) is True
    assert abs(Real(-2)) == 2 and -Real(2) == -2 and +Real(2) == 2


def test_complex():
    z = plumbline.Complex("1/2", "1/3")
    assert (z + z) / 2 == z
    assert abs(z * z.conjugate() - plumbline.Complex(Fraction(1, 4) + Fraction(1, 9), 0)) < Real("1e-63")
    assert 1 / z * z - 1 == 0 or abs(1 / z * z - 1) < Real("1e-62")
    assert pickle.loads(pickle.dumps(z)) == z
    few, many = Real("1/3", digits=40), plumbline.Complex(1, 2, digits=100)
    for quotient in (few / many, many / few, few * many):
        assert quotient.digits == 40
    assert abs((few / many).real - Real("1/15", digits=40)) < Real("1e-40")
    assert Real(1) != Decimal("NaN") and not Real(1) == Decimal("inf")
    assert round(Real("1/3"), 10**9) == Real("1/3")
    assert eval(repr(z), {"Complex": plumbline.Complex}) == z
    assert complex(z) == 0.5 + 1j / 3
    assert hash(plumbline.Complex(2)) == hash(2) and plumbline.Complex(2) == 2
    assert plumbline.Complex(1, 2) == 1 + 2j and hash(plumbline.Complex(1, 2)) == hash(1 + 2j)
    assert hash(plumbline.Complex("-1/2", -3)) == hash(-0.5 - 3j)
    long = Decimal("1." + "0" * 37 + "1")  # more digits than its context has
    assert abs((plumbline.Complex(1) / long).real * Real(long) - 1) < Real("1e-60")
    assert z**3 == z * z * z and z**0 == 1 and abs(z**-2 * z * z - 1) < Real("1e-62")
    assert f"{plumbline.Complex('1/2', '-1/3'):.3f}" == "0.500 - 0.333*i" and f"{z}" == str(z)
    assert f"{plumbline.Complex('1/2', '1/3'):+.3f}" == "+0.500 + 0.333*i"
    for shape in ("020,.3f", "021,.3f", "+018_.1f", "0=12,.0f", "012,.0f", "013,.0f", "*=16,.2f"):
        for number in (1234567.875, -1234.5, 0.25, -123456.0):
            assert format(Real(Fraction(number)), shape) == format(number, shape), (number, shape)
    with pytest.raises(TypeError):
        z + 0.1
    with pytest.raises(TypeError):
        z * 1j
    with pytest.raises(AttributeError):
        z.real = 1


def test_huge_inputs_end():
    assert len(format(Real("1/3", 100), ".6000f")) == 6002
    assert format(Real(2**16000), ",.0f").replace(",", "").startswith(format(Real(2**16000), ".40e")[0])
    assert format(Real(10**30), ",.0f") == format(10**30, ",")
    for beyond in ("1e99999999999999999999", "1e-99999999999999999999"):
        with pytest.raises((OverflowError, ValueError)):
            Real(beyond)
    assert Real("1" * 50000).digits == 50000
    with pytest.raises(ValueError):
        Real("9" * 200000)
    with pytest.raises(ValueError):
        Real("(" * 100000)
    assert Real("9" * 200000, 64) == Real(10**200000, 64)
