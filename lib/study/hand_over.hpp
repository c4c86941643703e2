// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What the thread sanitizer cannot see: oneTBB hands work from thread to thread by atomics of its own library, which is not
// compiled with the sanitizer. Without the sanitizer these functions are nothing. Accesses in the templates of oneTBB itself
// are left out by tests/thread_sanitizer.supp.
#pragma once

#if defined(__SANITIZE_THREAD__)
#define PLUMBLINE_THREAD_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define PLUMBLINE_THREAD_SANITIZER 1
#endif
#endif

#ifdef PLUMBLINE_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
#endif

namespace plumbline::detail {

/// A point where work goes from one thread to others, or comes back. What a thread did before give() has happened for the
/// threads that call take() later.
class hand_over {
 public:
#ifdef PLUMBLINE_THREAD_SANITIZER
  void give() { __tsan_release(this); }
  void take() { __tsan_acquire(this); }
#else
  void give() {}
  void take() {}
#endif
};

/// Gives at the end of its life, also where an exception ends it.
struct gives_at_end {
  hand_over& to;
  ~gives_at_end() { to.give(); }
};
struct takes_at_end {
  hand_over& from;
  ~takes_at_end() { from.take(); }
};

// Objects of the program, because a captured reference to one would be read before take().
inline hand_over to_workers;
inline hand_over from_workers;

}  // namespace plumbline::detail
