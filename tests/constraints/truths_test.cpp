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

TEST(constrained_truths, only_a_free_body_has_an_exact_solution) {
  for (const char* const more :
       {"mass = \"1\"\nat = [\"b.R13\", \"b.R23\", \"b.R33\"]\n",
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

TEST(constrained_truths, orders_are_measured_against_them) {
  const text_file file(body(""));
  for (const std::string& system :
       {file.path(), system_path("spherical-rod"), system_path("chaplygin-sleigh")}) {
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
