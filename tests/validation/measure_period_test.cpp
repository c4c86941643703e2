// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `measure period` and `measure amplitude`: options, and PD's rules (shorter steps: located_events_test.cpp). Kind: black box;
// oracle values of mpmath (reference/oracles/pd/make.py), printed values of PD, closed forms, bad input.
#include "validation/program.hpp"

#include <cmath>

namespace {

using program::run;
using program::run_well;
using program::words;

/// The values of NAME = VALUE lines, whose names must be those given.
std::vector<std::string> values(const std::string& command, const std::vector<std::string>& names) {
  std::istringstream lines(run_well(command).out);
  std::vector<std::string> found;
  std::vector<std::string> values;
  for (std::string line; std::getline(lines, line);) {
    const auto equals = line.find(" = ");
    if (equals == std::string::npos) {
      ADD_FAILURE() << command << ": " << line;
      return {};
    }
    found.push_back(line.substr(0, equals));
    values.push_back(line.substr(equals + 3));
  }
  EXPECT_EQ(found, names) << command;
  values.resize(names.size());
  return values;
}

double value(const std::string& command, const std::string& name) {
  return std::stod(values(command, {name}).front());
}

nlohmann::json oracle() {
  return nlohmann::json::parse(
      program::contents(PLUMBLINE_SOURCE_DIR "/reference/oracles/pd/measures.json"));
}

/// The pendulum q'' = −sin q of PD from q = 0.
std::string pendulum(const nlohmann::json& c) {
  const bool leapfrog = c.at("scheme") == "leapfrog";
  return " pendulum --set omega=1 --start q1=0 --start p1=" + c.at("p0").get<std::string>() +
         " --step " + c.at("step").get<std::string>() +
         (leapfrog ? " --scheme lobatto --set degree=1" : " --scheme midpoint");
}

/// All digits but a few of 64 agree, and all but a few of 16.
void expect_digits(const std::string& command, const std::string& name,
                   const nlohmann::json& truth) {
  const auto expected = truth.get<std::string>();
  EXPECT_EQ(values(command, {name}).front().substr(0, 56), expected.substr(0, 56)) << command;
  const double in_double = value(command + " --digits 16", name);
  EXPECT_NEAR(in_double / std::stod(expected), 1, 1e-11) << command;
}

TEST(measure_period, averages_agree_with_independent_values_in_double_and_at_64_digits) {
  const auto all = oracle();
  for (const auto& c : all.at("cases")) {
    const std::string measure = "measure period --rule cubic" + pendulum(c) + " --average ";
    expect_digits(measure + "0,20", "period", c.at("average_0_20"));
    expect_digits(measure + "3,7", "period", c.at("average_3_7"));
    expect_digits(measure + "2,10,20", "period", c.at("average_2_10_20"));
  }
}

TEST(measure_period, amplitudes_agree_with_independent_values_in_double_and_at_64_digits) {
  const auto all = oracle();
  int seen = 0;
  for (const auto& c : all.at("cases")) {
    if (!c.contains("amplitudes")) {
      continue;
    }
    const std::string measure = "measure amplitude --rule parabola" + pendulum(c);
    expect_digits(measure + " --average 4,30", "amplitude", c.at("amplitude_4_30"));
    const auto single = values(measure + " --count 3", {"amplitude1", "amplitude2", "amplitude3"});
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_EQ(single[k].substr(0, 56), c.at("amplitudes").at(k).get<std::string>().substr(0, 56));
    }
    expect_digits(measure, "amplitude", c.at("amplitudes").at(0));
    ++seen;
  }
  EXPECT_EQ(seen, 4);
}

TEST(measure_period, single_values_are_differences_of_zeros) {
  const auto all = oracle();
  const auto& c = all.at("cases").at(0);
  const auto at = [&c](std::size_t zero) {
    return std::stod(c.at("zeros").at(zero - 1).get<std::string>());
  };
  const std::string measure = "measure period --rule cubic" + pendulum(c) + " --digits 16";
  const auto single = values(measure + " --count 2", {"period1", "period2"});
  EXPECT_NEAR(std::stod(single[0]), at(2), 1e-12);
  EXPECT_NEAR(std::stod(single[1]), at(4) - at(2), 1e-12);
  EXPECT_NEAR(value(measure, "period"), at(2), 1e-12);
  EXPECT_EQ(value(measure + " --average 2,1", "period"), std::stod(single[1]));
}

// PD Table 3, ε = 0.5, leapfrog: relative errors of T_avg(0, 100, 200) for a small, a large and a rotating motion
TEST(measure_period, a_column_of_the_paper) {
  const auto error = [](const std::string& p0) {
    const auto problem = " pendulum --set omega=1 --start q1=0 --start p1=" + p0 + " --digits 34 ";
    const auto j = run_well("exact" + problem + "--times 0 --format json").json();
    const double exact = std::stod(j.at("meta").at("constants").at("period").get<std::string>());
    return value("measure period --rule cubic" + problem +
                     "--scheme lobatto --set degree=1 --step 1/2 --average 0,100,200",
                 "period") /
               exact -
           1;
  };
  EXPECT_NEAR(error("0.05"), -1.06e-2, 0.01e-2);
  EXPECT_NEAR(error("1"), -4.13e-3, 0.01e-3);
  EXPECT_NEAR(error("2.5"), -3.68e-2, 0.01e-2);
}

