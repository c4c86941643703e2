#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Are the claims in *.toml quoted word for word? Compares them with the papers' texts, which are not part of the project.

    check_quotes.py FOLDER    a folder with the texts; their names are those of PAPERS below

Spaces, line breaks, hyphens at line ends, punctuation, references and powers of ten do not count, and the letter l is the
digit 1, as scanning has it; "…" in a quotation stands for words left out. Prints the quotations that it does not find, or not in as
many places as the data have of it (`place`), and returns 1 if there are any; 2 if it is called in another way or a text is missing.
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
            yield experiment, "rows", table["quote"], ""
        for number in table.get("number", []):
            printed = number["printed"]
            if number.get("source") not in ("check", "own") and re.search("[a-z]{3}", printed):
                yield experiment, number["key"], printed, number.get("place", "")


def paper_texts() -> dict:
    """The letters of each paper's text. Ends with the names that it wants where it does not get them."""
    names = "".join(f"\n    {file}    ({name.upper()})" for name, file in PAPERS.items())
    usage = f"usage: check_quotes.py FOLDER, with the papers' texts in FOLDER:{names}"
    if sys.argv[1:] in (["-h"], ["--help"]):
        print(usage)
        sys.exit(0)
    problem = ""
    if len(sys.argv) == 2:
        folder = pathlib.Path(sys.argv[1])
        lacking = [file for file in PAPERS.values() if not (folder / file).is_file()]
        if not lacking:
            return {name: letters((folder / file).read_text(encoding="utf-8")) for name, file in PAPERS.items()}
        problem = f"check_quotes.py: {folder} lacks {', '.join(lacking)}\n"
    print(problem + usage, file=sys.stderr)
    sys.exit(2)


def lacking_in(whole: str, quotation: str):
    """The piece of the quotation that the text lacks; nothing where it has all of them in this order."""
    at = 0
    for piece in POWER.sub("…", quotation).split("…"):
        found = whole.find(letters(piece), at)
        if found < 0:
            return piece.strip()
        at = found + 1
    return None


def main() -> int:
    here = pathlib.Path(__file__).parent
    missing = 0
    for name, whole in paper_texts().items():
        with open(here / f"{name}.toml", "rb") as stream:
            data = tomllib.load(stream)
        places = {}
        for experiment, key, quotation, place in quotations(data):
            lacking = lacking_in(whole, quotation)
            if lacking is not None:
                print(f"{experiment} {key}: not in the paper: {lacking}")
                missing += 1
            places.setdefault(quotation, set()).add(place)
        for quotation, of_it in places.items():
            if len(of_it) > whole.count(letters(quotation)) > 0:
                print(f"{name.upper()}: is in the paper less than {len(of_it)} times: {quotation}")
                missing += 1
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
