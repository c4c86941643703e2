# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""The special functions.

Kind: truth from outside (mpmath at more digits) and identities.
"""

import random
from fractions import Fraction

import pytest

import plumbline
from plumbline import Complex, InvalidInput, Real

mpmath = pytest.importorskip("mpmath")


def close(found, truth, digits):
    error = abs(mpmath.mpf(found) - truth)
    assert error <= 4 * mpmath.mpf(10) ** -digits * max(abs(truth), mpmath.mpf(10) ** -digits), (found, truth)


@pytest.mark.parametrize("digits", [16, 34, 64, 120])
def test_elliptic_integrals_against_mpmath(digits):
    source = random.Random(digits)
    with mpmath.workdps(digits + 30):
        for _ in range(5):
            m = Fraction(source.randint(-999, 999), 1000)
            phi = Fraction(source.randint(1, 1500), 1000)
            n = Fraction(source.randint(-999, 900), 1000)
            M, P, N = (mpmath.mpf(x.numerator) / x.denominator for x in (m, phi, n))
            close(plumbline.ellint_k(m, digits=digits), mpmath.ellipk(M), digits)
            close(plumbline.ellint_e(m, digits=digits), mpmath.ellipe(M), digits)
            close(plumbline.ellint_e(m, phi, digits=digits), mpmath.ellipe(P, M), digits)
            close(plumbline.ellint_f(phi, m, digits=digits), mpmath.ellipf(P, M), digits)
            close(plumbline.ellint_pi(n, m, digits=digits), mpmath.ellippi(N, M), digits)
            close(plumbline.ellint_k(m1=1 - m, digits=digits), mpmath.ellipk(M), digits)
            if m >= 0:
                for name, ours in (("sn", plumbline.jacobi_sn), ("cn", plumbline.jacobi_cn), ("dn", plumbline.jacobi_dn)):
                    close(ours(phi, m, digits=digits), mpmath.ellipfun(name, P, m=M).real, digits)


def test_weierstrass_satisfies_its_equation():
    source = random.Random(5)
    for digits in (16, 64, 100):
        z = Complex(Fraction(source.randint(1, 99), 100), Fraction(source.randint(1, 99), 100), digits)
        g2, g3 = Fraction(source.randint(-5, 5), 3), Fraction(source.randint(1, 9), 7)
        p = plumbline.weierstrass_p(z, g2, g3)
        prime = plumbline.weierstrass_p_prime(z, g2, g3)
        assert p.digits == plumbline.Real(1, digits).digits
        rest = prime * prime - (4 * p * p * p - g2 * p - g3)
        assert abs(rest) < abs(prime) ** 2 * Real(10) ** (2 - digits)


def test_half_periods_and_invariants_are_inverse():
    half = plumbline.weierstrass_half_periods(4, 1, digits=50)
    g2, g3 = plumbline.weierstrass_invariants(half.omega1, half.omega3)
    assert abs(g2.real - 4) < Real("1e-45") and abs(g3.real - 1) < Real("1e-45")
    # Legendre's relation
    rest = half.eta1 * half.omega3 - half.eta3 * half.omega1 - Complex(0, Real("pi/2", 50))
    assert abs(rest) < Real("1e-48")


def test_sigma_and_zeta_are_odd():
    for f in (plumbline.weierstrass_sigma, plumbline.weierstrass_zeta):
        assert f("1/2 + i/3", 4, 1, digits=40) == -f("-1/2 - i/3", 4, 1, digits=40)


def test_arguments_are_exact():
    assert plumbline.ellint_k("1/3") == plumbline.ellint_k(Fraction(1, 3))
    # a Real is the binary number that it is, and its digits are those of the value
    third = Real("1/3", 16)
    assert plumbline.ellint_k(third).digits == 16
    assert plumbline.ellint_k(third, digits=64) != plumbline.ellint_k("1/3", digits=64)
    assert plumbline.ellint_k(third, digits=64) == plumbline.ellint_k(Fraction(*third.as_integer_ratio()), digits=64)
    assert plumbline.jacobi_sn(Real("1/2", 100), Real("1/3", 40)).digits == 40


def test_boost_agrees():
    ours = plumbline.ellint_k("1/3", digits=40)
    assert abs(plumbline.ellint_k("1/3", digits=40, functions="boost") - ours) < Real("1e-38")


@pytest.mark.parametrize("call", [
    lambda: plumbline.ellint_k(0.5),
    lambda: plumbline.jacobi_sn(0.5, "1/2"),
    lambda: plumbline.weierstrass_p(0.5 + 1j, 4, 1),
    lambda: plumbline.ellint_k(None, m1=[1]),
    lambda: plumbline.ellint_k("1/2", digits=1.0),
    lambda: plumbline.ellint_k("1/2", digits=True),
    lambda: plumbline.jacobi_sn(),
])
def test_wrong_types(call):
    with pytest.raises(TypeError):
        call()


@pytest.mark.parametrize("call", [
    lambda: plumbline.ellint_k(),
    lambda: plumbline.ellint_k(1),
    lambda: plumbline.ellint_k("1/2", m1="1/2"),
    lambda: plumbline.ellint_k("x"),
    lambda: plumbline.ellint_k(""),
    lambda: plumbline.jacobi_sn("1/2", "1/2", functions=""),
    lambda: plumbline.ellint_k("1/2", digits=0),
    lambda: plumbline.ellint_k("1/2", digits=100001),
    lambda: plumbline.ellint_k("1/2", functions="mine"),
    lambda: plumbline.weierstrass_p(1, 4, 1, functions="boost"),
    lambda: plumbline.evaluate("ellint-k", q=1),
])
def test_wrong_values(call):
    with pytest.raises(InvalidInput):
        call()


def test_halves_of_characters_are_value_errors():
    for call in (plumbline.ellint_k, Real):
        with pytest.raises(ValueError):
            call("1/2\ud800")


def test_evaluate_by_name_and_of_a_system():
    for one in plumbline.functions():
        assert one["name"] and one["required"]
    assert plumbline.evaluate("jacobi-sn", u=1, m="1/2", digits=30)["jacobi-sn"] == plumbline.jacobi_sn(1, "1/2", digits=30)
    values = plumbline.evaluate("pendulum", start={"q1": "pi/6", "p1": 1}, set={"omega": 2}, digits=40)
    # V = m omega^2 (1 - cos q), H = p^2/2 + V
    assert abs(values["energy"] - (Real("1/2") + 4 * (1 - Real("pi/6").cos()))) < Real("1e-37")
