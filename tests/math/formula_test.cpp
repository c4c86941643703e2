// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Formulas from text. Kind: the same graph as C++ records (consistency); mistakes with their places; text that is read
// again gives the same node (property, random formulas).
#include <plumbline/math/formula.hpp>
#include <plumbline/math/recorded.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <random>

namespace {

using plumbline::expression;
using plumbline::formula_error;
using plumbline::graph;
using plumbline::node_id;

/// x and y are the inputs 0 and 1, their rates 2 and 3.
plumbline::formula_names names_of(graph& g) {
  const auto at = [&g](int first) {
    return [&g, first](const std::string& name) -> std::optional<node_id> {
      if (name == "x" || name == "y") {
        return g.input(first + (name == "x" ? 0 : 1));
      }
      return std::nullopt;
    };
  };
  return {at(0), at(2), {}, {"x", "y"}, {}};
}

node_id record(graph& g, const std::string& text) {
  return record_formula(g, expression(text), names_of(g));
}

plumbline::formula_style style() {
  return {[](int k) {
            return std::string(k == 0 ? "x" : k == 1 ? "y" : k == 2 ? "dot(x)" : "dot(y)");
          },
          {}};
}

TEST(formula, is_the_graph_that_cpp_records) {
  const auto g = std::make_shared<graph>();
  using S = plumbline::recorded<>;
  const auto in = plumbline::recorded_inputs<S>(g, 0, 4);
  const S x = in[0];
  const S y = in[1];
  const std::vector<std::pair<const char*, S>> pairs = {
      {"dot(x)^2/2 - 9.81*cos(y)", in[2] * in[2] / 2 - plumbline::decimal<S>("9.81") * cos(y)},
      {"-x^2 + y^(1/2)*pi", -(x * x) + sqrt(y) * plumbline::pi<S>()},
      {"x - y - x/y/x", x - y - x / y / x},
      {"2^3^2*x", S(512) * x},
      {"atan2(x, y)^y", pow(atan2(x, y), y)},
      {"e^x", pow(exp(S(1)), x)},
      {"asin(x)+acos(x)+atan(x)+sinh(x)+cosh(x)+tanh(x)+asinh(x)+acosh(x)+atanh(x)+tan(x)+exp(x)"
       "+log(x)",
       asin(x) + acos(x) + atan(x) + sinh(x) + cosh(x) + tanh(x) + asinh(x) + acosh(x) + atanh(x) +
           tan(x) + exp(x) + log(x)}};
  for (const auto& [text, recorded] : pairs) {
    EXPECT_EQ(record(*g, text), recorded.record().in(*g)) << text;
  }
}

TEST(formula, that_is_written_and_read_again_is_the_same_function) {
  std::mt19937 random(20260101);
  const auto pick = [&random](int n) {
    return static_cast<int>(random() % static_cast<unsigned>(n));
  };
  const std::function<std::string(int)> make = [&](int depth) -> std::string {
    if (depth == 0) {
      const char* const leaves[] = {"x", "y", "dot(x)", "2", "0.3", "1/3", "7", "pi"};
      return leaves[pick(8)];
    }
    const std::string a = make(depth - 1);
    const std::string b = make(pick(depth));
    switch (pick(8)) {
      case 0:
        return "(" + a + ") + (" + b + ")";
      case 1:
        return "(" + a + ") - (" + b + ")";
      case 2:
        return "(" + a + ")*(" + b + ")";
      case 3:
        return "(" + a + ")/(2 + (" + b + ")^2)";
      case 4:
        return "-(" + a + ")";
      case 5:
        return "sin(" + a + ")";
      case 6:
        return "(" + a + ")^" + std::to_string(2 + pick(3));
      default:
        return "sqrt(1 + (" + a + ")^2)";
    }
  };
  // the values of the text and of its written form, with numbers in the place of x and y
  plumbline::variables at;
  at.set("x", expression("0.7"));
  at.set("y", expression("-1.3"));
  for (int k = 0; k < 300; ++k) {
    const std::string text = make(1 + pick(5));
    graph g;
    const std::string written = plumbline::formula_text(g, record(g, text), style());
    const auto without_rates = [](std::string s) {
      for (auto p = s.find("dot(x)"); p != std::string::npos; p = s.find("dot(x)")) {
        s.replace(p, 6, "(1.9)");
      }
      return s;
    };
    const double before = plumbline::evaluate<double>(expression(without_rates(text)), at);
    const double after = plumbline::evaluate<double>(expression(without_rates(written)), at);
    EXPECT_EQ(before, after) << text << "\n  written: " << written;
  }
}

TEST(formula, says_where_a_mistake_is) {
  const std::vector<std::pair<const char*, std::size_t>> places = {
      {"x + z", 4},    {"x +", 3},        {"x + * y", 4},  {"x*(y", 4},       {"abs(x)", 0},
      {"x*dot(z)", 2}, {"dot(2)", 4},     {"x + p(y)", 4}, {"2*log(0)", 2},   {"x/(1 - 1)", 1},
      {"sin x", 4},    {"x + foo(y)", 4}, {"x 2", 2},      {"1e500000*x", 0}, {"3 + sqrt(-2)", 4}};
  for (const auto& [text, place] : places) {
    graph g;
    try {
      (void)record(g, text);
      ADD_FAILURE() << text << " was accepted";
    } catch (const formula_error& error) {
      EXPECT_EQ(error.position(), place) << text << ": " << error.what();
      EXPECT_FALSE(error.reason().empty());
    }
  }
}

TEST(formula, of_a_megabyte_ends_at_once) {
  constexpr std::size_t megabyte = 1'000'000;
  std::string garbage;
  std::mt19937 random(7);
  while (garbage.size() < megabyte) {
    garbage += static_cast<char>(random() % 256);
  }
  std::string powers = "x";
  for (int k = 0; k < 190; ++k) {
    powers += "^9";
  }
  const auto repeated = [](std::size_t count, char c) {
    std::string text;
    text.append(count, c);
    return text;
  };
  std::vector<std::string> texts{repeated(megabyte, '('), repeated(megabyte, '-'), garbage, powers};
  texts.push_back("sin(");
  texts.back().append(megabyte, '(');
  texts.emplace_back("1e400000*1e400000*1e400000+x.");
  texts.push_back(repeated(megabyte / 2, '9'));
  texts.back().push_back('e');
  const auto begin = std::chrono::steady_clock::now();
  for (const std::string& text : texts) {
    graph g;
    EXPECT_THROW((void)record(g, text), formula_error);
  }
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
  EXPECT_LT(spent.count(), 2);
}

TEST(formula, becomes_latex) {
  graph g;
  EXPECT_EQ(formula_latex(g, record(g, "x^2/(2*y) - sqrt(x)*sin(y)"), style()),
            "\\frac{x^{2}}{2 y} - \\sqrt{x} \\sin\\left(y\\right)");
  EXPECT_EQ(plumbline::latex_name("theta1"), "\\theta_{1}");
  EXPECT_EQ(plumbline::latex_name("m"), "m");
  EXPECT_EQ(plumbline::latex_name("length"), "\\mathrm{length}");
}

}  // namespace
