// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The computations of a dataset on threads and, where there are other processes that take them, there too (study/deal_out.hpp). The
// number of a piece says which computation is meant and with how many digits, because only the process that leads knows how
// many are needed.
#pragma once

#include <plumbline/data/dataset_digits.hpp>
#include <plumbline/study/deal_out.hpp>

#include <vector>

namespace plumbline {

/// How settled_rows() shares the computations of these rows with `others` (nullptr: there are none), on `jobs` threads of every
/// process. Source, rows and others live as long.
sharing shared_with(piece_dealer* others, const dataset_source& source,
                    const std::vector<std::size_t>& rows, int jobs, const run_control& control);

/// One of the others: computes what the leading one asks for until there is no more.
void serve_dataset(piece_dealer* others, const dataset_source& source,
                   const std::vector<std::size_t>& rows, int jobs, const run_control& control);

}  // namespace plumbline
