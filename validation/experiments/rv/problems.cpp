// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include "experiments/rv/problems.hpp"

#include <plumbline/catalogue/system_file.hpp>
#include <plumbline/math/linear_solver.hpp>
#include <plumbline/scalar/exact_number.hpp>
#include <plumbline/scalar/expression.hpp>
#include <plumbline/scalar/precision_scope.hpp>
#include <plumbline/scalar/text.hpp>
#include <plumbline/study/parallel.hpp>
#include <plumbline/study/reference_trajectory.hpp>
#include <plumbline/study/taylor_trajectory.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

namespace plumbline::experiments::rv {

namespace {

constexpr std::string_view axes = "xyz";

std::string quoted(const std::vector<std::string>& names) {
  return "\"" + fmt::format("{}", fmt::join(names, "\", \"")) + "\"";
}

vector<mp> numbers(const std::vector<std::string>& texts) {
  vector<mp> x(static_cast<Eigen::Index>(texts.size()));
  for (std::size_t i = 0; i < texts.size(); ++i) {
    x[static_cast<Eigen::Index>(i)] = evaluate<mp>(expression(texts[i]));
  }
  return x;
}

}  // namespace

problem gravity(const std::string& constant, const std::vector<body>& bodies) {
  const std::size_t n = bodies.size();
  const std::size_t dimension = bodies.front().place.size();
  const auto name = [](std::string_view kind, std::size_t i, std::size_t a) {
    return fmt::format("{}{}{}", kind, axes[a], i + 1);
  };
  problem p;
  std::vector<std::string> coordinates;
  for (const bool velocity : {false, true}) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t a = 0; a < dimension; ++a) {
        coordinates.push_back(name(velocity ? "v" : "", i, a));
        p.start.push_back((velocity ? bodies[i].velocity : bodies[i].place)[a]);
      }
    }
  }
  std::string text =
      fmt::format("name = \"gravity\"\ncoordinates = [{}]\n[parameters]\nG = \"{}\"\n",
                  quoted(coordinates), constant);
  std::string definitions = "[define]\n";
  std::string rates = "[equations]\n";
  for (std::size_t i = 0; i < n; ++i) {
    text += fmt::format("m{} = \"{}\"\n", i + 1, bodies[i].mass);
    for (std::size_t j = i + 1; j < n; ++j) {
      std::vector<std::string> squares;
      for (std::size_t a = 0; a < dimension; ++a) {
        squares.push_back(fmt::format("({} - {})^2", name("", j, a), name("", i, a)));
      }
      const std::string pair = fmt::format("{}_{}", i + 1, j + 1);
      definitions += fmt::format("s{0} = \"{1}\"\nw{0} = \"1/(s{0}*sqrt(s{0}))\"\n", pair,
                                 fmt::join(squares, " + "));
      for (std::size_t a = 0; a < dimension; ++a) {  // one product for both bodies
        definitions += fmt::format("f{0}{1} = \"({2} - {3})*w{1}\"\n", axes[a], pair,
                                   name("", j, a), name("", i, a));
      }
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t a = 0; a < dimension; ++a) {
      std::string force;
      for (std::size_t j = 0; j < n; ++j) {
        if (j != i) {
          force += fmt::format("{} m{}*f{}{}_{}",
                               j < i           ? " -"
                               : force.empty() ? ""
                                               : " +",
                               j + 1, axes[a], std::min(i, j) + 1, std::max(i, j) + 1);
        }
      }
      rates += fmt::format("{} = \"{}\"\n{} = \"G*({})\"\n", name("", i, a), name("v", i, a),
                           name("v", i, a), force);
    }
  }
  p.system = parse_system(text + definitions + rates, "gravity");
  return p;
}

problem restricted_three_bodies() {
  return {parse_system(R"toml(
name = "restricted-three-bodies"
coordinates = ["x", "y", "u", "v"]
[parameters]
mu = "0.012277471"
[define]
a2 = "(x + mu)^2 + y^2"
b2 = "(x - 1 + mu)^2 + y^2"
a = "(1 - mu)/(a2*sqrt(a2))"
b = "mu/(b2*sqrt(b2))"
[equations]
x = "u"
y = "v"
u = "x + 2*v - a*(x + mu) - b*(x - 1 + mu)"
v = "y - 2*u - (a + b)*y"
)toml",
                       "restricted three bodies"),
          {"0.994", "0", "0", "-2.00158510637908252240537862224"}};
}

problem lorenz() {
  return {parse_system(R"toml(
name = "lorenz"
coordinates = ["x", "y", "z"]
[equations]
x = "10*(y - x)"
y = "28*x - y - x*z"
z = "x*y - 8*z/3"
)toml",
                       "lorenz"),
          {"-13.7636106821342005250144010543616538641008648540923684535378642921",
           "-19.5787519424517955388380414460095588661142400534276438649791334295", "27"}};
}

problem pendulum() {
  return {parse_system(R"toml(
name = "pendulum"
coordinates = ["q", "p"]
[equations]
q = "p"
p = "-sin(q)"
)toml",
                       "pendulum"),
          {"0", "1"}};
}

vector<mp> end_state(context& c, const problem& p, const std::string& time, int digits, int parts) {
  const auto reference = [&] {
    return reference_problem{p.system->make<mp>(),
                             {numbers(p.start), vector<mp>(0)},
                             mp(0),
                             mp(evaluate<mp>(expression(time)) / mp(parts))};
  };
  run_control control;
  control.progress = [&c](std::int64_t, std::int64_t) { c.poll(); };
  return make_reference<mp>(reference, parts, digits, control, default_jobs()).nodes.back().q;
}

