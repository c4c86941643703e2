# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Periodic orbits from Python.

Kind: closed form, property.
"""

import pytest

import plumbline


def test_the_pendulum_has_the_period_of_its_closed_form():
    orbit = plumbline.find_orbit("pendulum", period="1.2", digits=40)
    exact = plumbline.exact("pendulum", times=[0], digits=40).constants["period"]
    assert abs(orbit["period"] - exact) < plumbline.Real("1e-37", digits=40)
    assert orbit["stability"] == "stable"
    assert orbit["trivial_multipliers"] == 2


def test_a_proven_orbit_has_radii():
    orbit = plumbline.find_orbit("pendulum", period="1.2", digits=30, prove=True)
    assert orbit.meta["proven"] == "yes"
    assert float(orbit.meta["radii"]["period"]) < 1e-28


VAN_DER_POL = """
name = "van-der-pol"
coordinates = ["x", "y"]
[equations]
x = "y"
y = "(1 - x^2)*y - x"
[start]
x = "2"
"""


def test_a_certificate_is_proven_again_without_the_file_of_its_system(tmp_path):
    file = tmp_path / "orbit.cert.json"
    system = plumbline.System.from_text(VAN_DER_POL)
    plumbline.find_orbit(system, section="y", direction="down", digits=12, prove=True, certificate=file)
    text = file.read_text().replace(plumbline.System.from_text(VAN_DER_POL).word(), "/nowhere/van-der-pol.toml")
    file.write_text(text)
    found = plumbline.verify_orbit(file)
    assert found.wrong == ("checksum: the file was changed after it was written",)
    assert found.numbers >= 4 and not found.is_right
    assert float(found.unique_within) > 0
    file.write_text(text.replace("(1 - x^2)", "(2 - x^2)"))
    with pytest.raises(plumbline.InvalidInput, match="is not the one of the certificate"):
        plumbline.verify_orbit(file)
    with pytest.raises(plumbline.InputOutputError):
        plumbline.verify_orbit(tmp_path / "none.json")


def test_what_holds_is_an_argument():
    held = plumbline.find_orbit("pendulum", period="1.1", start={"q1": "1.2"}, hold={"period": "6/5"}, digits=20)
    assert abs(held["period"] - plumbline.Real("1.2", digits=20)) < plumbline.Real("1e-19", digits=20)


def test_what_is_not_found_says_why():
    with pytest.raises(plumbline.SolverFailure, match="equilibrium"):
        plumbline.find_orbit("pendulum", period=1, start={"q1": 0})
    with pytest.raises(plumbline.InvalidInput, match="a period is positive"):
        plumbline.find_orbit("pendulum", period=-1)


def test_what_has_the_wrong_type_is_named():
    with pytest.raises(TypeError, match="hold must be a dict, got str"):
        plumbline.find_orbit("pendulum", period=1, hold="energy=10")
    with pytest.raises(TypeError, match="over must be a str, got dict"):
        plumbline.continue_orbit("pendulum", over={"q1": [1, 2]}, period=1)


def test_a_branch_is_a_table_with_its_end():
    branch = plumbline.continue_orbit("pendulum", "q1=1/2:5/2:3", period=1, digits=30)
    for q1, period in zip(branch["q1"], branch["period"]):
        exact = plumbline.exact("pendulum", times=[0], start={"q1": q1}, digits=30).constants["period"]
        assert abs(period - exact) < plumbline.Real("1e-28", digits=30)
    assert branch.meta["ended"] == "at q1 = 5/2"
    with pytest.raises(plumbline.InvalidInput, match="COUNT"):
        plumbline.continue_orbit("pendulum", "q1=1:2:1", period=1)
