#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""make_site.py [--quick]: the documentation as a site, in build/site/html; no network is used.

The pages are those of docs/, and pages that are generated from what the program says of itself: one for each system and
scheme (`show`, `audit`, with a picture by `integrate` or `converge`), for each command and topic (`help`), the tables of
functions, datasets and experiments (`list`, `show`), the results of the papers (docs/results.md, one page a paper). The C++
reference is made by Doxygen in build/site/html/cpp. Sphinx puts the pages together (docs/site/conf.py). A warning of Sphinx
or Doxygen, a formula that cannot be shown, a link that leads nowhere or out of the site to a script, a style or a picture
is an error. --quick leaves the pictures out.

Pictures are kept between two runs (build/site/pictures) as long as the program prints the same table.
"""
import hashlib
import html.parser
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("PLUMBLINE_PROGRAM", ROOT / "build/release/plumbline"))
SITE = ROOT / "build/site"
PAGES = SITE / "pages"
HTML = SITE / "html"
PICTURES = SITE / "pictures"

# The pages by the heading under which the site lists them. Documents of docs/ that are not
# named here stand under "Use".
CONTENTS = {
    "Begin": ["first-steps", "own-systems", "constrained-systems", "own-schemes", "verify-a-paper", "papers-from-a-file", "from-cpp", "python"],
    "Use": ["sections", "periodic-orbits", "many-runs", "datasets", "judge", "proven-digits", "long-runs", "long-times", "quadratic",
            "boost-math"],
    "Catalogue": ["systems/index", "schemes/index", "schemes", "functions", "shipped-datasets"],
    "Papers": ["reproduction-ql", "reproduction-sl", "reproduction-top", "reproduction-pd", "reproduction-nx",
               "reproduction-rv", "results/index", "judgement", "not-judged", "errata"],
    "Trust": ["accuracy", "accuracy_weierstrass", "performance", "known-issues", "changelog"],
    "Reference": ["commands/index", "topics/index", "contributing"],
}
LEFT_OUT = {"results"}  # split into a page for each paper
OPTIONAL = {"python"}   # where the document is there


def fail(message):
    print(f"make_site.py: error: {message}", file=sys.stderr)
    sys.exit(1)


def plumbline(*words, check=True):
    done = subprocess.run([str(PROGRAM), *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT,
                          env=dict(os.environ, NO_COLOR="1"), check=False)
    if check and done.returncode:
        fail(f"plumbline {' '.join(words)}: {done.stderr.strip()}")
    return done.stdout if done.returncode == 0 else None


def write(name, text):
    path = PAGES / f"{name}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def fenced(text, language=""):
    return f"```{language}\n{text.rstrip()}\n```\n"


def cell(text):
    return str(text).replace("|", "\\|").replace("*", "\\*").replace("$", "\\$").replace("_", "\\_").replace("<", "\\<")


def table(names, rows):
    return "\n".join(["| " + " | ".join(names) + " |", "|" + "---|" * len(names),
                      *("| " + " | ".join(row) + " |" for row in rows)]) + "\n"


def toctree(entries, caption="", hidden=False):
    return ("```{toctree}\n:maxdepth: 1\n" + (f":caption: {caption}\n" if caption else "")
            + (":hidden:\n" if hidden else "") + "\n" + "\n".join(entries) + "\n```\n")


# --- pages that exist -------------------------------------------------------------------------------------------------

def page_of(target):
    """The page of a document that is named by its path in the project; None for what is no page."""
    special = {"README.md": "index", "KNOWN_ISSUES.md": "known-issues", "CHANGELOG.md": "changelog",
               "CONTRIBUTING.md": "contributing", "docs/results.md": "results/index"}
    if target in special:
        return special[target]
    found = re.fullmatch(r"docs/([\w-]+)\.md", target)
    example = re.fullmatch(r"examples/systems/([\w-]+)\.toml", target)
    return found[1] if found else f"systems/file-{example[1]}" if example else None


def converted(text, folder):
    """A document's text as a page: links lead to pages, other links become plain text, checks' marks go."""
    fences = re.split(r"(^```.*?^```$)", text, flags=re.S | re.M)

    def link(found):
        image, words, target = found.groups()
        target, _, anchor = target.partition("#")
        if re.match(r"\w+:", target) or not target:
            return found[0]
        path = os.path.normpath(os.path.join(folder, target))
        if image:
            kind = "file-" if path.startswith("examples/systems/") else ""
            return f"![{words}](/images/{kind}{pathlib.Path(path).name})"
        page = page_of(path)
        if page is None:
            return f"{words} (`{path}`)"
        return f"[{words}](/{page}.md{'#' + anchor if anchor else ''})"

    for i in range(0, len(fences), 2):
        fences[i] = re.sub(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)", link, fences[i])
    for i in range(1, len(fences), 2):  # console and shell blocks are shown as they are
        fences[i] = re.sub(r"\A```(console|sh|cmake|toml|python|cpp|c\+\+|json|text)?\n", lambda m: f"```{m[1] or 'text'}\n", fences[i])
    text = "".join(fences)
    return re.sub(r"^<!-- [\w-]+(: \S+)? -->\n+", "", text, flags=re.M)


def copy_documents():
    known = {page for pages in CONTENTS.values() for page in pages} | LEFT_OUT
    for path in sorted((ROOT / "docs").glob("*.md")):
        if path.stem not in known:
            CONTENTS["Use"].append(path.stem)
        if path.stem not in LEFT_OUT:
            write(path.stem, converted(path.read_text(encoding="utf-8"), "docs"))
    for name, page in (("KNOWN_ISSUES.md", "known-issues"), ("CHANGELOG.md", "changelog"),
                       ("CONTRIBUTING.md", "contributing")):
        write(page, converted((ROOT / name).read_text(encoding="utf-8"), "."))
    shutil.copytree(ROOT / "docs/images", PAGES / "images")
    for path in (ROOT / "examples/systems").glob("*.svg"):
        shutil.copy(path, PAGES / f"images/file-{path.name}")


def results():
    """docs/results.md, a page for each paper."""
    text = converted((ROOT / "docs/results.md").read_text(encoding="utf-8"), "docs")
    parts = re.split(r"^## ", text, flags=re.M)
    entries = []
    for part in parts[1:]:
        title, _, body = part.partition("\n")
        name = title.split(":")[0].strip().lower()
        if not re.fullmatch(r"[\w-]+", name):
            name = re.sub(r"\W+", "-", name).strip("-")
        entries.append(name)
        write(f"results/{name}", f"# {title}\n{re.sub(r'^#(#+ )', lambda m: m[1], body, flags=re.M)}")
    experiments = json.loads(plumbline("list", "experiments", "--json"))["experiments"]
    rows = [[f"`{e['name']}`", cell(e.get("paper", "")), cell(e.get("effort", "")), cell(e["summary"])]
            for e in experiments]
    write("results/index", f"{parts[0]}\n{toctree(entries)}\n## The experiments\n\n"
          "`plumbline reproduce ID` computes one of them again.\n\n" + table(["id", "paper", "effort", "what it is"], rows))


# --- pages from the program ----------------------------------------------------------------------------------------------

def shown_text(text, heading="##"):
    """A topic's text (validation/cli/topics.hpp) as Markdown."""
    out, shown, language = [], [], "text"

    def flush():
        if shown:
            while not shown[-1]:
                shown.pop()
            out.append(fenced("\n".join(shown), language))
            shown.clear()

    for line in text.split("\n"):
        if line.startswith("  "):
            shown.append(line[2:])
        elif not line and shown:
            shown.append("")
        else:
            flush()
            if line in ("Example:", "Examples:"):
                out.append(f"{heading} Examples\n")
                language = "console"
            else:
                out.append(re.sub(r"([*_<])(?=[^`]*(?:`[^`]*`[^`]*)*$)", r"\\\1", line))
    flush()
    return "\n".join(out) + "\n"


