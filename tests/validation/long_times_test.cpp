// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Long times as a user meets them: the lines of shadow-energy, splitting and roundoff, the page of explain, refusals. Kind: black
// box; names and texts of the contract, and a closed form each.
#include "validation/program.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>

namespace {

using program::expect_refused;
using program::run;
using program::run_well;
using program::words;

std::vector<std::string> names_in(const std::string& lines) {
  std::istringstream stream(lines);
  std::vector<std::string> names;
  for (std::string line; std::getline(stream, line);) {
    names.push_back(line.substr(0, line.find(" = ")));
  }
  return names;
}

std::string value_in(const std::string& lines, const std::string& name) {
  const auto place = ("\n" + lines).find("\n" + name + " = ");
  if (place == std::string::npos) {
    return {};
  }
  const auto first = place + name.size() + 3;
  return lines.substr(first, lines.find('\n', first) - first);
}

TEST(long_times, shadow_energy_has_the_lines_of_the_contract) {
  const auto r = run_well(
      "measure shadow-energy harmonic-oscillator --scheme leapfrog --step 1/8 --until 10 --terms "
      "4,8");
  EXPECT_EQ(names_in(r.out),
            (std::vector<std::string>{"scheme-order", "energy-change", "shadow-energy-4",
                                      "shadow-drift-4", "shadow-energy-8", "shadow-drift-8",
                                      "best-terms", "limited-by", "leading-term",
                                      "leading-term-radius", "volume-change", "verdict"}));
  EXPECT_EQ(value_in(r.out, "verdict"), "bounded");
  // p'V''p/12 − V'²/24 at q = 1, p = 0, k = 16
  EXPECT_NEAR(std::stod(value_in(r.out, "leading-term")), -256.0 / 24, 1e-14);
}

/// What a paper computes is what `measure` prints.
TEST(long_times, stand_in_the_file_of_a_paper) {
  const program::folder place;
  std::ofstream(place / "lt.toml") << R"toml(paper = "LT"
title = "Long times"
digits = 34
[schemes]
Verlet = "leapfrog"
[systems]
swing = { system = "pendulum", set = { omega = "1" } }
[quantity.omega]
arguments = ["scheme"]
system = "swing"
step = "1/2"
digits = 20
value = "splitting(omega)"
[quantity.drift]
arguments = ["scheme"]
system = "swing"
step = "1/10"
until = "2"
value = "shadow_energy(shadow_drift_8, terms = '4,8')"
[quantity.noise]
arguments = ["scheme"]
system = "swing"
step = "1/16"
until = "20"
digits = 16
value = "roundoff(noise, members = 4)"
[table1]
title = "Three numbers"
where = "Table 1, {scheme}, {column}"
keys = ["scheme"]
columns = ["omega", "drift", "noise"]
rows = [["Verlet", "2.518984e-4", "3.1e-10", "1e-16"]]
compute = "{column}({scheme})"
)toml";
  (void)run({"reproduce", place / "lt.toml", "-o", place / "report"});
  const std::string numbers = program::contents(place / "report/numbers.csv");
  const auto measured = [](const std::string& command, const std::string& name) {
    return value_in(run_well("measure " + command).out, name);
  };
  for (const std::string& value :
       {measured("splitting pendulum --set omega=1 --scheme leapfrog --step 1/2", "omega")
            .substr(0, 20),
        measured("shadow-energy pendulum --set omega=1 --scheme leapfrog --step 1/10 --until 2 "
                 "--terms 4,8 --digits 34",
                 "shadow-drift-8")
            .substr(0, 18),
        measured("roundoff pendulum --set omega=1 --scheme leapfrog --step 1/16 --until 20 "
                 "--members 4",
                 "noise")}) {
    ASSERT_FALSE(value.empty());
    EXPECT_NE(numbers.find(value), std::string::npos) << value << '\n' << numbers;
  }
}

TEST(long_times, splitting_has_the_lines_of_the_contract) {
  const auto r = run_well("measure splitting pendulum --set omega=1 --scheme leapfrog --step 1/2");
  EXPECT_EQ(names_in(r.out),
            (std::vector<std::string>{"equilibrium-q1", "to-q1", "exponent-per-step", "omega",
                                      "omega-other", "omega-radius", "at-q1", "at-p1", "lobe-area",
                                      "angle", "working-digits"}));
  const auto back = run_well(
      "measure splitting pendulum --set omega=1 --scheme leapfrog --step 1/2 --branch - "
      "--equilibrium q1=3");
  EXPECT_NEAR(std::stod(value_in(back.out, "to-q1")), -3.14159265358979, 1e-13);
  EXPECT_NEAR(std::stod(value_in(back.out, "omega")) / std::stod(value_in(r.out, "omega")), 1,
              1e-14);
}

TEST(long_times, roundoff_is_of_double_unless_digits_say_otherwise) {
  const auto r = run_well(
      "measure roundoff pendulum --set omega=1 --start q1=3/2 --scheme leapfrog --step 1/16 "
      "--until 50 "
      "--members 4");
  EXPECT_EQ(names_in(r.out),
            (std::vector<std::string>{"truncation-error", "state-error", "energy-error",
                                      "state-exponent", "state-exponent-radius", "energy-exponent",
                                      "energy-exponent-radius", "bias", "bias-radius", "noise",
                                      "bias-rules-after", "noise-floor", "solver-share",
                                      "digits-left", "horizon", "verdict"}));
  EXPECT_LT(std::stod(value_in(r.out, "state-error")), 1e-12);
  EXPECT_GT(std::stod(value_in(r.out, "state-error")), 1e-17);
}

