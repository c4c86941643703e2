# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""What a new user does in Python with a system of their own: integrate, draw, verify the order, judge, make a dataset.

Kind: truth from outside (the order of a scheme; the energy that the system keeps). It runs in the empty Debian, where
swing.toml is the file that `plumbline new system swing` has written.
"""

import plumbline

print("plumbline", plumbline.__version__)
swing = plumbline.system("swing.toml")
run = plumbline.integrate(swing, scheme="simpson", step="1/50", steps=100, observe="energy", plot="fall.svg")
assert len(run) == 101
drift = max(run["energy"]) - min(run["energy"])
assert drift < plumbline.Real("1e-4"), drift

table = plumbline.converge(
    swing, scheme=["midpoint", "simpson"], until=1, steps=[20, 40, 80], digits=34, plot="orders-by-python.png"
)
orders = {scheme: order for scheme, _, _, _, _, order, _ in table}
assert abs(orders["midpoint"] - 2) < plumbline.Real("0.1") and abs(orders["simpson"] - 4) < plumbline.Real("0.1"), orders

data = plumbline.dataset(swing, step="1/10", steps=3, digits=20, output="swing-data")
assert plumbline.verify_dataset("swing-data", full=True).is_right
assert not plumbline.judge(data, system=swing).is_wrong
energies = plumbline.sweep("energy-error", swing, scheme="simpson", steps=50, over={"step": ["1/20", "1/40"]})
assert energies["energy-error"][0] > energies["energy-error"][1] > 0 and not energies.failures
print("orders", {scheme: f"{order:.2f}" for scheme, order in orders.items()})
