# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
import plumbline

for scheme in ["leapfrog", "simpson", "yoshida-6"]:
    for step in ["1/20", "1/40"]:
        found = plumbline.measure("max(norm(q - exact(q)))", "pendulum", scheme=scheme, step=step, until=1)
        print(scheme, step, f"{float(found['value']):.6g}")
