// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Numbers of a run by formula. Kind: truth from outside; the midpoint rule turns the harmonic oscillator q″ = −ω² q by the angle
// θ(h) = 2 atan(ω h/2) in each step and keeps its energy, so that all values have closed forms.
#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/exact.hpp>
#include <plumbline/scalar/expression.hpp>
#include <plumbline/scalar/printed_number.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/study/run_formula.hpp>

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace plumbline {
namespace {

constexpr int steps = 30;
constexpr const char* step = "1/10";

formula_request request(const std::string& formula, int digits = 64) {
  formula_request r;
  r.formula = formula;
  r.system = "harmonic-oscillator";
  r.problem.set = {"k=9/4"};  // ω = 3/2
  r.problem.start = {"q1=2", "p1=0"};
  r.scheme = "midpoint";
  r.step = step;
  r.steps = std::to_string(steps);
  r.digits = digits;
  return r;
}

mp number(const std::string& formula, int digits = 64) {
  const precision_scope scope(100);
  run_host host;
  return from_text<mp>(value_of(request(formula, digits), host));
}

std::string text(const formula_request& r) {
  run_host host;
  return value_of(r, host);
}

/// q_n of the midpoint rule with the step h.
mp turned(int n, const mp& h) { return cos(2 * n * atan(mp(h * 3 / 4))) * 2; }

class run_formula : public ::testing::Test {
 protected:
  const precision_scope scope{100};
  const mp h = rational<mp>(1, 10);
  const mp tolerance = decimal<mp>("1e-59");  // a value has the digits that its run leaves
};

TEST_F(run_formula, reduces_over_all_nodes) {
  EXPECT_EQ(number("sum(1)"), steps + 1);
  EXPECT_EQ(number("count(t - 1/2)"), 25);  // 0.6 … 3
  EXPECT_LT(abs(number("mean(t)") - rational<mp>(3, 2)), tolerance);
  EXPECT_LT(abs(number("max(t) - until")), tolerance);
  EXPECT_EQ(number("2^3*count(1)"), 8 * (steps + 1));
  EXPECT_LT(abs(number("first(q1) + last(q1)") - (2 + turned(steps, h))), tolerance);
  EXPECT_LT(abs(number("at(7*step, q1)") - turned(7, h)), tolerance);
  EXPECT_LT(abs(number("at(until/2, q1)") - turned(15, h)), tolerance);
  mp sum(0);
  mp least(2);
  for (int n = 0; n <= steps; ++n) {
    sum += turned(n, h) * turned(n, h);
    least = std::min(least, turned(n, h));
  }
  EXPECT_LT(abs(number("sum(q1^2)") - sum), tolerance * 100);
  EXPECT_LT(abs(number("min(q1)") - least), tolerance);
}

TEST_F(run_formula, knows_what_there_is_at_a_node) {
  EXPECT_LT(number("max(abs(energy/start(energy) - 1))"), tolerance);
  EXPECT_LT(abs(number("first(energy)") - rational<mp>(9, 2)), tolerance);  // k q²/2
  EXPECT_LT(number("max(abs(energy - (p1^2 + k*q1^2)/2))"), tolerance);
  EXPECT_LT(number("max(abs(v1 - p1/m))"), tolerance);
  EXPECT_LT(number("max(abs(a1 + k*q1))"), tolerance);
  EXPECT_LT(number("max(norm(v - p/m) + norm(2*q - q - q))"), tolerance);
  EXPECT_LT(number("max(max(q1, -q1) - abs(q1))"), tolerance);
  EXPECT_EQ(number("max(abs(dot(q1) - v1) + abs(p(q1) - p1))"), 0);
}

TEST_F(run_formula, knows_what_the_scheme_keeps) {
  formula_request r = request("max(abs(quadratic_form/start(quadratic_form) - 1))");
  r.scheme = "simpson-linear";
  r.shown = shown_digits_of::all;
  EXPECT_LT(abs(from_text<mp>(text(r))), tolerance);
  // φ is the energy with a mass and a stiffness of the step: it is no multiple of the energy along the exact motion
  r.formula = "max(abs(exact(quadratic_form)/start(quadratic_form) - 1))";
  EXPECT_GT(abs(from_text<mp>(text(r))), decimal<mp>("1e-12"));
  r.scheme = "midpoint";
  EXPECT_THROW(check(r), formula_error);
  r = request("max(abs(suris_integral - start(suris_integral)))");
  r.system = "pendulum";
  r.problem.set = {};
  r.scheme = "suris1";
  r.shown = shown_digits_of::all;
  EXPECT_LT(abs(from_text<mp>(text(r))), tolerance);
}

TEST_F(run_formula, has_the_start_without_a_scheme) {
  formula_request r = request("start(energy) + 0*max(exact(q1))");
  r.scheme = "";
  EXPECT_EQ(from_text<mp>(text(r)), rational<mp>(9, 2));
  r.define = {{"twice", "2*q1"}};
  r.formula = "start(twice)";
  EXPECT_EQ(from_text<mp>(text(r)), 4);
  r.formula = "start(twice) + max(twice)";  // the run itself
  EXPECT_THROW(check(r), invalid_input);
}

TEST_F(run_formula, takes_names_in_quotes_for_names) {
  EXPECT_EQ(text(request("last('q1')")), text(request("last(q1)")));
  EXPECT_EQ(text(request("mean('q1'*'p1')")), text(request("mean(q1*p1)")));
  auto defined = request("last('a b')");
  defined.define = {{"a b", "q1*p1"}};
  EXPECT_EQ(text(defined), text(request("last(q1*p1)")));
  EXPECT_EQ(text(request("start(q1)*2")), "4");  // without a reduction, E at the first node
}

// What a definition asks for counts as if it stood in the formula.
TEST_F(run_formula, follows_definitions_to_what_they_ask_for) {
  auto peak = request("peak/2 + 1");
  peak.define = {{"peak", "max(abs(q1))"}};
  EXPECT_EQ(text(peak), "2");
  auto hiding = request("last(t)*a + e");  // the paper's names hide what every run has
  hiding.define = {{"a", "1/3"}, {"e", "2"}, {"t", "6"}};
  EXPECT_EQ(text(hiding), "4");
  auto turned_by = request("w*2");
  turned_by.define = {{"w", "'exact.frequency1'"}};
  EXPECT_LT(abs(from_text<mp>(text(turned_by)) - 3), tolerance);
  auto longer = request("last(q1)");
  longer.steps = "300";
  for (const char* const formula : {"work", "'evaluations'"}) {
    auto counts = request(formula);
    counts.define = {{"work", "evaluations"}};
    run_host host;
    EXPECT_EQ(values_of({longer, counts}, host)[1].get(), text(request("evaluations"))) << formula;
  }
}

// 2^40 evaluations, if each definition were evaluated where it stands.
TEST_F(run_formula, evaluates_a_definition_once_at_a_node) {
  auto many = request("last(d40)/last(q1)");
  many.define = {{"d0", "q1"}};
  for (int i = 1; i <= 40; ++i) {
    const std::string before = "d" + std::to_string(i - 1);
    many.define["d" + std::to_string(i)] = before + " + " + before;
  }
  EXPECT_LT(abs(from_text<mp>(text(many)) - pow(mp(2), 40)), decimal<mp>("1e-45"));
  auto circle = request("last(a)");
  circle.define = {{"a", "b + 1"}, {"b", "2*a"}};
  EXPECT_THROW((void)text(circle), formula_error);
}

TEST_F(run_formula, compares_with_the_exact_motion_to_all_digits) {
  for (const int digits : {16, 34, 50, 64, 100}) {
    const mp error = abs(turned(steps, h) - 2 * cos(mp(3) * 3 / 2));
    const mp found = number("at(until, norm(q - exact(q)))", digits);
    // the run itself is rounded
    const mp rounding = pow(mp(10), -std::max(digits, 16) + 5);
    EXPECT_LT(abs(found - error), rounding) << digits;
  }
  auto exact_alone = request("max(exact(q1))");
  exact_alone.scheme.clear();
  EXPECT_EQ(text(exact_alone), "2");
  EXPECT_LT(abs(number("exact.frequency1") - rational<mp>(3, 2)), tolerance);
}

TEST_F(run_formula, compares_with_other_runs) {
  const mp half = h / 2;
  mp most(0);
  for (int n = 0; n <= steps; ++n) {
    most = std::max(most, mp(abs(turned(n, h) - turned(2 * n, half))));
  }
  EXPECT_LT(abs(number("max(abs(q1 - other(q1, step = step/2)))") - most), tolerance);
  EXPECT_LT(abs(number("max(other(q1, start.q1 = 3))") - 3), tolerance);
  // ω = 3/4 with the step h turns as ω = 3/2 with h/2
  EXPECT_LT(abs(number("last(other(q1, set.k = 9/16))") - turned(steps, half)), tolerance);
  EXPECT_LT(number("max(norm(q - other(q, scheme = 'galerkin-gauss:degree=1')))"), tolerance);
  const mp rounding = number("max(abs(q1 - other(q1, digits = 64)))", 16);
  EXPECT_LT(rounding, decimal<mp>("1e-13"));
  EXPECT_GT(rounding, 0);
}

TEST_F(run_formula, shares_runs_without_a_change_of_values) {
  auto longer = request("last(q1)");
  longer.steps = "50";
  auto counts = request("evaluations");
  run_host host;
  std::vector<std::string> together;
  for (const auto& value :
       values_of({request("last(q1)"), longer, request("max(p1)"), counts}, host)) {
    together.push_back(value.get());
  }
  EXPECT_EQ(runs_of({request("last(q1)"), longer, request("max(p1)"), counts}), 2);
  EXPECT_EQ(together[0], text(request("last(q1)")));
  EXPECT_EQ(together[1], text(longer));
  EXPECT_EQ(together[3], text(counts));
  EXPECT_LT(abs(from_text<mp>(together[1]) - turned(50, h)), tolerance);
  EXPECT_GE(from_text<mp>(together[3]), steps);
}

TEST_F(run_formula, uses_the_names_of_a_file) {
  const auto file = std::filesystem::temp_directory_path() /
                    ("plumbline-formula-" + std::to_string(::getpid()) + ".toml");
  std::ofstream(file) << "name = \"s\"\ncoordinates = [\"x\", \"step\"]\n"
                         "lagrangian = \"(dot(x)^2 + dot(step)^2)/2 - x^2 - step^2\"\n"
                         "[define]\nr = \"sqrt(x^2 + step^2)\"\n[invariants]\nspin = \"x*p(step) - "
                         "step*p(x)\"\nenergy = \"r\"\n[start]\nx = 3\nstep = 4\n";
  auto r = request("first(r) + first(invariants.energy) + first(step)");
  r.system = file;
  r.problem = {};
  EXPECT_EQ(text(r), "14");  // a coordinate hides the step
  r.formula = "max(abs(spin - start(spin)))";
  EXPECT_LT(from_text<mp>(text(r)), tolerance);
  std::filesystem::remove(file);
}

// The stability limit of the midpoint rule does not exist; that of leapfrog is h = 2/ω.
TEST_F(run_formula, has_the_quantities_of_measure_by_name) {
  auto r = request("stability_limit()*sqrt(k/m)");
  r.scheme = "leapfrog";
  EXPECT_LT(abs(from_text<mp>(text(r)) - 2), tolerance);
  r.formula = "audit(order) + audit(error_constant)*0";
  EXPECT_EQ(text(r), "2");
  // half a turn takes π/θ steps
  r = request("period(average = '0,2')/step");
  r.steps = "200";
  // zeros lie where a shorter step ends, so that the mean over two periods is right to the square of the step
  EXPECT_LT(abs(from_text<mp>(text(r)) - pi<mp>() / atan(mp(h * 3 / 4))), rational<mp>(1, 10));
  EXPECT_LT(number("energy_error()"), tolerance);
}

// Every printed digit is right: the value is within one unit of its last place from the closed form.
TEST_F(run_formula, prints_the_digits_that_the_rounding_errors_leave) {
  const mp error = abs(turned(steps, h) - 2 * cos(mp(3) * 3 / 2));
  for (const int digits : {16, 30, 64, 90}) {
    const std::string shown = text(request("at(until, norm(q - exact(q)))", digits));
    const auto printed = printed_number::read(shown);
    ASSERT_TRUE(printed) << shown;
    const mp unit = pow(mp(10), static_cast<int>(printed->last_place));
    EXPECT_LE(abs(from_text<mp>(shown) - error), unit) << digits;
    EXPECT_GT(unit * pow(mp(10), digits + 1), error)
        << digits << " digits leave more than " << shown;
    EXPECT_LT(unit, error * pow(mp(10), -digits + 6)) << digits << ": " << shown;
  }
  EXPECT_LE(text(request("max(abs(energy/start(energy) - 1))")).size(), 8U);  // 1e-64 and the like
}

TEST_F(run_formula, a_failure_leaves_the_values_that_were_complete) {
  auto early = request("last(t)");
  early.steps = "5";
  auto late = request("max(1/(t - 1))");
  run_host host;
  const auto values = values_of({late, early}, host);
  EXPECT_EQ(values[1].get(), "0.5");
  EXPECT_THROW((void)values[0].get(), step_failure);
}

TEST_F(run_formula, says_what_is_wrong) {
  const auto reason = [](const formula_request& r) {
    try {
      (void)text(r);
    } catch (const invalid_input& error) {
      return std::string(error.what());
    }
    return std::string("nothing");
  };
  const std::vector<std::pair<const char*, const char*>> wrong = {
      {"max(abs(enrgy))", "did you mean 'energy'"},
      {"q1", "is no number of the run"},
      {"energy", "is no number of the run"},
      {"max(max(q1))", "do not stand within one another"},
      {"max(q)", "is a vector"},
      {"max(q + 1)", "have no sum"},
      {"max(norm(q1))", "norm takes a vector"},
      {"max(sqrt(q1, 2))", "expected ')'"},
      {"at(until/7, q1)", "there is no node at the time 0.428571428571"},
      {"at(2*until, q1)", "there is no node at the time 6"},
      {"max(other(q1, step = 2*step))", "nodes of the other run must contain"},
      {"max(other(q1, stp = 1))", "did you mean 'step'"},
      {"max(exact(other(q1, step = step/2)))", "within no other motion"},
      {"max(q1 for x in 1)", "belongs to the formulas of a paper"},
      {"max(lenght(q))", "unknown function"},
      {"maximum(q1)", "unknown function"},
      {"max(q1", "expected"},
      {"max(q1, p1) + 1", "is no number of the run"},
      {"perid()", "did you mean 'period'"},
      {"max()", "max takes 1 formula"},
      {"max(sqrtt(x = 1))", "did you mean 'sqrt'"}};
  for (const auto& [formula, expected] : wrong) {
    EXPECT_NE(reason(request(formula)).find(expected), std::string::npos)
        << formula << ": " << reason(request(formula));
  }
  auto without_scheme = request("max(q1)");
  without_scheme.scheme.clear();
  EXPECT_EQ(reason(without_scheme), "--scheme is missing");
  auto without_step = request("max(q1)");
  without_step.step.clear();
  EXPECT_EQ(reason(without_step), "--step is missing");
  EXPECT_THROW((void)text(request("max(1/t)")), domain_error);
  EXPECT_THROW((void)text(request("max(1/(t - 1))")), step_failure);
}

// A tree of a sum has as many levels as the sum has signs, and whoever walks along it calls himself for each.
TEST_F(run_formula, a_long_sum_is_computed_or_refused) {
  const auto sum = [](int terms) {
    std::string formula = "last(q1";
    for (int k = 1; k < terms; ++k) {
      formula += "-q1";
    }
    return formula + ")";
  };
  EXPECT_LT(abs(number(sum(8000)) + turned(steps, h) * 7998), tolerance * 10000);
  for (const int terms : {8100, 50000, 300000}) {
    try {
      (void)text(request(sum(terms)));
      FAIL() << terms;
    } catch (const invalid_input& error) {
      EXPECT_NE(std::string(error.what()).find("8000 operations in a row"), std::string::npos)
          << error.what();
    }
  }
}

TEST_F(run_formula, stops_when_it_is_asked_to) {
  class impatient final : public run_host {
   public:
    bool stop_requested() const noexcept override { return true; }
  };
  impatient host;
  EXPECT_THROW((void)value_of(request("max(q1)"), host), interrupted);
}

}  // namespace
}  // namespace plumbline
