// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What is true of systems with constraints, as users ask for it: exact solutions, orders, datasets, the judge. Kinds: closed
// forms, agreement of computations that share nothing (the exact solution and the proven motion), orders from both sides.
#include "constraints/constrained_run.hpp"
#include "validation/program.hpp"

namespace {

using plumbline::testing::system_path;
using plumbline::testing::text_file;

program::result run(const std::string& words) { return program::run(program::words(words)); }

std::string body(const std::string& more) {
  return "name = \"body\"\ncoordinates = [\"b\"]\n[bodies.b]\ninertia = [\"1\", \"2\", \"3\"]\n" +
         more + "[velocity]\nb.Omega1 = \"1/10\"\nb.Omega2 = \"2\"\nb.Omega3 = \"1/5\"\n";
}

TEST(constrained_truths, a_free_body_has_an_exact_solution_and_it_is_the_proven_motion) {
  const text_file file(body(""));
  const auto exact = run("exact " + file.path() + " --times 1/2,1 --digits 30");
  ASSERT_EQ(exact.code, 0) << exact.err;
  const auto proven =
      run("integrate " + file.path() + " --certified --step 1/2 --steps 2 --digits 25");
  if (proven.err.find("needs a program built with Arb") != std::string::npos) {
    GTEST_SKIP() << proven.err;
  }
  ASSERT_EQ(proven.code, 0) << proven.err;
  const auto a = program::parse_csv(exact.out);
  const auto b = program::parse_csv(proven.out);
  const plumbline::precision_scope scope(40);
  for (std::size_t row = 0; row < 2; ++row) {
    for (std::size_t k = 1; k < a.header.size(); ++k) {
      const auto off =
          abs(plumbline::mp(plumbline::decimal<plumbline::mp>(a.rows.at(row).at(k)) -
                            plumbline::decimal<plumbline::mp>(b.rows.at(row + 1).at(k))));
      EXPECT_LT(off, plumbline::decimal<plumbline::mp>("2e-23")) << a.header[k];
    }
  }
}

// 2T I_2 = L² exactly, but a component that every arithmetic rounds: what follows from the rounding alone is no number.
TEST(constrained_truths, a_start_on_the_separatrix_has_no_period_made_of_rounding_errors) {
  const text_file file(
      "name = \"body\"\ncoordinates = [\"b\"]\n[bodies.b]\ninertia = [\"1\", \"2\", \"3\"]\n"
      "[velocity]\nb.Omega1 = \"1\"\nb.Omega2 = \"1\"\nb.Omega3 = \"sqrt(1/3)\"\n");
  for (const std::string& start :
       {file.path() + " --digits 64", file.path() + " --digits 16",
        std::string("pendulum --set omega=1 --start q1=pi/3 --start p1=sqrt(3)")}) {
    const auto r = run("exact " + start + " --times 0,1");
    EXPECT_EQ(r.code, 0) << r.err;
    EXPECT_NE(r.err.find("period"), std::string::npos) << r.err;
    EXPECT_NE(r.err.find("it lies on a separatrix"), std::string::npos) << r.err;
    EXPECT_EQ(r.out.find("period="), std::string::npos) << r.out;
    EXPECT_NE(r.out.find("energy="), std::string::npos) << r.out;
  }
  const auto step =
      run("measure energy-error pendulum --set omega=1 --start q1=pi/3 --start p1=sqrt(3) "
          "--scheme rk4 --step period/20 --steps 3");
  EXPECT_EQ(step.code, 2) << step.out;
  EXPECT_NE(step.err.find("has no period"), std::string::npos) << step.err;
  // beside it, as far as the digits tell, there is one
  const auto beside =
      run("exact pendulum --set omega=1 --start q1=0 --start p1=2-1e-100 --times 1");
  EXPECT_EQ(beside.err, "");
  EXPECT_NE(beside.out.find("period="), std::string::npos) << beside.out;
}

TEST(constrained_truths, only_a_free_body_has_an_exact_solution) {
  for (const char* const more :
       {"mass = \"1\"\nat = [\"b.R13 + b.R12\", \"b.R23 + b.R22\", \"b.R33 + b.R32\"]\n",
        "[forces]\nb.q1 = \"-dot(b.q1)\"\n", "[constraints]\nflat = \"b.q1 = 0\"\n"}) {
    const text_file file(body(more));
    const auto r = run("exact " + file.path() + " --times 1 --project-start");
    EXPECT_EQ(r.code, 2) << more << r.out;
  }
  const text_file heavy(
      "name = \"heavy\"\ncoordinates = [\"b\"]\npotential = \"b.R33\"\n"
      "[bodies.b]\ninertia = [\"1\", \"2\", \"3\"]\n");
  EXPECT_EQ(run("exact " + heavy.path() + " --times 1").code, 2);
}

/// `exact` and Taylor series of the equations of motion, which share nothing, agree at the time.
void expect_motion(const std::string& file, const std::string& t) {
  SCOPED_TRACE(file);
  const auto exact = run("exact " + file + " --times " + t + " --digits 30");
  ASSERT_EQ(exact.code, 0) << exact.err;
  const auto series =
      run("integrate " + file + " --scheme taylor --step " + t + "/8 --steps 8 --digits 30");
  ASSERT_EQ(series.code, 0) << series.err;
  const auto a = program::parse_csv(exact.out);
  const auto b = program::parse_csv(series.out);
  const plumbline::precision_scope scope(40);
  for (std::size_t k = 1; k < a.header.size(); ++k) {
    const auto off = abs(plumbline::mp(plumbline::decimal<plumbline::mp>(a.rows.at(0).at(k)) -
                                       plumbline::decimal<plumbline::mp>(b.rows.at(8).at(k))));
    EXPECT_LT(plumbline::to_double(off), 1e-27) << a.header[k];
  }
}

std::string rod(const std::string& potential, const std::string& more = "") {
  return "name = \"anything\"\ncoordinates = [\"a\", \"b\", \"c\"]\npotential = \"" + potential +
         "\"\n[parameters]\nm = \"2\"\neps = \"0\"\n[points.bob]\nmass = \"m\"\n" +
         "at = [\"a\", \"b\", \"c\"]\n[constraints]\nrod = \"(a - 1)^2 + b^2 + c^2 = 4\"\n" + more +
         "[start]\na = \"1 + 6/5\"\nb = \"-8/5\"\n[velocity]\nc = \"1\"\na = \"4/5\"\nb = "
         "\"3/5\"\n";
}

TEST(constrained_truths, a_pendulum_in_space_is_recognised_by_its_form) {
  const text_file file(rod("3*b + m*a/2 + 7"));
  expect_motion(file.path(), "1");
  const std::string out = run("exact " + file.path() + " --times 0").out;
  EXPECT_NE(out.find(" nutation_period="), std::string::npos) << out;
  EXPECT_NE(out.find(" precession_per_period="), std::string::npos) << out;
}

TEST(constrained_truths, only_a_pendulum_in_space_has_that_solution) {
  for (const std::string& text : {rod("b^2"), rod("b + c^3/1000"), rod("b", "wall = \"a = b\"\n"),
                                  rod("b", "[forces]\na = \"-dot(a)\"\n"), rod("b*cos(t)")}) {
    const text_file file(text);
    const auto r = run("exact " + file.path() + " --times 1 --project-start");
    EXPECT_EQ(r.code, 2) << text << r.out;
  }
  // a form that the parameters leave
  const text_file file(rod("b + eps*b^2"));
  EXPECT_EQ(run("exact " + file.path() + " --times 1").code, 0);
  const auto left = run("exact " + file.path() + " --times 1 --set eps=1");
  EXPECT_EQ(left.code, 2);
  EXPECT_NE(left.err.find("do not leave it a point of mass on a rod"), std::string::npos)
      << left.err;
}

std::string top(const std::string& inertia, const std::string& axis, const std::string& potential) {
  return "name = \"anything\"\ncoordinates = [\"b\"]\npotential = \"" + potential +
         "\"\n[parameters]\ng = \"981/100\"\nextra = \"0\"\n[bodies.b]\ninertia = [" + inertia +
         "]\nmass = \"3\"\nat = [\"b.R1" + axis + "/2\", \"b.R2" + axis + "/2\", \"b.R3" + axis +
         "/2\"]\n[start]\nb.q0 = \"4/5\"\nb.q1 = \"3/5\"\n[velocity]\nb.Omega1 = \"1\"\nb.Omega2 "
         "= " +
         "\"-2\"\nb.Omega3 = \"3\"\n";
}

TEST(constrained_truths, a_symmetric_top_is_recognised_by_its_form) {
  for (const std::string& text :
       {top("\"2\", \"2\", \"1\"", "3", "3*g*b.z"), top("\"1\", \"2\", \"2\"", "1", "-3*g*b.z + 5"),
        top("\"2\", \"1\", \"2\"", "2", "g*(b.R12 + b.R22)"),
        top("\"2\", \"2\", \"1 + extra\"", "3", "0")}) {
    const text_file file(text);
    expect_motion(file.path(), "1/2");
  }
  // the upright top, its axis vertical: it sleeps
  const text_file file(top("\"2\", \"2\", \"1\"", "3", "3*g*b.z"));
  const auto sleeping =
      run("exact " + file.path() +
          " --times 2 --digits 20 --start b.q0=1 --start b.q1=0 --start b.Omega1=0 "
          "--start b.Omega2=0 --start b.Omega3=3");
  ASSERT_EQ(sleeping.code, 0) << sleeping.err;
  const auto row = program::parse_csv(sleeping.out).rows.at(0);
  EXPECT_NEAR(std::stod(row.at(1)), std::cos(3.0), 1e-15);
  EXPECT_NEAR(std::stod(row.at(4)), std::sin(3.0), 1e-15);
  EXPECT_EQ(std::stod(row.at(2)), 0);
}

TEST(constrained_truths, only_a_symmetric_top_has_that_solution) {
  for (const std::string& text :
       {top("\"2\", \"3\", \"1\"", "3", "3*g*b.z"), top("\"1\", \"2\", \"2\"", "3", "3*g*b.z"),
        top("\"2\", \"2\", \"1\"", "3", "3*g*b.z + b.R31"),
        top("\"2\", \"2\", \"1\"", "3", "b.z^2")}) {
    const text_file file(text);
    EXPECT_EQ(run("exact " + file.path() + " --times 1").code, 2) << text;
  }
  const text_file file(top("\"2 + extra\", \"2\", \"1\"", "3", "3*g*b.z"));
  EXPECT_EQ(run("exact " + file.path() + " --times 1").code, 0);
  EXPECT_EQ(run("exact " + file.path() + " --times 1 --set extra=1/1000").code, 2);
  // without weight it is free
  EXPECT_EQ(run("exact " + file.path() + " --times 1 --set g=0").code, 0);
}

TEST(constrained_truths, keplers_problem_on_a_sphere_is_recognised_by_its_form) {
  const auto kepler = [](const std::string& potential) {
    return "name = \"anything\"\ncoordinates = [\"w\", \"x\", \"y\", \"z\"]\nlagrangian = "
           "\"3/2*(dot(w)^2 + dot(x)^2 + dot(y)^2 + dot(z)^2) - (" +
           potential +
           ")\"\n[parameters]\nR = \"2\"\n[constraints]\nsphere = \"w^2 + x^2 + y^2 + " +
           "z^2 = R^2\"\n[start]\nw = \"3/5*R\"\nx = \"4/5*R\"\n[velocity]\ny = \"1/2\"\nz = "
           "\"1/3\"\n";
  };
  for (const std::string& potential :
       {std::string("-2*w/sqrt(R^2 - w^2)"), std::string("2*y/sqrt(w^2 + x^2 + z^2) + 1")}) {
    const text_file file(kepler(potential));
    expect_motion(file.path(), "1/2");
  }
  for (const std::string& potential :
       {std::string("-2*w/(R^2 - w^2)"), std::string("-2*w/sqrt(R^2 - w^2) + x/100")}) {
    const text_file file(kepler(potential));
    EXPECT_EQ(run("exact " + file.path() + " --times 1").code, 2) << potential;
  }
  const text_file falls(kepler("-2*w/sqrt(R^2 - w^2)"));
  const auto refused = run("exact " + falls.path() + " --times 1 --start v.y=0 --start v.z=0");
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("without angular momentum"), std::string::npos) << refused.err;
}

