// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The modified Lagrangian as a formula. Kinds: closed forms for the oscillator (the phase error of Simpson's rule is z⁵/2880 a step), and
// the leading term that measure finds from trajectories without any formula; refusals.
#include <plumbline/catalogue/system_file.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/exact.hpp>
#include <plumbline/scalar/expression.hpp>
#include <plumbline/scalar/precision_scope.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/study/audit_table.hpp>
#include <plumbline/study/modified_lagrangian.hpp>
#include <plumbline/study/quantity.hpp>

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace plumbline {
namespace {

modified_lagrangian term_of(const std::string& scheme, const std::string& system,
                            const std::vector<std::string>& set = {}) {
  const auto found = audited_table({.scheme = scheme, .set = set});
  return first_modified_term(find_system(system), *found->table);
}

/// The value of a formula of q1 and dot(q1) at the start, as a formula of a run.
std::string at_start(std::string formula, const std::string& system, const problem_texts& texts) {
  for (std::size_t at; (at = formula.find("dot(q1)")) != std::string::npos;) {
    formula.replace(at, 7, "v1");
  }
  run_host host;
  const measure_request request{.quantity = "start(" + formula + ")",
                                .system = system,
                                .scheme = "taylor",
                                .step = "1/64",
                                .steps = "1"};
  return measure(request, texts, 40, host).values.front().re;
}

std::string measured(const std::string& system, const std::string& scheme, const std::string& step,
                     const problem_texts& texts) {
  run_host host;
  const measure_request request{
      .quantity = "shadow-energy", .system = system, .scheme = scheme, .step = step, .steps = "60"};
  for (const named_value& value : measure(request, texts, 64, host).values) {
    if (value.name == "leading-term") {
      return value.re;
    }
  }
  return "none";
}

struct example {
  std::string scheme;
  std::vector<std::string> set;
  std::string system;
};

/// Of the oscillator with m = k = 1 from q, v: midpoint (q² + v²)/24, so that ω falls by h²/12 of it; Simpson's rule (2v² − 3q²)/2880,
/// so that ω rises by h⁴/2880 (its phase error is z⁵/2880 a step); lobatto of degree 1 (q² − 2v²)/24.
TEST(modified_lagrangian, of_the_oscillator_is_known) {
  const problem_texts texts{.set = {"m=1", "k=1"}, .start = {"q1=3/2", "v1=1/3"}};
  const auto expect = [&](const std::string& scheme, const std::vector<std::string>& set, int power,
                          const char* value) {
    const modified_lagrangian term = term_of(scheme, "harmonic-oscillator", set);
    EXPECT_EQ(term.power, power);
    const precision_scope scope(64);
    const auto found = from_text<mp>(at_start(term.formula, "harmonic-oscillator", texts));
    const auto known = evaluate<mp>(expression(value));
    EXPECT_LT(abs(mp(found - known)), abs(known) * mp(decimal<mp>("1e-38"))) << term.formula;
  };
  expect("midpoint", {}, 2, "(9/4 + 1/9)/24");
  expect("lobatto", {"degree=1"}, 2, "(9/4 - 2/9)/24");
  expect("simpson", {}, 4, "(2/9 - 27/4)/2880");
}

TEST(modified_lagrangian, is_minus_the_leading_term_of_the_measured_energy) {
  const problem_texts texts{.set = {}, .start = {"q1=3/2", "v1=1/3"}};
  for (const example& each : std::vector<example>{{"midpoint", {}, "pendulum"},
                                                  {"simpson", {}, "pendulum"},
                                                  {"lobatto", {"degree=1"}, "pendulum"},
                                                  {"lobatto", {"degree=2"}, "pendulum"},
                                                  {"midpoint", {}, "harmonic-oscillator"},
                                                  {"simpson", {}, "harmonic-oscillator"}}) {
    const std::string formula = term_of(each.scheme, each.system, each.set).formula;
    const precision_scope scope(64);
    const auto by_formula = from_text<mp>(at_start(formula, each.system, texts));
    const std::string scheme = each.set.empty() ? each.scheme : each.scheme + ":" + each.set[0];
    const auto by_runs = from_text<mp>(measured(each.system, scheme, "1/100", texts));
    EXPECT_NE(by_formula, mp(0));
    EXPECT_LT(abs(mp(by_formula + by_runs)), abs(by_formula) * mp(decimal<mp>("1e-18")))
        << each.scheme << ' ' << each.system << ' ' << formula;
  }
}

/// A mass that depends on q.
TEST(modified_lagrangian, follows_a_mass_that_moves) {
  const std::filesystem::path file =
      std::filesystem::path(::testing::TempDir()) / "modified_lagrangian_bead.toml";
  std::ofstream(file) << "name = \"bead\"\ncoordinates = [\"q1\"]\nlagrangian = "
                         "\"(1 + q1^2)*dot(q1)^2/2 - q1^4/4 - q1^2\"\n";
  const auto system = load_system(file);
  const problem_texts texts{.set = {}, .start = {"q1=1/2", "v1=1/3"}};
  const auto found = audited_table({.scheme = "midpoint"});
  const std::string formula = first_modified_term(*system, *found->table).formula;
  const precision_scope scope(64);
  const auto by_formula = from_text<mp>(at_start(formula, file.string(), texts));
  const auto by_runs = from_text<mp>(measured(file.string(), "midpoint", "1/50", texts));
  EXPECT_LT(abs(mp(by_formula + by_runs)), abs(by_formula) * mp(decimal<mp>("1e-18"))) << formula;
}

TEST(modified_lagrangian, says_what_it_is_not_written_for) {
  const auto refusal = [](const std::string& scheme, const std::string& system,
                          const std::vector<std::string>& set = {}) {
    try {
      (void)term_of(scheme, system, set);
    } catch (const invalid_input& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(refusal("rk4", "pendulum").find("not a variational scheme"), std::string::npos);
  EXPECT_NE(refusal("lobatto", "pendulum", {"degree=3"}).find("degree 3"), std::string::npos);
  EXPECT_NE(refusal("galerkin-gauss", "pendulum", {"degree=2"}).find("not rational"),
            std::string::npos);
  EXPECT_NE(refusal("simpson", "double-pendulum").find("diagonal mass matrix"), std::string::npos);
  EXPECT_NE(refusal("simpson", "reduced-lagrange-top").find("no Lagrangian"), std::string::npos);
}

}  // namespace
}  // namespace plumbline
