# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""sweep, judge, dataset.

Kind: truth from outside (schemes in Fractions, cosines by mpmath), properties, and wrong input.
"""

import os
import random
import shutil
from decimal import Decimal
from fractions import Fraction

import pytest

import plumbline
from plumbline import InputOutputError, InvalidInput, Real

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
"""


def leapfrog_of_the_oscillator(q, k, h, steps):
    """The end of a run in Fractions: kick, drift, kick with m = 1, V = k q^2/2."""
    p = Fraction(0)
    for _ in range(steps):
        p -= h / 2 * k * q
        q += h * p
        p -= h / 2 * k * q
    return q, p


# ---- sweep ----


def test_every_case_is_the_run_with_its_values():
    table = plumbline.sweep("end", "harmonic-oscillator", scheme="leapfrog", steps=3, digits=40,
                            over={"k": [1, "1/4"], "q1": [Fraction(1, 2), Real(2), "1"], "step": "1/8,1/4"})
    assert table.columns == ("k", "q1", "step", "q1_end", "p1", "failure") and len(table) == 12
    expected = [(k, q, h) for k in (Fraction(1), Fraction(1, 4)) for q in (Fraction(1, 2), Fraction(2), Fraction(1))
                for h in (Fraction(1, 8), Fraction(1, 4))]
    for row, (k, q, h) in zip(table, expected):
        assert row == (k, q, h, *leapfrog_of_the_oscillator(q, k, h, 3), None)
    assert table.failures == []


def test_axes_side_by_side_and_cases_are_the_same():
    common = {"scheme": "leapfrog", "steps": 2, "digits": 34}
    beside = plumbline.sweep("end", "harmonic-oscillator", over={"q1": [1, 2], "step": ["1/8", "1/4"]}, zip=True, **common)
    cases = plumbline.sweep("end", "harmonic-oscillator", cases=[{"q1": 1, "step": "1/8"}, {"q1": 2, "step": "1/4"}], **common)
    assert len(beside) == 2 and beside.rows == cases.rows
    assert beside[1][2:4] == leapfrog_of_the_oscillator(Fraction(2), 16, Fraction(1, 4), 2)


def test_a_range_has_both_ends_and_is_exact():
    table = plumbline.sweep("end", "harmonic-oscillator", scheme="leapfrog", step="1/8", steps=1, over={"q1": "0:1:4"})
    assert table["q1"] == [Real(f"{i}/3") for i in range(4)]


def test_each_number_has_the_digits_of_its_case():
    table = plumbline.sweep("end", "pendulum", scheme="rk4", step="1/10", steps=1, over={"digits": [16, 34, 100]})
    assert table["digits"] == [16, 34, 100]
    for digits, q in zip(table["digits"], table["q1"]):
        run = plumbline.integrate("pendulum", scheme="rk4", step="1/10", steps=1, digits=digits)
        assert q == run["q1"][-1] and q.digits == digits


def test_schemes_as_an_axis():
    three = plumbline.scheme("lobatto", degree=3)
    heun = plumbline.Scheme.from_text('name = "my-heun"\nkind = "runge-kutta"\nA = [[], ["1"]]\nb = ["1/2", "1/2"]\n')
    table = plumbline.sweep("end", "pendulum", step="1/100", steps=1, digits=34, over={"scheme": ["simpson", three, heun]})
    assert table["scheme"] == ["simpson", "lobatto:degree=3", "my-heun"]
    for scheme, q in zip(("simpson", three, heun), table["q1"]):
        assert q == plumbline.integrate("pendulum", scheme=scheme, step="1/100", steps=1, digits=34)["q1"][-1]


def test_an_axis_goes_before_what_the_system_says():
    rod = plumbline.System.from_text(ROD, l="1/2")
    table = plumbline.sweep("energy-error", rod, scheme="simpson", step="1/10", steps=5, digits=34, over={"l": ["1/2", "3/4"]})
    for length, error in zip(("1/2", "3/4"), table["energy-error"]):
        alone = plumbline.measure("energy-error", plumbline.System.from_text(ROD, l=length), scheme="simpson", step="1/10",
                                  steps=5, digits=34)
        assert float(error) == float(alone["energy-error"])  # measure leaves out the digits that are rounding errors
    assert "/tmp" not in str(table.meta)


