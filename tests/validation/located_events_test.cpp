// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `measure period` and `measure amplitude` by shorter steps. Kinds: oracle (step maps and roots of mpmath,
// reference/oracles/events/make.py) and closed forms, against every digit that is printed; properties (the order of the
// period's error, taylor at any step); bad input.
#include "validation/program.hpp"
#include <plumbline/scalar/precision_scope.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/scalar/types.hpp>

#include <cmath>

namespace {

using plumbline::mp;
using program::run;
using program::run_well;
using program::words;

/// One unit of the last printed digit of a decimal: of "1.25e-3" 0.01e-3.
mp last_unit(const std::string& text) {
  const auto e = text.find('e');
  const std::string mantissa = text.substr(0, e);
  const auto dot = mantissa.find('.');
  const auto places = dot == std::string::npos ? 0 : static_cast<long>(mantissa.size() - dot) - 1;
  const long exponent = e == std::string::npos ? 0 : std::stol(text.substr(e + 1));
  return plumbline::from_text<mp>("1e" + std::to_string(exponent - places));
}

mp read(const std::string& text) { return plumbline::from_text<mp>(text); }

class located_events : public ::testing::Test {
 protected:
  located_events() : scope_(130) {
    std::ofstream(place_ / "quartic.toml")
        << "name = \"quartic\"\ncoordinates = [\"x\"]\nlagrangian = \"dot(x)^2/2 - x^4/4\"\n"
           "[start]\nx = 1\n";
  }

  static nlohmann::json oracle() {
    return nlohmann::json::parse(
        program::contents(PLUMBLINE_SOURCE_DIR "/reference/oracles/events/events.json"));
  }
  std::string system_of(const nlohmann::json& c) const {
    const auto name = c.at("system").get<std::string>();
    return (name.ends_with(".toml") ? (place_ / name).native() : name) + " " +
           c.at("options").get<std::string>();
  }
  std::string run_of(const nlohmann::json& c, int digits) const {
    return system_of(c) + " --scheme " + c.at("scheme").get<std::string>() + " " +
           c.at("scheme_options").get<std::string>() + " --step " +
           c.at("step").get<std::string>() + " --digits " + std::to_string(digits);
  }

  /// Every printed digit is right to one unit of the last, within the error that is stated, and few are missing.
  void expect_right(const std::string& command, const std::vector<std::string>& truths,
                    int digits) {
    const auto table = run_well("measure " + command + " --format json").json();
    const auto& rows = table.at("rows");
    ASSERT_EQ(rows.size(), truths.size()) << command;
    const std::string quantity = command.substr(0, command.find(' '));
    const auto stated = table.at("meta").at(quantity).get<std::string>();
    const auto sign = stated.find("± ") + std::string("± ").size();
    const mp error = read(stated.substr(sign, stated.find_first_of(" )", sign) - sign));
    for (std::size_t k = 0; k < truths.size(); ++k) {
      const auto printed = rows[k][1].get<std::string>();
      const mp truth = read(truths[k]);
      const mp off = abs(mp(read(printed) - truth));
      EXPECT_LE(off, last_unit(printed)) << command << ": " << printed << ", not " << truths[k];
      EXPECT_LE(off, error) << command << ": " << printed << " " << stated;
      ++checked_;
    }
    EXPECT_LT(error, abs(read(truths[0])) * read("1e" + std::to_string(5 - digits)))
        << command << ": " << stated;
  }