def wrapped(text, width=95):
    """Lines of a help text as wide as the page; what an option means goes on below where it begins."""
    lines = []
    for line in text.split("\n"):
        option = re.match(r"  \S.*? {2,}(?=\S)", line)
        if len(line) > width and option:
            lines += textwrap.wrap(line, width, subsequent_indent=" " * option.end(), break_long_words=False,
                                   break_on_hyphens=False)
        elif len(line) > width and line.startswith("  plumbline ") and not line.endswith("\\"):
            *before, last = textwrap.wrap(line, width - 2, subsequent_indent="      ", break_long_words=False,
                                          break_on_hyphens=False)
            lines += [one + " \\" for one in before] + [last]
        else:
            lines.append(line)
    return "\n".join(lines)


def help_pages():
    text = plumbline("help")
    commands = re.findall(r"^  (\S+) +(.+)$", text.split("Subcommands:\n")[1].split("\n\n")[0], flags=re.M)
    topics = re.findall(r"^  (\S+) +(.+)$", text.split("`plumbline help TOPIC` of:\n")[1].split("\n\n")[0], flags=re.M)
    for name, summary in commands:
        write(f"commands/{name}", f"# plumbline {name}\n\n{summary[0].upper()}{summary[1:]}.\n\n"
              + fenced(wrapped(plumbline("help", name).split("\n", 2)[2]), "text"))
    for name, summary in topics:
        body = plumbline("help", name).split("\n", 2)[2]
        write(f"topics/{name}", f"# {name}: {summary}\n\n{shown_text(body)}")
    write("commands/index", "# Commands\n\n`plumbline COMMAND --help` and `man plumbline-COMMAND` print the same.\n\n"
          + table(["command", "what it does"], [[f"[`{n}`](/commands/{n}.md)", cell(s)] for n, s in commands])
          + toctree([n for n, _ in commands], hidden=True))
    write("topics/index", "# Topics\n\n`plumbline help TOPIC` and `man plumbline-TOPIC` print the same.\n\n"
          + table(["topic", "what it is about"], [[f"[`{n}`](/topics/{n}.md)", cell(s)] for n, s in topics])
          + toctree([n for n, _ in topics], hidden=True))


