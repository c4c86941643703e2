// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// One name for one thing: a coordinate's own name and its number, p.NAME and p1, v.NAME and v1 mean the same wherever a name
// is written. Kind: property (the same command under two names gives the same numbers), black box (what is refused).
#include "validation/program.hpp"
#include <plumbline/catalogue/state_names.hpp>

#include <fstream>
#include <string>
#include <utility>
#include <vector>

namespace {

using plumbline::state_names;
using plumbline::state_part;
using plumbline::system_kind;
using program::expect_refused;
using program::parse_csv;
using program::run_well;
using program::words;

void write_file(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path) << text;
}

constexpr const char* ball =
    "name = \"ball\"\ncoordinates = [\"theta\", \"phi\"]\n"
    "lagrangian = \"(dot(theta)^2 + sin(theta)^2*dot(phi)^2)/2 + cos(theta)\"\n"
    "[start]\ntheta = \"1\"\n[velocity]\nphi = \"1/2\"\n[invariants]\n";
constexpr const char* lorenz =
    "name = \"butterfly\"\ncoordinates = [\"u\", \"v\", \"w\"]\n[equations]\nu = \"10*(v - u)\"\n"
    "v = \"u*(28 - w) - v\"\nw = \"u*v - 8*w/3\"\n[start]\nu = \"1\"\nv = \"1\"\nw = \"1\"\n";

TEST(names, of_a_state_by_number_and_by_name) {
  const state_names n(system_kind::lagrangian, 2, {"theta", "x1"});
  EXPECT_EQ(n.find("theta"), (plumbline::state_name{state_part::coordinate, 0}));
  EXPECT_EQ(n.find("q1"), n.find("theta"));
  EXPECT_EQ(n.find("x1")->index, 1) << "the coordinate's own name comes first";
  EXPECT_EQ(n.by_number().find("x1")->index, 0);
  EXPECT_EQ(n.find("p.theta"), n.find("p1"));
  EXPECT_EQ(n.find("v.x1"), n.find("v2"));
  EXPECT_EQ(n.find("a.q2"), n.find("a2"));
  for (const char* none : {"", "q", "q0", "q3", "q01", "q1 ", "p.", "p.y", "vtheta", "q99999999999",
                           "theta.p", "b1"}) {
    EXPECT_FALSE(n.find(none)) << none;
  }
  const state_names first(system_kind::first_order, 2, {"u", "v"});
  EXPECT_EQ(first.find("x2"), first.find("v"));
  EXPECT_FALSE(first.find("v1"));
  EXPECT_FALSE(first.find("p.u"));
  EXPECT_FALSE(state_names(system_kind::second_order, 1).find("p1"));
}

/// The rows that a command prints, in both wordings.
void expect_same_rows(const std::string& one, const std::string& other) {
  const auto a = parse_csv(run_well(one).out);
  EXPECT_EQ(a.rows, parse_csv(run_well(other).out).rows) << one << "\n" << other;
  EXPECT_FALSE(a.rows.empty());
}

TEST(names, start_observe_over_and_coordinate_take_both) {
  const program::folder place;
  const auto file = (place / "ball.toml").native();
  write_file(file, ball);
  const std::string run = "integrate " + file + " --scheme rk4 --step 1/10 --steps 3 --digits 16 ";
  expect_same_rows(run + "--start theta=1/3 --start v.phi=2", run + "--start q1=1/3 --start v2=2");
  expect_same_rows(run + "--start x2=1/3 --start p.theta=2", run + "--start phi=1/3 --start p1=2");
  expect_same_rows(run + "--observe theta,v.phi,x2", run + "--observe x1,v2,phi");
  const std::string sweep =
      "sweep end " + file + " --scheme rk4 --step 1/10 --steps 3 --digits 16 --over ";
  expect_same_rows(sweep + "v.phi=1,2", sweep + "v2=1,2");
  const std::string period = "measure period " + file +
                             " --scheme rk4 --step 1/20 --digits 16 --start theta=1/2 --start "
                             "v.phi=0 --format csv --coordinate ";
  expect_same_rows(period + "theta", period + "x1");
}