// The potential is infinite at the poles: a point on a sphere with such a potential is no spherical pendulum.
TEST(constrained_truths, a_potential_that_is_infinite_at_a_pole_is_no_weight) {
  const auto on_sphere = [](const std::string& potential) {
    return "name = \"anything\"\ncoordinates = [\"x\", \"y\", \"z\"]\nlagrangian = "
           "\"(dot(x)^2 + dot(y)^2 + dot(z)^2)/2 - (" +
           potential +
           ")\"\n[constraints]\nsphere = \"x^2 + y^2 + z^2 = 1\"\n[start]\nx = \"3/5\"\nz = "
           "\"4/5\"\n[velocity]\ny = \"1/2\"\n";
  };
  const text_file kepler(on_sphere("-z/sqrt(1 - z^2)"));
  expect_motion(kepler.path(), "1/2");
  for (const char* const potential :
       {"1/(1 - z)", "1/sqrt(1 - z^2)", "1/sqrt(x^2 + y^2 + (z - 1)^2)"}) {
    const text_file file(on_sphere(potential));
    const auto exact = run("exact " + file.path() + " --times 1");
    EXPECT_EQ(exact.code, 2) << potential;
    EXPECT_EQ(exact.err.find("weight"), std::string::npos) << exact.err;
    EXPECT_EQ(run("converge " + file.path() + " --scheme midpoint --steps 10,20 --until 1").code, 0)
        << potential;
  }
}

