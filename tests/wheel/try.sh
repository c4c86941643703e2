#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
#
# try.sh: `pip install .` in a fresh virtual environment, the wheel and the source archive of `python -m build` (where Debian's
# python3-build is there), and the wheel in a second environment that sees none of Debian's Python packages. No package
# index is asked. Takes the time of a build of the library.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P)
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
python=${PYTHON:-/usr/bin/python3}

works() { # environment
  "$1/bin/python" - <<'END'
import plumbline, pathlib
run = plumbline.integrate("pendulum", scheme="simpson", step="1/10", steps=10)
assert str(run["q1"][-1]).startswith("0."), run.last
assert "<svg" in run._repr_html_()
if plumbline._core.can_certify:
    plumbline.certified("pendulum", step="1/2", steps=2, digits=20)
print(plumbline.__version__, pathlib.Path(plumbline.__file__).parent)
END
  "$1/bin/python" -m plumbline --version
  "$1/bin/plumbline" evaluate ellint-k m=1/2 --digits 30 | grep '^ellint-k = 1.8540746773013719184338503'
  "$1/bin/python" -m plumbline reproduce ql-exact --quiet -o "$fresh/report"
}

echo 'pip install .'
"$python" -m venv "$fresh/clone"
(cd "$root" && "$fresh/clone/bin/pip" install --no-index --quiet .)
(cd "$fresh" && works "$fresh/clone")

echo 'python -m build'
if "$python" -c 'import build' 2>/dev/null; then
  (cd "$root" && "$python" -m build --sdist --wheel --outdir "$fresh/dist" >"$fresh/log" 2>&1) || {
    tail -n 30 "$fresh/log"
    exit 1
  }
else
  (cd "$root" && "$fresh/clone/bin/pip" wheel --no-index --quiet --wheel-dir "$fresh/dist" .)
fi
ls -l "$fresh/dist"
"$python" -m venv "$fresh/wheel"
"$fresh/wheel/bin/pip" install --no-index --quiet "$fresh"/dist/*.whl
(cd "$fresh" && works "$fresh/wheel")

# Nothing of GMP, MPFR, FLINT or oneTBB comes from the system.
for binary in "$fresh"/wheel/lib/python3*/site-packages/plumbline/_core*.so "$fresh"/wheel/lib/python3*/site-packages/plumbline/_program/bin/plumbline; do
  if ldd "$binary" | grep -E 'lib(gmp|mpfr|flint|flint-arb|tbb)[.-]' | grep -v "$fresh"; then
    echo "$binary takes these from the system"
    exit 1
  fi
done
echo 'the wheel works'
