#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""header_filter.py FILE: a header as Doxygen reads it.

The comment that begins a header says what it is for, with formula and source. It becomes the description of the file,
letter by letter. In the comments of declarations, which are plain text, backslashes and angle brackets are letters.
"""
import re
import sys


def escaped(comment):
    parts = comment.split("`")
    for i in range(0, len(parts), 2):  # outside of backquotes
        parts[i] = re.sub(r"([\\<>@#])", r"\\\1", parts[i])
    return "`".join(parts) if len(parts) % 2 else re.sub(r"([\\<>@#])", r"\\\1", comment)


text = open(sys.argv[1], encoding="utf-8").read().split("\n")
if not sys.argv[1].endswith(".hpp"):
    sys.stdout.write("\n".join(text))
    sys.exit()
first = [i for i, line in enumerate(text) if not line.startswith("// SPDX-")][0]
last = first
while last < len(text) and text[last].startswith("//") and not text[last].startswith("///"):
    last += 1
head = [line[2:].removeprefix(" ") for line in text[first:last]]
while head and not head[0].strip():
    head.pop(0)
out = []
if head:
    sentence = re.split(r"(?<=[.:])\s", " ".join(head), maxsplit=1)[0].rstrip(":")
    out += ["/*!", "\\file", f"\\brief {escaped(sentence)}", "\\verbatim", *[line.replace("*/", "* /") for line in head],
            "\\endverbatim", "*/"]
for line in text[last:]:
    found = re.match(r"^(.*?)(///<?)(.*)$", line)
    out.append(f"{found[1]}{found[2]}{escaped(found[3])}" if found and '"' not in found[1] else line)
sys.stdout.write("\n".join(out))
