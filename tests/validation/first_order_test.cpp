// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Equations of first order with groups and brackets, as a user meets them. Kind: black box; truth from outside
// (reference/oracles/first-order), refused input.
#include "support/oracle_csv.hpp"
#include "validation/program.hpp"

namespace {

using program::expect_refused;
using program::run_well;

std::string first_order_file(const std::string& name) {
  return std::string(PLUMBLINE_SOURCE_DIR) + "/reference/oracles/first-order/" + name + ".toml";
}

TEST(first_order, symplecticity_is_the_defect_of_a_poisson_map) {
  for (const auto& row : plumbline::testing::read_oracle("first-order/defects.csv", 22)) {
    const std::string scheme =
        row.at("scheme").ends_with(".toml")
            ? first_order_file("ruth-3")
            : row.at("scheme") +
                  (row.at("stages").empty() ? "" : " --set stages=" + row.at("stages"));
    const auto r =
        run_well("measure symplecticity " + first_order_file(row.at("system")) + " --scheme " +
                 scheme + " --step " + row.at("step") + " --digits 40 --format json");
    const double norm = std::stod(row.at("norm"));
    EXPECT_NEAR(std::stod(r.json().at("rows").at(0).at(1).get<std::string>()), norm,
                1e-14 * norm + 1e-35);
    EXPECT_EQ(r.json().at("meta").at("norm"), "F B(y0) F' - B(y1)");
  }
  EXPECT_EQ(run_well("measure symplecticity pendulum --scheme rk4 --step 1/10 --format json")
                .json()
                .at("meta")
                .at("norm"),
            "F'JF - J");
}

TEST(first_order, symplecticity_without_brackets_says_what_to_write) {
  const auto r = program::run(program::words("measure symplecticity " + first_order_file("lorenz") +
                                             " --scheme midpoint --step 1/10"));
  expect_refused(r, 2, "lorenz");
  EXPECT_NE(r.err.find("[poisson] with \"x,z\" = \"1\""), std::string::npos) << r.err;
}

TEST(first_order, a_splitting_without_groups_says_what_to_write) {
  const program::folder place;
  const auto file = (place / "s.toml").native();
  std::ofstream(file)
      << "name = \"s\"\ncoordinates = [\"x\", \"y\", \"z\"]\n[equations]\nx = \"y\"\n"
         "y = \"z\"\nz = \"x\"\n";
  const auto r = program::run(
      program::words("integrate " + file + " --scheme yoshida-4 --step 1/10 --steps 1"));
  expect_refused(r, 2, "ungrouped");
  EXPECT_NE(r.err.find("groups = [[\"x\", \"y\"], [\"z\"]]"), std::string::npos) << r.err;
}

TEST(first_order, is_shown_with_groups_and_brackets) {
  const auto shown = run_well("show " + first_order_file("rigid-body") + " --json").json();
  EXPECT_EQ(shown.at("groups").at("2").at(0), "y");
  EXPECT_EQ(shown.at("poisson").at("{x, y}"), "-z");
  EXPECT_EQ(shown.at("poisson").at("{x, z}"), "y");
  EXPECT_EQ(shown.at("jacobi_identity"), true);
  const program::folder place;
  const auto file = (place / "s.toml").native();
  std::ofstream(file)
      << "name = \"s\"\ncoordinates = [\"x\", \"y\", \"z\"]\n[equations]\nx = \"y\"\n"
         "y = \"z\"\nz = \"x\"\n[poisson]\n\"x,y\" = \"x\"\n\"y,z\" = \"x\"\n"
         "\"x,z\" = \"y\"\n";
  const auto wrong = run_well("show " + file + " --json").json();
  EXPECT_EQ(wrong.at("jacobi_identity"), false);
  EXPECT_EQ(wrong.at("jacobi_fails_for").size(), 3U);
}

// x' = x^2 has no midpoint for so long a step.
TEST(first_order, a_step_without_a_solution_ends_the_run) {
  const program::folder place;
  const auto file = (place / "s.toml").native();
  std::ofstream(file)
      << "name = \"s\"\ncoordinates = [\"x\"]\n[equations]\nx = \"x^2\"\n[start]\nx = 1\n";
  const auto r =
      program::run(program::words("integrate " + file + " --scheme midpoint --step 10 --steps 3"));
  EXPECT_EQ(r.code, 3) << r.err;
  EXPECT_NE(r.err.find("step 0 at t = 0"), std::string::npos) << r.err;
  EXPECT_NE(r.err.find("residual"), std::string::npos) << r.err;
}

}  // namespace
