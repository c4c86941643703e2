// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Pieces of work on threads and, under mpirun, on the ranks of an MPI job. Rank 0 deals out the pieces one by one as they
// are asked for and is the only one that writes. A rank that is silent for long counts as dead: it is named, and others
// do its pieces. What is computed never depends on who computes it.
#pragma once

#include <plumbline/study/deal_out.hpp>

#include <cstddef>
#include <functional>
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

/// Rank 0: every piece is computed by some rank and handed to `store`, which is called by one thread at a time.
/// Throws what a piece threw, and `interrupted`. It may deal again; the number of a piece then means to the other ranks what
/// it meant before.
void deal(const std::vector<std::size_t>& pieces, int jobs,
          const std::function<texts(std::size_t)>& compute,
          const std::function<void(std::size_t, const texts&)>& store, const manner& how = {});

/// Another rank: computes what rank 0 asks for until there is no more.
void serve(int jobs, const std::function<texts(std::size_t)>& compute, const manner& how = {});

/// The ranks of this job; nothing where it is one process.
piece_dealer* other_ranks();

}  // namespace cluster

/// deal_out() of the library among the ranks of this job.
template <class Compute, class Store>
bool deal_out(const std::vector<std::size_t>& pieces, int jobs, Compute&& compute, Store&& store,
              const cluster::manner& how = {}) {
  return plumbline::deal_out(cluster::other_ranks(), pieces, jobs, compute, store, how);
}

}  // namespace plumbline::cli
