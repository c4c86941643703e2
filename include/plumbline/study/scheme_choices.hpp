// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Several schemes on one command line. A scheme may have settings of its own, "lobatto:degree=3", and a number of --set may
// be a list, "degree=2,3,4", which stands for as many schemes (problem.cpp reads them).
#pragma once

#include <plumbline/study/problem.hpp>

#include <cstddef>
#include <string>

namespace plumbline {

/// The scheme of a command that takes one. Throws invalid_input where there are more.
const scheme_choice& only_scheme(const problem& p);

/// Whether its steps follow the motion to all digits: a Taylor series whose order is not held.
bool follows_motion(const scheme_choice& scheme);

/// Its name and its settings, as the metadata of a run say them.
void add_scheme(metadata& facts, const scheme_choice& scheme);

/// "rk4"; with its settings, "lobatto:degree=3", where the problem has the same scheme more than once.
std::string label_of(const problem& p, const scheme_choice& scheme);

/// "lobatto:degree=3" with all settings: what can be given as --scheme again.
std::string full_label_of(const scheme_choice& scheme);

}  // namespace plumbline
