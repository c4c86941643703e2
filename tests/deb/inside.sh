#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
#
# What try.sh does inside the empty Debian.
set -eu
cd /tmp/packages

quietly() { # command ...
  "$@" >/tmp/log 2>&1 || {
    tail -n 30 /tmp/log
    echo "failed: $*"
    exit 1
  }
}

is() { # what it shows, what it should
  [ "$1" = "$2" ] || {
    printf 'shown:\n%s\nexpected:\n%s\n' "$1" "$2"
    exit 1
  }
}


is_picture() { # file, first bytes
  case $(head -c 80 "$1" | tr -d '\0') in
    *"$2"*) ;;
    *)
      echo "$1 is no picture of the kind $2"
      exit 1
      ;;
  esac
}

echo 'the program'
quietly apt-get update
quietly apt-get install -y ./plumbline_*.deb # with gnuplot-nox, which it recommends
plumbline --version
is "$(plumbline evaluate ellint-k m=1/2 --digits 30 | cut -c1-38)" 'ellint-k = 1.8540746773013719184338503'
printf 't,q1,p1\n0,1.5707963267948966,0\n' >theirs.csv
plumbline judge theirs.csv --system pendulum >judged
plumbline reproduce ql-exact --quiet -o report
plumbline dataset verify /usr/share/plumbline/reference/datasets/gauss-nodes | grep -q '^OK'

echo 'a system of their own'
plumbline new system swing
plumbline show swing.toml >/dev/null
plumbline integrate swing.toml --scheme simpson --step 1/50 --steps 100 --observe energy --plot swing.svg -o swing.csv
is_picture swing.svg '<svg'
plumbline converge swing.toml --scheme midpoint,simpson --until 1 --steps 20,40,80 --digits 30 --plot orders.png -o orders.csv
is_picture orders.png PNG
is "$(awk -F, '/^simpson,80/ { print int(10 * $6 + 0.5) }' orders.csv)" 40 # order 4.0

for file in bash-completion/completions/plumbline zsh/vendor-completions/_plumbline \
  fish/vendor_completions.d/plumbline.fish; do
  [ -s "/usr/share/$file" ] || {
    echo "missing: $file"
    exit 1
  }
done

echo 'manual pages'
quietly apt-get install -y --no-install-recommends man-db
for page in plumbline plumbline-integrate plumbline-numbers; do
  man "$page" 2>/dev/null | grep -q '^NAME' || {
    # an empty Debian may be set up without manual pages
    grep -rq 'path-exclude.*man' /etc/dpkg/dpkg.cfg.d 2>/dev/null || exit 1
  }
done

echo 'the library'
quietly apt-get install -y --no-install-recommends ./libplumbline-dev_*.deb g++ pkg-config cmake ninja-build
# shellcheck disable=SC2046  # words on purpose
g++ -std=gnu++20 pendulum_period.cpp -o pendulum_period $(pkg-config --cflags --libs plumbline)
is "$(./pendulum_period | head -n 1)" 'period 7.4162987092054876737354013887810401848703952940871'
quietly cmake -S consumer -B consumer/build -G Ninja -DCMAKE_BUILD_TYPE=Release
quietly cmake --build consumer/build
is "$(consumer/build/consumer)" "$(cat consumer/expected.txt)"

if ls python3-plumbline_*.deb >/dev/null 2>&1; then
  echo 'the Python module'
  quietly apt-get install -y --no-install-recommends ./python3-plumbline_*.deb
  python3 new_user.py
  is_picture fall.svg '<svg'
  is_picture orders-by-python.png PNG
fi

echo 'removed again'
quietly apt-get purge -y plumbline libplumbline-dev "*plumbline*"
find / -xdev -path /tmp -prune -o -print | grep -i plumbline | grep -v -e '^/var/lib/apt' -e '^/var/cache' -e '^/var/log' \
  >/tmp/left || true
[ ! -s /tmp/left ] || {
  cat /tmp/left
  exit 1
}
echo 'the packages work in an empty Debian'
