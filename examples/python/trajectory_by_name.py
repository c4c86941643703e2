# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
import plumbline

table = plumbline.integrate(
    "pendulum",
    scheme="simpson",
    step="1/10",
    steps=3,
    observe="energy",
    digits=16,
)
for t, q, p, energy in table:
    print(t, q, energy)
