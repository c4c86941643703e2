// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What an exception says about a run: whose fault it is, its exit code, and one line for standard error. The program, the
// ranks of a job, the cases of a sweep and the Python module ask this one function.
//
//   invalid_input, domain_error, CLI::Error   the user's: the call is wrong
//   std::invalid_argument                     the user's too: the headers of scalar/ and math/ know no type of ours, and throw
//                                             it for an argument outside a domain
//   std::overflow_error                       the user's: a number that the arithmetic cannot hold
//   step_failure, other std::runtime_error    the numerics failed
//   every other exception                     a bug: std::logic_error, std::out_of_range, std::bad_optional_access …
#pragma once

#include <exception>
#include <string>

namespace plumbline::cli {

enum exit_code {
  done = 0,
  bad_input = 2,
  numerics_failed = 3,
  io_failed = 4,
  internal_error = 70,  ///< EX_SOFTWARE of sysexits.h
  killed_by_signal = 128
};

enum class fault_kind {
  closed_pipe,
  interrupted,
  usage,
  input,
  domain,
  numerics,
  memory,
  io,
  internal
};

struct fault {
  fault_kind kind;
  int code;  ///< of the process
  std::string message;

  /// True where the call is wrong: another call would do.
  bool is_users() const { return code == bad_input; }
};

/// What the exception says. It is not null.
fault fault_of(const std::exception_ptr& thrown);

/// The line without "plumbline: ": "error: …", or "internal error: …" with the version and the request to report it.
std::string line_of(const fault& f);

/// Says the fault in one line, on the leading rank of a job, and returns its exit code. What has no message, a pipe that was
/// closed, says nothing.
int report(const fault& f);

}  // namespace plumbline::cli
