#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Values of the formulas of examples/systems at states that are no special points: python3 make.py > values.csv

Each Lagrangian is written here a second time, by hand, for mpmath. Its derivatives are difference quotients by mpmath's
diff at 300 digits, of which 70 are printed: nothing is differentiated by rules. The acceleration solves

  M a = dL/dq + F - (d2L/dv dq) v - d2L/dv dt,   M = d2L/dv dv
"""
from mpmath import mp, mpf, diff, matrix, lu_solve, sin, cos, sqrt, exp, pi, nstr

mp.dps = 300
DIGITS = 70


def spherical(q, v, t):
    m, l, g = mpf(1), mpf(3) / 4, mpf("9.81")
    return m * l**2 / 2 * (v[0]**2 + (sin(q[0]) * v[1])**2) + m * g * l * cos(q[0])


def elastic(q, v, t):
    m, k, r0, g = mpf(1), mpf(40), mpf(1), mpf("9.81")
    return m / 2 * (v[0]**2 + (q[0] * v[1])**2) - k / 2 * (q[0] - r0)**2 + m * g * q[0] * cos(q[1])


def driven(q, v, t):
    m, l, g, A, w = mpf(1), mpf(1), mpf("9.81"), mpf("0.1"), mpf(60)
    # the velocity of the bob by hand: (l v cos q, -A w sin(w t) + l v sin q)
    vx, vy = l * v[0] * cos(q[0]), -A * w * sin(w * t) + l * v[0] * sin(q[0])
    return m / 2 * (vx**2 + vy**2) - m * g * (A * cos(w * t) - l * cos(q[0]))


def kepler(q, v, t):
    return (v[0]**2 + v[1]**2) / 2 + 1 / sqrt(q[0]**2 + q[1]**2)


def toda(q, v, t):
    return sum(x**2 for x in v) / 2 - exp(q[0] - q[1]) - exp(q[1] - q[2]) - exp(q[2] - q[0])


def restricted(q, v, t):
    mu = mpf("0.012277471")
    r1 = sqrt((q[0] + mu)**2 + q[1]**2)
    r2 = sqrt((q[0] - 1 + mu)**2 + q[1]**2)
    # kinetic energy of the velocity in the frame at rest
    return ((v[0] - q[1])**2 + (v[1] + q[0])**2) / 2 + (1 - mu) / r1 + mu / r2


def magnetic(q, v, t):
    m, e, B, G, E = mpf(1), mpf(1), mpf(1), mpf(1) / 5, mpf(1) / 10
    return m / 2 * (v[0]**2 + v[1]**2) + e * (B * q[0] + G * q[0]**2 / 2) * v[1] + e * E * q[0]


def hoop(q, v, t):
    m, R, g, w = mpf(1), mpf(1) / 2, mpf("9.81"), mpf(6)
    return m * R**2 / 2 * (v[0]**2 + (w * sin(q[0]))**2) + m * g * R * cos(q[0])


def eight(q, v, t):
    bodies = [q[0:2], q[2:4], q[4:6]]
    far = lambda a, b: sqrt((a[0] - b[0])**2 + (a[1] - b[1])**2)
    return sum(x**2 for x in v) / 2 + sum(1 / far(bodies[i], bodies[j]) for i, j in ((0, 1), (1, 2), (2, 0)))


def no_force(q, v, t):
    return [mpf(0)] * len(q)


def friction(q, v, t):
    return [-mpf("0.2") * v[0]]


SYSTEMS = {
    "spherical-pendulum": (spherical, no_force, ["7/10", "-3/5"], ["4/3", "21/10"], "0"),
    "elastic-pendulum": (elastic, no_force, ["13/10", "-7/10"], ["1/3", "9/10"], "0"),
    "driven-pendulum": (driven, friction, ["23/10"], ["-17/10"], "1/7"),
    "kepler": (kepler, no_force, ["2/5", "-3/7"], ["6/5", "11/10"], "0"),
    "toda": (toda, no_force, ["3/10", "-2/5", "7/9"], ["1", "-1/2", "1/3"], "0"),
    "restricted-three-body": (restricted, no_force, ["9/10", "1/8"], ["1/3", "-12/7"], "0"),
    "magnetic-field": (magnetic, no_force, ["3/4", "5/3"], ["-2/3", "1/9"], "0"),
    "rotating-hoop": (hoop, no_force, ["6/5"], ["-5/2"], "0"),
    "figure-eight": (eight, no_force, ["1", "-1/4", "-9/10", "1/4", "1/10", "1/20"],
                     ["1/2", "2/5", "3/7", "4/9", "-9/10", "-6/7"], "0"),
}


def value(text):
    return mp.mpf(text.split("/")[0]) / mp.mpf((text + "/1").split("/")[1])


def rows(name):
    L, F, qs, vs, ts = SYSTEMS[name]
    q, v, t = [value(x) for x in qs], [value(x) for x in vs], value(ts)
    n = len(q)
    z = q + v + [t]

    def of(z):
        return L(z[:n], z[n:2 * n], z[2 * n])

    def slope(*places):
        orders = [0] * len(z)
        for p in places:
            orders[p] += 1
        moving = [p for p in range(len(z)) if orders[p]]

        def f(*x):
            w = list(z)
            for p, y in zip(moving, x):
                w[p] = y
            return of(w)
        if len(moving) == 1:
            return diff(f, z[moving[0]], orders[moving[0]])
        return diff(f, tuple(z[p] for p in moving), tuple(orders[p] for p in moving))

    p = [slope(n + i) for i in range(n)]
    dq = [slope(i) for i in range(n)]
    force = F(q, v, t)
    M = matrix(n, n)
    right = matrix(n, 1)
    for i in range(n):
        for k in range(n):
            M[i, k] = slope(n + i, n + k)
        right[i] = dq[i] + force[i] - sum(slope(n + i, k) * v[k] for k in range(n)) - slope(n + i, 2 * n)
    a = lu_solve(M, right)
    yield "L", of(z)
    yield "energy", sum(p[i] * v[i] for i in range(n)) - of(z)
    for i in range(n):
        yield f"p{i + 1}", p[i]
        yield f"dL{i + 1}", dq[i]
        yield f"force{i + 1}", force[i]
        yield f"a{i + 1}", a[i]


def main():
    print("# mpmath", mp.__class__.__module__, "at", mp.dps, "digits; see make.py")
    print("system,q,v,t,name,value")
    for name, (_, _, qs, vs, ts) in SYSTEMS.items():
        for key, x in rows(name):
            x = mpf(0) if abs(x) < mpf(10)**-90 else x
            print(f"{name},{' '.join(qs)},{' '.join(vs)},{ts},{key},{nstr(x, DIGITS)}")


if __name__ == "__main__":
    main()
