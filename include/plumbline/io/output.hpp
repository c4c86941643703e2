// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Where text goes: standard output, or a file that is written whole or not at all.
//
// A file is written under a temporary name in the folder of the target, synchronised and renamed at
// commit(). Without commit() the destructor removes it and the target keeps what it had. keep_partial()
// names it TARGET.partial instead. What a killed process left is removed by the next one that writes the same
// target. A target that is not a regular file (a device, a pipe, an open file of this process such as
// /dev/stdout) is written directly. Every failure is an io_error with the path and the system's reason.
#pragma once

#include <plumbline/core/errors.hpp>

#include <filesystem>
#include <string>
#include <string_view>

namespace plumbline {

/// The reader of a pipe went away: a reason to stop, not an error.
class closed_pipe : public io_error {
 public:
  closed_pipe() : io_error("the reader closed the pipe") {}
};

class output {
 public:
  static output standard();
  /// Opens at once, so that a path that cannot be written is known before the work.
  static output file(const std::filesystem::path& target);
  /// The file of this name, standard output for none and for "-". Throws invalid_input for a name whose ending promises what
  /// is not csv, json or text, and for that of the file `input` (--matrices), which is read.
  static output named(const std::string& target, const std::string& input = {});

  output(output&& other) noexcept;
  output& operator=(output&&) = delete;
  output(const output&) = delete;
  output& operator=(const output&) = delete;
  ~output();

  void write(std::string_view text);
  /// Everything is out and, for a file, in place under its name; an incomplete TARGET.partial of this program is removed.
  void commit();
  /// What was written stays, as TARGET.partial; the target is untouched. Returns that path, empty for
  /// standard output.
  std::filesystem::path keep_partial();

  /// Empty for standard output.
  const std::filesystem::path& target() const { return target_; }

 private:
  output(int descriptor, std::filesystem::path target, std::filesystem::path temporary);
  void flush();
  void close_file();
  void move_to(const std::filesystem::path& name);
  [[noreturn]] void fail(const char* action) const;

  int descriptor_;
  std::filesystem::path target_;
  std::filesystem::path temporary_;  ///< empty where the descriptor is the target itself
  std::string buffer_;
};

/// `text` becomes the contents of `target`, whole or not at all.
void write_file(const std::filesystem::path& target, std::string_view text);

/// Removes the unfinished files of this process. For signal handlers that end the process; safe there.
void remove_unfinished_files() noexcept;

}  // namespace plumbline