// A swing through a saddle has errors that grow steeply there, over a part of a decade; a rest on a saddle goes nowhere. Both have one
// degree of freedom and no force, in which nothing is chaotic; the double pendulum from high up is.
TEST(long_times, a_saddle_is_not_chaos) {
  const program::folder place;
  const std::string file = (place / "dw.toml").native();
  program::write(file,
                 "name = \"dw\"\ncoordinates = [\"q\"]\nlagrangian = \"dot(q)^2/2 - q^4/4 + "
                 "q^2/2\"\n[start]\nq = \"1/10\"\n");
  const std::string swing =
      "measure roundoff pendulum --set omega=1 --start q1=3 --start p1=0 --scheme leapfrog "
      "--step 1/10 --steps 1000";
  const std::string over = " --scheme leapfrog --step 1/10 --steps 1000";
  for (const std::string& command : {swing, "measure roundoff " + file + over}) {
    const auto r = program::run(program::words(command));
    EXPECT_EQ(r.code, 0) << r.err;
    EXPECT_NE(r.out.find("verdict = "), std::string::npos) << r.out;
    EXPECT_EQ(r.out.find("chaotic"), std::string::npos) << r.out;
  }
  const auto rest =
      program::run(program::words("measure lyapunov " + file +
                                  " --start q=0 --scheme rk4 --step 1/10 --steps 300 --digits 30"));
  EXPECT_NE(rest.out.find("motion = rest\nchaotic = 0\n"), std::string::npos) << rest.out;
  const auto chaos = program::run(program::words(
      "measure roundoff double-pendulum --start q1=3 --start q2=3 --scheme rk4 --step "
      "1/50 --steps 1500"));
  EXPECT_NE(chaos.out.find("verdict = chaotic"), std::string::npos) << chaos.out << chaos.err;
}

TEST(long_times, sweep_takes_them_and_explain_is_a_page) {
  const auto table = program::parse_csv(
      run_well("sweep shadow-energy pendulum --set omega=1 --scheme leapfrog --step 1/8 --until 10 "
               "--terms 4 --over q1=1,3/2")
          .out);
  EXPECT_EQ(table.rows.size(), 2U);
  // with time in units of 1/omega the pendulum is one: omega h decides, and areas are in units of omega
  const auto split = program::parse_csv(
      run_well(
          "sweep splitting pendulum --scheme leapfrog --step 1/10 --digits 10 --over omega=4,5")
          .out);
  const auto one =
      run_well("measure splitting pendulum --set omega=1 --scheme leapfrog --step 1/2 --digits 10");
  ASSERT_EQ(split.rows.size(), 2U);
  const auto column = std::ranges::find(split.header, "omega_splitting") - split.header.begin();
  const double swept = std::stod(split.rows[1].at(static_cast<std::size_t>(column)));
  const double single = std::stod(value_in(one.out, "omega"));
  EXPECT_NEAR(swept, 5 * single, 1e-8 * std::abs(swept));
  const auto walks = program::parse_csv(
      run_well("sweep roundoff pendulum --set omega=1 --scheme leapfrog --step 1/16 --until 20 "
               "--members 4 --over q1=1,3/2")
          .out);
  EXPECT_EQ(walks.rows.size(), 2U);
  const auto page = run_well("explain leapfrog harmonic-oscillator --step 1/20 --json");
  const auto json = page.json();
  EXPECT_EQ(json.at("columns").at(0), "name");
  bool bounded = false;
  for (const auto& row : json.at("rows")) {
    bounded = bounded || (row.at(0) == "verdict" && row.at(1) == "bounded");
  }
  EXPECT_TRUE(bounded);
  const auto html = run_well("explain leapfrog harmonic-oscillator --step 1/20 --html");
  EXPECT_EQ(html.out.rfind("<!doctype html>", 0), 0U);
}

/// Each command that the page shows prints the value that stands above it.
TEST(long_times, explain_shows_commands_that_work) {
  const auto page = run_well("explain midpoint pendulum --start q1=3/2 --step 1/20");
  std::istringstream lines(page.out);
  std::string line;
  int commands = 0;
  while (std::getline(lines, line)) {
    const auto at = line.find("$ plumbline ");
    if (at != std::string::npos) {
      ++commands;
      std::string command = line.substr(at + 12);
      std::erase(command, '\'');  // no word of these has a space
      (void)run_well(command);
    }
  }
  EXPECT_GE(commands, 6);
  EXPECT_NE(page.out.find("deviation-of-energy"), std::string::npos);
  EXPECT_NE(page.out.find("digits-left"), std::string::npos);
  EXPECT_NE(page.out.find("evaluations"), std::string::npos);
}

TEST(long_times, refusals_are_the_sentences_of_the_contract) {
  const auto refused = [](const std::string& command, const std::string& sentence) {
    const auto r = run(words(command));
    expect_refused(r, 2, command);
    EXPECT_NE(r.err.find(sentence), std::string::npos) << r.err;
  };
  refused("measure shadow-energy pendulum --scheme leapfrog --step 1/8 --until 8 --terms 7",
          "--terms must be even: 6 or 8, not 7");
  refused("measure shadow-energy pendulum --scheme leapfrog --step 1/8 --steps 8 --terms 40",
          "--terms 40 needs 20 steps; this run has 8");
  refused("measure splitting pendulum --scheme rk4 --step 1/20",
          "splitting needs a symplectic scheme: rk4 is not symplectic on pendulum (|det - 1| = ");
  refused("measure energy-error pendulum --scheme leapfrog --step 1/20 --until 1 --terms 4",
          "energy-error has no argument 'terms'");
}

}  // namespace
