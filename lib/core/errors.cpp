// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/core/errors.hpp>

#include <fmt/format.h>

#include <utility>

namespace plumbline {

namespace {

/// A report without iterations has no residual; its outcome says something where it is more than that the step is not made.
std::string text_of(std::int64_t step, const std::string& time, const solve_report& report,
                    const std::string& hint) {
  const std::string place = fmt::format("step {} at t = {}: ", step, time);
  const std::string after = hint.empty() ? "" : "; " + hint;
  if (report.iterations > 0) {
    return fmt::format("{}{} after {} iterations, residual {:.3g}{}", place,
                       to_string(report.outcome), report.iterations, report.residual, after);
  }
  const bool says_more = report.outcome == solve_outcome::singular ||
                         report.outcome == solve_outcome::not_finite || hint.empty();
  return place + (says_more ? std::string(to_string(report.outcome)) + after : hint);
}

}  // namespace

step_failure::step_failure(std::int64_t step, std::string time, solve_report report,
                           const std::string& hint)
    : std::runtime_error(text_of(step, time, report, hint)),
      step_(step),
      time_(std::move(time)),
      report_(report) {}

}  // namespace plumbline
