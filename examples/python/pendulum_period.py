# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""The exact period of a pendulum and its angle after a second, as in examples/pendulum_period.cpp."""

import plumbline

motion = plumbline.exact("pendulum", times=[1], set={"omega": 1}, start={"q1": "pi/2"})
print(f"period {motion.constants['period'].text(50)}")
print(f"q(1) = {motion['q1'][0].text(50)}")
