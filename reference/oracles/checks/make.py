#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Check values of the report that no paper prints, by mpmath and nothing of Plumbline's: prints values.csv.

Written from the papers' equations: QL (31), (42), (49); SL's discrete Hamilton equations; NX (24), (25), (19), (50); TOP's
Table 3 with the cubic of Whittaker. Linear schemes are 2 x 2 or 4 x 4 matrices here, not steps that solve equations.

    python3 make.py > values.csv        # a minute
"""

from mpmath import acos, cos, ellipk, elliprf, eye, inverse, matrix, mp, mpf, nstr, pi, polyroots, quad, sin, sqrt

mp.dps = 40
rows = []


def give(experiment, key, value, digits=12):
    rows.append((experiment, key, nstr(value, digits, min_fixed=-4, max_fixed=6)))


# ---------------------------------------------------------------------------- NX: the oscillator x'' = -16 x, h = 0.03
def newmark_matrix(h, beta, k):
    """(x, v) -> (x, v) of Newmark's method with gamma = 1/2 and a = -k x."""
    # a1 (1 + beta h^2 k) = -k (x + h v + h^2 (1/2 - beta) a), a = -k x
    d = 1 + beta * h**2 * k
    ax = -k * (1 - h**2 * (mpf(1) / 2 - beta) * k) / d
    av = -k * h / d
    return matrix([[1 + h**2 * ((mpf(1) / 2 - beta) * -k + beta * ax), h + h**2 * beta * av],
                   [h / 2 * (-k + ax), 1 + h / 2 * av]])


def romberg(blocks):
    table = [list(blocks)]
    for j in range(1, len(blocks)):
        f = mpf(4) ** j
        table.append([(f * b - a) / (f - 1) for a, b in zip(table[-1], table[-1][1:])])
    return table[-1][0]


def extrapolated(h, beta, k):
    return romberg([newmark_matrix(h / n, beta, k) ** n for n in (1, 2, 4, 8)])


def areas(step, steps, weight, every):
    """Error areas of x, v, a and the energy over the samples t = 0.03 i, i = 1 ... 99998."""
    a11, a12, a21, a22 = step[0, 0], step[0, 1], step[1, 0], step[1, 1]
    c, s = cos(mpf(12) / 100), sin(mpf(12) / 100)
    x, v = mpf(1), mpf(0)
    ex, ev = mpf(1), mpf(0)  # cos 4t, -sin 4t
    sums = [mpf(0)] * 4
    for _ in range(99998):
        x, v = a11 * x + a12 * v, a21 * x + a22 * v
        ex, ev = ex * c + ev * s, ev * c - ex * s
        dx = abs(x - ex)
        sums[0] += dx
        sums[1] += abs(v - 4 * ev)
        sums[2] += 16 * dx
        sums[3] += abs(v * v / 2 + 8 * x * x - 8)
    return [weight * each for each in sums]


mp.dps = 30
h = mpf(3) / 100
quarter, sixth = mpf(1) / 4, mpf(1) / 6
names = ("displacement", "velocity", "acceleration", "energy")
for experiment, beta in (("nx-table4", quarter), ("nx-table5", sixth)):
    for name, area in zip(names, areas(extrapolated(h, beta, 16), 1, h, 1)):
        give(experiment, f"{name}/extrapolation, exact", area)
        if beta == quarter and name != "acceleration":
            give("nx-table6", f"{name}/midpoint, exact", area)  # on a linear system the same map
for name, area in zip(names, areas(newmark_matrix(h / 15, quarter, 16) ** 15, 1, h, 1)):
    if name != "energy":
        give("nx-table4", f"{name}/standard, same weight", area)

# ------------------------------------------------------------------------------------------------------ NX: stability
for text, beta in (("0", mpf(0)), ("1/12", mpf(1) / 12), ("1/8", mpf(1) / 8), ("1/6", sixth), ("1/5", mpf(1) / 5)):
    give("nx-stability", f"limit {text}", 2 / sqrt(1 - 4 * beta))
unit = lambda z: extrapolated(mpf(z), quarter, 1)
det = lambda a: a[0, 0] * a[1, 1] - a[0, 1] * a[1, 0]
give("nx-stability", "det - 1", det(unit(mpf(12) / 100)) - 1)
give("nx-stability", "radius at 10", sqrt(det(unit(10))))
growth = det(unit(mpf(12) / 100)) - 1
give("nx-stability", "energy area from det", h * 8 * sum((1 + growth) ** i - 1 for i in range(1, 99999)))
for key, low, high in (("window from", 24, 26), ("window to", 27, 29)):
    low, high = mpf(low), mpf(high)
    sign = det(unit(low)) > 1
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if (det(unit(middle)) > 1) == sign else (low, middle)
    give("nx-stability", key, low)

# ------------------------------------------------------------------------------------------------- NX: bilinear spring
t1 = acos(mpf(2) / 3) / sqrt(mpf(5))
w = sqrt(mpf(10))
x_right = cos(w * (mpf(4) / 10 - t1)) - 5 / w * sin(w * (mpf(4) / 10 - t1))
v_right = -w * sin(w * (mpf(4) / 10 - t1)) - 5 * cos(w * (mpf(4) / 10 - t1))
give("nx-table10", "crossing", t1)
give("nx-table10", "right displacement", x_right, 18)
give("nx-table10", "right velocity", v_right, 18)


