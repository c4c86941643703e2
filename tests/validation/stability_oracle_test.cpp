// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Every printed digit of stability limits and windows. Kind: truth from outside. reference/oracles/stability/make.py writes each
// scheme down from its tableau and finds the roots of its own stability polynomials with mpmath.
#include "support/oracle_csv.hpp"
#include "validation/program.hpp"
#include <plumbline/scalar/precision_scope.hpp>
#include <plumbline/scalar/text.hpp>

#include <algorithm>

namespace {

using plumbline::decimal;
using plumbline::mp;
using limits_of_command = std::map<std::string, std::string>;

/// "@/" is the folder of the oracle.
std::string with_folder(std::string command) {
  const std::string folder = std::string(PLUMBLINE_SOURCE_DIR) + "/reference/oracles/stability/";
  for (auto at = command.find("@/"); at != std::string::npos; at = command.find("@/")) {
    command.replace(at, 2, folder);
  }
  return command;
}

limits_of_command printed_by(const std::string& command, int digits) {
  limits_of_command found;
  std::istringstream lines(program::run_well("measure stability-limit " + with_folder(command) +
                                             " --digits " + std::to_string(digits))
                               .out);
  for (std::string line; std::getline(lines, line);) {
    const auto at = line.find(" = ");
    found[line.substr(0, at)] = line.substr(at + 3);
  }
  return found;
}

/// The last printed digit is within one unit, and there are as many digits as are asked for, or the number ends there.
void expect_right(const std::string& printed, const std::string& truth, int digits) {
  if (truth == "inf" || decimal<mp>(truth) == mp(0)) {
    EXPECT_EQ(printed, truth == "inf" ? "inf" : "0");
    return;
  }
  const auto point = printed.find('.');
  const auto decimals = point == std::string::npos ? 0 : printed.size() - point - 1;
  ASSERT_EQ(printed.find('e'), std::string::npos) << printed;
  const mp error = abs(mp(decimal<mp>(printed) - decimal<mp>(truth)));
  EXPECT_LE(error, decimal<mp>("1e-" + std::to_string(decimals))) << printed << " " << truth;
  const int least = std::max(digits, 16) - 1;
  EXPECT_LE(error, decimal<mp>("1e-" + std::to_string(least)) * decimal<mp>(truth))
      << printed << " " << truth;
}

class stability_oracle : public ::testing::TestWithParam<int> {};

TEST_P(stability_oracle, holds_every_printed_digit) {
  const plumbline::precision_scope scope(130);
  std::map<std::string, limits_of_command> truths;
  for (const auto& row : plumbline::testing::read_oracle("stability/limits.csv", 140)) {
    truths[row.at("command")][row.at("name")] = row.at("value");
  }
  EXPECT_GE(truths.size(), 80U);
  for (const auto& [command, ends] : truths) {
    SCOPED_TRACE(command);
    const limits_of_command printed = printed_by(command, GetParam());
    for (const auto& [name, truth] : ends) {
      ASSERT_TRUE(printed.contains(name)) << name;
      expect_right(printed.at(name), truth, GetParam());
    }
  }
}
INSTANTIATE_TEST_SUITE_P(digits, stability_oracle, ::testing::Values(16, 20, 34, 64, 100));

// The determinant exceeds 1 by 7.95e-17 at h = 0.12: every small step grows, and the metadata say how slowly.
TEST(stability_limit, of_slow_growth_is_zero_and_the_metadata_say_how_slow) {
  const std::string command =
      "measure stability-limit harmonic-oscillator --set k=1 --scheme newmark-extrapolation "
      "--digits 16";
  const std::string lines = program::run_well(command).out;
  EXPECT_EQ(lines.rfind("stability-limit = 0\nwindow2-from = 24.7862", 0), 0U) << lines;
  const auto meta = program::run_well(command + " --format json").json().at("meta");
  const auto slow = meta.at("growth_below_1e-06").get<std::string>();
  EXPECT_EQ(slow.rfind("steps of 0 to 1.388", 0), 0U) << slow;
  EXPECT_NE(slow.find(", 24.786"), std::string::npos) << slow;
  // |R|² = 1 + z⁴/4 = (1 + 1e-6)² of Heun's method
  const std::string two = program::run_well(
                              "measure stability-limit harmonic-oscillator --set k=1 --scheme "
                              "heun,leapfrog --format csv --digits 16")
                              .out;
  EXPECT_NE(two.find("# heun growth_below_1e-06: steps of 0 to 0.05318"), std::string::npos) << two;
  EXPECT_NE(two.find("heun stability-limit,0\nleapfrog stability-limit,2\n"), std::string::npos)
      << two;
}

// `audit` and `measure` ask the same search.
TEST(stability_limit, is_the_same_in_audit_and_measure) {
  for (const char* scheme : {"sofroniou-spaletta-10", "blanes-moan-srkn11", "lobatto", "heun-3"}) {
    const std::string name = "stability-limit = ";
    const std::string audit = program::run_well(std::string("audit ") + scheme).out;
    const std::string measured =
        program::run_well(
            std::string("measure stability-limit harmonic-oscillator --set k=1 --scheme ") +
            scheme + " --digits 16")
            .out;
    const auto at = audit.find(name);
    ASSERT_NE(at, std::string::npos) << scheme;
    EXPECT_NEAR(std::stod(audit.substr(at + name.size())), std::stod(measured.substr(name.size())),
                1e-9)
        << scheme;
  }
}

TEST(stability_limit, is_not_asked_of_steps_that_follow_the_motion) {
  const auto taylor =
      program::run(program::words("measure stability-limit pendulum --scheme taylor"));
  EXPECT_EQ(taylor.code, 2);
  EXPECT_NE(taylor.err.find("follows the motion to all digits"), std::string::npos) << taylor.err;
  const auto held = program::run(
      program::words("measure stability-limit pendulum --scheme taylor --set order=3 --digits 10"));
  EXPECT_EQ(held.code, 0) << held.err;
}

}  // namespace
