#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Stability limits by mpmath: writes limits.csv, and the files of systems and schemes that its commands name.

Nothing of Plumbline is used. Each scheme is written down here from its tableau, its words or its discrete Lagrangian, applied
to a linear system, and the limits are roots: of |R(i z)|^2 - 1 for Runge-Kutta methods, of 1 - (tr/2)^2 for maps of the
oscillator with determinant 1, generalised eigenvalues for Lobatto's members, and of the conditions of a reciprocal polynomial
of degree four where a gyroscopic term couples two oscillators. Coefficients that have no closed form come from the order
conditions, by Gauss-Newton over words in Y1, Y3, Y5, Y7.

Columns: the command after `plumbline measure stability-limit` ("@/" is this folder), the name of the value, the value.
"""
import itertools
import pathlib
from fractions import Fraction as F

import mpmath as mp

mp.mp.dps = 320
HERE = pathlib.Path(__file__).resolve().parent
OUT = 115
rows = []


def text(x):
    return x if isinstance(x, str) else mp.nstr(x, OUT, strip_zeros=True, min_fixed=-200, max_fixed=200)


def add(command, ends, scale=1):
    """`ends`: limit, begin and end of the second window, and so on; "inf" where there is none."""
    names = ["stability-limit"] + [f"window{k // 2 + 2}-{'to' if k % 2 else 'from'}" for k in range(len(ends) - 1)]
    for name, end in zip(names, ends):
        rows.append((command, name, text(end if isinstance(end, str) else end / mp.mpf(scale))))


# polynomials, lowest power first
def times(p, q):
    r = [0] * (len(p) + len(q) - 1)
    for i, a in enumerate(p):
        for j, b in enumerate(q):
            r[i + j] += a * b
    return r


def plus(p, q):
    return [a + b for a, b in itertools.zip_longest(p, q, fillvalue=0)]


def number(x):
    return mp.mpf(x.numerator) / x.denominator if isinstance(x, F) else mp.mpf(x)


def positive_roots(p):
    """The real positive roots of odd multiplicity."""
    p = [number(x) for x in p]
    while abs(p[-1]) < mp.mpf(10) ** -250:
        p.pop()
    while abs(p[0]) < mp.mpf(10) ** -250:
        p.pop(0)
    found = sorted(r.real for r in mp.polyroots(p[::-1], maxsteps=2000, extraprec=3000)
                   if abs(r.imag) < mp.mpf(10) ** -130 * abs(r) and r.real > 0)
    simple = []
    for r in found:
        if simple and abs(simple[-1] - r) < mp.mpf(10) ** -100 * r:
            simple.pop()
        else:
            simple.append(r)
    return simple


def value(p, x):
    return mp.polyval([number(a) for a in p[::-1]], x)


# Runge-Kutta methods
def stability_function(A, b):
    """R(z) = 1 + sum z^(k+1) b A^k 1, of an explicit method."""
    v = [F(1)] * len(b)
    R = [F(1)]
    while any(v):
        R.append(sum(x * y for x, y in zip(b, v)))
        v = [sum(F(a) * y for a, y in zip(row, v)) for row in A]
    return R


def limit_along(R, mu):
    """The first h > 0 at which |R(h mu)| passes 1; 0 where all small steps grow."""
    p = [[0], [0]]
    power = (mp.mpf(1), mp.mpf(0))
    re, im = [], []
    for c in R:
        re.append(number(c) * power[0])
        im.append(number(c) * power[1])
        power = (power[0] * mu[0] - power[1] * mu[1], power[0] * mu[1] + power[1] * mu[0])
    p = plus(plus(times(re, re), times(im, im)), [-1])
    lead = next(x for x in p if abs(x) > mp.mpf(10) ** -250)
    return mp.mpf(0) if lead > 0 else positive_roots(p)[0]


EXPLICIT = {
    "heun": ([[], [1]], [F(1, 2), F(1, 2)]),
    "heun-3": ([[], [F(1, 3)], [0, F(2, 3)]], [F(1, 4), 0, F(3, 4)]),
    "kutta-3-8": ([[], [F(1, 3)], [F(-1, 3), 1], [1, -1, 1]], [F(1, 8), F(3, 8), F(3, 8), F(1, 8)]),
    "rk4": ([[], [F(1, 2)], [0, F(1, 2)], [0, 0, 1]], [F(1, 6), F(1, 3), F(1, 3), F(1, 6)]),
    "bogacki-shampine": ([[], [F(1, 2)], [0, F(3, 4)], [F(2, 9), F(1, 3), F(4, 9)]], [F(2, 9), F(1, 3), F(4, 9), 0]),
    "fehlberg": ([[], [F(1, 4)], [F(3, 32), F(9, 32)], [F(1932, 2197), F(-7200, 2197), F(7296, 2197)],
                  [F(439, 216), -8, F(3680, 513), F(-845, 4104)],
                  [F(-8, 27), 2, F(-3544, 2565), F(1859, 4104), F(-11, 40)]],
                 [F(25, 216), 0, F(1408, 2565), F(2197, 4104), F(-1, 5), 0]),
    "dormand-prince": ([[], [F(1, 5)], [F(3, 40), F(9, 40)], [F(44, 45), F(-56, 15), F(32, 9)],
                        [F(19372, 6561), F(-25360, 2187), F(64448, 6561), F(-212, 729)],
                        [F(9017, 3168), F(-355, 33), F(46732, 5247), F(49, 176), F(-5103, 18656)],
                        [F(35, 384), 0, F(500, 1113), F(125, 192), F(-2187, 6784), F(11, 84)]],
                       [F(35, 384), 0, F(500, 1113), F(125, 192), F(-2187, 6784), F(11, 84), 0]),
}


# maps of the oscillator with determinant 1
def trace_of_words(drifts, kicks):
    """tr of the product of q += a z p, p -= b z q, ..., in y = z^2."""
    m = [[[1], [0]], [[0], [1]]]  # rows (q, p); what is odd in z has a factor z left out
    for a, b in itertools.zip_longest(drifts, kicks, fillvalue=0):
        # q' = q + a z p: the part with z p is kept as y-polynomial times z
        m = [[plus(m[0][0], [a * x for x in [0] + m[1][0]]), plus(m[0][1], [a * x for x in m[1][1]])], m[1]]
        m = [m[0], [plus(m[1][0], [-b * x for x in m[0][0]]), plus(m[1][1], [-b * x for x in [0] + m[0][1]])]]
    return plus(m[0][0], m[1][1])


def ends_of_trace(trace, reach):
    p = plus([4], [-x for x in times(trace, trace)])
    return [z for z in (mp.sqrt(y) for y in positive_roots(p)) if z < reach]


def whole_windows(ends):
    """All ends of the windows that begin before the last one."""
    return ends if len(ends) % 2 else ends[:-1]


def strang(gammas):
    drifts, kicks = [mp.mpf(0)], [gammas[0] / 2]
    for i, g in enumerate(gammas):
        drifts.append(g)
        kicks.append((g + gammas[i + 1]) / 2 if i + 1 < len(gammas) else g / 2)
    return drifts, kicks


def conditions(outer, weight):
    """Coefficients of all words with a letter beside Y1 in the product of exp(w Y1 + w^3 Y3 + ...), up to the weight."""
    letters = list(range(1, weight + 1, 2))

    def product(p, q):
        r = {}
        for u, a in p.items():
            for v, b in q.items():
                if sum(u) + sum(v) <= weight:
                    r[u + v] = r.get(u + v, 0) + a * b
        return r

    def exponential(w):
        x = {(k,): w ** k for k in letters}
        total, term = {(): mp.mpf(1)}, {(): mp.mpf(1)}
        for n in range(1, weight + 1):
            term = {u: a / n for u, a in product(term, x).items()}
            for u, a in term.items():
                total[u] = total.get(u, 0) + a
        return total

    gammas = list(outer) + [1 - 2 * sum(outer)] + list(outer)[::-1]
    all_ = {(): mp.mpf(1)}
    for w in gammas:
        all_ = product(all_, exponential(w))
    words = sorted(u for u in all_ if any(k > 1 for k in u))
    return [all_[u] for u in words]


def composition(start, order):
    """The coefficients near `start`, by Gauss-Newton at rising precision."""
    x = [mp.mpf(s) for s in start]
    for dps in (40, 40, 60, 110, 210, 320):
        with mp.workdps(dps):
            f = mp.matrix(conditions(x, order - 1))
            step = mp.mpf(10) ** (-dps // 2)
            J = mp.matrix(len(f), len(x))
            for j in range(len(x)):
                moved = list(x)
                moved[j] += step
                g = conditions(moved, order - 1)
                moved[j] -= 2 * step
                e = conditions(moved, order - 1)
                for i in range(len(f)):
                    J[i, j] = (g[i] - e[i]) / (2 * step)
            d = mp.lu_solve(J.T * J, -(J.T * f))
        x = [a + b for a, b in zip(x, d)]
    defect = max(abs(c) for c in conditions(x, order - 1))
    assert defect < mp.mpf(10) ** -150, defect
    return list(x) + [1 - 2 * sum(x)] + list(x)[::-1]


# Lobatto's members: the discrete Lagrangian of polynomials through the nodes
def lobatto_nodes(n):
    """Nodes and weights on [0, 1], n + 1 of them."""
    legendre = lambda x: mp.legendre(n, x)
    inner = []
    poly = mp.taylor(legendre, 0, n)
    slope = [k * c for k, c in enumerate(poly)][1:]
    inner = sorted(r.real for r in mp.polyroots(slope[::-1], maxsteps=500, extraprec=2000)) if n > 1 else []
    x = [mp.mpf(-1)] + inner + [mp.mpf(1)]
    w = [2 / (n * (n + 1) * mp.polyval(poly[::-1], t) ** 2) for t in x]
    return [(t + 1) / 2 for t in x], [c / 2 for c in w]


def slopes_of_basis(x):
    """D_ij = l_j'(x_i)."""
    n = len(x)
    D = mp.matrix(n, n)
    for i in range(n):
        for j in range(n):
            total = mp.mpf(0)
            for m in range(n):
                if m != j:
                    term = 1 / (x[j] - x[m])
                    for k in range(n):
                        if k not in (j, m):
                            term *= (x[i] - x[k]) / (x[j] - x[k])
                    total += term
            D[i, j] = total
    return D