def picture(name, words, caption):
    """The picture that `plumbline WORDS --plot` draws, as Markdown; nothing where the program has none."""
    if "--quick" in sys.argv:
        return ""
    data = plumbline(*words, "--quiet", check=False)
    if data is None:
        return ""
    data = "\n".join(line for line in data.split("\n") if not line.startswith("#"))
    key = hashlib.sha256((" ".join(words) + "\n" + data).encode()).hexdigest()[:16]
    kept = PICTURES / f"{name}-{key}.svg"
    if not kept.exists():
        PICTURES.mkdir(parents=True, exist_ok=True)
        if plumbline(*words, "--quiet", "--plot", str(kept), "-o", str(SITE / "unused.csv"), check=False) is None:
            return ""
    shutil.copy(kept, PAGES / f"images/{name}.svg")
    return f"![{caption}](/images/{name}.svg)\n\n*{caption}*: `plumbline {' '.join(words)} --plot {name}.svg`\n\n"


def formulas(name):
    """The equations that `show NAME --latex` prints, each as a formula; nothing where there is no single formula."""
    text = plumbline("show", name, "--latex", check=False)
    if text is None:
        return ""
    text = re.sub(r"\\(d?dot)\{(\w)(_\{\w+\})\}", r"\\\1{\2}\3", text)  # the dot stands over the letter, not over its index
    lines = re.sub(r"\\(begin|end)\{align\*\}", "", text).strip().split(r"\\" + "\n")
    return "".join("$$\n" + line.strip().removesuffix(r"\\").replace("&=", "=") + "\n$$\n\n" for line in lines)


