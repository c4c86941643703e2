# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
#
# Arb and the FLINT that it stands on: target arb::arb. (Debian calls the library flint-arb, other systems arb.)

find_path(FLINT_INCLUDE_DIR flint.h PATH_SUFFIXES flint)
find_library(FLINT_LIBRARY flint)
find_path(ARB_INCLUDE_DIR acb_modular.h)
find_library(ARB_LIBRARY NAMES flint-arb arb)
mark_as_advanced(FLINT_INCLUDE_DIR FLINT_LIBRARY ARB_INCLUDE_DIR ARB_LIBRARY)

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
