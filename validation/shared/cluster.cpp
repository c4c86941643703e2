// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The messages: a rank sends `request` (its number of threads, and its machine), then for each piece `result` or
// `failure`, which ask for the next one, and `alive` every second. Rank 0 sends `work` (the number of a piece) and at the
// end `stop`. All are received by polling, so that signals and silent ranks are noticed.
#include "shared/cluster.hpp"

#include "shared/stop.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/io/messages.hpp>
#include <plumbline/study/background.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

#if PLUMBLINE_HAS_MPI
#include <mpi.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <deque>
#include <set>
#endif

namespace plumbline::cli::cluster {

namespace {

/// The variables that tell a process that it is a rank: Open MPI, MPICH and Slurm.
bool started_as_rank() {
  const auto size = [](const char* name) {
    const char* const text = std::getenv(name);  // NOLINT(concurrency-mt-unsafe)
    return text == nullptr ? 0 : std::atoi(text);
  };
  return size("OMPI_COMM_WORLD_SIZE") > 1 || size("PMI_SIZE") > 1;
}

}  // namespace

#if PLUMBLINE_HAS_MPI

namespace {

using clock = std::chrono::steady_clock;
using bytes = std::vector<char>;

enum tag { request = 1, work, result, failure, stop, alive };

constexpr auto beat = std::chrono::seconds(1);
constexpr double default_patience = 30;

int my_rank = 0;
int ranks = 1;
bool stops_sent = false;
bool some_are_dead = false;

/// How long a rank may be silent, in seconds: PLUMBLINE_RANK_TIMEOUT.
double patience() {
  const char* const text = std::getenv("PLUMBLINE_RANK_TIMEOUT");  // NOLINT(concurrency-mt-unsafe)
  const double seconds = text == nullptr ? 0 : std::atof(text);
  return seconds > 0 ? seconds : default_patience;
}

void put(bytes& message, std::uint64_t number) {
  const auto old = message.size();
  message.resize(old + sizeof number);
  std::memcpy(message.data() + old, &number, sizeof number);
}
void put(bytes& message, const std::string& text) {
  put(message, text.size());
  message.insert(message.end(), text.begin(), text.end());
}

class reader {
 public:
  explicit reader(const bytes& message) : message_(&message) {}
  std::uint64_t number() {
    std::uint64_t n = 0;
    require(sizeof n);
    std::memcpy(&n, message_->data() + at_, sizeof n);
    at_ += sizeof n;
    return n;
  }
  std::string text() {
    const auto size = static_cast<std::size_t>(number());
    require(size);
    const std::string t(message_->data() + at_, size);
    at_ += size;
    return t;
  }

