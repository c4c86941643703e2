// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The pieces of a page: an experiment's tables, lists and figures as HTML.
#pragma once

#include "report/page.hpp"

#include <string>
#include <vector>

namespace plumbline::report {

/// The computed number in the notation of the printed one, with two or three digits more.
std::string computed_text(const judged_number& n);

/// As it stands in print.
std::string printed_text(const judged_number& n);

/// The verdict in words, with its tier.
std::string words_of_verdict(const judged_number& n);

/// The fence and how far it is: "1.5, just inside by 7.0 % of half a unit"; nothing where an entry has no fence.
std::string fence_text(const judged_number& n);

/// An experiment's part of a page.
std::string part_html(const report_part& part);

/// The entries of these parts that do not reproduce, or whose verdict is not the recorded one: tables in which each is
/// linked to its place on `page`. Empty if there are none.
std::string difference_table(const std::vector<const report_part*>& parts, const std::string& page);

}  // namespace plumbline::report