def lobatto_ends(n, reach):
    """cos(theta) of the oscillator is 1 or -1 at the eigenvalues of K v = y W v with free and with fixed ends."""
    x, w = lobatto_nodes(n)
    D = slopes_of_basis(x)
    K = D.T * mp.diag(w) * D
    ends = []
    for inside in (range(n + 1), range(1, n)):
        if len(inside):
            S = mp.matrix(len(inside), len(inside))
            for a, i in enumerate(inside):
                for b, j in enumerate(inside):
                    S[a, b] = K[i, j] / mp.sqrt(w[i] * w[j])
            ends += [mp.sqrt(y) for y in mp.eigsy(S, eigvals_only=True) if y > mp.mpf(10) ** -100]
    return [z for z in sorted(ends) if z < reach]


# two oscillators and a gyroscopic term, by the member of degree 2 (Simpson)
def gyroscopic_step(g, k, h):
    x, w = [mp.mpf(0), mp.mpf(1) / 2, mp.mpf(1)], [mp.mpf(1) / 6, mp.mpf(2) / 3, mp.mpf(1) / 6]
    D = slopes_of_basis(x) / h
    S = mp.matrix(6, 6)  # the Hessian of the discrete Lagrangian in (q0, qm, q1)
    for i in range(3):
        for a in range(2):
            S[2 * i + a, 2 * i + a] -= h * w[i] * k[a]
            for m in range(3):
                # g/2 (x v_y - y v_x)
                other, sign = 1 - a, 1 - 2 * a
                S[2 * i + a, 2 * m + other] += h * w[i] * sign * g / 2 * D[i, m]
                S[2 * m + other, 2 * i + a] += h * w[i] * sign * g / 2 * D[i, m]
                for j in range(3):
                    S[2 * m + a, 2 * j + a] += h * w[i] * D[i, m] * D[i, j]
    part = lambda r, c: S[2 * r:2 * r + 2, 2 * c:2 * c + 2]
    inverse = part(1, 1) ** -1
    E = lambda r, c: part(r, c) - part(r, 1) * inverse * part(1, c)
    # p0 = -(E00 q0 + E01 q1), p1 = E10 q0 + E11 q1
    B = E(0, 2) ** -1
    A = mp.matrix(4, 4)
    A[0:2, 0:2] = -(B * E(0, 0))
    A[0:2, 2:4] = -B
    A[2:4, 0:2] = E(2, 0) - E(2, 2) * B * E(0, 0)
    A[2:4, 2:4] = -(E(2, 2) * B)
    return A