def bilinear(n, y, split):
    """n substeps of 0.04/n of Newmark's method, beta = 1/4, with force -5x - 5 beyond x = 1 and -10 x within."""
    def outer(x, v, s):
        m = newmark_matrix(s, quarter, 5)  # about x = -1
        return m[0, 0] * (x + 1) + m[0, 1] * v - 1, m[1, 0] * (x + 1) + m[1, 1] * v
    def inner(x, v, s):
        m = newmark_matrix(s, quarter, 10)
        return m[0, 0] * x + m[0, 1] * v, m[1, 0] * x + m[1, 1] * v
    x, v = y
    part = mpf(4) / 100 / n
    for _ in range(n):
        if x <= 1:
            x, v = inner(x, v, part)
            continue
        x1, v1 = outer(x, v, part)
        if x1 < 1 and split:
            low, high = mpf(0), part
            for _ in range(120):
                middle = (low + high) / 2
                low, high = (middle, high) if outer(x, v, middle)[0] > 1 else (low, middle)
            x1, v1 = inner(*outer(x, v, low), part - low)
        elif x1 < 1:  # over the boundary with one step: a1 = -10 x1
            a = -5 * x - 5
            # x1 = x + part v + part^2/4 (a + a1)
            x1 = (x + part * v + part**2 / 4 * a) / (1 + part**2 / 4 * 10)
            v1 = v + part / 2 * (a - 10 * x1)
        x, v = x1, v1
    return x, v


for split in (True, False):
    y = (mpf(2), mpf(0))
    for i in range(10):
        ends = [bilinear(n, y, split) for n in (1, 2, 4, 8)]
        y = (romberg([e[0] for e in ends]), romberg([e[1] for e in ends]))
    lost = y[1] ** 2 / 2 + 5 * y[0] ** 2 - mpf(35) / 2
    if split:
        give("nx-table10", "numerical displacement", y[0], 16)
        give("nx-table10", "energy lost", lost)
    else:
        give("nx-table10", "energy off without splitting", abs(lost))

# ------------------------------------------------------------------------- QL: the linear double pendulum, Simpson (31)
g, w0 = mpf(981) / 100, 2 * pi
l = g / w0**2
M = matrix([[2 * l * l, l * l], [l * l, l * l]])
K = matrix([[2 * g * l, 0], [0, g * l]])


def simpson_linear(h):
    L = eye(2) - h**2 / 8 * inverse(M) * K
    X = 2 / h * M - h / 6 * K
    Y = h / 3 * (K * inverse(L) + K / 2)
    return X, Y


def largest_energy_error(h, steps):
    X, Y = simpson_linear(h)
    Z = inverse(X + Y)
    p, q = [mpf(0), mpf(0)], [mpf(0), pi / 6]
    iM = inverse(M)
    # p + ... : A eta' = B eta with A = [[I, -X], [I, Y]], B = [[-I, -X], [I, -Y]]
    A = matrix(4, 4)
    B = matrix(4, 4)
    for i in range(2):
        A[i, i] = A[i + 2, i] = B[i + 2, i] = 1
        B[i, i] = -1
        for j in range(2):
            A[i, j + 2] = B[i, j + 2] = -X[i, j]
            A[i + 2, j + 2] = Y[i, j]
            B[i + 2, j + 2] = -Y[i, j]
    P = inverse(A) * B
    step = [[float(P[i, j]) for j in range(4)] for i in range(4)]  # double has ten digits more than are asked for
    im = [[float(iM[i, j]) for j in range(2)] for i in range(2)]
    k = [float(K[0, 0]), float(K[1, 1])]
    z = [0.0, 0.0, 0.0, float(pi / 6)]
    energy = lambda z: (sum(z[i] * im[i][j] * z[j] for i in range(2) for j in range(2)) + k[0] * z[2] ** 2
                        + k[1] * z[3] ** 2) / 2
    first = energy(z)
    worst = 0.0
    for _ in range(steps):
        z = [sum(step[i][j] * z[j] for j in range(4)) for i in range(4)]
        worst = max(worst, abs(energy(z) / first - 1))
    return worst


for text, h in (("0.1", mpf(1) / 10), ("0.05", mpf(1) / 20), ("0.025", mpf(1) / 40), ("0.01", mpf(1) / 100)):
    give("ql-fig6", f"h = {text}", mpf(largest_energy_error(h, int(1000 / h + mpf(1) / 2))), 8)
X, Y = simpson_linear(mpf(1) / 10)
zeta = X * inverse(X + Y) * Y
q0 = matrix([0, pi / 6])
give("ql-fig7", "phi0", (q0.T * zeta * q0)[0] / 2)
largest = w0 * sqrt(2 + sqrt(mpf(2)))
give("ql-stability", "sharp", 2 * sqrt(mpf(2)) / largest)
# eigenvalues of 2 x 2 symmetric matrices
extreme = lambda a, s: (a[0, 0] + a[1, 1]) / 2 + s * sqrt((a[0, 0] - a[1, 1]) ** 2 / 4 + a[0, 1] ** 2)
give("ql-stability", "bound 40", sqrt(8 * extreme(M, -1) / extreme(K, 1)))
give("ql-stability", "window begin", 2 * sqrt(mpf(3)))
give("ql-stability", "window end", 2 * sqrt(mpf(6)))

