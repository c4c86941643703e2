#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
#
# Live comparison of the elliptic functions with Arb on seeded random arguments: largest errors of Plumbline,
# Boost.Math and mpmath (on the first 500 arguments) in units of the last place. Exit code 1 when one of
# Plumbline's is above 4.
#
#   check_live.sh [--write] [COUNT [COUNT_AT_300]]     defaults 10000 and 1000
#
# With --write the table also replaces the one in docs/accuracy.md.
# The program is the target `live` of the build (in build/release/bin, or in the folder LIVE). Needs python3-mpmath (Debian's;
# PYTHON names another interpreter that has it).
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
root=$(CDPATH='' cd -- "$here/../../.." && pwd -P)
live=$root/tests/live/elliptic
write=no
if [ "${1:-}" = --write ]; then
  write=yes
  shift
fi
count=${1:-10000}
count_at_300=${2:-1000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

status=0
"${LIVE:-$root/build/release/bin}/live_elliptic" "$count" "$count_at_300" "$work/samples" >"$work/results" || status=$?
"${PYTHON:-/usr/bin/python3}" "$live/check_live_mpmath.py" "$work/samples" >"$work/mpmath"

arb=$(dpkg-query -W -f '${Version}' libflint-arb-dev 2>/dev/null || echo unknown)
mpmath=$("${PYTHON:-/usr/bin/python3}" -c 'import mpmath; print(mpmath.__version__)')
boost=$("$root/build/release/plumbline" --version | sed -n 's/.*Boost[= ]\([0-9]*\.[0-9]*\).*/\1/p' | head -n 1)
{
  cat <<END
Largest errors in units of the last place of the working precision, against Arb ($arb), on $count seeded random
arguments for each function ($count_at_300 at 300 digits): in the middle of the domain, tiny, huge, near m = 1 (given as
1 − m), m < 0 and m > 1 where the function has values, near and at quarter periods rounded to the working precision.
Boost.Math $boost takes k: it gets √m or √(1 − m1) where 0 ≤ m < 1 and no other arguments; mpmath $mpmath gets m or 1 − m1
and the first 500 of the arguments. Beside their largest error (inf: no value or an exception) stands the share of arguments
that they get within 4 units. EI and PI are the incomplete E and Π, P is the complete Π.

| digits | function | Plumbline | Boost.Math | | mpmath | |
|---|---|---|---|---|---|---|
END
  awk '
    NR == FNR { worst[$1, $2] = $3; share[$1, $2] = sprintf("%.0f %%", 100 * $4 / $5); next }
    {
      boost = $7 ? $5 : "–"
      boost_share = $7 ? sprintf("%.0f %%", 100 * $6 / $7) : ""
      other = ($1, $2) in worst ? worst[$1, $2] : "–"
      other_share = ($1, $2) in worst ? share[$1, $2] : ""
      gsub(/\+/, "", boost); gsub(/\+/, "", other)
      printf "| %s | %s | %s | %s | %s | %s | %s |\n", $1, $2, $4, boost, boost_share, other, other_share
    }' "$work/mpmath" "$work/results"
} >"$work/table"
cat "$work/table"

if [ "$write" = yes ]; then
  page=$root/docs/accuracy.md
  [ -f "$page" ] || {
    mkdir -p "$root/docs"
    printf '# Accuracy\n\nMeasured, not estimated: each table is written by the script named above it.\n' >"$page"
  }
  grep -q '<!-- elliptic: begin -->' "$page" || cat >>"$page" <<'END'

## Elliptic integrals and Jacobi functions

By `reference/oracles/elliptic/check_live.sh --write`.

<!-- elliptic: begin -->
<!-- elliptic: end -->
END
  awk -v table="$work/table" '
    /<!-- elliptic: end -->/ { inside = 0 }
    !inside
    /<!-- elliptic: begin -->/ { inside = 1; print ""; while ((getline line < table) > 0) print line; print "" }' \
    "$page" >"$work/page"
  cat "$work/page" >"$page"
fi
exit "$status"
