# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
import plumbline

found = plumbline.reproduce("swing.toml", digits=34)
for key, printed, computed, verdict in zip(
    found["key"],
    found["compared"],
    found["computed"],
    found["verdict"],
):
    print(f"{key}: {printed}, computed {float(computed):.6g}: {verdict}")
