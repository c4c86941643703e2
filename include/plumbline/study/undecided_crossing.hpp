// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <plumbline/core/errors.hpp>

#include <cstdint>
#include <string>

namespace plumbline {

/// The end of a run whose crossings cannot be told: the function of the section touches zero, crosses it with a vanishing rate, or is
/// zero throughout.
class undecided_crossing : public step_failure {
 public:
  undecided_crossing(const std::string& formula, std::int64_t step, const std::string& time,
                     const std::string& advice)
      : step_failure(step, time, {solve_outcome::stagnated, 0, 0}),
        text_("undecided at t = " + time + ": '" + formula +
              "' touches zero there, crosses it with a vanishing rate, or is zero throughout" +
              (advice.empty() ? "" : "; " + advice)) {}
  const char* what() const noexcept override { return text_.c_str(); }

 private:
  std::string text_;
};

}  // namespace plumbline