# --------------------------------------------------------------------------------- SL: the pendulum, m = 1, omega = 2 pi
period = 4 * ellipk(mpf(1) / 2) / w0
give("sl-table", "period", period)


def simpson_energy(meshes, periods):
    """Largest relative energy error, in double, by fixed-point iteration on the midpoint."""
    from math import cos as dcos, pi as dpi, sin as dsin
    om2 = (2 * dpi) ** 2
    force = lambda q: om2 * dsin(q)
    h = float(period) / meshes
    q, p = dpi / 2, 0.0
    first = p * p / 2 + om2 * (1 - dcos(q))
    worst = 0.0
    for _ in range(meshes * periods):
        right = q + h / 2 * p - h * h / 12 * force(q)
        m = right
        for _ in range(100):
            new = right - h * h / 24 * force(m)
            done = abs(new - m) < 1e-16
            m = new
            if done:
                break
        end = 2 * m - q - h * h / 4 * force(m)
        p -= h / 6 * (force(q) + 4 * force(m) + force(end))
        q = end
        worst = max(worst, abs((p * p / 2 + om2 * (1 - dcos(q))) / first - 1))
    return worst


for periods in (10, 1000):
    give("sl-energy", f"10 meshes, {periods} periods", mpf(simpson_energy(10, periods)), 6)

# ------------------------------------------------------------------------------------------- TOP: the exact motions
mp.dps = 30


def top(I, I3, weight, theta0, p_phi, p_psi, theta_rate):
    """Nutation period, half periods and turns from u'^2 = 2 m (u - u1)(u - u2)(u - u3), u = cos theta."""
    m = weight / I
    a = (p_phi - p_psi * cos(theta0)) / (I * sin(theta0) ** 2)
    E = I * theta_rate**2 / 2 + I * (a * sin(theta0)) ** 2 / 2 + weight * cos(theta0)
    # u'^2 = (1 - u^2)(2/I)(E - weight u) - ((p_phi - p_psi u)/I)^2
    c3, c2 = 2 * m, -2 * E / I - (p_psi / I) ** 2
    c1, c0 = -2 * m + 2 * p_phi * p_psi / I**2, 2 * E / I - (p_phi / I) ** 2
    u1, u2, u3 = sorted(r.real for r in polyroots([c3, c2, c1, c0], maxsteps=200, extraprec=200))
    e1, e2, e3 = (m / 2 * u for u in (u3, u2, u1))
    omega1, omega3 = elliprf(0, e1 - e2, e1 - e3), elliprf(0, e2 - e3, e1 - e3)
    # u = u1 + (u2 - u1) sin^2 s: dt = ds sqrt(2/m)/sqrt(u3 - u)
    along = lambda f: 2 * quad(lambda s: f(u1 + (u2 - u1) * sin(s) ** 2) * sqrt(2 / m)
                               / sqrt(u3 - u1 - (u2 - u1) * sin(s) ** 2), [0, pi / 4, 3 * pi / 8, 7 * pi / 16, pi / 2])
    phi_rate = lambda u: (p_phi - p_psi * u) / (I * (1 - u * u))
    return 2 * omega1, omega1, omega3, along(phi_rate), along(lambda u: p_psi / I3 - u * phi_rate(u))


def loops(I):
    I3, weight, theta0 = mpf("0.000125"), mpf("0.1") * mpf("9.81") * mpf("0.15"), pi / 3
    spin = mpf(252) + mpf("9.2") * cos(theta0)
    p_psi = I3 * spin
    return top(I, I3, weight, theta0, p_psi * cos(theta0) + I * mpf("9.2") * sin(theta0) ** 2, p_psi, mpf(0)), \
        (p_psi * cos(theta0) + I * mpf("9.2") * sin(theta0) ** 2) / p_psi


(P, o1, o3, dphi, dpsi), ratio = loops(mpf("0.002329969592394382"))
give("top-exact", "period of Table 3", P, 18)
give("top-exact", "half period 1", o1, 18)
give("top-exact", "half period 3", o3, 18)
give("top-exact", "precession", dphi, 18)
give("top-exact", "spin", dpsi, 18)
give("top-fig7", "momenta", ratio)
give("top-exact", "period of I rounded", loops(mpf("0.00233"))[0][0])
cusps = top(mpf(1), mpf(2), 4 * pi**2, pi / 6, 2 * pi * sqrt(mpf(3)), 4 * pi, mpf(0))
give("top-exact", "period of cusps", cusps[0], 18)

print("# SPDX-FileCopyrightText: 2026 The Plumbline authors\n# SPDX-License-Identifier: BSL-1.0\n#\n"
      "# Check values of the report, made by make.py.\nexperiment;key;value")
for row in rows:
    print(";".join(row))
