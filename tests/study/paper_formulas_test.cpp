// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Formulas of papers. Kind: truth from outside; the midpoint rule turns the harmonic oscillator by 2 atan(ω h/2) in each step.
#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/exact.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/study/paper_formulas.hpp>

#include <gtest/gtest.h>

namespace plumbline {
namespace {

paper_names names() {
  paper_names n;
  n.define = {{"T", "2"}, {"h = 0.1", "1/10"}, {"spin", "q1*p1"}, {"half", "1/2"}, {"e", "3/5"}};
  n.lists = {{"many", std::vector<std::string>(2000, "1")},
             {"steps", {"0.1", "0.05", "0.025"}},
             {"rules", {"Mid point", "Leap"}}};
  n.systems = {{"spring", {"harmonic-oscillator", {.set = {"k=9/4"}, .start = {"q1=2"}}}}};
  n.schemes = {
      {"Mid point", "midpoint"}, {"Leap", "leapfrog"}, {"Gauss 1", "galerkin-gauss:degree=1"}};
  n.quantities["error"] = {.arguments = {"scheme", "step"},
                           .value = "at(until, abs(q1 - exact(q1)))",
                           .system = "spring",
                           .until = "T"};
  n.quantities["end"] = {.arguments = {"what", "until"},
                         .value = "last({what})",
                         .system = "spring",
                         .scheme = "Mid point",
                         .step = "1/10"};
  n.quantities["stopped"] = {.arguments = {"step"},
                             .value = "last(t)",
                             .system = "spring",
                             .scheme = "Leap",
                             .until = "step*floor(T/step)"};
  n.quantities["stiff"] = {.arguments = {"set.k", "start.q1"},
                           .value = "first(energy)",
                           .system = "spring",
                           .scheme = "Leap",
                           .step = "1/10",
                           .until = "1"};
  n.quantities["gain"] = {.arguments = {"h"},
                          .compute = "error('Mid point', {h})/error(Leap, {h})"};
  n.quantities["path"] = {
      .arguments = {"scheme"}, .value = "q1", .system = "spring", .step = "1/10", .until = "1"};
  n.quantities["tan_like"] = {.arguments = {"step"},
                              .value = "max(1/(t - 1))",
                              .system = "spring",
                              .scheme = "Leap",
                              .until = "2"};
  n.quantities["limit"] = {
      .arguments = {"scheme"}, .value = "stability_limit()", .system = "spring"};
  return n;
}

mp number(const std::string& formula, const formula_words& words = {}) {
  paper_formulas f(names(), 40);
  const std::size_t which = f.ask(formula, words);
  run_host host;
  f.compute(1, host);
  EXPECT_EQ(f.value(which).failure, "") << formula;
  return f.value(which).number.empty() ? mp(-1) : from_text<mp>(f.value(which).number);
}

std::string mistake(const std::string& formula, const formula_words& words = {}) {
  try {
    paper_formulas(names(), 40).ask(formula, words);
  } catch (const invalid_input& error) {
    return error.what();
  }
  return "none";
}

class paper_formulas_test : public testing::Test {
 protected:
  const precision_scope scope{60};
  const mp tolerance = decimal<mp>("1e-19");

