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
  n.quantities["swing"] = {.arguments = {"set.k"},
                           .value = "last(q1)",
                           .system = "spring",
                           .scheme = "Mid point",
                           .step = "1/10",
                           .until = "1"};
  n.quantities["twice"] = {.arguments = {"k"}, .compute = "2*stiff({k}, 1)"};
  n.quantities["wrapped"] = {.arguments = {"k"}, .compute = "stiff('{k}', 1)"};
  n.quantities["gain"] = {.arguments = {"h"},
                          .compute = "error('Mid point', {h})/error(Leap, {h})"};
  n.quantities["path"] = {
      .arguments = {"scheme"}, .value = "q1", .system = "spring", .step = "1/10", .until = "1"};
  n.quantities["tan_like"] = {.arguments = {"step"},
                              .value = "max(1/(t - 1))",
                              .system = "spring",
                              .scheme = "Leap",
                              .until = "2"};
  n.quantities["clock"] = {.arguments = {"step", "digits"},
                           .value = "last(t)",
                           .system = "spring",
                           .scheme = "Leap",
                           .until = "1"};
  auto& table = n.cells["table1"];
  table["Mid point/0.1"] = {
      "error({scheme}, {column})", {{"scheme", "Mid point"}, {"column", "0.1"}}, "1.30e-2"};
  table["twice"] = {"2*cell(table1, 'Mid point/0.1')", {}, "-2.6D-2"};
  table["here"] = {"cell(table1, there) + 1"};
  table["there"] = {"cell(table1, here)"};
  table["lost"] = {"", {}, "12.5"};
  table["wrong"] = {"eror(Leap, 0.1)"};
  n.cells["my-table2"]["7"] = {"7", {}, ""};
  n.quantities["limit"] = {
      .arguments = {"scheme"}, .value = "stability_limit()", .system = "spring"};
  return n;
}

