// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Kind: truth from outside (closed forms).
//
// What rests stays at rest: a start in an equilibrium is a motion like any other, though its increments are rounding errors
// of the coordinates. And the limit of stability belongs to the equilibrium, wherever it is: at the step that is printed the
// known stability function has the size 1.
#include "validation/program.hpp"

#include <cmath>
#include <complex>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace {

using program::run_well;
using program::write;

const char* const elastic =
    "name = \"elastic\"\ncoordinates = [\"r\", \"theta\"]\n"
    "lagrangian = \"(dot(r)^2 + r^2*dot(theta)^2)/2 - 20*(r - 1)^2 + 9.81*r*cos(theta)\"\n"
    "[start]\nr = \"1.24525\"\n";
const char* const trap =
    "name = \"trap\"\ncoordinates = [\"x\", \"y\"]\n"
    "lagrangian = \"(dot(x)^2 + dot(y)^2)/2 + (x*dot(y) - y*dot(x))/2 - 2*(x - 3)^2 - 2*(y + "
    "1)^2\"\n[start]\nx = 3\ny = -1\n[velocity]\nx = 0\n";

std::vector<double> last_row(const std::string& table) {
  const auto end = table.find_last_not_of('\n');
  std::istringstream line(table.substr(table.rfind('\n', end) + 1));
  std::vector<double> values;
  for (std::string cell; std::getline(line, cell, ',');) {
    values.push_back(std::strtod(cell.c_str(), nullptr));
  }
  return values;
}

class at_rest : public ::testing::TestWithParam<const char*> {};

