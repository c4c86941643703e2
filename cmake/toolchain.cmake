# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
#
# How everything in this tree is compiled: warnings, rounding, sanitizers, linker.

# The same bits everywhere: no fused multiply-add unless the source says std::fma.
add_compile_options(-ffp-contract=off)

if(PROJECT_IS_TOP_LEVEL)
  add_compile_options(-Wall -Wextra -Wpedantic -Wconversion -Wshadow)
endif()
if(PLUMBLINE_WERROR)
  add_compile_options(-Werror)
endif()

# Before its heap has 1 GB, gcc need not look for what it no longer uses: that takes 6 % of the time of these sources.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options("SHELL:--param ggc-min-heapsize=1000000")
endif()

if(PLUMBLINE_SANITIZE)
  # not "unreachable": toml++ reaches it in texts that are right (KNOWN_ISSUES)
  add_compile_options(-fsanitize=${PLUMBLINE_SANITIZE} -fno-sanitize-recover=all -fno-sanitize=unreachable
    -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${PLUMBLINE_SANITIZE})
endif()

# The linker of a project that has Plumbline in a folder is its own.
if(NOT PROJECT_IS_TOP_LEVEL)
  return()
endif()

foreach(linker mold lld)
  find_program(PLUMBLINE_${linker} NAMES ${linker} ld.${linker})
  if(PLUMBLINE_${linker})
    add_link_options(-fuse-ld=${linker})
    break()
  endif()
endforeach()
