// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The pieces that a rank computes in threads of its own, what came of them, and how that is written in a message.
#pragma once

#include "cli/cluster.hpp"
#include "cli/cluster_messages.hpp"
#include "cli/fault.hpp"
#include "cli/stop.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/study/background.hpp>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace plumbline::cli::cluster {

/// A piece that is done: its texts, or how it failed.
struct outcome {
  std::size_t piece = 0;
  texts values;
  char failed =
      0;  ///< 0, or the kind of the exception: i(nput), o(utput), s(topped), n(umerics), b(ug)
  std::string message;
};

inline bytes encoded(const outcome& o) {
  bytes message;
  put(message, o.piece);
  if (o.failed != 0) {
    put(message, std::string(1, o.failed));
    put(message, o.message);
    return message;
  }
  put(message, o.values.size());
  for (const auto& text : o.values) {
    put(message, text);
  }
  return message;
}

inline outcome decoded(const received& r) {
  reader in(r.message);
  outcome o;
  o.piece = static_cast<std::size_t>(in.number());
  if (r.kind == failure) {
    o.failed = in.text().at(0);
    o.message = in.text();
    return o;
  }
  for (auto left = in.number(); left > 0; --left) {
    o.values.push_back(in.text());
  }
  return o;
}

inline char letter_of(fault_kind kind) {
  switch (kind) {
    case fault_kind::closed_pipe:
    case fault_kind::io:
      return 'o';
    case fault_kind::interrupted:
      return 's';
    case fault_kind::usage:
    case fault_kind::input:
    case fault_kind::domain:
      return 'i';
    case fault_kind::numerics:
    case fault_kind::memory:
      return 'n';
    case fault_kind::internal:
      break;
  }
  return 'b';
}

inline void throw_again(const outcome& o) {
  switch (o.failed) {
    case 'i':
      throw invalid_input(o.message);
    case 'o':
      throw io_error(o.message);
    case 'b':
      throw std::logic_error(o.message);
    case 's':
      throw_if_stopped();
      [[fallthrough]];
    default:
      throw std::runtime_error(o.message);
  }
}

/// Threads of this rank, and what they have done.
class local_workers {
 public:
  local_workers(int jobs, const std::function<texts(std::size_t)>& compute, int threads_each)
      : compute_(&compute), threads_(jobs, threads_each) {}

  void begin(std::size_t piece) {
    threads_.post([this, piece] {
      outcome o;
      o.piece = piece;
      try {
        throw_if_stopped();
        o.values = (*compute_)(piece);
      } catch (...) {
        const fault f = fault_of(std::current_exception());
        o.failed = letter_of(f.kind);
        o.message = f.message;
      }
      {
        const std::lock_guard lock(guard_);
        done_.push_back(std::move(o));
      }
      some_done_.notify_one();
    });
  }
  std::vector<outcome> take() {
    const std::lock_guard lock(guard_);
    return std::exchange(done_, {});
  }
  /// Returns when a piece of this rank is done, at the latest after the pause.
  void rest(std::chrono::microseconds pause) {
    std::unique_lock lock(guard_);
    some_done_.wait_for(lock, pause, [this] { return !done_.empty(); });
  }

 private:
  const std::function<texts(std::size_t)>* compute_;
  std::mutex guard_;
  std::condition_variable some_done_;
  std::vector<outcome> done_;
  background_workers threads_;  // last: it waits for the pieces before the rest goes away
};

}  // namespace plumbline::cli::cluster
