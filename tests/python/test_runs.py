# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""integrate, converge, measure, audit, exact, certified.

Kind: truth from outside (closed forms, schemes written in Fractions), and consistency with the command line where that is
built.
"""

import csv
import json
import os
import pathlib
import pickle
import subprocess
import warnings
from decimal import Decimal
from fractions import Fraction

import pytest

import plumbline
from plumbline import DomainError, InputOutputError, InvalidInput, PlumblineError, Real, SolverFailure

ROOT = pathlib.Path(__file__).resolve().parents[2]

ROD = """
name = "rod"
coordinates = ["theta"]
lagrangian = "m/2*l^2*dot(theta)^2 + m*g*l*cos(theta)"
[parameters]
m = "1"
l = "3/4"
g = "9.81"
[start]
theta = "pi/3"
[define]
height = "-l*cos(theta)"
"""
HEUN = """
name = "heun"
kind = "runge-kutta"
A = [[], ["1"]]
b = ["1/2", "1/2"]
order = 2
"""


def leapfrog_of_the_oscillator(k, h, steps):
    """Kick, drift, kick in Fractions: m = 1, V = k q^2/2."""
    q, p, rows = Fraction(1), Fraction(0), []
    for n in range(steps + 1):
        rows.append((n * h, q, p))
        p -= h / 2 * k * q
        q += h * p
        p -= h / 2 * k * q
    return rows


@pytest.mark.parametrize("digits", [16, 34, 64, 100])
def test_rows_are_those_of_the_scheme(digits):
    h = Fraction(1, 8)
    run = plumbline.integrate("harmonic-oscillator", scheme="leapfrog", step=h, steps=4, digits=digits)
    assert run.columns == ("t", "q1", "p1") and len(run) == 5
    # short dyadic fractions are exact at every precision
    assert [tuple(row) for row in run] == leapfrog_of_the_oscillator(16, h, 4)
    assert all(x.digits == digits for row in run for x in row)


def test_every_and_observe():
    run = plumbline.integrate(
        "harmonic-oscillator", scheme="leapfrog", step="1/8", steps=7, every=3, observe=["energy", "v1"], digits=34)
    assert run["t"] == [0, Fraction(3, 8), Fraction(6, 8), Fraction(7, 8)]
    for t, q, p, energy, v in run:
        assert energy == p * p / 2 + 8 * q * q and v == p


def test_values_that_a_scheme_computes_inside_are_none_at_first():
    run = plumbline.integrate(
        "linear-double-pendulum", scheme="simpson-linear-midpoint", step="1/10", steps=2, observe="qmid1")
    assert run["qmid1"][0] is None and isinstance(run["qmid1"][1], Real)
    pytest.importorskip("numpy")
    assert run.to_numpy(float, "qmid1")[0] != run.to_numpy(float, "qmid1")[0]


def test_the_ways_to_say_a_number_mean_the_same():
    runs = [
        plumbline.integrate("pendulum", scheme="rk4", step=step, steps=2, start={"q1": q}, digits=34).rows
        for step, q in [("0.1", "1/2"), (Fraction(1, 10), Decimal("0.5")), ("1/10", Real("1/2")), (Decimal("0.1"), Fraction(1, 2))]
    ]
    assert runs[0] == runs[1] == runs[2] == runs[3]


def test_a_real_is_handed_on_exactly():
    third = Real("1/3", 16)
    run = plumbline.integrate("pendulum", scheme="rk4", step="1/10", steps=1, start={"q1": third}, digits=64)
    assert run["q1"][0] == third and run["q1"][0].digits == 64
    assert run["q1"][0] != Real("1/3", 64)


def test_floats_are_refused_everywhere():
    good = {"scheme": "rk4", "step": "1/10", "steps": 2}
    for bad in ({"step": 0.1}, {"start": {"q1": 0.5}}, {"set": {"omega": 2.0}}, {"steps": 2.0}, {"digits": 16.0},
                {"every": 1.0}):
        with pytest.raises(TypeError):
            plumbline.integrate("pendulum", **{**good, **bad})
    with pytest.raises(TypeError, match="exactly"):
        plumbline.system("pendulum", omega=3.5)
    assert plumbline.integrate("pendulum", **{**good, "step": plumbline.exactly(0.125)})["t"][1] == Fraction(1, 8)


def test_parameters_of_systems_and_schemes():
    one = plumbline.integrate(plumbline.system("pendulum", omega=3), scheme=plumbline.scheme("lobatto", degree=3),
                              step="1/10", steps=2, digits=34)
    other = plumbline.integrate("pendulum", scheme="lobatto", set={"omega": "3", "degree": 3}, step="1/10", steps=2,
                                digits=34)
    assert one.rows == other.rows
    # what a call sets goes before what the system says
    again = plumbline.integrate(plumbline.system("pendulum", omega=5), scheme="lobatto:degree=3", set={"omega": 3},
                                step="1/10", steps=2, digits=34)
    assert again.rows == one.rows
    sequence = plumbline.scheme("extrapolation", base="leapfrog", sequence="1,3,5")
    assert len(plumbline.integrate("pendulum", scheme=sequence, step="1/10", steps=1)) == 2


def test_systems_from_a_text_and_a_file(tmp_path):
    from_text = plumbline.System.from_text(ROD)
    path = tmp_path / "rod.toml"
    path.write_text(ROD)
    run = {"scheme": "simpson", "step": "1/20", "steps": 5, "digits": 34, "observe": "energy,height"}
    rows = plumbline.integrate(from_text, **run).rows
    assert plumbline.integrate(plumbline.system(path), **run).rows == rows
    assert plumbline.integrate(str(path), **run).rows == rows
    assert plumbline.integrate(path, **run).rows == rows
    assert from_text.parameters == {"m": "1", "l": "3/4", "g": "9.81"}
    assert plumbline.integrate(plumbline.System.from_text(ROD, l="1/2"), **run).rows != rows
    assert plumbline.measure("energy-error", from_text, scheme="simpson", step="1/20", steps=5, digits=34)
    # what was read stays what it was
    read = plumbline.system(path)
    path.write_text("nonsense")
    assert plumbline.integrate(read, **run).rows == rows


def test_facts_say_where_the_mass_matrix_is_singular():
    def facts(text, **parameters):
        return plumbline.System.from_text(f'name = "s"\n{text}', **parameters).facts["facts"]

    assert facts('coordinates = ["x"]\nlagrangian = "dot(x)^2/2"')["mass_matrix"] == "regular"
    # a Lagrange multiplier among the coordinates
    found = facts('coordinates = ["x", "lambda"]\nlagrangian = "dot(x)^2/2 - lambda*(x - 1)"')
    assert (found["mass_matrix"], found["singular"], found["without_mass"]) == ("singular", "everywhere", ["lambda"])
    assert "velocity of lambda" in found["reason"]
    assert not found["separable"]
    # with one value of a parameter and with another
    mass = 'coordinates = ["x"]\nlagrangian = "m*dot(x)^2/2 - x^2"\n[parameters]\nm = 0'
    assert facts(mass)["singular"] == "with-these-parameters"
    assert facts(mass, m=2)["mass_matrix"] == "regular"
    assert "mass_matrix" not in plumbline.system("reduced-lagrange-top").facts["facts"]
    for system in plumbline.systems():
        assert system.facts["facts"].get("mass_matrix", "regular") == "regular"


def test_schemes_from_a_text_and_a_file(tmp_path):
    path = tmp_path / "heun.toml"
    path.write_text(HEUN)
    heun = plumbline.Scheme.from_text(HEUN)
    rows = plumbline.integrate("harmonic-oscillator", scheme=heun, step="1/8", steps=1).rows
    assert rows[1] == (Fraction(1, 8), 1 - Fraction(16, 128), -2)  # by hand: q - h^2/2 k q, -h k q
    assert plumbline.integrate("harmonic-oscillator", scheme=str(path), step="1/8", steps=1).rows == rows
    # a file that changes is read again
    path.write_text(HEUN.replace('["1"]', '["2/3"]').replace('["1/2", "1/2"]', '["1/4", "3/4"]').replace("heun", "ralston"))
    assert plumbline.scheme(path).name == "ralston"
    assert plumbline.audit(heun)["order"].value == "2"


def test_a_wrong_claim_is_a_warning():
    wrong = plumbline.Scheme.from_text(HEUN.replace("order = 2", "order = 3").replace("heun", "heun-wrong"))
    with pytest.warns(plumbline.PlumblineWarning, match="order 3 is claimed, it is 2"):
        plumbline.integrate("harmonic-oscillator", scheme=wrong, step="1/8", steps=1)
    report = plumbline.audit(wrong)
    assert report.is_wrong and report["order"].verdict == "refuted"


def test_a_step_beyond_the_stability_limit_is_a_warning():
    arguments = {"scheme": "leapfrog", "step": "0.6", "steps": 2, "digits": 16}
    with pytest.warns(plumbline.PlumblineWarning):
        plumbline.integrate("harmonic-oscillator", **arguments)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        plumbline.integrate("harmonic-oscillator", quiet=True, **arguments)


def test_converge_finds_the_orders():
    table = plumbline.converge(
        "pendulum", scheme=["midpoint", plumbline.scheme("lobatto", degree=3), "rk4"], until=1, steps=[20, 40, 80], digits=34)
    orders = {row[0]: row[5] for row in table if row[1] == 80}
    for name, order in (("midpoint", 2), ("lobatto", 6), ("rk4", 4)):
        assert abs(orders[name] - order) < Fraction(1, 10)
    assert table["order_q"][0] is None and isinstance(table["steps"][0], int)
    assert set(table.meta["slope_q"]) == {"midpoint", "lobatto", "rk4"}


def test_converge_gives_all_digits_unless_told_otherwise():
    call = dict(scheme="rk4", until=1, steps=[10, 20], digits=34)
    whole = plumbline.converge("pendulum", **call)
    brief = plumbline.converge("pendulum", show_digits=6, **call)
    for x, y in zip(whole["error_q"], brief["error_q"]):
        assert x != y and abs(x / y - 1) < Fraction(1, 10**5)


def test_converge_keeps_its_table_where_a_mesh_fails():
    call = dict(scheme=["simpson", "rk4"], until=8, steps=[1, 200], digits=16)
    with pytest.warns(plumbline.PlumblineWarning, match="1 of 4 runs failed; simpson with 1 step: step 0"):
        table = plumbline.converge("double-pendulum", **call)
    assert table.columns[-1] == "failure"
    assert table["error_q"][0] is None and table["failure"][0].startswith("step 0 at t = 0")
    assert all(x is not None for x in table["error_q"][1:])
    assert table["failure"][1:] == [None] * 3
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        plumbline.converge("double-pendulum", quiet=True, **call)


def test_a_bug_is_told_from_a_mistake_of_the_caller():
    error = plumbline._errors.make_error("internal", "internal error: no rule, please report (plumbline 1)", {})
    assert isinstance(error, plumbline.InternalError) and isinstance(error, PlumblineError)
    assert not isinstance(error, ValueError)


def test_the_exact_solution_of_the_oscillator():
    mpmath = pytest.importorskip("mpmath")
    table = plumbline.exact("harmonic-oscillator", times=["1/3", 2, "-1"], digits=50)
    with mpmath.workdps(80):
        for t, q in zip((mpmath.mpf(1) / 3, 2, -1), table["q1"]):
            assert abs(mpmath.mpf(q) - mpmath.cos(4 * mpmath.mpf(t))) < mpmath.mpf(10) ** -49
    assert table.digits == 50
    assert table.constants["energy"] == 8 and isinstance(table.constants["period"], Real)
    crossings = plumbline.exact("bilinear-oscillator", times=[1, 2], digits=16).constants["crossing_times"]
    assert len(crossings) > 1 and all(isinstance(t, Real) for t in crossings)


def test_certified_rows_contain_the_truth():
    mpmath = pytest.importorskip("mpmath")
    table = plumbline.certified("harmonic-oscillator", step="1/4", steps=3, digits=30)
    with mpmath.workdps(60):
        for row in table:
            t, q, p, radius = map(mpmath.mpf, row)
            assert abs(q - mpmath.cos(4 * t)) <= mpmath.mpf(10) ** -29
            assert abs(p + 4 * mpmath.sin(4 * t)) <= mpmath.mpf(10) ** -29
            assert radius < mpmath.mpf(10) ** -28
    for digits in (16, 17, 34, 35, 64):
        table = plumbline.certified("harmonic-oscillator", step="1/3", steps=9, digits=digits)
        with mpmath.workdps(90):
            for k, row in enumerate(table):
                q, p, radius = map(mpmath.mpf, row[1:])
                assert abs(q - mpmath.cos(4 * mpmath.mpf(k) / 3)) <= radius
                assert abs(p + 4 * mpmath.sin(4 * mpmath.mpf(k) / 3)) <= radius
    crossings = plumbline.certified("harmonic-oscillator", section="q1", until=3, direction="down", digits=30)
    with mpmath.workdps(60):
        times = [mpmath.mpf(str(t)) for t in crossings["t"]]
        assert len(times) == 2
        for k, t in enumerate(times):
            assert abs(t - (4 * k + 1) * mpmath.pi / 8) <= mpmath.mpf(10) ** -28


def test_measure():
    limit = plumbline.measure("stability-limit", "harmonic-oscillator", scheme="leapfrog", digits=16)
    assert next(iter(limit.values())) == Real("0.5")
    symplectic = plumbline.measure("symplecticity", "pendulum", scheme="midpoint", step="1/10", digits=34)
    assert abs(next(iter(symplectic.values()))) < Real("1e-30")
    # a period is the scheme's, unless PD's rule is asked for: its interpolation error is 3e-9 of this flow
    flow = {"scheme": "taylor", "step": "1/50", "digits": 30}
    exact = plumbline.exact("pendulum", times=[0], digits=30).constants["period"]
    assert abs(plumbline.measure("period", "pendulum", **flow)["period"] - exact) < Real("1e-24")
    assert abs(plumbline.measure("period", "pendulum", rule="cubic", **flow)["period"] - exact) > Real("1e-12")


def test_audit_of_the_catalogue_and_refined_coefficients():
    report = plumbline.audit("rk4", refine=30)
    assert report["order"] == plumbline.AuditRow("4", "4", "confirmed")
    assert not report.is_wrong


@pytest.mark.parametrize("call, words", [
    (lambda: plumbline.system("pendulun"), "did you mean 'pendulum'"),
    (lambda: plumbline.system("pendulum", omeg=3), "did you mean 'omega'"),
    (lambda: plumbline.scheme("simson"), "did you mean 'simpson'"),
    (lambda: plumbline.scheme("lobatto", degre=3), "did you mean 'degree'"),
    (lambda: plumbline.integrate("pendulum", step="1/10", steps=1), "scheme"),
    (lambda: plumbline.integrate("pendulum", scheme="rk4", steps=1), "step"),
    (lambda: plumbline.integrate("pendulum", scheme="rk4", step="1/10"), "steps"),
    (lambda: plumbline.integrate("pendulum", scheme="rk4", step="-1/10", steps=1), "positive"),
    (lambda: plumbline.integrate("pendulum", scheme="rk4", step="1/10", steps=-1), "steps"),
    (lambda: plumbline.integrate("pendulum", scheme="rk4", step="1/10", steps=10**40), "steps"),
    (lambda: plumbline.integrate("pendulum", scheme="rk4", step="1/10", steps=1, digits=0), "digits"),
    (lambda: plumbline.integrate("pendulum", scheme="rk4", step="1/10", steps=1, digits=10**9), "digits"),
    (lambda: plumbline.integrate("pendulum", scheme="rk4", step="1/10", steps=10**14), "GB of memory"),
    (lambda: plumbline.integrate("pendulum", scheme="rk4", step="1/10", until="1/3"), "nearest|fit"),
    (lambda: plumbline.integrate("pendulum", scheme="rk4", step="1/10", steps=1, start={"q7": 1}), "q7"),
    (lambda: plumbline.integrate("pendulum", scheme="rk4", step="1/10", steps=1, observe="nothing"), "nothing"),
    (lambda: plumbline.integrate("pendulum", scheme="suris1", step="1/0", steps=1), "zero|division"),
    (lambda: plumbline.integrate("double-pendulum", scheme="leapfrog", step="1/10", steps=1), "fit"),
    (lambda: plumbline.integrate("pendulum", scheme="rk4,midpoint", step="1/10", steps=1), "one scheme"),
    (lambda: plumbline.integrate("pendulum", scheme="rk4", step="1/10", steps=1, format="json"), "output"),
    (lambda: plumbline.integrate("pend\0ulum", scheme="rk4", step="1/10", steps=1), "the character 0 at position 4"),
    (lambda: plumbline.integrate("pend\nulum", scheme="rk4", step="1/10", steps=1), "unknown system"),
    (lambda: plumbline.integrate("pendulum", scheme="rk4", step="1\ud800", steps=1), "half of a character"),
    (lambda: plumbline.system("pendulum\ud800"), "half of a character"),
    (lambda: plumbline.System.from_text("\ud800"), "half of a character"),
    (lambda: plumbline.integrate("", scheme="rk4", step="1/10", steps=1), "empty"),
    (lambda: plumbline.converge("pendulum", scheme=[], until=1, steps=[10]), "scheme"),
    (lambda: plumbline.converge("pendulum", scheme="rk4", until=1, steps=[]), "steps"),
    (lambda: plumbline.measure("period", "pendulum", scheme="rk4", step="1/10", rule="parabola"), "step, cubic"),
    (lambda: plumbline.measure("perid", "pendulum", scheme="rk4", step="1/10"), "period"),
    (lambda: plumbline.exact("double-pendulum", times=[1]), "exact"),
    (lambda: plumbline.System.from_text("name = 3"), "name|line"),
    (lambda: plumbline.System.from_text(""), "empty"),
    (lambda: plumbline.Scheme.from_text("kind = 'none'"), "line|kind|name"),
    (lambda: plumbline.evaluate("ellint-k", m=2), "domain|m"),
    (lambda: plumbline.evaluate("ellint-q", m=2), "ellint|system"),
])
def test_what_is_wrong_is_said(call, words):
    with pytest.raises(InvalidInput, match=words) as caught:
        call()
    message = str(caught.value)
    assert "--" not in message and "\n" not in message
    assert isinstance(caught.value, ValueError) and isinstance(caught.value, PlumblineError)


@pytest.mark.parametrize("bad", [None, 3, 1.5, b"pendulum", [], {}, object()])
def test_wrong_types_are_type_errors(bad):
    for call in (
        lambda: plumbline.system(bad),
        lambda: plumbline.scheme(bad),
        lambda: plumbline.integrate(bad, scheme="rk4", step="1/10", steps=1),
        lambda: plumbline.System.from_text(bad),
        lambda: plumbline.measure(bad, "pendulum", scheme="rk4"),
        lambda: plumbline.audit(bad),
    ):
        with pytest.raises(TypeError):
            call()


@pytest.mark.parametrize("option, bad", [
    ("start", [("q1", 1)]), ("start", "q1=1"), ("start", {1: 2}), ("start", {"q1": None}), ("set", 3), ("step", b"1"),
    ("step", [1]), ("step", True), ("steps", "3"), ("steps", 1.5), ("every", True), ("digits", "64"), ("quiet", 1),
    ("observe", 3), ("observe", [3]), ("certified", None), ("scheme", 3), ("output", 3), ("events", 1), ("until", 0.5),
])
def test_options_of_a_wrong_type(option, bad):
    with pytest.raises(TypeError, match=option + "|float|name"):
        plumbline.integrate("pendulum", **{**{"scheme": "rk4", "step": "1/10", "steps": 1}, option: bad})


def test_a_step_that_fails_says_where():
    with pytest.raises(SolverFailure) as caught:
        plumbline.integrate("double-pendulum", scheme="simpson", step=10, steps=3, digits=34, quiet=True)
    error = caught.value
    assert error.step == 0 and error.time == "0" and isinstance(error.residual, float) and error.iterations > 0
    again = pickle.loads(pickle.dumps(error))
    assert again.step == error.step and str(again) == str(error)
    assert isinstance(error, ArithmeticError)


def test_files_that_do_not_exist():
    for call in (lambda: plumbline.system("no/such.toml"), lambda: plumbline.scheme("no/such.toml"),
                 lambda: plumbline.integrate("no/such.toml", scheme="rk4", step="1/10", steps=1),
                 lambda: plumbline.integrate("pendulum", scheme="rk4", step="1/10", steps=1, output="/no/such/file.csv")):
        with pytest.raises(InputOutputError) as caught:
            call()
        assert isinstance(caught.value, OSError)


def test_domains():
    with pytest.raises(DomainError):
        plumbline.weierstrass_p(0, 4, 1)
    with pytest.raises(DomainError):
        plumbline.weierstrass_half_periods(0, 0)


def test_output_is_a_file_of_the_program(tmp_path):
    path = tmp_path / "run.csv"
    nothing = plumbline.integrate("harmonic-oscillator", scheme="leapfrog", step="1/8", steps=2, output=path)
    assert nothing is None
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    assert lines[0] == "t,q1,p1" and lines[1] == "0,1,0" and len(lines) == 4


def test_a_run_goes_on_from_its_checkpoint(tmp_path):
    call = {"scheme": "simpson", "step": "1/20", "digits": 34}
    kept, longer, whole = tmp_path / "kept", tmp_path / "longer.csv", tmp_path / "whole.csv"
    plumbline.integrate("pendulum", steps=5, checkpoint=kept, output=tmp_path / "part.csv", **call)
    plumbline.integrate("pendulum", steps=5, output=whole, **call)
    plumbline.integrate("pendulum", steps=5, resume=kept, output=longer, **call)
    assert longer.read_text() == whole.read_text()
    with pytest.raises(InvalidInput):
        plumbline.integrate("pendulum", steps=5, resume=kept, **{**call, "scheme": "midpoint"})


def test_tables(tmp_path):
    run = plumbline.integrate("harmonic-oscillator", scheme="leapfrog", step="1/8", steps=9, digits=34)
    assert run[0] == (0, 1, 0) and run[-1] == run[9] and len(run[2:5]) == 3
    assert run.last["t"] == Fraction(9, 8) and "q1" in run and run.t == run["t"]
    with pytest.raises(IndexError):
        run[10]
    with pytest.raises(KeyError, match="q1"):
        run["q9"]
    rows = list(csv.reader(run.to_csv().splitlines()))
    assert [tuple(Real(x, 34) for x in row) for row in rows[1:]] == run.rows
    assert set(run.to_dict()) == {"t", "q1", "p1"}
    again = pickle.loads(pickle.dumps(run))
    assert again.rows == run.rows
    assert type(again) is type(run) and again.last == run.last and again.t == run.t
    assert again._repr_html_() == run._repr_html_()
    with pytest.raises(TypeError):
        run[1.5]
    assert run.meta["system"] == "harmonic-oscillator" and run.meta["steps"] == 9
    assert json.loads(json.dumps(run.meta)) == run.meta


def test_to_numpy_has_to_be_told():
    numpy = pytest.importorskip("numpy")
    run = plumbline.integrate("harmonic-oscillator", scheme="leapfrog", step="1/10", steps=9, digits=64)
    with pytest.raises(TypeError):
        run.to_numpy()
    with pytest.raises(TypeError):
        run.to_numpy(int)
    doubles = run.to_numpy(float)
    assert doubles.shape == (10, 3) and doubles[1, 0] == 0.1
    assert doubles[:, 1].tolist() == [float(x) for x in run["q1"]]
    objects = run.to_numpy(object, ["q1"])
    assert objects.dtype == object and objects[3, 0] == run["q1"][3]
    table = plumbline.converge("pendulum", scheme="rk4", until=1, steps=[10, 20], digits=16)
    with pytest.raises(TypeError, match="scheme"):
        table.to_numpy(float)


def test_systems_are_values():
    a, b = plumbline.system("pendulum", omega=3), plumbline.system("pendulum", omega="3")
    assert a == b and hash(a) == hash(b) and a != plumbline.system("pendulum")
    assert eval(repr(a), {"system": plumbline.system}) == a
    for x in (a, plumbline.System.from_text(ROD, l="1/2"), plumbline.scheme("lobatto", degree=3)):
        assert pickle.loads(pickle.dumps(x)) == x
    with pytest.raises(AttributeError):
        a.name = "other"
    with pytest.raises(TypeError):
        plumbline.System("pendulum")
    assert a.with_parameters(m=2).parameters["omega"] == "3"


def test_the_catalogue():
    names = [s.name for s in plumbline.systems()]
    assert "pendulum" in names and "lagrange-top" in names
    assert plumbline.system("double-pendulum").coordinates and plumbline.system("pendulum").has_exact_solution
    spring = plumbline.System.from_text('name = "s"\ncoordinates = ["x"]\nlagrangian = "dot(x)^2/2 - x^2"\n')
    assert spring.has_exact_solution
    assert not plumbline.system("double-pendulum").has_exact_solution
    top = plumbline.system(ROOT / "examples" / "systems" / "heavy-top.toml")
    assert any(".Omega" in name for name in top.start)
    for scheme in plumbline.schemes():
        assert scheme.summary and isinstance(scheme.order, int)


PROGRAM = pathlib.Path(os.environ.get("PLUMBLINE_PROGRAM", pathlib.Path(__file__).parents[2] / "build/release/plumbline"))


def by_the_program(*arguments):
    text = subprocess.run([PROGRAM, *arguments, "--format", "json"], check=True, capture_output=True, text=True).stdout
    return json.loads(text)


@pytest.mark.skipif(not PROGRAM.exists(), reason="the program is not built")
def test_the_program_prints_the_same_numbers():
    there = by_the_program("integrate", "double-pendulum", "--scheme", "simpson", "--step", "1/20", "--steps", "10",
                           "--observe", "energy", "--digits", "50")
    here = plumbline.integrate("double-pendulum", scheme="simpson", step="1/20", steps=10, observe="energy", digits=50)
    assert list(here.columns) == there["columns"]
    assert here.rows == [tuple(Real(x, 50) for x in row) for row in there["rows"]]
    there = by_the_program("converge", "pendulum", "--scheme", "rk4,simpson", "--until", "1", "--steps", "10,20", "--digits",
                           "34", "--show-digits", "all")
    here = plumbline.converge("pendulum", scheme="rk4,simpson", until=1, steps=[10, 20], digits=34)
    assert [str(x) for x in here["error_q"]] == [str(Real(row[3], 34)) for row in there["rows"]]


def test_what_a_quantity_alone_is_asked_for_is_a_keyword():
    call = {"scheme": "leapfrog", "step": "1/10", "until": 10}
    by_keyword = plumbline.measure("roundoff", "pendulum", members=4, **call)
    by_dict = plumbline.measure("roundoff", "pendulum", arguments={"members": 4}, **call)
    assert dict(by_keyword) == dict(by_dict)
    with pytest.raises(InvalidInput, match="unknown argument of period 'membrs'"):
        plumbline.measure("period", "pendulum", membrs=4, scheme="leapfrog", step="1/10")


def test_a_start_is_projected_wherever_the_command_can_do_it(root):
    rod = str(root / "examples" / "systems" / "double-spherical-pendulum.toml")
    moved = {"start": {"x1": "1/10"}, "project_start": True}
    run = plumbline.integrate(rod, scheme="rattle", step="1/100", steps=1, digits=30, **moved)
    number = plumbline.measure("first(x1)", rod, scheme="rattle", step="1/100", steps=1, digits=30, **moved)
    assert abs(number["value"] - run["q1"][0]) < 1e-25
