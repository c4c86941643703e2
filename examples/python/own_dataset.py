# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
import plumbline

swing = plumbline.dataset("pendulum", step="1/10", steps=10, digits=30, output="pendulum-by-python")
found = plumbline.verify_dataset(swing.folder, full=True)
print(found.rows, "rows,", len(found.wrong), "wrong")
