// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Standard streams and special files: closed, full, pipes, devices. Kind: black box; a result is written where the user said,
// or the program says that it is not, and a message that finds no place ends no run.
#include "validation/program.hpp"

#include <signal.h>
#include <sys/file.h>

#include <algorithm>
#include <cstdlib>

namespace {

using program::contents;
using program::folder;
using program::run;
using program::run_well;
using program::words;
using program::write;

const std::string brief_run = "integrate pendulum --scheme rk4 --step 1/8 --steps 4 --digits 16";
// warns that the step is beyond the stability limit
const std::string warned_run =
    "integrate pendulum --scheme leapfrog --step 1 --steps 3 --digits 16";

/// Runs `plumbline COMMAND` in bash, so that redirections can be tried. Returns the exit code.
int shell(const std::string& command) {
  const std::string text = "bash -c '\"" PLUMBLINE_BINARY "\" " + command + "'";
  const int status = std::system(text.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

TEST(standard_error, that_is_closed_or_full_ends_no_run) {
  const std::string expected = run(words(warned_run)).out;
  ASSERT_FALSE(expected.empty());
  for (const std::string redirection : {"2>&-", "2>/dev/full"}) {
    const folder place;
    const std::string out = place / "out";
    EXPECT_EQ(shell(warned_run + " >" + out + " " + redirection), 0) << redirection;
    EXPECT_EQ(contents(out), expected) << redirection;
    EXPECT_EQ(shell(warned_run + " -o " + out + " " + redirection), 0) << redirection;
    EXPECT_EQ(contents(out).find("warning"), std::string::npos) << "a message went into the result";
    EXPECT_EQ(shell("integrate pendlum --scheme rk4 " + redirection), 2) << redirection;
    EXPECT_EQ(shell("integrate pendulum --scheme rk4 --step 1/100 --steps 200 --digits 16 "
                    "--progress " +
                    redirection + " >" + out),
              0)
        << redirection;
  }
}

TEST(standard_error, has_no_warnings_of_a_quiet_command) {
  const folder place;
  const std::string table = place / "wrong.toml";
  write(table,
        "name = \"wrong\"\nkind = \"runge-kutta\"\nA = [[], [1]]\nb = [\"1/2\", \"1/2\"]\norder = "
        "3\n");
  const auto said = [&](const std::string& rest) {
    return run(words("integrate pendulum --scheme " + table + rest)).err;
  };
  EXPECT_NE(said(" --step 1/10 --steps 1").find("order 3 is claimed, it is 2"), std::string::npos);
  EXPECT_EQ(said(" --step 1/10 --steps 1 --quiet"), "");
}

// Beside a point that a force moves, small growth of a linear step says nothing; large growth does.
TEST(warnings, of_instability_are_of_rest_or_of_clear_growth) {
  const folder place;
  const std::string file = place / "forced.toml";
  write(file,
        "name = \"forced\"\ncoordinates = [\"q\"]\nlagrangian = \"dot(q)^2/2 - q^2/2 + "
        "q*sin(3*t)\"\n");
  const auto said = [&](const std::string& scheme, const std::string& step) {
    return run({"integrate", file, "--scheme", scheme, "--step", step, "--steps", "1"}).err;
  };
  EXPECT_EQ(said("heun", "1/10"), "");
  EXPECT_NE(said("heun", "2").find("beyond the stability limit"), std::string::npos);
}

// A spring about x = 1 has the stability limit sqrt(2) of leapfrog; a Taylor series has none.
TEST(warnings, of_instability_know_a_rest_beside_0_and_exact_flows) {
  const folder place;
  const std::string file = place / "spring.toml";
  write(file,
        "name = \"spring\"\ncoordinates = [\"x\"]\nlagrangian = \"dot(x)^2/2 - (x - 1)^2\"\n"
        "[start]\nx = \"1.2\"\n");
  const auto said = [&](const std::string& system, const std::string& rest) {
    return run(words("integrate " + system + rest)).err;
  };
  EXPECT_NE(
      said(file, " --scheme leapfrog --step 3/2 --steps 4").find("beyond the stability limit"),
      std::string::npos);
  EXPECT_EQ(said(file, " --scheme leapfrog --step 1.4 --steps 4"), "");
  EXPECT_EQ(said(file, " --scheme taylor --step 20 --steps 1 --digits 40"), "");
  EXPECT_EQ(said("harmonic-oscillator", " --scheme taylor --step 20 --steps 1 --digits 40"), "");
  // negative friction: the motion itself grows
  write(file,
        "name = \"blown\"\ncoordinates = [\"x\"]\nlagrangian = \"dot(x)^2/2 - x^2/2\"\n"
        "dissipation = \"-dot(x)^2/2000\"\n[start]\nx = \"1.2\"\n");
  EXPECT_EQ(said(file, " --scheme gauss-collocation --step 1/10 --steps 4"), "");
  // an atom that flies away from a well is not in it
  write(file,
        "name = \"morse\"\ncoordinates = [\"x\"]\nlagrangian = "
        "\"dot(x)^2/2 - 500*(1 - exp(-(x - 1)))^2\"\n[start]\nx = \"12\"\n[velocity]\nx = \"3\"\n");
  EXPECT_EQ(said(file, " --scheme leapfrog --step 1/10 --steps 4"), "");
}

TEST(standard_output, that_is_closed_is_exit_code_4) {
  const folder place;
  const std::string err = place / "err";
  EXPECT_EQ(shell(brief_run + " >&- 2>" + err), 4);
  EXPECT_EQ(contents(err).rfind("plumbline: error: ", 0), 0U);
  EXPECT_EQ(shell(brief_run + " -o " + (place / "x").native() + " >&-"), 0);
  EXPECT_EQ(contents(place / "x").rfind("# lines: ", 0), 0U);
}

TEST(output, to_an_open_file_is_written_and_replaces_nothing) {
  const std::string expected = run_well(brief_run).out;
  for (const std::string name : {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}) {
    const folder place;
    const std::string file = place / "x";
    ASSERT_EQ(shell(brief_run + " -o " + name + " >" + file), 0) << name;
    EXPECT_EQ(contents(file), expected) << name;
    ASSERT_EQ(shell(brief_run + " -o " + name + " >>" + file), 0) << name;
    EXPECT_EQ(contents(file), expected + expected) << name << ": appended, as the shell said";
    EXPECT_EQ(place.names(), std::vector<std::string>{"x"});
  }
  const folder place;
  const std::string file = place / "x";
  ASSERT_EQ(shell(brief_run + " -o /dev/fd/7 7>" + file), 0);
  EXPECT_EQ(contents(file), expected);
  ASSERT_EQ(shell(brief_run + " -o /dev/stderr 2>" + file), 0);
  EXPECT_EQ(contents(file), expected);
  std::filesystem::create_symlink("/dev/stdout", place / "link");
  ASSERT_EQ(shell(brief_run + " -o " + (place / "link").native() + " >" + file), 0);
  EXPECT_EQ(contents(file), expected);
  EXPECT_TRUE(std::filesystem::is_symlink(place / "link"));
  EXPECT_EQ(shell(brief_run + " -o /dev/null"), 0);
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  EXPECT_EQ(shell(brief_run + " -o - | cmp - " + file), 0);
}

TEST(output, to_a_pipe_is_written) {
  const folder place;
  const std::string pipe = place / "pipe";
  const std::string file = place / "x";
  ASSERT_EQ(std::system(("mkfifo " + pipe + " && (cat " + pipe + " >" + file + " &)").c_str()), 0);
  EXPECT_EQ(shell(brief_run + " -o " + pipe), 0);
  EXPECT_TRUE(std::filesystem::is_fifo(pipe));
  for (int k = 0; k < 200 && contents(file) != run_well(brief_run).out; ++k) {
  }
  EXPECT_EQ(contents(file), run_well(brief_run).out);
}

TEST(output, beyond_the_limit_of_file_sizes_is_exit_code_4) {
  const folder place;
  const std::string command = "ulimit -f 8; exec \"" PLUMBLINE_BINARY
                              "\" integrate pendulum --scheme leapfrog --step 1/50 --steps 10000 "
                              "--digits 16 -o " +
                              (place / "x").native() + " 2>" + (place / "err").native();
  const int status = std::system(("bash -c '" + command + "'").c_str());
  EXPECT_EQ(WEXITSTATUS(status), 4);
  EXPECT_EQ(place.names(), std::vector<std::string>{"err"}) << "nothing half-written";
}

TEST(output, removes_what_a_killed_run_left) {
  const folder place;
  const auto leave = [&](const std::string& name) { std::ofstream(place / name) << "left"; };
  // a number that no process has: the highest one is 2^22
  leave(".run.csv.plumbline-4999999-0");
  leave(".run.csv.plumbline-4999998-3");
  leave(".other.csv.plumbline-4999999-0");                           // of another target
  leave(".run.csv.plumbline-" + std::to_string(::getpid()) + "-0");  // of a process that lives
  leave(".run.csv.plumbline-notes");                                 // of nobody
  ASSERT_EQ(run(words(brief_run + " -o " + (place / "run.csv").native())).code, 0);
  auto names = place.names();
  std::sort(names.begin(), names.end());
  std::vector<std::string> expected = {".other.csv.plumbline-4999999-0",
                                       ".run.csv.plumbline-" + std::to_string(::getpid()) + "-0",
                                       ".run.csv.plumbline-notes", "run.csv"};
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(names, expected);
}

TEST(output, of_a_killed_run_is_cleaned_up_by_the_next) {
  const folder place;
  const std::string target = place / "run.csv";
  const auto child = program::start(
      words("integrate pendulum --scheme simpson --step 1/64 --steps 100000000 -o " + target),
      "/dev/null", "/dev/null");
  for (int k = 0; k < 400 && place.names().empty(); ++k) {
    ::usleep(10000);
  }
  ASSERT_EQ(place.names().size(), 1U);
  ::kill(child, SIGKILL);
  program::wait_for(child);
  ASSERT_EQ(place.names().size(), 1U) << "SIGKILL leaves it";
  ASSERT_EQ(run(words(brief_run + " -o " + target)).code, 0);
  EXPECT_EQ(place.names(), std::vector<std::string>{"run.csv"});
}

TEST(provenance, stands_in_every_table) {
  for (const std::string& command :
       {brief_run, std::string("exact pendulum --times 1"),
        std::string("converge pendulum --scheme rk4 --until 1 --steps 10,20 --digits 16"),
        std::string("evaluate ellint-k m=1/2 --format csv"),
        std::string(
            "measure energy-error pendulum --scheme rk4 --step 1/10 --steps 3 --format csv")}) {
    const auto table = program::parse_csv(run_well(command).out);
    const auto all = [&] {
      std::string text;
      for (const auto& line : table.comments) {
        text += line + "\n";
      }
      return text;
    }();
    EXPECT_NE(all.find("# version: " PLUMBLINE_PROJECT_VERSION " (commit "), std::string::npos)
        << all;
    for (const char* name : {"compiler=", "Boost=", "MPFR=", "GMP="}) {
      EXPECT_NE(all.find(name), std::string::npos) << name << " in " << command;
    }
    EXPECT_EQ(run_well(command).out, run_well(command).out) << "no date, nothing that changes";
  }
  const auto json =
      run_well("integrate pendulum --scheme rk4 --step 1/10 --steps 1 --format json").json();
  EXPECT_TRUE(json["meta"]["software"].contains("MPFR"));
}

TEST(output, that_promises_another_format_is_refused) {
  const folder place;
  for (const std::string ending : {".h5", ".hdf5", ".png", ".npy"}) {
    program::expect_refused(run(words(brief_run + " -o " + (place / "x").native() + ending)), 2,
                            ending);
  }
  auto list = words(brief_run);
  list.insert(list.end(), {"-o", ""});
  program::expect_refused(run(list), 2, "an empty name");
  program::expect_refused(run(words(brief_run + " --output=")), 2, "an empty name");
  EXPECT_TRUE(place.names().empty());
}

}  // namespace
