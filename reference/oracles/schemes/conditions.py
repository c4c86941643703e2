#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Order conditions of one-step methods for mpmath, written from the textbooks and from nothing else.

Trees are built from the root: a tree is the sorted tuple of its branches, and every function on trees follows from those of
the branches (Hairer, Norsett & Wanner I, II.2 and II.15; Hairer, Lubich & Wanner III.1). Words are strings of letters, and
products of exponentials are polynomials in words that do not commute. Splittings for q'' = f(q) are partitioned methods whose
trees obey two rules: a vertex of q has at most one branch, of p; a vertex of p has branches of q only.

  runge_kutta(A, b, p)             -> [(order, tree, residual, symmetry)]
  partitioned(A, b, Abar, bbar, p) -> the same for trees of two colours
  separable(A, b, Abar, bbar, p)   -> of these the trees whose vertices have branches of the other colour only
  nystrom(c, A, bbar, b, p)        -> the conditions of positions and velocities of q'' = f(q)
  splitting(a, b, p)               -> [(order, word, residual, 1)]
  composition(gamma, base, p)      -> the same for words in Y1, Y2 ..., base = "symmetric" or "alternating"
"""
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial

from mpmath import mp, mpf


def partitions(n, largest=None):
    """The ways to write n as a sum of whole numbers that do not rise."""
    largest = n if largest is None else largest
    if n == 0:
        yield ()
        return
    for first in range(min(n, largest), 0, -1):
        for rest in partitions(n - first, first):
            yield (first,) + rest


@lru_cache(None)
def trees(n, colours="t", child=None):
    """Trees with n vertices: (colour, branches). `child` maps a colour to (colours of branches, most branches)."""
    result = []
    rules = dict(child) if child else {c: (colours, None) for c in colours}
    for colour in colours:
        result += rooted(n, colour, colours, child, rules)
    return result


def rooted(n, colour, colours, child, rules):
    allowed, most = rules[colour]
    result = []
    for sizes in partitions(n - 1):
        if most is not None and len(sizes) > most:
            continue
        choices = [()]
        for size in sorted(set(sizes)):
            several = [t for t in trees(size, colours, child) if t[0] in allowed]
            choices = [c + pick for c in choices
                       for pick in combinations_with_replacement(several, sizes.count(size))]
        result += [(colour, tuple(sorted(c))) for c in choices]
    return result


@lru_cache(None)
def order_of(t):
    return 1 + sum(order_of(b) for b in t[1])


@lru_cache(None)
def density(t):
    product = order_of(t)
    for branch in t[1]:
        product *= density(branch)
    return product


@lru_cache(None)
def symmetry(t):
    product = 1
    for branch in t[1]:
        product *= symmetry(branch)
    for branch in set(t[1]):
        product *= factorial(t[1].count(branch))
    return product


class weights:
    """The stage values of trees for a matrix of each colour."""

    def __init__(self, matrices):
        self.matrices = matrices
        self.kept = {}

    def stages(self, t):
        """Of each stage the product over the branches u of sum_j a_ij (stage j of u)."""
        if t not in self.kept:
            s = len(next(iter(self.matrices.values())))
            value = [mpf(1)] * s
            for u in t[1]:
                inner = self.stages(u)
                a = self.matrices[u[0]]
                value = [v * sum((a[i][j] * inner[j] for j in range(s) if a[i][j]), mpf(0))
                         for i, v in enumerate(value)]
            self.kept[t] = value
        return self.kept[t]


def tree_conditions(matrices, end, order, colours, child=None):
    table = weights(matrices)
    list_of = []
    for n in range(1, order + 1):
        for t in trees(n, colours, child):
            phi = sum((x * y for x, y in zip(end[t[0]], table.stages(t))), mpf(0))
            list_of.append((n, t, phi - mpf(1) / density(t), symmetry(t)))
    return list_of


def runge_kutta(A, b, order):
    return tree_conditions({"t": A}, {"t": b}, order, "t")


def partitioned(A, b, Abar, bbar, order):
    return tree_conditions({"q": A, "p": Abar}, {"q": b, "p": bbar}, order, "qp")


# a vertex of q is a velocity: it has one branch, a force, or none; a force is moved by positions alone
SECOND_ORDER = (("q", ("p", 1)), ("p", ("q", None)))


# with H = T(p) + V(q) a velocity has branches of forces only, a force of positions only
SEPARABLE = (("q", ("p", None)), ("p", ("q", None)))


def separable(A, b, Abar, bbar, order):
    """A partitioned method on q' = f(p), p' = g(q)."""
    return tree_conditions({"q": A, "p": Abar}, {"q": b, "p": bbar}, order, "qp", SEPARABLE)


def nystrom_of_pair(A, b, Abar, bbar, order):
    """A partitioned method on q' = v, v' = f(q)."""
    return tree_conditions({"q": A, "p": Abar}, {"q": b, "p": bbar}, order, "qp", SECOND_ORDER)


def nystrom(c, A, bbar, b, order):
    """q_1 = q_0 + h v_0 + h^2 sum bbar f, v_1 = v_0 + h sum b f, Q_i = q_0 + c_i h v_0 + h^2 sum a f.

    In a tree a vertex of q stands with its one branch: two generations of order 2 are h^2 sum a_ij, a leaf of q is c_i.
    """
    s = len(b)
    kept = {}

    def stages(t):  # of a force: the product over its branches, each a position
        if t not in kept:
            value = [mpf(1)] * s
            for u in t[1]:
                if not u[1]:
                    value = [v * ci for v, ci in zip(value, c)]
                else:
                    inner = stages(u[1][0])
                    value = [v * sum((A[i][j] * inner[j] for j in range(s)), mpf(0))
                             for i, v in enumerate(value)]
            kept[t] = value
        return kept[t]

    list_of = []
    for n in range(1, order + 1):
        for t in trees(n, "qp", SECOND_ORDER):
            if t[0] == "p":
                phi = sum((x * y for x, y in zip(b, stages(t))), mpf(0))
            elif t[1]:
                phi = sum((x * y for x, y in zip(bbar, stages(t[1][0]))), mpf(0))
            else:
                continue  # q_1 = q_0 + h v_0 by its form
            list_of.append((n, t, phi - mpf(1) / density(t), symmetry(t)))
    return list_of


def multiply(x, y, order, weight):
    z = {}
    for u, a in x.items():
        for v, b in y.items():
            if weight(u) + weight(v) <= order:
                z[u + v] = z.get(u + v, mpf(0)) + a * b
    return z


def exponential(x, order, weight):
    total, power = {"": mpf(1)}, {"": mpf(1)}
    for k in range(1, order + 1):
        power = {w: a / k for w, a in multiply(power, x, order, weight).items()}
        for w, a in power.items():
            total[w] = total.get(w, mpf(0)) + a
    return total


def words(letters, order, weight):
    level = [""]
    while level:
        yield from (w for w in level if w)
        level = [w + l for w in level for l in letters if weight(w + l) <= order]


def word_conditions(product, target, letters, order, weight):
    return [(weight(w), w, product.get(w, mpf(0)) - target.get(w, mpf(0)), 1)
            for w in words(letters, order, weight)]


def splitting(a, b, order):
    product = {"": mpf(1)}
    for i in range(max(len(a), len(b))):
        for letter, list_of in (("A", a), ("B", b)):
            if i < len(list_of) and list_of[i] != 0:
                move = exponential({letter: list_of[i]}, order, len)
                product = multiply(product, move, order, len)
    target = exponential({"A": mpf(1), "B": mpf(1)}, order, len)
    return word_conditions(product, target, "AB", order, len)


def composition(gamma, base, order):
    letters = "".join(str(k) for k in range(1, order + 1) if base == "alternating" or k % 2 == 1)
    if order > 9:
        letters = [chr(ord("0") + k) for k in range(1, order + 1)
                   if base == "alternating" or k % 2 == 1]

    def weight(w):
        return sum(ord(l) - ord("0") for l in w)

    product = {"": mpf(1)}
    for i, g in enumerate(gamma):
        sign = -1 if base == "alternating" and i % 2 == 1 else 1
        field = {}
        for l in letters:
            k = weight(l)
            field[l] = g**k * (sign if k % 2 == 0 else 1)
        product = multiply(product, exponential(field, order, weight), order, weight)
    target = exponential({"1": mpf(1)}, order, weight)
    return word_conditions(product, target, letters, order, weight)


def pair_of_splitting(a, b):
    """The matrices of the partitioned method that a splitting is: stage i is the state before kick i."""
    n = max(len(a), len(b))
    a = list(a) + [mpf(0)] * (n - len(a))
    b = list(b) + [mpf(0)] * (n - len(b))
    # drifts at the velocities before kick i (stage i of q moves with the momentum of stage i)
    A = [[a[j] if j <= i else mpf(0) for j in range(n)] for i in range(n)]
    Abar = [[b[j] if j < i else mpf(0) for j in range(n)] for i in range(n)]
    return A, a, Abar, b


def splitting_of_maps(maps):
    """Drifts and kicks of a list of moves (letter, part), each a drift "q" or a kick "p"."""
    a, b = [], []
    for letter, part in maps:
        if letter == "q":
            a.append(part)
            b.append(mpf(0))
        else:
            a.append(mpf(0))
            b.append(part)
    return a, b


def pair_of_composition(gamma, base):
    """Over leapfrog or the symplectic Euler maps: their drifts and kicks in a row; over the midpoint rule: its stages."""
    if base == "midpoint":
        n = len(gamma)
        A = [[g / 2 if j == i else g if j < i else mpf(0) for j, g in enumerate(gamma)] for i in range(n)]
        return A, list(gamma), A, list(gamma)
    maps = []
    for i, g in enumerate(gamma):
        if base == "leapfrog":
            maps += [("p", g / 2), ("q", g), ("p", g / 2)]
        elif (base == "symplectic-euler-a") == (i % 2 == 0):
            maps += [("p", g), ("q", g)]
        else:
            maps += [("q", g), ("p", g)]
    return pair_of_splitting(*splitting_of_maps(maps))


def dense_order(A, b, dense, order, tolerance):
    """The order of y_0 + h sum_i b_i(theta) k_i, b_i(theta) = sum_k dense[i][k-1] theta^k, and whether b_i(1) = b_i."""
    ends = all(abs(sum(row) - x) <= tolerance for row, x in zip(dense, b))
    table = weights({"t": A})
    powers = max(len(row) for row in dense)
    for n in range(1, order + 1):
        for t in trees(n, "t"):
            stages = table.stages(t)
            for k in range(1, max(powers, n) + 1):
                got = sum((row[k - 1] * x for row, x in zip(dense, stages) if k <= len(row)), mpf(0))
                if abs(got - (mpf(1) / density(t) if k == n else 0)) > tolerance:
                    return n - 1, ends
    return order, ends


def order_reached(conditions, tolerance):
    """The largest p whose conditions up to p hold, and the largest residual among those."""
    most = max(n for n, _, _, _ in conditions)
    failing = [n for n, _, r, _ in conditions if abs(r) > tolerance]
    p = min(failing) - 1 if failing else most
    return p, max([abs(r) for n, _, r, _ in conditions if n <= p], default=mpf(0))


def error_constant(conditions, order):
    """Over the trees of one colour (r/s)^2, over those of two the mean of both colours of the root: half of the sum."""
    both = [t for n, t, _, _ in conditions if n == order and t[0] in "qp"]
    share = mpf(1) / 2 if both else mpf(1)
    return mp.sqrt(share * sum((r / s)**2 for n, _, r, s in conditions if n == order))