TEST(constrained_truths, the_pendulum_in_angles_has_the_motion_of_that_in_space) {
  const std::string angles =
      std::string(PLUMBLINE_SOURCE_DIR) + "/examples/systems/spherical-pendulum.toml";
  const auto exact = run("exact " + angles + " --times 5 --digits 25 --set l=1");
  ASSERT_EQ(exact.code, 0) << exact.err;
  // θ from the downward vertical; θ = π/3, φ̇ = 2
  const auto space = run("exact " + system_path("spherical-rod") +
                         " --times 5 --digits 25 --start x=sqrt(3)/2 --start y=0 --start z=-1/2 "
                         "--start v.x=0 --start v.y=sqrt(3) --start v.z=0");
  ASSERT_EQ(space.code, 0) << space.err;
  const auto a = program::parse_csv(exact.out).rows.at(0);
  const auto b = program::parse_csv(space.out).rows.at(0);
  const double theta = std::stod(a.at(1));
  const double phi = std::stod(a.at(2));
  EXPECT_NEAR(std::stod(b.at(1)), std::sin(theta) * std::cos(phi), 1e-14);
  EXPECT_NEAR(std::stod(b.at(2)), std::sin(theta) * std::sin(phi), 1e-14);
  EXPECT_NEAR(std::stod(b.at(3)), -std::cos(theta), 1e-14);
  const auto pole = run("exact " + angles + " --times 5 --start theta=0");
  EXPECT_EQ(pole.code, 2);
  EXPECT_NE(pole.err.find("singular"), std::string::npos) << pole.err;
}

