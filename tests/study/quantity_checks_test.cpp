// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What quantities are asked for is checked before the first step: lines, arguments and their ranges. Kind: negative tests of every
// quantity; the values that a quantity gives are among its lines; closed forms (the periods of the pendulum, of a linear oscillator),
// sums over indices by hand.
#include <plumbline/core/errors.hpp>
#include <plumbline/math/elliptic.hpp>
#include <plumbline/scalar/exact.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/study/paper_formulas.hpp>
#include <plumbline/study/quantity.hpp>
#include <plumbline/study/run_formula.hpp>

#include <gtest/gtest.h>

#include <map>

namespace plumbline {
namespace {

/// What is said of a formula of the pendulum, ω = 1, from (0, 1), by leapfrog with the step 1/10 to 20.
std::string mistake(const std::string& formula) {
  try {
    check({.formula = formula,
           .system = "pendulum",
           .problem = {.set = {"omega=1"}, .start = {"q1=0", "p1=1"}},
           .scheme = "leapfrog",
           .step = "1/10",
           .until = "20",
           .digits = 34});
  } catch (const invalid_input& error) {
    return error.what();
  }
  return "none";
}

TEST(quantity_checks, lines_that_a_quantity_has_not_are_refused_before_the_first_step) {
  const std::map<std::string, std::string> nearest = {
      {"period(perod)", "period"},
      {"period(period6, count = 5)", "period1"},
      {"amplitude(amplitud)", "amplitude"},
      {"sections(crosings, section = 'q1')", "crossings"},
      {"sections(mean.q2, section = 'q1')", "mean.q1"},
      {"invariants(enrgy)", "energy"},
      {"lyapunov(growh)", "growth"},
      {"shadow_energy(scheme_ordr)", "scheme-order"},
      {"shadow_energy(shadow_energy_6, terms = '4,8')", "shadow-energy-4"},
      {"splitting(omgea)", "omega"},
      {"splitting(constnt, step = '1/4,1/5,1/6,1/7')", "constant"},
      {"roundoff(bia)", "bias"},
      {"multiplier(radus)", "radius"},
      {"stability_limit(equilibrium_q2)", "equilibrium-q1"},
      {"orbit(perod, period = 6.7)", "period"},
      {"audit(eror_constant)", "error-constant"}};
  for (const auto& [formula, name] : nearest) {
    const std::string said = mistake(formula);
    EXPECT_NE(said.find("unknown line of "), std::string::npos) << formula << ": " << said;
    EXPECT_NE(said.find("did you mean '" + name + "'?"), std::string::npos)
        << formula << ": " << said;
  }
  for (const char* formula :
       {"energy_error(x)", "symplecticity(x)", "separatrix(x)", "period_oscillation(x)",
        "threshold(x, from = 1, to = 2, tolerance = 1)", "splitting(constant)"}) {
    EXPECT_NE(mistake(formula).find("unknown line of "), std::string::npos) << formula;
  }
  EXPECT_EQ(mistake("stability_limit(window12_from)"), "none");
  EXPECT_NE(mistake("stability_limit(window_from)"), "none");
  for (const char* word : {"lyapunov(motion)", "shadow_energy(verdict)", "roundoff(verdict)"}) {
    EXPECT_NE(mistake(word).find("is no number"), std::string::npos) << word;
  }
}

TEST(quantity_checks, arguments_out_of_range_are_refused_before_the_first_step) {
  const std::map<std::string, std::string> said = {
      {"period(average = '0')", "--average takes"},
      {"period(count = 'x')", "--count must be"},
      {"period(coordinate = 'q7')", "unknown coordinate"},
      {"period(coordinate = 'q1 + foo')", "unknown name 'foo'"},
      {"period(quotients = 'al')", "those of all zeros or half"},
      {"period(quotients = 'all')", "is missing"},
      {"period(average = '0,2', count = '3')", "not both"},
      {"amplitude(average = 'al')", "--average takes"},
      {"extremum(2, coordinate = 'q1 + p1')", "no velocity"},
      {"period_oscillation(extrema = '0')", "extrema must be"},
      {"zero(4, coordinate = 'q3')", "unknown coordinate"},
      {"sections()", "is missing"},
      {"sections(section = '1')", "is constant"},
      {"sections(section = 'q7')", "unknown name 'q7'"},
      {"sections(section = 'q1', direction = 'upp')", "did you mean 'up'"},
      {"shadow_energy(terms = '7')", "must be even"},
      {"shadow_energy(terms = '402')", "needs 201 steps"},
      {"shadow_energy(decay, step = '1/10,1/20', window = 1, until = '10')", "four of them"},
      {"shadow_energy(decay, step = '1/10,1/20,1/30,1/40', window = '1/100', until = '10')",
       "shorter than the step"},
      {"splitting(branch = 'x')", "--branch is + or -"},
      {"splitting(equilibrium = 'q2=1')", "unknown coordinate"},
      {"splitting(constant, step = '1/4,1/5')", "four of them"},
      {"roundoff(members = '0')", "--members must be"},
      {"roundoff(rounding = 'up')", "needs --digits of 16 or fewer"},
      {"roundoff(accept = '-1')", "must be positive"},
      {"threshold(from = 2, to = 1, tolerance = 1)", "from < to"},
      {"threshold(from = 1)", "'to' of threshold is missing"},
      {"threshold(parameter = 'start.p2', from = 1, to = 2)", "did you mean 'start.p1'"},
      {"suris_period()", "belongs to the schemes suris1 and suris2"},
      {"orbit(period)", "needs --period"},
      {"orbit(period, period = 6.7, hold = 'z=1')", "unknown name 'z'"}};
  for (const auto& [formula, part] : said) {
    EXPECT_NE(mistake(formula).find(part), std::string::npos)
        << formula << ": " << mistake(formula);
  }
}

TEST(quantity_checks, arguments_are_checked_of_quantities_that_nothing_uses) {
  paper_names names;
  names.quantities["unused"] = {.value = "splitting(constant, stepp = '1/4')"};
  try {
    paper_formulas(names, 16);
    ADD_FAILURE() << "'stepp' passed";
  } catch (const invalid_input& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean 'step'"), std::string::npos)
        << error.what();
  }
}

TEST(quantity_checks, names_are_checked_where_a_value_is_that_of_another_run) {
  paper_names names;
  names.quantities["last_time"] = {
      .value = "last(t)", .system = "pendulum", .scheme = "leapfrog", .step = "1/10", .until = "2"};
  const auto said = [&](const std::string& value) -> std::string {
    names.quantities["until_then"] = {.arguments = {"until"},
                                      .value = value,
                                      .system = "pendulum",
                                      .scheme = "leapfrog",
                                      .step = "1/10"};
    try {
      paper_formulas(names, 16).ask("until_then(last_time())", {});
    } catch (const invalid_input& error) {
      return error.what();
    }
    return "none";
  };
  EXPECT_NE(said("lyapunov(growh)").find("did you mean 'growth'"), std::string::npos);
  EXPECT_NE(said("max(q7)").find("unknown name 'q7'"), std::string::npos);
  // there is no time 3/2 with 1 in the place of 2, and it is no mistake
  EXPECT_EQ(said("at(3/2, q1)"), "none");
}

TEST(quantity_checks, the_values_of_a_quantity_are_among_its_lines) {
  const std::map<std::string, std::vector<std::string>> arguments = {
      {"zero", {"number=2"}},
      {"extremum", {"number=2"}},
      {"sections", {"section=q1"}},
      {"roundoff", {"members=2"}},
      {"threshold", {"from=1.9", "to=2.1", "tolerance=1e-2"}},
      {"orbit", {"period=6.7"}}};
  for (const quantity& q : quantities()) {
    using needs = quantity::needs;
    measure_request request{.quantity = q.name, .system = "pendulum"};
    request.scheme = q.of_flow ? "" : q.name == "suris-period" ? "suris1" : "leapfrog";
    request.step = q.input == needs::nothing ? "" : "1/10";
    request.until = q.input == needs::trajectory || q.input == needs::what_is_given ? "20" : "";
    request.events.count = q.name == "period" || q.name == "period-oscillation" ? "3" : "";
    if (const auto own = arguments.find(q.name); own != arguments.end()) {
      request.arguments = own->second;
    }
    const measurement m =
        read_measurement(q, request, {.set = {"omega=1"}, .start = {"q1=0", "p1=1"}},
                         q.name == "roundoff" ? 16 : 20);
    run_host nobody;
    const auto values = q.measure(m, nobody);
    EXPECT_FALSE(values.empty()) << q.name;
    for (const named_value& value : values) {
      try {
        require_line(m, value.name);
      } catch (const invalid_input& error) {
        EXPECT_NE(std::string(error.what()).find("is no number"), std::string::npos)
            << q.name << ": " << error.what();
      }
    }
  }
}

TEST(quantity_checks, the_orbit_of_a_pendulum_has_its_period) {
  const precision_scope scope(70);
  // m = sin²(a/2) with the amplitude a: p = 1 at the bottom is sin(a/2) = 1/2
  const mp period = 4 * ellint_k(complementary(rational<mp>(3, 4)));
  const mp found =
      from_text<mp>(value_of({.formula = "orbit(period, period = 6.7)",
                              .system = "pendulum",
                              .problem = {.set = {"omega=1"}, .start = {"q1=0", "p1=1"}},
                              .digits = 64}));
  EXPECT_LT(abs(mp(found / period - 1)), pow(mp(10), -62));
}

TEST(quantity_checks, an_orbit_has_what_it_holds) {
  const precision_scope scope(70);
  const auto orbit = [](const std::string& line) {
    return from_text<mp>(
        value_of({.formula = "orbit(" + line + ", period = 6.7, hold = 'energy=1/2')",
                  .system = "pendulum",
                  .problem = {.set = {"omega=1"}, .start = {"q1=0", "p1=9/10"}},
                  .digits = 64}));
  };
  EXPECT_LT(abs(mp(orbit("p1") - 1)), pow(mp(10), -62));
  EXPECT_LT(abs(mp(orbit("period") / (4 * ellint_k(complementary(rational<mp>(3, 4)))) - 1)),
            pow(mp(10), -62));
}

TEST(quantity_checks, definitions_have_sums_over_indices) {
  paper_names names;
  names.define = {{"moment", "sum(i, 1, n, i*x[i])"},
                  {"steps", "sum(i, 2, n, (x[i] - x[i-1])^2)"},
                  {"twice", "2*moment"}};
  names.folder = PLUMBLINE_SOURCE_DIR "/reference/published/systems";
  names.quantities["first_of"] = {.arguments = {"what"},
                                  .value = "first({what})",
                                  .system = "seven-stars.toml",
                                  .scheme = "rk4",
                                  .step = "1/100",
                                  .until = "1/100"};
  paper_formulas f(names, 30);
  const std::vector<std::pair<std::string, std::string>> wanted = {{"first_of(moment)", "6"},
                                                                   {"first_of(twice)", "12"},
                                                                   // x: 3, 3, −1, −3, 2, −2, 2
                                                                   {"first_of(steps)", "77"},
                                                                   {"first_of('x[n - 1]')", "-2"}};
  std::vector<std::size_t> places;
  for (const auto& [formula, value] : wanted) {
    places.push_back(f.ask(formula, {}));
  }
  run_host nobody;
  f.compute(1, nobody);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    EXPECT_EQ(f.value(places[i]).failure, "") << wanted[i].first;
    EXPECT_EQ(from_text<mp>(f.value(places[i]).number), decimal<mp>(wanted[i].second))
        << wanted[i].first;
  }
  names.define["wrong"] = "sum(i, 1, n, x[j])";
  paper_formulas wrong(names, 30);
  EXPECT_THROW(wrong.ask("first_of(wrong)", {}), invalid_input);
}

}  // namespace
}  // namespace plumbline
