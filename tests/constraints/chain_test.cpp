// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A chain of many masses, of which each meets its neighbours: what is done in another way for many coordinates. Kinds: closed forms
// (the modes x_i = sin(i π/(n + 1)) of n masses between springs, ω² = 4 k/m sin²(π/(2(n + 1))), and leapfrog's limit ωh = 2), one
// mode as an oscillator of its own.
#include "constraints/constrained_run.hpp"
#include <plumbline/study/linear_stability.hpp>
#include <plumbline/study/problem.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace plumbline {
namespace {

using testing::constrained_run;
using testing::text_file;

constexpr const char* chain = R"toml(name = "chain"
coordinates = ["x[1:n]"]
lagrangian = "sum(i, 1, n, m/2*dot(x[i])^2) - k/2*(x[1]^2 + x[n]^2 + sum(i, 1, n - 1, (x[i+1] - x[i])^2))"
[parameters]
n = 60
m = "2"
k = "5"
[start]
"x[i]" = "sin(i*pi/(n + 1))"
)toml";

/// The limit of the fastest mode, n, is ωh = 2 for leapfrog.
TEST(chain, warns_beyond_the_limit_of_the_fastest_mode) {
  const text_file file(chain);
  const problem p = read_problem(file.path(), {}, {"leapfrog"});
  const scheme_choice& leapfrog = p.schemes.front();
  ASSERT_EQ(p.dimension, 60);
  const double fastest = 2 * std::sqrt(2.5) * std::sin(60 * std::numbers::pi / (2 * 61));
  EXPECT_EQ(instability_of(p, leapfrog, 1.999 / fastest), "");
  EXPECT_NE(instability_of(p, leapfrog, 2.001 / fastest).find("beyond the stability limit"),
            std::string::npos);
}

/// Simpson's rule on a mode: the mode stays a mode, and its angle is that of the scheme on an oscillator of the same frequency.
TEST(chain, keeps_a_mode_in_simpson_steps) {
  const text_file file(chain);
  const text_file one(R"toml(name = "one"
coordinates = ["x"]
lagrangian = "dot(x)^2/2 - 2*k/m*(1 - cos(pi/(n + 1)))/2*x^2"
[parameters]
n = 60
m = "2"
k = "5"
[start]
x = 1
)toml");
  constrained_run<mp64> many(file.path(), "simpson");
  constrained_run<mp64> mode(one.path(), "simpson");
  ASSERT_TRUE(many.advance(rational<mp64>(1, 2), 5));
  ASSERT_TRUE(mode.advance(rational<mp64>(1, 2), 5));
  for (int i = 1; i <= 60; ++i) {
    const mp64 shape = sin(mp64(i * pi<mp64>() / 61));
    EXPECT_LT(abs(mp64(many.point().q[i - 1] - shape * mode.point().q[0])), decimal<mp64>("1e-60"));
    EXPECT_LT(abs(mp64(many.point().p[i - 1] - 2 * shape * mode.point().p[0])),
              decimal<mp64>("1e-60"));
  }
}

}  // namespace
}  // namespace plumbline