mp value(const std::string& formula, const formula_words& words = {}) {
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

class paper_formulas_test : public ::testing::Test {
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
  EXPECT_LT(abs(value("error('Mid point', 0.1)") / e - 1), tolerance);
  EXPECT_LT(abs(value("error('Mid point', 'h = 0.1')") / e - 1), tolerance);
  EXPECT_LT(abs(value("error(step = 1/10, scheme = midpoint)") / e - 1), tolerance);
  EXPECT_LT(abs(value("error('Gauss 1', 2*0.05)") / e - 1), tolerance);
  EXPECT_LT(abs(value("gain(0.1)") - e / leapfrog_error(h)), tolerance);
  EXPECT_LT(
      abs(value("error({scheme}, {column})", {{"scheme", "Mid point"}, {"column", "0.1"}}) / e - 1),
      tolerance);
  EXPECT_LT(abs(value("end(spin, T)") - value("end('q1*p1', T)")), tolerance);
}

// Another system has its own values, and of the run those that the quantity itself fixes; the order of the requests changes nothing.
TEST_F(paper_formulas_test, of_another_system_have_its_own_values) {
  for (const bool turned : {false, true}) {
    paper_names all = names();
    const auto named = [&](const char* name, std::vector<std::string> set) {
      all.systems[name] = {.system = "harmonic-oscillator",
                           .texts = {.set = std::move(set), .start = {"q1=1"}}};
    };
    named("one", {"k=1"});
    named("four", {"k=4"});
    const auto quantity = [](const char* value) {
      return paper_quantity{.value = value,
                            .scheme = "midpoint",
                            .step = "1/10",
                            .until = "2",
                            .set = {},
                            .start = {}};
    };
    for (auto [name, system] :
         {std::pair("alone", "one"), std::pair("beside", "four"), std::pair("fixed", "one")}) {
      all.quantities[name] = quantity(
          std::string_view(name) == "alone" ? "last(q1)" : "last(other(q1, system = one))");
      all.quantities[name].system = system;
    }
    all.quantities["fixed"].set = {{"k", "4"}};
    all.quantities["four_alone"] = quantity("last(q1)");
    all.quantities["four_alone"].system = "four";
    paper_formulas f(all, 40);
    std::vector<std::string> order = {"alone()", "beside()", "fixed()", "four_alone()"};
    if (turned) {
      std::ranges::reverse(order);
    }
    std::map<std::string, std::size_t> asked;
    for (const std::string& formula : order) {
      asked[formula] = f.ask(formula, {});
    }
    run_host host;
    f.compute(1, host);
    const auto number = [&](const char* formula) { return f.value(asked[formula]).number; };
    EXPECT_EQ(number("beside()"), number("alone()"));
    EXPECT_EQ(number("fixed()"), number("four_alone()"));
    EXPECT_NE(number("alone()"), number("four_alone()"));
  }
}

// Names reach the run as they are: through a quantity made of others, a text, a loop, a curve.
TEST_F(paper_formulas_test, has_names_with_any_characters) {
  for (const std::string name : {"Simpson's", "'ab'", "a, b", "f(x)", "{h}", "2", "a/b: c"}) {
    paper_names all = names();
    all.schemes[name] = "midpoint";
    all.lists["odd"] = {name};
    all.quantities["again"] = {.arguments = {"scheme"}, .compute = "error({scheme}, 0.1)"};
    all.quantities["beside"] = {.arguments = {"twin"},
                                .value = "last(q1 - other(q1, scheme = {twin}))",
                                .system = "spring",
                                .scheme = "Leap",
                                .step = "1/10",
                                .until = "2"};
    all.cells["table1"][name + "/0.1"] = {"again({scheme})", {{"scheme", name}}, "1.30e-2"};
    paper_formulas f(all, 40);
    const formula_words words = {{"s", name}};
    std::vector<std::size_t> asked;
    for (const char* const formula :
         {"again({s})", "error('{s}', 1/10)", "sum(again(s) for s in odd)",
          "cell(table1, '{s}/0.1')", "abs(beside({s}) - beside(Leap) - 'h = 0.1' + 1/10)"}) {
      asked.push_back(f.ask(formula, words));
    }
    const std::size_t curve = f.ask_curve("1", "again(x)", {name}, {});
    run_host host;
    f.compute(1, host);
    const mp e = midpoint_error(rational<mp>(1, 10));
    for (std::size_t k = 0; k + 1 < asked.size(); ++k) {
      ASSERT_EQ(f.value(asked[k]).failure, "") << name << k;
      EXPECT_LT(abs(from_text<mp>(f.value(asked[k]).number) / e - 1), tolerance) << name << k;
    }
    EXPECT_EQ(f.value(asked.back()).failure, "") << name;
    EXPECT_EQ(f.curve(curve).failure, "") << name;
    ASSERT_EQ(f.curve(curve).y.size(), 1U) << name;
  }
  EXPECT_LT(abs(value("error('Mid point', 0.1)") - value("error({s}, 0.1)", {{"s", "midpoint"}})),
            tolerance);
}

TEST_F(paper_formulas_test, shows_values_as_they_were_written) {
  const auto shown = [](const std::string& column) {
    return mistake("error(Leap, {column})", {{"column", column}});
  };
  EXPECT_NE(shown("-1/20").find("--step must be positive, got '-1/20'"), std::string::npos);
  EXPECT_NE(shown("3/7").find("steps of 3/7 ("), std::string::npos) << shown("3/7");
  EXPECT_NE(shown("0.3").find("steps of 0.3 ("), std::string::npos) << shown("0.3");
  EXPECT_NE(shown("2*(1/7 + T/3)").find("steps of 2*(1/7+2/3) ("), std::string::npos);
  EXPECT_NE(shown("5/(7/T)/3").find("steps of 5/(7/2)/3 ("), std::string::npos);
  EXPECT_NE(shown("3 - (1 - 2^-2) - 1").find("steps of 3-(1-2^(-2))-1 ("), std::string::npos);
  EXPECT_NE(shown("(3/7)^2").find("steps of (3/7)^2 ("), std::string::npos);
  EXPECT_NE(shown("-(1/7 - 2)").find("steps of -(1/7-2) ("), std::string::npos);
}

TEST_F(paper_formulas_test, reduces_over_lists) {
  std::vector<mp> errors;
  for (const char* const step : {"0.1", "0.05", "0.025"}) {
    errors.push_back(midpoint_error(decimal<mp>(step)));
  }
  const mp largest = *std::max_element(errors.begin(), errors.end());
  EXPECT_LT(abs(value("max(error('Mid point', h) for h in steps)") - largest), tolerance);
  EXPECT_LT(abs(value("sum(error(s, h) for s in rules for h in 0.1, 0.05)") -
                (errors[0] + errors[1] + leapfrog_error(rational<mp>(1, 10)) +
                 leapfrog_error(rational<mp>(1, 20)))),
            tolerance);
  EXPECT_LT(abs(value("last_order(error('Mid point', h) for h in steps)") -
                log(errors[1] / errors[2]) / log(mp(2))),
            tolerance);
  // the middle of three equidistant points does not change the slope
  EXPECT_LT(abs(value("order(error('Mid point', h) for h in steps)") -
                log(errors[0] / errors[2]) / log(mp(4))),
            tolerance);
  EXPECT_LT(abs(value("slope(3*x + 1 for x in 1, 2, 4)") - 3), tolerance);
  EXPECT_EQ(value("mean(x for x in steps)*3"), decimal<mp>("0.175"));
}

TEST_F(paper_formulas_test, counts) {
  EXPECT_EQ(value("count(x - 2.5 for x in 1, 2, 3, 4, 5)"), 3);
  EXPECT_EQ(value("count(x for x in -1, 0, 1)"), 1);
  EXPECT_EQ(value("count(error(Leap, h) - error('Mid point', h) for h in steps)"), 0);
}

TEST_F(paper_formulas_test, goes_over_ranges) {
  EXPECT_EQ(value("sum(n^2 for n in 1 : 3*T + 4)"), 385);
  EXPECT_EQ(value("sum(n for n in 1 : 10 - {K})", {{"K", "4"}}), 21);
  EXPECT_EQ(value("sum(i*j for i in 1 : 3 for j in i : 3)"), 25);
  EXPECT_EQ(value("sum(n for n in -1 : 1, 7)"), 7);
  EXPECT_EQ(value("max(n for n in 3*(1/3) : 1)"), 1);
  // k q²/2 = 3 is where the range ends
  EXPECT_EQ(value("sum(stiff(2, n) for n in 1 : stiff(6, 1))"), 14);
}

TEST_F(paper_formulas_test, goes_over_neighbours) {
  EXPECT_EQ(value("sum((q - p)^2 for p, q in 1, 2, 4)"), 5);
  EXPECT_EQ(value("count(q - p for p, q in 5 : 9)"), 4);
  const auto ratio = [](const char* h, const char* half) {
    return mp(midpoint_error(decimal<mp>(h)) / midpoint_error(decimal<mp>(half)));
  };
  EXPECT_LT(abs(value("min(error('Mid point', h)/error('Mid point', k) for h, k in steps)") -
                std::min(ratio("0.1", "0.05"), ratio("0.05", "0.025"))),
            tolerance * 10);
  EXPECT_EQ(value("sum(p*q*n for p, q in 1 : 3 for n in p : q)"), 2 * (1 + 2) + 6 * (2 + 3));
}

TEST_F(paper_formulas_test, finds_roots) {
  EXPECT_LT(abs(value("root(x^2 - 2 for x in 0, 2)^2 - 2")), decimal<mp>("1e-48"));
  EXPECT_LT(abs(value("root(x^2 - 2 for x in 0, 2)") - sqrt(mp(2))), tolerance);
  EXPECT_LT(abs(value("root(cos(x) - x for x in 1, -1)") - decimal<mp>("0.73908513321516064166")),
            tolerance);
  EXPECT_LT(
      abs(value("root(ellint_k(m = x) - ellint_k(m = half) for x in 0, 0.9)") - rational<mp>(1, 2)),
      tolerance);
  EXPECT_EQ(value("root(x^3 for x in -1, 1)"), 0);
  EXPECT_EQ(value("root(x - 1 for x in 1, 2)"), 1);
  EXPECT_LT(abs(value("root(exp(x) - 1e30 for x in 0, 1000)") - 30 * log(mp(10))), tolerance * 100);
  EXPECT_LT(
      abs(value("root(count(x - 0.3 for y in 1 : 1) - half for x in 0, 1)") - rational<mp>(3, 10)),
      tolerance);
  EXPECT_EQ(value("root(root(x*y - 6 for x in 1, 10) - 2 for y in 1, 6)"), 3);
  EXPECT_LT(abs(value("error('Mid point', root(10*x - 1 for x in 0, 1))") -
                midpoint_error(rational<mp>(1, 10))),
            tolerance);
}

// The midpoint rule turns by 2 atan(h ω/2): after ten steps q1 is 0 where 20 atan(√k/20) = π/2.
TEST_F(paper_formulas_test, finds_roots_of_numbers_of_runs) {
  const mp turn = 20 * tan(mp(pi<mp>() / 40));
  EXPECT_LT(abs(value("root(swing(x) for x in 1, 4)") / (turn * turn) - 1), decimal<mp>("1e-12"));
  EXPECT_EQ(value("root(x - 2 for x in 1, stiff(1, 2) + 1)"), 2);
  paper_formulas f(names(), 40);
  f.ask("root(swing(x) for x in 1, 4)", {});
  EXPECT_EQ(f.runs(), 2U);  // those at the ends
  const auto same = f.ask("root(swing(x) for x in 1, 1.1)", {});
  run_host host;
  f.compute(1, host);
  EXPECT_NE(f.value(same).failure.find("no change of sign: 1.0820046 at x = 1"), std::string::npos)
      << f.value(same).failure;
}

TEST_F(paper_formulas_test, plans_no_run_from_a_number_that_is_not_known) {
  paper_formulas f(names(), 40);
  const auto one = f.ask("twice(stiff(1, 2))", {});
  const auto other = f.ask("sum(stiff(x, 1) for x in stiff(1, 2))", {});
  const auto slope = f.ask("slope(x^2 for x in stiff(1, 2), stiff(1, 4))", {});
  const auto quoted = f.ask("wrapped(stiff(1, 4))", {});
  const auto no_key = f.ask("sum(cell(table1, k) for k in stiff(1, 2))", {});
  EXPECT_EQ(f.runs(), 2U);
  run_host host;
  f.compute(1, host);
  EXPECT_EQ(f.value(one).number, "2");
  EXPECT_EQ(f.value(other).number, "1");
  EXPECT_EQ(f.value(slope).number, "10");
  EXPECT_EQ(f.value(quoted).number, "4");  // k q²/2 of k = 8, q = 1
  EXPECT_NE(f.value(no_key).failure.find("unknown key of table1"), std::string::npos);
}

TEST_F(paper_formulas_test, fits_polynomials) {
  const std::string parabola = "fit(3*x^2 - x + 5 for x in 1, 2, 4, 7, ";
  EXPECT_LT(abs(value(parabola + "degree = 2, power = 0)") - 5), tolerance);
  EXPECT_LT(abs(value(parabola + "power = 1, degree = T)") + 1), tolerance);
  EXPECT_LT(abs(value(parabola + "degree = 3, power = 2)") - 3), tolerance);
  EXPECT_LT(abs(value("fit(x^2 for x in -1 : 1, degree = 1, power = 0)") - rational<mp>(2, 3)),
            tolerance);
  // the error of the midpoint rule has even powers of h alone
  EXPECT_LT(abs(value("fit(error('Mid point', sqrt(x)) for x in 1/100, 1/400, 1/1600, degree = 2, "
                      "power = 0)")),
            decimal<mp>("1e-5"));
}

TEST_F(paper_formulas_test, evaluates_what_texts_do_not_have) {
  EXPECT_EQ(value("stopped(0.3)"), decimal<mp>("1.8"));
  EXPECT_EQ(value("e*5"), 3);  // the paper's, not Euler's
  EXPECT_EQ(value("floor(T/0.3) + abs(-half) + max(1, half)"), decimal<mp>("7.5"));
  EXPECT_EQ(value("stiff(4*half, 3)"), 9);  // k q²/2
  EXPECT_LT(abs(value("ellint_k(m = half)") - decimal<mp>("1.8540746773013719184")), tolerance);
  EXPECT_LT(abs(value("limit(Leap)") - rational<mp>(4, 3)), tolerance);
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

TEST_F(paper_formulas_test, looks_for_constants_of_the_exact_motion_in_definitions) {
  auto more = names();
  more.define["turn"] = "2*pi/exact.frequency1";
  more.define["two turns"] = "2*turn";
  more.systems["stiff spring"] = {"harmonic-oscillator", {.set = {"k=16"}, .start = {"q1=1"}}};
  more.quantities["turns"] = {.arguments = {"system", "parts"},
                              .value = "last(t)*exact.frequency1",
                              .scheme = "Leap",
                              .step = "turn/{parts}",
                              .until = "step*floor('two turns'/step + half)"};
  more.quantities["time"] = {
      .arguments = {"system", "until"}, .value = "last(t)", .scheme = "Leap", .step = "turn/40"};
  paper_formulas f(more, 40);
  const auto which = f.ask("turns(spring, 20) + turns('stiff spring', 20)", {});
  const auto first = f.ask("time(spring, turn/2)", {});
  const auto second = f.ask("time('stiff spring', turn/2)", {});
  run_host host;
  f.compute(1, host);
  EXPECT_EQ(f.value(which).failure, "");
  EXPECT_LT(abs(from_text<mp>(f.value(which).number) - 8 * pi<mp>()), tolerance * 10);
  EXPECT_LT(abs(from_text<mp>(f.value(first).number) - pi<mp>() * 2 / 3), tolerance);
  EXPECT_LT(abs(from_text<mp>(f.value(second).number) - pi<mp>() / 4), tolerance);
  try {
    f.ask("turn*2", {});
    ADD_FAILURE() << "a formula of the paper has no run";
  } catch (const invalid_input& error) {
    EXPECT_STREQ(error.what(),
                 "'exact.frequency1' is a number of a run: it belongs to value, step, until and "
                 "from of a quantity");
  }
}

TEST_F(paper_formulas_test, has_the_digits_of_its_arithmetic) {
  EXPECT_EQ(value("digits + 1"), 41);
  auto own = names();
  own.define["digits"] = "3";
  paper_formulas f(own, 40);
  const auto which = f.ask("digits", {});
  run_host host;
  f.compute(1, host);
  EXPECT_EQ(f.value(which).number, "3") << "the paper's names hide others";
}

TEST_F(paper_formulas_test, shows_on_which_side_of_its_fence_a_number_lies) {
  paper_formulas f(names(), 40);
  const auto below = f.ask("1 - 1e-25", {}, 20, "1");
  const auto at = f.ask("3/3", {}, 20, "1");
  const auto without = f.ask("1 - 1e-25", {}, 20);
  run_host host;
  f.compute(1, host);
  EXPECT_EQ(f.value(below).number, "0.9999999999999999999999999");
  EXPECT_EQ(f.value(at).number, "1");
  EXPECT_EQ(f.value(without).number, "1");
}

TEST_F(paper_formulas_test, asks_for_other_numbers_of_the_paper) {
  const mp e = midpoint_error(rational<mp>(1, 10));
  EXPECT_LT(abs(value("cell(table1, 'Mid point/0.1')") / e - 1), tolerance);
  EXPECT_LT(abs(value("cell({table}, '{scheme}/{h}')",
                      {{"table", "table1"}, {"scheme", "Mid point"}, {"h", "0.1"}}) /
                    e -
                1),
            tolerance);
  EXPECT_LT(abs(value("sum(cell(table1, k) for k in 'Mid point/0.1', twice)") / e - 3), tolerance);
  EXPECT_EQ(value("printed(table1, 'Mid point/0.1')"), decimal<mp>("0.013"));
  EXPECT_EQ(value("max(abs(x) for x in printed(table1, twice))"), decimal<mp>("0.026"));
  EXPECT_EQ(value("cell(my-table2, 7) + cell('my-table2', '7')"), 14);
  EXPECT_EQ(value("printed(table1, lost)"), decimal<mp>("12.5"));
  paper_formulas f(names(), 40);
  f.ask("error('Mid point', 0.1)", {});
  f.ask("cell(table1, twice)", {});
  EXPECT_EQ(f.runs(), 1U);
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
  const auto by_step = f.ask_curve("", "error('Mid point', x)", names().lists["steps"], {});
  const auto over_nodes = f.ask_curve("", "path({s})", {}, {{"s", "Mid point"}});
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

TEST_F(paper_formulas_test, values_of_curves_are_numbers_and_names) {
  paper_formulas f(names(), 40);
  const auto by_digits = f.ask_curve("", "clock(0.1, x)", {"16", "34"}, {});
  const auto by_step = f.ask_curve("", "clock(x, 16)", {"1/20", "h = 0.1"}, {});
  run_host host;
  f.compute(1, host);
  EXPECT_EQ(f.curve(by_digits).failure, "");
  EXPECT_EQ(f.curve(by_digits).x, (std::vector<std::string>{"16", "34"}));
  EXPECT_EQ(f.curve(by_step).failure, "");
  EXPECT_EQ(f.curve(by_step).x, (std::vector<std::string>{"0.05", "0.1"}));
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
      {"cell(table1)", "cell takes EXPERIMENT, 'KEY': cell(table1, 'Verlet/0.1')"},
      {"cell(tabel1, twice)", "cell: unknown experiment 'tabel1'; did you mean 'table1'"},
      {"printed(table1, twise)", "printed: unknown key of table1 'twise'; did you mean 'twice'"},
      {"cell(table1, lost)", "cell(table1, 'lost'): this number is not computed"},
      {"printed(my-table2, 7)", "printed(my-table2, '7'): the paper prints no number there"},
      {"cell(table1, here)", "'cell(table1, 'here')' needs itself"},
      {"cell(table1, wrong)", "cell(table1, 'wrong'): unknown quantity or function 'eror'"},
      {"count(T)", "count takes EXPRESSION for NAME in LIST"},
      {"sum(n for n in 1 : T/4)", "'for n in 1 : 0.5': a range goes from a whole number"},
      {"sum(n for n in 5 : T)", "'for n in 5 : 2' has no values"},
      {"sum(n for n in 1 : 1e9)", "have more than"},
      {"sum(1 : 2)", "expected ',' or ')'"},
      {"sum(p for p, q in 1)", "'for p, q' needs at least two values"},
      {"sum(p for p, T in 1, 2)", "'for T': the paper or the catalogue has this name already"},
      {"sum(p for p, p in 1, 2)", "'for p, p' has one name twice"},
      {"sum(pi for pi in 1, 2)", "expected another name than pi"},
      {"sum(p for p, 2 in 1, 2)", "expected a second name after 'for p,'"},
      {"slope(p for p, q in 1, 2)", "slope takes one 'for' with one name"},
      {"root(x^2 + 1 for x in 0, 2)", "root: no change of sign: 1 at x = 0, 5 at x = 2"},
      {"root(x for x in steps)", "root goes between two values, 'for x in A, B'; got 3"},
      {"root(T)", "root takes EXPRESSION for NAME in LIST"},
      {"root(swing(y) for x in 1, 2)", "unknown name 'y'"},
      {"fit(x for x in steps, degree = 1)", "fit takes EXPRESSION for NAME in LIST, degree = D"},
      {"fit(x for x in steps, degre = 1, power = 0)", "did you mean 'degree'"},
      {"fit(x for x in steps, degree = 1/2, power = 0)",
       "degree must be a whole number from 0, got 0.5"},
      {"fit(x for x in steps, degree = 3, power = 0)", "needs 4 different values of 'x', got 3"},
      {"fit(x for x in steps, degree = 1, power = 2)", "of degree 1 has no power 2"},
      {"fit(x for x in steps, degree = 1, power = 0, degree = 2)", "fit is given 'degree' twice"},
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
  auto unused = names();  // a definition that no formula uses
  unused.define["U"] = "sqrtt(2)";
  EXPECT_THROW(paper_formulas(unused, 16), invalid_input);
  auto of_runs = names();  // one for formulas of runs
  of_runs.define["U"] = "norm(q)^2 + dot(q1)^2 + abs(energy)";
  EXPECT_NO_THROW(paper_formulas(of_runs, 16));
  auto constant = names();
  constant.define["pi"] = "3";
  EXPECT_THROW(paper_formulas(constant, 16), invalid_input);
  auto function = names();
  function.quantities["sqrt"] = {.compute = "1"};
  EXPECT_THROW(paper_formulas(function, 16), invalid_input);
  for (const char* const name : {"root", "fit", "cell", "printed", "count"}) {
    auto reserved = names();
    reserved.quantities[name] = {.compute = "1"};
    EXPECT_THROW(paper_formulas(reserved, 16), invalid_input) << name;
  }
}

}  // namespace
}  // namespace plumbline
