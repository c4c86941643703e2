# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""A system of one's own, as in examples/elastic_pendulum.cpp: the same digits come out."""

import plumbline

system = plumbline.System.from_text("""
name = "elastic-pendulum"
coordinates = ["r", "phi"]
lagrangian = "(dot(r)^2 + r^2*dot(phi)^2)/2 + r*cos(phi) - 10*(r - 1)^2"
[start]
r = "6/5"
phi = "1"
""")

run = plumbline.integrate(system, scheme="simpson", step="1/80", steps=400, observe="energy")
print(f"q = {run['q1'][-1].text(50)}, {run['q2'][-1].text(50)}")
print(f"energy error {(run['energy'][-1] - run['energy'][0]).text(6)}")
