// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `integrate`. Kind: black box; layout of the table, every digit in it, and the ways to say one thing.
#include "validation/program.hpp"
#include <plumbline/scalar/precision_scope.hpp>
#include <plumbline/scalar/text.hpp>

#include <algorithm>
#include <cmath>

namespace {

using program::parse_csv;
using program::run_well;

TEST(integrate, writes_metadata_header_and_rows) {
  const auto table = parse_csv(run_well("integrate pendulum --scheme simpson --step 1/8 --steps 4 "
                                        "--digits 16 --observe energy,v1")
                                   .out);
  ASSERT_FALSE(table.comments.empty());
  EXPECT_EQ(table.comments.front(), "# lines: " + std::to_string(table.comments.size()));
  for (const char* key : {"# program: ", "# version: ", "# command: ", "# system: pendulum",
                          "# parameters: m=1, omega=", "# scheme: simpson", "# step: 1/8",
                          "# steps: 4", "# digits: 16"}) {
    const auto found =
        std::count_if(table.comments.begin(), table.comments.end(),
                      [key](const std::string& line) { return line.rfind(key, 0) == 0; });
    EXPECT_EQ(found, 1) << key;
  }
  EXPECT_EQ(table.header, (std::vector<std::string>{"t", "q1", "p1", "energy", "v1"}));
  ASSERT_EQ(table.rows.size(), 5U);
  EXPECT_EQ(table.rows.front().front(), "0");
  EXPECT_EQ(table.rows.back().front(), "0.5");
}

TEST(integrate, the_first_lines_can_be_skipped_by_their_count) {
  const auto text = run_well("integrate pendulum --scheme rk4 --step 1/8 --steps 4").out;
  const auto count = std::stoi(text.substr(std::string("# lines: ").size()));
  std::istringstream stream(text);
  std::string line;
  for (int k = 0; k < count; ++k) {
    std::getline(stream, line);
    EXPECT_EQ(line.rfind("# ", 0), 0U) << line;
  }
  std::getline(stream, line);
  EXPECT_EQ(line, "t,q1,p1");
}

TEST(integrate, names_the_columns_of_the_state_that_the_scheme_has) {
  EXPECT_EQ(
      parse_csv(run_well("integrate lagrange-top --scheme rk4-velocity --step 0.001 --steps 1").out)
          .header,
      (std::vector<std::string>{"t", "x1", "x2", "x3", "v1", "v2", "v3"}));
  EXPECT_EQ(
      parse_csv(run_well("integrate reduced-lagrange-top --scheme rk4 --step 0.001 --steps 1").out)
          .header,
      (std::vector<std::string>{"t", "phi", "theta", "xi"}));
}

// at 64 digits, against the closed solution: TOP (18aq) is a system of its own with the exact motion of the complete top
TEST(integrate, the_reduced_top_follows_the_exact_motion_of_the_complete_one) {
  const auto reduced = parse_csv(
      run_well("integrate reduced-lagrange-top --scheme rk4 --step nutation_period/400 --steps 400 "
               "--digits 34")
          .out);
  const auto exact = parse_csv(
      run_well("exact lagrange-top --set mass=1 --set I=1 --set I3=2 --set g=1 --set l=4*pi^2 "
               "--start theta=pi/6 --start v1=0 --start v2=0 --start v3=2*pi "
               "--step nutation_period/400 --steps 400 --digits 34")
          .out);
  ASSERT_EQ(reduced.rows.size(), exact.rows.size());
  double worst = 0;
  for (std::size_t n = 0; n < exact.rows.size(); ++n) {
    // phi, theta and xi = p_theta/I, with I = 1
    worst = std::max(worst, std::abs(std::stod(reduced.rows[n][1]) - std::stod(exact.rows[n][1])));
    worst = std::max(worst, std::abs(std::stod(reduced.rows[n][2]) - std::stod(exact.rows[n][2])));
    worst = std::max(worst, std::abs(std::stod(reduced.rows[n][3]) - std::stod(exact.rows[n][5])));
  }
  EXPECT_LT(worst, 2e-8);  // (T/400)^4 is 1.4e-11; the cusp is steep
  EXPECT_GT(worst, 0);
}

TEST(integrate, the_exact_motion_of_the_reduced_top_is_that_of_the_complete_one) {
  const auto reduced = parse_csv(
      run_well("exact reduced-lagrange-top --set I=1/3 --set A=7 --set pphi=2 --set ppsi=3/2 "
               "--start theta=1 --start xi=1/5 --times 0,1/2,7")
          .out);
  const auto complete = parse_csv(
      run_well("exact lagrange-top --set mass=7/3 --set I=1/3 --set I3=1/5 --set l=1 --set g=1 "
               "--start theta=1 --start p1=2 --start p2=1/15 --start p3=3/2 --times 0,1/2,7")
          .out);
  for (std::size_t n = 0; n < reduced.rows.size(); ++n) {
    EXPECT_EQ(reduced.rows[n][1].substr(0, 60), complete.rows[n][1].substr(0, 60));
    EXPECT_EQ(reduced.rows[n][2].substr(0, 60), complete.rows[n][2].substr(0, 60));
    EXPECT_NEAR(std::stod(reduced.rows[n][3]), 3 * std::stod(complete.rows[n][5]), 1e-13);
  }
}

// beyond its stability RK4 squares the state in every step: an angle of 2^(10^9) would take MPFR hours
TEST(integrate, a_run_that_explodes_ends_with_the_step_that_did) {
  const auto r = program::run({"integrate", "double-pendulum", "--scheme", "rk4", "--step", "1/4",
                               "--steps", "60", "--quiet"});
  EXPECT_EQ(r.code, 3);
  EXPECT_NE(r.err.find("not finite"), std::string::npos) << r.err;
}

// Arenstorf's orbit starts 1/159 from the moon, where the radius of convergence is less than 1/64. The states at t = 1 are those
// that the scheme gives at any other distance of output; with the order held, the first step leaves the radius.
TEST(integrate, taylor_takes_as_many_steps_as_the_digits_need) {
  const std::string run = std::string("integrate ") + PLUMBLINE_SOURCE_DIR +
                          "/examples/systems/restricted-three-body.toml --scheme taylor ";
  const auto coarse = run_well(run + "--step 1/4 --steps 4 --digits 64 --observe energy");
  EXPECT_EQ(coarse.err, "");
  const auto rows = parse_csv(coarse.out).rows;
  const auto fine = parse_csv(run_well(run + "--step 1/64 --steps 64 --digits 64").out).rows;
  const auto truth = parse_csv(run_well(run + "--times 1 --digits 90").out).rows;
  constexpr double close_passage = 1e-54;  // the passage multiplies errors by about 1e7
  for (std::size_t k = 1; k < 5; ++k) {
    using plumbline::mp64;
    const auto value = [k](const std::vector<std::string>& row) {
      return plumbline::from_text<mp64>(row[k]);
    };
    const mp64 scale = abs(value(truth.back())) + 1;
    EXPECT_LT(plumbline::to_double(mp64(abs(value(rows.back()) - value(truth.back())) / scale)),
              close_passage);
    EXPECT_LT(plumbline::to_double(mp64(abs(value(fine.back()) - value(truth.back())) / scale)),
              close_passage);
  }
  const auto held =
      program::run(program::words(run + "--set order=20 --step 1/64 --steps 64 --digits 64"));
  EXPECT_EQ(held.code, 0);
  EXPECT_TRUE(held.err.starts_with(
      "plumbline: warning: at t = 0 the step 0.015625 leaves the radius of convergence"))
      << held.err;
  EXPECT_NE(held.err.find("of 64 digits are lost"), std::string::npos) << held.err;
  EXPECT_EQ(std::count(held.err.begin(), held.err.end(), '\n'), 1) << held.err;
  EXPECT_EQ(run_well(run + "--set order=20 --step 1/64 --steps 64 --digits 64 --quiet").err, "");
}

template <class T>
void expect_round_trip(const std::string& digits) {
  const auto table = parse_csv(
      run_well("integrate double-pendulum --scheme simpson --step 1/32 --steps 20 --digits " +
               digits)
          .out);
  for (const auto& row : table.rows) {
    for (const auto& cell : row) {
      const T x = plumbline::from_text<T>(cell);
      EXPECT_EQ(plumbline::to_text(x), cell);
    }
  }
  // reading a row back and starting from it continues bit for bit
  const auto& middle = table.rows.at(10);
  std::string start;
  for (std::size_t k = 0; k < table.header.size(); ++k) {
    start += " --start " + table.header[k] + "=" + middle[k];
  }
  const auto rest = parse_csv(
      run_well("integrate double-pendulum --scheme simpson --step 1/32 --steps 10 --digits " +
               digits + start)
          .out);
  EXPECT_EQ(rest.rows.back(), table.rows.back());
}

TEST(integrate, carries_all_digits_of_a_double) { expect_round_trip<double>("16"); }
#if PLUMBLINE_HAS_QUAD
TEST(integrate, carries_all_digits_of_a_quad) { expect_round_trip<plumbline::quad>("34"); }
#endif
TEST(integrate, carries_all_digits_of_64) { expect_round_trip<plumbline::mp64>("64"); }
TEST(integrate, carries_all_digits_of_run_time_precision) {
  const plumbline::precision_scope scope(120);
  expect_round_trip<plumbline::mp>("120");
}

TEST(integrate, every_keeps_the_first_and_the_last_row) {
  const auto all = parse_csv(run_well("integrate pendulum --scheme rk4 --step 1/8 --steps 11").out);
  const auto some =
      parse_csv(run_well("integrate pendulum --scheme rk4 --step 1/8 --steps 11 --every 4").out);
  ASSERT_EQ(some.rows.size(), 4U);
  EXPECT_EQ(some.rows[0], all.rows[0]);
  EXPECT_EQ(some.rows[1], all.rows[4]);
  EXPECT_EQ(some.rows[2], all.rows[8]);
  EXPECT_EQ(some.rows[3], all.rows[11]);
}

TEST(integrate, until_is_a_number_of_steps) {
  const auto a = parse_csv(run_well("integrate pendulum --scheme rk4 --step 0.1 --until 1").out);
  const auto b = parse_csv(run_well("integrate pendulum --scheme rk4 --step 1/10 --steps 10").out);
  EXPECT_EQ(a.rows, b.rows);
  EXPECT_EQ(a.rows.back().front(), "1");
}

TEST(integrate, a_refused_until_names_a_step_that_fits) {
  const auto r =
      program::run(program::words("integrate pendulum --scheme rk4 --step 0.3 --until 1"));
  EXPECT_NE(r.err.find("1/3 = 0.33333333333333333 and 1/4 = 0.25"), std::string::npos) << r.err;
  run_well("integrate pendulum --scheme rk4 --step 0.33333333333333333 --until 1");
}

TEST(integrate, the_exact_period_is_a_unit) {
  const auto table = parse_csv(
      run_well("integrate pendulum --scheme simpson --step period/20 --until 10*period").out);
  ASSERT_EQ(table.rows.size(), 201U);
  // 4 K(1/2)/(2 pi) = 1.18034059901609622604…
  EXPECT_NEAR(std::stod(table.rows.back().front()), 11.8034059901609622604, 1e-14);
  const auto oscillator = parse_csv(
      run_well("integrate harmonic-oscillator --scheme midpoint --step period/8 --until period")
          .out);
  EXPECT_NEAR(std::stod(oscillator.rows.back().front()), std::acos(-1.0) / 2, 1e-15);
}

TEST(integrate, momenta_and_velocities_say_the_same) {
  const auto p = parse_csv(
      run_well("integrate pendulum --scheme rk4 --step 0.1 --steps 3 --set m=2 --start p1=3").out);
  const auto v = parse_csv(
      run_well("integrate pendulum --scheme rk4 --step 0.1 --steps 3 --set m=2 --start v1=3/2")
          .out);
  EXPECT_EQ(p.rows, v.rows);
}

TEST(integrate, counts_time_from_the_start_time) {
  const auto table =
      parse_csv(run_well("integrate pendulum --scheme rk4 --step 1/4 --until 1 --start t=1/2").out);
  EXPECT_EQ(table.rows.front().front(), "0.5");
  EXPECT_EQ(table.rows.back().front(), "1.5");
}

TEST(integrate, reads_matrices_exactly) {
  const program::folder place;
  std::ofstream(place / "m.toml") << "M = [[1]]\nK = [[0.1]]\n";
  const auto r =
      program::run({"integrate", "quadratic", "--matrices", (place / "m.toml").native(), "--scheme",
                    "simpson-linear", "--step", "1/4", "--steps", "8", "--start", "q1=1"});
  ASSERT_EQ(r.code, 0) << r.err;
  const auto same = run_well(
      "integrate harmonic-oscillator --set k=1/10 --scheme simpson-linear --step 1/4 --steps 8");
  EXPECT_EQ(parse_csv(r.out).rows, parse_csv(same.out).rows);
}

TEST(integrate, refuses_every_where_times_are_given) {
  const auto r =
      program::run(program::words("integrate pendulum --scheme taylor --times 1,2 --every 2"));
  program::expect_refused(r, 2, "--every");
  EXPECT_NE(r.err.find("--every does not go with --times"), std::string::npos) << r.err;
}

TEST(integrate, prints_a_column_once_that_is_there_anyway) {
  const auto table = parse_csv(
      run_well("integrate pendulum --scheme newmark --step 1/20 --steps 2 --digits 16 --observe "
               "v1,p1")
          .out);
  EXPECT_EQ(table.header, (std::vector<std::string>{"t", "x1", "v1", "a1", "p1"}));
}

TEST(integrate, observes_the_midpoint_of_the_linear_form) {
  const auto table =
      parse_csv(run_well("integrate harmonic-oscillator --scheme simpson-linear-midpoint --step "
                         "1/8 --steps 2 --observe qmid1")
                    .out);
  EXPECT_EQ(table.header.back(), "qmid1");
  EXPECT_EQ(table.rows[0].back(), "");
  EXPECT_NE(table.rows[1].back(), "");
}

TEST(integrate, json_carries_numbers_as_text_and_counts_as_integers) {
  const auto j =
      run_well("integrate pendulum --scheme simpson --step 1/8 --steps 4 --format json").json();
  EXPECT_EQ(j.at("columns"), (nlohmann::json{"t", "q1", "p1"}));
  EXPECT_EQ(j.at("rows").size(), 5U);
  EXPECT_TRUE(j.at("rows")[1][1].is_string());
  EXPECT_EQ(j.at("meta").at("steps"), 4);
  EXPECT_EQ(j.at("meta").at("digits"), 64);
  EXPECT_EQ(j.at("meta").at("parameters").at("m"), "1");
}

TEST(integrate, settings_go_to_the_scheme_that_has_them) {
  const auto a = parse_csv(
      run_well("integrate pendulum --scheme lobatto --set degree=2 --step 1/8 --steps 4").out);
  const auto b = parse_csv(
      run_well("integrate pendulum --scheme lobatto --set lobatto.degree=2 --step 1/8 --steps 4")
          .out);
  EXPECT_EQ(a.rows, b.rows);
  const auto c = parse_csv(
      run_well("integrate pendulum --scheme lobatto --set degree=3 --step 1/8 --steps 4").out);
  EXPECT_NE(a.rows, c.rows);
}

TEST(integrate, warns_beyond_the_stability_limit_and_goes_on) {
  const auto command =
      "integrate harmonic-oscillator --scheme simpson --step 0.8 --steps 5 --digits 16";
  const auto r = program::run(program::words(command));
  EXPECT_EQ(r.code, 0);
  EXPECT_EQ(r.err.rfind("plumbline: warning: ", 0), 0U) << r.err;
  EXPECT_EQ(parse_csv(r.out).rows.size(), 6U);
  EXPECT_EQ(program::run(program::words(std::string(command) + " --quiet")).err, "");
}

}  // namespace
