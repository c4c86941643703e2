# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
import plumbline

table = plumbline.sweep("period(average = '0,4')", "pendulum", scheme="simpson", step="1/20",
                        over={"q1": ["1/2", 1, 2]}, digits=34)
for start, period, failure in table:
    print(str(period)[:12])
