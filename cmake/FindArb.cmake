# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
#
# Arb and the FLINT that it stands on: target arb::arb. From FLINT 3 on Arb is a part of FLINT: its headers are in flint/,
# its functions in libflint. Before, it is a library of its own, which Debian calls flint-arb and other systems arb.

find_path(FLINT_INCLUDE_DIR flint.h PATH_SUFFIXES flint)
find_library(FLINT_LIBRARY flint)
find_path(ARB_INCLUDE_DIR acb_modular.h PATH_SUFFIXES flint)
mark_as_advanced(FLINT_INCLUDE_DIR FLINT_LIBRARY ARB_INCLUDE_DIR ARB_LIBRARY)
set(FLINT_VERSION 2)
if(FLINT_INCLUDE_DIR)
  file(STRINGS "${FLINT_INCLUDE_DIR}/flint.h" line REGEX "define __FLINT_VERSION +[0-9]+" LIMIT_COUNT 1)
  if(line MATCHES "([0-9]+)")
    set(FLINT_VERSION ${CMAKE_MATCH_1})
  endif()
endif()
if(FLINT_VERSION GREATER_EQUAL 3)
  set(ARB_LIBRARY "${FLINT_LIBRARY}")
else()
  find_library(ARB_LIBRARY NAMES flint-arb arb)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Arb
  REQUIRED_VARS ARB_LIBRARY ARB_INCLUDE_DIR FLINT_LIBRARY FLINT_INCLUDE_DIR)

if(Arb_FOUND AND NOT TARGET arb::arb)
  add_library(arb::arb UNKNOWN IMPORTED)
  set_target_properties(arb::arb PROPERTIES
    IMPORTED_LOCATION "${ARB_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${ARB_INCLUDE_DIR};${FLINT_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES "${FLINT_LIBRARY};mpfr::mpfr")
endif()
