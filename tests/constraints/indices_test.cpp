// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Indexed coordinates and sums in system files. Kinds: the same system written without them (the same formulas, bit for bit), a
// closed form (the frequencies of a chain of springs), refused files.
#include "constraints/constrained_run.hpp"
#include <plumbline/catalogue/system_file.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/study/quantity.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace plumbline {
namespace {

using testing::constrained_run;
using testing::distance;
using testing::text_file;

constexpr const char* short_chain = R"toml(name = "chain"
coordinates = ["x[1:n]"]
lagrangian = "sum(i, 1, n, m/2*dot(x[i])^2) - k/2*(x[1]^2 + x[n]^2 + sum(i, 1, n - 1, (x[i+1] - x[i])^2))"
[parameters]
n = 3
m = "2"
k = "5"
[start]
"x[i]" = "sin(i*pi/(n + 1))"
)toml";

constexpr const char* written_out = R"toml(name = "chain"
coordinates = ["x1", "x2", "x3"]
lagrangian = "((m/2*dot(x1)^2) + (m/2*dot(x2)^2) + (m/2*dot(x3)^2)) - k/2*(x1^2 + x3^2 + ((x2 - x1)^2 + (x3 - x2)^2))"
[parameters]
n = 3
m = "2"
k = "5"
[start]
x1 = "sin(1*pi/(n + 1))"
x2 = "sin(2*pi/(n + 1))"
x3 = "sin(3*pi/(n + 1))"
)toml";

TEST(indexed_coordinates, are_the_coordinates_written_out) {
  const text_file short_file(short_chain);
  const text_file long_file(written_out);
  constrained_run<mp64> a(short_file.path(), "simpson");
  constrained_run<mp64> b(long_file.path(), "simpson");
  EXPECT_EQ(distance(a.point(), b.point()), 0);
  ASSERT_TRUE(a.advance(rational<mp64>(1, 10), 3));
  ASSERT_TRUE(b.advance(rational<mp64>(1, 10), 3));
  EXPECT_EQ(distance(a.point(), b.point()), 0);
  const auto made = parse_system(short_chain, "chain.toml");
  EXPECT_EQ(coordinate_names(*made, made->dimension),
            (std::vector<std::string>{"x[1]", "x[2]", "x[3]"}));
}

TEST(indexed_coordinates, with_a_parameter_as_index_are_single_ones) {
  const std::string head =
      "name = \"row\"\ncoordinates = [\"x[1:n]\"]\n"
      "lagrangian = \"sum(i, 1, n, dot(x[i])^2/2 - x[i]^2/2)\"\n[parameters]\nn = 4\n";
  const text_file by_name(head + "[start]\n\"x[n]\" = \"1/2\"\n\"x[n - 2]\" = \"1/3\"\n");
  const text_file by_number(head + "[start]\n\"x[4]\" = \"1/2\"\n\"x[2]\" = \"1/3\"\n");
  constrained_run<mp64> a(by_name.path(), "midpoint");
  constrained_run<mp64> b(by_number.path(), "midpoint");
  EXPECT_EQ(distance(a.point(), b.point()), 0);
  EXPECT_EQ(a.point().q[0], 0);
  EXPECT_EQ(a.point().q[3], rational<mp64>(1, 2));
  const text_file pulled(head + "[forces]\n\"x[n]\" = \"1\"\n");
  const text_file last(head + "[forces]\n\"x[4]\" = \"1\"\n");
  constrained_run<mp64> c(pulled.path(), "midpoint");
  constrained_run<mp64> d(last.path(), "midpoint");
  ASSERT_TRUE(c.advance(rational<mp64>(1, 10), 3));
  ASSERT_TRUE(d.advance(rational<mp64>(1, 10), 3));
  EXPECT_EQ(distance(c.point(), d.point()), 0);
  EXPECT_EQ(c.point().q[0], 0);
  EXPECT_NE(c.point().q[3], 0);
}

// The mode x_i = sin(iπ/(n + 1)) has ω = 2 √(k/m) sin(π/(2(n + 1))), for every n.
TEST(indexed_coordinates, follow_a_parameter_that_is_set) {
  const text_file file(short_chain);
  for (const int n : {1, 2, 5, 9}) {
    problem_texts texts;
    texts.set = {"n=" + std::to_string(n)};
    constrained_run<mp64> run(file.path(), "taylor", texts);
    ASSERT_EQ(run.point().q.size(), n);
    ASSERT_TRUE(run.advance(mp64(1)));
    const mp64 angle = pi<mp64>() / (n + 1);
    const mp64 w = 2 * sqrt(rational<mp64>(5, 2)) * sin(mp64(angle / 2));
    for (int i = 0; i < n; ++i) {
      EXPECT_LT(abs(mp64(run.point().q[i] - sin(mp64((i + 1) * angle)) * cos(w))),
                decimal<mp64>("1e-58"));
    }
  }
}

