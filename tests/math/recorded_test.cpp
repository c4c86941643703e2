// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Recorded formulas: what C++ writes is what the graph holds, constants stay exact, graphs that meet become one.
// Kind: property.
#include "support/formula.hpp"
#include <plumbline/math/recorded.hpp>

#include <gtest/gtest.h>

#include <limits>
#include <memory>
#include <stdexcept>

namespace plumbline {
namespace {

using testing::node_of_postfix;
using testing::value_of;

struct recorder {
  using S = recorded<mp64>;
  std::shared_ptr<graph> g = std::make_shared<graph>();
  std::vector<S> x = recorded_inputs<S>(g, 0, 3);

  node_id node(const S& f) { return f.record().in(*g); }
};

TEST(recorded, is_what_was_written) {
  recorder r;
  using S = recorder::S;
  const S& x = r.x[0];
  const S& y = r.x[1];
  const std::pair<S, const char*> pairs[] = {
      {x + y, "x0 x1 +"},
      {x - y, "x0 x1 -"},
      {x * y, "x0 x1 *"},
      {x / y, "x0 x1 /"},
      {-x, "x0 neg"},
      {+x, "x0"},
      {2 * x, "2 x0 *"},
      {x / 2, "x0 2 /"},
      {1 - x, "1 x0 -"},
      {x + 1L, "x0 1 +"},
      {sqrt(x), "x0 sqrt"},
      {exp(x), "x0 exp"},
      {log(x), "x0 log"},
      {sin(x), "x0 sin"},
      {cos(x), "x0 cos"},
      {tan(x), "x0 tan"},
      {asin(x), "x0 asin"},
      {acos(x), "x0 acos"},
      {atan(x), "x0 atan"},
      {sinh(x), "x0 sinh"},
      {cosh(x), "x0 cosh"},
      {tanh(x), "x0 tanh"},
      {asinh(x), "x0 asinh"},
      {acosh(x), "x0 acosh"},
      {atanh(x), "x0 atanh"},
      {atan2(x, y), "x0 x1 atan2"},
      {atan2(x, 1), "x0 1 atan2"},
      {pow(x, y), "x0 x1 pow"},
      {pow(x, 3), "x0 x0 * x0 *"},
      {pow(x, -2), "1 x0 x0 * /"},
      {pow(2, x), "2 x0 pow"},
      {pow(x, rational<S>(3, 2)), "x0 1.5 pow"},
      {pow(x, decimal<S>("0.3")), "x0 0.3 pow"},
      {decimal<S>("0.1") * x, "0.1 x0 *"},
      {rational<S>(7, 20) + x, "0.35 x0 +"},
      {pi<S>() * x, "pi x0 *"},
      {mp64(3) * x, "3 x0 *"},
      {x * x * x, "x0 x0 * x0 *"},
  };
  for (const auto& [formula, text] : pairs) {
    EXPECT_EQ(r.node(formula), node_of_postfix(*r.g, text)) << text;
  }
  S sum = x;
  sum += y;
  sum *= 3;
  sum -= x;
  sum /= y;
  EXPECT_EQ(r.node(sum), node_of_postfix(*r.g, "x0 x1 + 3 * x0 - x1 /"));
}

TEST(recorded, keeps_constants_exact) {
  recorder r;
  using S = recorder::S;
  EXPECT_EQ(r.node(decimal<S>("0.1") * 10), r.g->constant(1));
  EXPECT_EQ(r.node(rational<S>(1, 3) + rational<S>(1, 6)), r.node(rational<S>(1, 2)));
  EXPECT_EQ(r.node(S(1) / 3 * 3), r.g->constant(1));
  EXPECT_EQ(r.node(sqrt(S(4))), r.g->constant(2));
  EXPECT_EQ(r.node(-decimal<S>("0.2")), r.node(decimal<S>("-0.2")));
  EXPECT_EQ(r.node(S()), r.g->constant(0));
  EXPECT_EQ(r.node(decimal<S>("0.1")), r.g->constant(exact_number(1) / exact_number(10)));
}

TEST(recorded, runs_a_tenth_rounded_once_in_every_scalar) {
  recorder r;
  const node_id tenth = r.node(decimal<recorder::S>("0.1"));
  const node_id angle = r.node(pi<recorder::S>());
  EXPECT_EQ(value_of<double>(*r.g, tenth, {}), 0.1);
  EXPECT_EQ(value_of<mp64>(*r.g, tenth, {}), decimal<mp64>("0.1"));
  EXPECT_EQ(value_of<mp64>(*r.g, angle, {}), pi<mp64>());
#if PLUMBLINE_HAS_QUAD
  EXPECT_EQ(value_of<quad>(*r.g, tenth, {}), decimal<quad>("0.1"));
  EXPECT_EQ(value_of<quad>(*r.g, angle, {}), pi<quad>());
#endif
  for (const int digits : {20, 200, 1000}) {
    const precision_scope scope(digits);
    EXPECT_EQ(value_of<mp>(*r.g, tenth, {}), decimal<mp>("0.1"));
    EXPECT_EQ(value_of<mp>(*r.g, angle, {}), pi<mp>());
  }
}

TEST(recorded, takes_a_number_of_its_scalar_with_its_binary_value) {
  const mp64 third = mp64(1) / 3;
  const recorded<mp64> x(third);
  graph g;
  EXPECT_EQ(value_of<mp64>(g, x.record().in(g), {}), third);
  EXPECT_EQ(value_of<double>(g, recorded<double>(0.1).record().in(g), {}), 0.1);
  EXPECT_NE(recorded<double>(0.1).record().in(g), g.constant(exact_number::decimal("0.1")));
#if PLUMBLINE_HAS_QUAD
  const quad seventh = quad(1) / 7;
  EXPECT_EQ(value_of<quad>(g, recorded<quad>(seventh).record().in(g), {}), seventh);
#endif
  const dual<double, 1> constant(0.3);
  EXPECT_EQ(value_of<double>(g, recorded<dual<double, 1>>(constant).record().in(g), {}), 0.3);
  EXPECT_THROW(recorded<double>{std::numeric_limits<double>::quiet_NaN()}, std::invalid_argument);
  EXPECT_THROW(recorded<double>{std::numeric_limits<double>::infinity()}, std::invalid_argument);
  EXPECT_THROW(recorded<mp64>(mp64(1) / mp64(0)), std::invalid_argument);
}

TEST(recorded, brings_graphs_together) {
  recorder r;
  using S = recorder::S;
  // √2 and π begin as graphs of their own
  const S f = sqrt(S(2)) * r.x[0] + pi<S>() / sqrt(S(2));
  EXPECT_EQ(r.node(f), node_of_postfix(*r.g, "2 sqrt x0 * pi 2 sqrt / +"));
  // where a large graph of constants meets an input
  S large = sqrt(S(3));
  for (int i = 0; i < 20; ++i) {
    large = sin(large) + (i + 1);
  }
  const S both = large * r.x[1];
  const S back = both + r.x[0];
  std::string text = "3 sqrt";
  for (int i = 0; i < 20; ++i) {
    text += " sin " + std::to_string(i + 1) + " +";
  }
  EXPECT_EQ(r.node(back), node_of_postfix(*r.g, text + " x1 * x0 +"));
}

TEST(recorded, refuses_what_is_not_a_number_when_it_is_recorded) {
  using S = recorder::S;
  EXPECT_THROW(sqrt(S(-1)), std::invalid_argument);
  EXPECT_THROW(log(S(0)), std::invalid_argument);
  EXPECT_THROW(S(1) / S(0), std::invalid_argument);
  EXPECT_THROW(recorder().x[0] / 0, std::invalid_argument);
  EXPECT_THROW(decimal<S>("one"), std::invalid_argument);
  EXPECT_THROW(rational<S>(1, 0), std::invalid_argument);
}

TEST(recorded, works_in_vectors_and_matrices_of_eigen) {
  recorder r;
  using S = recorder::S;
  Eigen::Matrix<S, 2, 2> m;
  m << S(2), r.x[0], S(0), S(1);
  const Eigen::Matrix<S, 2, 1> x(r.x[1], r.x[2]);
  const S form = x.dot(m * x);
  EXPECT_NEAR(value_of<double>(*r.g, r.node(form), {3, 5, 7}), 2 * 25 + 3 * 35 + 49, 1e-12);
}

}  // namespace
}  // namespace plumbline
