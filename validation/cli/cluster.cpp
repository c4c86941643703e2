// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Rank 0 deals pieces of work to the other ranks. A rank sends `request` (its number of threads, and its machine), then for
// each piece `result` or `failure`, which ask for the next one, and `alive` every second. Rank 0 sends `work` (the number of a
// piece); while it deals, `alive` every second; `resting` when it has dealt and does other things; at the end `stop`.
//
// No call waits for another rank (cluster_messages.hpp). Neither does a rank outlive rank 0: it ends when rank 0 is silent
// while it deals, or when the process that started the ranks of this machine is gone.
#include "cli/cluster.hpp"

#include "cli/stop.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/io/messages.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#if PLUMBLINE_HAS_MPI
#include "cli/cluster_messages.hpp"
#include "cli/cluster_pieces.hpp"

#include <mpi.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
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

int my_rank = 0;
int ranks = 1;
bool stops_sent = false;
bool stop_came = false;
bool some_are_dead = false;

std::string machine() {
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  return name.data();
}

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

/// A process that was stopped for a while (by a batch system, say) has not listened, so nobody was silent.
class attention {
 public:
  /// True where the last call was so long ago.
  bool lapsed() {
    const auto long_ago = 3 * beat();
    const auto now = clock::now();
    return now - std::exchange(last_, now) > long_ago;
  }

 private:
  clock::time_point last_ = clock::now();
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

/// All ranks, as rank 0 knows them; what it knows it keeps from one dealing to the next.
std::vector<peer>& all_peers() {
  static std::vector<peer> peers(static_cast<std::size_t>(ranks));
  return peers;
}

/// The dealing rank at work.
class dealer {
 public:
  dealer(const std::vector<std::size_t>& pieces, int jobs,
         const std::function<texts(std::size_t)>& compute,
         const std::function<void(std::size_t, const texts&)>& store, const manner& how)
      : waiting_(pieces.begin(), pieces.end()),
        left_(pieces.begin(), pieces.end()),
        store_(&store),
        group_(how.group),
        peers_(all_peers()),
        mine_(jobs, compute, how.threads_each) {
    peers_[0].free = jobs;
    peers_[0].heard_of = true;
    listen_anew();  // rank 0 has not listened since it dealt last
  }
  dealer(const dealer&) = delete;
  dealer& operator=(const dealer&) = delete;
  ~dealer() { tell(resting); }

  void run() {
    const std::chrono::duration<double> limit(patience());
    patient_pause pause;
    attention awake;
    auto told = clock::now() - 2 * beat();
    while (!left_.empty()) {
      throw_if_stopped();
      bool quiet = true;
      if (clock::now() - told > beat()) {
        tell(alive);
        told = clock::now();
      }
      mail().clear();
      if (awake.lapsed()) {
        listen_anew();
      }
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
      const auto between = pause.next(quiet);
      if (quiet) {
        mine_.rest(between);
      }
    }
  }

 private:
  void listen_anew() {
    for (peer& p : peers_) {
      p.heard = clock::now();
    }
  }
  void tell(tag kind) {
    for (std::size_t k = 1; k < peers_.size(); ++k) {
      if (peers_[k].is_alive) {
        send(static_cast<int>(k), kind, {});
      }
    }
  }
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
      while (takes_another(k)) {
        const auto next = next_for(k);
        if (next == waiting_.end()) {
          break;
        }
        const std::size_t piece = *next;
        waiting_.erase(next);
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
          send(static_cast<int>(k), work, std::move(message));
        }
      }
    }
  }
  /// The first piece that waits for this rank: of a group that it has begun, or else of one that nobody has.
  std::deque<std::size_t>::iterator next_for(std::size_t k) {
    if (!group_) {
      return waiting_.begin();
    }
    const auto is_of = [&](std::size_t piece, std::optional<std::size_t> rank) {
      const auto begun = begun_by_.find(group_(piece));
      return rank ? begun != begun_by_.end() && begun->second == *rank : begun == begun_by_.end();
    };
    const auto first_of = [&](std::optional<std::size_t> rank) {
      return std::find_if(waiting_.begin(), waiting_.end(),
                          [&](std::size_t piece) { return is_of(piece, rank); });
    };
    auto next = first_of(k);
    if (next == waiting_.end()) {
      next = first_of(std::nullopt);
    }
    if (next != waiting_.end()) {
      begun_by_[group_(*next)] = k;
    }
    return next;
  }
  /// Another rank has one piece more than it has threads, so that no thread waits for a message; not when few pieces
  /// are left, which then go to threads that are free, and not of pieces in groups, which take long.
  bool takes_another(std::size_t k) const {
    const peer& p = peers_[k];
    const bool many_left = !group_ && waiting_.size() > 4 * peers_.size();
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
    std::erase_if(begun_by_, [k](const auto& begun) { return begun.second == k; });
    p.free = 0;
  }

  std::deque<std::size_t> waiting_;
  std::set<std::size_t> left_;
  const std::function<void(std::size_t, const texts&)>* store_;
  std::function<std::size_t(std::size_t)> group_;
  std::map<std::size_t, std::size_t> begun_by_;  ///< the rank that has a group
  std::vector<peer>& peers_;
  local_workers mine_;
};