TEST(indexed_coordinates, have_starts_and_velocities_by_their_names) {
  const text_file file(short_chain);
  problem_texts texts;
  texts.start = {"x[2]=1/2", "v.x[3]=4"};
  constrained_run<mp64> run(file.path(), "simpson", texts);
  EXPECT_EQ(run.point().q[1], rational<mp64>(1, 2));
  EXPECT_EQ(run.point().p[2], 8);
}

TEST(indexed_coordinates, stand_in_constraints_and_forces) {
  const text_file file(R"toml(name = "ring"
coordinates = ["x[1:n]"]
lagrangian = "sum(i, 1, n, dot(x[i])^2/2)"
[parameters]
n = 4
[forces]
"x[i]" = "i"
[constraints]
centre = "sum(i, 1, n, x[i]) = 0"
)toml");
  constrained_run<mp64> run(file.path(), "simpson");
  ASSERT_TRUE(run.advance(rational<mp64>(1, 4), 4));
  for (int i = 0; i < 4; ++i) {  // x_i″ = i − 5/2
    EXPECT_LT(abs(mp64(run.point().q[i] - (mp64(i + 1) - rational<mp64>(5, 2)) / 2)),
              decimal<mp64>("1e-60"));
  }
}

// A pendulum of n rods in Cartesian coordinates: twelve of them, so that rod[10] does not come before rod[2].
constexpr const char* rods = R"toml(name = "rods"
coordinates = ["x[1:n]", "y[1:n]"]
lagrangian = "sum(i, 1, n, (dot(x[i])^2 + dot(y[i])^2)/2 - y[i])"
[parameters]
n = 12
[constraints]
"pivot[i=1:1]" = "x[i]^2 + y[i]^2 = 1"
"rod[i=2:n]" = "(x[i] - x[i-1])^2 + (y[i] - y[i-1])^2 = 1"
[define]
"height[k=1:n]" = "y[k] + k"
[invariants]
"length[k=2:n]" = "sqrt((x[k] - x[k-1])^2 + (y[k] - y[k-1])^2)"
[start]
"y[i]" = "-i"
)toml";

// Rod k of a chain that hangs at rest carries the n + 1 − k masses below: λ 2 (y_k − y_{k−1}) is their weight.
TEST(indexed_constraints, are_in_order_and_carry_the_weight_below) {
  const text_file file(rods);
  constrained_run<mp64> run(file.path(), "simpson");
  for (int k = 1; k <= 12; ++k) {
    const std::string name =
        k == 1 ? std::string("lambda.pivot[1]") : "lambda.rod[" + std::to_string(k) + "]";
    EXPECT_LT(abs(mp64(run.column(name) + mp64(13 - k) / 2)), decimal<mp64>("1e-60")) << k;
  }
  const auto made = parse_system(rods, "rods.toml");
  EXPECT_EQ(made->constraints.front().name, "pivot[1]");
  EXPECT_EQ(made->constraints.back().name, "rod[12]");
  EXPECT_EQ(made->quantities[8].name, "length[10]");
}

// A formula about a run has the sums of a file, and sum(EXPR) over nodes beside them.
TEST(indexed_sums, stand_in_formulas_about_runs) {
  const text_file file(short_chain);
  run_host host;
  const auto value = [&](const std::string& formula) {
    return std::stod(measure({.quantity = formula,
                              .system = file.path(),
                              .scheme = "simpson",
                              .step = "1/20",
                              .steps = "10"},
                             {}, 34, host)
                         .values.front()
                         .re);
  };
  EXPECT_NEAR(value("at(0, sum(i, 1, n, i*x[i]))"), 2 + 2 * std::sqrt(2.0), 1e-12);
  EXPECT_NEAR(value("sum(sum(i, 1, n, x[i] - x[i]) + 1)"), 11, 1e-12);
}

TEST(indexed_constraints, may_be_none) {
  const text_file file(rods);
  problem_texts texts;
  texts.set = {"n=1"};
  constrained_run<mp64> run(file.path(), "simpson", texts);
  EXPECT_LT(abs(mp64(run.column("lambda.pivot[1]") + rational<mp64>(1, 2))),
            decimal<mp64>("1e-60"));
}

// Two bodies with a joint: the same as bodies a and b written out, bit for bit.
TEST(indexed_bodies, are_the_bodies_written_out) {
  const text_file many(R"toml(name = "links"
coordinates = ["x[1:2]", "z[1:2]", "link[1:2]"]
potential = "sum(i, 1, 2, link[i].z)"
[bodies."link[i]"]
mass = "1"
inertia = ["1/3", "1/3", "1/4"]
at = ["x[i] + link[i].R13/8", "i", "z[i]"]
[constraints]
"joint[i=2:2]" = "x[i] + link[i].R13 = x[i-1] - link[i-1].R13"
[velocity]
"link[2].Omega1" = "1/3"
[start]
"z[i]" = "-i"
)toml");
  const text_file two(R"toml(name = "links"
coordinates = ["x1", "x2", "z1", "z2", "a", "b"]
potential = "a.z + b.z"
[bodies.a]
mass = "1"
inertia = ["1/3", "1/3", "1/4"]
at = ["x1 + a.R13/8", "1", "z1"]
[bodies.b]
mass = "1"
inertia = ["1/3", "1/3", "1/4"]
at = ["x2 + b.R13/8", "2", "z2"]
[constraints]
joint = "x2 + b.R13 = x1 - a.R13"
[velocity]
b.Omega1 = "1/3"
[start]
z1 = "-1"
z2 = "-2"
)toml");
  constrained_run<mp64> a(many.path(), "simpson");
  constrained_run<mp64> b(two.path(), "simpson");
  ASSERT_TRUE(a.advance(rational<mp64>(1, 10), 2));
  ASSERT_TRUE(b.advance(rational<mp64>(1, 10), 2));
  EXPECT_EQ(distance(a.point(), b.point()), 0);
}

