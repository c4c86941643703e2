#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
#
# Weierstrass functions against Arb on seeded random arguments, with mpmath beside on some of them:
#     check_live.sh [COUNT] [-o FILE.md]     COUNT arguments a function (default 10000), a table to FILE.md
# Exit code 1 when an error is above 4 units in the last place.
# The program is the target `live` of the build (in build/release, or in the folder LIVE). Needs python3-mpmath (Debian's).
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
root=$(CDPATH='' cd -- "$here/../../.." && pwd -P)
count=10000
out=
while [ $# -gt 0 ]; do
  case $1 in
    -o) out=$2; shift ;;
    *) count=$1 ;;
  esac
  shift
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
"${LIVE:-$root/build/release/bin}/live_weierstrass" "$count" $((count / 20)) "$work/arguments.csv" >"$work/table.csv" || status=$?
cat "$work/table.csv"
/usr/bin/python3 "$here/mpmath_errors.py" "$work/arguments.csv" >"$work/mpmath.csv"
cat "$work/mpmath.csv"
if [ -n "$out" ]; then
  {
    echo "# Accuracy of the Weierstrass functions"
    echo
    echo "Largest error of a component of ℘, ℘′, ζ, σ in units of the last place, against Arb, on $count seeded random arguments a"
    echo "function ($((count / 20)) at 300 digits): both signs of the discriminant, nearly degenerate lattices, real, imaginary and"
    echo "complex arguments in the first cell, up to 2^20 cells away and down to one unit from a pole. Components below"
    echo "2^-bits of the modulus do not count; skipped are results outside the range of the scalar and arguments that stand for a pole."
    echo "Written by \`reference/oracles/weierstrass/check_live.sh\`; half a unit is correct rounding."
    echo
    echo "| digits | function | arguments | skipped | largest error (ulp) |"
    echo "|---|---|---|---|---|"
    sed 1d "$work/table.csv" | sed 's/,/ | /g; s/^/| /; s/$/ |/'
    echo
    echo "mpmath has no Weierstrass functions. A user's way is theta functions with given half-periods (\`jtheta\`, DLMF 23.6);"
    echo "on the first arguments of the same run at 16 digits (53 bits) its largest errors are:"
    echo
    echo "| function | arguments | largest error (ulp) | median |"
    echo "|---|---|---|---|"
    sed 1d "$work/mpmath.csv" | sed 's/,/ | /g; s/^/| /; s/$/ |/'
  } >"$out"
fi
exit "$status"
