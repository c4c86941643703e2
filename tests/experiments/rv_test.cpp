// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// RV: the true values beside the printed ones.
//
// Kind: truth from outside (states and orbits by mpmath and by a plain program in __float128, in
// reference/oracles/reference-values), consistency (the printed digits are those that were handed on).
#include "report/published_data.hpp"
#include "support/oracle_csv.hpp"
#include <plumbline/data/paper.hpp>
#include <plumbline/scalar/exact.hpp>
#include <plumbline/scalar/precision_scope.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/scalar/types.hpp>

#include <gtest/gtest.h>

#include <map>

namespace plumbline::experiments {

namespace {

const report::published_data& published() {
  static const auto data =
      report::published_data::read(PLUMBLINE_SOURCE_DIR "/reference/published");
  return data;
}

using truths = std::map<std::string, std::string>;

/// The values of an experiment by key, with all digits of its arithmetic: a page shows ten more than are printed.
truths values_of(const paper& p, const std::string& id) {
  const auto experiment = std::ranges::find(p.experiments, id, &papers::paper_experiment::id);
  paper_formulas formulas(p.names, std::max(16, experiment->least_digits));
  std::map<std::string, std::size_t> asked;
  for (const auto& n : experiment->numbers) {
    asked.emplace(n.key, formulas.ask(n.compute, n.words, 100));
  }
  run_host nobody;
  formulas.compute(1, nobody);
  truths values;
  for (const auto& [key, which] : asked) {
    values.emplace(key, formulas.value(which).number);
  }
  return values;
}

/// Holds what an experiment computes against true values by key, to `digits` digits or as many as these have; returns how
/// many numbers are false.
int hold(const std::string& id, const truths& truth, int digits) {
  const precision_scope scope(100);
  static const paper rv = load_paper(PLUMBLINE_SOURCE_DIR "/reference/published/rv.toml");
  run_host nobody;
  const reproduction made = plumbline::reproduce(rv, {.ids = {id}, .digits = 16}, nobody, 1);
  const truths values = values_of(rv, id);
  int wrong = 0;
  for (const auto& number : made.experiments.at(0).numbers) {
    if (number.published.key == "two computations") {
      EXPECT_TRUE(number.as_recorded()) << id << ": " << number.computed;
      continue;
    }
    const auto found = truth.find(number.published.key);
    if (found == truth.end()) {
      ADD_FAILURE() << id << " " << number.published.key << " has no truth from outside";
      continue;
    }
    const mp value = decimal<mp>(found->second);
    const auto e = found->second.find('e');
    const int known = static_cast<int>(found->second.substr(0, e).size()) - 4;
    const mp error = abs(mp(decimal<mp>(values.at(number.published.key)) - value)) / abs(value);
    EXPECT_LT(error, pow(mp(10), -std::min(digits, known)))
        << id << " " << number.published.key << ": " << values.at(number.published.key) << ", true "
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
  EXPECT_EQ(hold("rv-pendulum", {{"q", s.at("q1")}, {"p", s.at("p1")}}, 17), 0);
}

TEST(rv, arenstorfs_orbit_is_true_to_all_digits) {
  EXPECT_EQ(hold("rv-arenstorf", orbit("arenstorf"), 38), 0);
}

TEST(rv, the_orbit_ab_is_true_to_all_digits) {
  EXPECT_EQ(hold("rv-lorenz", orbit("lorenz"), 74), 0);
}

TEST(rv, the_figure_eight_is_true_to_all_digits) {
  auto values = orbit("figure-eight");
  const precision_scope scope(60);
  for (const std::string axis : {"x", "y"}) {
    values["v" + axis + "3"] = to_text(mp(-2 * decimal<mp>(values.at("v" + axis + "1"))), 28);
  }
  EXPECT_EQ(hold("rv-figure-eight", values, 23), 0);
}

TEST(rv, eleven_numbers_of_the_seven_stars_are_false) {
  truths values;
  for (const auto& [column, value] : state("pleiades")) {
    const bool velocity = column.starts_with("v.");
    const std::string name = velocity ? column.substr(2) : column;
    values[name.substr(1) + "/" + (velocity ? "v" : "") + name[0]] = value;
  }
  EXPECT_EQ(hold("rv-pleiades", values, 17), 11);
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
  EXPECT_EQ(hold("rv-outer-planets", values, 17), 35);
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
      if (number.key != "two computations") {
        --handed[number.printed];
      }
    }
  }
  for (const auto& [text, count] : handed) {
    EXPECT_EQ(count, 0) << text;
  }
  EXPECT_EQ(handed.size(), 66U);
}

}  // namespace
}  // namespace plumbline::experiments
