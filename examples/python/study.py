# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""A study: is a scheme that one has written down what one takes it for, and what does it gain?

The scheme is Yoshida's composition of three leapfrog steps. The audit says what it is, converge measures its order
against the exact solution, and the last table says which scheme reaches an error with fewer steps.
"""

from fractions import Fraction

import plumbline

yoshida = plumbline.Scheme.from_text("""
name = "three-leapfrogs"
kind = "composition"
base = "leapfrog"
gamma = ["w", "1 - 2*w", "w"]
order = 4
symmetric = true
symplectic = true
[define]
w = "1/(2 - 2^(1/3))"
""")

print("1. What it is")
for name, fact in plumbline.audit(yoshida).items():
    if fact.claim:
        print(f"   {name}: {fact.value} ({fact.verdict})")

print("2. What it does: largest errors of the angle in a second, and the order between the steps")
steps = [100, 200, 400]
table = plumbline.converge(
    "pendulum", scheme=["leapfrog", yoshida, "suris1"], until=1, steps=steps, digits=34
)
for scheme, count, _, error, _, order, _ in table:
    print(f"   {scheme:16} {count:4} steps  error {error:.2e}" + (f"  order {order:.2f}" if order else ""))

print("3. What it keeps: the energy over ten periods")
for scheme in ("leapfrog", yoshida, "rk4"):
    run = plumbline.integrate("pendulum", scheme=scheme, step="period/100", until="10*period", observe="energy", digits=34)
    drift = max(abs(energy / run["energy"][0] - 1) for energy in run["energy"])
    print(f"   {getattr(scheme, 'name', scheme):16} {drift:.1e}")

half = plumbline.integrate("pendulum", scheme=yoshida, step=Fraction(1, 100), steps=50, digits=34)
print(f"4. An angle to 20 digits: {half['q1'][-1].text(20)}")