 private:
  void require(std::size_t size) const {
    if (message_->size() - at_ < size) {
      throw io_error("a message of a rank is cut off");
    }
  }
  const bytes* message_;
  std::size_t at_ = 0;
};

void send(int to, tag kind, const bytes& message) {
  MPI_Send(message.data(), static_cast<int>(message.size()), MPI_CHAR, to, kind, MPI_COMM_WORLD);
}

struct received {
  int from = 0;
  tag kind = alive;
  bytes message;
};

/// True where a message was there.
bool receive(received& r) {
  int there = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
  if (there == 0) {
    return false;
  }
  int size = 0;
  MPI_Get_count(&status, MPI_CHAR, &size);
  r.from = status.MPI_SOURCE;
  r.kind = static_cast<tag>(status.MPI_TAG);
  r.message.resize(static_cast<std::size_t>(size));
  MPI_Recv(r.message.data(), size, MPI_CHAR, r.from, r.kind, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return true;
}

std::string machine() {
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  return name.data();
}

/// A piece that is done: its texts, or how it failed.
struct outcome {
  std::size_t piece = 0;
  texts values;
  char failed = 0;  ///< 0, or the kind of the exception: i(nput), o(utput), s(topped), n(umerics)
  std::string message;
};

bytes encoded(const outcome& o) {
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

outcome decoded(const received& r) {
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

void throw_again(const outcome& o) {
  switch (o.failed) {
    case 'i':
      throw invalid_input(o.message);
    case 'o':
      throw io_error(o.message);
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
  local_workers(int jobs, const std::function<texts(std::size_t)>& compute)
      : compute_(&compute), threads_(jobs) {}

  void begin(std::size_t piece) {
    threads_.post([this, piece] {
      outcome o;
      o.piece = piece;
      try {
        throw_if_stopped();
        o.values = (*compute_)(piece);
      } catch (const interrupted& error) {
        o.failed = 's';
        o.message = error.what();
      } catch (const std::logic_error& error) {
        o.failed = 'i';
        o.message = error.what();
      } catch (const io_error& error) {
        o.failed = 'o';
        o.message = error.what();
      } catch (const std::exception& error) {
        o.failed = 'n';
        o.message = error.what();
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

/// How long to rest between two looks at the messages: longer and longer while none comes, because a look costs as much
/// as a few steps.
class patient_pause {
 public:
  std::chrono::microseconds next(bool quiet) {
    constexpr std::chrono::microseconds shortest(100);
    constexpr std::chrono::microseconds longest(2000);
    pause_ = quiet ? std::min(2 * pause_, longest) : shortest;
    return pause_;
  }

 private:
  std::chrono::microseconds pause_{100};
};

/// What rank 0 knows of another rank.
struct peer {
  bool is_alive = true;
  clock::time_point heard = clock::now();
  std::string where = "not heard of";
  bool heard_of = false;
  int free = 0;  ///< pieces that it could take now
  std::set<std::size_t> pieces;
};

/// The dealing rank at work.
class dealer {
 public:
  dealer(const std::vector<std::size_t>& pieces, int jobs,
         const std::function<texts(std::size_t)>& compute,
         const std::function<void(std::size_t, const texts&)>& store)
      : waiting_(pieces.begin(), pieces.end()),
        left_(pieces.begin(), pieces.end()),
        store_(&store),
        peers_(static_cast<std::size_t>(ranks)),
        mine_(jobs, compute) {
    peers_[0].free = jobs;
    peers_[0].heard_of = true;
  }

  void run() {
    const std::chrono::duration<double> limit(patience());
    patient_pause pause;
    while (!left_.empty()) {
      throw_if_stopped();
      bool quiet = true;
      for (received r; receive(r); quiet = false) {
        hear(r);
      }
      for (const auto& o : mine_.take()) {
        quiet = false;
        ++peers_[0].free;
        finish(0, o);
      }
      deal_waiting();
      for (std::size_t k = 1; k < peers_.size(); ++k) {
        if (peers_[k].is_alive && clock::now() - peers_[k].heard > limit) {
          bury(k);
        }
      }
      const auto rest = pause.next(quiet);
      if (quiet) {
        mine_.rest(rest);
      }
    }
  }

 private:
  void hear(const received& r) {
    peer& p = peers_[static_cast<std::size_t>(r.from)];
    p.heard = clock::now();
    p.is_alive = true;  // it was only slow; its pieces may come twice
    if (r.kind == request) {
      reader in(r.message);
      p.free = static_cast<int>(in.number());
      p.where = in.text();
      p.heard_of = true;
    } else if (r.kind == result || r.kind == failure) {
      ++p.free;
      finish(static_cast<std::size_t>(r.from), decoded(r));
    }
  }
  void finish(std::size_t rank, const outcome& o) {
    peers_[rank].pieces.erase(o.piece);
    if (left_.count(o.piece) == 0) {
      return;
    }
    if (o.failed != 0) {
      throw_again(o);
    }
    (*store_)(o.piece, o.values);
    left_.erase(o.piece);
  }
  void deal_waiting() {
    for (std::size_t k = 0; k < peers_.size(); ++k) {
      peer& p = peers_[k];
      while (takes_another(k) && !waiting_.empty()) {
        const std::size_t piece = waiting_.front();
        waiting_.pop_front();
        if (left_.count(piece) == 0) {
          continue;
        }
        --p.free;
        p.pieces.insert(piece);
        if (k == 0) {
          mine_.begin(piece);
        } else {
          bytes message;
          put(message, piece);
          send(static_cast<int>(k), work, message);
        }
      }
    }
  }
  /// Another rank has one piece more than it has threads, so that no thread waits for a message; not when few pieces
  /// are left, which then go to threads that are free.
  bool takes_another(std::size_t k) const {
    const peer& p = peers_[k];
    const bool many_left = waiting_.size() > 4 * peers_.size();
    return p.is_alive && p.heard_of && p.free > (k != 0 && many_left ? -1 : 0);
  }
  void bury(std::size_t k) {
    peer& p = peers_[k];
    p.is_alive = false;
    some_are_dead = true;
    say(fmt::format(
        "plumbline: warning: rank {} ({}) is silent and counts as dead; others do its {} "
        "cases again\n",
        k, p.where, p.pieces.size()));
    waiting_.insert(waiting_.begin(), p.pieces.begin(), p.pieces.end());
    p.pieces.clear();
    p.free = 0;
  }

  std::deque<std::size_t> waiting_;
  std::set<std::size_t> left_;
  const std::function<void(std::size_t, const texts&)>* store_;
  std::vector<peer> peers_;
  local_workers mine_;
};

void send_stops() {
  if (!std::exchange(stops_sent, true)) {
    for (int k = 1; k < ranks; ++k) {
      send(k, stop, {static_cast<char>(some_are_dead ? 1 : 0)});
    }
  }
}

}  // namespace

void join() {
  if (!started_as_rank()) {
    return;
  }
  int given = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &given);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
}

void leave(bool in_order) {
  if (ranks == 1 || !in_order) {
    return;
  }
  if (my_rank == 0) {
    send_stops();
  }
  if (!some_are_dead) {  // otherwise the others would wait for the dead
    MPI_Finalize();
  }
}

int rank() { return my_rank; }
int size() { return ranks; }

void deal(const std::vector<std::size_t>& pieces, int jobs,
          const std::function<texts(std::size_t)>& compute,
          const std::function<void(std::size_t, const texts&)>& store) {
  dealer(pieces, jobs, compute, store).run();
}

void serve(int jobs, const std::function<texts(std::size_t)>& compute) {
  local_workers workers(jobs, compute);
  bytes hello;
  put(hello, static_cast<std::uint64_t>(jobs));
  put(hello, machine());
  send(0, request, hello);
  auto last = clock::now();
  patient_pause pause;
  for (;;) {
    throw_if_stopped();
    bool quiet = true;
    for (received r; receive(r); quiet = false) {
      if (r.kind == stop) {
        some_are_dead = r.message.at(0) != 0;
        return;
      }
      workers.begin(static_cast<std::size_t>(reader(r.message).number()));
    }
    for (const auto& o : workers.take()) {
      quiet = false;
      send(0, o.failed == 0 ? result : failure, encoded(o));
      last = clock::now();
    }
    if (clock::now() - last > beat) {
      send(0, alive, {});
      last = clock::now();
    }
    const auto rest = pause.next(quiet);
    if (quiet) {
      workers.rest(rest);
    }
  }
}

#else

void join() {
  if (started_as_rank()) {
    throw invalid_input(
        "this plumbline was built without MPI: build it where libopenmpi-dev is installed, or "
        "run it without mpirun");
  }
}
void leave(bool) {}
int rank() { return 0; }
int size() { return 1; }
void deal(const std::vector<std::size_t>&, int, const std::function<texts(std::size_t)>&,
          const std::function<void(std::size_t, const texts&)>&) {}
void serve(int, const std::function<texts(std::size_t)>&) {}

#endif

}  // namespace plumbline::cli::cluster
