// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "shared/stop.hpp"

#include <plumbline/core/errors.hpp>
#include <plumbline/io/output.hpp>

#include <unistd.h>

#include <csignal>

namespace plumbline::cli {

namespace {

// The only state that a signal handler can share with the program.
volatile std::sig_atomic_t received = 0;
volatile std::sig_atomic_t polite = 0;

extern "C" void handle_signal(int signal) {
  if (polite != 0 && received == 0) {
    received = signal;
    return;
  }
  remove_unfinished_file();
  constexpr char message[] = "plumbline: error: interrupted\n";
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, message, sizeof message - 1);
  constexpr int killed_by = 128;
  ::_exit(killed_by + signal);
}

}  // namespace

void install_signal_handlers() {
  struct sigaction action {};
  action.sa_handler = handle_signal;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
}

stops_politely::stops_politely() { polite = polite + 1; }
stops_politely::~stops_politely() { polite = polite - 1; }

bool stop_requested() noexcept { return received != 0; }

void throw_if_stopped() {
  if (received != 0) {
    throw interrupted(received);
  }
}

}  // namespace plumbline::cli
