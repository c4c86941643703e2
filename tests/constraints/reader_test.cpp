// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Systems with constraints and bodies from text: what is refused, with the culprit's name, and what a start has to satisfy.
// Kinds: refused files, the nearest start (a closed form), facts that follow from the text.
#include "constraints/constrained_run.hpp"
#include <plumbline/catalogue/schemes.hpp>
#include <plumbline/catalogue/system_file.hpp>
#include <plumbline/core/errors.hpp>
#include <plumbline/study/constancy.hpp>

#include <gtest/gtest.h>

namespace plumbline {
namespace {

using testing::constrained_run;
using testing::system_path;
using testing::text_file;

std::string reason_of(const std::string& text) {
  try {
    (void)parse_system(text, "s.toml");
  } catch (const invalid_input& error) {
    return error.what();
  }
  return "accepted";
}

/// Reading the system and making its start.
std::string start_reason(const std::string& text, const problem_texts& texts = {}) {
  const text_file file(text);
  try {
    (void)make_problem<mp64>(read_problem(file.path(), texts));
  } catch (const std::exception& error) {
    return error.what();
  }
  return "accepted";
}

std::string plane(const std::string& more) {
  return "name = \"s\"\ncoordinates = [\"x\", \"y\", \"z\"]\n"
         "lagrangian = \"(dot(x)^2 + dot(y)^2 + dot(z)^2)/2\"\n" +
         more;
}

#define EXPECT_SAYS(text, part) EXPECT_NE(std::string(text).find(part), std::string::npos) << (text)

TEST(constraint_file, refuses_what_is_no_constraint) {
  EXPECT_SAYS(reason_of(plane("[constraints]\nc = \"x*dot(y) = 1\"\n")), "constraints.c");
  EXPECT_SAYS(reason_of(plane("[constraints]\nc = \"x*dot(y) = 1\"\n")),
              "belongs in [nonholonomic]");
  EXPECT_SAYS(reason_of(plane("[constraints]\nc = \"2 = 1\"\n")), "contains no coordinate");
  EXPECT_SAYS(reason_of(plane("[constraints]\nc = \"x = y = z\"\n")), "two '='");
  EXPECT_SAYS(reason_of(plane("[constraints]\nc = \"p(x) = 0\"\n")), "p(x)");
  EXPECT_SAYS(reason_of(plane("[constraints]\nc = \"x = w\"\n")), "unknown name 'w'");
  EXPECT_SAYS(reason_of(plane("[constraints]\nc = \"x = \"\n")), "constraints.c");
  EXPECT_SAYS(reason_of(plane("[constraints]\n\"c d\" = \"x = 0\"\n")), "is not a name");
  EXPECT_SAYS(reason_of(plane("[constraints]\nc = \"x\"\n[nonholonomic]\nc = \"dot(y)\"\n")),
              "taken by another constraint");
  EXPECT_SAYS(reason_of(plane("[nonholonomic]\nn = \"dot(x)^2 = 1\"\n")), "not affine");
  EXPECT_SAYS(reason_of(plane("[nonholonomic]\nn = \"x = 1\"\n")), "belongs in [constraints]");
  EXPECT_SAYS(reason_of(plane("[nonholonomic]\nn = \"1 = 1\"\n")), "contains no coordinate");
  EXPECT_SAYS(reason_of(plane("[constraints]\na = \"x\"\nb = \"y\"\nc = \"z\"\nd = \"x - y\"\n")),
              "4 constraints leave no freedom to 3 coordinates");
  EXPECT_SAYS(reason_of("name = \"s\"\ncoordinates = [\"x\", \"y\"]\n[equations]\nx = \"y\"\ny = "
                        "\"-x\"\n[constraints]\nc = \"x = y\"\n"),
              "[equations] are of first order and take no constraints");
}

TEST(constraint_file, says_the_column_of_a_mistake_on_either_side) {
  EXPECT_SAYS(reason_of(plane("[constraints]\nc = \"x = y + * z\"\n")), "line 5, column 14");
  EXPECT_SAYS(reason_of(plane("[constraints]\nc = \"x + = y\"\n")), "line 5, column 10");
}

TEST(constraint_file, refuses_constraints_that_depend_on_one_another) {
  const std::string rod = "[start]\nx = \"1\"\n[constraints]\nrod = \"x^2 + y^2 + z^2 = 1\"\n";
  EXPECT_SAYS(start_reason(plane(rod + "rod2 = \"2*x^2 + 2*y^2 = 2 - 2*z^2\"\n")),
              "'rod2' follows from 'rod'");
  EXPECT_SAYS(start_reason(plane(rod + "rod2 = \"x^2 + y^2 + z^2 = 4\"\n")),
              "'rod2' contradicts 'rod'");
  EXPECT_SAYS(start_reason(plane("[constraints]\na = \"x = y\"\n[nonholonomic]\nc = \"2*dot(x) - "
                                 "2*dot(y) = 0\"\n")),
              "'c' follows from 'a'");
  // dependent at the start alone
  EXPECT_SAYS(start_reason(plane(rod + "touch = \"x + y^2/2 + z^2 = 1\"\n")),
              "start: 'touch' follows from 'rod'");
  EXPECT_SAYS(start_reason(plane("[constraints]\nc = \"x^2 = 0\"\n")), "'c' has no direction");
}

TEST(constraint_file, refuses_a_start_off_the_constraints_by_name_and_number) {
  const std::string rod = "[constraints]\nrod = \"x^2 + y^2 + z^2 = 1\"\n";
  EXPECT_SAYS(start_reason(plane(rod + "[start]\nx = \"4/5\"\ny = \"2/5\"\nz = \"2/5\"\n")),
              "start: does not satisfy constraint 'rod': off by 0.04; --project-start takes the "
              "nearest start that does");
  EXPECT_SAYS(start_reason(plane(rod + "[start]\nx = \"1\"\n[velocity]\nx = \"1/4\"\n")),
              "does not satisfy constraint 'rod': off by 0.5");
  EXPECT_SAYS(start_reason(plane(rod + "[start]\nx = \"1\"\n[momentum]\nx = \"1/4\"\n")),
              "does not satisfy constraint 'rod': off by 0.5");
  EXPECT_SAYS(start_reason(plane("[nonholonomic]\nslip = \"dot(x) = dot(y)\"\n[velocity]\nx = "
                                 "\"3\"\n")),
              "does not satisfy constraint 'slip': off by 3");
  // 10^(6 − 64) of the terms is let through
  EXPECT_EQ(start_reason(plane(rod + "[start]\nx = \"1 + 1e-59\"\n")), "accepted");
  EXPECT_SAYS(start_reason(plane(rod + "[start]\nx = \"1 + 1e-57\"\n")), "off by 2e-57");
}

TEST(constraint_file, projects_a_start_where_that_is_asked_for) {
  problem_texts project;
  project.project_start = true;
  // masses 1, 1, 1: the nearest point of the sphere is on the same ray, the velocity loses its radial part
  const text_file file(
      plane("[constraints]\nrod = \"x^2 + y^2 + z^2 = 1\"\n[start]\nx = \"6/5\"\ny = "
            "\"8/5\"\n[velocity]\nx = \"1\"\nz = \"2\"\n"));
  const auto in = make_problem<mp64>(read_problem(file.path(), project));
  const auto near = [](const mp64& x, const mp64& y) {
    return abs(mp64(x - y)) < decimal<mp64>("1e-61");
  };
  EXPECT_TRUE(near(in.start.q[0], rational<mp64>(3, 5)));
  EXPECT_TRUE(near(in.start.q[1], rational<mp64>(4, 5)));
  EXPECT_TRUE(near(in.start.p[0], rational<mp64>(16, 25)));
  EXPECT_TRUE(near(in.start.p[1], rational<mp64>(-12, 25)));
  EXPECT_TRUE(near(in.start.p[2], mp64(2)));
  EXPECT_THROW((void)read_problem("pendulum", project), invalid_input);
}

TEST(constraint_file, asks_for_a_mass_on_what_the_constraints_leave) {
  const std::string head =
      "name = \"s\"\ncoordinates = [\"x\", \"y\"]\nlagrangian = \"dot(x)^2/2 - x\"\n";
  EXPECT_SAYS(start_reason(head + "[constraints]\nc = \"x = 0\"\n"),
              "the mass matrix is singular on the constraints");
  // M is singular, and regular on x = y
  EXPECT_EQ(start_reason(head + "[constraints]\nc = \"x = y\"\n"), "accepted");
  const text_file file(head + "[constraints]\nc = \"x = y\"\n");
  constrained_run<mp64> run(file.path(), "simpson");
  ASSERT_TRUE(run.advance(rational<mp64>(1, 4), 4));  // x = −t²/2
  EXPECT_LT(abs(mp64(run.point().q[1] + rational<mp64>(1, 2))), decimal<mp64>("1e-60"));
}

TEST(constraint_file, names_the_schemes_that_fit) {
  try {
    (void)read_problem(system_path("spherical-rod"), {}, {"newmark"});
    ADD_FAILURE() << "accepted";
  } catch (const invalid_input& error) {
    const std::string text = error.what();
    EXPECT_SAYS(text, "'newmark' does not fit a system with constraints; these do: ");
    for (const char* const scheme :
         {"midpoint", "simpson", "lobatto,", "galerkin-gauss", "rk4,", "gauss-collocation",
          "taylor", "lobatto-iiia-iiib", "leapfrog", "yoshida-4"}) {
      EXPECT_SAYS(text, scheme);
    }
    EXPECT_EQ(text.find("central-difference"), std::string::npos);
  }
  for (const char* const scheme : {"extrapolation", "midpoint-extrapolation", "symplectic-euler-a",
                                   "discrete-gradient", "newmark-extrapolation"}) {
    EXPECT_THROW((void)read_problem(system_path("spherical-rod"), {}, {scheme}), invalid_input)
        << scheme;
  }
  EXPECT_THROW((void)read_problem(system_path("chaplygin-sleigh"), {}, {"leapfrog"}),
               invalid_input);
  EXPECT_THROW((void)read_problem(system_path("chaplygin-sleigh"), {}, {"lobatto-iiia-iiib"}),
               invalid_input);
  EXPECT_THROW((void)read_problem(system_path("driven-torus"), {}, {"leapfrog"}), invalid_input);
}

TEST(constraint_file, knows_which_momenta_the_constraints_leave_constant) {
  // x is cyclic in L; the constraint contains it
  const auto bound = parse_system(plane("[constraints]\nc = \"x = y^2\"\n"), "s.toml");
  EXPECT_EQ(bound->facts.cyclic, std::vector<int>{2});
  EXPECT_EQ(bound->facts.holonomic, 1);
  EXPECT_FALSE(bound->facts.working_constraints);
  const auto rolling =
      parse_system(plane("[nonholonomic]\nn = \"dot(x) = x*dot(y) + 1\"\n"), "s.toml");
  EXPECT_EQ(rolling->facts.cyclic, std::vector<int>{2});
  EXPECT_TRUE(rolling->facts.working_constraints);
  const auto driven = parse_system(plane("[constraints]\nc = \"x = sin(t)\"\n"), "s.toml");
  EXPECT_FALSE(driven->facts.autonomous);
  EXPECT_TRUE(driven->facts.working_constraints);
}

TEST(constraint_file, judges_invariants_on_the_constraints) {
  const text_file file(
      plane("[constraints]\nrod = \"x^2 + y^2 + z^2 = 1\"\n[start]\nx = "
            "\"1\"\n[velocity]\ny = \"1\"\n[invariants]\nspeed = \"dot(x)^2 + "
            "dot(y)^2 + dot(z)^2\"\nradius = \"x^2 + y^2 + z^2\"\nno = \"x*dot(y)\"\n"));
  const precision_scope scope(400);
  const auto p = read_problem(file.path(), {});
  const auto in = make_problem<mp>(p);
  evaluation<mp> at(in.system);
  const auto verdicts =
      constancy_of(in.system, in.start.q, velocity(at, in.start.q, in.start.p), in.t0, 3);
  EXPECT_EQ(verdicts[0].constant, constancy::always);
  EXPECT_EQ(verdicts[1].constant, constancy::always);
  EXPECT_EQ(verdicts[2].constant, constancy::no);
}

std::string body(const std::string& inside, const std::string& more = "") {
  return "name = \"s\"\ncoordinates = [\"b\"]\n" + more + "[bodies.b]\n" + inside;
}

TEST(body_file, refuses_what_is_no_body) {
  EXPECT_SAYS(reason_of(body("inertia = [\"1\", \"1\"]\n")), "three principal moments");
  EXPECT_SAYS(reason_of(body("inertia = [\"1\", \"1\", \"3\"]\n")), "no body has these moments");
  EXPECT_SAYS(reason_of(body("inertia = [\"-1\", \"1\", \"1\"]\n")), "not negative");
  EXPECT_SAYS(reason_of(body("inertia = [\"1\", \"1\", \"1\"]\nmass = \"1\"\n")),
              "mass and at stand together");
  EXPECT_SAYS(
      reason_of(body("inertia = [\"1\", \"1\", \"1\"]\n", "lagrangian = \"dot(b.q0)^2\"\n")),
      "goes with a potential, not with a lagrangian");
  EXPECT_SAYS(reason_of("name = \"s\"\ncoordinates = [\"x\"]\npotential = \"x\"\n[bodies.b]\n"
                        "inertia = [\"1\", \"1\", \"1\"]\n"),
              "does not stand among the coordinates");
  EXPECT_SAYS(
      reason_of(body("inertia = [\"1\", \"1\", \"1\"]\n[velocity]\nb.Omega1 = \"1\"\nb.q1 = "
                     "\"1\"\n")),
      "not both");
  EXPECT_SAYS(reason_of(body("inertia = [\"1\", \"1\", \"1\"]\n[velocity]\nb.Omega4 = \"1\"\n")),
              "b.Omega4");
  EXPECT_SAYS(reason_of(body("inertia = [\"1\", \"1\", \"1\"]\n[velocity]\nb.omega1 = \"1\"\n")),
              "did you mean 'b.Omega1'?");
  // the moments of a plate: allowed, and one more than that is not
  EXPECT_EQ(reason_of(body("inertia = [\"1\", \"2\", \"3\"]\n")), "accepted");
}

TEST(body_file, adds_coordinates_a_constraint_and_names) {
  const auto made = parse_system(body("inertia = [\"1\", \"2\", \"5/2\"]\n"), "s.toml");
  EXPECT_EQ(made->dimension, 4);
  ASSERT_EQ(made->constraints.size(), 1U);
  EXPECT_EQ(made->constraints[0].name, "b.unit");
  const auto has = [&](const std::string& name) {
    return std::any_of(made->quantities.begin(), made->quantities.end(),
                       [&](const named_quantity& q) { return q.name == name; });
  };
  for (const char* const name : {"b.R11", "b.R33", "b.Omega1", "b.omega3"}) {
    EXPECT_TRUE(has(name)) << name;
  }
}

}  // namespace
}  // namespace plumbline
