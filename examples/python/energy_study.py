# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""A small study, as in examples/energy_study.cpp: which schemes keep the energy of a pendulum over many periods.

The largest error of a symplectic scheme over many periods is that over one period. The error of RK4 grows with the time. In
double, rounding hides the difference where the step is small; at 64 digits it does not.
"""

import plumbline

PERIODS = (1, 10, 100)


def energy_errors(scheme, digits):
    """The largest relative errors of the energy over 1, 10 and 100 periods, with 400 steps in a period."""
    truth = plumbline.exact("pendulum", times=[0], digits=digits).constants["energy"]
    run = plumbline.integrate(
        "pendulum", scheme=scheme, step="period/400", until="100*period", observe="energy", digits=digits
    )
    errors = [abs(energy / truth - 1) for energy in run["energy"]]
    return [max(errors[: 400 * periods + 1]) for periods in PERIODS]


print("scheme,periods,double,64 digits")
for scheme in ("leapfrog", "simpson", "rk4", "yoshida-8"):
    for periods, double, exact in zip(PERIODS, energy_errors(scheme, 16), energy_errors(scheme, 64)):
        print(f"{scheme},{periods},{double.text(3)},{exact.text(3)}")
