// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// RV: the true values beside the printed ones, and which digits are marked as false.
//
// Kind: truth from outside (states and orbits by mpmath and by a plain program in __float128, in
// reference/oracles/reference-values), consistency (the printed digits are those that were handed on).
#include "experiments/rv/problems.hpp"
#include "report/published_data.hpp"
#include "support/oracle_csv.hpp"
#include <plumbline/scalar/precision_scope.hpp>
#include <plumbline/scalar/types.hpp>

#include <gtest/gtest.h>

#include <map>

namespace plumbline::experiments {

namespace rv {
void run_pendulum(context& c, report::section& out);
void run_arenstorf(context& c, report::section& out);
void run_lorenz(context& c, report::section& out);
void run_figure_eight(context& c, report::section& out);
void run_pleiades(context& c, report::section& out);
void run_outer_planets(context& c, report::section& out);
}  // namespace rv

namespace {

const report::published_data& published() {
  static const auto data =
      report::published_data::read(PLUMBLINE_SOURCE_DIR "/reference/published");
  return data;
}

using truths = std::map<std::string, std::string>;

/// Holds what an experiment computes against true values by key, to `digits` digits or as many as these have; returns how
/// many numbers are false.
int hold(const std::string& id, void (*run)(context&, report::section&), const truths& truth,
         int digits) {
  const precision_scope scope(100);
  context c(16, effort::all, published(), [] {});
  report::section section(published().of(id));
  run(c, section);
  section.require_complete();
  int wrong = 0;
  for (const auto& number : section.numbers()) {
    const auto found = truth.find(number.published.key);
    if (found == truth.end()) {
      ADD_FAILURE() << id << " " << number.published.key << " has no truth from outside";
      continue;
    }
    const mp value = decimal<mp>(found->second);
    const auto e = found->second.find('e');
    const int known = static_cast<int>(found->second.substr(0, e).size()) - 4;
    const mp error = abs(mp(decimal<mp>(number.computed) - value)) / abs(value);
    EXPECT_LT(error, pow(mp(10), -std::min(digits, known)))
        << id << " " << number.published.key << ": " << number.computed << ", true "
        << found->second;
    // the verdict by the truth from outside
    EXPECT_EQ(report::judge(report::rule::digits, number.published.value, found->second),
              number.found)
        << id << " " << number.published.key;
    EXPECT_TRUE(number.as_recorded()) << id << " " << number.published.key;
    wrong += number.found == report::verdict::differs ? 1 : 0;
  }
  return wrong;
}

truths orbit(const std::string& problem) {
  truths values;
  for (const auto& row : testing::read_oracle("reference-values/orbits.csv", 10)) {
    if (row.at("problem") == problem) {
      values[row.at("name")] = row.at("value");
    }
  }
  return values;
}

truths state(const std::string& problem) {
  truths values;
  for (const auto& row : testing::read_oracle("reference-values/" + problem + ".csv", 2)) {
    values[row.at("column")] = row.at("value");
  }
  return values;
}

TEST(rv, the_pendulum_is_true_to_all_digits) {
  const auto s = state("pendulum-gni");
  EXPECT_EQ(hold("rv-pendulum", rv::run_pendulum, {{"q", s.at("q1")}, {"p", s.at("p1")}}, 17), 0);
}

TEST(rv, arenstorfs_orbit_is_true_to_all_digits) {
  EXPECT_EQ(hold("rv-arenstorf", rv::run_arenstorf, orbit("arenstorf"), 38), 0);
}

TEST(rv, the_orbit_ab_is_true_to_all_digits) {
  EXPECT_EQ(hold("rv-lorenz", rv::run_lorenz, orbit("lorenz"), 74), 0);
}

TEST(rv, the_figure_eight_is_true_to_all_digits) {
  auto values = orbit("figure-eight");
  const precision_scope scope(60);
  for (const std::string axis : {"x", "y"}) {
    values["v" + axis + "3"] = to_text(mp(-2 * decimal<mp>(values.at("v" + axis + "1"))), 28);
  }
  EXPECT_EQ(hold("rv-figure-eight", rv::run_figure_eight, values, 23), 0);
}

TEST(rv, eleven_numbers_of_the_seven_stars_are_false) {
  truths values;
  for (const auto& [column, value] : state("pleiades")) {
    const bool velocity = column.starts_with("v.");
    const std::string name = velocity ? column.substr(2) : column;
    values[name.substr(1) + "/" + (velocity ? "v" : "") + name[0]] = value;
  }
  EXPECT_EQ(hold("rv-pleiades", rv::run_pleiades, values, 17), 11);
}

TEST(long_rv, all_but_one_number_of_the_outer_planets_are_false) {
  const std::map<char, std::string> names = {{'j', "Jupiter"}, {'s', "Saturn"}, {'u', "Uranus"},
                                             {'n', "Neptune"}, {'p', "Pluto"},  {'o', "Sun"}};
  truths values;
  for (const auto& [column, value] : state("outer-solar-system")) {
    const bool velocity = column.starts_with("v.");
    const std::string name = velocity ? column.substr(2) : column;
    values[names.at(name[0]) + "/" + (velocity ? "v" : "") + name[1]] = value;
  }
  EXPECT_EQ(hold("rv-outer-planets", rv::run_outer_planets, values, 17), 35);
}

TEST(rv, the_false_digits_are_in_brackets) {
  using rv::marked;
  using rv::true_of_all;
  EXPECT_EQ(marked("3.14159", "3.14159265"), "3.14159");
  EXPECT_EQ(marked("3.14160", "3.14159265"), "3.14160") << "one unit of the last place is right";
  EXPECT_EQ(marked("3.14165", "3.14159265"), "3.1416[5]");
  EXPECT_EQ(marked("3.15159", "3.14159265"), "3.15[159]") << "3.15 is right to one unit";
  EXPECT_EQ(marked("-0.00314659e3", "-3.14159265"), "-0.00314[659]e3");
  EXPECT_EQ(marked("9", "3.14"), "[9]");
  EXPECT_EQ(true_of_all("-0.00314659e3", "-3.14159265"), "3 of 6");
  EXPECT_EQ(true_of_all("0.3706139143970502", "0.370613914397051290094"), "14 of 16");
  EXPECT_EQ(true_of_all("123.5", "123.46"), "4 of 4");
}

TEST(rv, the_printed_digits_are_those_that_were_handed_on) {
  std::map<std::string, int> handed;
  for (const char* name : {"pendulum-gni", "pleiades", "outer-solar-system"}) {
    std::ifstream in(std::string(PLUMBLINE_SOURCE_DIR "/reference/published/reference-values/") +
                     name + ".csv");
    std::string line;
    std::string last;
    while (std::getline(in, line)) {
      last = line;
    }
    std::istringstream cells(last.substr(last.find(',') + 1));
    for (std::string cell; std::getline(cells, cell, ',');) {
      ++handed[cell];
    }
  }
  for (const char* id : {"rv-pendulum", "rv-pleiades", "rv-outer-planets"}) {
    for (const auto& number : published().of(id)) {
      --handed[number.printed];
    }
  }
  for (const auto& [text, count] : handed) {
    EXPECT_EQ(count, 0) << text;
  }
  EXPECT_EQ(handed.size(), 66U);
}

}  // namespace
}  // namespace plumbline::experiments
