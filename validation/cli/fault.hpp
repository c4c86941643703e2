// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What the program says of a failure, and its exit code.
#pragma once

#include <plumbline/io/fault.hpp>

#include <exception>

namespace plumbline::cli {

enum exit_code {
  done = 0,
  bad_input = 2,
  numerics_failed = 3,
  io_failed = 4,
  internal_error = 70,  ///< EX_SOFTWARE of sysexits.h
  killed_by_signal = 128
};

struct fault : plumbline::fault {
  int code = done;  ///< of the process

  /// True where the call is wrong: another call would do.
  bool is_users() const { return code == bad_input; }
};

/// As plumbline::fault_of(); what CLI11 throws is the user's.
fault fault_of(const std::exception_ptr& thrown);

/// Says the fault in one line, on the leading rank of a job, and returns its exit code. What has no message, a pipe that was
/// closed, says nothing.
int report(const fault& f);

}  // namespace plumbline::cli
