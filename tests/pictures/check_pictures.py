#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Every kind of picture that the program draws, as a reader sees it: pictures of --plot.

check_pictures.py PROGRAM

Kind: black box. Each text of a picture is rasterised alone (rsvg-convert), on a canvas that is larger than the picture. The ink
of a text must lie inside the picture, and the ink of no two texts may overlap. Pictures with a key have it beside the plot, the
curves fill the plot, and twelve curves differ without their colours.
"""
import copy
import itertools
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET

program = os.path.abspath(sys.argv[1])
documents = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs")
SVG = "{http://www.w3.org/2000/svg}"
ET.register_namespace("", "http://www.w3.org/2000/svg")
ET.register_namespace("xlink", "http://www.w3.org/1999/xlink")
BORDER = 60  # pixels around the picture, where a text that is cut would show
failures = []

PENDULUM = ["pendulum", "--digits", "16"]
NINE = "leapfrog,midpoint,simpson,rk4,yoshida-4,yoshida-6,mclachlan-4,lobatto:degree=3,suris1"
TWELVE = NINE + ",forest-ruth,pefrl,yoshida-8"
MESHES = ["--until", "1", "--steps", "10,20,40,80"]
SYSTEM = """name = "two-orbits"
coordinates = ["x", "y"]
lagrangian = "(dot(x)^2 + dot(y)^2)/2 + 1/sqrt(x^2 + y^2)"
[start]
x = "1/2"
[velocity]
y = "sqrt(3)"
"""
# name: the words of the command; --plot is added
PICTURES = {
    "convergence of nine schemes": ["converge", *PENDULUM, "--scheme", NINE, *MESHES],
    "convergence of twelve schemes": ["converge", "pendulum", "--digits", "34", "--scheme", TWELVE, *MESHES],
    "convergence of one scheme": ["converge", *PENDULUM, "--scheme", "simpson", "--until", "1", "--steps", "100,110,120"],
    "errors over the work": ["converge", *PENDULUM, "--scheme", "leapfrog,simpson,yoshida-6", *MESHES, "--work"],
    "coordinates over time": ["integrate", "lagrange-top", "--digits", "16", "--scheme", "simpson", "--step", "1/100", "--steps", "300"],
    "an energy": ["integrate", *PENDULUM, "--scheme", "simpson", "--step", "1/100", "--steps", "300", "--observe", "energy"],
    "a long time": ["integrate", *PENDULUM, "--scheme", "leapfrog", "--step", "1/10", "--steps", "123456", "--every", "100"],
    "a path": ["integrate", "{system}", "--digits", "16", "--scheme", "simpson", "--step", "pi/100", "--steps", "200", "--axes", "q1,q2"],
    "four paths": ["integrate", "double-pendulum", "--digits", "16", "--scheme", "simpson", "--step", "1/100", "--steps", "300",
                   "--axes", "q1,q2,q1,p1,q2,p1,p1,p2"],
    "a sweep over one axis": ["sweep", "period", *PENDULUM, "--step", "1/20", "--over", "q1=0.5,1,1.5,2,2.5", "--over",
                              "scheme=leapfrog,midpoint,simpson"],
    "a sweep over two axes": ["sweep", "energy-error", *PENDULUM, "--scheme", "leapfrog", "--steps", "50", "--over", "q1=0.5:2:8",
                              "--over", "step=0.01:0.05:8"],
    "a quantity": ["measure", "period", *PENDULUM, "--scheme", "leapfrog", "--step", "1/20", "--count", "12"],
}


def fail(name, text):
    failures.append(f"{name}: {text}")


def run(words, place):
    system = os.path.join(place, "two-orbits.toml")
    with open(system, "w", encoding="utf-8") as out:
        out.write(SYSTEM)
    words = [w.format(system=system) for w in words]
    file = os.path.join(place, "picture.svg")
    done = subprocess.run([program, *words, "--quiet", "--plot", file, "-o", os.path.join(place, "table")],
                          capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        raise SystemExit(f"{words} ended with {done.returncode}: {done.stderr}")
    return ET.parse(file).getroot()


def texts_of(root):
    return [e for e in root.iter(SVG + "text") if "".join(e.itertext()).strip()]


def only(root, place):
    """A copy of the picture that draws nothing but the text number `place`."""
    one = copy.deepcopy(root)
    kept = texts_of(one)[place]
    for parent in list(one.iter()):
        for child in list(parent):
            drawn = child.tag in {SVG + t for t in ("path", "rect", "use", "circle", "line", "polyline", "polygon", "defs", "image")}
            if drawn or (child.tag == SVG + "text" and child is not kept):
                parent.remove(child)
    return one


def box_of(pgm):
    """left, top, right, bottom of what is not 0 in a grey picture."""
    _, size, _, pixels = pgm.split(b"\n", 3)
    width, height = map(int, size.split())
    rows = [pixels[y * width:(y + 1) * width] for y in range(height)]
    inked = [y for y, row in enumerate(rows) if row.strip(b"\0")]
    if not inked:
        return None
    left = min(width - len(rows[y].lstrip(b"\0")) for y in inked)
    right = max(len(rows[y].rstrip(b"\0")) for y in inked)
    return left, inked[0], right, inked[-1] + 1


def ink_of(root, place):
    """left, top, right, bottom of what is drawn of a text, in the picture's pixels."""
    one = only(root, place)
    _, _, width, height = map(float, root.get("viewBox").split())
    one.set("viewBox", f"{-BORDER} {-BORDER} {width + 2 * BORDER} {height + 2 * BORDER}")
    one.set("width", str(width + 2 * BORDER))
    one.set("height", str(height + 2 * BORDER))
    png = subprocess.run(["rsvg-convert", "--format", "png"], input=ET.tostring(one), capture_output=True, check=True).stdout
    alpha = subprocess.run(["pngtopam", "-alpha"], input=png, capture_output=True, check=True).stdout
    box = box_of(alpha)
    return tuple(x - BORDER for x in box) if box else None


