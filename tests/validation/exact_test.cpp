// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline exact`: times of all digits, and components that are small beside the state. Kind: closed forms (2/cosh t on the
// pendulum's separatrix, by mpmath), identities (--step and --times of the same times).
#include "constraints/constrained_run.hpp"
#include "validation/program.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace {

std::string last_line(const std::string& text) {
  const auto end = text.find_last_not_of('\n');
  return text.substr(text.rfind('\n', end) + 1, end - text.rfind('\n', end));
}

TEST(exact_commands, steps_are_times_of_all_digits) {
  const std::string system = "exact harmonic-oscillator --digits 64 ";
  const auto by_steps = program::run(program::words(system + "--step 1/10 --steps 3"));
  const auto by_times = program::run(program::words(system + "--times 0,1/10,1/5,3/10"));
  EXPECT_EQ(by_steps.code, 0) << by_steps.err;
  EXPECT_EQ(last_line(by_steps.out), last_line(by_times.out));
  EXPECT_EQ(last_line(by_steps.out).substr(0, 4), "0.3,");
}

TEST(exact_commands, give_the_digits_of_what_is_small_beside_the_state) {
  const std::string separatrix =
      "exact pendulum --set omega=1 --start q1=0 --start p1=2 --digits 34 --times ";
  const auto far = program::run(program::words(separatrix + "300"));
  EXPECT_NE(far.out.find(",2.059280088964805512461944768426852"), std::string::npos) << far.out;
  EXPECT_NE(far.out.find("e-130\n"), std::string::npos) << far.out;
  const auto farther = program::run(program::words(separatrix + "2001/2"));
  EXPECT_NE(farther.out.find(",1.231489879521953385670914735745514"), std::string::npos)
      << farther.out;
  EXPECT_NE(farther.out.find("e-434\n"), std::string::npos) << farther.out;
}

// q1 = 1e-40 sin(4 t)/4 beside q2 = cos(t): it is 0 at the start, and not afterwards.
TEST(exact_commands, give_what_is_small_behind_a_time_at_which_it_is_0) {
  const program::folder place;
  const std::string file = place / "two.toml";
  program::write(
      file,
      "name = \"two\"\ncoordinates = [\"q1\", \"q2\"]\nlagrangian = \"dot(q1)^2/2 + dot(q2)^2/2 - "
      "8*q1^2 - q2^2/2\"\n[start]\nq1 = \"0\"\nq2 = \"1\"\n[velocity]\nq1 = \"1e-40\"\n");
  const auto r = program::run({"exact", file, "--times", "0,1", "--digits", "30"});
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_NE(r.out.find("\n1,-1.892006238269820628431597736"), std::string::npos)
      << r.out;  // sin(4)/4
}

// At rest on its top, and on the separatrix from pi/2: sin(q/2) = tanh(t + atanh(sin(pi/4))), so that q comes to pi and stays. A start
// that is rounded falls, and two precisions may fall alike.
TEST(exact_commands, stay_where_two_precisions_fall_alike) {
  const std::string pi = ",3.14159265358979323846264338327950";
  const auto expect_pi = [&](const std::string& words) {
    SCOPED_TRACE(words);
    const auto r = program::run(program::words("exact pendulum " + words));
    EXPECT_EQ(r.code, 0) << r.err;
    EXPECT_EQ(last_line(r.out).find(pi.substr(0, 16)), last_line(r.out).find(',')) << r.out;
  };
  expect_pi("--start q1=pi --times 50 --digits 16");
  expect_pi("--start q1=pi --step 100 --steps 3 --digits 16");
  expect_pi("--set omega=1 --start q1=pi --times 1000 --digits 34");
  const std::string separatrix = "--set omega=1 --start q1=pi/2 --start p1=sqrt(2) --times ";
  expect_pi(separatrix + "1700 --digits 16");
  expect_pi(separatrix + "2000 --digits 16");
  expect_pi(separatrix + "3000 --digits 34");
  for (const char* const time : {"60", "65", "70", "290"}) {
    expect_pi(std::string("--start q1=pi --digits 16 --times ") + time);
  }
  expect_pi("--start q1=pi --times 330 --digits 34");
  expect_pi("--start q1=pi --step 10 --steps 28 --digits 16");
  for (const char* const time : {"1804", "1828", "1845"}) {
    expect_pi(std::string("--set omega=1 --start q1=pi --digits 16 --times ") + time);
  }
  // on the separatrix since m is exactly 1/7
  expect_pi("--set m=1/7 --set omega=7 --start q1=0 --start p1=2 --times 128 --digits 16");
  expect_pi("--set m=10/3 --set omega=3/10 --start q1=0 --start p1=2 --times 3000 --digits 16");
  // so late that no precision tells: refused, and not answered at random
  const auto r =
      program::run(program::words("exact pendulum --start q1=pi --times 1e5 --digits 16"));
  program::expect_refused(r, 2, "1e5");
  EXPECT_NE(r.err.find("does not settle"), std::string::npos) << r.err;
}

