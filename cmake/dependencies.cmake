# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
#
# What the public headers need: Boost.Multiprecision and Boost.Math, Eigen, MPFR, GMP, libquadmath.
# What only sources need: fmt, nlohmann_json, toml++ (all header-only here) and CLI11.
# Debian's package names are in packages.txt.

list(APPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}")

find_package(Boost 1.81 REQUIRED)
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(mpfr REQUIRED)
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_path(PLUMBLINE_TOML_INCLUDE_DIR toml++/toml.h REQUIRED)
mark_as_advanced(PLUMBLINE_TOML_INCLUDE_DIR)

# libquadmath belongs to gcc; where it is missing, the quad scalar is off.
include(CheckCXXSourceCompiles)
set(CMAKE_REQUIRED_LIBRARIES quadmath)
check_cxx_source_compiles("
  extern \"C\" int quadmath_snprintf(char*, unsigned long, const char*, ...);
  int main() { char c; return quadmath_snprintf(&c, 0, \"\"); }" PLUMBLINE_LINKS_QUADMATH)
unset(CMAKE_REQUIRED_LIBRARIES)
