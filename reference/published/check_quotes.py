#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Are the claims in *.toml quoted word for word? Compares them with the papers' texts, which are not part of the project.

    check_quotes.py FOLDER    a folder with the texts as <name>*.txt; which text belongs to which paper: PAPERS below

Spaces, line breaks, hyphens at line ends, punctuation, references and powers of ten do not count, and the letter l is the
digit 1, as scanning has it; "…" in a quotation stands for words left out. Prints the quotations that it does not find, and returns 1 if there are any.
"""

import pathlib
import re
import sys

import tomllib

POWER = re.compile("([0-9.]+ ?[·×] ?)?10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+|2√2|0 <")
PAPERS = {
    "ql": "simpson-quadratic-lagrangians-2024.txt",
    "sl": "simpson-slides-2024.txt",
    "nx": "newmark-extrapolation-1991.txt",
    "top": "simpson-nonlinear-top-2025.txt",
    "pd": "pendulum-discretizations-2008.txt",
}


def letters(text: str) -> str:
    """What is left of a text when everything is gone that scanning and typesetting change."""
    text = re.sub(r"-\n", "", text)
    text = re.sub(r"\[[^\]\n]{0,80}\]", "", text)
    text = text.translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻−", "0123456789--"))
    return re.sub(r"[^a-z0-9]", "", text.lower()).replace("l", "1")


def quotations(data: dict):
    for experiment, table in data.items():
        if not isinstance(table, dict):
            continue
        if "quote" in table:
            yield experiment, "rows", table["quote"]
        for number in table.get("number", []):
            printed = number["printed"]
            if number.get("source") != "check" and re.search("[a-z]{3}", printed):
                yield experiment, number["key"], printed


def main() -> int:
    texts = pathlib.Path(sys.argv[1])
    here = pathlib.Path(__file__).parent
    missing = 0
    for name, file in PAPERS.items():
        whole = letters((texts / file).read_text(encoding="utf-8"))
        with open(here / f"{name}.toml", "rb") as stream:
            data = tomllib.load(stream)
        for experiment, key, quotation in quotations(data):
            at = 0
            for piece in POWER.sub("…", quotation).split("…"):
                found = whole.find(letters(piece), at)
                if found < 0:
                    print(f"{experiment} {key}: not in the paper: {piece.strip()}")
                    missing += 1
                    break
                at = found + 1
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