TEST(exact_commands, print_0_where_more_digits_show_nothing) {
  const auto r =
      program::run(program::words("exact harmonic-oscillator --set k=1 --start q1=1 --start p1=0 "
                                  "--times period/4 --digits 20"));
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_NE(r.out.find(",0,-1\n"), std::string::npos) << r.out;
  // a top at rest with its axis horizontal has the energy 0 and g3 = 0; a free chain moves as a whole without a frequency
  const auto top =
      program::run(program::words("exact lagrange-top --start theta=pi/2 --start v1=0 --start v2=0 "
                                  "--start v3=0 --times 1/10 --digits 20"));
  EXPECT_NE(top.out.find("energy=0,"), std::string::npos) << top.out;
  EXPECT_NE(top.out.find("g3=0,"), std::string::npos) << top.out;
  const plumbline::testing::text_file chain(R"~(name = "chain"
coordinates = ["x[1:n]"]
lagrangian = "sum(i, 1, n, m*dot(x[i])^2/2) - k*sum(i, 1, n - 1, (x[i+1] - x[i])^2/2)"
[parameters]
n = 7
m = "0.7"
k = "1/3"
[start]
"x[i]" = "i^2/10"
)~");
  const auto moved = program::run({"exact", chain.path(), "--times", "2", "--digits", "30"});
  EXPECT_EQ(moved.out.find("frequency1="), std::string::npos) << moved.out;
  EXPECT_NE(moved.out.find("frequency2=0.30710806551189432252650233843340922"), std::string::npos)
      << moved.out;
}

// A start off the rod by 1e-25 is on it to 16 digits and four more, not to 34.
TEST(exact_commands, take_a_start_that_is_on_its_constraint_to_the_digits_asked_for) {
  const program::folder place;
  const std::string file = (place / "bob.toml").string();
  std::ofstream(file)
      << "name = \"bob\"\ncoordinates = [\"x\", \"y\", \"z\"]\npotential = \"9.81*z\"\n"
         "[points.bob]\nmass = 1\nat = [\"x\", \"y\", \"z\"]\n"
         "[constraints]\nrod = \"x^2 + y^2 + z^2 = 1\"\n"
         "[start]\nx = \"0.6\"\nz = \"-0.8\"\n[velocity]\ny = \"0.5\"\n";
  const std::string words = "exact " + file + " --times 1 --digits ";
  const auto on = program::run(program::words(words + "16"));
  const auto off = program::run(program::words(words + "16 --start x=0.6+1e-25"));
  EXPECT_EQ(on.code, 0) << on.err;
  EXPECT_EQ(off.code, 0) << off.err;
  EXPECT_EQ(last_line(on.out).substr(0, 12), last_line(off.out).substr(0, 12));
  const auto finer = program::run(program::words(words + "34 --start x=0.6+1e-25"));
  EXPECT_EQ(finer.code, 2);
  EXPECT_NE(finer.err.find("does not satisfy constraint 'rod': off by 1.2e-25"), std::string::npos)
      << finer.err;
}

}  // namespace
