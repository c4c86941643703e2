// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The exceptions. Misuse throws at once with the offending values (scalar/errors.hpp); a failed step carries the step
// number, the time and the solver's report.
#pragma once

#include <plumbline/core/solve_report.hpp>
#include <plumbline/scalar/errors.hpp>

#include <cstdint>
#include <stdexcept>
#include <string>

namespace plumbline {

/// A step that could not be made.
class step_failure : public std::runtime_error {
 public:
  step_failure(std::int64_t step, std::string time, solve_report report,
               const std::string& hint = {});
  std::int64_t step() const { return step_; }
  /// The time at the start of the step, as text in the working precision.
  const std::string& time() const { return time_; }
  const solve_report& report() const { return report_; }

 private:
  std::int64_t step_;
  std::string time_;
  solve_report report_;
};

/// A file or a stream that could not be read or written.
class io_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A computation ended because its caller asked it to (run_control, core/interruption.hpp). In a program that was asked by a
/// signal (Ctrl-C, SIGTERM) it may carry its number.
class interrupted : public std::runtime_error {
 public:
  interrupted() : interrupted(0) {}
  explicit interrupted(int signal) : std::runtime_error("interrupted"), signal_(signal) {}
  int signal() const { return signal_; }

 private:
  int signal_;
};

}  // namespace plumbline