vector<mp> flow(const problem& p, const vector<mp>& start, const mp& time, int more_orders) {
  const int bits = scalar_traits<mp>::bits();
  taylor_trajectory<mp> motion(p.system->make<mp>(), {start, vector<mp>(0)}, mp(0),
                               taylor_order(bits) + more_orders, -bits);
  return motion.at(time).q;
}

namespace {

/// Newton's iteration with the Jacobian of difference quotients at the first point: as many further digits in each step as
/// the start is right to.
vector<mp> iterated(context& c, const equations& f, const std::vector<std::string>& unknowns,
                    int digits, int more_orders) {
  constexpr int most = 12;
  constexpr int spare = 12;
  vector<mp> x = numbers(unknowns);
  const Eigen::Index n = x.size();
  const mp moved = pow(mp(10), -digits / 2);
  vector<mp> f0 = f(x, more_orders);
  matrix<mp> jacobian(n, n);
  for (Eigen::Index j = 0; j < n; ++j) {
    c.poll();
    vector<mp> y = x;
    y[j] += moved;
    jacobian.col(j) = (f(y, more_orders) - f0) / moved;
  }
  lu_factors<mp> factors;
  if (!factors.compute(jacobian)) {
    throw std::runtime_error("the periodic orbit is not isolated");
  }
  const mp enough = pow(mp(10), spare - digits);
  for (int k = 0; k < most; ++k) {
    c.poll();
    const vector<mp> step = factors.solve(f0);
    x -= step;
    if (step.lpNorm<Eigen::Infinity>() < enough) {
      return x;
    }
    f0 = f(x, more_orders);
  }
  throw std::runtime_error("Newton's iteration for a periodic orbit does not converge");
}

}  // namespace

std::vector<std::string> root(context& c, const equations& f,
                              const std::vector<std::string>& unknowns, int digits) {
  constexpr int other_digits = 14;
  constexpr int other_orders = 7;
  vector<mp> first;
  {
    const precision_scope scope(digits + guard_digits);
    first = iterated(c, f, unknowns, digits + guard_digits, 0);
  }
  const precision_scope scope(digits + guard_digits + other_digits);
  const vector<mp> second =
      iterated(c, f, unknowns, digits + guard_digits + other_digits, other_orders);
  std::vector<std::string> texts;
  const mp agreed = pow(mp(10), -digits);
  for (Eigen::Index i = 0; i < second.size(); ++i) {
    const mp other = evaluate<mp>(expression(to_text(first[i], digits + guard_digits)));
    if (!(abs(mp(other - second[i])) < agreed * abs(second[i]))) {
      throw std::runtime_error("two computations of a periodic orbit differ");
    }
    texts.push_back(to_text(second[i], digits));
  }
  return texts;
}

namespace {

/// The significant digits of a decimal text, and the power of ten of the first of them.
struct digits_of_text {
  std::vector<std::size_t> at;
  long first_place = 0;
};

digits_of_text significant(const std::string& text) {
  digits_of_text found;
  const std::size_t end = std::min(text.find_first_of("eE"), text.size());
  const std::size_t point = std::min(text.find('.'), end);
  for (std::size_t k = 0; k < end; ++k) {
    const bool digit = text[k] >= '0' && text[k] <= '9';
    if (!digit || (found.at.empty() && text[k] == '0')) {
      continue;
    }
    if (found.at.empty()) {
      found.first_place =
          k < point ? static_cast<long>(point - k) - 1 : -static_cast<long>(k - point);
    }
    found.at.push_back(k);
  }
  if (end < text.size()) {
    found.first_place += std::stol(text.substr(end + 1));
  }
  return found;
}

/// How many leading digits of the printed number are right to one unit of their place.
std::size_t count_true(const std::string& printed, const digits_of_text& digits,
                       const std::string& truth) {
  exact_number error = exact_number::decimal(printed) - exact_number::decimal(truth);
  error = error.sign() < 0 ? -error : error;
  for (std::size_t k = digits.at.size(); k > 0; --k) {
    const long place = digits.first_place - static_cast<long>(k) + 1;
    if (!(exact_number::decimal(fmt::format("1e{}", place)) < error)) {
      return k;
    }
  }
  return 0;
}

}  // namespace

std::string marked(const std::string& printed, const std::string& truth) {
  const auto digits = significant(printed);
  const std::size_t count = count_true(printed, digits, truth);
  if (count == digits.at.size()) {
    return printed;
  }
  const std::size_t from = digits.at[count];
  const std::size_t end = digits.at.back() + 1;
  return printed.substr(0, from) + "[" + printed.substr(from, end - from) + "]" +
         printed.substr(end);
}

std::string true_of_all(const std::string& printed, const std::string& truth) {
  const auto digits = significant(printed);
  return fmt::format("{} of {}", count_true(printed, digits, truth), digits.at.size());
}

void judge_all(report::section& out, const std::string& caption, const std::vector<value>& values) {
  report::number_table numbers{caption, "", {"value"}, {}};
  report::plain_table digits{"The same digit by digit: those in brackets are not true.",
                             {"", "printed", "true", "true digits"},
                             {}};
  for (const value& v : values) {
    const std::size_t number = out.judge(v.key, v.truth);
    numbers.rows.push_back({"", v.label, {number}});
    const std::string& printed = out.numbers()[number].published.printed;
    digits.rows.push_back(
        {v.label, marked(printed, v.truth), v.truth, true_of_all(printed, v.truth)});
  }
  out.add(std::move(numbers));
  out.add(std::move(digits));
}

}  // namespace plumbline::experiments::rv
