# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
import plumbline

for formula in ["max(abs(energy/start(energy) - 1))", "mean(p1*v1/2)"]:
    found = plumbline.measure(formula, "double-pendulum", scheme="simpson", step="1/100", until=1, digits=34)
    print(formula, "=", f"{float(found['value']):.6g}")
