// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <plumbline/core/errors.hpp>

#include <cstdint>
#include <string>

namespace plumbline {

/// The end of a run whose crossings cannot be told: the function of the section touches zero, crosses it with a vanishing rate, or is
/// zero throughout; or there is another reason, which is told in the place of these.
class undecided_crossing : public step_failure {
 public:
  static constexpr const char* touches =
      "touches zero there, crosses it with a vanishing rate, or is zero throughout";

  undecided_crossing(const std::string& formula, std::int64_t step, const std::string& time,
                     const std::string& advice, const std::string& reason = touches)
      : step_failure(step, time, {solve_outcome::stagnated, 0, 0}),
        text_("undecided at t = " + time + ": '" + formula + "' " + reason +
              (advice.empty() ? "" : "; " + advice)) {}
  const char* what() const noexcept override { return text_.c_str(); }

 private:
  std::string text_;
};

}  // namespace plumbline
