// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// How a step that is made, and that nothing stops, says that its digits are not to be trusted: a series of a held order that
// is summed outside of its radius of convergence. The program listens and warns; without a listener nobody is told.
#pragma once

#include <atomic>

namespace plumbline {

/// Digits that a step has lost.
struct step_doubt {
  double time = 0;  ///< at which the step begins
  double step = 0;
  double radius = 0;  ///< of convergence, as far as the coefficients of the series show it
  int lost = 0;       ///< digits of the state that are wrong after the step
  int digits = 0;     ///< of the arithmetic
};

class doubt_listener {
 public:
  doubt_listener() = default;
  doubt_listener(const doubt_listener&) = delete;
  doubt_listener& operator=(const doubt_listener&) = delete;
  virtual ~doubt_listener() = default;
  /// Threads may call it.
  virtual void hear(const step_doubt& doubt) noexcept = 0;
  /// False where nothing that is said would be heard, so that a step need not find out.
  virtual bool listens() const noexcept = 0;
};

namespace detail {
inline std::atomic<doubt_listener*> listener_of_doubts = nullptr;
}  // namespace detail

/// The listener of this program, or none.
inline doubt_listener* listener_of_doubts() {
  doubt_listener* const listener = detail::listener_of_doubts.load(std::memory_order_acquire);
  return listener != nullptr && listener->listens() ? listener : nullptr;
}

}  // namespace plumbline
