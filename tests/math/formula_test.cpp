// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Formulas from text. Kind: the same graph as C++ records (consistency); mistakes with their places; text that is read
// again gives the same node (property, random formulas).
#include <plumbline/math/derivatives.hpp>
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

// Kind: property. What has its terms collected, its parentheses multiplied out and its angles joined is the same function.
TEST(formula, that_is_simplified_is_the_same_function) {
  std::mt19937 random(20260715);
  const auto pick = [&random](int n) {
    return static_cast<int>(random() % static_cast<unsigned>(n));
  };
  const std::array<const char*, 3> angles = {"x", "y", "(x - 2*y)"};
  const auto factor = [&]() -> std::string {
    const std::string angle = angles[static_cast<std::size_t>(pick(3))];
    switch (pick(7)) {
      case 0:
        return "sin(" + angle + ")";
      case 1:
        return "cos(" + angle + ")";
      case 2:
        return std::to_string(1 + pick(3)) + "/2";
      case 3:
        return "dot(x)";
      case 4:
        return "(x + " + std::to_string(pick(3)) + "*y)";
      case 5:
        return "1/(3 + sin(" + angle + "))";
      default:
        return pick(2) == 0 ? "x" : "y";
    }
  };
  const auto sum = [&] {
    std::string text;
    const int terms = 2 + pick(6);
    for (int i = 0; i < terms; ++i) {
      text += pick(3) == 0 ? " - " : " + ";
      text += factor();
      for (int k = pick(4); k > 0; --k) {
        text += "*" + factor();
      }
    }
    return "0" + text;
  };
  const auto with_rate = [](std::string s) {
    for (auto p = s.find("dot(x)"); p != std::string::npos; p = s.find("dot(x)")) {
      s.replace(p, 6, "(1.9)");
    }
    return s;
  };
  plumbline::variables at;
  at.set("x", expression("0.7"));
  at.set("y", expression("-1.3"));
  plumbline::formula_style unlimited = style();
  unlimited.most = 100'000;
  std::size_t longer = 0;
  for (int k = 0; k < 150; ++k) {
    std::string text = sum();
    if (pick(2) == 0) {
      text = "(" + text + ")*(" + sum() + ") + " + factor() + "*(" + sum() + ")";
    }
    graph g;
    const node_id f = record(g, text);
    const std::string written = plumbline::formula_text(g, f, unlimited);
    longer += written.size() > text.size() ? 1 : 0;
    const plumbline::precision_scope scope(80);
    const plumbline::mp before =
        plumbline::evaluate<plumbline::mp>(expression(with_rate(text)), at);
    const plumbline::mp after =
        plumbline::evaluate<plumbline::mp>(expression(with_rate(written)), at);
    EXPECT_LT(plumbline::to_double(plumbline::mp(abs(before - after))), 1e-70)
        << text << "\n  written: " << written;
    // the slope, whose sums nobody wrote by hand
    const std::array<int, 1> by_x = {0};
    const node_id slope = plumbline::gradient(g, f, by_x).front();
    const std::string slope_text = plumbline::formula_text(g, slope, unlimited);
    const auto raised = [&](const char* x) {
      plumbline::variables moved;
      moved.set("x", expression(x));
      moved.set("y", expression("-1.3"));
      return plumbline::evaluate<plumbline::mp>(expression(with_rate(text)), moved);
    };
    const plumbline::mp quotient =
        (raised("0.7 + 1/10^30") - raised("0.7 - 1/10^30")) * pow(plumbline::mp(10), 30) / 2;
    const plumbline::mp value =
        plumbline::evaluate<plumbline::mp>(expression(with_rate(slope_text)), at);
    EXPECT_LT(plumbline::to_double(plumbline::mp(abs(quotient - value))), 1e-45)
        << text << "\n  slope: " << slope_text;
  }
  EXPECT_EQ(longer, 0U);
}

TEST(formula, is_written_with_its_terms_collected) {
  const std::vector<std::pair<const char*, const char*>> pairs = {
      {"2*x + 3*x", "5*x"},
      {"x/2 + x/3", "5*x/6"},
      {"y - 1*x - y*1", "-x"},
      {"x*y + y*x", "2*x*y"},
      {"-(x - y)*2", "2*(y - x)"},
      {"x*(-y)*(-1)", "x*y"},
      {"(x + y)^2 - x^2 - y^2", "2*x*y"},
      {"x^2 - x^2/2 + 3/y", "x^2/2 + 3/y"},
      {"y*cos(x)^2 + y*sin(x)^2", "y"},
      {"cos(x)*cos(y) + sin(x)*sin(y)", "cos(x - y)"},
      {"cos(x)*cos(y) - sin(x)*sin(y)", "cos(x + y)"},
      {"sin(x)*cos(y) - sin(y)*cos(x)", "sin(x - y)"},
      {"2*sin(x)*cos(y) + 2*sin(y)*cos(x)", "2*sin(x + y)"},
      {"sin(x)*cos(x)", "sin(x)*cos(x)"},
      {"e^(2*x)", "exp(2*x)"}};
  for (const auto& [text, written] : pairs) {
    graph g;
    EXPECT_EQ(plumbline::formula_text(g, record(g, text), style()), written) << text;
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