def test_a_case_that_fails_has_its_reason_and_the_others_go_on():
    table = plumbline.sweep("end", "double-pendulum", step="1/10", steps=1, digits=16,
                            over={"scheme": ["leapfrog", "midpoint"]})
    assert [row for row, _ in table.failures] == [0]
    reason = table["failure"][0]
    assert "does not fit" in reason and "--" not in reason
    assert table["q1"][0] is None and isinstance(table["q1"][1], Real)


def test_the_table_is_the_same_for_any_number_of_threads():
    call = {"scheme": "midpoint", "step": "1/50", "digits": 16, "over": {"q1": "0.1:3:9"}}
    assert plumbline.sweep("period", "pendulum", jobs=2, **call).rows == plumbline.sweep("period", "pendulum", **call).rows


def test_a_bar_counts_cases():
    seen = []
    plumbline.sweep("period", "pendulum", scheme="midpoint", step="1/2000", over={"q1": "0.1:3:8"},
                    progress=lambda done, total: seen.append((done, total)))
    assert seen and {total for _, total in seen} <= {0, 8} and [d for d, _ in seen] == sorted(d for d, _ in seen)


def test_a_sweep_into_a_file_goes_on_from_its_checkpoint(tmp_path):
    call = {"scheme": "leapfrog", "step": "1/50", "digits": 16, "over": {"q1": "0.1:3:5"}}
    kept, first, again = tmp_path / "kept", tmp_path / "first.csv", tmp_path / "again.csv"
    assert plumbline.sweep("period", "pendulum", output=first, checkpoint=kept, **call) is None
    assert kept.exists()
    plumbline.sweep("period", "pendulum", output=again, resume=kept, **call)
    assert first.read_text() == again.read_text()


@pytest.mark.parametrize("changed, words", [
    ({"over": {}}, "axis|over|axes"),
    ({"over": {"q1": []}}, "no values"),
    ({"over": {"q7": [1]}}, "q7"),
    ({"over": {"q1": [1, 2], "step": ["1/8"]}, "zip": True}, "zip|length"),
    ({"over": {"q1": [1]}, "start": {"q1": 1}}, "q1"),
    ({"over": None, "cases": [{"q1": 1}, {"q2": 1}]}, "case 1"),
    ({"over": {"q1": [1]}, "cases": [{"q1": 1}]}, "cases"),
    ({"quantity": "perid"}, "period"),
    ({"norm": "most"}, "norm"),
    ({"lanes": "two"}, "lanes"),
    ({"jobs": 0}, "jobs"),
    ({"format": "csv"}, "output"),
    ({"scheme": None}, "scheme"),
    ({"scheme": "simson"}, "simpson"),
    ({"over": {"digits": [0]}}, "digits"),
])
def test_what_is_wrong_with_a_sweep_is_said(changed, words):
    call = {"quantity": "end", "system": "pendulum", "scheme": "rk4", "step": "1/8", "steps": 1, "over": {"q1": [1]}}
    call.update(changed)
    with pytest.raises(InvalidInput, match=words) as caught:
        plumbline.sweep(call.pop("quantity"), call.pop("system"), **call)
    assert "--" not in str(caught.value)


@pytest.mark.parametrize("changed", [
    {"over": 3}, {"over": {"q1": [0.5]}}, {"over": {1: [2]}}, {"over": {"digits": [1.5]}}, {"zip": 1}, {"cases": 3},
    {"cases": [3]}, {"jobs": 2.0}, {"over": {"q1": [None]}}, {"plot": 3}, {"over": [("q1", 1)]},
])
def test_wrong_types_in_a_sweep(changed):
    call = {"scheme": "rk4", "step": "1/8", "steps": 1, "over": {"q1": [1]}}
    call.update(changed)
    with pytest.raises(TypeError):
        plumbline.sweep("end", "pendulum", **call)


def test_two_lists_for_one_scheme_are_refused():
    """A list is set for the whole call: two of them would be mixed up."""
    one, other = (plumbline.scheme("extrapolation", base="leapfrog", sequence=s) for s in ("1,3,5", "1,2,4"))
    with pytest.raises(InvalidInput, match="twice"):
        plumbline.converge("pendulum", scheme=[one, other], until=1, steps=[10])
    with pytest.raises(InvalidInput, match="twice"):
        plumbline.sweep("end", "pendulum", step="1/10", steps=1, over={"scheme": [one, plumbline.scheme("extrapolation")]})


