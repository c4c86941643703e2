// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What figures of QL and of SL share: panels of a coordinate or a momentum against time, and the errors of the runs.
#pragma once

#include "experiments/ql/runs.hpp"

namespace plumbline::experiments::ql {

/// One component (0 or 1) over `seconds` at h = 0.1 s, exact and by the three schemes, for the page of a paper.
report::panel state_panel(context& c, variable v, int component, int seconds,
                          std::string_view paper = "ql");

/// The largest error up to a horizon.
measured error(context& c, scheme s, int meshes, variable v, int seconds);

/// "q" or "p", and the error with its unit: "error of q / rad".
inline std::string letter_of(variable v) { return v == variable::q ? "q" : "p"; }
std::string error_label(variable v);

}  // namespace plumbline::experiments::ql