def reciprocal_conditions(A):
    """p(2), p(-2) and the discriminant of p(w) of degree two, w = lambda + 1/lambda."""
    n = 4
    t1 = sum(A[i, i] for i in range(n))
    square = A * A
    t2 = sum(square[i, i] for i in range(n))
    c = (t1 * t1 - t2) / 2 - 2
    return [4 - 2 * t1 + c, 4 + 2 * t1 + c, t1 * t1 - 4 * c], t1


def gyroscopic_ends(g, k, reach):
    def conditions_at(h):
        return reciprocal_conditions(gyroscopic_step(mp.mpf(g), [mp.mpf(x) for x in k], h))

    def is_stable(h):
        f, t = conditions_at(h)
        return all(x >= 0 for x in f) and abs(t) <= 4

    ends, why = [], []
    count = 2000
    with mp.workdps(40):
        grid = [mp.mpf(reach) * (i + mp.mpf("0.3137")) / count for i in range(count)]
        seen = [is_stable(h) for h in grid]
    for i in range(count - 1):
        if seen[i] == seen[i + 1]:
            continue
        a, b = grid[i], grid[i + 1]
        with mp.workdps(40):
            for _ in range(20):
                m = (a + b) / 2
                a, b = (m, b) if is_stable(m) == seen[i] else (a, m)
            fa, fb = conditions_at(a)[0], conditions_at(b)[0]
        which = next(j for j in range(3) if fa[j] * fb[j] < 0)
        with mp.workdps(200):
            ends.append(mp.findroot(lambda h: conditions_at(h)[0][which], (a, b), solver="anderson",
                                    tol=mp.mpf(10) ** -300, maxsteps=200, verify=False))
        why.append(which)
    print("gyroscopic", g, k, [(mp.nstr(e, 8), ["+1", "-1", "collision"][w]) for e, w in zip(ends, why)])
    return ends


