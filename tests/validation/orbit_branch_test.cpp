// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline orbit … --continue NAME=A:B:COUNT`. Kind: black box; closed forms, similarity, refusals in words.
#include "validation/orbit_program.hpp"

#include <map>

namespace {

using plumbline::from_text;
using plumbline::mp;
using program::expect_orbit_message;
using program::expect_small;
using program::run_well;

struct branch {
  std::vector<std::map<std::string, std::string>> rows;
  nlohmann::json meta;
};

branch continued(const std::string& arguments) {
  const auto json = run_well("orbit " + arguments + " --format json").json();
  branch found;
  found.meta = json.at("meta");
  for (const auto& row : json.at("rows")) {
    std::map<std::string, std::string> cells;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const auto& cell = row.at(i);
      cells[json.at("columns").at(i)] = cell.is_string() ? cell.get<std::string>() : cell.dump();
    }
    found.rows.push_back(cells);
  }
  return found;
}

double number_after(const std::string& text, const std::string& before) {
  return std::stod(text.substr(text.find(before) + before.size()));
}

class orbit_branch : public ::testing::Test {
 protected:
  /// In polar coordinates r' = r (mu + r^2 - r^4), phi' = 1: circles r^2 = (1 ± sqrt(1 + 4 mu))/2 with the multiplier
  /// exp(4 pi (r^2 - 2 r^4)), which meet at mu = -1/4 and shrink to the origin at mu = 0.
  std::string circles() const {
    auto file = (place_ / "circles.toml").native();
    std::ofstream(file)
        << "name = \"circles\"\ncoordinates = [\"x\", \"y\"]\n[parameters]\nmu = \"1\"\n"
           "[equations]\nx = \"mu*x - y + x*(rr - rr^2)\"\ny = \"mu*y + x + y*(rr - rr^2)\"\n"
           "[define]\nrr = \"x^2 + y^2\"\n[start]\nx = \"1.27\"\n";
    return file;
  }
  program::folder place_;
};

TEST_F(orbit_branch, goes_round_a_fold_and_ends_at_rest) {
  const auto r = continued(circles() + " --period 6.3 --continue mu=1/2:-1:16 --digits 64");
  const plumbline::precision_scope scope(100);
  const mp turn = 8 * atan(mp(1));
  std::vector<std::string> values;
  for (const auto& row : r.rows) {
    values.push_back(row.at("mu"));
    const mp x = from_text<mp>(row.at("x"));
    const mp y = from_text<mp>(row.at("y"));
    const mp square = x * x + y * y;
    const bool is_fold = row.at("point") == "fold";
    const bool behind = values.size() > 9;
    const mp mu = from_text<mp>(row.at("mu"));
    expect_small(mp(from_text<mp>(row.at("period")) - turn), 62);
    if (is_fold) {
      expect_small(mp(mu + mp(1) / 4), 62);
      expect_small(mp(square - mp(1) / 2), 60);
      EXPECT_EQ(row.at("multiplier1.re"), "1");
      EXPECT_EQ(row.at("stability"), "undecided");
      continue;
    }
    const mp root = sqrt(mp(1 + 4 * mu));
    expect_small(mp(square - (behind ? mp(1 - root) : mp(1 + root)) / 2), 61);
    const mp multiplier = exp(mp(2 * turn * square * (1 - 2 * square)));
    expect_small(mp(from_text<mp>(row.at("multiplier1.re")) / multiplier - 1), 58);
    EXPECT_EQ(row.at("stability"), behind ? "unstable" : "asymptotically-stable");
  }
  EXPECT_EQ(values.size(), 11U);  // 1/2, 2/5 … -1/5, the fold, -1/5, -1/10; at 0 there is no circle
  EXPECT_EQ(r.rows.at(8).at("point"), "fold");
  EXPECT_EQ(r.meta.at("folds"), 1);
  EXPECT_NE(r.meta.at("ended").get<std::string>().find("shrink to an equilibrium"),
            std::string::npos);
}

TEST_F(orbit_branch, over_a_held_coordinate_has_the_periods_of_the_closed_form) {
  const auto r = continued("pendulum --period 1 --continue q1=1/2:5/2:3 --digits 40");
  ASSERT_EQ(r.rows.size(), 3U);
  const plumbline::precision_scope scope(60);
  for (const auto& row : r.rows) {
    const auto exact =
        run_well("exact pendulum --times 0 --digits 45 --format json --start q1=" + row.at("q1"));
    const std::string period = exact.json().at("meta").at("constants").at("period");
    expect_small(mp(from_text<mp>(row.at("period")) - from_text<mp>(period)), 36);
  }
  EXPECT_EQ(r.meta.at("ended"), "at q1 = 5/2");
  EXPECT_EQ(r.meta.at("folds"), 0);
}

