#!/usr/bin/python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""rules.tsv and programs.tsv: derivatives of formulas to 100 digits, by mpmath.

    python3 make.py        (system Python with python3-mpmath; about two minutes)

rules.tsv: every operation at chosen points, its value and its first and second derivatives by numerical differentiation
with many guard digits (mp.diff), which knows no rule. Points are exact in double.

programs.tsv: random formulas of all operations in three inputs, as infix text and as a postfix text of tokens, with value,
gradient and Hessian (xx xy xz yy yz zz) by rules for truncated series written here; the script stops where mp.diff
differs. `error` holds for each number by how much it changes when every operation is wrong by one unit of rounding: the
absolute change over the unit, the largest of eight runs. Formulas with a change beyond 1000 times the number are left out.
"""
import os
import random

from mpmath import mp, mpf
import mpmath

HERE = os.path.dirname(os.path.abspath(__file__))
DIGITS = 100
HEADER = """# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
# made by make.py
"""


def text(x, digits=DIGITS):
    return mpmath.nstr(x, digits, strip_zeros=True, min_fixed=-2, max_fixed=3)


# --- rules ---------------------------------------------------------------------------------------------------------------

def sinc(x):
    return mpf(1) if x == 0 else mp.sin(x) / x


UNARY = {
    "neg": lambda x: -x, "sqrt": mp.sqrt, "exp": mp.exp, "log": mp.log, "sin": mp.sin, "cos": mp.cos, "tan": mp.tan,
    "asin": mp.asin, "acos": mp.acos, "atan": mp.atan, "sinh": mp.sinh, "cosh": mp.cosh, "tanh": mp.tanh,
    "asinh": mp.asinh, "acosh": mp.acosh, "atanh": mp.atanh,
}
BINARY = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": lambda a, b: a / b,
    "atan2": mp.atan2, "pow": mp.power,
}


def rules():
    e = lambda k: mpf(2) ** -k
    third = mpf(6004799503160661) * e(54)  # 1/3 in double: all its bits are in use
    wide = [mpf(0), e(45), -e(45), e(300), third * e(30), -third * e(10), third, -mpf(5) / 4, mpf(7), mpf(100) + e(20)]
    huge = [mpf(2) ** 60 + mpf(2) ** 20, -mpf(2) ** 100]
    inner = [mpf(0), e(45), -e(300), third * e(30), -third * e(10), third, mpf(1) / 2, -mpf(3) / 4, 1 - e(45), e(45) - 1, 1 - e(20)]
    points = {
        "neg": wide, "sin": wide + huge, "cos": wide + huge, "tan": wide + huge,
        "sqrt": [e(300), e(45), mpf(2), mpf(9) / 4, mpf(2) ** 200],
        "exp": [mpf(0), e(45), -e(300), mpf(5) / 2, -mpf(40), mpf(300)],
        "log": [e(300), 1 - e(45), mpf(1), 1 + e(45), mpf(3) / 2, mpf(2) ** 200],
        "asin": inner, "acos": inner, "atanh": inner, "atan": wide + [mpf(2) ** 60, -mpf(2) ** 100],
        "sinh": wide, "cosh": wide, "tanh": [x for x in wide if abs(x) < 50], "asinh": wide + [mpf(2) ** 60, -mpf(2) ** 100],
        "acosh": [1 + e(45), 1 + e(20), mpf(3) / 2, mpf(2) ** 100],
    }
    rows = []
    for name, xs in points.items():
        f = UNARY[name]
        for x in xs:
            # steps far below the distance to the next branch point
            with mp.workdps(900):
                h = mpf(2) ** -700
                up, at, down = f(x + h), f(x), f(x - h)
                assert mp.im(at) == 0
                parts = [at, (up - down) / (2 * h), (up - 2 * at + down) / h**2]
                # the true derivative is zero where the formula is even or odd
                parts = [mpf(0) if abs(p) < mpf(10) ** -150 else p for p in parts]
            rows.append([name, text(x, 400), "0"] + [text(p) for p in parts])
    pairs = {
        "+": [(3, mpf(1) / 4)], "-": [(3, mpf(1) / 4)], "*": [(3, mpf(1) / 4), (0, 5)],
        "/": [(3, mpf(7) / 4), (0, 5), (-mpf(5) / 8, -3), (1, e(300)), (mpf(2) ** 200, 3)],
        # the four quadrants, the axes (without the cut, where nothing is differentiable), and near the cut
        "atan2": [(1, 3), (1, -3), (-1, 3), (-1, -3), (0, 2), (3, 0), (-3, 0), (e(45), -1), (-e(45), -1), (e(200), e(190)),
                  (mpf(2) ** 200, -mpf(2) ** 198)],
        "pow": [(mpf(3) / 2, mpf(7) / 4), (2, -mpf(5) / 8), (e(100), mpf(1) / 8), (mpf(2) ** 100, mpf(7) / 8), (1, mpf(5) / 2),
                (1 + e(45), 100), (mpf(7) / 4, 0), (mpf(7) / 4, 1)],
    }
    for name, xs in pairs.items():
        f = BINARY[name]
        for a, b in xs:
            a, b = mpf(a), mpf(b)
            with mp.workdps(900):
                h = mpf(2) ** -700
                d = lambda i, k: f(a + i * h, b + k * h)
                parts = [d(0, 0), (d(1, 0) - d(-1, 0)) / (2 * h), (d(0, 1) - d(0, -1)) / (2 * h),
                         (d(1, 0) - 2 * d(0, 0) + d(-1, 0)) / h**2,
                         (d(1, 1) - d(1, -1) - d(-1, 1) + d(-1, -1)) / (4 * h**2),
                         (d(0, 1) - 2 * d(0, 0) + d(0, -1)) / h**2]
                parts = [mpf(0) if abs(p) < mpf(10) ** -150 else p for p in parts]
            rows.append([name, text(a, 400), text(b, 400)] + [text(p) for p in parts])
    with open(os.path.join(HERE, "rules.tsv"), "w") as out:
        out.write(HEADER + "# operation, a, b, value, then d/da d2/da2 or d/da d/db d2/da2 d2/dadb d2/db2\n")
        for row in rows:
            out.write("\t".join(row) + "\n")
    print(len(rows), "points of rules")


# --- random formulas -----------------------------------------------------------------------------------------------------

N = 3
PAIRS = [(i, k) for i in range(N) for k in range(i, N)]


class jet:
    """Value, gradient and Hessian of a function of N inputs."""

    noise = None  # every part of every result is multiplied by 1 + noise()

    def __init__(self, v, g=None, h=None):
        self.v, self.g, self.h = v, g or [mpf(0)] * N, h or [mpf(0)] * len(PAIRS)
        if jet.noise:
            self.v *= 1 + jet.noise()
            self.g = [x * (1 + jet.noise()) for x in self.g]
            self.h = [x * (1 + jet.noise()) for x in self.h]

    def parts(self):
        return [self.v] + self.g + self.h


def chain(a, f, d1, d2):
    return jet(f, [d1 * x for x in a.g], [d2 * a.g[i] * a.g[k] + d1 * a.h[n] for n, (i, k) in enumerate(PAIRS)])


def chain2(a, b, f, fa, fb, faa, fab, fbb):
    return jet(f, [fa * x + fb * y for x, y in zip(a.g, b.g)],
               [faa * a.g[i] * a.g[k] + fab * (a.g[i] * b.g[k] + a.g[k] * b.g[i]) + fbb * b.g[i] * b.g[k]
                + fa * a.h[n] + fb * b.h[n] for n, (i, k) in enumerate(PAIRS)])


def unary_jet(name, a):
    x = a.v
    f = UNARY[name](x)
    d1, d2 = {
        "neg": lambda: (mpf(-1), mpf(0)),
        "sqrt": lambda: (1 / (2 * f), -1 / (4 * f * x)),
        "exp": lambda: (f, f),
        "log": lambda: (1 / x, -1 / x**2),
        "sin": lambda: (mp.cos(x), -f),
        "cos": lambda: (-mp.sin(x), -f),
        "tan": lambda: (mp.sec(x) ** 2, 2 * f * mp.sec(x) ** 2),
        "asin": lambda: ((1 - x**2) ** (-mpf(1) / 2), x * (1 - x**2) ** (-mpf(3) / 2)),
        "acos": lambda: (-(1 - x**2) ** (-mpf(1) / 2), -x * (1 - x**2) ** (-mpf(3) / 2)),
        "atan": lambda: (1 / (1 + x**2), -2 * x / (1 + x**2) ** 2),
        "sinh": lambda: (mp.cosh(x), f),
        "cosh": lambda: (mp.sinh(x), f),
        "tanh": lambda: (mp.sech(x) ** 2, -2 * f * mp.sech(x) ** 2),
        "asinh": lambda: ((1 + x**2) ** (-mpf(1) / 2), -x * (1 + x**2) ** (-mpf(3) / 2)),
        "acosh": lambda: ((x**2 - 1) ** (-mpf(1) / 2), -x * (x**2 - 1) ** (-mpf(3) / 2)),
        "atanh": lambda: (1 / (1 - x**2), 2 * x / (1 - x**2) ** 2),
    }[name]()
    return chain(a, f, d1, d2)


def binary_jet(name, a, b):
    x, y, zero, one = a.v, b.v, mpf(0), mpf(1)
    f = BINARY[name](x, y)
    if name == "+":
        return chain2(a, b, f, one, one, zero, zero, zero)
    if name == "-":
        return chain2(a, b, f, one, -one, zero, zero, zero)
    if name == "*":
        return chain2(a, b, f, y, x, zero, one, zero)
    if name == "/":
        return chain2(a, b, f, 1 / y, -x / y**2, zero, -1 / y**2, 2 * x / y**3)
    if name == "atan2":
        r = x**2 + y**2
        return chain2(a, b, f, y / r, -x / r, -2 * x * y / r**2, (x**2 - y**2) / r**2, 2 * x * y / r**2)
    log = mp.log(x)
    return chain2(a, b, f, y * f / x, f * log, y * (y - 1) * f / x**2, f / x * (1 + y * log), f * log**2)


class tree:
    def __init__(self, what, *children):
        self.what, self.children = what, children

    def postfix(self):
        return " ".join([c.postfix() for c in self.children] + [self.what])

    def infix(self):
        c = [x.infix() for x in self.children]
        if not c:
            return self.what
        if self.what == "neg":
            return "(-" + c[0] + ")"
        if self.what == "pow":
            return "(" + c[0] + ")^(" + c[1] + ")"
        if len(c) == 2 and self.what != "atan2":
            return "(" + c[0] + " " + self.what + " " + c[1] + ")"
        return self.what + "(" + ", ".join(c) + ")"

    def value(self, x):
        c = [t.value(x) for t in self.children]
        if not c:
            return leaf(self.what, x)
        return UNARY[self.what](*c) if len(c) == 1 else BINARY[self.what](*c)

    def jet(self, x):
        c = [t.jet(x) for t in self.children]
        if not c:
            noise, jet.noise = jet.noise, None
            j = jet(leaf(self.what, x))
            jet.noise = noise
            if self.what[0] == "x":
                j.g[int(self.what[1])] = mpf(1)
            if noise and self.what in ("x0", "x1", "x2", "pi", "0.1"):  # the others are exact in binary
                j.v *= 1 + noise()
            return j
        return unary_jet(self.what, *c) if len(c) == 1 else binary_jet(self.what, *c)


def leaf(what, x):
    if what[0] == "x":
        return x[int(what[1])]
    return mp.pi + 0 if what == "pi" else mpf(what)


def grow(rng, depth, x):
    """A random tree of at most this depth that is safe at x and near it, with its value there."""
    if depth <= 0 or rng.random() < 0.06:
        what = rng.choice(["x0", "x1", "x2"] * 3 + ["0.1", "3", "2.5", "7", "0.375", "pi"])
        return tree(what)
    if rng.random() < 0.5:
        a = grow(rng, depth - 1, x)
        name = rng.choice(list(UNARY))
        v = a.value(x)
        one = tree("1")
        if name in ("exp", "sinh", "cosh") and abs(v) > 4 or name == "tan" and (abs(mp.cos(v)) < 0.2 or abs(v) > 100):
            a = tree("sin", a)
        elif name in ("asin", "acos", "atanh") and abs(v) > 0.9:
            a = tree("/", a, tree("sqrt", tree("+", tree("*", a, a), tree("3"))))
            a = a if abs(a.value(x)) < 0.95 else tree("*", tree("0.75"), a)
        elif name in ("sqrt", "log") and v < 0.1:
            a = tree("+", tree("*", a, a), tree("0.5"))
        elif name == "acosh" and v < 1.1:
            a = tree("+", tree("*", a, a), tree("1.5"))
        elif name == "tanh" and abs(v) > 5:
            a = tree("atan", a)
        return tree(name, a)
    a = grow(rng, depth - 1, x)
    b = grow(rng, depth - 1 - rng.randrange(3), x) if rng.random() < 0.9 else a
    name = rng.choice(list(BINARY) + ["*", "+", "-"])
    va, vb = a.value(x), b.value(x)
    if name == "/" and abs(vb) < 0.1:
        b = tree("+", tree("cosh", tree("sin", b)), tree("0.5"))
    if name == "atan2" and (abs(va) < 0.05 and vb < 0.05):
        b = tree("+", tree("*", b, b), tree("2"))
    if name == "pow":
        if rng.random() < 0.5:  # whole and half exponents have programs of their own
            b = tree(rng.choice(["2", "3", "5", "0.5", "1.5", "-1", "-2", "-0.5", "17"]))
        elif abs(vb) > 3:
            b = tree("sin", b)
        whole = b.what in ("2", "3", "5", "-1", "-2", "17")
        if va < 0.2 and not (whole and va < -0.2):
            a = tree("+", tree("*", a, a), tree("0.75"))
    return tree(name, a, b)


def programs():
    rng = random.Random(20251122)
    mp.dps = 130
    chosen = []
    while len(chosen) < 100:
        depth = 3 + len(chosen) % 10
        x_text = [rng.choice(["", "-"]) + "%d.%04d" % (rng.randrange(3), rng.randrange(1, 10000)) for _ in range(N)]
        x = [mpf(t) for t in x_text]
        t = grow(rng, depth, x)
        size = len(t.postfix().split())
        if not all("x%d" % i in t.postfix() for i in range(N)) or size > 400:
            continue
        jet.noise = None
        try:
            exact = t.jet(x).parts()
            if not all(isinstance(p, mpf) for p in exact) or any(abs(p) > mpf(10) ** 8 for p in exact):
                continue
            unit = mpf(10) ** -60
            worst = [mpf(0)] * len(exact)
            for run in range(8):
                jet.noise = lambda: unit * rng.choice([-1, 1])
                for k, p in enumerate(t.jet(x).parts()):
                    worst[k] = max(worst[k], abs(p - exact[k]) / unit)
            jet.noise = None
            if any(w > 1000 * abs(p) for w, p in zip(worst, exact) if p != 0):
                continue
            check(t, x, exact)
        except (ZeroDivisionError, TypeError, ValueError, AttributeError):  # outside the domain
            jet.noise = None
            continue
        chosen.append([t.postfix(), t.infix(), " ".join(x_text), " ".join(text(p) for p in exact),
                       " ".join(mpmath.nstr(w, 4) for w in worst)])
    with open(os.path.join(HERE, "programs.tsv"), "w") as out:
        out.write(HEADER + "# postfix, infix, inputs, value gradient Hessian, error\n")
        for row in chosen:
            out.write("\t".join(row) + "\n")
    print(len(chosen), "formulas of", sum(len(r[0].split()) for r in chosen), "tokens")


def check(t, x, exact):
    """Compares with mp.diff, which knows no rule."""
    def near(a, b):
        if abs(a - b) > mpf(10) ** -90 * max(abs(a), abs(b), 1):
            raise SystemExit("mp.diff differs: " + t.infix() + " " + str((a, b)))

    with mp.workdps(110):
        f = lambda *at: t.value(at)
        for i in range(N):
            order = [0] * N
            order[i] = 1
            near(mp.diff(f, tuple(x), tuple(order)), exact[1 + i])
        for n, (i, k) in enumerate(PAIRS):
            order = [0] * N
            order[i] += 1
            order[k] += 1
            near(mp.diff(f, tuple(x), tuple(order)), exact[1 + N + n])


if __name__ == "__main__":
    rules()
    programs()