def formula_of(about):
    """The formula of the catalogue, a line for each part."""
    return fenced(about["formula"].replace("; ", "\n"), "text") + "\n" if about.get("formula") else ""


def yes_no(value):
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(yes_no, value)) or "none"
    return {"true": "yes", "false": "no"}.get(value, str(value)) if isinstance(value, str) else str(value)


def parameters_of(about):
    if not about.get("parameters"):
        return ""
    return "## Parameters\n\n" + table(
        ["name", "default", "unit", "meaning"],
        [[f"`{p['name']}`", f"`{p['default']}`", cell(p.get("unit", "")), cell(p.get("meaning", ""))]
         for p in about["parameters"]]) + "\n"


def source_of(about):
    return f"## Source\n\n{cell(about['source'])}\n" if about.get("source") else ""


def links(names, folder):
    return ", ".join(f"[`{n}`](/{folder}/{n}.md)" for n in names)


def systems():
    entries = json.loads(plumbline("list", "systems", "--json"))["systems"]
    rows = []
    for entry in entries:
        name = entry["name"]
        about = json.loads(plumbline("show", name, "--json"))
        text = f"# {name}\n\n{about['summary'][0].upper()}{about['summary'][1:]}.\n\n## Formula\n\n"
        text += formula_of(about) + formulas(name) + parameters_of(about)
        if about.get("start"):
            text += "## Start\n\n" + table(["name", "default"],
                                           [[f"`{s['name']}`", f"`{s['default']}`"] for s in about["start"]]) + "\n"
        facts = dict(about.get("facts", {}))
        facts["exact solution"] = about.get("exact", False)
        text += "## Facts\n\n" + table(["fact", "value"], [[cell(k.replace("_", " ")), cell(yes_no(v))]
                                                           for k, v in facts.items()]) + "\n"
        scheme = "rk4" if name == "reduced-lagrange-top" else "newmark" if name in (
            "damped-forced-oscillator", "bilinear-oscillator") else "midpoint"
        step = "1/400" if "top" in name else "1/100"
        text += picture(f"system-{name}", ["integrate", name, "--scheme", scheme, "--step", step, "--until", "2",
                                           "--digits", "16"], f"The motion from the start, {name}")
        if about.get("schemes"):
            text += f"## Schemes that fit\n\n{links(about['schemes'], 'schemes')}\n\n"
        write(f"systems/{name}", text + source_of(about))
        rows.append([f"[`{name}`](/systems/{name}.md)", cell(about["summary"])])
    own = sorted((ROOT / "examples/systems").glob("*.toml"))
    text = "# Systems\n\n`plumbline show NAME` prints the same. A system of your own is a text file: [](/own-systems.md).\n\n"
    text += table(["system", "what it is"], rows) + "\n## Systems from files\n\nThe folder `examples/systems/` has these.\n\n"
    file_rows = []
    for path in own:
        about = json.loads(plumbline("show", str(path.relative_to(ROOT)), "--json"))
        page = f"# {about['name']}\n\n{about['summary'][0].upper()}{about['summary'][1:]}.\n\n"
        if path.with_suffix(".svg").exists():
            page += f"![The motion from the start, {about['name']}](/images/file-{path.stem}.svg)\n\n"
        page += fenced(path.read_text(encoding="utf-8"), "toml") + "\n"
        write(f"systems/file-{path.stem}", page + source_of(about))
        file_rows.append([f"[`{path.name}`](/systems/file-{path.stem}.md)", cell(about["summary"])])
    text += table(["file", "what it is"], file_rows)
    write("systems/index", text + toctree([e["name"] for e in entries] + [f"file-{p.stem}" for p in own], hidden=True))