# Newmark's method on m x'' + c x' + k x = 0, gamma = 1/2
def newmark_damped(beta, c, k, bracket):
    beta, c, k = number(beta), mp.mpf(c), mp.mpf(k)

    def beyond_minus_one(h):
        A = mp.matrix(2, 2)
        for column, (x, v) in enumerate(((mp.mpf(1), mp.mpf(0)), (mp.mpf(0), mp.mpf(1)))):
            a = -(c * v + k * x)
            xp = x + h * v + h * h / 2 * (1 - 2 * beta) * a
            vp = v + h / 2 * a
            a1 = -(c * vp + k * xp) / (1 + h / 2 * c + h * h * beta * k)
            A[0, column] = xp + h * h * beta * a1
            A[1, column] = vp + h / 2 * a1
        return 1 + A[0, 0] + A[1, 1] + A[0, 0] * A[1, 1] - A[0, 1] * A[1, 0]

    with mp.workdps(200):
        return mp.findroot(beyond_minus_one, bracket, solver="anderson", tol=mp.mpf(10) ** -300, maxsteps=200,
                           verify=False)


def write(name, content):
    (HERE / name).write_text("# SPDX-FileCopyrightText: 2026 The Plumbline authors\n# SPDX-License-Identifier: BSL-1.0\n" +
                             content)


