// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "cli/stop.hpp"

#include <plumbline/core/errors.hpp>
#include <plumbline/io/output.hpp>

#include <unistd.h>

#include <atomic>
#include <csignal>

namespace plumbline::cli {

namespace {

// What a signal handler and many threads share.
std::atomic<int> signal_number = 0;
std::atomic<int> polite = 0;
std::atomic<int> silent = 0;
bool on_terminal = false;  ///< standard error, as it is at the start
static_assert(std::atomic<int>::is_always_lock_free);

extern "C" void handle_signal(int signal) {
  if (polite != 0 && signal_number == 0) {
    signal_number = signal;
    return;
  }
  remove_unfinished_files();
  constexpr int killed_by = 128;
  if (silent != 0) {
    ::_exit(killed_by + signal);
  }
  if (on_terminal) {  // a progress bar keeps its line
    [[maybe_unused]] const auto moved = ::write(STDERR_FILENO, "\n", 1);
  }
  constexpr char message[] = "plumbline: error: interrupted\n";
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, message, sizeof message - 1);
  ::_exit(killed_by + signal);
}

}  // namespace

void install_signal_handlers() {
  on_terminal = ::isatty(STDERR_FILENO) != 0;
  struct sigaction action {};
  action.sa_handler = handle_signal;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  struct sigaction before {};
  if (sigaction(SIGHUP, nullptr, &before) == 0 && before.sa_handler != SIG_IGN) {  // unless nohup
    sigaction(SIGHUP, &action, nullptr);
  }
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file beyond the limit is an error of write()
}

void end_silently() { silent = 1; }

stops_politely::stops_politely() { ++polite; }
stops_politely::~stops_politely() { --polite; }

bool stop_requested() noexcept { return signal_number != 0; }
int stop_signal() noexcept { return signal_number; }

void throw_if_stopped() {
  if (signal_number != 0) {
    throw interrupted(signal_number);
  }
}

}  // namespace plumbline::cli
