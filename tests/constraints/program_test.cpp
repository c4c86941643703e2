// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Constraints as users of the program meet them: columns, json, exit codes, proofs. Kinds: closed forms, agreement of proven
// digits with the Taylor series, refusals.
#include "validation/program.hpp"

#include "constraints/constrained_run.hpp"

#include <fstream>

namespace {

using plumbline::testing::system_path;

program::result run(const std::string& words) { return program::run(program::words(words)); }

TEST(constrained_program, prints_multipliers_and_constraints_beside_the_state) {
  const auto r = run("integrate " + system_path("spherical-rod") +
                     " --scheme simpson --step 1/20 --steps 1 --digits 16 --observe "
                     "lambda.rod,constraint.rod,hidden.rod,reaction.z");
  ASSERT_EQ(r.code, 0) << r.err;
  const auto table = program::parse_csv(r.out);
  EXPECT_EQ(table.header,
            (std::vector<std::string>{"t", "q1", "q2", "q3", "p1", "p2", "p3", "lambda.rod",
                                      "constraint.rod", "hidden.rod", "reaction.z"}));
  // λ l² = m (g z − v²)/2, the force on z is 2 λ z
  EXPECT_NEAR(std::stod(table.rows.at(0).at(7)), -9.238625, 1e-14);
  EXPECT_NEAR(std::stod(table.rows.at(0).at(10)), 14.7818, 1e-13);
}

// A rope that is wound up: what a step makes of p lies beside the tangent space, and the energy is that of the velocities.
TEST(constrained_program, has_the_energy_of_its_velocities_where_constraints_depend_on_time) {
  const program::folder place;
  const std::string file = place / "wound.toml";
  program::write(
      file,
      "name = \"wound\"\ncoordinates = [\"x\", \"z\"]\nlagrangian = \"(dot(x)^2 + dot(z)^2)/2 - "
      "10*z\"\n[constraints]\nrope = \"x^2 + z^2 = (1 - t/5)^2\"\n[start]\nx = \"3/5\"\nz = "
      "\"-4/5\"\n[velocity]\nx = \"-3/25\"\nz = \"4/25\"\n");
  for (const char* scheme : {"rk4", "gauss-collocation", "simpson"}) {
    const auto r =
        program::run({"integrate", file, "--scheme", scheme, "--step", "1/10", "--steps", "4",
                      "--observe", "energy,v1,v2", "--every", "4", "--digits", "16"});
    ASSERT_EQ(r.code, 0) << r.err;
    const auto table = program::parse_csv(r.out);
    const auto cell = [&](std::size_t k) { return std::stod(table.rows.back().at(k)); };
    ASSERT_EQ(table.header.at(5), "energy");
    EXPECT_NEAR(cell(5), (cell(6) * cell(6) + cell(7) * cell(7)) / 2 + 10 * cell(2), 1e-13)
        << scheme;
  }
}

TEST(constrained_program, shows_columns_beside_the_steps_of_implicit_tables) {
  for (const std::string scheme : {"gauss-collocation", "radau-iia", "lobatto-iiic"}) {
    const auto r = run("integrate " + system_path("spherical-rod") + " --scheme " + scheme +
                       " --step 1/20 --steps 1 --digits 16 --observe lambda.rod");
    ASSERT_EQ(r.code, 0) << scheme << ": " << r.err;
    EXPECT_NEAR(std::stod(program::parse_csv(r.out).rows.at(0).at(7)), -9.238625, 1e-14) << scheme;
  }
}

TEST(constrained_program, counts_the_evaluations_of_the_stages) {
  const auto r = run("measure evaluations " + system_path("spherical-rod") +
                     " --scheme rk4 --step 1/10 --steps 10");
  EXPECT_NE(r.out.find("value = 40"), std::string::npos) << r.out << r.err;
}

TEST(constrained_program, judges_from_the_first_row_of_its_own_file) {
  const program::folder place;
  const std::string file = place / "rod.csv";
  const std::string rod = system_path("spherical-rod");
  ASSERT_EQ(
      run("integrate " + rod + " --scheme taylor --step 1/10 --steps 2 --digits 40 -o " + file)
          .code,
      0);
  const auto r = run("judge " + file + " --system " + rod + " --from-first-row");
  EXPECT_NE(r.code, 2) << r.err;
  // the nearest doubles of the first row are another start, which moves to the nearest one on the constraint
  EXPECT_NE(r.out.find("# input_changes: 5.47832e-17"), std::string::npos) << r.out;
}

/// A weight whose product with the distance rounds is the same top.
TEST(constrained_program, knows_the_exact_motion_of_a_top_of_any_length) {
  const program::folder place;
  for (const std::string length : {"1/2", "3/10", "2/3"}) {
    const std::string file = place / "top.toml";
    std::ofstream(file) << "name = \"top\"\ncoordinates = [\"b\"]\npotential = \"m*g*b.z\"\n"
                           "[parameters]\nm = \"1\"\ng = \"9.81\"\n[bodies.b]\n"
                           "inertia = [\"2\", \"2\", \"1/2\"]\nmass = \"m\"\nat = [\"L*b.R13\", "
                           "\"L*b.R23\", \"L*b.R33\"]\n[define]\nL = \""
                        << length << "\"\n[velocity]\nb.Omega1 = \"1/10\"\nb.Omega3 = \"7\"\n";
    const auto exact = run("exact " + file + " --times 1 --digits 16");
    ASSERT_EQ(exact.code, 0) << length << ": " << exact.err;
    const auto taylor =
        run("integrate " + file + " --scheme taylor --step 1 --steps 1 --digits 16");
    ASSERT_EQ(taylor.code, 0) << length << ": " << taylor.err;
    const auto truth = program::parse_csv(exact.out).rows.back();
    const auto steps = program::parse_csv(taylor.out).rows.back();
    for (std::size_t k = 1; k <= 4; ++k) {
      EXPECT_NEAR(std::stod(truth.at(k)), std::stod(steps.at(k)), 1e-13) << length;
    }
  }
}

TEST(constrained_program, says_in_json_what_the_constraints_are) {
  const auto r = run("show " + system_path("spherical-rod") + " --json");
  ASSERT_EQ(r.code, 0) << r.err;
  const auto d = r.json();
  const auto& rod = d.at("constraints").at("rod");
  EXPECT_EQ(rod.at("kind"), "holonomic");
  EXPECT_EQ(rod.at("formula"), "x^2 + y^2 + z^2 = l^2");
  EXPECT_EQ(rod.at("value"), "0");
  EXPECT_EQ(rod.at("lambda"), "-9.238625");
  EXPECT_EQ(d.at("facts").at("degrees_of_freedom"), 2);
  EXPECT_EQ(d.at("facts").at("mass_matrix"), "regular");
  EXPECT_EQ(d.at("invariants").at("Lz").at("constant"), "always");
}

TEST(constrained_program, ends_with_two_for_what_does_not_fit_and_with_three_for_steps_that_fail) {
  const std::string rod = system_path("spherical-rod");
  for (const std::string& words :
       {"integrate " + rod + " --scheme newmark --step 1/10 --steps 1",
        "integrate " + rod + " --scheme simpson --step 1/10 --steps 1 --start x=7/10",
        "measure stability-limit " + rod + " --scheme simpson",
        "integrate " + rod + " --scheme leapfrog --step 1/10 --steps 1 --digits 16 --compensated",
        "integrate " + rod + " --certified --step 1/10 --steps 1 --project-start"}) {
    const auto r = run(words);
    EXPECT_EQ(r.code, 2) << words << ": " << r.err;
    EXPECT_EQ(std::count(r.err.begin(), r.err.end(), '\n'), 1) << r.err;
  }
  EXPECT_EQ(run("integrate " + rod + " --scheme simpson --step 5 --steps 1").code, 3);
  EXPECT_EQ(run("integrate " + rod +
                " --scheme simpson --step 1/10 --steps 1 --start x=7/10 --project-start")
                .code,
            0);
}

/// The motion does not depend on the mass, however far its unit is from that of lengths.
TEST(constrained_program, takes_a_mass_of_another_order_of_magnitude) {
  const program::folder place;
  const std::string file = place / "heavy-rod.toml";
  std::ofstream(file) << R"toml(name = "heavy-rod"
coordinates = ["x", "y"]
lagrangian = "m*(dot(x)^2 + dot(y)^2)/2 - m*9.81*y"
[parameters]
m = "1"
[constraints]
rod = "x^2 + y^2 = 1"
[start]
x = "1"
)toml";
  for (const std::string digits : {"16", "34", "64"}) {
    for (const std::string scheme : {"simpson", "rk4", "leapfrog", "taylor"}) {
      const auto x = [&](const std::string& mass) {
        const auto r = run("integrate " + file + " --scheme " + scheme +
                           " --step 1/20 --steps 2 --digits " + digits + " --set m=" + mass);
        EXPECT_EQ(r.code, 0) << r.err;
        return r.code == 0 ? std::stod(program::parse_csv(r.out).rows.back().at(1)) : 0;
      };
      const double at_one = x("1");
      EXPECT_NEAR(x("6e24"), at_one, 1e-14) << scheme << ' ' << digits;
      EXPECT_NEAR(x("1e-27"), at_one, 1e-14) << scheme << ' ' << digits;
    }
  }
}

