# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
#
# Batches: the compiler reads several sources of a target as one. What they share (headers after the precompiled one,
# instantiated templates) is compiled once instead of in each of them, which is half of the time of the program. In
# return a change of one source compiles its batch again, and names in the unnamed namespaces of a folder have to
# differ from one another.

# plumbline_batches(TARGET SIZE [ALONE SOURCES ...]): SIZE sources to a batch, except those that are compiled ALONE.
# Sources with compile options or definitions of their own are alone without being named.
function(plumbline_batches target size)
  cmake_parse_arguments(PARSE_ARGV 2 sources "" "" "ALONE")
  if(PLUMBLINE_BATCHES)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE BATCH UNITY_BUILD_BATCH_SIZE ${size})
    set_source_files_properties(${sources_ALONE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    # a local name may be the one of a constant of another source
    target_compile_options(${target} PRIVATE -Wno-shadow $<$<CXX_COMPILER_ID:GNU>:-Wshadow=local>)
  endif()
endfunction()
