// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "report/gnuplot.hpp"

#include "report/plot.hpp"
#include <plumbline/core/errors.hpp>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" char**
    environ;  // NOLINT(readability-redundant-declaration): POSIX leaves it to the user

namespace plumbline::report {

namespace {

/// A folder under the system's temporary folder that goes away with its owner.
class temporary_folder {
 public:
  temporary_folder() {
    std::string name = (std::filesystem::temp_directory_path() / "plumbline-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
      throw io_error("cannot make a temporary folder '" + name + "': " + std::strerror(errno));
    }
    path_ = name;
  }
  temporary_folder(const temporary_folder&) = delete;
  temporary_folder& operator=(const temporary_folder&) = delete;
  ~temporary_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  std::string file(const char* name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

std::string content(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// Runs gnuplot with its output and its complaints in one file.
void run(std::vector<std::string> arguments, const std::string& log) {
  std::vector<char*> argv;
  argv.reserve(arguments.size() + 1);
  for (std::string& argument : arguments) {
    argv.push_back(argument.data());
  }
  argv.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, 1, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&files, 1, 2);
  pid_t child = 0;
  const int refused = posix_spawnp(&child, argv[0], &files, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  if (refused == ENOENT) {
    throw io_error(
        "the plots need gnuplot, which is not installed (Debian: apt-get install gnuplot-nox)");
  }
  if (refused != 0) {
    throw io_error(std::string("cannot start gnuplot: ") + std::strerror(refused));
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) {
      throw io_error(std::string("lost gnuplot: ") + std::strerror(errno));
    }
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    std::string said = content(log);
    for (char& c : said) {
      c = c == '\n' ? ' ' : c;
    }
    throw io_error("gnuplot failed: " + said.substr(0, 300));
  }
}

}  // namespace

std::string gnuplot_version() {
  const temporary_folder folder;
  const std::string log = folder.file("log");
  run({"gnuplot", "--version"}, log);
  std::string said = content(log);
  said.erase(said.find_last_not_of(" \n") + 1);
  return said;
}

std::string run_gnuplot(const std::function<std::string(const std::string&)>& script) {
  const temporary_folder folder;
  const std::string input = folder.file("plot.gp");
  const std::string output = folder.file("plot.svg");
  {
    std::ofstream out(input, std::ios::binary);
    out << script(output);
    if (!out.flush()) {
      throw io_error("cannot write '" + input + "'");
    }
  }
  run({"gnuplot", "-d", input}, folder.file("log"));
  std::string drawing = content(output);
  if (drawing.empty()) {
    throw io_error("gnuplot drew nothing: " + content(folder.file("log")).substr(0, 300));
  }
  return drawing;
}

}  // namespace plumbline::report
