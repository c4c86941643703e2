// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Pieces of work on threads and, under mpirun, on the ranks of an MPI job. Rank 0 deals out the pieces one by one as they
// are asked for and is the only one that writes. A rank that is silent for long counts as dead: it is named, and others
// do its pieces. What is computed never depends on who computes it.
#pragma once

#include <plumbline/io/checkpoint.hpp>
#include <plumbline/study/parallel.hpp>

#include <atomic>
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <utility>
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

using texts = std::vector<std::string>;

/// How pieces are dealt out where they are not many of one kind.
struct manner {
  int threads_each = 1;  ///< that a piece uses, with for_each_parallel
  /// The number of the group to which a piece belongs, or nothing. One rank, or one thread where there are no ranks, does all
  /// pieces of a group in their order, because what one of them computes serves the next ones.
  std::function<std::size_t(std::size_t)> group;
};

/// The pieces of each group, in the order in which groups begin; each piece by itself where there are no groups.
std::vector<std::vector<std::size_t>> in_groups(const std::vector<std::size_t>& pieces,
                                                const manner& how);

/// Rank 0: every piece is computed by some rank and handed to `store`, which is called by one thread at a time.
/// Throws what a piece threw, and `interrupted`. It may deal again; the number of a piece then means to the other ranks what
/// it meant before.
void deal(const std::vector<std::size_t>& pieces, int jobs,
          const std::function<texts(std::size_t)>& compute,
          const std::function<void(std::size_t, const texts&)>& store, const manner& how = {});

/// Another rank: computes what rank 0 asks for until there is no more.
void serve(int jobs, const std::function<texts(std::size_t)>& compute, const manner& how = {});

}  // namespace cluster

/// Calls store(i, compute(i)) for every i in `pieces`, on `jobs` threads of every rank, begun in this order. On rank 0
/// `store` has been called for all of them, by one thread at a time, when this returns true; the other ranks get
/// false, and their work is over. Result: see io/checkpoint.hpp.
template <class Compute, class Store>
bool deal_out(const std::vector<std::size_t>& pieces, int jobs, Compute&& compute, Store&& store,
              const cluster::manner& how = {}) {
  using result = decltype(compute(std::size_t{0}));
  const auto as_texts = [&compute](std::size_t i) {
    result r = compute(i);
    value_writer writer;
    writer(r);
    return writer.take();
  };
  if (!cluster::leads()) {
    cluster::serve(jobs, as_texts, how);
    return false;
  }
  if (cluster::size() > 1) {
    const auto read_and_store = [&store](std::size_t i, const cluster::texts& texts) {
      result r;
      value_reader reader(texts);
      reader(r);
      reader.finish();
      store(i, std::move(r));
    };
    cluster::deal(pieces, jobs, as_texts, read_and_store, how);
    return true;
  }
  const auto groups = cluster::in_groups(pieces, how);
  std::atomic<bool> failed = false;  // after a failure no new piece is begun, in no group
  std::mutex guard;
  for_each_parallel<result>(groups.size(), jobs, [&](std::size_t k) {
    for (auto i = groups[k].begin(); i != groups[k].end() && !failed; ++i) {
      try {
        result r = compute(*i);
        const std::lock_guard lock(guard);
        store(*i, std::move(r));
      } catch (...) {
        failed = true;
        throw;
      }
    }
  });
  return true;
}

}  // namespace plumbline::cli
