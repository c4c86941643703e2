# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
#
# Batches: the compiler reads several sources of a target as one. What they share (headers after the precompiled one,
# instantiated templates) is compiled once instead of in each of them, which is half of the time of the program. In
# return a change of one source compiles its batch again, and names in the unnamed namespaces of all sources that one
# call names have to differ from one another.

# plumbline_batches(TARGET NAME COUNT PATTERN ...): the sources of TARGET that match a pattern become COUNT batches, in the
# order of the patterns. The time of a source is taken to be its bytes and 8000 more, which stand for what it includes, and
# the batches have about the same sum. A source stays in the batch of the first call that names it. A source that no call
# names is compiled alone, and so is a source with options, definitions or include folders of its own. The sizes are those
# of the time when CMake configures: after that a source may move to the next batch, which is then compiled again.
function(plumbline_batches target name count)
  if(NOT PLUMBLINE_BATCHES)
    return()
  endif()
  get_target_property(all ${target} SOURCES)
  set(sources "")
  set(sizes "")
  set(total 0)
  foreach(pattern IN LISTS ARGN)
    file(GLOB found ${pattern})
    foreach(source IN LISTS found)
      set(is_alone FALSE)
      foreach(property UNITY_GROUP COMPILE_OPTIONS COMPILE_DEFINITIONS INCLUDE_DIRECTORIES)
        get_source_file_property(value "${source}" ${property})
        if(value)
          set(is_alone TRUE) # or in another batch
        endif()
      endforeach()
      if(source IN_LIST all AND NOT source IN_LIST sources AND NOT is_alone)
        list(APPEND sources "${source}")
        file(SIZE "${source}" size)
        math(EXPR size "${size} + 8000")
        list(APPEND sizes ${size})
        math(EXPR total "${total} + ${size}")
      endif()
    endforeach()
  endforeach()
  set(before 0)
  foreach(source size IN ZIP_LISTS sources sizes)
    math(EXPR batch "(2 * ${before} + ${size}) * ${count} / (2 * ${total})")
    math(EXPR before "${before} + ${size}")
    set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${name}_${batch}")
  endforeach()
  # a local name may be the one of a constant of another source
  get_target_property(has_batches ${target} UNITY_BUILD)
  if(NOT has_batches)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    target_compile_options(${target} PRIVATE -Wno-shadow $<$<CXX_COMPILER_ID:GNU>:-Wshadow=local>)
  endif()
endfunction()
