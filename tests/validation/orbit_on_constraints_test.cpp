// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline orbit` of systems with constraints. Kind: black box; closed forms, and the orbit of the same system in coordinates without
// constraints, which shares none of what is done about them.
#include "constraints/constrained_run.hpp"
#include "validation/orbit_program.hpp"
#include <plumbline/scalar/functions.hpp>

namespace {

using plumbline::testing::text_file;
using program::expect_near;
using program::expect_orbit_message;
using program::orbit;
using program::orbit_result;

constexpr const char* in_the_plane =
    "name = \"plane\"\ncoordinates = [\"x\", \"y\"]\n"
    "lagrangian = \"(dot(x)^2 + dot(y)^2)/2 - y\"\n";

constexpr const char* on_a_sphere =
    "name = \"sphere\"\ncoordinates = [\"x\", \"y\", \"z\"]\n"
    "lagrangian = \"(dot(x)^2 + dot(y)^2 + dot(z)^2)/2 - z\"\n"
    "[constraints]\nrod = \"x^2 + y^2 + z^2 = 1\"\n";
constexpr const char* moving_rod =
    "[constraints]\nrod = \"(x - cos(2*t)/5)^2 + y^2 = 1\"\n"
    "[forces]\nx = \"-dot(x)/5\"\ny = \"-dot(y)/5\"\n"
    "[start]\nx = \"sin(1/10) + 1/5\"\ny = \"-cos(1/10)\"\n";
constexpr const char* its_angle =
    "name = \"angle\"\ncoordinates = [\"th\"]\n"
    "lagrangian = \"((cos(th)*dot(th) - 2*sin(2*t)/5)^2 + (sin(th)*dot(th))^2)/2 + cos(th)\"\n"
    "[forces]\nth = \"-(cos(th)*dot(th) - 2*sin(2*t)/5)/5*cos(th) - sin(th)^2*dot(th)/5\"\n"
    "[start]\nth = \"1/10\"\n";

void expect_same(const orbit_result& a, const orbit_result& b,
                 const std::vector<std::string>& names, int digits) {
  for (const std::string& name : names) {
    SCOPED_TRACE(name);
    expect_near(a.values.at(name), b.values.at(name), digits);
  }
  for (const char* const name : {"trivial_multipliers", "stability"}) {
    EXPECT_EQ(a.values.at(name), b.values.at(name)) << name;
  }
}

TEST(orbit_on_constraints, of_a_pendulum_has_the_period_of_the_closed_form) {
  const text_file file(std::string(in_the_plane) +
                       "[constraints]\nrod = \"x^2 + y^2 = 1\"\n"
                       "[start]\nx = \"sin(1)\"\ny = \"-cos(1)\"\n");
  // 4 K(sin(1/2)^2), by mpmath
  const std::string period = "6.6999756643704527127012113791610154272280763289738";
  for (const char* const way :
       {" --period 6.7", " --period 6.6 --reversor x=x",
        " --start x=0 --start y=-1 --start v.x=2*sin(1/2) --period 6.6 --reversor x=-x",
        " --period 6.8 --symmetry 2:x=-x", " --section x --direction up --returns 1"}) {
    SCOPED_TRACE(way);
    const auto r = orbit(file.path() + way + " --digits 50");
    expect_near(r.values.at("period"), period, 47);
    expect_near(r.values.at("energy"), "-0.54030230586813971740093660744297660373231042061792", 47);
    EXPECT_EQ(r.values.at("trivial_multipliers"), "2");
    EXPECT_EQ(r.values.count("multiplier1.re"), 0U);
  }
  // a mass that changes nothing of the motion; 4 K(sin(asin(3/5)/2)^2)/sqrt(9.81), by mpmath
  const text_file heavy(
      "name = \"heavy\"\ncoordinates = [\"x\", \"y\"]\n"
      "lagrangian = \"m*((dot(x)^2 + dot(y)^2)/2 - 9.81*y)\"\n[parameters]\nm = \"1e12\"\n"
      "[constraints]\nrod = \"x^2 + y^2 = 1\"\n[start]\nx = \"0.6\"\ny = \"-0.8\"\n");
  for (const char* const digits : {"16", "20"}) {
    const auto r = orbit(heavy.path() + " --period 2.1 --hold x=0.6 --digits " + digits);
    expect_near(r.values.at("period"), "2.05925160957556120054", 14);
    expect_near(r.values.at("q1"), "0.6", 14);
  }
  // a guess need not be on the constraint
  const auto moved = orbit(file.path() + " --start x=2 --period 8 --hold energy=-1/2 --digits 50");
  expect_near(moved.values.at("period"), "6.7430014192503841714848146311963079580032035765644", 47);
}

TEST(orbit_on_constraints, of_a_double_pendulum_is_that_of_its_angles) {
  const text_file angles(
      "name = \"angles\"\ncoordinates = [\"a\", \"b\"]\n"
      "lagrangian = \"l^2*dot(a)^2 + dot(b)^2/2 + l*cos(a - b)*dot(a)*dot(b) + 2*l*cos(a) + "
      "cos(b)\"\n[parameters]\nl = \"1\"\n[start]\na = \"1/2\"\nb = \"7/10\"\n");
  const text_file rods(
      "name = \"rods\"\ncoordinates = [\"x\", \"y\", \"u\", \"w\"]\n"
      "lagrangian = \"(dot(x)^2 + dot(y)^2 + dot(u)^2 + dot(w)^2)/2 - y - w\"\n"
      "[parameters]\nl = \"1\"\n"
      "[constraints]\nupper = \"x^2 + y^2 = l^2\"\nlower = \"(u - x)^2 + (w - y)^2 = 1\"\n"
      "[start]\nx = \"sin(1/2)\"\ny = \"-cos(1/2)\"\n"
      "u = \"sin(1/2) + sin(7/10)\"\nw = \"-cos(1/2) - cos(7/10)\"\n");
  const std::vector<std::string> same = {"period", "energy", "multiplier1.re", "multiplier1.im",
                                         "multiplier2.re"};
  const std::string words = " --period 8.5 --digits 40";
  const auto truth = orbit(angles.path() + words + " --reversor a=a");
  expect_same(orbit(rods.path() + words + " --reversor x=x"), truth, same, 38);
  expect_same(orbit(rods.path() + words), truth, same, 38);
  // a branch in a parameter of the constraint
  const std::string branch = " --continue l=1:1.2:2 --format csv --reversor ";
  const auto last = [](const program::result& r) {
    const auto table = program::parse_csv(r.out);
    std::map<std::string, std::string> row;
    for (std::size_t k = 0; k < table.header.size(); ++k) {
      row[table.header[k]] = table.rows.back().at(k);
    }
    return row;
  };
  auto here = last(program::run_well("orbit " + rods.path() + words + branch + "x=x"));
  auto there = last(program::run_well("orbit " + angles.path() + words + branch + "a=a"));
  for (const std::string& name : same) {
    SCOPED_TRACE(name);
    expect_near(here.at(name), there.at(name), 38);
  }
  // of a scheme: the distance to the orbit of the flow has its order
  const auto steps = orbit(rods.path() + words + " --scheme simpson --steps 80");
  EXPECT_NEAR(std::stod(steps.values.at("distance_order")), 4, 0.01);
  EXPECT_EQ(steps.values.at("stability"), "stable");
  EXPECT_EQ(steps.values.count("multiplier4.re"), 1U);  // of the states on the constraints
  EXPECT_EQ(steps.values.count("multiplier5.re"), 0U);
}

// The derivative of half a period is singular across the constraints here: it was inverted all the same.
TEST(orbit_on_constraints, of_unequal_masses_comes_back_with_the_multipliers_of_its_angles) {
  const std::string masses =
      "[parameters]\nm1 = \"3/2\"\nm2 = \"1\"\nl1 = \"1\"\nl2 = \"7/10\"\ng = \"9.81\"\n";
  const text_file rods(
      "name = \"rods\"\ncoordinates = [\"x1\", \"y1\", \"x2\", \"y2\"]\n"
      "potential = \"m1*g*y1 + m2*g*y2\"\n"
      "[points.a]\nmass = \"m1\"\nat = [\"x1\", \"y1\"]\n"
      "[points.b]\nmass = \"m2\"\nat = [\"x2\", \"y2\"]\n" +
      masses +
      "[constraints]\nr1 = \"x1^2 + y1^2 = l1^2\"\nr2 = \"(x2-x1)^2 + (y2-y1)^2 = l2^2\"\n"
      "[start]\nx1 = \"0.3\"\ny1 = \"-0.95\"\nx2 = \"0.6\"\ny2 = \"-1.6\"\n");
  const text_file angles(
      "name = \"angles\"\ncoordinates = [\"a\", \"b\"]\n"
      "lagrangian = \"(m1 + m2)*l1^2*dot(a)^2/2 + m2*l2^2*dot(b)^2/2 + "
      "m2*l1*l2*cos(a - b)*dot(a)*dot(b) + (m1 + m2)*g*l1*cos(a) + m2*g*l2*cos(b)\"\n" +
      masses + "[start]\na = \"0.3\"\nb = \"0.5\"\n");
  const std::string words = " --period 2.2 --hold energy=-29 --digits ";
  for (const char* const digits : {"34", "40", "50"}) {
    SCOPED_TRACE(digits);
    const int right = std::stoi(digits) - 3;
    expect_same(orbit(rods.path() + words + digits + " --reversor x1=x1"),
                orbit(angles.path() + words + digits + " --reversor a=a"),
                {"period", "energy", "multiplier1.re", "multiplier1.im", "multiplier2.re"}, right);
  }
}

TEST(orbit_on_constraints, turns_with_a_symmetry) {
  const text_file sphere(std::string(on_a_sphere) +
                         "[start]\nx = \"4/5\"\nz = \"-3/5\"\n[velocity]\ny = \"3/10\"\n"
                         "[invariants]\nLz = \"x*dot(y) - y*dot(x)\"\n");
  const text_file angles(
      "name = \"angles\"\ncoordinates = [\"th\", \"phi\"]\n"
      "lagrangian = \"(dot(th)^2 + sin(th)^2*dot(phi)^2)/2 + cos(th)\"\n"
      "[start]\nth = \"acos(3/5)\"\n[velocity]\nphi = \"3/8\"\n");
  const auto a = orbit(sphere.path() + " --period 3.5 --relative Lz --digits 40");
  const auto b = orbit(angles.path() + " --period 3.5 --relative phi --digits 40");
  expect_same(a, b, {"period", "energy"}, 38);
  const plumbline::precision_scope scope(60);
  const plumbline::mp turn = plumbline::from_text<plumbline::mp>(b.values.at("drift.phi")) -
                             plumbline::from_text<plumbline::mp>(a.values.at("drift.Lz"));
  program::expect_small(plumbline::mp(turn - 2 * plumbline::pi<plumbline::mp>()), 37);
  // the conical pendulum: rate^2 = 1/cos(th), Lz = sin(th)^2 rate, and z = -cos(th) = -4/5 has the rate sqrt(5)/2
  const auto cone = orbit(sphere.path() +
                          " --start x=3/5+1/50 --start z=-4/5 --start v.y=29/40 "
                          "--equilibrium --relative Lz --digits 40");
  const auto rate = plumbline::from_text<plumbline::mp>(cone.values.at("rate.Lz"));
  const auto z = plumbline::from_text<plumbline::mp>(cone.values.at("q3"));
  program::expect_small(plumbline::mp(rate * rate * z + 1), 37);
  expect_near(cone.values.at("Lz"), plumbline::to_text(plumbline::mp((1 - z * z) * rate), 45), 37);
  EXPECT_EQ(cone.values.at("trivial_exponents"), "2");
  EXPECT_EQ(cone.values.at("stability"), "stable");
}

// On the axis of a rotation nothing turns: no exponent is left out. Two equal pendulums have the frequencies sqrt(2 -+ sqrt(2)).
TEST(orbit_on_constraints, at_rest_on_an_axis_has_all_exponents) {
  const text_file pendulums(
      "name = \"two\"\ncoordinates = [\"x\", \"y\", \"z\", \"u\", \"v\", \"w\"]\n"
      "lagrangian = \"(dot(x)^2 + dot(y)^2 + dot(z)^2 + dot(u)^2 + dot(v)^2 + dot(w)^2)/2 - z - "
      "w\"\n"
      "[constraints]\nupper = \"x^2 + y^2 + z^2 = 1\"\n"
      "lower = \"(u - x)^2 + (v - y)^2 + (w - z)^2 = 1\"\n"
      "[start]\nx = \"1/10\"\nz = \"-1\"\nu = \"1/10\"\nv = \"1/10\"\nw = \"-2\"\n"
      "[invariants]\nLz = \"x*dot(y) - y*dot(x) + u*dot(v) - v*dot(u)\"\n");
  const auto r = orbit(pendulums.path() + " --equilibrium --digits 40");
  EXPECT_EQ(r.values.at("trivial_exponents"), "0");
  for (const char* const name : {"exponent1.im", "exponent2.im"}) {
    expect_near(r.values.at(name), "1.84775906502257351225636637879357657364483", 38);
  }
  for (const char* const name : {"exponent3.im", "exponent4.im"}) {
    expect_near(r.values.at(name), "0.765366864730179543456919968060797733522689", 38);
  }
}

// A body that turns about its first axis with (5/8) rate^2 + cos(th)/2 = E: 4 K(1/(E + 1/2))/sqrt(8/5 (E + 1/2)), by mpmath. Its
// quaternion is the opposite one after a turn.
TEST(orbit_on_constraints, of_a_body_closes_its_attitude_or_its_quaternion) {
  const text_file body(
      "name = \"body\"\ncoordinates = [\"b\"]\npotential = \"b.z\"\n[bodies.b]\n"
      "inertia = [\"1\", \"3/2\", \"2\"]\nmass = \"1\"\n"
      "at = [\"b.R13/2\", \"b.R23/2\", \"b.R33/2\"]\n"
      "[start]\nb.q0 = \"cos(5*pi/12)\"\nb.q1 = \"sin(5*pi/12)\"\n[velocity]\nb.Omega1 = \"3\"\n"
      "[invariants]\nLz = \"b.R31*5/4*b.Omega1 + b.R32*7/4*b.Omega2 + b.R33*2*b.Omega3\"\n");
  const plumbline::precision_scope scope(60);
  const auto turn =
      plumbline::from_text<plumbline::mp>("2.1837929131334585305769715611145510479873681110999");
  const auto once = orbit(body.path() +
                          " --period 2.2 --digits 40 "
                          "--symmetry 1:b.q0=-b.q0,b.q1=-b.q1,b.q2=-b.q2,b.q3=-b.q3");
  expect_near(once.values.at("period"), plumbline::to_text(turn, 50), 38);
  const auto twice = orbit(body.path() + " --period 4.4 --digits 40");
  expect_near(twice.values.at("period"), plumbline::to_text(plumbline::mp(2 * turn), 50), 38);
  // the multipliers of two turns are the squares of those of one: cos(2 x) = 2 cos(x)^2 - 1 on the unit circle
  EXPECT_EQ(once.values.at("trivial_multipliers"), "4");
  EXPECT_EQ(twice.values.at("trivial_multipliers"), "4");
  EXPECT_EQ(once.values.at("stability"), "stable");
  const auto cosine = plumbline::from_text<plumbline::mp>(once.values.at("multiplier1.re"));
  expect_near(twice.values.at("multiplier1.re"),
              plumbline::to_text(plumbline::mp(2 * cosine * cosine - 1), 50), 36);
}

TEST(orbit_on_constraints, that_move_in_time_have_no_rest) {
  const text_file driven(
      "name = \"driven\"\ncoordinates = [\"x\"]\nlagrangian = \"dot(x)^2/2 - x^2/2 + x*cos(t)\"\n");
  expect_orbit_message(driven.path() + " --equilibrium", 2,
                       "driven depends on time: it has no rest");
}

// V = x^2 + (w - x)^2/2 + w^4/4 on the curve has its rest at 0, with the frequencies sqrt(2 -+ sqrt(2)).
TEST(orbit_on_constraints, at_rest_is_found_from_afar) {
  const text_file bowl(
      "name = \"bowl\"\ncoordinates = [\"x\", \"y\", \"w\"]\n"
      "lagrangian = \"(dot(x)^2 + 3*dot(y)^2 + dot(w)^2)/2 - 2*y - (w - x)^2/2 - w^4/4\"\n"
      "[constraints]\ncurve = \"y = x^2/2\"\n"
      "[start]\nx = \"1\"\ny = \"1/2\"\nw = \"1/2\"\n");
  const auto r = orbit(bowl.path() + " --equilibrium --digits 40");
  expect_near(r.values.at("exponent1.im"), "1.84775906502257351225636637879357657364483", 38);
  expect_near(r.values.at("exponent2.im"), "0.765366864730179543456919968060797733522689", 38);
  EXPECT_EQ(r.values.at("stability"), "stable");
}

// A bead on a hoop that turns with the rate 1: the rest below branches there.
TEST(orbit_on_constraints, at_rest_where_branches_meet_is_not_decided) {
  const text_file hoop(
      "name = \"hoop\"\ncoordinates = [\"x\", \"z\"]\n"
      "lagrangian = \"(dot(x)^2 + dot(z)^2)/2 + w^2*x^2/2 - z\"\n[parameters]\nw = \"1\"\n"
      "[constraints]\nring = \"x^2 + z^2 = 1\"\n[start]\nx = \"1/10\"\nz = \"-1\"\n");
  for (const char* const digits : {"20", "34", "60"}) {
    expect_orbit_message(hoop.path() + " --equilibrium --digits " + digits, 3,
                         "the equilibrium is not decided");
  }
}

TEST(orbit_on_constraints, that_move_is_that_of_the_angle) {
  const text_file plane(std::string(in_the_plane) + moving_rod);
  const text_file angle(its_angle);
  expect_same(orbit(plane.path() + " --period pi --digits 40"),
              orbit(angle.path() + " --period pi --digits 40"),
              {"period", "multiplier1.re", "multiplier1.im"}, 38);
}

/// Each number of a proof lies in the ball of the other one.
void expect_same_balls(const orbit_result& a, const orbit_result& b,
                       const std::vector<std::string>& names) {
  const plumbline::precision_scope scope(60);
  for (const std::string& name : names) {
    SCOPED_TRACE(name);
    const auto number = [&name](const orbit_result& r) {
      return plumbline::from_text<plumbline::mp>(r.values.at(name));
    };
    const auto radius = [&name](const orbit_result& r) {
      return plumbline::from_text<plumbline::mp>(r.radii.at(name));
    };
    EXPECT_TRUE(abs(plumbline::mp(number(a) - number(b))) <= radius(a) + radius(b));
    EXPECT_TRUE(radius(a) < pow(plumbline::mp(10), -19));
  }
  EXPECT_EQ(a.values.at("stability"), b.values.at("stability"));
}

TEST(orbit_on_constraints, of_a_pendulum_is_proven_to_have_the_period_of_the_closed_form) {
  const text_file file(std::string(in_the_plane) +
                       "[constraints]\nrod = \"x^2 + y^2 = 1\"\n"
                       "[start]\nx = \"sin(1)\"\ny = \"-cos(1)\"\n");
  const plumbline::precision_scope scope(60);
  const auto period = plumbline::from_text<plumbline::mp>(  // 4 K(sin(1/2)^2), by mpmath
      "6.6999756643704527127012113791610154272280763289738");
  for (const char* const way : {"", " --reversor x=x", " --symmetry 2:x=-x"}) {
    SCOPED_TRACE(way);
    const auto r = orbit(file.path() + " --period 6.7" + way + " --digits 20 --prove");
    const plumbline::mp off = plumbline::from_text<plumbline::mp>(r.values.at("period")) - period;
    EXPECT_TRUE(abs(off) <= plumbline::from_text<plumbline::mp>(r.radii.at("period")));
    EXPECT_EQ(r.values.at("trivial_multipliers"), "2");
    EXPECT_EQ(r.values.at("stability"), "stable");
  }
}

TEST(orbit_on_constraints, that_move_is_proven_with_the_multipliers_of_the_angle) {
  const text_file plane(std::string(in_the_plane) + moving_rod);
  const text_file angle(its_angle);
  expect_same_balls(orbit(plane.path() + " --period pi --digits 20 --prove"),
                    orbit(angle.path() + " --period pi --digits 20 --prove"),
                    {"multiplier1.re", "multiplier1.im", "multiplier2.im"});
}

// The same in coordinates and velocities without the multiplier, as equations of first order.
TEST(orbit_on_constraints, of_velocities_is_proven) {
  const text_file blade(R"toml(name = "blade"
coordinates = ["x", "y", "z"]
lagrangian = "(dot(x)^2 + dot(y)^2 + dot(z)^2)/2 - x^2/2 - y^2 - 3*z^2/2"
[forces]
x = "-3/10*dot(x) + 7/10*cos(t)"
y = "-3/10*dot(y) + sin(t + 1)"
z = "-3/10*dot(z)"
[nonholonomic]
blade = "dot(z) = y*dot(x)"
[start]
x = "1/10"
)toml");
  const text_file reduced(R"toml(name = "reduced"
coordinates = ["x", "y", "z", "u", "v"]
[equations]
x = "u"
y = "v"
z = "y*u"
u = "(-x - 3/10*u + 7/10*cos(t) - y*(u*v + 3*z + 3/10*y*u))/(1 + y^2)"
v = "-2*y - 3/10*v + sin(t + 1)"
[start]
x = "1/10"
)toml");
  auto a = orbit(blade.path() + " --period 2*pi --digits 20 --prove");
  const auto b = orbit(reduced.path() + " --period 2*pi --digits 20 --prove");
  const std::vector<std::string> states = {"x", "y", "z"};
  for (std::size_t i = 0; i < states.size(); ++i) {
    const std::string own = "q" + std::to_string(i + 1);
    a.values[states[i]] = a.values.at(own);
    a.radii[states[i]] = a.radii.at(own);
  }
  expect_same_balls(a, b, {"x", "y", "z", "multiplier1.re", "multiplier3.im", "multiplier5.re"});
}

// A parallelogram of rods that a reflection with reversed time leaves as it is: on the states that it keeps, two of the constraints are
// one. Both ends move on circles of radius 2, so that L = 4 phi'^2 + 4 g cos(phi): the energy -38.24 has the period
// 4 K(m)/sqrt(g/2) with 1 - 2 m = 38.24/(4 g).
TEST(orbit_on_constraints, that_a_reversor_exchanges_is_proven) {
  const text_file rods(R"toml(name = "parallelogram"
coordinates = ["x1", "y1", "x2", "y2"]
lagrangian = "(dot(x1)^2 + dot(y1)^2 + dot(x2)^2 + dot(y2)^2)/2 - 9.81*(y1 + y2)"
[constraints]
left = "(x1 + 1)^2 + y1^2 = 4"
right = "(x2 - 1)^2 + y2^2 = 4"
coupler = "(x2 - x1)^2 + (y2 - y1)^2 = 4"
[start]
x1 = "-1"
y1 = "-2"
x2 = "1"
y2 = "-2"
[velocity]
x1 = "1"
x2 = "1"
)toml");
  const auto r = orbit(rods.path() +
                       " --period 2.9 --reversor x1=-x2,y1=y2,x2=-x1,y2=y1 --digits 20 --prove "
                       "--certificate " +
                       rods.path() + ".json");
  const plumbline::precision_scope scope(60);
  const auto period =  // by mpmath
      plumbline::from_text<plumbline::mp>("2.8461094160486548138829479898787186132164972411926");
  const plumbline::mp off = plumbline::from_text<plumbline::mp>(r.values.at("period")) - period;
  EXPECT_TRUE(abs(off) <= plumbline::from_text<plumbline::mp>(r.radii.at("period")));
  program::run_well("orbit verify " + rods.path() + ".json");
}

// A reversor that turns the velocities leaves out all constraints of velocities. The motion is x = 3/5 cos(t) with y = 0 and z at rest;
// beside it y has the frequency sqrt(2), and its multipliers have the real part cos(2 pi sqrt(2)).
TEST(orbit_on_constraints, of_velocities_with_a_reversor_is_proven) {
  const text_file blade(R"toml(name = "blade"
coordinates = ["x", "y", "z"]
lagrangian = "(dot(x)^2 + dot(y)^2 + dot(z)^2)/2 - (x^2 + 2*y^2 + 3*z^2)/2"
[nonholonomic]
blade = "dot(z) = y*dot(x)"
[start]
x = "0.6"
y = "0.1"
z = "0.2"
)toml");
  const auto r = orbit(
      blade.path() + " --period 6.28 --digits 18 --reversor x=x --hold x=0.6 --hold z=0.2 --prove");
  expect_near(r.values.at("period"), "6.28318530717958647692", 16);
  expect_near(r.values.at("multiplier1.re"), "-0.858216185668818", 7);
  EXPECT_EQ(r.values.at("stability"), "undecided");  // 1 is a multiplier besides the trivial ones
}

// The field does not know on which level a constraint is; a map may miss it by less than most tests see.
// z has the velocity 0 whatever its momentum is. The period is 4 K(1/10)/sqrt(5/4), by mpmath.
TEST(orbit_on_constraints, that_alone_fix_a_coordinate_are_proven) {
  const text_file plane(
      "name = \"flat\"\ncoordinates = [\"x\", \"z\"]\n"
      "lagrangian = \"(dot(x)^2 + dot(z)^2)/2 - x^2/2 - x^4/4\"\n"
      "[constraints]\nplane = \"z = 1\"\n[start]\nx = \"1/2\"\nz = \"1\"\n");
  const auto proven = orbit(plane.path() + " --period 5.5 --prove --digits 20");
  EXPECT_EQ(proven.meta.at("proven"), "yes");
  expect_near(proven.values.at("period"), "5.7688455447517665615209655156", 19);
}

TEST(orbit_on_constraints, by_a_map_that_does_not_keep_them_is_none) {
  const text_file plane(
      "name = \"flat\"\ncoordinates = [\"x\", \"z\"]\n"
      "lagrangian = \"(dot(x)^2 + dot(z)^2)/2 - x^2/2 - x^4/4\"\n"
      "[constraints]\nplane = \"z = 1\"\n[start]\nx = \"1/2\"\nz = \"1\"\n");
  expect_orbit_message(plane.path() + " --period 5.5 --reversor z=3-z --digits 20", 2,
                       "does not keep constraint 'plane'");
  const text_file slider(R"toml(name = "slider"
coordinates = ["s", "h", "x", "y"]
lagrangian = "(dot(s)^2 + dot(h)^2 + dot(x)^2 + dot(y)^2)/2 - y - h - s^2"
[constraints]
rail = "h = 0"
rod = "(x - s)^2 + (y - h)^2 = 1"
[start]
s = "0.05"
x = "0.3"
y = "-sqrt(1 - 0.25^2)"
)toml");
  expect_orbit_message(
      slider.path() + " --period 8.2 --digits 20 --prove --symmetry 1:h=h+1e-45,y=y+1e-45", 2,
      "no symmetry of slider: it does not keep constraint 'rail'");
}

// A magnetic field along z: as forces it does no work, but J grad(I) is no symmetry then.
TEST(orbit_on_constraints, takes_forces_for_no_symmetry) {
  const std::string rest =
      "- (x^2 + y^2)/2 - (x^2 + y^2)^2/4 - w^2/2\"\n"
      "[constraints]\nslab = \"w = z\"\n";
  const text_file forces(
      "name = \"forces\"\ncoordinates = [\"x\", \"y\", \"z\", \"w\"]\n"
      "lagrangian = \"(dot(x)^2 + dot(y)^2 + dot(z)^2 + dot(w)^2)/2 " +
      rest +
      "[forces]\nx = \"dot(y)/3\"\ny = \"-dot(x)/3\"\n[start]\nx = \"1/2\"\n"
      "[invariants]\nI = \"x*dot(y) - y*dot(x) + (x^2 + y^2)/6\"\n");
  expect_orbit_message(forces.path() + " --period 5 --relative I --digits 20", 2,
                       "no symmetry belongs to 'I'");
}

// A wire that swings, the same forth and back: what a reversor finds is what is found without it.
TEST(orbit_on_constraints, that_move_have_their_turning_point_later) {
  const text_file wire(R"toml(name = "wire"
coordinates = ["x", "y"]
lagrangian = "(dot(x)^2 + dot(y)^2)/2 - 2*(x^2 + y^2 - 1)^2"
[constraints]
wire = "x*sin(pi*(1 - cos(t))/4) = y*cos(pi*(1 - cos(t))/4)"
[start]
x = "1"
)toml");
  const std::string words = wire.path() + " --period 2*pi --digits 20";
  expect_same(orbit(words), orbit(words + " --reversor x=x"),
              {"q1", "multiplier1.re", "multiplier1.im"}, 18);
}

TEST(orbit_on_constraints, that_turns_is_proven_with_a_reversor_too) {
  const text_file sphere(std::string(on_a_sphere) +
                         "[start]\nx = \"4/5\"\nz = \"-3/5\"\n[velocity]\ny = \"3/10\"\n"
                         "[invariants]\nLz = \"x*dot(y) - y*dot(x)\"\n");
  const std::string words = sphere.path() + " --period 3.5 --relative Lz --digits 20 --prove";
  const auto r = orbit(words + " --reversor y=-y");
  // by mpmath: the period of the angle from the vertical at E = -0.555, Lz = 0.24
  expect_near(r.values.at("period"), "3.32607927151910302132592370165", 19);
  EXPECT_EQ(r.values.at("trivial_multipliers"), "4");
}

// The plane motion of a pendulum on a sphere, of which nothing says that it may turn: 1 is a multiplier twice more.
TEST(orbit_on_constraints, with_equal_multipliers_have_all_digits) {
  const text_file sphere(std::string(on_a_sphere) + "[start]\nx = \"sqrt(3)/2\"\nz = \"-1/2\"\n");
  for (const char* const digits : {"16", "34"}) {
    const auto r = orbit(sphere.path() + " --period 6.743 --reversor y=-y --digits " + digits);
    EXPECT_EQ(r.values.at("multiplier1.re"), "1") << digits;
    EXPECT_EQ(r.values.at("multiplier2.re"), "1") << digits;
  }
}

TEST(orbit_on_constraints, of_momenta_that_are_not_linear_is_not_proven) {
  const text_file bead(
      "name = \"bead\"\ncoordinates = [\"x\", \"y\"]\n"
      "lagrangian = \"-sqrt(1 - dot(x)^2 - dot(y)^2) - y/10\"\n"
      "[constraints]\nring = \"x^2 + y^2 = 1\"\n[start]\nx = \"0.6\"\ny = \"-0.8\"\n");
  expect_orbit_message(bead.path() + " --period 20 --prove", 3,
                       "the Lagrangian is not quadratic in the velocities");
}

// The pendulum of length 1 from its angle with sin = 3/5: its period is 4 K(1/10), sin²(φ/2) = 1/10, here by mpmath. Kind:
// closed form.
TEST(orbit_on_constraints, takes_any_unit) {
  const plumbline::testing::text_file pendulum(R"(name = "pendulum-in-the-plane"
coordinates = ["x", "y"]
lagrangian = "m*(dot(x)^2 + dot(y)^2)/2 - m*g*y"
[constraints]
rod = "x^2 + y^2 = l^2"
[parameters]
m = "1"
g = "1"
l = "1"
[start]
x = "0.6"
y = "-0.8"
)");
  struct units {
    int mass;
    int length;
    int time;
  };
  for (const units& in : {units{0, 0, 0}, units{-27, -10, -13}, units{24, 7, 5}}) {
    for (const std::string further : {"", " --reversor x=x,y=y"}) {
      const auto power = [](int k) { return "e" + std::to_string(k); };
      SCOPED_TRACE(power(in.mass) + " " + power(in.length) + " " + power(in.time) + further);
      const auto r =
          orbit(pendulum.path() + " --digits 34 --set m=1" + power(in.mass) + " --set l=1" +
                power(in.length) + " --set g=1" + power(in.length - 2 * in.time) +
                " --start x=0.6" + power(in.length) + " --start y=-0.8" + power(in.length) +
                " --period 6.9" + power(in.time) + further);
      const plumbline::precision_scope scope(60);
      const plumbline::mp period = plumbline::from_text<plumbline::mp>(r.values.at("period")) *
                                   pow(plumbline::mp(10), -in.time);
      expect_near(plumbline::to_text(period, 50), "6.4497653948808775929196654523414965", 32);
      EXPECT_EQ(r.values.at("stability"), "stable");
    }
  }
}

}  // namespace