def schemes():
    entries = json.loads(plumbline("list", "schemes", "--json"))["schemes"]
    rows = []
    for entry in entries:
        name = entry["name"]
        about = json.loads(plumbline("show", name, "--json"))
        text = f"# {name}\n\n{about['summary'][0].upper()}{about['summary'][1:]}.\n\n## Formula\n\n"
        text += formula_of(about) + parameters_of(about)
        audit = plumbline("audit", name, "--json", "--quiet", check=False)
        found = {row[0]: row for row in json.loads(audit)["rows"]} if audit else {}
        facts = [[cell(k), cell(yes_no(about[k])), cell(yes_no(found[k][1])) if k in found else ""]
                 for k in ("order", "symmetric", "symplectic", "conserves") if k in about]
        facts += [[cell(k), "", cell(row[1])] for k, row in found.items()
                  if k in ("error-constant", "stability-limit", "measured-order", "embedded-order",
                           "first-failing-condition", "coefficient-digits")]
        text += "## Facts\n\nThe last column is what `plumbline audit " + name + "` finds.\n\n"
        text += table(["fact", "catalogue", "audit"], facts) + "\n"
        fits = about.get("fits", [])
        order = about.get("order")
        if fits and order:
            system = next((s for s in ("pendulum", "harmonic-oscillator") if s in fits), fits[0])
            compared = [name] if name == "leapfrog" or system not in ("pendulum", "harmonic-oscillator") \
                else ["leapfrog", name]
            text += picture(f"scheme-{name}", ["converge", system, "--scheme", ",".join(compared), "--until", "1",
                                               "--steps", "20,40,80,160", "--digits", "34"],
                            f"Errors against the step, {name} on {system}")
        if about.get("needs"):
            text += f"## What it fits\n\nIt needs {cell(about['needs'])}.\n\n{links(fits, 'systems')}\n\n"
        write(f"schemes/{name}", text + source_of(about))
        rows.append([f"[`{name}`](/schemes/{name}.md)", cell(about["summary"]), str(order or ""),
                     yes_no(about.get("symmetric", "")), yes_no(about.get("symplectic", ""))])
    text = "# Schemes\n\n`plumbline show NAME` and `plumbline audit NAME` print the same. A scheme of your own is a text "
    text += "file: [](/own-schemes.md).\n\n" + table(["scheme", "what it is", "order", "symmetric", "symplectic"], rows)
    write("schemes/index", text + toctree([e["name"] for e in entries], hidden=True))


def functions_and_datasets():
    rows = []
    for entry in json.loads(plumbline("list", "functions", "--json"))["functions"]:
        about = json.loads(plumbline("show", entry["name"], "--json"))
        arguments = about.get("arguments", "")
        arguments = ", ".join(map(str, arguments)) if isinstance(arguments, list) else arguments
        rows.append([f"`{entry['name']}`", cell(about["summary"]), f"`{about.get('formula', '')}`" if about.get("formula")
                     else "", cell(arguments), cell(about.get("source", ""))])
    write("functions", "# Functions\n\n`plumbline evaluate FUNCTION NAME=VALUE …` computes them, right to 4 units of the "
          "last place at any precision.\n\n" + table(["function", "what it is", "formula", "arguments", "source"], rows))
    rows = [[f"`{d['name']}`", cell(d["summary"])]
            for d in json.loads(plumbline("list", "datasets", "--json"))["datasets"]]
    write("shipped-datasets", "# Datasets of the catalogue\n\n`plumbline dataset NAME -o DIR` computes one, [](/datasets.md) "
          "says how its digits are verified.\n\n" + table(["dataset", "what it is"], rows))


def index():
    text = converted((ROOT / "docs/site/index.md").read_text(encoding="utf-8"), "docs/site")
    for caption, pages in CONTENTS.items():
        there = [page for page in pages if page not in OPTIONAL or (PAGES / f"{page}.md").exists()]
        if caption == "Reference":
            there.append("C++ reference <cpp-reference>")
        text += "\n" + toctree(there, caption, hidden=True)
    write("index", text)
    write("cpp-reference", "# C++ reference\n\nThe headers, classes and functions of the library: "
          "<a href=\"cpp/index.html\">the C++ reference</a>, made by Doxygen from the headers. [](/from-cpp.md) has programs "
          "to start from.\n")


