// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The check values in reference/published/ that come from independent programs are those of the programs' own files in
// reference/oracles/. Oracle tests: a value that was copied wrongly, or that the program gives no longer, is named.
#include "report/published_data.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace plumbline::report {
namespace {

using cells = std::vector<std::string>;

cells split(const std::string& line, char separator) {
  cells all;
  std::istringstream stream(line);
  for (std::string part; std::getline(stream, part, separator);) {
    all.push_back(part);
  }
  return all;
}

/// The rows of a file, the header first, without comments.
std::vector<cells> table(const std::string& name) {
  std::ifstream in(PLUMBLINE_SOURCE_DIR "/reference/oracles/" + name);
  std::vector<cells> rows;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line[0] != '#') {
      rows.push_back(split(line, ','));
    }
  }
  return rows;
}

const published_data& published() {
  static const published_data data =
      published_data::read(PLUMBLINE_SOURCE_DIR "/reference/published");
  return data;
}

/// Holds the entries of an experiment with this source against values by key; returns how many there are.
int hold(const std::string& experiment, const std::string& source,
         const std::map<std::string, std::string>& values) {
  int seen = 0;
  for (const published_number& n : published().of(experiment)) {
    if (n.truth != source) {
      continue;
    }
    const auto found = values.find(n.key);
    if (found == values.end()) {
      ADD_FAILURE() << source << " has no value for " << experiment << " " << n.key;
      continue;
    }
    const tier near = tier_of(n.value, found->second);
    EXPECT_TRUE(near == tier::rounds || near == tier::truncates || near == tier::only_truncated)
        << experiment << " " << n.key << ": " << n.value << ", there " << found->second;
    ++seen;
  }
  return seen;
}

TEST(check_values, tables_of_the_top_paper_are_those_of_the_c_program) {
  const std::string source = "reference/oracles/top_steps/values.csv";
  std::map<std::string, std::string> theta;
  std::map<std::string, std::string> energy;
  const auto rows = table("top_steps/values.csv");
  ASSERT_GT(rows.size(), 90U);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const cells& r = rows[i];
    const std::string unit = r[0] == "pendulum" || r[0].ends_with("seconds") ? "s" : "P";
    const std::string key = fmt::format("{}/{}/{}/h = {}", unit, r[1], r[2], 1. / std::stoi(r[3]));
    const std::string of = r[0] == "pendulum" ? "pendulum/" : "top/";
    theta[of + key] = r[4];
    energy[of + key] = r[5];
  }
  const auto of = [](const std::map<std::string, std::string>& all, const std::string& prefix) {
    std::map<std::string, std::string> some;
    for (const auto& [key, value] : all) {
      if (key.starts_with(prefix)) {
        some[key.substr(prefix.size())] = value;
      }
    }
    return some;
  };
  int seen = 0;
  for (const char* horizon : {"", "-100"}) {
    seen += hold(std::string("top-table2") + horizon, source, of(energy, "pendulum/"));
    seen += hold(std::string("top-table4") + horizon, source, of(theta, "top/"));
    seen += hold(std::string("top-table5") + horizon, source, of(energy, "top/"));
  }
  EXPECT_EQ(seen, 168);
}

TEST(check_values, projections_and_variational_schemes_are_those_of_mpmath) {
  const std::string source = "reference/oracles/pd/periods.csv";
  const auto rows = table("pd/periods.csv");
  ASSERT_EQ(rows.size(), 18U);
  const cells columns{"p0", "standard projection", "symmetric projection", "Simpson",
                      "Gauss, degree 2"};
  std::map<std::string, std::string> values;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    for (std::size_t k = 1; k < columns.size(); ++k) {
      values[rows[i][0] + "/" + columns[k]] = rows[i][k];
    }
  }
  EXPECT_EQ(hold("pd-projections", source, values), 34);
  EXPECT_EQ(hold("pd-variational", source, values), 34);
}

TEST(check_values, thresholds_and_resonances_are_those_of_mpmath) {
  std::map<std::string, std::string> thresholds;
  const std::map<std::string, std::string> names{{"leapfrog", "leapfrog"},
                                                 {"midpoint", "midpoint"},
                                                 {"suris1", "Suris 1"},
                                                 {"suris2", "Suris 2"},
                                                 {"discrete-gradient", "gradient"}};
  for (const cells& r : table("pd/thresholds.csv")) {
    const auto name = names.find(r[0]);
    if (name != names.end()) {
      thresholds[name->second + ", " + r[1]] = r[2];
    }
  }
  EXPECT_GE(hold("pd-thresholds", "reference/oracles/pd/thresholds.csv", thresholds), 4);
  std::map<std::string, std::string> resonances;
  for (const cells& r : table("pd/resonances.csv")) {
    const auto name = names.find(r[0]);
    if (name != names.end()) {
      resonances[name->second] = r[1];
      resonances[name->second + ", measured"] = r[1];
    }
  }
  EXPECT_EQ(hold("pd-resonances", "reference/oracles/pd/resonances.csv", resonances), 6);
}

TEST(check_values, of_the_two_bodies_are_those_of_a_program_with_50_digits) {
  const std::string source = "reference/oracles/nx-table8/areas.csv";
  std::map<std::string, std::string> extrapolated;
  std::map<std::string, std::string> standard;
  for (const cells& r : table("nx-table8/areas.csv")) {
    if (r[0] == "50 digits") {
      auto& of = r[1] == "extrapolation" ? extrapolated : standard;
      of = {{r[1] == "extrapolation" ? "Lagrangian, exact" : "Lagrangian/standard", r[3]},
            {r[1] == "extrapolation" ? "momentum norm, exact" : "momentum norm/standard", r[4]}};
    }
  }
  EXPECT_EQ(hold("nx-table8", source, extrapolated), 2);
  // what the report prints for the standard method, without an iteration's tolerance in it
  int seen = 0;
  for (const published_number& n : published().of("nx-table8")) {
    if (const auto found = standard.find(n.key); found != standard.end()) {
      EXPECT_EQ(tier_of(n.value, found->second), tier::rounds) << n.key << ": " << found->second;
      ++seen;
    }
  }
  EXPECT_EQ(seen, 2);
}

TEST(check_values, of_the_linear_systems_the_springs_and_the_exact_tops_are_those_of_mpmath) {
  std::map<std::string, std::map<std::string, std::string>> values;
  std::ifstream in(PLUMBLINE_SOURCE_DIR "/reference/oracles/checks/values.csv");
  int expected = 0;
  for (std::string line; std::getline(in, line);) {
    const cells r = split(line, ';');
    if (r.size() == 3 && r[0] != "experiment") {
      values[r[0]][r[1]] = r[2];
      ++expected;
    }
  }
  ASSERT_GT(expected, 45);
  int seen = 0;
  for (const auto& [experiment, of] : values) {
    seen += hold(experiment, "reference/oracles/checks/values.csv", of);
  }
  EXPECT_EQ(seen, expected);
}

}  // namespace
}  // namespace plumbline::report
