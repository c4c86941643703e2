# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
#
# A precompiled header takes 10 s once (there are three: for -O2, for what is compiled quickly, for tests), where each source
# would take 3 to 5 s. It holds headers of other libraries (precompiled.hpp), and catalogue/schemes.hpp with the headers of
# Plumbline that catalogue/schemes.hpp includes, because most sources include them. A target that uses a precompiled header
# must define every macro that its maker defines; it may define others if no header in it reads them. So the makers link only
# what the headers belong to. A compiler's cache must not keep precompiled headers: where one of an earlier state stands in the
# build's folder, gcc's preprocessor names that file instead of the headers' text, so that ccache took two states of the
# headers for one and handed out the wrong one in a later build. So none is switched on here.

# With its own prologue CMake would begin the header with `#pragma GCC system_header`, and the compiler would be silent about
# Plumbline's headers.
set(CMAKE_PCH_PROLOGUE "")

# plumbline_precompiled(NAME [HEADERS ...] [LIBRARIES ...] [OPTIONS ...]): makes the precompiled header NAME of precompiled.hpp,
# catalogue/schemes.hpp and HEADERS. The options are those of the compiler; a target that uses it must have the same (gcc takes
# the level of optimisation from the precompiled header, not from the command line).
function(plumbline_precompiled name)
  cmake_parse_arguments(PARSE_ARGV 1 more "" "" "HEADERS;LIBRARIES;OPTIONS")
  if(PLUMBLINE_PRECOMPILE)
    file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/precompiled/empty.cpp" CONTENT "")
    add_library(${name} OBJECT "${PROJECT_BINARY_DIR}/precompiled/empty.cpp")
    target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/include")
    target_include_directories(${name} SYSTEM PRIVATE ${PLUMBLINE_QUADMATH_INCLUDE})
    target_link_libraries(${name} PRIVATE Boost::headers Eigen3::Eigen mpfr::mpfr ${more_LIBRARIES})
    target_compile_options(${name} PRIVATE ${more_OPTIONS})
    target_precompile_headers(${name} PRIVATE "${PROJECT_SOURCE_DIR}/cmake/precompiled.hpp"
      <plumbline/catalogue/schemes.hpp> ${more_HEADERS})
  endif()
endfunction()

# plumbline_precompile(TARGET NAME): lets a target use it. The header is compiled as for libraries; where their code is
# position-independent, the code of programs is so in another way.
function(plumbline_precompile target name)
  get_target_property(type ${target} TYPE)
  if(PLUMBLINE_PRECOMPILE AND NOT (CMAKE_POSITION_INDEPENDENT_CODE AND type STREQUAL "EXECUTABLE"))
    target_precompile_headers(${target} REUSE_FROM ${name})
  endif()
endfunction()

# What runs long is in the library and has -O2; the program, the tests and the rest of the library are compiled quickly:
# -Og takes half of the time of -O2 and makes code of the size and speed of -O1. It sees less of what is initialised.
set(quick "$<AND:$<CONFIG:Release>,$<CXX_COMPILER_ID:GNU>>")
set(quick_options "$<${quick}:-Og>" "$<${quick}:-Wno-maybe-uninitialized>")

plumbline_precompiled(precompiled)
plumbline_precompiled(precompiled-quickly OPTIONS ${quick_options})