// q'' = -q + cos(w t) has the orbit q = cos(w t)/(1 - w^2), whose period changes with w by no whole factor.
TEST_F(orbit_branch, over_the_frequency_of_a_force_has_its_periods) {
  const auto file = (place_ / "forced.toml").native();
  std::ofstream(file)
      << "name = \"forced\"\ncoordinates = [\"q\"]\n"
         "lagrangian = \"dot(q)^2/2 - q^2/2 + q*cos(w*t)\"\n[parameters]\nw = \"2\"\n"
         "[start]\nq = \"-1/3\"\n";
  const auto r = continued(file + " --period 2*pi/w --continue w=2:3:3 --digits 60");
  ASSERT_EQ(r.rows.size(), 3U);
  const plumbline::precision_scope scope(90);
  for (const auto& row : r.rows) {
    const mp w = from_text<mp>(row.at("w"));
    expect_small(mp(from_text<mp>(row.at("period")) - 8 * atan(mp(1)) / w), 59);
    expect_small(mp(from_text<mp>(row.at("q1")) - 1 / (1 - w * w)), 59);
  }
}

TEST_F(orbit_branch, over_a_parameter_keeps_the_energy_of_the_first_orbit) {
  const auto r = continued("pendulum --period 1.2 --continue omega=6:7:3 --digits 30");
  ASSERT_EQ(r.rows.size(), 3U);
  for (const auto& row : r.rows) {
    EXPECT_EQ(row.at("energy"), r.rows.front().at("energy"));
  }
}

TEST_F(orbit_branch, of_three_bodies_is_one_orbit_in_other_units) {
  const auto r = continued(std::string(PLUMBLINE_SOURCE_DIR) +
                           "/examples/systems/figure-eight.toml --period 6.3259 --digits 20 "
                           "--symmetry 3:x1=x3,x2=x1,x3=x2,y1=y3,y2=y1,y3=y2 --continue "
                           "period=6.3259:7:2");
  ASSERT_EQ(r.rows.size(), 2U);
  const plumbline::precision_scope scope(40);
  // Kepler's third law: E^3 T^2 is the same
  const auto law = [&](const std::map<std::string, std::string>& row) {
    const mp e = from_text<mp>(row.at("energy"));
    const mp t = from_text<mp>(row.at("period"));
    return mp(e * e * e * t * t);
  };
  expect_small(mp(law(r.rows[0]) / law(r.rows[1]) - 1), 18);
}

TEST_F(orbit_branch, says_what_is_wrong_with_a_request) {
  const std::string circle = circles() + " --period 6.3 --continue ";
  for (const char* range : {"foo", "=1:2:3", "mu", "mu=1"}) {
    expect_orbit_message(circle + range, 2,
                         std::string("--continue ") + range + ": write NAME=A:B:COUNT");
  }
  expect_orbit_message(circle + "mu=1:2", 2, "write NAME=A:B:COUNT");
  expect_orbit_message(circle + "mu=1,2,3", 2, "write NAME=A:B:COUNT");
  expect_orbit_message(circle + "mu=1:2:1", 2, "COUNT must be a whole number from 2");
  expect_orbit_message(circle + "mu=1:1:4", 2, "both ends of the range of mu are equal");
  expect_orbit_message(circle + "nu=1:2:3", 2, "--continue: unknown name 'nu'");
  expect_orbit_message(circle + "mu=1:2:3 --set mu=1", 2,
                       "'mu' is given by --set and by --continue");
  expect_orbit_message(circle + "mu=1:2:3 --prove", 2, "--prove does not go with --continue");
  expect_orbit_message(circle + "mu=1:2:3 --equilibrium", 2,
                       "--equilibrium does not go with --continue");
  expect_orbit_message(circle + "mu=1:2:3 --scheme rk4", 2, "--scheme does not go with --continue");
  expect_orbit_message(
      program::example_system("driven-pendulum") + " --period 1.5 --continue m=1:2:3", 2,
      "do not have the period 1.5");
}

