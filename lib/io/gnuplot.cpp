// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "io/temporary_folder.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/io/gnuplot.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>

#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" char**
    environ;  // NOLINT(readability-redundant-declaration): POSIX leaves it to the user

namespace plumbline {

namespace {

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

constexpr std::array<placeholder, 19> placeholders{{{1, "--axis"},
                                                    {2, "--grid"},
                                                    {3, "--exact"},
                                                    {4, "--newmark"},
                                                    {5, "--rk4"},
                                                    {6, "--simpson"},
                                                    {7, "--guide"},
                                                    {8, "--first"},
                                                    {9, "--second"},
                                                    {10, "--third"},
                                                    {11, "--fourth"},
                                                    {12, "--fifth"},
                                                    {13, "--sixth"},
                                                    {14, "--seventh"},
                                                    {15, "--eighth"},
                                                    {16, "--ninth"},
                                                    {17, "--tenth"},
                                                    {18, "--eleventh"},
                                                    {19, "--twelfth"}}};

std::string colour(int code) { return fmt::format("rgb \"#0102{:02x}\"", code); }

struct look {
  int colour;
  double width;
  std::string_view dash;
  int marker;
  double size;
};

// 4, 6, 8 … are gnuplot's open markers; the next number is the filled one.
look look_of(curve_role r) {
  switch (r) {
    case curve_role::exact:
      return {3, 5, "solid", 7, 0.5};
    case curve_role::newmark:
      return {4, 1.6, "(9,5)", 9, 0.55};
    case curve_role::rk4:
      return {5, 1.6, "(3,4)", 5, 0.4};
    case curve_role::simpson:
      return {6, 1.6, "solid", 7, 0.45};
    case curve_role::guide:
      return {7, 1, "(2,4)", 7, 0.3};
    case curve_role::first:
      return {8, 1.6, "solid", 7, 0.45};
    case curve_role::second:
      return {9, 1.6, "(9,5)", 9, 0.55};
    case curve_role::third:
      return {10, 1.6, "(3,4)", 5, 0.4};
    case curve_role::fourth:
      return {11, 1.6, "(9,4,2,4)", 13, 0.55};
    case curve_role::fifth:
      return {12, 1.6, "(18,6)", 11, 0.55};
    case curve_role::sixth:
      return {13, 1.6, "(9,4,2,4,2,4)", 15, 0.5};
    case curve_role::seventh:
      return {14, 1.6, "solid", 6, 0.5};
    case curve_role::eighth:
      return {15, 1.6, "(9,5)", 8, 0.55};
    case curve_role::ninth:
      return {16, 1.6, "(3,4)", 4, 0.45};
    case curve_role::tenth:
      return {17, 1.6, "(9,4,2,4)", 12, 0.55};
    case curve_role::eleventh:
      return {18, 1.6, "(18,6)", 10, 0.55};
    case curve_role::twelfth:
      return {19, 1.6, "(9,4,2,4,2,4)", 14, 0.5};
  }
  return {8, 1.6, "solid", 7, 0.45};
}

/// How many decades the y axis spans.

}  // namespace

const std::array<placeholder, 19>& placeholder_colours() { return placeholders; }
std::string placeholder_text(int code) { return colour(code); }

std::string script_of(const plot& p, std::string_view terminal, std::string_view output,
                      std::string_view layout) {
  std::string s = fmt::format(
      "set encoding utf8\n"
      "{}\n"
      "set output \"{}\"\n"
      "set border 3 linewidth 1 linecolor {}\n"
      "set tics nomirror scale 0.6 textcolor {}\n"
      "set grid linecolor {} linewidth 1 linetype 1 dashtype solid\n"
      "set key textcolor {}\n"
      "set xlabel \"{}\" textcolor {} offset 0,0.3\n"
      "set ylabel \"{}\" textcolor {} offset 0.5,0\n",
      terminal, output, colour(1), colour(1), colour(2), colour(1), p.x_label, colour(1), p.y_label,
      colour(1));
  if (p.log_x) {
    s += "set logscale x\nset format x \"10^{%T}\"\nunset mxtics\n";
  }
  if (p.log_y) {
    s += "set logscale y\nset format y \"10^{%T}\"\nunset mytics\n";
  }
  s += layout;
  for (const text_at& label : p.labels) {
    s += fmt::format("set label \"{}\" at {:.7g},{:.7g} left textcolor {}\n", label.text, label.x,
                     label.y, colour(1));
  }
  std::string commands;
  for (std::size_t k = 0; k < p.curves.size(); ++k) {
    const curve& c = p.curves[k];
    s += fmt::format("$curve{} << END\n", k);
    for (const auto& [x, y] : c.points) {
      s += is_drawable(p, x, y) ? fmt::format("{:.7g} {:.7g}\n", x, y)
                                : "\n";  // an empty line interrupts the curve
    }
    s += "END\n";
    const look l = look_of(c.shows);
    commands += fmt::format("{}$curve{} using 1:2 ", k == 0 ? "plot " : ", ", k);
    switch (c.drawn()) {
      case drawn_as::line:
        commands += fmt::format("with lines linewidth {} dashtype {}", l.width, l.dash);
        break;
      case drawn_as::markers:
        commands += fmt::format("with points pointtype {} pointsize {}", l.marker, l.size);
        break;
      case drawn_as::line_and_markers:
        commands +=
            fmt::format("with linespoints linewidth {} dashtype {} pointtype {} pointsize {}",
                        l.width, l.dash, l.marker, l.size);
        break;
    }
    commands += fmt::format(
        " linecolor {} {}", colour(l.colour),
        c.title.empty() ? std::string("notitle") : fmt::format("title \"{}\"", c.title));
  }
  return s + commands + "\n";
}

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

}  // namespace plumbline
