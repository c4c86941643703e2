// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The program as a user meets it: run in a process of its own, with what it printed and how it ended.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace program {

struct result {
  int code = 0;  ///< as a shell shows it: 128 + signal when killed
  std::string out;
  std::string err;

  nlohmann::json json() const { return nlohmann::json::parse(out); }
};

/// A folder of its own for each test.
class folder {
 public:
  folder() {
    std::string name = (std::filesystem::temp_directory_path() / "plumbline-XXXXXX").native();
    if (::mkdtemp(name.data()) == nullptr) {
      throw std::runtime_error("no temporary folder");
    }
    path_ = name;
  }
  folder(const folder&) = delete;
  folder& operator=(const folder&) = delete;
  ~folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  std::vector<std::string> names() const {
    std::vector<std::string> list;
    for (const auto& entry : std::filesystem::directory_iterator(path_)) {
      list.push_back(entry.path().filename());
    }
    return list;
  }

 private:
  std::filesystem::path path_;
};

inline std::string contents(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

inline void write(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

/// Starts the program with standard output and standard error in these files.
inline pid_t start(const std::vector<std::string>& arguments, const std::string& out,
                   const std::string& err) {
  std::vector<std::string> words = {PLUMBLINE_BINARY};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (auto& word : words) {
    pointers.push_back(word.data());
  }
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, out.c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, err.c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC, 0600);
  pid_t child = 0;
  const int failed =
      ::posix_spawn(&child, PLUMBLINE_BINARY, &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) {
    throw std::runtime_error("cannot start " PLUMBLINE_BINARY);
  }
  return child;
}

inline int wait_for(pid_t child) {
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

inline result run(const std::vector<std::string>& arguments) {
  const folder place;
  const auto child = start(arguments, place / "out", place / "err");
  result r;
  r.code = wait_for(child);
  r.out = contents(place / "out");
  r.err = contents(place / "err");
  return r;
}

/// The words of a command without quotes, split at spaces.
inline std::vector<std::string> words(const std::string& command) {
  std::istringstream stream(command);
  std::vector<std::string> list;
  for (std::string word; stream >> word;) {
    list.push_back(word);
  }
  return list;
}

/// Runs a command that must succeed without a word on standard error.
inline result run_well(const std::string& command) {
  auto r = run(words(command));
  EXPECT_EQ(r.code, 0) << command << "\n" << r.err;
  EXPECT_EQ(r.err, "") << command;
  return r;
}

/// Exactly one line "plumbline: error: …" and nothing on standard output.
inline void expect_refused(const result& r, int code, const std::string& what) {
  EXPECT_EQ(r.code, code) << what << "\n" << r.err;
  EXPECT_EQ(r.out, "") << what;
  EXPECT_EQ(r.err.rfind("plumbline: error: ", 0), 0U) << what << "\n" << r.err;
  EXPECT_EQ(r.err.find('\n') + 1, r.err.size()) << what << "\n" << r.err;
}

struct csv {
  std::vector<std::string> comments;
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
};

inline csv parse_csv(const std::string& text) {
  csv table;
  std::istringstream stream(text);
  const auto split = [](const std::string& line) {
    std::vector<std::string> cells(1);
    for (const char c : line) {
      if (c == ',') {
        cells.emplace_back();
      } else {
        cells.back() += c;
      }
    }
    return cells;
  };
  for (std::string line; std::getline(stream, line);) {
    if (line.rfind("#", 0) == 0) {
      table.comments.push_back(line);
    } else if (table.header.empty()) {
      table.header = split(line);
    } else {
      table.rows.push_back(split(line));
    }
  }
  return table;
}

}  // namespace program