  program::folder place_;
  plumbline::precision_scope scope_;
  int checked_ = 0;
};

/// With so many digits.
class located_events_with : public located_events, public ::testing::WithParamInterface<int> {};

// Each case at two of the five precisions.
TEST_P(located_events_with, have_only_right_digits_for_every_scheme_and_step) {
  const int digits = GetParam();
  const std::vector<int> precisions = {16, 34, 40, 64, 100};
  const auto all = oracle().at("cases");
  for (std::size_t k = 0; k < all.size(); ++k) {
    const auto& c = all[k];
    const auto of = [&c](const char* name) { return c.at(name).get<std::string>(); };
    const std::string run = run_of(c, digits);
    if (precisions[k % 5] == digits || precisions[(k + 2) % 5] == digits) {
      expect_right("period " + run + " --count 2", {of("period1"), of("period2")}, digits);
      if (c.contains("amplitude1")) {
        expect_right("amplitude " + run + " --count 2", {of("amplitude1"), of("amplitude2")},
                     digits);
      }
    }
    if (precisions[(k + 1) % 5] == digits) {
      expect_right("period " + run + " --average 1,2", {of("average_1_2")}, digits);
      expect_right("period " + run + " --average 0,1,3", {of("average_0_1_3")}, digits);
      if (c.contains("amplitude1")) {
        expect_right("amplitude " + run + " --average 1,3", {of("amplitude_1_3")}, digits);
      }
    }
  }
  EXPECT_GE(checked_, 100);
}
INSTANTIATE_TEST_SUITE_P(digits, located_events_with, ::testing::Values(16, 34, 40, 64, 100),
                         ::testing::PrintToStringParamName());

// Steps well inside the radius of convergence; a longer one needs a higher order.
TEST_F(located_events, of_taylor_are_those_of_the_flow_for_any_step) {
  for (const auto& c : oracle().at("exact")) {
    for (const int digits : {16, 34, 40, 64, 100}) {
      for (const char* const step : {"1/31", "1/50"}) {
        const std::string run = system_of(c) + " --scheme taylor --step " + step + " --digits " +
                                std::to_string(digits);
        expect_right("period " + run, {c.at("period").get<std::string>()}, digits);
        expect_right("amplitude " + run, {c.at("amplitude").get<std::string>()}, digits);
      }
    }
    expect_right("period " + system_of(c) +
                     " --scheme taylor --set order=200 --step 1/10 --digits 40 --average 0,5",
                 {c.at("period").get<std::string>()}, 40);
  }
}

// T(h) − T = C h^p + …: from both sides.
TEST_F(located_events, have_the_order_of_the_scheme) {
  struct known {
    const char* scheme;
    int order;
  };
  const std::string problem = " pendulum --set omega=1 --start q1=1 --digits 64 ";
  const std::string exact = run_well("exact" + problem + "--times 0 --format json")
                                .json()
                                .at("meta")
                                .at("constants")
                                .at("period");
  for (const known& k :
       {known{"leapfrog", 2}, known{"midpoint", 2}, known{"simpson", 4}, known{"rk4", 4},
        known{"yoshida-4", 4}, known{"yoshida-6", 6}, known{"gauss-collocation:stages=3", 6},
        known{"yoshida-8", 8}, known{"gauss-collocation:stages=5", 10}}) {
    const auto error = [&](const std::string& step) {
      const auto table = run_well("measure period" + problem + "--scheme " + k.scheme + " --step " +
                                  step + " --average 0,2 --format json")
                             .json();
      const auto period = table.at("rows")[0][1].get<std::string>();
      return std::abs(plumbline::to_double(mp(read(period) - read(exact))));
    };
    const double order = std::log2(error("1/20") / error("1/40"));
    EXPECT_NEAR(order, k.order, 0.25) << k.scheme;
  }
}

// Sixteen digits against thirty-four, after 20,000 steps: what rounding has grown to is in the bound.
TEST_F(located_events, hold_over_long_runs_in_double) {
  for (const std::string system : {"pendulum", "harmonic-oscillator"}) {
    for (const std::string scheme : {"rk4", "simpson", "leapfrog", "yoshida-8",
                                     "gauss-collocation:stages=3", "average-acceleration"}) {
      for (const std::string quantity : {"period", "amplitude"}) {
        for (const std::string average : {"1,400", "801,1"}) {
          const std::string run = quantity + " " + system + " --scheme " + scheme +
                                  " --step 1/40 --average " + average + " --digits ";
          const auto fine = run_well("measure " + run + "34 --format json").json();
          expect_right(run + "16", {fine.at("rows")[0][1].get<std::string>()}, 12);
        }
      }
    }
  }
}

TEST_F(located_events, of_a_projection_and_of_newmark_leave_the_trajectory_as_it_is) {
  // with or without zeros on the way, the average over many zeros ends at the same last one
  for (const std::string scheme : {"symmetric-projection", "average-acceleration"}) {
    const std::string measure = "measure period pendulum --step 1/30 --scheme " + scheme;
    std::istringstream lines(run_well(measure + " --count 6").out);
    double sum = 0;
    for (std::string line; std::getline(lines, line);) {
      sum += std::stod(line.substr(line.find('=') + 1));
    }
    const auto average = run_well(measure + " --average 0,6").out;
    EXPECT_NEAR(std::stod(average.substr(average.find('=') + 1)), sum / 6, 1e-14) << scheme;
  }
}

TEST_F(located_events, a_start_at_rest_is_no_extremum) {
  const std::string measure =
      "measure amplitude harmonic-oscillator --scheme leapfrog --step 1/50 --digits 16";
  program::expect_refused(run(words(measure + " --until 1/2")), 2, measure);
  EXPECT_EQ(run_well(measure + " --until 1").out.rfind("amplitude = 0.999", 0), 0U);
}

TEST_F(located_events, of_a_chaotic_motion_lose_their_digits_and_say_so) {
  const auto late = run(words(
      "measure period double-pendulum --start q1=2.5 --start q2=2.5 --scheme rk4 --step 1/100 "
      "--digits 16 --average 200,1"));
  ASSERT_EQ(late.code, 0) << late.err;
  EXPECT_EQ(late.out, "period = nan\n");
  EXPECT_NE(late.err.find("no digit of period; more --digits may"), std::string::npos) << late.err;
}

TEST_F(located_events, are_named_by_their_rule_and_state_their_error) {
  const std::string measure = "measure period pendulum --scheme leapfrog --step 1/50 --digits 30";
  const auto step = run_well(measure + " --format json").json();
  EXPECT_EQ(step.at("meta").at("rule").get<std::string>().rfind("step: ", 0), 0U);
  EXPECT_EQ(step.at("meta").at("period").get<std::string>().rfind(
                step.at("rows")[0][1].get<std::string>() + " (± ", 0),
            0U);
  EXPECT_EQ(run_well(measure + " --rule step").out, run_well(measure).out);
  const auto cubic = run_well(measure + " --rule cubic --format json").json();
  EXPECT_EQ(cubic.at("meta").at("rule").get<std::string>().rfind("cubic: PD", 0), 0U);
  EXPECT_EQ(cubic.at("meta").count("period"), 0U);
  const auto both = run_well(
                        "measure period pendulum --scheme leapfrog,rk4 --step 1/50 --digits 30 "
                        "--format json")
                        .json();
  EXPECT_EQ(both.at("meta").at("leapfrog period"), step.at("meta").at("period"));
  EXPECT_EQ(both.at("meta").count("rk4 period"), 1U);
}

TEST_F(located_events, a_rule_of_another_quantity_is_refused_with_those_that_fit) {
  const auto expect = [](const std::string& command, const std::string& said) {
    const auto r = run(words(command));
    program::expect_refused(r, 2, command);
    EXPECT_NE(r.err.find(said), std::string::npos) << r.err;
  };
  const std::string end = " pendulum --scheme leapfrog --step 1/50";
  expect("measure period" + end + " --rule parabola", "step, cubic");
  expect("measure amplitude" + end + " --rule cubic", "step, parabola");
  expect("sweep period" + end + " --rule parabola --over q1=1,2", "step, cubic");
  expect("measure energy-error" + end + " --steps 3 --rule step", "takes no --rule");
}

TEST_F(located_events, of_a_sweep_are_those_of_single_commands_for_every_rule) {
  for (const std::string rule : {"step", "parabola"}) {
    const std::string end = " --step 1/50 --digits 30 --scheme midpoint --count 2 --rule " + rule;
    const auto swept =
        program::parse_csv(run_well("sweep amplitude pendulum --over q1=1/2,1" + end).out);
    ASSERT_EQ(swept.rows.size(), 2U);
    const auto one = run_well("measure amplitude pendulum --start q1=1" + end).out;
    EXPECT_EQ("amplitude1 = " + swept.rows[1][1] + "\namplitude2 = " + swept.rows[1][2] + "\n",
              one);
  }
}

}  // namespace
