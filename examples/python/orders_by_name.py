# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
import plumbline

table = plumbline.converge(
    "pendulum",
    scheme=["midpoint", "simpson"],
    until=1,
    steps=[20, 40],
    show_digits=6,
    digits=34,
)
for scheme, steps, step, error, error_p, order, order_p in table:
    print(scheme, steps, error, order or "-")
