#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
#
# The order conditions of every table of the catalogue to 1000 digits, by a program of its own (check_live.py). Exit code 1
# when one does not hold. PLUMBLINE names the program; PYTHON an interpreter with mpmath.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
exec "${PYTHON:-/usr/bin/python3}" "$here/check_live.py" "${PLUMBLINE:-$here/../../../build/release/plumbline}"
