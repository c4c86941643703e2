// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What is said is true, and what was finished is kept: windows of stability at several precisions, verdicts that do not depend on
// digits that double has not, interrupted studies and measurements. Kind: black box; closed forms evaluated by mpmath, and
// properties.
#include "cli/work_watch.hpp"
#include "program.hpp"
#include <plumbline/study/sweep_grid.hpp>

#include <chrono>
#include <csignal>
#include <thread>

namespace {

using program::contents;
using program::folder;
using program::run;
using program::run_well;
using program::words;

std::string value_of(const std::string& text, const std::string& name) {
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (line.rfind(name + " = ", 0) == 0) {
      return line.substr(name.size() + 3);
    }
  }
  return "";
}

// all digits that are printed at 30 are those at 60
TEST(measure, stability_windows_keep_their_digits) {
  const std::string command = "measure stability-limit double-pendulum --scheme simpson --digits ";
  const std::string few = run_well(command + "30").out;
  const std::string many = run_well(command + "60").out;
  for (const char* name : {"stability-limit", "window2-from", "window2-to"}) {
    const std::string text = value_of(few, name);
    ASSERT_GT(text.size(), 28U) << few;
    EXPECT_EQ(text.substr(0, 28), value_of(many, name).substr(0, 28)) << name;
  }
}

TEST(integrate, a_growth_that_is_barely_one_is_not_called_one) {
  const auto r =
      run(words("integrate harmonic-oscillator --scheme heun --step 1/50 --steps 1 --digits 16"));
  EXPECT_EQ(r.code, 0);
  // |R| = sqrt(1 + 0.08⁴/4) = 1 + 5.12e-6
  EXPECT_NE(r.err.find("by the factor 1 + 5.1e-06"), std::string::npos) << r.err;
}

TEST(reproduce, fewer_digits_than_double_has_are_judged_as_double) {
  const folder place;
  const auto judged = [&](const std::string& digits) {
    const auto r = run({"reproduce", "ql-exact", "sl-linear", "--quiet", "--digits", digits, "-o",
                        place / ("report" + digits)});
    EXPECT_EQ(r.code, 0) << r.out;
    return program::parse_csv(contents(place / ("report" + digits) / "numbers.csv")).rows;
  };
  const auto of_double = judged("16");
  EXPECT_FALSE(of_double.empty());
  EXPECT_EQ(judged("1"), of_double);
}

TEST(suggestions, see_through_capital_letters) {
  for (const auto& [command, near] : std::vector<std::pair<std::string, std::string>>{
           {"integrate pendulum --scheme RK4 --step 1 --steps 1", "'rk4'"},
           {"integrate Pendulum --scheme rk4 --step 1 --steps 1", "'pendulum'"},
           {"show Lagrange-Top", ""},
           {"integrate pendulum --scheme rk4 --step 1 --steps 1 -O x", "'-o'"}}) {
    const auto r = run(words(command));
    EXPECT_EQ(r.code, 2) << command;
    EXPECT_NE(r.err.find(near.empty() ? "error" : "did you mean " + near), std::string::npos)
        << r.err;
  }
  // -V is no -h
  EXPECT_EQ(run(words("integrate -V")).err.find("did you mean"), std::string::npos);
}

TEST(output, errors_are_utf8_whatever_the_bytes_are) {
  const auto r =
      run({"integrate", "p\xc3\xa9\xff\xe2\x82", "--scheme", "rk4", "--step", "1", "--steps", "1"});
  program::expect_refused(r, 2, "bytes");
  EXPECT_NE(r.err.find("'p\xc3\xa9" + std::string(3, '?') + "'"), std::string::npos) << r.err;
}

TEST(output, never_replaces_what_the_command_reads) {
  const folder place;
  const auto file = [&](const std::string& name, const std::string& text) {
    std::ofstream(place / name) << text;
    return (place / name).native();
  };
  const std::string system =
      file("s.toml", "name = \"s\"\ncoordinates = [\"x\"]\nlagrangian = \"dot(x)^2/2 - x^2/2\"\n");
  const std::string start = file("start", "q1 = 1\n");
  const std::string options = file("r.toml", "steps = 2\nstep = \"0.1\"\nscheme = \"rk4\"\n");
  const std::string in_file =
      file("in.toml", "system = \"" + system + "\"\nsteps = 2\nstep = \"0.1\"\nscheme = \"rk4\"\n");
  const std::string cases = file("c.svg", "q1\n1\n2\n");
  const std::string table = file("t.csv", "t,q1,p1\n0,1,0\n");
  const std::string rest = " --scheme rk4 --step 0.1 --steps 2 -o ";
  for (const auto& [command, read] : std::vector<std::pair<std::string, std::string>>{
           {"integrate " + system + rest + system, system},
           {"integrate pendulum --start @" + start + rest + start, start},
           {"integrate pendulum --run=" + options + " -o " + options, options},
           {"judge " + table + " --system pendulum --output=" + table, table},
           {"judge " + table + " --system pendulum --page " + table, table},
           {"orbit " + system + " --period 6 --prove --certificate " + system, system},
           {"integrate --run " + in_file + " -o " + system, system},
           {"sweep end pendulum --cases " + cases + " --scheme rk4 --step 0.1 --steps 2 --plot " +
                cases,
            cases},
           {"sweep end pendulum --over scheme=" + system + ",rk4 --step 0.1 --steps 2 -o " + system,
            system}}) {
    const std::string before = contents(read);
    const auto r = run(words(command));
    program::expect_refused(r, 2, command);
    EXPECT_NE(r.err.find("which the command reads"), std::string::npos) << r.err;
    EXPECT_EQ(contents(read), before) << command;
  }
  const auto twice = run(words("judge " + table + " --system pendulum --page x.html -o ./x.html"));
  program::expect_refused(twice, 2, "two outputs");
  EXPECT_NE(twice.err.find("name the same file"), std::string::npos) << twice.err;
  // an old result is no input
  EXPECT_EQ(run(words("integrate " + system + rest + table)).code, 0);
}