def write_files():
    write("equal.toml", "M = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]\nK = [[16, 0, 0], [0, 16, 0], [0, 0, 16]]\n")
    n = 5
    K = [[2 if i == j else -1 if abs(i - j) == 1 else 0 for j in range(n)] for i in range(n)]
    M = [[1 if i == j else 0 for j in range(n)] for i in range(n)]
    write("chain.toml", f"M = {M}\nK = {K}\n")
    write("gyroscope.toml",
          'name = "gyroscope"\ncoordinates = ["x", "y"]\nlagrangian = "(dot(x)^2 + dot(y)^2)/2 + g*(x*dot(y) - y*dot(x))/2 '
          '- k*x^2/2 - y^2"\n[parameters]\ng = 1\nk = 1\n[start]\nx = 1\n')
    write("decay.toml", 'name = "decay"\ncoordinates = ["x"]\n[equations]\nx = "-5*x"\n')
    write("spiral.toml", 'name = "spiral"\ncoordinates = ["x", "y"]\n[equations]\nx = "-x - 3*y"\ny = "3*x - y"\n[start]\nx = 1\n')
    write("species.toml", 'name = "species"\ncoordinates = ["x", "y"]\n[equations]\nx = "x*(1 - y)"\ny = "y*(x - 1)"\n'
                          '[start]\nx = 2\ny = 1\n')
    write("nystrom-4.toml",
          'name = "nystrom-4"\nkind = "nystrom"\nc = [0, "1/2", 1]\nA = [[], ["1/8"], [0, "1/2"]]\n'
          'bbar = ["1/6", "1/3", 0]\nb = ["1/6", "2/3", "1/6"]\n')
    write("printed-splitting.toml",
          'name = "printed-splitting"\nkind = "splitting"\na = [0, "0.40518861839525227722", "-0.28714404081652408900", '
          '"0.40518861839525227722", "0.47676680402601953456"]\n'
          'b = ["0.11899026712348276", "0.5", "0.11", "0.27100973287651724"]\n')


def nystrom_limit():
    """Nystrom's method of order 4 (Hairer, Norsett & Wanner I, II.14) on q'' = -q: the 2 x 2 matrix in z."""
    A, bbar, b, c = [[], [F(1, 8)], [0, F(1, 2)]], [F(1, 6), F(1, 3), 0], [F(1, 6), F(2, 3), F(1, 6)], [0, F(1, 2), 1]
    # stages g_i = q + c_i (z p) - y sum a_ij g_j, as polynomials in y for q and for z p
    g = []
    for i in range(3):
        part = [[F(1)], [F(c[i])]]
        for j, a in enumerate(A[i]):
            part = [plus(part[s], [0] + [-F(a) * x for x in g[j][s]]) for s in range(2)]
        g.append(part)
    q = [[F(1)], [F(1)]]
    p = [[F(0)], [F(1)]]  # z p'
    for i in range(3):
        q = [plus(q[s], [0] + [-F(bbar[i]) * x for x in g[i][s]]) for s in range(2)]
        p = [plus(p[s], [0] + [-F(b[i]) * x for x in g[i][s]]) for s in range(2)]
    trace = plus(q[0], p[1])
    det = plus(times(q[0], p[1]), [-x for x in times(q[1], p[0])])
    borders = [plus(det, [-1]), plus(plus([1], trace), det), plus(plus([1], [-x for x in trace]), det)]
    lead = next(x for x in borders[0] if x)
    return mp.mpf(0) if lead > 0 else mp.sqrt(min(y for f in borders for y in positive_roots(f)))


