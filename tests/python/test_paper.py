# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""reproduce: the numbers of a paper's file.

Kind: truth from outside (the energy error of leapfrog on the oscillator has a closed form), consistency with the program where
that is built, and mistakes.
"""

import csv
import os
import pathlib
import subprocess

import pytest

import plumbline
from plumbline import InputOutputError, InvalidInput

ROOT = pathlib.Path(__file__).resolve().parents[2]
SWING = ROOT / "examples" / "papers" / "swing.toml"


def changed(folder, before, after):
    text = SWING.read_text()
    assert before in text
    file = folder / "changed.toml"
    file.write_text(text.replace(before, after))
    return file


@pytest.mark.parametrize("digits", [16, 34, 64])
def test_numbers_stand_beside_what_is_printed(digits):
    found = plumbline.reproduce(SWING, digits=digits, jobs=2)
    assert found["key"] == ["leapfrog/0.1", "leapfrog/0.05", "leapfrog/0.025", "midpoint"]
    assert found["printed"][:3] == ["3.99e-2", "9.99e-3", "2.40e-3"]
    # leapfrog keeps q^2 (1 - h^2 w^2/4) + p^2/w^2, so the largest relative error of the energy is near h^2 w^2/4 = 4 h^2
    for computed, h in zip(found["computed"], (0.1, 0.05, 0.025)):
        assert float(computed) == pytest.approx(4 * h * h, rel=0.01)
    assert found["verdict"] == ["reproduced", "reproduced", "differs", "reproduced"]
    assert found.is_wrong and found.unexpected == [("swing-table1", "leapfrog/0.025")]
    assert found.meta["digits"] == digits and found.meta["paper"] == "SWING"
    assert found["reason"] == [None] * 4


def test_a_recorded_misprint_is_nothing_wrong(tmp_path):
    said = "[[table1.cell]]\nkey = \"leapfrog/0.025\"\nverdict = \"differs\"\nreason = \"2.50e-3 is meant\"\n\n"
    found = plumbline.reproduce(changed(tmp_path, "[[table1.number]]", said + "[[table1.number]]"), digits=16)
    assert not found.is_wrong and found.unexpected == []
    assert found["reason"][2] == "2.50e-3 is meant" and found["expected"][2] == "differs"


def test_experiments_are_chosen(tmp_path):
    more = "[section4]\neffort = \"all\"\n[[section4.number]]\nkey = \"k\"\nwhere = \"4\"\nprinted = \"2\"\ncompute = \"1 + 1\"\n"
    file = changed(tmp_path, "[table1]", more + "[table1]")
    assert set(plumbline.reproduce(file, digits=16)["id"]) == {"swing-table1"}
    assert set(plumbline.reproduce(file, digits=16, effort="all")["id"]) == {"swing-section4", "swing-table1"}
    assert plumbline.reproduce(file, "swing-section4")["computed"] == ["2"]
    assert len(plumbline.reproduce(file, ["swing-section4", "swing-table1"], digits=16)) == 5
    assert len(plumbline.reproduce(file, effort="quick")) == 0


@pytest.mark.parametrize("before, after, words", [
    ("compute = \"drift({scheme}", "compute = \"drfit({scheme}", ["line ", "drfit", "drift"]),
    ("where = \"Section 3\"", "wehre = \"Section 3\"", ["wehre", "where"]),
])
def test_mistakes_are_said_before_anything_runs(tmp_path, before, after, words):
    with pytest.raises(InvalidInput) as error:
        plumbline.reproduce(changed(tmp_path, before, after))
    assert all(word in str(error.value) for word in words) and "changed.toml" in str(error.value)


def test_wrong_calls(tmp_path):
    with pytest.raises(InvalidInput, match="swing-table1"):
        plumbline.reproduce(SWING, "swing-tabel1")
    with pytest.raises(InvalidInput, match="quick, normal, all"):
        plumbline.reproduce(SWING, effort="much")
    with pytest.raises(TypeError):
        plumbline.reproduce(SWING, 3)
    with pytest.raises(TypeError):
        plumbline.reproduce(3)
    with pytest.raises(InputOutputError):
        plumbline.reproduce(tmp_path / "none.toml")


def test_progress_is_told_and_may_stop():
    def stop(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        plumbline.reproduce(SWING, digits=20000, progress=stop)


def test_the_program_writes_the_same_table(tmp_path):
    program = os.environ.get("PLUMBLINE_PROGRAM") or ROOT / "build" / "release" / "plumbline"
    if not pathlib.Path(program).exists():
        pytest.skip("the program is not built")
    done = subprocess.run([program, "reproduce", SWING, "-o", tmp_path / "report", "--digits", "34", "--quiet"], capture_output=True)
    assert done.returncode == 1
    lines = [line for line in (tmp_path / "report" / "numbers.csv").read_text().splitlines() if not line.startswith("#")]
    found = plumbline.reproduce(SWING, digits=34)
    columns, *rows = csv.reader(lines)
    assert tuple(columns) == found.columns
    assert [[cell or None for cell in row] for row in rows] == [list(row) for row in found]
