// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/io/messages.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <mutex>

namespace plumbline {

namespace {

std::mutex status_guard;
std::size_t status_width = 0;  ///< of what is drawn; 0 where nothing is

void write_ignoring_errors(std::string_view text) noexcept {
  while (!text.empty()) {
    const auto written = ::write(STDERR_FILENO, text.data(), text.size());
    if (written > 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (written == 0 || errno != EINTR) {
      return;
    }
  }
}

void erase_locked() noexcept {
  if (status_width == 0) {
    return;
  }
  write_ignoring_errors("\r");
  constexpr std::string_view blanks = "                                                  ";
  for (std::size_t left = status_width; left > 0;) {
    const std::size_t now = left < blanks.size() ? left : blanks.size();
    write_ignoring_errors(blanks.substr(0, now));
    left -= now;
  }
  write_ignoring_errors("\r");
  status_width = 0;
}

}  // namespace

void open_standard_streams() noexcept {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) < 0 && errno == EBADF) {
      // the lowest free number is this one, as those below it are open by now
      const int mode = stream == STDERR_FILENO ? O_WRONLY : O_RDONLY;
      [[maybe_unused]] const int opened = ::open("/dev/null", mode);
    }
  }
}

void say(std::string_view text) noexcept {
  const std::lock_guard lock(status_guard);
  erase_locked();
  write_ignoring_errors(text);
}

void show_status(std::string_view text) noexcept {
  const std::lock_guard lock(status_guard);
  erase_locked();
  write_ignoring_errors(text);
  status_width = text.size();
}

void erase_status() noexcept {
  const std::lock_guard lock(status_guard);
  erase_locked();
}

}  // namespace plumbline