def main():
    write_files()
    unit = "harmonic-oscillator --set k=1 --scheme "
    omega4 = "harmonic-oscillator --scheme "
    for name in ("leapfrog", "symplectic-euler-a", "symplectic-euler-b", "central-difference", "standard-projection"):
        add(unit + name, [mp.mpf(2)])
    add(omega4 + "leapfrog", [mp.mpf(2)], 4)
    add("harmonic-oscillator --set k=2 --scheme leapfrog", [mp.mpf(2)], mp.sqrt(2))
    add("harmonic-oscillator --set k=1/3 --set m=5 --scheme leapfrog", [mp.mpf(2)], mp.sqrt(mp.mpf(1) / 15))
    add("pendulum --scheme leapfrog", [mp.mpf(2)], 2 * mp.pi)
    simpson = [2 * mp.sqrt(2), 2 * mp.sqrt(3), 2 * mp.sqrt(6)]
    add(unit + "simpson", simpson)
    add("pendulum --scheme simpson", simpson, 2 * mp.pi)
    add(unit + "lobatto-iiia-iiib", simpson)
    for beta in (F(1, 12), F(1, 8), F(1, 6), F(1, 5), F(6, 25)):
        add(f"{unit}newmark --set beta={beta}", [2 / mp.sqrt(1 - 4 * number(beta))])
    add(unit + "fox-goodwin", [mp.sqrt(6)])
    add(unit + "linear-acceleration", [2 * mp.sqrt(3)])
    # gamma > 1/2: the limit of the undamped oscillator is 1/sqrt(gamma/2 - beta) (Hughes 1987, 9.1)
    add(unit + "newmark --set beta=1/10 --set gamma=3/5", [mp.sqrt(5)])
    add(unit + "newmark --set beta=1/5 --set gamma=7/10", [mp.sqrt(mp.mpf(20) / 3)])
    for name in ("midpoint", "newmark", "galerkin-gauss", "gauss-collocation", "gauss-collocation --set stages=3", "radau-iia", "radau-ia",
                 "lobatto-iiic", "lobatto-iiia", "discrete-gradient", "exact-oscillator"):
        add(unit + name, ["inf"])

    for name, (A, b) in EXPLICIT.items():
        R = stability_function(A, b)
        add(unit + name, [limit_along(R, (mp.mpf(0), mp.mpf(1)))])
    rk4 = stability_function(*EXPLICIT["rk4"])
    on_axis = limit_along(rk4, (mp.mpf(0), mp.mpf(1)))
    add(unit + "rk4-velocity", [on_axis])
    add("@/species.toml --scheme rk4", [on_axis])
    add("@/chain.toml".join(["quadratic --matrices ", " --scheme rk4"]), [on_axis], 2 * mp.sin(5 * mp.pi / 12))
    for name in ("rk4", "heun", "heun-3", "dormand-prince"):
        R = stability_function(*EXPLICIT[name])
        add("@/decay.toml --scheme " + name, [limit_along(R, (mp.mpf(-5), mp.mpf(0)))])
        add("@/spiral.toml --scheme " + name, [limit_along(R, (mp.mpf(-1), mp.mpf(3)))])
        add("damped-forced-oscillator --scheme " + name, [limit_along(R, (mp.mpf(-2), mp.mpf(3)))])
    add("harmonic-oscillator --set k=1 --scheme @/nystrom-4.toml", [nystrom_limit()])

    third = mp.cbrt(2)
    w = 1 / (2 - third)
    triple = ends_of_trace(trace_of_words([w / 2, (1 - w) / 2, (1 - w) / 2, w / 2], [w, 1 - 2 * w, w]), 18)
    add(unit + "forest-ruth", whole_windows(triple))
    add(unit + "yoshida-4", whole_windows(ends_of_trace(trace_of_words(*strang([w, 1 - 2 * w, w])), 18)))
    w = 1 / (4 - mp.cbrt(4))
    add(unit + "suzuki-4", whole_windows(ends_of_trace(trace_of_words(*strang([w, w, 1 - 4 * w, w, w])), 18)))
    add(unit + "ruth-3", whole_windows(ends_of_trace(
        trace_of_words([F(0), F(2, 3), F(-2, 3), F(1)], [F(7, 24), F(3, 4), F(-1, 24)]), 15)))
    r = mp.sqrt(19)
    half = [(14 - r) / 108, (146 + 5 * r) / 540, (-23 - 20 * r) / 270, (-2 + 10 * r) / 135, mp.mpf(1) / 5]
    # symplectic Euler maps and, in turns, their adjoints: q p, p q, q p, p q ...
    g = half + half[::-1]
    pairs = lambda x: [a + b for a, b in zip(x[::2], x[1::2])]
    add(unit + "mclachlan-4", whole_windows(ends_of_trace(trace_of_words([g[0]] + pairs(g[1:-1]) + [g[-1]], pairs(g)), 18)))
    words = (["0", "0.40518861839525227722", "-0.28714404081652408900", "0.40518861839525227722", "0.47676680402601953456"],
             ["0.11899026712348276", "0.5", "0.11", "0.27100973287651724"])
    add(unit + "@/printed-splitting.toml",
        whole_windows(ends_of_trace(trace_of_words(*[[F(x) for x in part] for part in words]), 6))[:1])
    compositions = {
        "yoshida-6": (6, ["0.784513610477560", "0.235573213359357", "-1.17767998417887"]),
        "yoshida-8": (8, ["0.914844246229740", "0.253693336566229", "-1.44485223686048", "-0.158240635368243",
                          "1.93813913762276", "-1.96061023297549", "0.102799849391985"]),
        "mclachlan-8": (8, ["0.74167036435061295344822780", "-0.40910082580003159399730010", "0.19075471029623837995387626",
                            "-0.57386247111608226665638773", "0.29906418130365592384446354", "0.33462491824529818378495798",
                            "0.31529309239676659663205666"]),
    }
    for name, (order, start) in compositions.items():
        ends = ends_of_trace(trace_of_words(*strang(composition(start, order))), 6 + 3 * order)
        add(unit + name, whole_windows(ends))
    for degree in (2, 3, 4, 5, 6):
        add(f"{unit}lobatto --set degree={degree}", whole_windows(lobatto_ends(degree, 6 * (degree + 1))))

    rods = mp.mpf("9.81") / (2 * mp.pi) ** 2
    mass = mp.matrix([[2 * rods ** 2, rods ** 2], [rods ** 2, rods ** 2]])
    stiffness = mp.matrix([[2 * mp.mpf("9.81") * rods, 0], [0, mp.mpf("9.81") * rods]])
    B = mass ** -1 * stiffness
    t, d = B[0, 0] + B[1, 1], B[0, 0] * B[1, 1] - B[0, 1] * B[1, 0]
    fastest = mp.sqrt((t + mp.sqrt(t * t - 4 * d)) / 2)
    add("linear-double-pendulum --scheme leapfrog", [mp.mpf(2)], fastest)
    add("linear-double-pendulum --scheme rk4", [on_axis], fastest)
    add("linear-double-pendulum --scheme newmark --set beta=1/12", [mp.sqrt(6)], fastest)
    # Simpson: both modes must be in a window
    slowest = mp.sqrt((t - mp.sqrt(t * t - 4 * d)) / 2)
    assert simpson[0] / slowest > simpson[2] / fastest
    add("linear-double-pendulum --scheme simpson", simpson, fastest)
    add("double-pendulum --scheme simpson", simpson, fastest)
    add("quadratic --matrices @/equal.toml --scheme leapfrog", [mp.mpf(2)], 4)
    add("quadratic --matrices @/equal.toml --scheme simpson", simpson, 4)
    add("quadratic --matrices @/equal.toml --scheme forest-ruth", triple[:1], 4)
    add("quadratic --matrices @/chain.toml --scheme leapfrog", [mp.mpf(2)], 2 * mp.sin(5 * mp.pi / 12))
    for g, k in ((1, 1), (3, 1), (F(1, 5), F(9, 5))):
        command = f"@/gyroscope.toml --set g={g} --set k={k} --scheme simpson"
        add(command, whole_windows(gyroscopic_ends(number(g), [number(k), 2], 18 / mp.sqrt(2)))[:3])
    for beta, bracket in ((F(1, 10), ("0.55", "1.0")), (F(1, 6), ("0.8", "1.3"))):
        add(f"damped-forced-oscillator --scheme newmark --set beta={beta}",
            [newmark_damped(beta, 4, 13, tuple(mp.mpf(x) for x in bracket))])

    with open(HERE / "limits.csv", "w", encoding="utf-8") as file:
        file.write("command,name,value\n")
        for row in rows:
            file.write(",".join(row) + "\n")
    print(len(rows), "ends of windows,", len({row[0] for row in rows}), "commands")


main()