TEST(constrained_truths, orders_are_measured_against_them) {
  const text_file file(body(""));
  const text_file heavy(top("\"2\", \"2\", \"1\"", "3", "3*g*b.z"));
  for (const std::string& system :
       {file.path(), heavy.path(), system_path("spherical-rod"), system_path("chaplygin-sleigh")}) {
    const auto r = run("converge " + system +
                       " --scheme simpson --until 1/2 --steps 20,40 --digits 34 --format json");
    ASSERT_EQ(r.code, 0) << r.err;
    const auto row = r.json().at("rows").at(1);
    EXPECT_NEAR(std::stod(row.at(5).get<std::string>()), 4, 0.05) << system;
    EXPECT_NEAR(std::stod(row.at(6).get<std::string>()), 4, 0.05) << system;
  }
}

TEST(constrained_truths, other_names_of_schemes_are_shown) {
  const auto r = run("show rattle --json");
  ASSERT_EQ(r.code, 0) << r.err;
  EXPECT_EQ(r.json().at("name"), "rattle");
  EXPECT_EQ(run("show moser-veselov").code, 0);
  EXPECT_EQ(run("show moser-veselow").code, 2);
}

TEST(constrained_truths, datasets_are_verified_and_the_judge_knows_them) {
  const text_file file(body(""));
  const program::folder place;
  const std::string set = (place / "set").native();
  const auto made = run("dataset " + file.path() + " --step 1/4 --steps 2 --digits 20 -o " + set);
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_EQ(run("dataset verify " + set + " --full").code, 0);
  EXPECT_EQ(run("judge " + set + "/data.csv --system " + file.path()).code, 0);
  // a state of a scheme is no truth
  const std::string states = (place / "states.csv").native();
  ASSERT_EQ(run("integrate " + file.path() +
                " --scheme simpson --step 1/4 --steps 2 --digits 16 -o " + states)
                .code,
            0);
  EXPECT_EQ(run("judge " + states + " --system " + file.path()).code, 1);
}

}  // namespace