// Motion in the plane about a flattened body, relative to a rotation. At the energy E of the guess and p = 0.784 two turning points
// meet at J = 0.02813445; at J = 1/100 the motion is on a circle where p = 0.79733 (both: V'(r) = 0 and V(r) = E for the effective
// potential V, by mpmath).
TEST_F(orbit_branch, ends_at_a_circle_and_towards_a_homoclinic_motion) {
  const auto file = (place_ / "flattened.toml").native();
  std::ofstream(file) << R"toml(name = "flattened"
coordinates = ["r", "f"]
lagrangian = "(dot(r)^2 + r^2*dot(f)^2)/2 + 1/r + J/r^3"
[parameters]
J = "1/100"
[start]
r = "0.7"
[velocity]
f = "1.6"
)toml";
  const std::string words = file + " --period 6 --relative f --digits 16 --continue ";
  const std::string circle = continued(words + "p.f=0.784:0.8:2").meta.at("ended");
  EXPECT_NE(circle.find("the orbits shrink to uniform motion"), std::string::npos) << circle;
  EXPECT_NEAR(number_after(circle, "p.f = "), 0.79733, 1e-4);
  const auto far = continued(words + "J=0.01:0.05:5");
  const std::string homoclinic = far.meta.at("ended");
  EXPECT_NE(homoclinic.find("towards a homoclinic motion"), std::string::npos) << homoclinic;
  EXPECT_NEAR(number_after(homoclinic, "J = "), 0.02813445, 1e-6);
  EXPECT_EQ(far.rows.size(), 2U);
}

// Roessler's orbit of period two: it comes from the doubling of that of period one at c = 2.8324, below which the latter alone is there;
// its multiplier at c = 5/2 is -0.76969 (by another integrator).
TEST_F(orbit_branch, of_doubled_orbits_ends_where_they_are_run_through_twice) {
  const auto file = (place_ / "roessler.toml").native();
  std::ofstream(file) << R"toml(name = "roessler"
coordinates = ["x", "y", "z"]
[parameters]
c = "7/2"
[equations]
x = "-y - z"
y = "x + y/5"
z = "1/5 + z*(x - c)"
[start]
y = "-6.48193946"
z = "0.0432965"
)toml";
  const auto far = continued(file + " --period 11.545 --continue c=3.5:2:7 --digits 20");
  EXPECT_EQ(far.rows.size(), 3U);  // 7/2, 13/4, 3
  const std::string ended = far.meta.at("ended");
  EXPECT_NE(
      ended.find("before c = 11/4: the branch meets orbits of a part of its period, which are "
                 "run through 2 times there"),
      std::string::npos)
      << ended;
  const std::string near =
      continued(file + " --period 11.545 --continue c=3.5:2.8:2 --digits 20").meta.at("ended");
  EXPECT_NE(near.find("the branch meets orbits of half its period"), std::string::npos) << near;
  EXPECT_NEAR(number_after(near, "= "), 2.8324, 1e-4) << near;
}

// x'' + x/3 = cos t + eps cos(t/2): one orbit for each eps, which for eps = 0 alone has half of the period; x = -3/2 cos t + 12 eps cos(t/2).
TEST_F(orbit_branch, goes_through_a_single_orbit_of_half_the_period) {
  const auto file = (place_ / "two-forces.toml").native();
  std::ofstream(file) << "name = \"two-forces\"\ncoordinates = [\"x\"]\n"
                         "lagrangian = \"dot(x)^2/2 - x^2/6 + x*(cos(t) + "
                         "eps*cos(t/2))\"\n[parameters]\neps = \"1\"\n";
  for (const auto& [range, rows] : {std::pair{"eps=-1:1:5", 5U}, {"eps=-1:1:4", 4U}}) {
    const auto all = continued(file + " --period 4*pi --digits 20 --continue " + range);
    ASSERT_EQ(all.rows.size(), rows) << all.meta;
    EXPECT_NEAR(std::stod(all.rows.back().at("q1")), 10.5, 1e-12);
    EXPECT_NEAR(std::stod(all.rows.front().at("q1")), -13.5, 1e-12);
  }
  const auto from = program::run(
      program::words("orbit " + file + " --period 4*pi --digits 20 --continue eps=0:-1:3"));
  EXPECT_EQ(from.code, 0) << from.err;
  EXPECT_NE(from.err.find("the first orbit is run through 2 times"), std::string::npos) << from.err;
  EXPECT_NE(from.out.find("-13.5"), std::string::npos) << from.out;
}

// The branch of the pendulum over its amplitude ends at rest, behind the last value.
TEST_F(orbit_branch, has_the_values_just_before_rest) {
  const auto r = continued("pendulum --period 1 --continue q1=1/2:1/50:2 --digits 20");
  ASSERT_EQ(r.rows.size(), 2U) << r.meta;
  const plumbline::precision_scope scope(40);
  const auto exact = run_well("exact pendulum --times 0 --digits 30 --format json --start q1=1/50");
  const std::string period = exact.json().at("meta").at("constants").at("period");
  expect_small(mp(from_text<mp>(r.rows.back().at("period")) - from_text<mp>(period)), 18);
  EXPECT_EQ(r.meta.at("ended"), "at q1 = 1/50");
  const auto through = continued("pendulum --period 1 --continue q1=1/2:-1/2:3 --digits 20");
  EXPECT_EQ(through.meta.at("ended"), "at q1 = 0: the orbits shrink to an equilibrium");
}

