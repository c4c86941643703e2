# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
#
# Writes OUTPUT, a header with the commit of SOURCE as PLUMBLINE_COMMIT, where it has changed. Run at every build.

set(commit unknown)
find_program(git git)
if(git AND EXISTS "${SOURCE}/.git")
  execute_process(COMMAND "${git}" rev-parse --short=12 HEAD WORKING_DIRECTORY "${SOURCE}"
    OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed ERROR_QUIET)
  if(NOT failed)
    set(commit "${found}")
    execute_process(COMMAND "${git}" diff-index --quiet HEAD -- WORKING_DIRECTORY "${SOURCE}"
      RESULT_VARIABLE modified ERROR_QUIET)
    if(modified)
      string(APPEND commit "-modified")
    endif()
  endif()
endif()
file(CONFIGURE OUTPUT "${OUTPUT}" @ONLY CONTENT [[
// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#pragma once
#define PLUMBLINE_COMMIT "@commit@"
]])
