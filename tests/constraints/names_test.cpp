// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Galerkin tables from a file, RATTLE and the map of Moser and Veselov. Kinds: identities (the published equations of a step,
// checked on the states alone; the scheme of the catalogue that a table is), refusals.
#include "constraints/constrained_run.hpp"
#include <plumbline/core/errors.hpp>

#include <gtest/gtest.h>

namespace plumbline {
namespace {

using testing::constrained_run;
using testing::distance;
using testing::system_path;
using testing::text_file;

const mp64 small = decimal<mp64>("1e-60");

const char* const table_of_degree_3 = R"(name = "my-table"
kind = "galerkin"
degree = 3
nodes = ["0", "1/4", "2/3", "1"]
c = ["1/2 - sqrt(15)/10", "1/2", "1/2 + sqrt(15)/10"]
b = ["5/18", "4/9", "5/18"]
order = 6
)";

// Control nodes say how the polynomial of a step is written; constraints hold at its Lobatto nodes.
TEST(galerkin_tables, with_constraints_are_the_schemes_of_the_catalogue_whatever_their_nodes) {
  const text_file table(table_of_degree_3, "my-table.toml");
  for (const char* const system : {"spherical-rod", "chaplygin-sleigh", "double-spherical"}) {
    SCOPED_TRACE(system);
    constrained_run<mp64> own(system_path(system), table.path());
    constrained_run<mp64> known(system_path(system), "galerkin-gauss:degree=3");
    ASSERT_TRUE(own.advance(rational<mp64>(1, 20), 3));
    ASSERT_TRUE(known.advance(rational<mp64>(1, 20), 3));
    EXPECT_TRUE(distance(own.point(), known.point()) < small);
    constrained_run<mp64> other(system_path(system), "lobatto:degree=3");
    ASSERT_TRUE(other.advance(rational<mp64>(1, 20), 3));
    if (std::string(system) == "chaplygin-sleigh") {  // where M depends on q
      EXPECT_FALSE(distance(own.point(), other.point()) < small);
    }
  }
}

vector<mp64> cross(const vector<mp64>& a, const vector<mp64>& b) {
  vector<mp64> c(3);
  c << mp64(a[1] * b[2] - a[2] * b[1]), mp64(a[2] * b[0] - a[0] * b[2]),
      mp64(a[0] * b[1] - a[1] * b[0]);
  return c;
}

const char* const spherical_pendulum = R"(name = "ball"
coordinates = ["x", "y", "z"]
potential = "2*9*z + x*y"
[points.ball]
mass = "2"
at = ["x", "y", "z"]
[constraints]
rod = "x^2 + y^2 + z^2 = 1"
[start]
x = "3/5"
z = "-4/5"
[velocity]
y = "1"
)";

// G is 2q, so what is left of the two half steps without the forces of V is parallel to q.
TEST(rattle, satisfies_its_equations) {
  const text_file file(spherical_pendulum);
  constrained_run<mp64> run(file.path(), "rattle");
  const mp64 h = rational<mp64>(1, 10);
  const auto force = [](const vector<mp64>& q) {
    vector<mp64> f(3);
    f << mp64(-q[1]), mp64(-q[0]), mp64(-18);
    return f;
  };
  for (int n = 0; n < 3; ++n) {
    const auto z = run.point();
    ASSERT_TRUE(run.advance(h));
    const auto next = run.point();
    const vector<mp64> half = mp64(2) / h * (next.q - z.q);
    const vector<mp64> before = half - z.p - h / 2 * force(z.q);
    const vector<mp64> after = next.p - half - h / 2 * force(next.q);
    EXPECT_TRUE(max_magnitude(cross(before, z.q)) < small);
    EXPECT_TRUE(max_magnitude(cross(after, next.q)) < small);
    EXPECT_FALSE(max_magnitude(before) < small);
    EXPECT_TRUE(abs(mp64(next.q.dot(next.q) - 1)) < small);
    EXPECT_TRUE(abs(mp64(next.q.dot(next.p))) < small);
  }
}

