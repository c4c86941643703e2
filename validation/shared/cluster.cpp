// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The messages: a rank sends `request` (its number of threads, and its machine), then for each piece `result` or
// `failure`, which ask for the next one, and `alive` every second. Rank 0 sends `work` (the number of a piece); while it
// deals, `alive` every second; `resting` when it has dealt and does other things; at the end `stop`.
//
// No call waits for another rank: messages are sent and received by polling, so that signals and silent ranks are noticed.
// Neither does a rank outlive rank 0: it ends when rank 0 is silent while it deals, or when the process that started the
// ranks of this machine is gone. The two calls of MPI that do wait, at the beginning and at the end, have a limit.
#include "shared/cluster.hpp"

#include "shared/stop.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/io/messages.hpp>
#include <plumbline/study/background.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#if PLUMBLINE_HAS_MPI
#include <mpi.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <deque>
#include <list>
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

std::vector<std::vector<std::size_t>> in_groups(const std::vector<std::size_t>& pieces,
                                                const manner& how) {
  std::vector<std::vector<std::size_t>> groups;
  std::map<std::size_t, std::size_t> places;
  for (const std::size_t i : pieces) {
    const std::size_t place =
        how.group ? places.try_emplace(how.group(i), groups.size()).first->second : groups.size();
    groups.resize(std::max(groups.size(), place + 1));
    groups[place].push_back(i);
  }
  return groups;
}

#if PLUMBLINE_HAS_MPI

namespace {

using clock = std::chrono::steady_clock;
using bytes = std::vector<char>;

enum tag { request = 1, work, result, failure, stop, alive, resting };

constexpr double default_patience = 30;

int my_rank = 0;
int ranks = 1;
bool stops_sent = false;
bool stop_came = false;
bool some_are_dead = false;

/// How long a rank may be silent, in seconds: PLUMBLINE_RANK_TIMEOUT.
double patience() {
  const char* const text = std::getenv("PLUMBLINE_RANK_TIMEOUT");  // NOLINT(concurrency-mt-unsafe)
  const double seconds = text == nullptr ? 0 : std::atof(text);
  return seconds > 0 ? seconds : default_patience;
}

/// How often a rank says that it is alive: every second, or several times in a shorter patience.
clock::duration beat() {
  static const auto length = std::min<clock::duration>(
      std::chrono::seconds(1),
      std::chrono::duration_cast<clock::duration>(std::chrono::duration<double>(patience() / 4)));
  return length;
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

/// Messages on their way. MPI_Send may wait for a receiver that is dead.
class outbox {
 public:
  void post(int to, tag kind, bytes message) {
    letters_.push_back({std::move(message), MPI_REQUEST_NULL});
    letter& l = letters_.back();
    MPI_Isend(l.message.data(), static_cast<int>(l.message.size()), MPI_CHAR, to, kind,
              MPI_COMM_WORLD, &l.sent);
    clear();
  }
  /// Forgets what has arrived. True where nothing is on its way any more.
  bool clear() {
    letters_.remove_if([](letter& l) {
      int arrived = 0;
      MPI_Test(&l.sent, &arrived, MPI_STATUS_IGNORE);
      return arrived != 0;
    });
    return letters_.empty();
  }

 private:
  struct letter {
    bytes message;
    MPI_Request sent;
  };
  std::list<letter> letters_;
};

outbox& mail() {
  static outbox box;
  return box;
}

void send(int to, tag kind, bytes message) { mail().post(to, kind, std::move(message)); }

/// Ends the process with this code where a call of MPI takes too long: the other side is dead.
class limited_call {
 public:
  explicit limited_call(int code, double seconds) {
    code_ = code;
    struct sigaction ends {};
    ends.sa_handler = [](int) { ::_exit(code_); };
    ::sigaction(SIGALRM, &ends, &old_);
    ::alarm(static_cast<unsigned>(seconds) + 1);
  }
  limited_call(const limited_call&) = delete;
  limited_call& operator=(const limited_call&) = delete;
  ~limited_call() {
    ::alarm(0);
    ::sigaction(SIGALRM, &old_, nullptr);
  }

 private:
  static inline volatile std::sig_atomic_t code_ = 0;
  struct sigaction old_ {};
};

struct received {
  int from = 0;
  tag kind = alive;
  bytes message;
};

/// Messages that are coming. MPI_Recv may wait for the rest of a long one whose sender is dead.
class inbox {
 public:
  /// True where a message was there.
  bool take(received& r) {
    int there = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
    if (there != 0) {
      int size = 0;
      MPI_Get_count(&status, MPI_CHAR, &size);
      letter& l = letters_.emplace_back();
      l.content = {status.MPI_SOURCE, static_cast<tag>(status.MPI_TAG),
                   bytes(static_cast<std::size_t>(size))};
      MPI_Irecv(l.content.message.data(), size, MPI_CHAR, l.content.from, l.content.kind,
                MPI_COMM_WORLD, &l.coming);
    }
    for (auto l = letters_.begin(); l != letters_.end(); ++l) {
      int complete = 0;
      MPI_Test(&l->coming, &complete, MPI_STATUS_IGNORE);
      if (complete != 0) {
        r = std::move(l->content);
        letters_.erase(l);
        return true;
      }
    }
    return false;
  }

 private:
  struct letter {
    received content;
    MPI_Request coming = MPI_REQUEST_NULL;
  };
  std::list<letter> letters_;
};

bool receive(received& r) {
  static inbox box;
  return box.take(r);
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
  local_workers(int jobs, const std::function<texts(std::size_t)>& compute, int threads_each)
      : compute_(&compute), threads_(jobs, threads_each) {}

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
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
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

void deal(const std::vector<std::size_t>& pieces, int jobs,
          const std::function<texts(std::size_t)>& compute,
          const std::function<void(std::size_t, const texts&)>& store, const manner& how) {
  dealer(pieces, jobs, compute, store, how).run();
}

void serve(int jobs, const std::function<texts(std::size_t)>& compute, const manner& how) {
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
void deal(const std::vector<std::size_t>&, int, const std::function<texts(std::size_t)>&,
          const std::function<void(std::size_t, const texts&)>&, const manner&) {}
void serve(int, const std::function<texts(std::size_t)>&, const manner&) {}

#endif

}  // namespace plumbline::cli::cluster
