# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Configuration of Sphinx. docs/site/make_site.py makes the pages and calls Sphinx with this file."""
import os
import subprocess

from docutils import nodes

project = "Plumbline"
author = "The Plumbline authors"
copyright = "2026 The Plumbline authors"
version = release = os.environ.get("PLUMBLINE_VERSION", "")
extensions = ["myst_parser"]
myst_enable_extensions = ["dollarmath", "deflist"]
myst_heading_anchors = 4
source_suffix = {".md": "markdown"}
exclude_patterns = []
html_theme = "alabaster"
html_theme_options = {
    "description": "geometric integration at any precision",
    "fixed_sidebar": True,
    "show_powered_by": False,
    "page_width": "1160px",
    "sidebar_width": "260px",
    "font_family": "Georgia, 'DejaVu Serif', serif",
}
html_static_path = [os.environ["PLUMBLINE_STATIC"]]
html_css_files = ["plumbline.css"]
html_copy_source = False
html_show_sphinx = False
highlight_language = "none"
smartquotes = False
suppress_warnings = ["myst.header"]  # a page may begin with a heading of the second level


def mathml(tex, display):
    """MathML of a formula, by blahtexml."""
    for ours, theirs in ((r"\tfrac", r"\frac"), (r"\dfrac", r"\frac"), (r"\lVert", r"\|"), (r"\rVert", r"\|")):
        tex = tex.replace(ours, theirs)  # what blahtexml calls by another name
    done = subprocess.run(["blahtexml", "--mathml"], input=tex, text=True, stdout=subprocess.PIPE, check=False)
    start, end = done.stdout.find("<markup>"), done.stdout.find("</markup>")
    if start < 0 or end < 0:
        raise ValueError(f"blahtexml cannot read '{tex}': {done.stdout}")
    kind = ' display="block"' if display else ""
    shown = done.stdout[start + 8:end].strip()
    for ours, theirs in ((">&#xb7;&#xb7;<", ">&#xa8;<"), (">&#xb7;<", ">&#x2d9;<")):  # dots that stand as accents
        shown = shown.replace(f'accent="true"{ours}', f'accent="true"{theirs}')
    return f'<math xmlns="http://www.w3.org/1998/Math/MathML"{kind}>{shown}</math>'


def visit_math(self, node):
    self.body.append(mathml(node.astext(), False))
    raise nodes.SkipNode


def visit_displaymath(self, node):
    self.body.append(f'<div class="formula">{mathml(node.astext(), True)}</div>\n')
    raise nodes.SkipNode


def setup(app):
    app.add_html_math_renderer("mathml", inline_renderers=(visit_math, None), block_renderers=(visit_displaymath, None))


html_math_renderer = "mathml"
