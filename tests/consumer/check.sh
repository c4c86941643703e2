#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
#
# check.sh SOURCE BUILD CXX: installs the build tree to a fresh prefix, builds the consumer against the installed
# copy, once through the CMake package, which refuses an older MPFR, and once through pkg-config, and compares what it prints. Then it looks whether
# the copy of Boost that is installed where the machine's Boost is too old has all that the public headers read.
set -eu
here=$1 build=$2 cxx=$3
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT

cmake --install "$build" --prefix "$fresh/prefix" >/dev/null
"$fresh/prefix/bin/plumbline" --version

echo 'through the CMake package'
if ! {
  cmake -S "$here" -B "$fresh/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER="$cxx" \
    -DCMAKE_PREFIX_PATH="$fresh/prefix" && cmake --build "$fresh/build"
} >"$fresh/log" 2>&1; then
  cat "$fresh/log"
  exit 1
fi
"$fresh/build/consumer" | diff "$here/expected.txt" -

echo 'an older MPFR is refused'
mkdir "$fresh/older"
echo '#define MPFR_VERSION_STRING "4.0.2"' >"$fresh/older/mpfr.h"
if cmake -S "$here" -B "$fresh/refused" -G Ninja -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_PREFIX_PATH="$fresh/prefix" \
  -DMPFR_INCLUDE_DIR="$fresh/older" >"$fresh/log" 2>&1 || ! tr -s '\n ' ' ' <"$fresh/log" |
  grep -q 'unsuitable version "4.0.2", but required is at least "4.1"'; then
  cat "$fresh/log"
  exit 1
fi

echo 'through pkg-config'
PKG_CONFIG_PATH=$(dirname "$(find "$fresh/prefix" -name plumbline.pc)")
export PKG_CONFIG_PATH
# shellcheck disable=SC2046  # words on purpose
"$cxx" -std=c++20 -O0 "$here/main.cpp" -o "$fresh/consumer" $(pkg-config --cflags --libs plumbline)
"$fresh/consumer" | diff "$here/expected.txt" -

echo 'the copy of Boost'
cmake --install "$build" --component boost --prefix "$fresh/boost" >/dev/null
copy=$fresh/boost/include/plumbline-boost
(cd "$fresh/prefix/include" && find plumbline -name '*.hpp' | sed 's/.*/#include <&>/') >"$fresh/all.cpp"
# shellcheck disable=SC2046  # words on purpose
"$cxx" -std=gnu++20 -M -isystem "$copy" $(pkg-config --cflags plumbline) "$fresh/all.cpp" >"$fresh/read"
tr ' ' '\n' <"$fresh/read" | grep '/boost/' | sort -u >"$fresh/boost_headers"
grep -q "^$copy/boost/multiprecision/mpfr.hpp$" "$fresh/boost_headers"
if grep -v "^$copy/" "$fresh/boost_headers"; then
  echo 'the public headers read these too: add them to cmake/install.cmake'
  exit 1
fi
