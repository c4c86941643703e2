# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""The pendulum over ten periods: how far is Simpson's variational scheme from the exact solution?"""

import plumbline

run = plumbline.integrate("pendulum", scheme="simpson", step="period/40", until="10*period")
truth = plumbline.exact("pendulum", step="period/40", steps=400)
error = max(abs(a - b) for a, b in zip(run["q1"], truth["q1"]))
print(f"largest error of the angle in {len(run) - 1} steps: {error:.3e}")