// Work of seconds, interrupted as soon as `begun` says so: the file is untouched, and PATH.partial has what was finished.
std::string partial_of(const folder& place, std::vector<std::string> command,
                       std::chrono::milliseconds after) {
  const std::string path = place / "table";
  std::ofstream(path) << "old";
  command.insert(command.end(), {"-o", path});
  const auto child = program::start(command, place / "out", place / "err");
  std::this_thread::sleep_for(after);
  ::kill(child, SIGINT);
  EXPECT_EQ(program::wait_for(child), 128 + SIGINT);
  EXPECT_EQ(contents(path), "old");
  EXPECT_NE(contents(place / "err").find("plumbline: error: interrupted\n"), std::string::npos);
  EXPECT_EQ(contents(place / "out"), "");
  return contents(path + ".partial");
}

// the first row is there at once, the second would take hours
TEST(converge, interrupted_keeps_the_rows_that_are_done) {
  const folder place;
  const std::string partial =
      partial_of(place,
                 words("converge pendulum --scheme rk4 --until 1 --steps 10,100000000 --digits 16 "
                       "--norm end"),
                 std::chrono::seconds(3));
  const auto table = program::parse_csv(partial);
  ASSERT_EQ(table.rows.size(), 1U) << partial;
  EXPECT_EQ(table.rows[0][1], "10");
  EXPECT_EQ(table.comments.back(), "# incomplete");
}

TEST(converge, the_reference_phase_ends_at_once) {
  const folder place;
  const auto child = program::start(
      words("converge double-pendulum --scheme rk4 --until 1000 --steps 10 --digits 200"),
      place / "out", place / "err");
  std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  const auto begin = std::chrono::steady_clock::now();
  ::kill(child, SIGINT);
  EXPECT_EQ(program::wait_for(child), 128 + SIGINT);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(1));
  EXPECT_EQ(contents(place / "err"), "plumbline: error: interrupted\n");
}

TEST(converge, the_reference_phase_shows_where_it_is) {
  const folder place;
  const auto child = program::start(
      words(
          "converge double-pendulum --scheme rk4 --until 1000 --steps 10 --digits 200 --progress"),
      place / "out", place / "err");
  std::this_thread::sleep_for(std::chrono::milliseconds(3500));
  ::kill(child, SIGTERM);
  EXPECT_EQ(program::wait_for(child), 128 + SIGTERM);
  EXPECT_NE(contents(place / "err").find("reference trajectory: 0 %"), std::string::npos)
      << contents(place / "err");
}

TEST(measure, interrupted_keeps_the_values_that_are_done) {
  const folder place;
  const std::string command =
      "measure period pendulum --scheme rk4 --step 1/1000 --count 10000000 --digits 16";
  const std::string lines = partial_of(place, words(command), std::chrono::seconds(3));
  EXPECT_EQ(lines.rfind("period1 = 1.18034", 0), 0U) << lines.substr(0, 100);
  ASSERT_GE(lines.size(), 13U);
  EXPECT_EQ(lines.substr(lines.size() - 13), "# incomplete\n");
  const std::string rows =
      partial_of(place, words(command + " --format csv"), std::chrono::seconds(3));
  const auto table = program::parse_csv(rows);
  EXPECT_GT(table.rows.size(), 1U);
  EXPECT_EQ(table.comments.back(), "# incomplete");
}

// 1000 steps of which the first takes longer than the first look
TEST(integrate, work_of_hours_says_so_first) {
  using plumbline::cli::forecast;
  EXPECT_EQ(forecast(10, 50, 100, "steps"), "");
  EXPECT_EQ(forecast(10, 1, 100, "steps"),
            "this will take about 17 minutes: 1 of 100 steps are done after 10 s");
  EXPECT_EQ(forecast(10, 0, 5, "steps"), "");
  EXPECT_EQ(forecast(10, 0, 1000, "steps"),
            "this will take more than 3 hours: none of 1000 steps is done after 10 s");
  EXPECT_EQ(forecast(60, 1, 1'000'000'000, "steps"),
            "this will take about 1903 years: 1 of 1000000000 steps are done after 60 s");
  // the first case of a sweep may have made the reference of all
  using plumbline::cli::work_parts;
  EXPECT_EQ(forecast(10, 0, 1000, "cases", work_parts::uneven), "");
  EXPECT_EQ(forecast(10, 1, 1000, "cases", work_parts::uneven),
            "this will take about 3 hours: 1 of 1000 cases are done after 10 s");
}

// each value as one fraction would have 300,000 digits
TEST(sweep, of_values_with_huge_exponents_keeps_their_texts_short) {
  const auto axis = plumbline::parse_axis("m=1e-300000:2:1000");
  ASSERT_EQ(axis.values.size(), 1000U);
  std::size_t size = 0;
  for (const auto& text : axis.values) {
    size += text.size();
  }
  EXPECT_LT(size, 100'000U);
  EXPECT_EQ(plumbline::parse_axis("m=1:2:3").values, (std::vector<std::string>{"1", "3/2", "2"}));
}

}  // namespace
