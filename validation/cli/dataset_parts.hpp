// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The computations of a dataset on threads and, under mpirun, on ranks (cli/cluster.hpp). The number of a piece says which
// computation is meant and with how many digits, because only rank 0 knows how many are needed.
#pragma once

#include <plumbline/data/dataset_digits.hpp>

#include <vector>

namespace plumbline::cli {

/// Rank 0: how settled_rows() shares the computations of these rows. Source and rows live as long.
sharing shared_by_ranks(const dataset_source& source, const std::vector<std::size_t>& rows,
                        int jobs, const run_control& control);

/// Another rank: computes what rank 0 asks for until there is no more.
void serve_dataset(const dataset_source& source, const std::vector<std::size_t>& rows, int jobs,
                   const run_control& control);

}  // namespace plumbline::cli