  /// q_N of the midpoint rule at T = 2.
  static mp midpoint_error(const mp& h) {
    const mp n = mp(2) / h;
    return abs(mp(2 * cos(mp(2 * n * atan(mp(h * 3 / 4)))) - 2 * cos(mp(3))));
  }
  /// Leapfrog turns by arccos(1 − (ω h)²/2).
  static mp leapfrog_error(const mp& h) {
    const mp n = mp(2) / h;
    return abs(mp(2 * cos(mp(n * acos(mp(1 - h * h * 9 / 8)))) - 2 * cos(mp(3))));
  }
};

TEST_F(paper_formulas_test, computes_quantities_with_arguments) {
  const mp h = rational<mp>(1, 10);
  const mp e = midpoint_error(h);
  EXPECT_LT(abs(number("error('Mid point', 0.1)") / e - 1), tolerance);
  EXPECT_LT(abs(number("error('Mid point', 'h = 0.1')") / e - 1), tolerance);
  EXPECT_LT(abs(number("error(step = 1/10, scheme = midpoint)") / e - 1), tolerance);
  EXPECT_LT(abs(number("error('Gauss 1', 2*0.05)") / e - 1), tolerance);
  EXPECT_LT(abs(number("gain(0.1)") - e / leapfrog_error(h)), tolerance);
  EXPECT_LT(
      abs(number("error({scheme}, {column})", {{"scheme", "Mid point"}, {"column", "0.1"}}) / e -
          1),
      tolerance);
  EXPECT_LT(abs(number("end(spin, T)") - number("end('q1*p1', T)")), tolerance);
}

TEST_F(paper_formulas_test, reduces_over_lists) {
  std::vector<mp> errors;
  for (const char* const step : {"0.1", "0.05", "0.025"}) {
    errors.push_back(midpoint_error(decimal<mp>(step)));
  }
  const mp largest = *std::max_element(errors.begin(), errors.end());
  EXPECT_LT(abs(number("max(error('Mid point', h) for h in steps)") - largest), tolerance);
  EXPECT_LT(abs(number("sum(error(s, h) for s in rules for h in 0.1, 0.05)") -
                (errors[0] + errors[1] + leapfrog_error(rational<mp>(1, 10)) +
                 leapfrog_error(rational<mp>(1, 20)))),
            tolerance);
  EXPECT_LT(abs(number("last_order(error('Mid point', h) for h in steps)") -
                log(errors[1] / errors[2]) / log(mp(2))),
            tolerance);
  // the middle of three equidistant points does not change the slope
  EXPECT_LT(abs(number("order(error('Mid point', h) for h in steps)") -
                log(errors[0] / errors[2]) / log(mp(4))),
            tolerance);
  EXPECT_LT(abs(number("slope(3*x + 1 for x in 1, 2, 4)") - 3), tolerance);
  EXPECT_EQ(number("mean(x for x in steps)*3"), decimal<mp>("0.175"));
}

TEST_F(paper_formulas_test, evaluates_what_texts_do_not_have) {
  EXPECT_EQ(number("stopped(0.3)"), decimal<mp>("1.8"));
  EXPECT_EQ(number("e*5"), 3);  // the paper's, not Euler's
  EXPECT_EQ(number("floor(T/0.3) + abs(-half) + max(1, half)"), decimal<mp>("7.5"));
  EXPECT_EQ(number("stiff(4*half, 3)"), 9);  // k q²/2
  EXPECT_LT(abs(number("ellint_k(m = half)") - decimal<mp>("1.8540746773013719184")), tolerance);
  EXPECT_LT(abs(number("limit(Leap)") - rational<mp>(4, 3)), tolerance);
}

// The exact period of the spring is 2π/ω = 4π/3.
TEST_F(paper_formulas_test, knows_constants_of_the_exact_motion_in_steps) {
  auto more = names();
  more.quantities["turn"] = {.arguments = {"parts"},
                             .value = "last(t)*exact.frequency1",
                             .system = "spring",
                             .scheme = "Leap",
                             .step = "2*pi/exact.frequency1/{parts}",
                             .until = "step*floor(2*pi/exact.frequency1/step + half)"};
  paper_formulas f(more, 40);
  const auto which = f.ask("turn(20)", {});
  run_host host;
  f.compute(1, host);
  EXPECT_EQ(f.value(which).failure, "");
  EXPECT_LT(abs(from_text<mp>(f.value(which).number) - 2 * pi<mp>()), tolerance);
}

// Definitions that double: 2^60 parts, if each were put in where it stands.
TEST_F(paper_formulas_test, puts_long_definitions_in_once) {
  auto many = names();
  many.define["d0"] = "1/10";
  for (int i = 1; i <= 60; ++i) {
    const std::string before = "d" + std::to_string(i - 1);
    many.define["d" + std::to_string(i)] = before + "/2 + " + before + "/2";
  }
  paper_formulas f(many, 40);
  const auto plain = f.ask("d60*10", {});
  const auto as_step = f.ask("error(Leap, d60)/error(Leap, 1/10)", {});
  run_host host;
  f.compute(1, host);
  EXPECT_EQ(f.value(plain).number, "1");
  EXPECT_EQ(f.value(as_step).failure, "");
  EXPECT_LT(abs(from_text<mp>(f.value(as_step).number) - 1), decimal<mp>("1e-15"));
}

TEST_F(paper_formulas_test, makes_each_run_once) {
  paper_formulas f(names(), 40);
  f.ask("error(Leap, 0.1) + gain(0.1)", {});
  f.ask("max(error(s, 0.1) for s in rules)", {});
  EXPECT_EQ(f.runs(), 2U);
}

TEST_F(paper_formulas_test, draws_curves) {
  paper_formulas f(names(), 40);
  const auto by_step = f.ask_curve("", "error('Mid point', x)", "steps", {});
  const auto over_nodes = f.ask_curve("", "path({s})", "", {{"s", "Mid point"}});
  run_host host;
  f.compute(2, host);
  EXPECT_EQ(f.curve(by_step).x, (std::vector<std::string>{"0.1", "0.05", "0.025"}));
  EXPECT_EQ(f.curve(by_step).failure, "");
  ASSERT_EQ(f.curve(over_nodes).failure, "");
  ASSERT_EQ(f.curve(over_nodes).y.size(), 11U);
  EXPECT_EQ(f.curve(over_nodes).x[3].substr(0, 3), "0.3");
  EXPECT_LT(
      abs(from_text<mp>(f.curve(over_nodes).y[10]) - 2 * cos(mp(20 * atan(decimal<mp>("0.075"))))),
      decimal<mp>("1e-15"));
}

TEST_F(paper_formulas_test, a_failure_is_that_of_its_value) {
  paper_formulas f(names(), 40);
  const auto bad = f.ask("tan_like(0.1)", {});
  const auto good = f.ask("error(Leap, 0.1)", {});
  run_host host;
  f.compute(1, host);
  EXPECT_EQ(f.value(bad).number, "");
  EXPECT_NE(f.value(bad).failure.find("no finite value"), std::string::npos);
  EXPECT_EQ(f.value(good).failure, "");
}

TEST_F(paper_formulas_test, finds_mistakes_before_anything_is_computed) {
  const std::vector<std::pair<const char*, const char*>> wrong = {
      {"eror(Leap, 0.1)", "did you mean 'error'"},
      {"error(Leap)", "lacks its argument 'step'"},
      {"error(Leap, 0.1, 3)", "takes 2 arguments"},
      {"error(Leapp, 0.1)", "unknown scheme"},
      {"error(Leap, 0.3)", "not a whole number of steps"},
      {"end(enrgy, T)", "did you mean 'energy'"},
      {"error(Leap, stp = 1)", "did you mean 'step'"},
      {"T + U", "unknown name 'U'"},
      {"error", "its value is error(...)"},
      {"order(error(Leap, h) for h in 0.1)", "two different values"},
      {"order(1 for h in steps for g in steps)", "takes one 'for'"},
      {"max(error(Leap, h) for T in steps)", "has this name already"},
      {"ellint_k(1/2)", "have names"},
      {"max(error(Leap, h) for h in stepz)", "did you mean 'steps'"},
      {"ellint_kk(m = 1/2)", "did you mean 'ellint_k'"},
      {"sum(1 for a in many for b in many)", "have more than"},
      {"{x} + 1", "unknown word in braces 'x'"}};
  for (const auto& [formula, expected] : wrong) {
    EXPECT_NE(mistake(formula).find(expected), std::string::npos)
        << formula << ": " << mistake(formula);
  }
  auto twice = names();
  twice.lists["T"] = {"1"};
  EXPECT_THROW(paper_formulas(twice, 16), invalid_input);
  auto own = names();
  own.define["T"] = "T + 1";
  EXPECT_THROW(paper_formulas(own, 16), invalid_input);
  auto circle = names();  // that no formula uses
  circle.quantities["a"] = {.compute = "b() + 1"};
  circle.quantities["b"] = {.compute = "a()"};
  EXPECT_THROW(paper_formulas(circle, 16), invalid_input);
  auto misspelt = names();
  misspelt.quantities["a"] = {.value = "maxx(q1)", .system = "spring"};
  EXPECT_THROW(paper_formulas(misspelt, 16), invalid_input);
  auto constant = names();
  constant.define["pi"] = "3";
  EXPECT_THROW(paper_formulas(constant, 16), invalid_input);
  auto function = names();
  function.quantities["sqrt"] = {.compute = "1"};
  EXPECT_THROW(paper_formulas(function, 16), invalid_input);
}

}  // namespace
}  // namespace plumbline
