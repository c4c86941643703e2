# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
#
# What the public headers need: Boost.Multiprecision and Boost.Math, Eigen, MPFR, GMP, libquadmath.
# What only sources need: nlohmann_json, toml++, CLI11, and fmt. The library has fmt's functions compiled in it
# (plumbline-fmt), so that its users link nothing more; the program and the tests link libfmt.
# Arb is optional: with it the elementary functions of the MPFR scalars are faster, and have the same bits.
# Debian's package names are in packages.txt.

list(APPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}")

# Where the machine's Boost is older, tools/need has unpacked Debian's package with a newer one. Nobody else would find
# that one, so `cmake --install` copies what the public headers need of it (PLUMBLINE_INSTALL_BOOST).
set(unpacked "${PROJECT_SOURCE_DIR}/build/packages/libboost1.81-dev/usr")
find_package(Boost 1.81 QUIET)
if(NOT Boost_FOUND)
  find_package(Boost 1.81 QUIET CONFIG NO_DEFAULT_PATH PATHS "${unpacked}")
endif()
if(NOT Boost_FOUND)
  message(FATAL_ERROR "Plumbline needs the headers of Boost 1.81 or newer. On Debian "
    "`${PROJECT_SOURCE_DIR}/tools/need unpacked` puts them beside its sources, without root; elsewhere set BOOST_ROOT to the "
    "folder that contains Boost's include/.")
endif()
get_target_property(PLUMBLINE_BOOST_INCLUDE Boost::headers INTERFACE_INCLUDE_DIRECTORIES)
cmake_path(IS_PREFIX unpacked "${PLUMBLINE_BOOST_INCLUDE}" NORMALIZE PLUMBLINE_INSTALL_BOOST)

find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(mpfr 4.1 REQUIRED)
find_package(Threads REQUIRED)
find_package(TBB REQUIRED) # oneTBB: the workers of study/parallel.hpp
if(PLUMBLINE_MPI)
  set(MPI_CXX_SKIP_MPICXX ON)
  find_package(MPI QUIET COMPONENTS CXX)
endif()
if(PLUMBLINE_ARB)
  find_package(Arb QUIET)
endif()
if(PLUMBLINE_HDF5)
  find_package(SerialHdf5 QUIET)
endif()
find_package(fmt REQUIRED)
# The functions that lib/io/fmt_functions.cpp compiles are declared in a namespace of the library's own. That source knows
# version 9; other versions are used as headers alone.
add_library(plumbline-fmt INTERFACE)
if(fmt_VERSION VERSION_GREATER_EQUAL 9 AND fmt_VERSION VERSION_LESS 10)
  get_target_property(fmt_include fmt::fmt INTERFACE_INCLUDE_DIRECTORIES)
  target_include_directories(plumbline-fmt SYSTEM INTERFACE "${fmt_include}")
  target_compile_definitions(plumbline-fmt INTERFACE
    "FMT_BEGIN_NAMESPACE=namespace fmt { inline namespace plumbline {" "FMT_END_NAMESPACE=}}")
else()
  target_link_libraries(plumbline-fmt INTERFACE fmt::fmt-header-only)
endif()
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_path(PLUMBLINE_TOML_INCLUDE_DIR toml++/toml.h REQUIRED)
mark_as_advanced(PLUMBLINE_TOML_INCLUDE_DIR)

# quad stands on gcc's libquadmath, where a processor has no other numbers of 113 bits. clang does not look for its header in
# gcc's folder, so that header is copied to a folder of its own (the rest of gcc's headers is not for clang).
include(CheckCXXSourceCompiles)
set(check_quadmath "#include <quadmath.h>
  int main() { char c; return quadmath_snprintf(&c, 0, \"%Qg\", sqrtq(2)); }")
set(CMAKE_REQUIRED_LIBRARIES quadmath)
check_cxx_source_compiles("${check_quadmath}" PLUMBLINE_HAS_QUAD)
set(PLUMBLINE_QUADMATH_INCLUDE "")
if(NOT PLUMBLINE_HAS_QUAD AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  file(GLOB headers "/usr/lib/gcc/${CMAKE_LIBRARY_ARCHITECTURE}/*/include/quadmath.h")
  list(SORT headers COMPARE NATURAL ORDER DESCENDING)
  if(headers)
    list(GET headers 0 header)
    set(PLUMBLINE_QUADMATH_INCLUDE "${PROJECT_BINARY_DIR}/quadmath")
    file(COPY "${header}" DESTINATION "${PLUMBLINE_QUADMATH_INCLUDE}")
    set(CMAKE_REQUIRED_INCLUDES "${PLUMBLINE_QUADMATH_INCLUDE}")
    check_cxx_source_compiles("${check_quadmath}" PLUMBLINE_HAS_QUAD_WITH_HEADER)
    unset(CMAKE_REQUIRED_INCLUDES)
    set(PLUMBLINE_HAS_QUAD "${PLUMBLINE_HAS_QUAD_WITH_HEADER}")
  endif()
endif()
unset(CMAKE_REQUIRED_LIBRARIES)
