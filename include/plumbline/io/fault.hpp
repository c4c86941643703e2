// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What an exception says about a run: whose fault it is, and one line for standard error. The program, the
// ranks of a job, the cases of a sweep and the Python module ask this one function.
//
//   invalid_input, domain_error               the user's: the call is wrong
//   std::invalid_argument                     the user's too: the headers of scalar/ and math/ know no type of ours, and throw
//                                             it for an argument outside a domain
//   std::overflow_error                       the user's: a number that the arithmetic cannot hold
//   step_failure, other std::runtime_error    the numerics failed
//   every other exception                     a bug: std::logic_error, std::out_of_range, std::bad_optional_access …
#pragma once

#include <exception>
#include <string>

namespace plumbline {

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
  std::string message;
};

/// What the exception says. It is not null.
fault fault_of(const std::exception_ptr& thrown);

/// The line without "plumbline: ": "error: …", or "internal error: …" with the version and the request to report it.
std::string line_of(const fault& f);

}  // namespace plumbline
