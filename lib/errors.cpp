// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/core/errors.hpp>

#include <fmt/format.h>

namespace plumbline {

std::string step_failure::residual_text(double r) { return fmt::format("{:.3g}", r); }

}  // namespace plumbline