# ---- judge ----


def cosine(t, digits):
    """cos t to so many digits, rounded."""
    mpmath = pytest.importorskip("mpmath")
    with mpmath.workdps(digits + 20):
        return mpmath.nstr(mpmath.cos(mpmath.mpf(t.numerator) / t.denominator), digits, strip_zeros=False)


OSCILLATOR = {"system": "harmonic-oscillator", "set": {"k": 1}}


def test_true_digits_are_counted():
    random.seed(5)
    times = sorted(Fraction(random.randrange(1, 4000), 1000) for _ in range(6))
    digits = [random.randrange(3, 30) for _ in times]
    printed = [cosine(t, d) for t, d in zip(times, digits)]
    found = plumbline.judge({"t": [Decimal(t.numerator) / t.denominator for t in times], "q1": printed}, **OSCILLATOR)
    assert found["printed"] == printed and not found.is_wrong
    for t, row in zip(times, found):
        assert row.true == cosine(t, len(row.true.replace("-", "").replace(".", "").lstrip("0")))
        assert row.column == "q1"
    # a last place that is wrong by three units is found, and only it
    spoilt = printed[:]
    last = int(spoilt[3][-1])
    spoilt[3] = spoilt[3][:-1] + str(last + 3 if last < 5 else last - 3)
    found = plumbline.judge({"t": [str(float(t)) for t in times], "q1": spoilt}, **OSCILLATOR)
    assert found.is_wrong and found.meta["false"] == 1 and found.meta["first_false"].startswith("row 3")
    assert found[3].digits < digits[3]


def test_floats_are_the_digits_that_read_back():
    numpy = pytest.importorskip("numpy")
    times = numpy.arange(5) * 0.25  # binary fractions: decimal and binary are the same
    found = plumbline.judge({"t": times, "q1": numpy.cos(times)}, **OSCILLATOR)
    assert [row.printed for row in found] == [repr(float(x)) for x in numpy.cos(times)]
    assert found.digits_min >= 15 and found.error_max < Real("1e-15")


def test_tables_and_files_are_judged_alike(tmp_path):
    run = plumbline.integrate("pendulum", scheme="simpson", step="1/10", steps=3, digits=16)
    path = tmp_path / "run.csv"
    path.write_text(run.to_csv())
    by_table = plumbline.judge(run, system="pendulum")
    assert by_table.is_wrong and by_table.rows == plumbline.judge(path, system="pendulum").rows
    assert by_table.rows == plumbline.judge(str(path), system=plumbline.system("pendulum")).rows
    assert by_table.meta["file"] == "the table" and 1 <= by_table.digits_min <= 4
    exact = plumbline.exact("pendulum", step="1/10", steps=3, digits=30)
    assert plumbline.judge(exact, system="pendulum").digits_min >= 29


def test_columns_maps_and_units(tmp_path):
    path = tmp_path / "degrees.txt"
    path.write_text("# time angle\n0 90\n0.25 22.65\n")
    found = plumbline.judge(path, system="pendulum", map={"angle": "q1"}, unit={"angle": "pi/180"}, digits=30)
    assert [row.digits for row in found] == [4, 4] or [row.digits for row in found] == [2, 4]
    path.write_text("0 1.5707963\n")
    assert plumbline.judge(path, system="pendulum", columns=["t", "q1"])[0].digits == 8


def test_from_the_first_row():
    table = {"t": ["0", "1"], "q1": ["1/2", "0"], "p1": ["0", "0"]}
    with pytest.raises(InvalidInput, match="1/2"):
        plumbline.judge(table, from_first_row=True, **OSCILLATOR)
    half = {"t": ["0", "1"], "q1": ["0.5", "0.2702"], "p1": ["0", "-0.4207"]}
    assert not plumbline.judge(half, from_first_row=True, **OSCILLATOR).is_wrong
    assert plumbline.judge(half, **OSCILLATOR).is_wrong


