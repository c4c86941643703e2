# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""Errors against the exact solution and observed orders of three schemes on the pendulum, as in examples/orders.cpp."""

import plumbline

table = plumbline.converge(
    "pendulum", scheme=["leapfrog", "simpson", "yoshida-6"], until=1, steps=[40, 80, 160], start={"q1": 1}
)
for scheme, steps, _, error, _, order, _ in table:
    print(f"{scheme}  {steps}  {error.text(4)}" + (f"  order {order.text(4)}" if order else ""))
