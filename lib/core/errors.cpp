// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/core/errors.hpp>

#include <fmt/format.h>

#include <utility>

namespace plumbline {

step_failure::step_failure(std::int64_t step, std::string time, solve_report report,
                           const std::string& hint)
    : std::runtime_error(
          fmt::format("step {} at t = {}: {} after {} iterations, residual {:.3g}{}{}", step, time,
                      to_string(report.outcome), report.iterations, report.residual,
                      hint.empty() ? "" : "; ", hint)),
      step_(step),
      time_(std::move(time)),
      report_(report) {}

}  // namespace plumbline