def test_several_files_are_judged_for_their_order(tmp_path):
    """RK4 has order 4; steps that are twice as long by name have the same."""
    runs = [plumbline.integrate("pendulum", scheme="rk4", step=f"1/{n}", steps=n, digits=34) for n in (20, 40)]
    path = tmp_path / "coarse.csv"
    path.write_text(runs[0].to_csv())
    found = plumbline.judge([path, runs[1]], system="pendulum")
    assert found["file"] == [str(path), "the table"] and found["rows"] == [21, 41]
    assert found["step"] == [Real("0.05"), Real("0.025")] and found["order_q"][0] is None
    assert 3.8 < found["order_q"][1] < 4.2 and 3.8 < float(found.meta["order_q"]) < 4.2
    named = plumbline.judge((path, runs[1]), system="pendulum", file_steps=["1/10", "1/20"])
    assert named["step"] == [Real("0.1"), Real("0.05")] and named["order_q"] == found["order_q"]
    for files, steps, words in (([path, path], ["1/10"], "1 steps for 2"), (path, ["1/10"], "several"), ([], None, "empty")):
        with pytest.raises(InvalidInput, match=words):
            plumbline.judge(files, system="pendulum", file_steps=steps)


def test_what_is_not_judged_is_a_warning():
    with pytest.warns(plumbline.PlumblineWarning, match="colour"):
        plumbline.judge({"t": [0], "q1": [1], "colour": [3]}, **OSCILLATOR)


class Frame:
    """What judge sees of a DataFrame."""

    def __init__(self, columns):
        self._columns = columns
        self.columns = list(columns)

    def to_dict(self):
        return self._columns

    def __getitem__(self, name):
        return self._columns[name]


def test_an_empty_cell_of_a_frame_is_not_judged():
    found = plumbline.judge(Frame({"t": [0, 1], "q1": [1, float("nan")]}), **OSCILLATOR)
    assert found.meta["values"] == 1
    with pytest.raises(plumbline.InvalidInput, match="no columns"):
        plumbline.judge(Frame({}), **OSCILLATOR)
    with pytest.raises(TypeError, match="the column 'a' is a int; several numbers are wanted"):
        plumbline.judge({"a": 1}, **OSCILLATOR)
    with pytest.raises(TypeError, match="observe must be a str or several, got bytes"):
        plumbline.integrate("pendulum", scheme="rk4", step="1/10", steps=1, observe=b"energy")


@pytest.mark.parametrize("call, words", [
    (lambda: plumbline.judge({"q1": [1]}, **OSCILLATOR), "no column t"),
    (lambda: plumbline.judge({"t": [1]}, **OSCILLATOR), "no column of"),
    (lambda: plumbline.judge({}, **OSCILLATOR), "column|table|empty"),
    (lambda: plumbline.judge({"t": [0, 1], "q1": [1]}, **OSCILLATOR), "lengths"),
    (lambda: plumbline.judge({"t": [0], "q1": ["one"]}, **OSCILLATOR), "one"),
    (lambda: plumbline.judge({"t": [0], "q1": [float("nan")]}, **OSCILLATOR), "nan"),
    (lambda: plumbline.judge({"t": [0], "q1": [1]}, system="pendulun"), "pendulum"),
    (lambda: plumbline.judge({"t": [0], "q1": [1]}, input="ternary", **OSCILLATOR), "binary"),
    (lambda: plumbline.judge({"t": [0], "q1": [1]}, map={"z": "q1"}, **OSCILLATOR), "z"),
    (lambda: plumbline.judge({"t": [0], "q1": [1]}, unit={"q1": 0}, **OSCILLATOR), "zero"),
    (lambda: plumbline.judge("-", **OSCILLATOR), "standard input"),
])
def test_what_is_wrong_with_a_table_is_said(call, words):
    with pytest.raises(InvalidInput, match=words) as caught:
        call()
    assert "--" not in str(caught.value) and "/tmp" not in str(caught.value)


@pytest.mark.parametrize("table", [None, 3, [1, 2], {"t": [True], "q1": [1]}, {"t": [0], "q1": [Fraction(1, 3)]}])
def test_what_is_no_table_is_a_type_error(table):
    with pytest.raises(TypeError):
        plumbline.judge(table, **OSCILLATOR)


def test_a_file_that_is_not_there():
    with pytest.raises(InputOutputError):
        plumbline.judge("no/such.csv", **OSCILLATOR)


# ---- dataset ----


def test_the_digits_of_a_dataset_are_those_of_the_cosine(tmp_path):
    folder = tmp_path / "cosine"
    made = plumbline.dataset("harmonic-oscillator", set={"k": 1}, step="1/4", steps=8, digits=25, output=folder)
    assert made.columns == ("t", "q1", "p1") and len(made) == 9 and made.folder == str(folder)
    for t, q, _ in list(made)[1:]:
        assert isinstance(q, Decimal) and str(q) == cosine(Fraction(t), 25)
    assert plumbline.read_dataset(folder).rows == made.rows
    kept = plumbline.dataset("harmonic-oscillator", set={"k": 1}, step="1/4", steps=8, digits=25)
    assert kept.rows == made.rows and kept.folder is None


