// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What a long run leaves behind so that it can go on after a kill to the same bits.
//
// A checkpoint is a file of texts: facts that name the run, the arguments that started it, and under a key of
// their own the values of each part that goes on. Numbers read back to the same binary value. Its first line has the
// checksum of the rest, so that a damaged file is refused and not read as another run. A part is any object with
//
//   template <class Archive> void transfer(Archive& archive) { archive(a_, b_, …); }
//
// which lists what changes while it runs; scalars, whole numbers, truths and lists of these need nothing.
#pragma once

#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/text.hpp>

#include <charconv>
#include <concepts>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace plumbline {

/// Collects values as texts.
class value_writer {
 public:
  template <class... Values>
  void operator()(Values&... values) {
    (put(values), ...);
  }
  std::vector<std::string> take() { return std::move(texts_); }

 private:
  template <class V>
  void put(V& value) {
    if constexpr (std::integral<V>) {
      texts_.push_back(std::to_string(value));
    } else if constexpr (std::same_as<V, std::string>) {
      texts_.push_back(value);
    } else if constexpr (requires { value.transfer(*this); }) {
      value.transfer(*this);
    } else if constexpr (requires { value.begin(); }) {
      auto size = static_cast<std::int64_t>(value.size());
      put(size);
      for (auto& entry : value) {
        put(entry);
      }
    } else {
      texts_.push_back(to_text(value));
    }
  }

  std::vector<std::string> texts_;
};

/// Hands the texts back in the same order. Throws invalid_input where there is another number of them, or one
/// that is not of its kind.
class value_reader {
 public:
  explicit value_reader(const std::vector<std::string>& texts) : texts_(&texts) {}
  template <class... Values>
  void operator()(Values&... values) {
    (get(values), ...);
  }
  /// Throws invalid_input unless all texts were used.
  void finish() const;

 private:
  template <class V>
  void get(V& value) {
    if constexpr (std::same_as<V, bool>) {
      std::int64_t truth = 0;
      get(truth);
      value = truth != 0;
    } else if constexpr (std::integral<V>) {
      const std::string& text = next();
      const char* const end = text.data() + text.size();
      const auto [rest, error] = std::from_chars(text.data(), end, value);
      if (error != std::errc() || rest != end) {
        refuse(text);
      }
    } else if constexpr (std::same_as<V, std::string>) {
      value = next();
    } else if constexpr (requires { value.transfer(*this); }) {
      value.transfer(*this);
    } else if constexpr (requires { value.begin(); }) {
      std::int64_t size = 0;
      get(size);
      resize(value, size);
      for (auto& entry : value) {
        get(entry);
      }
    } else {
      value = from_text<V>(next());
    }
  }
  /// Arrays keep their size, which must be the one that was written.
  template <class V>
  void resize(V& value, std::int64_t size) {
    if (size < 0 || static_cast<std::int64_t>(texts_->size()) < size) {
      refuse(std::to_string(size));
    }
    if constexpr (requires { value.resize(value.size()); }) {
      value.resize(static_cast<decltype(value.size())>(size));
    } else if (static_cast<std::int64_t>(value.size()) != size) {
      refuse(std::to_string(size));
    }
  }
  const std::string& next();
  [[noreturn]] static void refuse(const std::string& text);

  const std::vector<std::string>* texts_;
  std::size_t used_ = 0;
};

/// The contents of a checkpoint file.
struct checkpoint {
  std::map<std::string, std::string> facts;  ///< what must be equal for the run to go on
  std::vector<std::string> arguments;        ///< of the command that started it
  std::map<std::string, std::vector<std::string>> parts;

  /// Throws io_error that says what is wrong where the file cannot be read, is not a checkpoint or is damaged.
  static checkpoint read(const std::filesystem::path& file);
  /// The file is replaced as a whole: a kill leaves the old one or the new one.
  void write(const std::filesystem::path& file) const;
  /// Throws io_error unless a checkpoint and its journal may be written there: where a file stands already, it must be one
  /// of its kind, or empty.
  static void require_replaceable(const std::filesystem::path& file);
};

/// How much of a journal counts, and the checksum of that much.
struct journal_mark {
  std::int64_t bytes = 0;
  std::uint64_t sum = 0;

  template <class Archive>
  void transfer(Archive& archive) {
    archive(bytes, sum);
  }
};

/// Lines that are on the disk when keep() returns, and of which a checkpoint remembers how many bytes count.
class journal {
 public:
  /// The journal of a checkpoint file stands beside it.
  static std::filesystem::path beside(const std::filesystem::path& checkpoint_file);

  /// Opens the file, cut to the mark; a mark of 0 bytes begins anew. Throws io_error, also where the file is shorter than
  /// the mark or its checksum is another, and where a file to begin anew is no journal.
  journal(std::filesystem::path file, const journal_mark& mark);
  journal(journal&& other) noexcept;
  journal& operator=(journal&&) = delete;
  journal(const journal&) = delete;
  journal& operator=(const journal&) = delete;
  ~journal();

  /// Calls use(line) for every line that was there at the opening.
  template <class Use>
  void replay(Use&& use) const {
    std::int64_t from = begin_;
    for (std::string line; next_line(from, line);) {
      use(std::as_const(line));
    }
  }
  /// Never fails: lines that find no place on the disk wait for the next keep().
  void add(const std::string& line);
  /// Returns the mark behind the last line once all lines are on the disk. Throws io_error; the lines are not lost then.
  journal_mark keep();

 private:
  bool next_line(std::int64_t& from, std::string& line) const;
  /// Returns 0, or the error of the system.
  int flush();
  void verify(const journal_mark& mark) const;
  [[noreturn]] void fail(const char* action, int error) const;

  std::filesystem::path file_;
  int descriptor_ = -1;
  journal_mark written_;
  std::int64_t begin_ = 0;   ///< of the lines, behind the first one, which says what the file is
  std::int64_t opened_ = 0;  ///< there at the opening
  std::string buffer_;
};

}  // namespace plumbline
