# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
#
# MPFR and GMP: targets mpfr::mpfr and gmp::gmp. The version is the one that MPFR's header says.

find_path(GMP_INCLUDE_DIR gmp.h)
find_library(GMP_LIBRARY gmp)
find_path(MPFR_INCLUDE_DIR mpfr.h)
find_library(MPFR_LIBRARY mpfr)
mark_as_advanced(GMP_INCLUDE_DIR GMP_LIBRARY MPFR_INCLUDE_DIR MPFR_LIBRARY)

set(mpfr_VERSION "")
if(MPFR_INCLUDE_DIR)
  file(STRINGS "${MPFR_INCLUDE_DIR}/mpfr.h" mpfr_line REGEX "^#define MPFR_VERSION_STRING ")
  if(mpfr_line MATCHES "\"([0-9.]+)")
    set(mpfr_VERSION "${CMAKE_MATCH_1}")
  endif()
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(mpfr
  REQUIRED_VARS MPFR_LIBRARY MPFR_INCLUDE_DIR GMP_LIBRARY GMP_INCLUDE_DIR
  VERSION_VAR mpfr_VERSION)

if(mpfr_FOUND AND NOT TARGET gmp::gmp)
  add_library(gmp::gmp UNKNOWN IMPORTED)
  set_target_properties(gmp::gmp PROPERTIES
    IMPORTED_LOCATION "${GMP_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${GMP_INCLUDE_DIR}")
endif()
if(mpfr_FOUND AND NOT TARGET mpfr::mpfr)
  add_library(mpfr::mpfr UNKNOWN IMPORTED)
  set_target_properties(mpfr::mpfr PROPERTIES
    IMPORTED_LOCATION "${MPFR_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${MPFR_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES gmp::gmp)
endif()
