# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""How results look in a notebook, the helpers for other libraries, `python -m plumbline`, and the notebooks of docs/notebooks.

Kind: consistency.
"""

import json
import pathlib
import subprocess
import sys
import xml.dom.minidom

import pytest

import plumbline

ROOT = pathlib.Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


def fall():
    return plumbline.integrate("pendulum", scheme="rk4", step="1/10", steps=30, digits=34)


def test_a_trajectory_draws_itself():
    html = fall()._repr_html_()
    picture, table = html[: html.index("</svg>") + 6], html[html.index("<table>"):]
    labels = xml.dom.minidom.parseString(picture[picture.index("<svg"):]).toxml()
    assert "q1" in labels and "p1" in labels and "rk4" in labels
    rows = xml.dom.minidom.parseString(table).getElementsByTagName("tr")
    assert len(rows) == 1 + 11  # the names, then the first and the last five rows with dots between them
    assert "<td>3</td>" in table and "⋮" in table


def test_a_table_is_a_table_and_texts_are_escaped():
    table = plumbline.converge("pendulum", scheme="midpoint", until=1, steps=[10, 20], digits=20)
    document = xml.dom.minidom.parseString(table._repr_html_())
    assert [x.firstChild.data for x in document.getElementsByTagName("th")] == list(table.columns)
    assert plumbline._show.html_table(["<b>"], [["&"]], "x<y").count("<b>") == 0


def test_an_audit_is_a_page():
    html = plumbline.audit("rk4")._repr_html_()
    xml.dom.minidom.parseString(html)
    assert "order" in html and "no claim is refuted" in html


def test_to_pandas_keeps_the_numbers():
    pandas = pytest.importorskip("pandas")
    run = fall()
    frame = run.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and list(frame.columns) == list(run.columns)
    assert frame["q1"].iloc[-1] == run["q1"][-1]


def test_plot_draws_with_matplotlib():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    axes = fall().plot()
    assert [line.get_label() for line in axes.get_lines()] == ["q1", "p1"]
    assert len(fall().plot("p1", x="q1").get_lines()) == 1


def test_the_command_line_of_the_package():
    done = subprocess.run([sys.executable, "-m", "plumbline", "evaluate", "ellint-k", "m=1/2", "--digits", "20"],
                          capture_output=True, text=True, check=False)
    if "is not in this package" in done.stderr:
        assert done.returncode == 4
        pytest.skip("the package was built without the program")
    assert done.returncode == 0 and done.stdout.startswith("ellint-k = 1.8540746773013719184"), done.stderr


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_notebooks_run(file):
    """Each cell in order, in one namespace; the last expression of a cell shows itself."""
    notebook = json.loads(file.read_text())
    assert notebook["nbformat"] == 4
    names = {"__name__": "__main__"}
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        source = "".join(cell["source"])
        body, last = source.rstrip().rpartition("\n")[::2]
        try:
            shown = compile(last, str(file), "eval")
        except SyntaxError:
            exec(compile(source, str(file), "exec"), names)
            continue
        exec(compile(body, str(file), "exec"), names)
        value = eval(shown, names)
        if hasattr(value, "_repr_html_"):
            assert value._repr_html_()


def test_there_are_six_notebooks():
    assert len(NOTEBOOKS) == 6
