// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Pieces of work on threads and, where there are other processes that take them, there too. What is computed never depends on
// who computes it.
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

namespace plumbline {

/// What a piece gives, as io/checkpoint.hpp writes it.
using piece_texts = std::vector<std::string>;

/// How pieces are dealt out where they are not many of one kind.
struct dealing {
  int threads_each = 1;  ///< that a piece uses, with for_each_parallel
  /// The number of the group to which a piece belongs, or nothing. One process, or one thread where there are no others, does
  /// all pieces of a group in their order, because what one of them computes serves the next ones.
  std::function<std::size_t(std::size_t)> group;
};

/// The pieces of each group, in the order in which groups begin; each piece by itself where there are no groups.
std::vector<std::vector<std::size_t>> in_groups(const std::vector<std::size_t>& pieces,
                                                const dealing& how);

/// Processes that compute pieces together. One of them leads: it deals out the pieces and keeps what they give.
class piece_dealer {
 public:
  piece_dealer() = default;
  piece_dealer(const piece_dealer&) = delete;
  piece_dealer& operator=(const piece_dealer&) = delete;
  virtual ~piece_dealer() = default;

  virtual bool leads() const = 0;
  /// The leading one: `store` is called for every piece, by one thread at a time. Throws what a piece threw, and `interrupted`.
  virtual void deal(const std::vector<std::size_t>& pieces, int jobs,
                    const std::function<piece_texts(std::size_t)>& compute,
                    const std::function<void(std::size_t, const piece_texts&)>& store,
                    const dealing& how) = 0;
  /// Another one: computes what it is asked for until there is no more.
  virtual void serve(int jobs, const std::function<piece_texts(std::size_t)>& compute,
                     const dealing& how) = 0;
};

/// Calls store(i, compute(i)) for every i in `pieces`, on `jobs` threads of every process, begun in this order. Where there are
/// no `others`, or this process leads them, `store` has been called for all pieces, by one thread at a time, when this returns
/// true; the other processes get false, and their work is over. Result: see io/checkpoint.hpp.
template <class Compute, class Store>
bool deal_out(piece_dealer* others, const std::vector<std::size_t>& pieces, int jobs,
              Compute&& compute, Store&& store, const dealing& how = {}) {
  using result = decltype(compute(std::size_t{0}));
  const auto as_texts = [&compute](std::size_t i) {
    result r = compute(i);
    value_writer writer;
    writer(r);
    return writer.take();
  };
  if (others != nullptr && !others->leads()) {
    others->serve(jobs, as_texts, how);
    return false;
  }
  if (others != nullptr) {
    const auto read_and_store = [&store](std::size_t i, const piece_texts& texts) {
      result r;
      value_reader reader(texts);
      reader(r);
      reader.finish();
      store(i, std::move(r));
    };
    others->deal(pieces, jobs, as_texts, read_and_store, how);
    return true;
  }
  const auto groups = in_groups(pieces, how);
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

}  // namespace plumbline
