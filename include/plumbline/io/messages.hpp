// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What a program says on standard error: lines, and one status line that is drawn again and again.
//
// Standard error may be closed or full. A message that finds no place is dropped: it never ends a run. The status line is
// erased before a line is said and before rows go to a terminal, so that the two never share a line.
#pragma once

#include <string_view>

namespace plumbline {

/// Opens /dev/null in the place of the standard streams that are closed, so that no file of the program gets their numbers.
/// Writing to a standard output that was closed still fails. Once, at the start of a program.
void open_standard_streams() noexcept;

/// Writes the text to standard error, after the status line is erased. Errors are ignored.
void say(std::string_view text) noexcept;

/// The same for "plumbline: warning: TEXT"; nothing after drop_warnings(), which a program calls that is to be quiet.
void say_warning(std::string_view text) noexcept;
void drop_warnings() noexcept;

/// Draws the text, which has no line break, in the place of the status line. Threads may call it.
void show_status(std::string_view text) noexcept;
/// Leaves no trace of the status line.
void erase_status() noexcept;

}  // namespace plumbline