// x_i′ = i needs each equation, the tenth and those behind it too.
TEST(indexed_equations, are_found_by_name) {
  const auto made = parse_system(R"toml(name = "lines"
coordinates = ["x[1:11]"]
[equations]
"x[i]" = "i"
)toml",
                                 "lines.toml");
  EXPECT_NE(made->info.formula.find("x[10]' = 10"), std::string::npos);
}

std::string reason_of_start(const std::string& lines) {
  try {
    (void)parse_system(
        "name = \"s\"\ncoordinates = [\"x[1:n]\"]\nlagrangian = \"sum(i, 1, n, dot(x[i])^2)\"\n"
        "[parameters]\nn = 3\n[start]\n" +
            lines,
        "s.toml");
  } catch (const invalid_input& error) {
    return error.what();
  }
  return "accepted";
}

TEST(indexed_keys, are_refused_where_they_make_no_sense) {
  const auto says = [](const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  EXPECT_EQ(reason_of_start("\"x[i=2:n]\" = 1\n\"x[1]\" = 2"), "accepted");
  EXPECT_EQ(reason_of_start("\"x[i=4:n]\" = 1"), "accepted");
  says(reason_of_start("\"x[i]\" = 1\n\"x[2]\" = 2"), "'x[2]' stands there twice");
  says(reason_of_start("\"y[i]\" = 1"), "the range of 'i' is needed: \"y[i=1:n]\"");
  says(reason_of_start("\"x[i=1]\" = 1"), "FIRST:LAST");
  says(reason_of_start("\"x[i+1]\" = 1"), "'i+1' is not the name of an index");
  says(reason_of_start("\"x[i=5:3]\" = 1"), "from 5 to 3");
  says(reason_of_start("\"x[i=1:1e12]\" = 1"), "beyond 10^9");
  says(reason_of_start("\"x[i=1:n/2]\" = 1"), "is not a whole number");
  says(reason_of_start("\"x[i=2:4]\" = 1"), "x[4]");
}

std::string reason_of(const std::string& coordinates, const std::string& lagrangian) {
  try {
    (void)parse_system("name = \"s\"\ncoordinates = [\"" + coordinates + "\"]\nlagrangian = \"" +
                           lagrangian + "\"\n[parameters]\nn = 3\nh = \"1/2\"\n",
                       "s.toml");
  } catch (const invalid_input& error) {
    return error.what();
  }
  return "accepted";
}

TEST(indexed_coordinates, are_refused_where_they_make_no_sense) {
  const auto says = [](const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  EXPECT_EQ(reason_of("x[1:n]", "sum(i, 1, n, dot(x[i])^2)"), "accepted");
  says(reason_of("x[1:h]", "dot(x[1])^2"), "the index 'h' is not a whole number");
  says(reason_of("x[3:1]", "dot(x[1])^2"),
       "the indices 3:1 go from 3 to 1; the last must be at least 3");
  says(reason_of("x[1]", "dot(x[1])^2"), "NAME[FIRST:LAST]");
  says(reason_of("x[1:n]", "sum(i, 1, n, dot(x[i+1])^2)"), "x[4]");
  says(reason_of("x[1:n]", "sum(i, 1, n)"), "a sum is written sum(i, FIRST, LAST, EXPR)");
  says(reason_of("x[1:n]", "sum(i, 1, n, dot(x[i])^2"), "is not closed");
  says(reason_of("x[1:n]", "sum(i, 1, w, dot(x[i])^2)"), "the index 'w' has no value");
  says(reason_of("x[1:5000]", "dot(x[1])^2"), "at most");
  std::string deep = "1";
  std::string index = "1";
  for (int k = 0; k < 5000; ++k) {
    deep = "sum(i, 1, 1, " + deep + ")";
    index = "x[" + index + "]";
  }
  says(reason_of("x[1:n]", "dot(x[1])^2 + " + deep), "more than 100 deep");
  says(reason_of("x[1:n]", "dot(x[1])^2 + " + index), "more than 100 deep");
  says(reason_of("x[1:n]", "sum(k, 1, n, dot(x[i])^2)"), "the index 'i' has no value here");
  says(reason_of("x[1:1e30]", "dot(x[1])^2"), "the index '1e30' is beyond 10^9");
}

}  // namespace
}  // namespace plumbline