/// A rigid body with the moments 1, 2, 3/2 as nine coordinates, L = ½ tr(Ṙ J Ṙᵀ): J_i = (I_j + I_k − I_i)/2.
std::string body_of_nine_entries() {
  std::string coordinates;
  std::string energy;
  std::string constraints;
  const char* const weights[] = {"5/4", "1/4", "3/4"};
  for (int i = 1; i <= 3; ++i) {
    for (int k = 1; k <= 3; ++k) {
      const std::string name = "r" + std::to_string(i) + std::to_string(k);
      coordinates += (coordinates.empty() ? "\"" : ", \"") + name + "\"";
      energy +=
          (energy.empty() ? "" : " + ") + std::string(weights[k - 1]) + "*dot(" + name + ")^2/2";
    }
  }
  for (int i = 1; i <= 3; ++i) {
    for (int k = i; k <= 3; ++k) {
      std::string sum;
      for (int row = 1; row <= 3; ++row) {
        const std::string r = "r" + std::to_string(row);
        sum += (sum.empty() ? "" : " + ") + r + std::to_string(i) + "*" + r + std::to_string(k);
      }
      constraints += "c" + std::to_string(i) + std::to_string(k) + " = \"" + sum +
                     (i == k ? " = 1\"\n" : " = 0\"\n");
    }
  }
  // Ṙ = R hat(Ω) with Ω = (1, 2, 3) at R = 1
  return "name = \"nine-entries\"\ncoordinates = [" + coordinates + "]\nlagrangian = \"" + energy +
         "\"\n[constraints]\n" + constraints +
         "[start]\nr11 = \"1\"\nr22 = \"1\"\nr33 = \"1\"\n[velocity]\nr12 = \"-3\"\nr13 = \"2\"\n"
         "r21 = \"3\"\nr23 = \"-1\"\nr31 = \"-2\"\nr32 = \"1\"\n";
}

TEST(moser_veselov, keeps_its_discrete_angular_momentum_in_space) {
  const text_file file(body_of_nine_entries());
  constrained_run<mp64> run(file.path(), "moser-veselov");
  constrained_run<mp64> lobatto(file.path(), "lobatto:degree=1");
  using square = Eigen::Matrix<mp64, 3, 3>;
  const auto rotation = [](const phase_point<mp64>& z) {
    square r;
    for (int k = 0; k < 9; ++k) {
      r(k / 3, k % 3) = z.q[k];
    }
    return r;
  };
  square j = square::Zero();
  j(0, 0) = rational<mp64>(5, 4);
  j(1, 1) = rational<mp64>(1, 4);
  j(2, 2) = rational<mp64>(3, 4);
  const mp64 h = rational<mp64>(1, 20);
  square before = rotation(run.point());
  square kept = square::Zero();
  for (int n = 0; n < 4; ++n) {
    ASSERT_TRUE(run.advance(h));
    ASSERT_TRUE(lobatto.advance(h));
    EXPECT_TRUE(distance(run.point(), lobatto.point()) < small);
    const square now = rotation(run.point());
    const square momentum = now * j * before.transpose() - before * j * now.transpose();
    for (int k = 0; k < 9 && n > 0; ++k) {
      EXPECT_TRUE(abs(mp64(momentum(k / 3, k % 3) - kept(k / 3, k % 3))) < small);
    }
    // h times that of the start, (1, 4, 9/2)
    EXPECT_NEAR(to_double(mp64(momentum(1, 0) / h)), 4.5, 0.1);
    const square unit = now.transpose() * now - square::Identity();
    for (int k = 0; k < 9; ++k) {
      EXPECT_TRUE(abs(mp64(unit(k / 3, k % 3))) < small);
    }
    kept = momentum;
    before = now;
  }
}

TEST(names_of_constrained_schemes, fit_what_they_are_for) {
  try {
    constrained_run<double>(system_path("chaplygin-sleigh"), "rattle");
    FAIL();
  } catch (const invalid_input& e) {
    EXPECT_NE(std::string(e.what()).find("'rattle' does not fit a system with constraints"),
              std::string::npos)
        << e.what();
  }
  try {
    (void)read_problem("pendulum", {}, {"moser-veselov"});
    FAIL();
  } catch (const invalid_input& e) {
    EXPECT_STREQ(e.what(),
                 "scheme moser-veselov does not fit pendulum: it needs holonomic constraints, "
                 "R'R = 1 of a rotation matrix");
  }
  // without constraints RATTLE is leapfrog
  const auto p = read_problem("pendulum", {}, {"rattle", "leapfrog"});
  const auto in = make_problem<double>(p);
  phase_point<double> z[2] = {in.start, in.start};
  for (std::size_t k = 0; k < 2; ++k) {
    auto step = p.schemes[k].entry->make<double>({}, in.system);
    vector<double> y = step.start(in.start, 0.0);
    ASSERT_TRUE(step.step(y, 0.0, 0.1).ok());
    z[k] = step.phase(y, 0.1);
  }
  EXPECT_EQ(z[0].q[0], z[1].q[0]);
  EXPECT_EQ(z[0].p[0], z[1].p[0]);
}

}  // namespace
}  // namespace plumbline