TEST(names, first_order_systems_take_both) {
  const program::folder place;
  const auto file = (place / "butterfly.toml").native();
  write_file(file, lorenz);
  const std::string run = "integrate " + file + " --scheme rk4 --step 1/100 --steps 3 --digits 16 ";
  expect_same_rows(run + "--start u=2 --start w=5", run + "--start q1=2 --start x3=5");
  expect_same_rows(run + "--observe x1,q3", run + "--observe q1,x3");
  const std::string sweep =
      "sweep end " + file + " --scheme rk4 --step 1/100 --steps 3 --digits 16 --over ";
  expect_same_rows(sweep + "w=1,2", sweep + "q3=1,2");
  write_file(place / "t.csv", "t,q1,x2,w\n0,1,1,1\n");
  EXPECT_EQ(program::run({"judge", (place / "t.csv").native(), "--system", file}).code, 0);
  write_file(place / "u.csv", "0,1,1,1\n");
  EXPECT_EQ(program::run(
                {"judge", (place / "u.csv").native(), "--system", file, "--columns", "t,u,q2,x3"})
                .code,
            0);
  expect_refused(program::run(words(run + "--start v1=2")), 2, "no velocities");
}

TEST(names, axes_take_both_and_draw_the_same_curve) {
  const program::folder place;
  const auto file = (place / "ball.toml").native();
  write_file(file, ball);
  const auto curve = [&](const std::string& axes) {
    const auto svg = (place / "a.svg").native();
    run_well("integrate " + file + " --scheme rk4 --step 1/10 --steps 20 --digits 16 -o " +
             (place / "a.csv").native() + " --observe v.phi --plot " + svg + " --axes " + axes);
    // the words of the labels differ, the paths do not
    std::vector<std::string> paths;
    const std::string text = program::contents(svg);
    for (auto at = text.find(" d='"); at != std::string::npos; at = text.find(" d='", at + 1)) {
      paths.push_back(text.substr(at, text.find('\'', at + 4) - at));
    }
    return paths;
  };
  const auto by_number = curve("q1,p1");
  EXPECT_FALSE(by_number.empty());
  EXPECT_EQ(curve("theta,p.theta"), by_number);
  EXPECT_EQ(curve("q1,v2"), curve("x1,v.phi"));
  const auto wrong =
      program::run(words("integrate " + file + " --scheme rk4 --step 1/10 --steps 2 --plot " +
                         (place / "b.svg").native() + " --axes theta,p.thet"));
  expect_refused(wrong, 2, "an unknown column");
}

TEST(names, formulas_of_invariants_take_both) {
  const program::folder place;
  const auto with = [&](const std::string& name, const std::string& formula) {
    const auto file = (place / (name + ".toml")).native();
    write_file(file, ball + name + " = \"" + formula + "\"\n");
    return run_well("show " + file + " --json").json().at("invariants").at(name);
  };
  const auto usual = with("L", "sin(theta)^2*dot(phi)");
  EXPECT_EQ(usual.at("constant"), "always");
  for (const char* formula : {"sin(q1)^2*v2", "sin(x1)^2*v.phi", "p2", "p.phi", "p(phi)", "p.q2"}) {
    EXPECT_EQ(with("L", formula).at("value"), usual.at("value")) << formula;
    EXPECT_EQ(with("L", formula).at("constant"), "always") << formula;
  }
  // a definition of the file hides a number
  const auto file = (place / "own.toml").native();
  write_file(file, std::string(ball) + "I = \"x1\"\n[define]\nx1 = \"7*sin(theta)\"\n");
  EXPECT_EQ(run_well("show " + file + " --json").json().at("invariants").at("I").at("value"),
            "5.8902968936552755466");  // 7 sin 1 to 20 digits, mpmath
  const auto table = parse_csv(
      run_well("integrate " + file + " --scheme rk4 --step 1/10 --steps 1 --digits 16 --observe x1")
          .out);
  EXPECT_EQ(table.rows[0].back().substr(0, 15), "5.8902968936552");
}

TEST(names, that_are_unknown_are_refused_with_the_nearest) {
  const program::folder place;
  const auto file = (place / "ball.toml").native();
  write_file(file, ball);
  const std::string run = "integrate " + file + " --scheme rk4 --step 1/10 --steps 1 ";
  for (const auto& [command, near] : std::vector<std::pair<std::string, std::string>>{
           {run + "--start thet=1", "'theta'"},
           {run + "--start p.thet=1", "'p.theta'"},
           {run + "--start a1=1", "initial value"},
           {run + "--observe v.ph", "'v.phi'"},
           {"measure period " + file + " --scheme rk4 --step 1/10 --coordinate pi", "'phi'"},
           {"sweep end " + file + " --scheme rk4 --step 1/10 --steps 1 --over thta=1,2",
            "'theta'"}}) {
    const auto r = program::run(words(command));
    expect_refused(r, 2, command);
    EXPECT_NE(r.err.find(near), std::string::npos) << r.err;
  }
}

}  // namespace
