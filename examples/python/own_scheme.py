# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""A scheme of one's own, verified as it is, as in examples/own_scheme.cpp: Ruth's scheme of order 3.

The order is measured against a trajectory whose digits two computations verify. The derivative of a step says whether the
scheme is symplectic. The last line is the largest error of the energy over 1000 steps.
"""

import plumbline

ruth = plumbline.Scheme.from_text("""
name = "my-ruth-3"
kind = "splitting"
a = ["0", "2/3", "-2/3", "1"]
b = ["7/24", "3/4", "-1/24"]
""")
pendulum = plumbline.System.from_text("""
name = "my-pendulum"
coordinates = ["theta"]
lagrangian = "dot(theta)^2/2 + cos(theta)"
[start]
theta = "3/2"
""")

for _, steps, _, error, _, order, _ in plumbline.converge(pendulum, scheme=ruth, until=5, steps=[100, 200, 400]):
    print(f"{steps} steps: error {error.text(4)}, order {order.text(4) if order else '-'}")

defect = plumbline.measure("symplecticity", pendulum, scheme=ruth, step="1/10")["symplecticity"]
print(f"symplectic to 60 digits: {'yes' if defect < plumbline.Real('1e-60') else 'no'}")

energy = plumbline.integrate(pendulum, scheme=ruth, step="1/10", steps=1000, observe="energy")["energy"]
print(f"energy error over 1000 steps: {max(abs(e - energy[0]) for e in energy).text(4)}")
