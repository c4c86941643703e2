// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
#include <plumbline/catalogue/functions.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/core/known_names.hpp>
#include <plumbline/data/dataset_tables.hpp>
#include <plumbline/math/quadrature.hpp>
#include <plumbline/study/exact_motion.hpp>
#include <plumbline/study/extrapolated_flow.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <functional>

namespace plumbline {

namespace {

using texts = std::vector<std::string>;
using numbers = std::vector<mp>;

/// `digits` is the precision of the scope in which they are called.
using row_function = std::function<numbers(const texts& given, int digits)>;

struct table_definition {
  std::string name;
  std::string title;
  std::vector<dataset_column> columns;  ///< the given ones first
  std::vector<texts> rows;              ///< the given cells, as exact values
  std::string first_method;
  std::string second_method;
  row_function first;
  row_function second;
};

mp number(const std::string& text) { return evaluate<mp>(expression(text)); }

/// Values of a function of `plumbline evaluate`.
numbers of_function(const std::string& name, const std::vector<std::string>& names,
                    const texts& given) {
  std::map<std::string, expression> arguments;
  for (std::size_t k = 0; k < names.size(); ++k) {
    arguments.emplace(names[k], expression(given[k]));
  }
  numbers values;
  for (const auto& value : find_function(name).compute(function_arguments(arguments))) {
    values.push_back(value.value.re);
  }
  return values;
}
numbers joined_values(std::vector<numbers> parts) {
  numbers all;
  for (auto& part : parts) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

// --- periods of the pendulum

mp arithmetic_geometric_mean(mp a, mp b) {
  const mp small = epsilon<mp>() * 8;
  while (small * a < abs(mp(a - b))) {
    const mp mean = (a + b) / 2;
    b = sqrt(mp(a * b));
    a = mean;
  }
  return a;
}

numbers period_by_solution(const texts& given, int) {
  problem_texts o;
  o.start = {"q1=(" + given[0] + ")*pi/180", "p1=0"};
  for (const auto& constant : solve_exactly(read_problem("pendulum", o)).constants) {
    if (constant.name == "period") {
      return {constant.value};
    }
  }
  throw std::logic_error("the pendulum has no period");
}
numbers period_by_mean(const texts& given, int) {
  // T = 2 pi / (omega agm(1, cos(amplitude / 2))), omega = 2 pi
  return {mp(1 / arithmetic_geometric_mean(mp(1), cos(number("(" + given[0] + ")*pi/360"))))};
}

table_definition pendulum_periods() {
  table_definition t{"pendulum-periods",
                     "periods of the pendulum with omega = 2 pi for amplitudes from 1 to 179 "
                     "degrees",
                     {{"amplitude", "deg", "amplitude of the oscillation", value_origin::given, 0},
                      {"period", "s", "period of the oscillation", value_origin::computed, 1}},
                     {},
                     "the exact solution (elliptic integrals)",
                     "arithmetic-geometric mean",
                     period_by_solution,
                     period_by_mean};
  t.rows = {{"1"}, {"2"}};
  for (int degrees = 5; degrees < 180; degrees += 5) {
    t.rows.push_back({std::to_string(degrees)});
  }
  for (const char* const degrees : {"179", "179.9", "179.99"}) {
    t.rows.push_back({degrees});
  }
  return t;
}

// --- complete elliptic integrals

/// The mean of f over a period by the trapezoidal rule, which converges geometrically for a periodic analytic f.
template <class F>
mp periodic_mean(F&& f) {
  const mp small = epsilon<mp>() * 64;
  mp before(0);
  constexpr int most = 1 << 20;
  for (int n = 8; n < most; n *= 2) {
    mp sum(0);
    for (int k = 0; k < n; ++k) {
      sum += f(mp(pi<mp>() * k / n));
    }
    const mp now = sum / n;
    if (n > 8 && abs(mp(now - before)) < small * abs(now)) {
      return now;
    }
    before = now;
  }
  throw std::runtime_error("the trapezoidal rule does not converge");
}

numbers complete_by_quadrature(const texts& given, int) {
  const mp m = number(given[0]);
  const mp half_pi = pi<mp>() / 2;
  const auto root = [&m](const mp& angle) {
    const mp s = sin(angle);
    return sqrt(mp(1 - m * s * s));
  };
  return {half_pi * periodic_mean([&](const mp& angle) { return mp(1 / root(angle)); }),
          half_pi * periodic_mean([&](const mp& angle) { return mp(root(angle)); })};
}

table_definition elliptic_integrals() {
  table_definition t{
      "elliptic-integrals",
      "complete elliptic integrals K(m) and E(m), parameter m = k^2 from -2 to "
      "99/100",
      {{"m", "", "parameter", value_origin::given, 0},
       {"K", "", "complete elliptic integral of the first kind", value_origin::computed, 1},
       {"E", "", "complete elliptic integral of the second kind", value_origin::computed, 2}},
      {},
      "functions of the library",
      "trapezoidal rule on the periodic integrand",
      [](const texts& given, int) {
        return joined_values(
            {of_function("ellint-k", {"m"}, given), of_function("ellint-e", {"m"}, given)});
      },
      complete_by_quadrature};
  for (int k = -40; k < 20; k += k < 0 ? 4 : 1) {
    t.rows.push_back({fmt::format("{}/20", k)});
  }
  t.rows.push_back({"0.99"});
  return t;
}

// --- Jacobi functions

numbers jacobi_by_equations(const texts& given, int digits) {
  const mp u = number(given[0]);
  const mp m = number(given[1]);
  // (sn, cn, dn)' = (cn dn, -sn dn, -m sn cn)
  const auto field = [&m](const mp&, const vector<mp>& y, vector<mp>& dy) {
    dy.resize(3);
    dy[0] = y[1] * y[2];
    dy[1] = -y[0] * y[2];
    dy[2] = -m * y[0] * y[1];
    return solve_report{};
  };
  extrapolation_settings chosen;
  chosen.digits = digits - 15;
  chosen.most_rows = 8 + digits / 3;
  extrapolated_flow<mp, std::function<solve_report(const mp&, const vector<mp>&, vector<mp>&)>>
      flow(field, 3, chosen);
  vector<mp> y(3);
  y << mp(0), mp(1), mp(1);
  mp t(0);
  (void)flow.advance(y, t, u);  // nobody stops it
  return {y[0], y[1], y[2]};
}

table_definition jacobi_functions() {
  table_definition t{"jacobi-functions",
                     "Jacobi's elliptic functions sn, cn, dn, u from 1/4 to 5, parameter m = k^2",
                     {{"u", "", "argument", value_origin::given, 0},
                      {"m", "", "parameter", value_origin::given, 1},
                      {"sn", "", "sine amplitude", value_origin::computed, 2},
                      {"cn", "", "cosine amplitude", value_origin::computed, 3},
                      {"dn", "", "delta amplitude", value_origin::computed, 4}},
                     {},
                     "functions of the library",
                     "their differential equations, by extrapolation of the midpoint rule",
                     [](const texts& given, int) {
                       return joined_values({of_function("jacobi-sn", {"u", "m"}, given),
                                             of_function("jacobi-cn", {"u", "m"}, given),
                                             of_function("jacobi-dn", {"u", "m"}, given)});
                     },
                     jacobi_by_equations};
  for (const char* const m : {"1/4", "1/2", "9/10", "999/1000"}) {
    for (int k = 1; k <= 20; ++k) {
      t.rows.push_back({fmt::format("{}/4", k), m});
    }
  }
  return t;
}

// --- Weierstrass functions

numbers weierstrass_by_series(const texts& given, int digits) {
  const mp z = number(given[0]);
  const mp g2 = number(given[1]);
  const mp g3 = number(given[2]);
  // each doubling of the argument may cost a few digits
  constexpr int halvings = 8;
  const mp small = z / (1 << halvings);
  numbers c = {mp(0), mp(0), mp(g2 / 20), mp(g3 / 28)};
  const mp z2 = small * small;
  mp p = 1 / z2;
  mp slope = -2 / (z2 * small);
  mp zeta = 1 / small;
  mp log_sigma(0);
  mp power = z2;  // small^(2n - 2)
  for (int n = 2; n < 8 + digits; ++n) {
    if (n >= static_cast<int>(c.size())) {
      mp sum(0);
      for (int k = 2; k <= n - 2; ++k) {
        sum += c[static_cast<std::size_t>(k)] * c[static_cast<std::size_t>(n - k)];
      }
      c.push_back(3 * sum / ((2 * n + 1) * (n - 3)));
    }
    const mp term = c[static_cast<std::size_t>(n)] * power;
    p += term;
    slope += (2 * n - 2) * term / small;
    zeta -= term * small / (2 * n - 1);
    log_sigma -= term * z2 / ((2 * n - 1) * (2 * n));
    power *= z2;
  }
  mp sigma = small * exp(log_sigma);
  for (int k = 0; k < halvings; ++k) {
    const mp second = 6 * p * p - g2 / 2;
    const mp quotient = second / (2 * slope);
    const mp doubled = quotient * quotient - 2 * p;
    // the line through the two points of the curve (DLMF 23.10)
    const mp doubled_slope = -slope - 2 * quotient * (doubled - p);
    const mp square = sigma * sigma;
    sigma = -slope * square * square;
    zeta = 2 * zeta + quotient;
    p = doubled;
    slope = doubled_slope;
  }
  return {p, slope, zeta, sigma};
}

table_definition weierstrass_functions() {
  const std::vector<std::string> names = {"z", "g2", "g3"};
  table_definition t{"weierstrass-functions",
                     "Weierstrass' functions for real arguments and real invariants",
                     {{"z", "", "argument", value_origin::given, 0},
                      {"g2", "", "invariant", value_origin::given, 1},
                      {"g3", "", "invariant", value_origin::given, 2},
                      {"p", "", "Weierstrass' elliptic function", value_origin::computed, 3},
                      {"p_prime", "", "its derivative", value_origin::computed, 4},
                      {"zeta", "", "Weierstrass' zeta function", value_origin::computed, 5},
                      {"sigma", "", "Weierstrass' sigma function", value_origin::computed, 6}},
                     {},
                     "functions of the library",
                     "Laurent series near 0 and eight duplications",
                     [names](const texts& given, int) {
                       return joined_values({of_function("weierstrass-p", names, given),
                                             of_function("weierstrass-p-prime", names, given),
                                             of_function("weierstrass-zeta", names, given),
                                             of_function("weierstrass-sigma", names, given)});
                     },
                     weierstrass_by_series};
  const std::vector<std::pair<std::string, std::string>> invariants = {
      {"4", "1"}, {"4", "0"}, {"0", "1"}, {"1", "2"}, {"-3", "1/2"}};
  for (const auto& [g2, g3] : invariants) {
    for (int k = 1; k <= 12; ++k) {
      t.rows.push_back({fmt::format("{}/10", k), g2, g3});
    }
  }
  return t;
}

// --- nodes and weights on [0, 1]

/// Coefficients of the Legendre polynomial on [0, 1]: Σ (−1)^(n+k) C(n, k) C(n + k, k) x^k.
numbers legendre_coefficients(int n) {
  numbers a;
  mp term = n % 2 == 0 ? mp(1) : mp(-1);
  for (int k = 0; k <= n; ++k) {
    a.push_back(term);
    term *= -mp((n - k) * (n + k + 1)) / mp((k + 1) * (k + 1));
  }
  return a;
}
numbers derivative(const numbers& a) {
  numbers b;
  for (std::size_t k = 1; k < a.size(); ++k) {
    b.push_back(static_cast<int>(k) * a[k]);
  }
  return b;
}
mp polynomial(const numbers& a, const mp& x) {
  mp sum(0);
  for (std::size_t k = a.size(); k-- > 0;) {
    sum = sum * x + a[k];
  }
  return sum;
}
/// The roots of a between neighbours in `brackets`, by bisection.
numbers roots_between(const numbers& a, const numbers& brackets) {
  numbers roots;
  const int halvings = scalar_traits<mp>::bits();
  for (std::size_t k = 0; k + 1 < brackets.size(); ++k) {
    mp low = brackets[k];
    mp high = brackets[k + 1];
    const bool rising = polynomial(a, low) < 0;
    for (int i = 0; i < halvings; ++i) {
      const mp middle = (low + high) / 2;
      ((polynomial(a, middle) < 0) == rising ? low : high) = middle;
    }
    roots.push_back(mp((low + high) / 2));
  }
  return roots;
}
numbers with_ends(const numbers& inside) {
  numbers all = {mp(0)};
  all.insert(all.end(), inside.begin(), inside.end());
  all.push_back(mp(1));
  return all;
}
/// The zeros of the Legendre polynomial of degree n on [0, 1]; those of degree n − 1 lie between them.
numbers legendre_zeros(int n) {
  numbers zeros;
  for (int k = 1; k <= n; ++k) {
    zeros = roots_between(legendre_coefficients(k), with_ends(zeros));
  }
  return zeros;
}
/// ∫_0^1 of the Lagrange polynomial that is 1 at node i.
mp weight_of(const numbers& nodes, std::size_t i) {
  numbers a = {mp(1)};
  for (std::size_t j = 0; j < nodes.size(); ++j) {
    if (j == i) {
      continue;
    }
    const mp scale = nodes[i] - nodes[j];
    numbers next(a.size() + 1, mp(0));
    for (std::size_t k = 0; k < a.size(); ++k) {
      next[k + 1] += a[k] / scale;
      next[k] -= a[k] * nodes[j] / scale;
    }
    a = std::move(next);
  }
  mp sum(0);
  for (std::size_t k = 0; k < a.size(); ++k) {
    sum += a[k] / static_cast<int>(k + 1);
  }
  return sum;
}

enum class quadrature_rule { gauss, lobatto };

table_definition nodes_table(quadrature_rule which) {
  const bool lobatto = which == quadrature_rule::lobatto;
  constexpr int most_points = 12;
  const auto place = [](const texts& given) {
    return std::pair{std::stoi(given[0]), static_cast<std::size_t>(std::stoi(given[1]) - 1)};
  };
  table_definition t{
      lobatto ? "lobatto-nodes" : "gauss-nodes",
      fmt::format("nodes and weights of {} quadrature on [0, 1], up to {} points",
                  lobatto ? "Lobatto" : "Gauss", most_points),
      {{"points", "", "number of points of the rule", value_origin::given, 0},
       {"i", "", "number of the node, from 1", value_origin::given, 1},
       {"node", "", "node", value_origin::computed, 2},
       {"weight", "", "weight; the sum is 1", value_origin::computed, 3}},
      {},
      "Newton's iteration on the three-term recurrence",
      "bisection on the explicit polynomial, weights by integrating the Lagrange basis",
      [place, lobatto](const texts& given, int) -> numbers {
        const auto [points, i] = place(given);
        const auto rule =
            lobatto ? lobatto_quadrature<mp>(points - 1) : gauss_quadrature<mp>(points);
        const auto k = static_cast<Eigen::Index>(i);
        return {rule.nodes[k], rule.weights[k]};
      },
      [place, lobatto](const texts& given, int) -> numbers {
        const auto [points, i] = place(given);
        numbers nodes = legendre_zeros(lobatto ? points - 1 : points);
        if (lobatto) {
          nodes = with_ends(roots_between(derivative(legendre_coefficients(points - 1)), nodes));
        }
        return {nodes[i], weight_of(nodes, i)};
      }};
  for (int points = lobatto ? 2 : 1; points <= most_points; ++points) {
    for (int i = 1; i <= points; ++i) {
      t.rows.push_back({std::to_string(points), std::to_string(i)});
    }
  }
  return t;
}

// --- as sources

class table_source final : public dataset_source {
 public:
  explicit table_source(table_definition table) : table_(std::move(table)) {}

  std::string title() const override { return table_.title; }
  std::vector<dataset_column> columns() const override { return table_.columns; }
  std::size_t rows() const override { return table_.rows.size(); }

  verified_states values(const std::vector<std::size_t>& which, const verification& wanted,
                         const run_control& control) const override {
    constexpr int guard = 40;
    constexpr int further = 17;
    constexpr int of_variant = 7;
    constexpr int spare = 3;
    const int first_digits = wanted.digits + guard + of_variant * wanted.variant;
    const int second_digits = first_digits + further;
    verified_states result;
    result.how = "agreed";
    result.computations = {{table_.first_method, "first", 0, first_digits},
                           {table_.second_method, "second", 0, second_digits}};
    const auto first = all(table_.first, which, first_digits, control);
    const auto second = all(table_.second, which, second_digits, control);
    const auto floor = exact_number::decimal("1e-" + std::to_string(wanted.digits + spare));
    for (std::size_t k = 0; k < which.size(); ++k) {
      std::vector<ball> row;
      const precision_scope scope(first_digits);
      for (const auto& cell : table_.rows[which[k]]) {
        row.push_back({exact_number::binary(number(cell).backend().data()), exact_number(0)});
      }
      for (std::size_t c = 0; c < first[k].size(); ++c) {
        const exact_number difference = abs(first[k][c] - second[k][c]);
        row.push_back({first[k][c], exact_number(2) * difference + floor * abs(first[k][c])});
      }
      result.rows.push_back(std::move(row));
    }
    return result;
  }

  std::string description() const override {
    return nlohmann::ordered_json{{"kind", "table"}, {"table", table_.name}}.dump();
  }

 private:
  std::vector<std::vector<exact_number>> all(const row_function& compute,
                                             const std::vector<std::size_t>& which, int digits,
                                             const run_control& control) const {
    const precision_scope scope(digits);
    std::vector<std::vector<exact_number>> rows;
    for (const std::size_t row : which) {
      control.end_if_stopped();
      std::vector<exact_number> cells;
      for (const mp& x : compute(table_.rows[row], digits)) {
        cells.push_back(exact_number::binary(x.backend().data()));
      }
      rows.push_back(std::move(cells));
    }
    return rows;
  }

  table_definition table_;
};

struct table_entry {
  const char* name;
  table_definition (*make)();
};
constexpr table_entry tables[] = {
    {"pendulum-periods", pendulum_periods},
    {"elliptic-integrals", elliptic_integrals},
    {"jacobi-functions", jacobi_functions},
    {"weierstrass-functions", weierstrass_functions},
    {"gauss-nodes", [] { return nodes_table(quadrature_rule::gauss); }},
    {"lobatto-nodes", [] { return nodes_table(quadrature_rule::lobatto); }}};

}  // namespace

std::vector<std::string> table_names() {
  std::vector<std::string> names;
  for (const auto& table : tables) {
    names.emplace_back(table.name);
  }
  return names;
}

std::unique_ptr<dataset_source> make_table(const std::string& name) {
  for (const auto& table : tables) {
    if (table.name == name) {
      return std::make_unique<table_source>(table.make());
    }
  }
  throw invalid_input(unknown_name("table", name, table_names()));
}

}  // namespace plumbline