# --- putting them together ---------------------------------------------------------------------------------------------

def doxygen(version):
    settings = (ROOT / "docs/site/Doxyfile").read_text(encoding="utf-8")
    settings += f'\nOUTPUT_DIRECTORY = "{HTML}"\nPROJECT_NUMBER = "{version}"\n'
    done = subprocess.run(["doxygen", "-"], input=settings, text=True, cwd=ROOT, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    if done.returncode or done.stdout.strip():
        fail(f"Doxygen is not content:\n{done.stdout}")


def sphinx(version):
    (SITE / "static").mkdir(exist_ok=True)
    shutil.copy(ROOT / "docs/site/plumbline.css", SITE / "static/plumbline.css")
    command = [sys.executable if shutil.which("sphinx-build") is None else "sphinx-build"]
    if command[0] == sys.executable:
        command += ["-m", "sphinx"]
    done = subprocess.run([*command, "-q", "-W", "--keep-going", "-n", "-b", "html", "-c", str(ROOT / "docs/site"),
                           "-d", str(SITE / "trees"), str(PAGES), str(HTML)], cwd=ROOT, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, env=dict(os.environ, PLUMBLINE_VERSION=version, PLUMBLINE_STATIC=str(SITE / "static")), check=False)
    if done.returncode or done.stdout.strip():
        fail(f"Sphinx is not content:\n{done.stdout}")


class references(html.parser.HTMLParser):
    """What a page loads (scripts, styles, pictures) and where it leads, and its anchors."""

    def __init__(self):
        super().__init__()
        self.loads, self.leads, self.anchors = [], [], set()

    def handle_starttag(self, tag, attrs):
        a = dict(attrs)
        if "id" in a or "name" in a:
            self.anchors.update(filter(None, (a.get("id"), a.get("name"))))
        if tag in ("script", "img", "iframe", "source") and a.get("src"):
            self.loads.append(a["src"])
        if tag == "link" and a.get("href") and a.get("rel") in ("stylesheet", "icon"):
            self.loads.append(a["href"])
        if tag == "a" and a.get("href"):
            self.leads.append(a["href"])


def check_links():
    """Everything that a page of Sphinx needs is in the site, and every link within it leads somewhere."""
    seen = {}
    for path in HTML.rglob("*.html"):
        if "cpp" in path.relative_to(HTML).parts[:1]:
            continue
        seen[path] = references()
        seen[path].feed(path.read_text(encoding="utf-8"))
    wrong = []
    for path, found in seen.items():
        for target in found.loads + found.leads:
            outside = re.match(r"[\w+.-]+:", target)
            if outside and target in found.leads:
                continue
            name, _, anchor = target.partition("#")
            goal = (path.parent / name).resolve() if name else path
            known = goal.exists() and (not anchor or goal not in seen or anchor in seen[goal].anchors)
            if outside or not known:
                wrong.append(f"{path.relative_to(HTML)}: {target}")
    if wrong:
        fail("links that lead nowhere:\n" + "\n".join(sorted(set(wrong))))
    return len(seen)


def main():
    if not PROGRAM.exists():
        fail(f"{PROGRAM} is missing; ./run site builds it")
    version = plumbline("--version").split()[1].rstrip(";")
    for folder in (PAGES, HTML):
        shutil.rmtree(folder, ignore_errors=True)
    PAGES.mkdir(parents=True)
    HTML.mkdir(parents=True)
    copy_documents()
    results()
    help_pages()
    systems()
    schemes()
    functions_and_datasets()
    index()
    sphinx(version)
    doxygen(version)
    count = check_links()
    (SITE / "unused.csv").unlink(missing_ok=True)
    print(f"{HTML}/index.html: {count} pages and the C++ reference")


if __name__ == "__main__":
    main()
