# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
import plumbline

theirs = {"t": ["0", "0.5"], "q1": ["1.0", "-0.98175"]}
for cell in plumbline.judge(theirs, system="pendulum", start={"q1": 1}):
    print(f"{cell.printed}: {cell.digits} true digits")
