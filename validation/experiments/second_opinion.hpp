// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// An exact reference by our own functions and by Boost.Math's, and the digits on which the two agree.
#pragma once

#include "experiments/workbench.hpp"

#include <functional>

namespace plumbline::experiments {

/// The number of equal leading digits, at most the 64 of the arithmetic; "64" where both are the same number.
inline std::string agreeing_digits(const measured& own, const measured& boost) {
  const measured difference = apart(own, boost);
  if (difference == 0 || own == 0) {
    return difference == 0 ? "64" : "0";
  }
  const measured digits = -log10(measured(difference / abs(own)));
  const int whole = static_cast<int>(floor(digits));
  return std::to_string(std::min(std::max(whole, 0), 64));
}

/// The agreeing digits of own with boost(), or Boost's reason where it has no value.
inline std::string second_opinion(const measured& own, const std::function<measured()>& boost) {
  try {
    return agreeing_digits(own, boost());
  } catch (const domain_error& reason) {
    return reason.what();
  }
}

}  // namespace plumbline::experiments