TEST(constrained_program, measures_how_far_constraints_are_missed) {
  const auto r = run("measure invariants " + system_path("spherical-rod") +
                     " --scheme rk4 --step 1/10 --steps 10 --digits 20 --format json");
  ASSERT_EQ(r.code, 0) << r.err;
  double missed = 0;
  const auto table = r.json();
  for (const auto& row : table.at("rows")) {
    if (row.at(0) == "constraint.rod") {
      missed = std::stod(row.at(1).get<std::string>());
    }
  }
  EXPECT_GT(missed, 1e-7);
  EXPECT_LT(missed, 1e-2);
}

TEST(constrained_program, proves_the_digits_of_constrained_motions) {
  for (const char* const system : {"spherical-rod", "driven-torus", "chaplygin-sleigh"}) {
    const std::string run_of = "integrate " + system_path(system) + " --step 1/2 --steps 2";
    const auto proven = run(run_of + " --certified --digits 20");
    if (proven.err.find("needs a program built with Arb") != std::string::npos) {
      GTEST_SKIP() << proven.err;
    }
    ASSERT_EQ(proven.code, 0) << proven.err;
    const auto series = run(run_of + " --scheme taylor --digits 40");
    ASSERT_EQ(series.code, 0) << series.err;
    const auto a = program::parse_csv(proven.out);
    const auto b = program::parse_csv(series.out);
    const plumbline::precision_scope scope(40);
    for (std::size_t k = 1; k < b.header.size(); ++k) {
      const auto off = abs(plumbline::mp(plumbline::decimal<plumbline::mp>(a.rows.at(2).at(k)) -
                                         plumbline::decimal<plumbline::mp>(b.rows.at(2).at(k))));
      EXPECT_LT(off, plumbline::decimal<plumbline::mp>("2e-18")) << system << " " << b.header[k];
    }
  }
}

