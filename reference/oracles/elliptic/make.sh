#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
#
# Makes the CSV files of this folder anew (mpmath) and recomputes them with Arb and with PARI/GP.
#   make.sh           make and verify, about four minutes
#   make.sh verify    verify what is there
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
cd "$here"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

[ "${1:-}" = verify ] || "${PYTHON:-/usr/bin/python3}" make_oracles.py
"${CXX:-g++}" -std=gnu++20 -O1 -isystem /usr/include/flint verify_arb.cpp -o "$work/verify_arb" \
  -lflint-arb -lflint -lmpfr -lgmp
"$work/verify_arb" "$here"
gp -q verify_pari.gp </dev/null