// x'' = -x^3: T = 7.4163/x for the amplitude x, without a fold, and the period grows where the orbits shrink.
TEST_F(orbit_branch, of_a_quartic_potential_shrinks_with_a_growing_period) {
  const auto file = (place_ / "quartic.toml").native();
  std::ofstream(file) << "name = \"quartic\"\ncoordinates = [\"x\"]\n"
                         "lagrangian = \"dot(x)^2/2 - x^4/4\"\n[start]\nx = \"1\"\n";
  const auto r = continued(file + " --period 7.4 --continue energy=1/4:-1:3 --digits 16");
  const std::string ended = r.meta.at("ended");
  EXPECT_EQ(ended.find("homoclinic"), std::string::npos) << ended;
  EXPECT_NE(ended.find("while the orbits shrink"), std::string::npos) << ended;
}

// Kapitza's pendulum, whose hanging rest is unstable between doublings: that of the swinging branch is where Mathieu's equation with
// damping has the multiplier -1.
TEST_F(orbit_branch, of_doubled_orbits_ends_where_it_meets_the_others) {
  const auto file = (place_ / "kapitza.toml").native();
  std::ofstream(file) << "name = \"kapitza\"\ncoordinates = [\"th\"]\n"
                         "lagrangian = \"dot(th)^2/2 + (1 + A*w^2*cos(w*t))*cos(th)\"\n"
                         "dissipation = \"c*dot(th)^2/2\"\n[parameters]\nA = \"0.1\"\nw = \"2\"\n"
                         "c = \"0.1\"\n[start]\nth = \"0.8\"\n";
  const std::string ended =
      continued(file + " --period 4*pi/w --continue w=2:2.6:5 --digits 16").meta.at("ended");
  EXPECT_NE(ended.find("the branch meets orbits of half its period"), std::string::npos) << ended;
  EXPECT_NEAR(number_after(ended, "= "), 2.21298, 2e-5) << ended;
}

// Two pendulums that are not coupled at k = 0: there each orbit is one of a family.
TEST_F(orbit_branch, leaves_out_a_value_at_which_orbits_are_not_isolated) {
  const auto file = (place_ / "coupled.toml").native();
  std::ofstream(file) << "name = \"coupled\"\ncoordinates = [\"a\", \"b\"]\nlagrangian = "
                         "\"(dot(a)^2 + 2*dot(b)^2)/2 + cos(a) + 2*cos(b) - k*(a - b)^2/2\"\n"
                         "[parameters]\nk = \"0.3\"\n[start]\na = \"1\"\nb = \"1\"\n";
  const auto r = program::run(program::words(
      "orbit " + file + " --period 6.7 --hold a=1 --continue k=0.3:-0.3:7 --digits 16"));
  ASSERT_EQ(r.code, 0) << r.err;
  EXPECT_NE(r.err.find("no row for k = 0"), std::string::npos) << r.err;
  EXPECT_NE(r.out.find("# ended: at k = -0.3\n"), std::string::npos) << r.out;
}

// x'' = -k (x + x^3): T = 4.768022/sqrt(k) for the amplitude 1, to the last value.
TEST_F(orbit_branch, with_a_period_that_grows_by_a_power_goes_on) {
  const auto file = (place_ / "spring.toml").native();
  std::ofstream(file)
      << "name = \"spring\"\ncoordinates = [\"x\"]\n"
         "lagrangian = \"dot(x)^2/2 - k*(x^2/2 + x^4/4)\"\n[parameters]\nk = \"1\"\n"
         "[start]\nx = \"1\"\n";
  const auto r = continued(file + " --period 4.77 --hold x=1 --continue k=1:1/1000:3 --digits 16");
  EXPECT_EQ(r.rows.size(), 3U);
  EXPECT_EQ(r.meta.at("ended"), "at k = 1/1000");
}

// A force that keeps the symmetry x(t + T/2) = -x(t), which the orbits of two wells have not: they meet the symmetric ones.
TEST_F(orbit_branch, of_orbits_without_symmetry_meets_those_with_it) {
  const auto file = (place_ / "wells.toml").native();
  std::ofstream(file) << "name = \"wells\"\ncoordinates = [\"x\"]\n"
                         "lagrangian = \"dot(x)^2/2 + a*x^2/2 - x^4/4 + x*cos(w*t)/10\"\n"
                         "dissipation = \"dot(x)^2/4\"\n[parameters]\na = \"1\"\nw = \"3\"\n"
                         "[start]\nx = \"1\"\n";
  const std::string ended =
      continued(file + " --period 2*pi/w --continue a=1:-1:9 --digits 16").meta.at("ended");
  EXPECT_NE(ended.find("another one, as that of symmetric orbits"), std::string::npos) << ended;
}

}  // namespace