def test_the_bytes_of_a_dataset_do_not_depend_on_the_threads(tmp_path):
    for jobs in (1, 2):
        plumbline.dataset("double-pendulum", step="1/10", steps=4, digits=20, output=tmp_path / str(jobs), jobs=jobs)
    files = sorted(os.listdir(tmp_path / "1"))
    assert files == sorted(os.listdir(tmp_path / "2")) and "data.csv" in files
    assert all((tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes() for name in files)


def test_a_file_that_is_missing_without_hdf5_is_a_warning(tmp_path, monkeypatch, recwarn):
    """Without `output` nobody misses it."""
    monkeypatch.setattr(plumbline._core, "has_hdf5", False)
    call = {"name": "pendulum", "step": "1/10", "steps": 1, "digits": 16}
    plumbline.dataset(**call)
    plumbline.dataset(output=tmp_path / "quiet", quiet=True, **call)
    assert not recwarn
    with pytest.warns(plumbline.PlumblineWarning, match="no data.h5"):
        plumbline.dataset(output=tmp_path / "told", **call)


def test_a_dataset_that_was_changed_is_found(tmp_path, root):
    original = root / "reference" / "datasets" / "gauss-nodes"
    folder = tmp_path / "nodes"
    shutil.copytree(original, folder)
    right = plumbline.verify_dataset(folder, full=True)
    assert right.is_right and right.rows == right.computed_rows and right.probability == 1
    text = (folder / "data.csv").read_text()
    (folder / "data.csv").write_text(text.replace("0.2113", "0.2114"))
    wrong = plumbline.verify_dataset(folder)
    assert not wrong.is_right and wrong.wrong


def test_a_system_from_a_text_is_part_of_its_dataset(tmp_path):
    folder = tmp_path / "rod"
    plumbline.dataset(plumbline.System.from_text(ROD, l="1/2"), step="1/10", steps=3, digits=18, output=folder)
    assert (folder / "system.toml").read_text() == ROD
    assert plumbline.verify_dataset(folder, full=True, seed=7).is_right
    assert "/tmp/plumbline-" not in (folder / "README.md").read_text()
    assert "/tmp/plumbline-" not in (folder / "datapackage.json").read_text()


def test_datasets_that_have_a_name(root):
    nodes = next(d for d in plumbline.datasets() if d["name"] == "gauss-nodes")
    assert nodes["columns"] == ["points", "i", "node", "weight"] and nodes["system"] is None
    assert {d["name"] for d in plumbline.datasets()} <= set(os.listdir(root / "reference" / "datasets"))


@pytest.mark.parametrize("call, words", [
    (lambda: plumbline.dataset("pendulum"), "step"),
    (lambda: plumbline.dataset("pendulun", step=1, steps=1), "pendulum"),
    (lambda: plumbline.dataset("gauss-nodes", step=1, steps=1), "table"),
    (lambda: plumbline.dataset("pendulum", step=1, steps=1, date="today"), "YYYY"),
    (lambda: plumbline.dataset("pendulum", step=1, steps=1, digits=0), "digits"),
    (lambda: plumbline.verify_dataset("/usr", seed=-1), "seed"),
])
def test_what_is_wrong_with_a_dataset_is_said(call, words):
    with pytest.raises(InvalidInput, match=words) as caught:
        call()
    assert "--" not in str(caught.value)


def test_what_is_no_dataset(tmp_path):
    with pytest.raises((InvalidInput, InputOutputError)):
        plumbline.verify_dataset(tmp_path)
    with pytest.raises(InputOutputError):
        plumbline.read_dataset(tmp_path)
    (tmp_path / "datapackage.json").write_text("{}")
    with pytest.raises(InvalidInput, match="no dataset"):
        plumbline.read_dataset(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(InputOutputError):
        plumbline.dataset("pendulum", step=1, steps=1, digits=5, output=tmp_path / "file")
    for bad in (None, 3, 1.5):
        with pytest.raises(TypeError):
            plumbline.verify_dataset(bad)