TEST(measure_period, follows_any_coordinate_of_any_system) {
  // the in-phase mode of the linear double pendulum with equal masses: q2 = √2 q1, ω² = (2π)² (2 − √2)
  const std::string mode =
      " linear-double-pendulum --start q1=1 --start q2=sqrt(2) --scheme simpson --step 1/200 "
      "--digits 16 ";
  const double truth = 1 / std::sqrt(2 - std::sqrt(2.0));
  EXPECT_NEAR(value("measure period" + mode + "--average 0,5", "period"), truth, 1e-7);
  EXPECT_NEAR(value("measure period" + mode + "--average 0,5 --coordinate q2", "period"), truth,
              1e-7);
  EXPECT_NEAR(value("measure amplitude" + mode + "--coordinate q2 --average 1,4", "amplitude"),
              std::sqrt(2.0), 1e-5);
  // a displacement beyond π is a displacement: its zeros alone count
  EXPECT_NEAR(value("measure period harmonic-oscillator --start q1=10 --scheme simpson --step "
                    "0.01 --digits 16 --average 0,3",
                    "period"),
              std::acos(-1.0) / 2, 1e-6);
  // nutation of the top, from the extrema of theta: the upper bound is the start
  EXPECT_NEAR(value("measure amplitude lagrange-top --scheme simpson --step 0.001 --digits 16 "
                    "--coordinate theta --average 2,1",
                    "amplitude"),
              std::acos(-1.0) / 3, 1e-3);
}

TEST(measure_period, says_in_its_metadata_what_was_asked) {
  const auto j = run_well(
                     "measure amplitude lagrange-top --scheme rk4 --step 0.01 --average 1,2 "
                     "--coordinate theta --digits 16 --format json")
                     .json();
  EXPECT_EQ(j.at("columns"), (nlohmann::json{"name", "value"}));
  EXPECT_EQ(j.at("meta").at("average"), "1,2");
  EXPECT_EQ(j.at("meta").at("coordinate"), "theta");
  EXPECT_EQ(j.at("meta").count("steps"), 0U);
  ASSERT_EQ(j.at("rows").size(), 1U);
  EXPECT_EQ(j.at("rows")[0][0], "amplitude");
  const auto counted = run_well(
                           "measure period pendulum --scheme simpson --step 1/20 --count 2 "
                           "--digits 16 --format json")
                           .json();
  EXPECT_EQ(counted.at("meta").at("count"), 2);
  EXPECT_EQ(counted.at("meta").at("step"), "1/20");
  // a formula may begin with a minus
  const auto least =
      run(words("measure -max(q1) pendulum --scheme rk4 --step 1/10 --steps 3 --digits 16"));
  EXPECT_EQ(least.out.rfind("value = -1.570796326794", 0), 0U) << least.out << least.err;
}

struct bad_command {
  const char* command;
  const char* said;
};

class bad_measure : public ::testing::TestWithParam<bad_command> {};

TEST_P(bad_measure, is_one_line_and_exit_code_2) {
  const auto r = run(words(std::string("measure ") + GetParam().command));
  program::expect_refused(r, 2, GetParam().command);
  EXPECT_NE(r.err.find(GetParam().said), std::string::npos) << GetParam().command << "\n" << r.err;
}

#define PERIOD "period pendulum --scheme simpson --step 0.1 --digits 16 "
#define AMPLITUDE "amplitude pendulum --scheme simpson --step 0.1 --digits 16 "
INSTANTIATE_TEST_SUITE_P(
    events, bad_measure,
    ::testing::Values(
        bad_command{PERIOD "--average 0", "N,M"}, bad_command{PERIOD "--average 1,2,3,4", "N,M"},
        bad_command{PERIOD "--average 0,0", "M >= 1"},
        bad_command{PERIOD "--average 0,7,7", "K < L"},
        bad_command{PERIOD "--average -1,7", "--average"},
        bad_command{PERIOD "--average 0,x", "--average"},
        bad_command{PERIOD "--average 0,1.5", "--average"},
        bad_command{PERIOD "--average 0,20 --count 3", "not both"},
        bad_command{PERIOD "--count 0", "--count"}, bad_command{PERIOD "--count -1", "--count"},
        bad_command{PERIOD "--coordinate q2", "unknown coordinate of pendulum 'q2'"},
        bad_command{PERIOD "--coordinate p1", "unknown coordinate"},
        bad_command{PERIOD "--average 0,20 --steps 10", "zeros that are needed in 10 steps"},
        bad_command{"period pendulum --scheme simpson --average 0,20", "--step"},
        bad_command{"period lagrange-top --scheme midpoint --step 0.001 --digits 16 --coordinate "
                    "theta --until 1/2",
                    "has 0 of the 3 zeros"},
        bad_command{"period pendulum --start q1=0 --start p1=0 --scheme rk4 --step 0.1 --digits 16",
                    "no other in 200000 steps"},
        bad_command{AMPLITUDE "--average 0,5", "N >= 1"},
        bad_command{AMPLITUDE "--average 1,0", "M >= 1"},
        bad_command{AMPLITUDE "--average 1,2,3", "FIRST,COUNT"},
        bad_command{"amplitude pendulum --start p1=100 --scheme rk4 --step 0.01 --until 1",
                    "0 of the 1 extrema"},
        bad_command{"energy-error pendulum --scheme simpson --step 0.1 --steps 1 --average 0,20",
                    "takes no --average"},
        bad_command{"stability-limit pendulum --scheme simpson --coordinate q1",
                    "takes no --coordinate"}));
#undef PERIOD
#undef AMPLITUDE

}  // namespace
