// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Ctrl-C and SIGTERM. Inside a `stops_politely` scope the first signal only sets a flag that the work polls;
// outside of one, and at the second signal, the process ends at once, and an unfinished file with it.
#pragma once

namespace plumbline::cli {

/// Once, at the start of the program. Also makes a closed pipe an error of write() instead of a signal.
void install_signal_handlers();

/// The process says nothing when a signal ends it: under mpirun rank 0 does.
void end_silently();

class stops_politely {
 public:
  stops_politely();
  stops_politely(const stops_politely&) = delete;
  stops_politely& operator=(const stops_politely&) = delete;
  ~stops_politely();
};

bool stop_requested() noexcept;
/// The number of the signal that has come; 0 before one has.
int stop_signal() noexcept;
/// Throws `interrupted` when a signal has come.
void throw_if_stopped();

}  // namespace plumbline::cli
