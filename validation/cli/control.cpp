// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "cli/control.hpp"

#include <plumbline/io/messages.hpp>

#include <fmt/format.h>

namespace plumbline::cli {

warns_of_lost_digits::warns_of_lost_digits(bool quiet) : said_(quiet) {
  if (!quiet) {
    detail::listener_of_doubts.store(this, std::memory_order_release);
  }
}

warns_of_lost_digits::~warns_of_lost_digits() {
  doubt_listener* here = this;
  detail::listener_of_doubts.compare_exchange_strong(here, nullptr);
}

void warns_of_lost_digits::hear(const step_doubt& doubt) noexcept {
  if (said_.exchange(true)) {
    return;
  }
  try {
    say(fmt::format(
        "plumbline: warning: at t = {:.6g} the step {:.6g} leaves the radius of convergence of the "
        "Taylor "
        "series, which is about {:.3g}: {} of {} digits are lost; a shorter step keeps them, and "
        "without order=... the scheme takes as many steps as the digits need\n",
        doubt.time, doubt.step, doubt.radius, doubt.lost, doubt.digits));
  } catch (...) {
    // a warning without memory is no warning
  }
}

}  // namespace plumbline::cli
