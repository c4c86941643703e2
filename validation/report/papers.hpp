// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The report speaks of the papers' numbers by the library's names.
#pragma once

#include <plumbline/data/paper_judge.hpp>

namespace plumbline::report {

using namespace papers;  // NOLINT(google-build-using-namespace)

}  // namespace plumbline::report
