// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What somebody meets who writes a first system: misspelled functions, names and options, numbers that would be divided by a
// rounding error, and linear systems that have no normal modes.
//
// Kind: black box (messages), truth from outside (closed forms), consistency (a drift and the column that it is taken from).
#include "validation/program.hpp"

#include <cmath>
#include <map>

namespace {

using program::expect_refused;
using program::parse_csv;
using program::run;
using program::run_well;
using program::words;

class newcomer : public ::testing::Test {
 protected:
  std::string written(const std::string& text) const {
    const auto file = (place_ / "s.toml").native();
    std::ofstream(file, std::ios::trunc) << text;
    return file;
  }
  std::string with_lagrangian(const std::string& formula) const {
    return written("name = \"s\"\ncoordinates = [\"x\", \"theta\"]\nlagrangian = \"" + formula +
                   "\"\n[parameters]\nm = 1\n");
  }

 private:
  program::folder place_;
};

TEST_F(newcomer, is_told_what_a_function_is_called_here) {
  const std::map<std::string, std::string> said = {
      {"ln(x)", "expected log"},
      {"arctan(x)", "expected atan"},
      {"Cos(x)", "expected cos"},
      {"cosine(x)", "expected cos"},
      {"ddot(x)", "there are no accelerations in formulas"},
      {"pow(x,2)", "a power such as x^3"},
      {"x**2", "a power is written x^2, not x**2"},
      {"besselj(x)", "a function that is known here"},
      {"xdot^2", "the velocity of x is dot(x)"},
      {"dtheta", "the velocity of theta is dot(theta)"},
      {"v_theta", "the velocity of theta is dot(theta)"},
      {"theat", "did you mean 'theta'?"}};
  for (const auto& [formula, message] : said) {
    const auto r = run({"show", with_lagrangian("dot(x)^2 + dot(theta)^2 - " + formula)});
    expect_refused(r, 2, formula);
    EXPECT_NE(r.err.find(message), std::string::npos) << formula << "\n" << r.err;
  }
}

TEST_F(newcomer, is_not_told_that_another_letter_was_meant) {
  const auto r = run({"show", with_lagrangian("dot(x)^2 + dot(theta)^2 - k*x")});
  expect_refused(r, 2, "k");
  EXPECT_EQ(r.err.find("did you mean"), std::string::npos) << r.err;
  const auto other_case = run({"show", with_lagrangian("dot(x)^2 + dot(theta)^2 - M*x")});
  EXPECT_NE(other_case.err.find("did you mean 'm'?"), std::string::npos) << other_case.err;
}

TEST_F(newcomer, is_told_how_an_invariant_names_a_momentum) {
  const auto r =
      run({"show", written("name = \"s\"\ncoordinates = [\"x\"]\nlagrangian = \"dot(x)^2\"\n"
                           "[invariants]\nj = \"2*p_x\"\n")});
  expect_refused(r, 2, "invariants.j");
  EXPECT_NE(r.err.find("the momentum of x is p(x)"), std::string::npos) << r.err;
}

TEST_F(newcomer, is_told_where_velocities_and_momenta_of_a_start_stand) {
  for (const auto& [name, section, coordinate] :
       {std::tuple{"v_theta", "velocity", "theta"}, std::tuple{"v1", "velocity", "x"},
        std::tuple{"\"dot(x)\"", "velocity", "x"}, std::tuple{"dtheta", "velocity", "theta"},
        std::tuple{"p_x", "momentum", "x"}, std::tuple{"p2", "momentum", "theta"}}) {
    const auto r =
        run({"show", written("name = \"s\"\ncoordinates = [\"x\", \"theta\"]\nlagrangian = "
                             "\"dot(x)^2 + dot(theta)^2\"\n[start]\n" +
                             std::string(name) + " = 1\n")});
    expect_refused(r, 2, coordinate);
    EXPECT_NE(r.err.find(std::string("write ") + coordinate + " = ... under [" + section + "]"),
              std::string::npos)
        << r.err;
  }
}

TEST_F(newcomer, learns_which_coordinate_has_no_mass) {
  const auto r = run({"integrate", with_lagrangian("m*dot(x)^2/2 + theta*dot(theta) - x^2"),
                      "--scheme", "rk4", "--step", "1", "--steps", "1"});
  expect_refused(r, 2, "theta");
  EXPECT_NE(r.err.find("nothing determines the acceleration of theta"), std::string::npos) << r.err;
}

// Released from rest against the wall of rounding: p of the coupled velocities is not 0 while dot(theta) is, so dot(theta) is
// computed as a rounding error. The drift is then the largest value itself.
TEST_F(newcomer, gets_an_absolute_drift_where_the_start_is_zero_but_for_rounding) {
  const std::string file = written(
      "name = \"cart\"\ncoordinates = [\"x\", \"theta\"]\n"
      "lagrangian = \"M/2*dot(x)^2 + m/2*(dot(x)^2 + 2*l*cos(theta)*dot(x)*dot(theta) + "
      "l^2*dot(theta)^2) + m*g*l*cos(theta)\"\n[parameters]\nM = 2\nm = \"1/2\"\nl = \"0.8\"\n"
      "g = \"9.81\"\n[start]\ntheta = \"pi/3\"\n[velocity]\nx = \"1/10\"\n"
      "[invariants]\nspin = \"dot(theta)*l^2\"\nP = \"(M + m)*dot(x) + "
      "m*l*cos(theta)*dot(theta)\"\n");
  for (const char* const digits : {"16", "20", "64"}) {
    const std::string run_text =
        file + " --scheme simpson --step 1/50 --steps 40 --quiet --digits " + digits;
    const auto table = parse_csv(run_well("integrate " + run_text + " --observe spin").out);
    double largest = 0;
    for (const auto& row : table.rows) {
      largest = std::max(largest, std::abs(std::stod(row.back())));
    }
    EXPECT_GT(largest, 0.1);
    std::map<std::string, double> drift;
    const auto measured = run_well("measure invariants " + run_text + " --format json").json();
    for (const auto& row : measured["rows"]) {
      drift[row[0]] = std::stod(row[1].get<std::string>());
    }
    EXPECT_NEAR(drift.at("spin"), largest, 1e-12 * largest) << digits;
    EXPECT_LT(drift.at("P"), 1e-13) << digits;
  }
}

// On the separatrix of x'' = x the energy is 0: what is printed is the largest |H_n| and the program says so.
TEST_F(newcomer, is_told_where_an_error_is_absolute) {
  const std::string rest =
      written(
          "name = \"s\"\ncoordinates = [\"x\"]\nlagrangian = \"dot(x)^2/2 + x^2/2\"\n"
          "[start]\nx = 1\n[velocity]\nx = 1\n[invariants]\nC = \"dot(x) - x\"\n") +
      " --scheme rk4 --step 1/10 --steps 5 --digits 16";
  const auto r = run(words("measure energy-error " + rest));
  EXPECT_EQ(r.code, 0);
  EXPECT_EQ(r.err,
            "plumbline: warning: zero at the start, so that the change is absolute, not relative: "
            "energy\n");
  EXPECT_NE(run(words("measure invariants " + rest)).err.find(": energy, C\n"), std::string::npos);
  run_well("measure energy-error " + rest + " --quiet");
  run_well("measure energy-error pendulum --scheme rk4 --step 1/10 --steps 5 --digits 16");
  EXPECT_NE(
      run_well("sweep energy-error " + rest + " --over x=1,2")
          .out.find("# errors: relative to the value at the start, absolute where that is 0\n"),
      std::string::npos);
  EXPECT_NE(run_well("show energy-error").out.find("where H_0 is 0"), std::string::npos);
}

// L = x'y' − xy: x'' = −x, y'' = −y, but the mass matrix has the eigenvalues ±1. From (1, 2) at rest x = cos t, y = 2 cos t.
TEST_F(newcomer, may_have_masses_of_both_signs) {
  const std::string file = written(
      "name = \"s\"\ncoordinates = [\"x\", \"y\"]\nlagrangian = \"dot(x)*dot(y) - x*y\"\n"
      "[start]\nx = 1\ny = 2\n");
  const auto table = parse_csv(
      run_well("converge " + file + " --scheme simpson --until 1 --steps 20,40 --digits 30 --quiet")
          .out);
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_NEAR(std::stod(table.rows[1].at(5)), 4, 0.02);
  const auto end =
      parse_csv(run_well("integrate " + file + " --scheme taylor --times 1 --digits 16").out);
  EXPECT_NEAR(std::stod(end.rows.back().at(1)), std::cos(1.), 1e-15);
  EXPECT_NEAR(std::stod(end.rows.back().at(2)), 2 * std::cos(1.), 2e-15);
  const auto swept =
      parse_csv(run_well("sweep error " + file +
                         " --scheme simpson --until 1 --over step=1/20,1/40 --digits 20 --quiet")
                    .out);
  ASSERT_EQ(swept.rows.size(), 2U);
  EXPECT_EQ(swept.rows[0].back(), "");
  const auto exact = run(words("exact " + file + " --times 1"));
  expect_refused(exact, 2, "exact");
  EXPECT_NE(exact.err.find("positive definite"), std::string::npos) << exact.err;
}

// The pendulum as two equations of first order: rk4 makes the same numbers of both, and so has the same period of an angle,
// whose exact value from pi/2 is 4 K(1/2).
TEST_F(newcomer, measures_the_period_of_equations_of_first_order) {
  const std::string options = " --scheme rk4 --step 1/50 --digits 40";
  const std::string second = run_well("measure period " +
                                      written("name = \"s\"\ncoordinates = [\"a\"]\nlagrangian = "
                                              "\"dot(a)^2/2 + cos(a)\"\n[start]\na = \"pi/2\"\n") +
                                      options)
                                 .out;
  const std::string first =
      run_well("measure period " +
               written("name = \"s\"\ncoordinates = [\"a\", \"w\"]\n[equations]\na = \"w\"\n"
                       "w = \"-sin(a)\"\n[start]\na = \"pi/2\"\n") +
               options)
          .out;
  EXPECT_EQ(first.substr(0, 45), second.substr(0, 45));
  EXPECT_NEAR(std::stod(first.substr(first.find('=') + 1)), 7.416298709205487, 1e-6);
  const std::string amplitude =
      run_well("measure amplitude " +
               written("name = \"s\"\ncoordinates = [\"x\", \"y\"]\n[equations]\nx = \"y\"\n"
                       "y = \"-4*x\"\n[start]\nx = 3\n") +
               options)
          .out;
  EXPECT_NEAR(std::stod(amplitude.substr(amplitude.find('=') + 1)), 3, 1e-4);
}

TEST_F(newcomer, at_the_speed_of_light_is_told_that_there_is_no_momentum) {
  const std::string file = written(
      "name = \"s\"\ncoordinates = [\"x\"]\nlagrangian = \"-c^2*sqrt(1 - dot(x)^2/c^2)\"\n"
      "[parameters]\nc = 2\n[velocity]\nx = \"c\"\n");
  for (const char* const digits : {"16", "30", "64"}) {
    const auto r =
        run(words("integrate " + file + " --scheme rk4 --step 1/10 --steps 1 --digits " + digits));
    expect_refused(r, 2, digits);
    EXPECT_NE(r.err.find("the momentum of s has no finite value"), std::string::npos) << r.err;
  }
}

TEST_F(newcomer, is_told_which_kind_of_file_this_is) {
  const std::string table =
      written("name = \"t\"\nkind = \"runge-kutta\"\nA = [[], [\"1/2\"]]\nb = [0, 1]\n");
  const auto evaluated = run({"evaluate", table});
  expect_refused(evaluated, 2, "evaluate");
  EXPECT_NE(evaluated.err.find("line 2"), std::string::npos) << evaluated.err;
  EXPECT_NE(evaluated.err.find("`plumbline audit`"), std::string::npos) << evaluated.err;
  const std::string file = with_lagrangian("dot(x)^2 + dot(theta)^2");
  const auto audited = run({"audit", file});
  expect_refused(audited, 2, "audit");
  EXPECT_NE(audited.err.find("`plumbline show`"), std::string::npos) << audited.err;
  const std::string name = file.substr(0, file.size() - 5);
  for (const auto& r :
       {run({"show", file + "x"}),
        run({"integrate", name, "--scheme", "rk4", "--step", "1", "--steps", "1"}),
        run({"integrate", "pendulum", "--scheme", name, "--step", "1", "--steps", "1"})}) {
    expect_refused(r, 2, name);
  }
  const auto forgotten = run({"integrate", name, "--scheme", "rk4", "--step", "1", "--steps", "1"});
  EXPECT_NE(forgotten.err.find("called with its ending: " + file), std::string::npos)
      << forgotten.err;
}

TEST_F(newcomer, who_sweeps_a_name_with_two_meanings_has_to_choose) {
  const std::string file = written(
      "name = \"s\"\ncoordinates = [\"x\"]\nlagrangian = \"dot(x)^2/2 - q1*x^2/2\"\n"
      "[parameters]\nq1 = 4\n[start]\nx = 1\n");
  const std::string sweep =
      "sweep end " + file + " --scheme leapfrog --step 1/10 --steps 1 --digits 16 --over ";
  const auto r = run(words(sweep + "q1=1,2"));
  expect_refused(r, 2, "q1");
  EXPECT_NE(r.err.find("write s.q1"), std::string::npos) << r.err;
  // x = 1 − k h²/2 after a step of leapfrog from rest at 1
  const auto by_parameter = parse_csv(run_well(sweep + "s.q1=1,2").out);
  EXPECT_NEAR(std::stod(by_parameter.rows.at(1).at(1)), 1 - 2 * 0.005, 1e-15);
  const auto by_start = parse_csv(run_well(sweep + "x=1,2").out);
  EXPECT_NEAR(std::stod(by_start.rows.at(1).at(1)), 2 * (1 - 4 * 0.005), 1e-15);
}

}  // namespace
