# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
#
# Precompiled headers: 7 s once instead of 3 to 4 s in every source. A target that uses one may define more macros
# than the target that made it, but not fewer; so the makers here define none.

# plumbline_precompiled(NAME HEADER ...): makes one from precompiled.hpp and further headers.
function(plumbline_precompiled name)
  if(PLUMBLINE_PRECOMPILE)
    file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/precompiled/empty.cpp" CONTENT "")
    add_library(${name} OBJECT "${PROJECT_BINARY_DIR}/precompiled/empty.cpp")
    target_link_libraries(${name} PRIVATE Boost::headers Eigen3::Eigen mpfr::mpfr)
    target_precompile_headers(${name} PRIVATE "${PROJECT_SOURCE_DIR}/cmake/precompiled.hpp" ${ARGN})
  endif()
endfunction()

# plumbline_precompile(TARGET NAME): lets a target use it.
function(plumbline_precompile target name)
  if(PLUMBLINE_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM ${name})
  endif()
endfunction()

plumbline_precompiled(precompiled)
