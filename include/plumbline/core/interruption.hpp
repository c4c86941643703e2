// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// How a long computation without steps is ended from outside. A loop that can take minutes at many digits calls
// end_if_interrupted() in each pass; who wants to be able to end it makes an `interruptible` around the call, with a function
// that throws when the time has come. Without one the loops go on to their end.
#pragma once

#include <functional>
#include <utility>

namespace plumbline {

namespace detail {
inline thread_local const std::function<void()>* throw_if_wanted = nullptr;
}  // namespace detail

/// Calls `check` from the loops of this thread while it lives. What `check` throws passes through them.
class interruptible {
 public:
  explicit interruptible(std::function<void()> check)
      : check_(std::move(check)), before_(detail::throw_if_wanted) {
    detail::throw_if_wanted = check_ ? &check_ : nullptr;
  }
  interruptible(const interruptible&) = delete;
  interruptible& operator=(const interruptible&) = delete;
  ~interruptible() { detail::throw_if_wanted = before_; }

 private:
  std::function<void()> check_;
  const std::function<void()>* before_;
};

/// Calls the check of this thread, where there is one; what it throws ends the computation.
inline void end_if_interrupted() {
  if (detail::throw_if_wanted != nullptr) {
    (*detail::throw_if_wanted)();
  }
}

}  // namespace plumbline
