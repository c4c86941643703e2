// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Pieces of work on threads and, under mpirun, on the ranks of an MPI job. Rank 0 deals out the pieces one by one as they
// are asked for and is the only one that writes. A rank that is silent for long counts as dead: it is named, and others
// do its pieces. What is computed never depends on who computes it.
#pragma once

#include <plumbline/study/deal_out.hpp>

#include <cstddef>
#include <vector>

namespace plumbline::cli {

namespace cluster {

/// Joins the MPI job, where mpirun has started the program as one of several ranks. Throws invalid_input where the
/// program was built without MPI.
void join();
/// Ends the ranks' common work; call it once, at the end of the program. `in_order`: not after a signal. The process ends
/// with `code` where other ranks do not come to this end.
void leave(bool in_order, int code);

/// 0 without MPI.
int rank();
int size();
/// True for the rank that writes.
inline bool leads() { return rank() == 0; }

using texts = piece_texts;
using manner = dealing;

/// The ranks of this job, of which rank 0 leads; nothing where it is one process. It may deal again; the number of a piece then
/// means to the other ranks what it meant before.
piece_dealer* other_ranks();

}  // namespace cluster

/// deal_out() of the library among the ranks of this job.
template <class Compute, class Store>
bool deal_out(const std::vector<std::size_t>& pieces, int jobs, Compute&& compute, Store&& store,
              const cluster::manner& how = {}) {
  return plumbline::deal_out(cluster::other_ranks(), pieces, jobs, compute, store, how);
}

}  // namespace plumbline::cli