/// The mass matrix of a body in quaternions without a centre of mass has the rank 3: the pair has a lower order there.
TEST(pair, needs_a_regular_mass_matrix) {
  const program::folder place;
  const std::string file = place / "body.toml";
  std::ofstream(file) << "name = \"body\"\ncoordinates = [\"b\"]\npotential = \"0\"\n[bodies.b]\n"
                         "inertia = [\"1\", \"2\", \"5/2\"]\n[velocity]\nb.Omega2 = \"2\"\n"
                         "b.Omega1 = \"1/10\"\n";
  for (const std::string digits : {"16", "34", "64"}) {
    const auto r = program::run({"integrate", file, "--scheme", "lobatto-iiia-iiib:degree=2",
                                 "--step", "1/100", "--steps", "1", "--digits", digits});
    EXPECT_EQ(r.code, 2) << r.out;
    EXPECT_NE(r.err.find("needs a regular mass matrix"), std::string::npos) << r.err;
  }
}

TEST(projected_start, of_a_dataset_is_verified) {
  const program::folder place;
  const std::string file = place / "ring.toml";
  std::ofstream(file) << "name = \"ring\"\ncoordinates = [\"x\", \"y\"]\n"
                         "lagrangian = \"(dot(x)^2 + dot(y)^2)/2 - y\"\n[constraints]\n"
                         "ring = \"x^2 + y^2 = 1\"\n[start]\nx = \"0.6\"\ny = \"0.8\"\n";
  const std::string data = place / "data";
  const auto made = program::run({"dataset", file, "--start", "x=0.61", "--project-start", "--step",
                                  "1/10", "--steps", "2", "--digits", "12", "-o", data});
  ASSERT_EQ(made.code, 0) << made.err;
  const auto verified = program::run({"dataset", "verify", data});
  EXPECT_EQ(verified.code, 0) << verified.err << verified.out;
}

}  // namespace