def check_labels(name, root):
    _, _, width, height = map(float, root.get("viewBox").split())
    boxes = []
    for place, text in enumerate(texts_of(root)):
        words = "".join(text.itertext())
        box = ink_of(root, place)
        if box is None:
            fail(name, f"'{words}' is not drawn")
        elif box[0] < 0 or box[1] < 0 or box[2] > width or box[3] > height:
            fail(name, f"'{words}' is cut: {box} in {width}x{height}")
        else:
            boxes.append((words, box))
    for (a, p), (b, q) in itertools.combinations(boxes, 2):
        if p[0] < q[2] and q[0] < p[2] and p[1] < q[3] and q[1] < p[3]:
            fail(name, f"'{a}' and '{b}' overlap: {p}, {q}")
    if len(boxes) < 4:
        fail(name, f"has {len(boxes)} texts only")
    return boxes


def curves_of(root):
    """For each curve with a title: colour, dashes, marker, and the places of its line."""
    curves = []
    for group in root.iter(SVG + "g"):
        if not re.fullmatch(r"gnuplot_plot_\d+", group.get("id", "")):
            continue
        if "".join(group.itertext()).strip() == "" or group.find(f".//{SVG}text") is None:
            continue
        paths = [p for p in group.iter(SVG + "path") if p.get("stroke")]
        markers = [u.get("{http://www.w3.org/1999/xlink}href") for u in group.iter(SVG + "use")]
        places = [(float(x), float(y)) for p in paths for x, y in re.findall(r"([-\d.]+),([-\d.]+)", p.get("d"))]
        curves.append((paths[0].get("stroke"), paths[0].get("stroke-dasharray", "solid"), markers[0] if markers else None, places))
    return curves


def lightness(colour):
    red, green, blue = map(int, re.findall(r"\d+", colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def check_styles(name, root):
    curves = curves_of(root)
    if len(curves) != 12:
        fail(name, f"has {len(curves)} curves with a title")
    for (a, b) in itertools.combinations(curves, 2):
        if a[2] == b[2]:
            fail(name, f"two curves have the marker {a[2]}")
        if a[1] == b[1] and abs(lightness(a[0]) - lightness(b[0])) < 40:
            fail(name, f"two curves of the dashes {a[1]} have the same lightness: {a[0]}, {b[0]}")


def check_key_and_axes(name, root, boxes, titles):
    curves = curves_of(root)
    inside = [place for c in curves for place in c[3]]
    key = [box for words, box in boxes if words in titles]
    if len(key) != len(titles):
        fail(name, f"{len(key)} of {len(titles)} titles are in the key")
    right = min(box[0] for box in key)
    plot = [(x, y) for x, y in inside if x < right - 60]  # the samples of the key stand before its titles
    across = max(x for x, _ in plot) - min(x for x, _ in plot)
    down = max(y for _, y in plot) - min(y for _, y in plot)
    _, _, width, height = map(float, root.get("viewBox").split())
    if max(x for x, _ in plot) > right:
        fail(name, "the key is not beside the plot")
    if across < 0.85 * 440 or down < 0.85 * 330:
        fail(name, f"the curves fill {across:.0f} x {down:.0f} pixels of {width:.0f} x {height:.0f}")


with tempfile.TemporaryDirectory() as folder:
    for title, command in PICTURES.items():
        picture = run(command, folder)
        found = check_labels(title, picture)
        if title == "convergence of twelve schemes":
            check_styles(title, picture)
        if title.startswith("convergence of nine"):
            check_key_and_axes(title, picture, found, [s.split(":")[0] for s in NINE.split(",")])
        if title == "errors over the work" and not {"N-2", "N-4", "N-6"} & {w for w, _ in found}:
            fail(title, "no line shows a slope")

    subprocess.run([program, "dataset", "double-pendulum", "--step", "1/10", "--steps", "20", "--digits", "20", "--quiet", "-o",
                    os.path.join(folder, "dataset")], check=True, timeout=120)
    check_labels("a dataset", ET.parse(os.path.join(folder, "dataset", "data.svg")).getroot())
check_labels("the audit of compositions", ET.parse(os.path.join(documents, "images", "schemes-compositions-pendulum.svg")).getroot())

for line in failures:
    print(line)
print(f"{len(PICTURES) + 2} pictures, {len(failures)} failures")
sys.exit(1 if failures else 0)