void send_stops() {
  if (!std::exchange(stops_sent, true)) {
    for (int k = 1; k < ranks; ++k) {
      send(k, stop, {static_cast<char>(some_are_dead ? 1 : 0)});
    }
  }
}

/// This rank has nothing to keep: others, or the next job, do its pieces again.
[[noreturn]] void end_without(const char* reason) {
  say(fmt::format("plumbline: warning: rank {} ({}) ends: {}\n", my_rank, machine(), reason));
  constexpr int io_failed = 4;
  std::_Exit(io_failed);
}

}  // namespace

void join() {
  if (!started_as_rank()) {
    return;
  }
  int given = 0;
  {
    constexpr int io_failed = 4;
    constexpr double for_many_ranks = 20;
    const limited_call limited(io_failed, for_many_ranks * patience());
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &given);
  }
  MPI_Comm_set_errhandler(all_ranks(), errors_return());
  MPI_Comm_rank(all_ranks(), &my_rank);
  MPI_Comm_size(all_ranks(), &ranks);
  if (my_rank != 0) {
    end_silently();
  }
}

void leave(bool in_order, int code) {
  if (ranks == 1 || !in_order) {
    return;
  }
  std::optional<limited_call> limited;
  if (my_rank == 0 || stop_came) {  // otherwise rank 0 may be at work for hours
    limited.emplace(code, patience());
  }
  if (my_rank == 0) {
    send_stops();
  }
  if (some_are_dead) {  // the others would wait for the dead
    mail().clear();
    return;
  }
  while (!mail().clear()) {
    ::usleep(100);
  }
  MPI_Finalize();
}

int rank() { return my_rank; }
int size() { return ranks; }

namespace {

void serve_rank_0(int jobs, const std::function<texts(std::size_t)>& compute, const manner& how) {
  local_workers workers(jobs, compute, how.threads_each);
  bytes hello;
  put(hello, static_cast<std::uint64_t>(jobs));
  put(hello, machine());
  send(0, request, hello);
  auto last = clock::now();
  const auto parent = ::getppid();
  const std::chrono::duration<double> limit(patience());
  std::optional<clock::time_point> heard;  // of rank 0, while it deals
  patient_pause pause;
  attention awake;
  for (;;) {
    throw_if_stopped();
    bool quiet = true;
    if (awake.lapsed() && heard) {
      heard = clock::now();
    }
    for (received r; receive(r); quiet = false) {
      if (r.kind == stop) {
        some_are_dead = r.message.at(0) != 0;
        stop_came = true;
        return;
      }
      if (r.kind == work) {
        workers.begin(static_cast<std::size_t>(reader(r.message).number()));
      }
      heard = r.kind == resting ? std::nullopt : std::optional(clock::now());
    }
    for (const auto& o : workers.take()) {
      quiet = false;
      send(0, o.failed == 0 ? result : failure, encoded(o));
      last = clock::now();
    }
    if (clock::now() - last > beat()) {
      send(0, alive, {});
      last = clock::now();
      if (::getppid() != parent) {
        end_without("the process that started it is gone");
      }
    }
    mail().clear();
    if (heard && clock::now() - *heard > limit) {
      end_without("rank 0 is silent and counts as dead");
    }
    const auto between = pause.next(quiet);
    if (quiet) {
      workers.rest(between);
    }
  }
}

class ranks_of_job final : public piece_dealer {
 public:
  bool leads() const override { return cluster::leads(); }
  void deal(const std::vector<std::size_t>& pieces, int jobs,
            const std::function<texts(std::size_t)>& compute,
            const std::function<void(std::size_t, const texts&)>& store,
            const manner& how) override {
    dealer(pieces, jobs, compute, store, how).run();
  }
  void serve(int jobs, const std::function<texts(std::size_t)>& compute,
             const manner& how) override {
    serve_rank_0(jobs, compute, how);
  }
};

}  // namespace

piece_dealer* other_ranks() {
  static ranks_of_job job;
  return ranks > 1 ? &job : nullptr;
}

#else

void join() {
  if (started_as_rank()) {
    throw invalid_input(
        "this plumbline was built without MPI: build it where libopenmpi-dev is installed, or "
        "run it without mpirun");
  }
}
void leave(bool, int) {}
int rank() { return 0; }
int size() { return 1; }
piece_dealer* other_ranks() { return nullptr; }

#endif

}  // namespace plumbline::cli::cluster
