// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Messages between ranks that wait for nobody: they are sent and received by polling, so that signals and silent ranks are
// noticed. A message is a row of numbers and texts. The two calls of MPI that do wait have a limit.
#pragma once

#include <plumbline/core/errors.hpp>

#include <dlfcn.h>
#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <list>
#include <string>
#include <utility>
#include <vector>

namespace plumbline::cli::cluster {

/// Data of Open MPI, in place of its macro: the program loads the library when it first calls it (cmake/on_demand.sh), which
/// serves for functions only. MPI_Init_thread has been called.
#ifdef OPEN_MPI
template <class T>
T of_open_mpi(const char* name) {
  return static_cast<T>(::dlsym(RTLD_DEFAULT, name));
}
inline MPI_Comm all_ranks() { return of_open_mpi<MPI_Comm>("ompi_mpi_comm_world"); }
inline MPI_Datatype characters() { return of_open_mpi<MPI_Datatype>("ompi_mpi_char"); }
inline MPI_Request no_request() { return of_open_mpi<MPI_Request>("ompi_request_null"); }
inline MPI_Errhandler errors_return() {
  return of_open_mpi<MPI_Errhandler>("ompi_mpi_errors_return");
}
#else
inline MPI_Comm all_ranks() { return MPI_COMM_WORLD; }
inline MPI_Datatype characters() { return MPI_CHAR; }
inline MPI_Request no_request() { return MPI_REQUEST_NULL; }
inline MPI_Errhandler errors_return() { return MPI_ERRORS_RETURN; }
#endif

using clock = std::chrono::steady_clock;
using bytes = std::vector<char>;

enum tag { request = 1, work, result, failure, stop, alive, resting };

/// How long a rank may be silent, in seconds: PLUMBLINE_RANK_TIMEOUT.
inline double patience() {
  const char* const text = std::getenv("PLUMBLINE_RANK_TIMEOUT");  // NOLINT(concurrency-mt-unsafe)
  const double seconds = text == nullptr ? 0 : std::atof(text);
  constexpr double default_patience = 30;
  return seconds > 0 ? seconds : default_patience;
}

/// How often a rank says that it is alive: every second, or several times in a shorter patience.
inline clock::duration beat() {
  static const auto length = std::min<clock::duration>(
      std::chrono::seconds(1),
      std::chrono::duration_cast<clock::duration>(std::chrono::duration<double>(patience() / 4)));
  return length;
}

inline void put(bytes& message, std::uint64_t number) {
  const auto old = message.size();
  message.resize(old + sizeof number);
  std::memcpy(message.data() + old, &number, sizeof number);
}
inline void put(bytes& message, const std::string& text) {
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
    letters_.push_back({std::move(message), no_request()});
    letter& l = letters_.back();
    MPI_Isend(l.message.data(), static_cast<int>(l.message.size()), characters(), to, kind,
              all_ranks(), &l.sent);
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

inline outbox& mail() {
  static outbox box;
  return box;
}

inline void send(int to, tag kind, bytes message) { mail().post(to, kind, std::move(message)); }

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
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, all_ranks(), &there, &status);
    if (there != 0) {
      int size = 0;
      MPI_Get_count(&status, characters(), &size);
      letter& l = letters_.emplace_back();
      l.content = {status.MPI_SOURCE, static_cast<tag>(status.MPI_TAG),
                   bytes(static_cast<std::size_t>(size))};
      MPI_Irecv(l.content.message.data(), size, characters(), l.content.from, l.content.kind,
                all_ranks(), &l.coming);
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
    MPI_Request coming = no_request();
  };
  std::list<letter> letters_;
};

inline bool receive(received& r) {
  static inbox box;
  return box.take(r);
}

}  // namespace plumbline::cli::cluster
