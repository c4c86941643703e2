// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Panels of QL's Figures 2 to 4: a coordinate or a momentum against time, exact and by the three schemes.
#pragma once

#include "experiments/ql/runs.hpp"

namespace plumbline::experiments::ql {

enum class variable { q, p };

/// One component (0 or 1) over `seconds` at h = 0.1 s, for the page of a paper.
report::panel state_panel(context& c, variable v, int component, int seconds,
                          std::string_view paper = "ql");

/// The norms of the errors over time, with Newmark at h = 0.01 s if wanted.
report::panel error_panel(context& c, variable v, int seconds, bool fine_newmark);

/// The largest error up to a horizon.
measured error(context& c, scheme s, int meshes, variable v, int seconds);

/// The largest error up to a horizon over the largest |q| or |p| of the exact motion: a share of the figure's axis.
measured error_on_axis(context& c, scheme s, int meshes, variable v, int seconds);

/// Judges the ratio of two errors under "<over>/<under>", h = 0.1 s.
void judge_ratio(context& c, report::section& out, scheme over, scheme under, variable v,
                 int seconds);

}  // namespace plumbline::experiments::ql
