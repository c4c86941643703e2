#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
#
# ways.sh: a user's CMake project of a few lines takes Plumbline in each of three ways: find_package after `./run install`,
# add_subdirectory, FetchContent. The two latter compile the library again. None may compile a test or the program, install
# anything, set an option that is not Plumbline's, or change how the user's own sources are compiled.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
root=$(CDPATH='' cd -- "$here/../.." && pwd -P)
fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT

# shellcheck disable=SC2016  # CMake's own variables
try() { # name, lines that bring plumbline::plumbline
  mkdir "$fresh/$1"
  cp "$here/main.cpp" "$fresh/$1/"
  printf '%s\n' 'cmake_minimum_required(VERSION 3.25)' 'project(mine CXX)' "$2" 'add_executable(mine main.cpp)' \
    'target_link_libraries(mine PRIVATE plumbline::plumbline)' \
    'get_directory_property(options COMPILE_OPTIONS)' \
    'if(options OR CMAKE_CXX_FLAGS OR CMAKE_CXX_COMPILER_LAUNCHER OR TARGET test_core)' \
    '  message(FATAL_ERROR "not mine: ${options} ${CMAKE_CXX_FLAGS} ${CMAKE_CXX_COMPILER_LAUNCHER}")' 'endif()' \
    >"$fresh/$1/CMakeLists.txt"
  {
    cmake -S "$fresh/$1" -B "$fresh/$1/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$fresh/prefix" &&
      cmake --build "$fresh/$1/build" && cmake --install "$fresh/$1/build" --prefix "$fresh/$1/installed"
  } >"$fresh/$1/log" 2>&1 || {
    tail -n 30 "$fresh/$1/log"
    echo "failed: $1"
    exit 1
  }
  "$(find "$fresh/$1/build" -name mine -type f -perm -u+x)" | diff "$here/expected.txt" -
  if [ -n "$(find "$fresh/$1/build" -path '*/plumbline-validation.dir/*.o')" ] || [ -e "$fresh/$1/installed" ]; then
    echo "failed: $1 compiles the program or installs"
    exit 1
  fi
  echo "$1: works"
}

cmake --install "${PLUMBLINE_BUILD:-$root/build/release}" --prefix "$fresh/prefix" >/dev/null
try find_package 'find_package(plumbline 0.2 REQUIRED)'
try add_subdirectory "add_subdirectory($root plumbline EXCLUDE_FROM_ALL)"
try FetchContent "include(FetchContent)
FetchContent_Declare(plumbline SOURCE_DIR $root)
FetchContent_MakeAvailable(plumbline)"
