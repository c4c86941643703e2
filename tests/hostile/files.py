# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
"""What the commands of hostile.py and damaged.py read."""
import os

FILES = {
    "own.toml": """name = "own"
coordinates = ["theta"]
lagrangian = "m/2*dot(theta)^2 + m*g*cos(theta)"
[parameters]
m = "1"
g = "9.81"
[start]
theta = "pi/3"
[invariants]
E = "m/2*dot(theta)^2 - m*g*cos(theta)"
""",
    "own-scheme.toml": """name = "own-scheme"
kind = "runge-kutta"
A = [[], ["1/2"]]
b = ["0", "1"]
order = 2
""",
    "run.toml": 'system = "pendulum"\nscheme = "rk4"\nstep = "1/50"\ndigits = 16\n[set]\nm = "2"\n',
    "cases.csv": "q1,omega\n1,1\n1/2,2\n",
    "data.csv": "t,q1,p1\n0,1.5707963,0\n0.1,1.5707,-3.9\n",
    "data.json": '{"columns": ["t", "a"], "rows": [["0", "3.14159"], [0.1, 2.9e0]]}',
}


def write_files(folder):
    for name, text in FILES.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as stream:
            stream.write(text)