TEST_P(at_rest, stays_there_at_every_precision) {
  const program::folder place;
  write(place / "elastic.toml", elastic);
  write(place / "trap.toml", trap);
  const double pi = std::acos(-1.0);
  struct rest {
    std::string system;
    double q1;
    double q2;
  };
  // the last one is unstable: rounding errors grow by e^(11.6 t)
  const std::vector<rest> cases = {{(place / "elastic.toml").native(), 1.24525, 0},
                                   {(place / "trap.toml").native(), 3, -1},
                                   {"double-pendulum --start q1=pi --start q2=pi", pi, pi}};
  for (const auto& each : cases) {
    for (const char* digits : {"16", "34", "64", "100"}) {
      const std::string command = "integrate " + each.system + " --step 1/10 --steps 10 --digits " +
                                  digits + " --scheme " + GetParam();
      const auto r = program::run(program::words(command));
      ASSERT_EQ(r.code, 0) << command << "\n" << r.err;
      const auto row = last_row(r.out);
      ASSERT_GT(row.size(), 2U);
      EXPECT_NEAR(row[1], each.q1, 1e-9) << command;
      EXPECT_NEAR(row[2], each.q2, 1e-9) << command;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(schemes, at_rest,
                         ::testing::Values("midpoint", "simpson", "lobatto --set degree=5",
                                           "galerkin-gauss --set degree=3", "gauss-collocation",
                                           "newmark", "radau-iia", "lobatto-iiia",
                                           "lobatto-iiia-iiib"));

double value(const std::string& lines, const std::string& name) {
  const auto at = ("\n" + lines).find("\n" + name + " = ");
  EXPECT_NE(at, std::string::npos) << name << " in " << lines;
  return at == std::string::npos ? 0 : std::strtod(lines.c_str() + at + name.size() + 3, nullptr);
}

/// Of the classical Runge-Kutta method.
double size_of_rk4(std::complex<double> z) {
  return std::abs(1.0 + z + z * z / 2.0 + z * z * z / 6.0 + z * z * z * z / 24.0);
}

TEST(stability_limit, belongs_to_the_equilibrium_wherever_it_is) {
  const program::folder place;
  const auto file = [&](const char* name, const std::string& text) {
    write(place / name, text);
    return (place / name).native() + " ";
  };
  const auto limits = [](const std::string& command) {
    return run_well("measure stability-limit " + command).out;
  };
  const std::string well = limits(
      file(
          "well.toml",
          "name = \"well\"\ncoordinates = [\"x\"]\nlagrangian = \"dot(x)^2/2 + x^2/2 - x^4/4\"\n") +
      "--scheme leapfrog --start x=1/2 --digits 16");
  EXPECT_NEAR(value(well, "stability-limit"), std::sqrt(2.0), 1e-9);  // omega = sqrt(2) at x = 1
  EXPECT_EQ(value(well, "equilibrium-q1"), 1);

  const std::string pendulum =
      limits(file("elastic.toml", elastic) + "--scheme simpson --start theta=1/10 --digits 34");
  EXPECT_NEAR(value(pendulum, "stability-limit"), 2 * std::sqrt(2.0 / 40), 1e-9);
  EXPECT_NEAR(value(pendulum, "window2-from"), 2 * std::sqrt(3.0 / 40), 1e-9);
  EXPECT_NEAR(value(pendulum, "window2-to"), 2 * std::sqrt(6.0 / 40), 1e-9);
  EXPECT_NE(pendulum.find("equilibrium-q1 = 1.24525\nequilibrium-q2 = 0\n"), std::string::npos)
      << pendulum;

  const std::string decay = limits(file("decay.toml",
                                        "name = \"decay\"\ncoordinates = [\"x\"]\n[equations]\nx = "
                                        "\"-5*x\"\n") +
                                   "--scheme rk4 --digits 16");
  EXPECT_NEAR(size_of_rk4(-5 * value(decay, "stability-limit")), 1, 1e-14);

  const std::string species =
      limits(file("species.toml",
                  "name = \"species\"\ncoordinates = [\"x\", \"y\"]\n[equations]\nx = "
                  "\"x*(1 - y)\"\ny = \"y*(x - 1)\"\n[start]\nx = 2\ny = 1\n") +
             "--scheme rk4 --digits 16");
  EXPECT_NEAR(size_of_rk4({0, value(species, "stability-limit")}), 1, 1e-14);
  EXPECT_EQ(value(species, "equilibrium-x"), 1);

  const auto none =
      program::run(program::words("measure stability-limit lagrange-top --scheme rk4"));
  program::expect_refused(none, 2, "no rest");
  EXPECT_NE(none.err.find("no stable equilibrium"), std::string::npos) << none.err;
}

// A maximum of the potential is stable in a magnetic field B with B² > 4: ω² − 3 ω + 1 = 0 for B = 3. The triangular points of the
// restricted three-body problem are stable for mu = 1/100: ω⁴ − ω² + 27/4 mu (1 − mu) = 0.
TEST(stability_limit, belongs_to_a_rest_that_a_magnetic_force_makes_stable) {
  const program::folder place;
  write(place / "top.toml",
        "name = \"top\"\ncoordinates = [\"x\", \"y\"]\nlagrangian = \"(dot(x)^2 + dot(y)^2)/2 + "
        "B*(x*dot(y) - y*dot(x))/2 + (x^2 + y^2)/2\"\n[parameters]\nB = 3\n");
  const std::string top = "measure stability-limit " + (place / "top.toml").native() + " ";
  const double largest = (3 + std::sqrt(5.0)) / 2;
  EXPECT_NEAR(size_of_rk4({0, largest * value(run_well(top + "--scheme rk4 --digits 16").out,
                                              "stability-limit")}),
              1, 1e-13);
  EXPECT_EQ(run_well(top + "--scheme midpoint --digits 16").out,
            "stability-limit = inf\nequilibrium-q1 = 0\nequilibrium-q2 = 0\n");
  const auto weak = program::run(program::words(top + "--set B=19/10 --scheme rk4"));
  program::expect_refused(weak, 2, "a maximum in a weak field");
  EXPECT_NE(weak.err.find("no stable equilibrium"), std::string::npos) << weak.err;

  const std::string bodies =
      run_well("measure stability-limit " PLUMBLINE_SOURCE_DIR
               "/examples/systems/restricted-three-body.toml"
               " --set mu=1/100 --start x=0.48 --start y=0.86 --scheme rk4 --digits 16")
          .out;
  EXPECT_NEAR(value(bodies, "equilibrium-q1"), 0.49, 1e-15);
  EXPECT_NEAR(value(bodies, "equilibrium-q2"), std::sqrt(0.75), 1e-15);
  const double faster = std::sqrt((1 + std::sqrt(1 - 27 * 0.01 * 0.99)) / 2);
  EXPECT_NEAR(size_of_rk4({0, faster * value(bodies, "stability-limit")}), 1, 1e-13);
}

// V = x³/10 + x⁴/12 has an inflection at 0, to which Newton's iteration goes from x > 0, and one minimum, at −9/10, with ω² = 27/100.
TEST(stability_limit, belongs_to_no_inflection) {
  const program::folder place;
  write(place / "inflection.toml",
        "name = \"inflection\"\ncoordinates = [\"x\"]\nlagrangian = \"dot(x)^2/2 - x^3/10 - "
        "x^4/12\"\n");
  for (const std::string start : {"1", "1/1000", "-1"}) {
    const std::string limit =
        run_well("measure stability-limit " + (place / "inflection.toml").native() +
                 " --scheme leapfrog --digits 16 --start x=" + start)
            .out;
    EXPECT_NEAR(value(limit, "stability-limit"), 2 / std::sqrt(0.27), 1e-14) << start;
    EXPECT_NEAR(value(limit, "equilibrium-q1"), -0.9, 1e-15) << start;
  }
}

// Argon as Lennard-Jones has it, in metres: the well is narrower than 1e-9.
TEST(stability_limit, belongs_to_a_minimum_in_any_unit) {
  const program::folder place;
  write(
      place / "argon.toml",
      "name = \"argon\"\ncoordinates = [\"r\"]\nlagrangian = \"m*dot(r)^2/2 - 4*depth*((s/r)^12 - "
      "(s/r)^6)\"\n[parameters]\nm = \"3.3e-26\"\ndepth = \"1.65e-21\"\ns = "
      "\"3.4e-10\"\n[start]\nr = "
      "\"5e-10\"\n");
  const std::string limit = run_well("measure stability-limit " + (place / "argon.toml").native() +
                                     " --scheme leapfrog --digits 16")
                                .out;
  const double s = 3.4e-10;
  const double rate = std::sqrt(72 * 1.65e-21 / (std::cbrt(2.0) * s * s * 3.3e-26));
  EXPECT_NEAR(value(limit, "stability-limit") * rate / 2, 1, 1e-12);
  EXPECT_NEAR(value(limit, "equilibrium-q1") / s, std::pow(2.0, 1.0 / 6), 1e-14);
}

// At rest no step leaves its zone, so that the limit is that of the spring before it yields, 2/omega with omega^2 = 10.
TEST(stability_limit, of_a_law_with_zones_is_that_of_the_zone_at_rest) {
  const std::string bilinear = "bilinear-oscillator --scheme ";
  for (const std::string events : {"split", "none"}) {
    for (const std::string digits : {"16", "64"}) {
      const std::string options = " --events " + events + " --digits " + digits;
      const std::string limit =
          run_well("measure stability-limit " + bilinear + "central-difference" + options).out;
      EXPECT_NEAR(value(limit, "stability-limit"), 2 / std::sqrt(10.0), 1e-14) << options;
      // before a step is made, it is asked whether it is stable
      run_well("integrate " + bilinear + "average-acceleration --step 1/100 --steps 4" + options);
    }
  }
}

}  // namespace
