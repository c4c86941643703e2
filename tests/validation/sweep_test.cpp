// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `sweep`, and what it shares with other commands: --jobs, --plot. Kind: black box; closed forms (limits of the central
// difference, one step of leapfrog on the harmonic oscillator), consistency with the single commands, the same bytes
// for any number of workers.
#include "validation/program.hpp"
#include <plumbline/core/errors.hpp>
#include <plumbline/scalar/exact_number.hpp>
#include <plumbline/study/sweep_grid.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <random>
#include <regex>
#include <set>

namespace {

using namespace program;

std::size_t column(const csv& table, const std::string& name) {
  const auto place = std::find(table.header.begin(), table.header.end(), name);
  EXPECT_NE(place, table.header.end()) << name;
  return static_cast<std::size_t>(place - table.header.begin());
}

/// 10^k for the last digit of a decimal.
double unit_of_last_place(const std::string& text) {
  const auto exponent = text.find('e');
  const std::string mantissa = text.substr(0, exponent);
  const auto point = mantissa.find('.');
  const auto places = point == std::string::npos ? 0U : mantissa.size() - point - 1;
  return std::pow(10., (exponent == std::string::npos ? 0 : std::stoi(text.substr(exponent + 1))) -
                           static_cast<double>(places));
}

TEST(sweep, stability_limit_of_the_central_difference_is_two_over_omega) {
  const auto table = parse_csv(run_well("sweep stability-limit harmonic-oscillator --scheme "
                                        "central-difference --over k=1:9:5 --over m=1,4")
                                   .out);
  EXPECT_EQ(table.header, (std::vector<std::string>{"k", "m", "stability-limit", "failure"}));
  ASSERT_EQ(table.rows.size(), 10U);
  std::size_t row = 0;
  for (const double k : {1., 3., 5., 7., 9.}) {
    for (const double m : {1., 4.}) {  // the last axis is the fastest
      EXPECT_EQ(std::stod(table.rows[row][0]), k);
      EXPECT_EQ(std::stod(table.rows[row][1]), m);
      EXPECT_NEAR(std::stod(table.rows[row][2]), 2 / std::sqrt(k / m), 1e-8);
      EXPECT_EQ(table.rows[row][3], "");
      ++row;
    }
  }
}

TEST(sweep, one_step_of_leapfrog_is_the_closed_form) {
  const auto table =
      parse_csv(run_well("sweep end harmonic-oscillator --scheme leapfrog --step 1/8 "
                         "--steps 1 --over q1=-1:1:5 --digits 34")
                    .out);
  EXPECT_EQ(table.header, (std::vector<std::string>{"q1", "q1_end", "p1", "failure"}));
  ASSERT_EQ(table.rows.size(), 5U);
  for (int i = 0; i < 5; ++i) {  // k = 16, h = 1/8: q1 = q (1 - h^2 k/2), p1 = -h k/2 (q + q1)
    const double q = -1 + i / 2.;
    const auto& row = table.rows[static_cast<std::size_t>(i)];
    EXPECT_EQ(std::stod(row[0]), q);
    EXPECT_EQ(std::stod(row[1]), q * 7 / 8);
    EXPECT_EQ(std::stod(row[2]), -q * 15 / 8);
  }
}

TEST(sweep, interpolates_exactly_between_exact_ends) {
  const auto axis = plumbline::parse_axis("step=0.1:1:4");
  EXPECT_EQ(axis.values, (std::vector<std::string>{"0.1", "2/5", "7/10", "1"}));
  EXPECT_EQ(plumbline::parse_axis("scheme=lobatto:degree=3,rk4").values,
            (std::vector<std::string>{"lobatto:degree=3", "rk4"}));
  const auto thirds =
      parse_csv(run_well("sweep end harmonic-oscillator --scheme leapfrog --step 1/8 --steps 0 "
                         "--over q1=0:1:4 --digits 34")
                    .out);
  // quad has 113 bits; without it 34 digits are 114 bits of MPFR
  EXPECT_EQ(thirds.rows[1][1], PLUMBLINE_HAS_QUAD ? "0.333333333333333333333333333333333317"
                                                  : "0.333333333333333333333333333333333341");
  const auto roots =
      parse_csv(run_well("sweep end harmonic-oscillator --scheme leapfrog --step 1/8 "
                         "--steps 0 --over q1=0:pi:3 --digits 16")
                    .out);
  EXPECT_EQ(std::stod(roots.rows[1][1]), std::acos(-1.0) / 2);
}

TEST(sweep_grid, has_every_combination_once_and_in_order) {
  std::mt19937 random(11);
  for (int trial = 0; trial < 100; ++trial) {
    std::vector<plumbline::sweep_axis> axes;
    std::size_t product = 1;
    const auto count = 1 + random() % 4;
    for (std::size_t k = 0; k < count; ++k) {
      axes.push_back({"a" + std::to_string(k), {}});
      const auto length = 1 + random() % 5;
      for (std::size_t i = 0; i < length; ++i) {
        axes.back().values.push_back(std::to_string(i));
      }
      product *= length;
    }
    const plumbline::sweep_grid grid(axes, false);
    ASSERT_EQ(grid.size(), product);
    for (std::size_t i = 0; i + 1 < product; ++i) {
      const auto texts = grid.at(i);
      const auto next = grid.at(i + 1);
      EXPECT_TRUE(std::lexicographical_compare(texts.begin(), texts.end(), next.begin(),
                                               next.end()));  // one digit each
    }
  }
}

TEST(sweep, agrees_with_the_single_commands) {
  const auto periods =
      parse_csv(run_well("sweep period pendulum --step 1/50 --digits 16 --over scheme=midpoint,rk4 "
                         "--over q1=0.5,pi/2")
                    .out);
  std::size_t row = 0;
  for (const std::string scheme : {"midpoint", "rk4"}) {
    for (const std::string q : {"0.5", "pi/2"}) {
      const auto one = run_well("measure period pendulum --step 1/50 --digits 16 --scheme " +
                                scheme + " --start q1=" + q);
      EXPECT_EQ("period = " + periods.rows[row++][2] + "\n", one.out);
    }
  }
  const auto errors = parse_csv(
      run_well("sweep error double-pendulum --scheme simpson --until 1 --over step=1/10,1/20").out);
  const auto study =
      parse_csv(run_well("converge double-pendulum --scheme simpson --until 1 --steps 10,20 "
                         "--show-digits all")
                    .out);
  for (std::size_t i = 0; i < 2; ++i) {
    for (const char* const name : {"error_q", "error_p"}) {
      const std::string& all = study.rows[i][column(study, name)];
      const std::string& right = errors.rows[i][column(errors, name)];  // but for the last
      EXPECT_EQ(right.substr(0, right.size() - 1), all.substr(0, right.size() - 1));
      EXPECT_GT(right.size(), 55U);
    }
  }
  const auto ends = parse_csv(run_well("sweep end lagrange-top --scheme midpoint --step 1/1000 "
                                       "--until 1/100 --over l=0.1,0.15 --over digits=16,64")
                                  .out);
  const auto run = parse_csv(run_well("integrate lagrange-top --scheme midpoint --step 1/1000 "
                                      "--until 1/100 --set l=0.1 --digits 64")
                                 .out);
  for (const std::string name : {"q1", "q2", "q3", "p1", "p2", "p3"}) {
    EXPECT_EQ(ends.rows[1][column(ends, name)], run.rows.back()[column(run, name)]);
  }
}

// Those of `measure`, which are fewer than the arithmetic has; the truth is the run with 34 digits. Kind: consistency, and the rule
// that a printed digit is within one unit of its place.
TEST(sweep, prints_the_digits_that_rounding_leaves) {
  const std::string words =
      " pendulum --set omega=1 --scheme leapfrog --step 1/8 --steps 60 --over q1=0.7,1.1";
  for (const char* const quantity : {"energy-error", "error"}) {
    const std::string command = "sweep " + std::string(quantity) + words;
    const auto rough = parse_csv(run_well(command + " --digits 16").out);
    const auto fine = parse_csv(run_well(command + " --digits 34").out);
    ASSERT_EQ(rough.rows.size(), 2U);
    for (std::size_t row = 0; row < rough.rows.size(); ++row) {
      const std::string& text = rough.rows[row].at(1);
      EXPECT_LE(std::abs(std::stod(text) - std::stod(fine.rows[row].at(1))),
                unit_of_last_place(text))
          << quantity << " " << text;
      EXPECT_LT(text.size(), 18U) << text;
    }
  }
}

TEST(sweep, takes_formulas_that_need_no_scheme) {
  const auto r = program::run_well(
      "sweep orbit(period,period=5) pendulum --set omega=1 --digits 20 --over q1=1,2");
  EXPECT_NE(r.out.find("1,6.69997566437045271"), std::string::npos) << r.out;
}

TEST(sweep, a_case_that_fails_is_a_row_with_its_reason) {
  const auto r = run_well(
      "sweep end pendulum --step 1/10 --steps 5 --over scheme=leapfrog,simpson-linear --over "
      "m=1,-1 --format json");
  const auto rows = r.json().at("rows");
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_TRUE(rows[0].back().is_null());
  for (const std::size_t bad : {1U, 2U, 3U}) {
    EXPECT_TRUE(rows[bad][2].is_null());
  }
  EXPECT_NE(rows[1].back().get<std::string>().find("must be positive"), std::string::npos);
  EXPECT_NE(rows[2].back().get<std::string>().find("does not fit"), std::string::npos);
  EXPECT_EQ(r.json().at("meta").at("failures"), 3);
}

// At q1 = pi, which double does not hold, the pendulum falls for rounding errors.
TEST(sweep, a_case_without_a_digit_has_failed) {
  const auto r = run_well(
      "sweep period pendulum --scheme midpoint --step 1/100 --digits 16 --over q1=1,pi --format "
      "json");
  const auto rows = r.json().at("rows");
  EXPECT_TRUE(rows.at(0).back().is_null());
  EXPECT_TRUE(rows.at(1).at(1).is_null());
  EXPECT_NE(rows.at(1).back().get<std::string>().find("leave no digit of period"),
            std::string::npos);
  EXPECT_EQ(r.json().at("meta").at("failures"), 1);
}

TEST(sweep, reads_cases_from_a_file) {
  const folder place;
  write(place / "cases.csv", "# starts\nq1,p1,step\n0.5,1,1/8\n\"-1\",2,0.25\n");
  const auto table = parse_csv(run({"sweep", "end", "harmonic-oscillator", "--scheme", "leapfrog",
                                    "--steps", "0", "--cases", place / "cases.csv"})
                                   .out);
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(table.rows[1], (std::vector<std::string>{"-1", "2", "0.25", "-1", "2", ""}));
  const auto zip = parse_csv(run_well("sweep end harmonic-oscillator --scheme leapfrog --steps 0 "
                                      "--over q1=0.5,-1 --over p1=1,2 --over step=1/8,0.25 --zip")
                                 .out);
  EXPECT_EQ(zip.rows, table.rows);
  // consistency: the same cases as spreadsheets write them
  for (const char* const text :
       {"\xef\xbb\xbfq1,p1,step\r\n0.5,1,1/8\r\n-1,2,0.25\r\n",
        "q1;p1;step\n0.5;1;1/8\n-1;2;0.25\n", "q1\tp1\tstep\n0.5\t1\t1/8\n\n-1\t2\t0.25"}) {
    write(place / "cases.csv", text);
    const auto r = run({"sweep", "end", "harmonic-oscillator", "--scheme", "leapfrog", "--steps",
                        "0", "--cases", place / "cases.csv"});
    EXPECT_EQ(r.code, 0) << r.err;
    EXPECT_EQ(parse_csv(r.out).rows, table.rows) << text;
  }
}

TEST(sweep, prints_the_same_bytes_for_any_number_of_workers) {
  for (const std::string command :
       {"sweep error double-pendulum --until 1/2 --over scheme=midpoint,simpson,leapfrog --over "
        "step=1/4,1/8,1/6 --over digits=16,34,40",
        "sweep energy-error lagrange-top --scheme simpson --steps 20 --over "
        "step=1/2000,1/1000,1/10 --over v3=100:252:4 --digits 64 --format json"}) {
    const auto one = run_well(command);
    for (const std::string jobs : {"2", "7"}) {
      EXPECT_EQ(run_well(command + " --jobs " + jobs).out, one.out);
    }
  }
}

TEST(sweep, goes_on_after_a_signal_to_the_same_bytes) {
  const folder place;
  const std::string command =
      "sweep lyapunov double-pendulum --scheme midpoint --step 1/100 --steps 300 --digits 16 "
      "--over q1=0.1:3:40";
  const auto whole = run_well(command);
  auto arguments = words(command);
  for (const std::string& word :
       {std::string("--jobs"), std::string("2"), std::string("--checkpoint"),
        (place / "c").string(), std::string("-o"), (place / "t").string()}) {
    arguments.push_back(word);
  }
  const auto child = start(arguments, place / "out", place / "err");
  for (int i = 0; i < 3000 && !std::filesystem::exists(place / "c"); ++i) {
    ::usleep(10'000);  // from here on a signal is waited for
  }
  ::kill(child, SIGTERM);
  const int code = wait_for(child);
  ASSERT_TRUE(code == 128 + SIGTERM || code == 0) << contents(place / "err");
  if (code != 0) {
    EXPECT_FALSE(std::filesystem::exists(place / "t"));
    const std::string partial = contents(place / "t.partial");
    EXPECT_NE(partial.find("# incomplete"), std::string::npos);
  }
  const auto rest = run({"sweep", "--resume", place / "c", "-o", place / "t"});
  EXPECT_EQ(rest.code, 0) << rest.err;
  EXPECT_EQ(contents(place / "t"), whole.out);
  EXPECT_FALSE(std::filesystem::exists(place / "t.partial"));
}

class bad_sweep : public ::testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(bad_sweep, is_one_line_and_exit_code_2) {
  const auto [command, said] = GetParam();
  const auto r = run(words(std::string("sweep ") + command));
  expect_refused(r, 2, command);
  EXPECT_NE(r.err.find(said), std::string::npos) << command << "\n" << r.err;
}

#define END "end pendulum --scheme leapfrog --step 1/10 --steps 3 "
INSTANTIATE_TEST_SUITE_P(
    commands, bad_sweep,
    ::testing::Values(
        std::pair{"", "the name of a quantity is missing"},
        std::pair{"perid pendulum --over q1=1", "did you mean 'period'?"},
        std::pair{"end pendlum --over q1=1 --scheme rk4", "did you mean 'pendulum'?"},
        std::pair{END, "a sweep needs --over"}, std::pair{END "--over omga=1:2:3", "'omega'"},
        std::pair{END "--over q1", "NAME=VALUE"},
        std::pair{END "--over q1=1:2", "FIRST:LAST:COUNT"},
        std::pair{END "--over q1=1:2:1", "from 2 to"},
        std::pair{END "--over q1=1:2:x", "whole number"}, std::pair{END "--over q1=1,,2", "empty"},
        std::pair{END "--over q1=1 --over q1=2", "twice"},
        std::pair{END "--over q1=1:2:3 --over p1=1,2 --zip", "one length"},
        std::pair{END "--over q1=1 --start q1=2", "--start"},
        std::pair{END "--over omega=1 --set omega=2", "--set"},
        std::pair{END "--over scheme=leapfrg", "did you mean 'leapfrog'?"},
        std::pair{"end pendulum --scheme leapfrog,rk4 --step 1/10 --steps 3 --over q1=1",
                  "--over scheme=leapfrog,rk4"},
        std::pair{END "--over m=-1,0", "must be positive"},
        std::pair{"end pendulum --scheme leapfrog --steps 3 --over q1=1,2", "--step is missing"},
        std::pair{END "--over q1=1:2:10000000 --over p1=1:2:3", "more than"},
        std::pair{END "--over q1=1 --jobs 0", "--jobs"},
        std::pair{END "--over q1=1 --norm end", "end takes no --norm"},
        std::pair{"period pendulum --scheme rk4 --step 1/10 --over q1=1 --lanes vector",
                  "period takes no --lanes"},
        std::pair{END "--over q1=1,2 --plot x.pdf", ".svg"},
        std::pair{END "--over q1=1,2 --over p1=1,2 --over omega=1,2 --plot x.svg", "two"}));

TEST(sweep, a_file_of_cases_that_is_wrong_is_refused_with_its_line) {
  const folder place;
  const auto refused = [&](const std::string& text, const std::string& said) {
    write(place / "c.csv", text);
    const auto r = run({"sweep", "end", "pendulum", "--scheme", "rk4", "--step", "1", "--steps",
                        "1", "--cases", place / "c.csv"});
    expect_refused(r, 2, text);
    EXPECT_NE(r.err.find(said), std::string::npos) << r.err;
  };
  refused("q1,p1\n1\n", "c.csv:2: 1 cells");
  refused("q1,p1\n1,\n", "c.csv:2: a cell is empty");
  refused("q1\n", "a row of values");
  refused("qq\n1\n", "did you mean 'q1'?");
  const auto missing = run({"sweep", "end", "pendulum", "--scheme", "rk4", "--step", "1", "--steps",
                            "1", "--cases", place / "none.csv"});
  expect_refused(missing, 4, "no file");
}

TEST(sweep, computes_end_states_in_lanes_to_the_same_bytes) {
  const folder place;
  const std::string file = (place / "pole.toml").native();
  std::ofstream(file) << "name = \"pole\"\ncoordinates = [\"x\", \"y\"]\n"
                         "lagrangian = \"m*dot(x)^2/2 + dot(y)^2/2 - exp(-x*y/4) + log(x)\"\n"
                         "[parameters]\nm = 1\n[start]\nx = 1\n";
  const auto rows = [](const result& r) { return r.out.substr(r.out.find("\n# quantity")); };
  for (const std::string command :
       {"pendulum --scheme leapfrog --step 1/50 --steps 300 --over q1=-3:3:70 --over omega=1,2",
        "pendulum --scheme symplectic-euler-b --until 4 --over step=1/10,1/20 --over p1=0:3:40",
        "double-pendulum --scheme rk4 --step 1/50 --steps 50 --over q1=0:3:41 --start q2=1",
        "double-pendulum --scheme simpson --until 1 --over step=1/20,1/50 --over q1=0:3:21",
        "double-pendulum --scheme midpoint --step 1/50 --steps 50 --over q2=0:3:21 --over m1=1,2",
        "lagrange-top --scheme simpson --step 1/50 --steps 50 --over p1=-0.1:0.1:41",
        "@ --scheme simpson --step 1/20 --steps 40 --over x=-1:3:35 --over m=1,0,2",
        "@ --scheme leapfrog --step 1/20 --steps 40 --over x=-1:3:70",
        "@ --scheme rk4 --step 1/20 --steps 40 --over x=-1:3:35 --over m=1,0,2"}) {
    std::string text = command;
    if (text.front() == '@') {
      text = file + text.substr(1);
    }
    text = "sweep end " + text + " --digits 16";
    const std::string alone = rows(run_well(text + " --lanes none"));
    EXPECT_EQ(rows(run_well(text)), alone) << command;
    EXPECT_EQ(rows(run_well(text + " --jobs 2")), alone) << command;
    const auto fast = parse_csv(run_well(text + " --lanes vector").out);
    const auto exact = parse_csv(run_well(text).out);
    ASSERT_EQ(fast.rows.size(), exact.rows.size());
  }
  expect_refused(run(words("sweep end pendulum --scheme rk4 --step 1 --steps 1 --over q1=1,2 "
                           "--lanes fast")),
                 2, "known: exact, vector, none");
}

TEST(sweep, writes_hdf5_with_all_digits) {
  const folder place;
  const std::string command =
      "sweep end pendulum --scheme rk4 --step 1/50 --steps 9 --digits 40 --over q1=1,2,3";
  auto arguments = words(command);
  arguments.insert(arguments.end(), {"-o", place / "table.h5"});
  const auto r = run(arguments);
  if (r.code == 2) {
    expect_refused(r, 2, "without HDF5");
    return;
  }
  ASSERT_EQ(r.code, 0) << r.err;
  const auto table = parse_csv(run_well(command).out);
  const std::string bytes = contents(place / "table.h5");
  EXPECT_EQ(bytes.substr(1, 3), "HDF");
  for (const auto& row : table.rows) {
    for (const auto& cell : row) {
      EXPECT_NE(bytes.find(cell), std::string::npos) << cell;
    }
  }
  EXPECT_NE(bytes.find("pendulum"), std::string::npos) << "the metadata are attributes";
  arguments.back() = place / "again.hdf5";
  EXPECT_EQ(run(arguments).code, 0);
  EXPECT_EQ(contents(place / "again.hdf5"), bytes);
  arguments.insert(arguments.end(), {"--format", "json"});
  expect_refused(run(arguments), 2, "leave one of them out");
  auto errors = words("converge pendulum --scheme rk4 --until 1 --steps 10,20 --digits 16");
  errors.insert(errors.end(), {"-o", place / "errors.h5"});
  EXPECT_EQ(run(errors).code, 0);
  EXPECT_NE(contents(place / "errors.h5").find("error_q"), std::string::npos);
}

TEST(sweep, says_that_an_axis_takes_the_place_of_an_option) {
  const std::string begin = "sweep end pendulum --steps 3 ";
  for (const auto& [axis, rest] : std::map<std::string, std::string>{
           {"step", "--scheme rk4 --over step=1/10,1/5"},
           {"scheme", "--step 1/10 --digits 16 --over scheme=leapfrog,rk4"},
           {"digits", "--scheme rk4 --step 1/10 --over digits=16,34"}}) {
    const auto without = run(words(begin + rest));
    EXPECT_EQ(without.err, "") << rest;
    const auto with = run(words(begin + rest + " --" + axis + (axis == "scheme" ? " rk4" : " 20")));
    EXPECT_EQ(with.code, 0) << rest;
    EXPECT_EQ(with.err,
              "plumbline: warning: the axis '" + axis + "' takes the place of --" + axis + "\n");
    EXPECT_EQ(parse_csv(with.out).rows, parse_csv(without.out).rows) << rest;
  }
}

// No two columns have one name, whatever the coordinates and invariants are called.
TEST(sweep, has_columns_of_different_names) {
  const folder place;
  const auto file = (place / "s.toml").native();
  write(file,
        "name = \"s\"\ncoordinates = [\"failure\", \"step\"]\n[equations]\nfailure = \"step\"\n"
        "step = \"-failure\"\n[start]\nfailure = 1\n[invariants]\nfailure_end = \"failure^2 + "
        "step^2\"\n");
  const auto header = [&](const std::string& quantity, const std::string& rest) {
    return parse_csv(run_well("sweep " + quantity + " " + file +
                              " --scheme rk4 --steps 2 --digits 16 " + rest)
                         .out)
        .header;
  };
  using names = std::vector<std::string>;
  EXPECT_EQ(header("end", "--step 1/10 --over failure=1,2"),
            (names{"failure", "failure_end", "step", "failure_"}));
  EXPECT_EQ(header("end", "--over step=1/10,1/5"),
            (names{"step", "failure_end", "step_end", "failure"}));
  write(file,
        "name = \"s\"\ncoordinates = [\"x\"]\nlagrangian = \"dot(x)^2/2 - x^2/2\"\n[start]\nx = "
        "1\n[invariants]\nfailure = \"x^2 + dot(x)^2\"\n");
  EXPECT_EQ(header("invariants", "--over step=1/10,1/5"),
            (names{"step", "energy", "failure_invariants", "failure"}));
}

// What no axis changes stands in the metadata as exact texts, which hold for every number of digits.
TEST(sweep, says_parameters_and_start_as_far_as_all_cases_share_them) {
  const auto said = [](const std::string& line, const std::string& key) {
    const std::string out = run_well("sweep end " + line + " --step 1/10 --steps 1").out;
    const auto place = out.find("# " + key + ": ");
    return place == std::string::npos ? "nothing"
                                      : out.substr(place, out.find('\n', place) - place);
  };
  const std::string pendulum = "pendulum --scheme rk4 --over q1=1,2 --over digits=16,34";
  EXPECT_EQ(said(pendulum, "parameters"), "# parameters: m=1, omega=2*pi");
  EXPECT_EQ(said(pendulum, "start"), "# start: t=0, p1=0");
  const std::string two =
      "double-pendulum --scheme lobatto --set degree=1 --set m1=2 --start v1=1/3 "
      "--over double-pendulum.g=1,2 --over v2=0,1 --digits 16";
  EXPECT_EQ(said(two, "parameters"), "# parameters: m1=2, m2=1, l1=g/(2*pi)^2, l2=g/(2*pi)^2");
  EXPECT_EQ(said(two, "start"), "# start: t=0, q1=pi/4, q2=pi/3, v1=1/3");
  EXPECT_EQ(said(two, "set"), "# set: degree=1");
  // initial values of one case are not those of another where the number of coordinates differs
  const std::string chain = "pendulum-chain --scheme rk4 --over n=1,2 --digits 16";
  EXPECT_EQ(said(chain, "parameters"), "# parameters: m=1, g=9.81, l=g/(2*pi)^2");
  EXPECT_EQ(said(chain, "start"), "nothing");

  const folder place;
  const auto file = (place / "s.toml").native();
  write(file,
        "name = \"s\"\ncoordinates = [\"x\"]\nlagrangian = \"dot(x)^2/2 - k*x^2/2\"\n[parameters]\n"
        "k = 4\n[start]\nx = 1\n");
  const std::string own = file + " --scheme rk4 --over t=0,1 --digits 16";
  EXPECT_EQ(said(own, "system"), "# system: s");
  EXPECT_EQ(said(own, "file"), "# file: " + file);
  EXPECT_EQ(said(own, "formula"), "# formula: dot(x)^2/2 - k*x^2/2");
  EXPECT_EQ(said(own, "start"), "# start: q1=1, v1=0");

  const auto reserved = (place / "r.toml").native();
  write(reserved,
        "name = \"r\"\ncoordinates = [\"x\"]\nlagrangian = \"dot(x)^2/2 - step*x^2/2\"\n"
        "[parameters]\nstep = 2\n");
  EXPECT_NE(
      run_well("sweep end " + reserved + " --scheme rk4 --steps 1 --digits 16 --over step=1/10,1/5")
          .out.find("# parameters: step=2\n"),
      std::string::npos);

  const auto matrices = (place / "m.toml").native();
  write(matrices, "M = [[2]]\nK = [[\"1/3\"]]\n");
  EXPECT_EQ(said("quadratic --matrices " + matrices + " --scheme rk4 --over q1=1,2 --digits 16",
                 "parameters"),
            "# parameters: M1_1=2, K1_1=1/3");
}

TEST(plot, draws_every_table) {
  const folder place;
  for (const std::string command :
       {"integrate pendulum --scheme leapfrog --step 1/50 --steps 50",
        "integrate double-pendulum --scheme midpoint --step 1/50 --steps 9 --observe energy",
        "converge pendulum --scheme midpoint,simpson --until 1 --steps 10,20 --digits 16",
        "converge pendulum --scheme midpoint,rk4 --until 1 --steps 10,20 --digits 16 --work",
        "measure period pendulum --scheme midpoint --step 1/50 --count 3 --digits 16",
        "sweep period pendulum --scheme midpoint --step 1/50 --digits 16 --over q1=1,2,3",
        "sweep error pendulum --digits 16 --until 1 --over scheme=midpoint,rk4 --over "
        "step=1/10,1/20,1/100",
        "sweep energy-error pendulum --scheme midpoint --step 1/50 --steps 9 --digits 16 --over "
        "q1=1:2:3 --over omega=1:3:4"}) {
    for (const std::string file : {"a.svg", "a.png"}) {
      auto arguments = words(command);
      arguments.insert(arguments.end(), {"--plot", place / file, "-o", place / "table"});
      const auto r = run(arguments);
      EXPECT_EQ(r.code, 0) << command << "\n" << r.err;
      EXPECT_EQ(r.err, "") << command;
      const std::string picture = contents(place / file);
      EXPECT_NE(picture.find(file == "a.png" ? "\x89PNG" : "<svg"), std::string::npos) << command;
      EXPECT_EQ(picture.find("#0102"), std::string::npos) << "a placeholder of a colour";
      if (file == "a.svg" && command.find("energy-error") != std::string::npos) {
        std::set<std::string> colours;
        for (auto at = picture.find("rgb("); at != std::string::npos;
             at = picture.find("rgb(", at + 1)) {
          colours.insert(picture.substr(at, picture.find(')', at) - at));
        }
        EXPECT_GT(colours.size(), 12U) << "a map has a colour for each of its 12 values";
      }
      std::filesystem::remove(place / file);
    }
  }
}

/// The number of curves in a picture that gnuplot drew.
int curves_in(const std::string& picture) {
  int count = 0;
  while (picture.find(fmt::format("\"gnuplot_plot_{}\"", count + 1)) != std::string::npos) {
    ++count;
  }
  return count;
}

// Equations of first order have coordinates only, whatever letters their names begin with.
TEST(plot, draws_all_coordinates_and_nothing_else) {
  const folder place;
  const auto file = (place / "s.toml").native();
  write(file,
        "name = \"s\"\ncoordinates = [\"angle\", \"pulse\", \"z\"]\n[equations]\n"
        "angle = \"pulse\"\npulse = \"-angle\"\nz = \"1\"\n[start]\nangle = 1\n");
  const auto drawn = [&](const std::string& command) {
    auto arguments = words(command + " --digits 16");
    arguments.insert(arguments.end(), {"--plot", place / "a.svg", "-o", place / "table"});
    const auto r = run(arguments);
    EXPECT_EQ(r.code, 0) << command << "\n" << r.err;
    return curves_in(contents(place / "a.svg"));
  };
  const std::string end = " --scheme rk4 --step 1/50 --until 1";
  EXPECT_EQ(drawn("integrate " + file + end), 3);
  EXPECT_EQ(drawn("sweep end " + file + end + " --over z=0,1,2"), 3);
  EXPECT_EQ(drawn("integrate double-pendulum" + end), 2);
  EXPECT_EQ(drawn("sweep end double-pendulum" + end + " --over q1=0,1,2"), 2);
  EXPECT_EQ(drawn("integrate double-pendulum --observe q2" + end), 1);
  EXPECT_EQ(drawn("integrate double-pendulum --observe p2,energy,q1" + end), 3);
  const std::string newmark = " --scheme newmark --step 1/50 --until 1";
  EXPECT_EQ(drawn("integrate damped-forced-oscillator" + newmark), 1);
  EXPECT_EQ(drawn("sweep end damped-forced-oscillator" + newmark + " --over x1=0,1,2"), 1);
}

/// The places of the texts q1, q2, … in a picture that gnuplot drew.
std::set<std::string> places_of_coordinates(const std::string& picture) {
  std::set<std::string> places;
  const std::regex text(
      R"x(<g transform="translate\(([0-9.]+),[0-9.]+\)"[^>]*>\s*<text><tspan[^>]*>\s*q[0-9]+)x");
  for (std::sregex_iterator at(picture.begin(), picture.end(), text), end; at != end; ++at) {
    places.insert((*at)[1]);
  }
  return places;
}

// The names of many curves stand below one another; a second column would lie outside of the picture.
TEST(plot, names_all_of_many_curves) {
  const folder place;
  for (const std::string n : {"5", "16", "40"}) {
    run_well("integrate pendulum-chain --set n=" + n +
             " --scheme midpoint --step 1/10 --steps 2 --digits 16 -o " +
             (place / "table").native() + " --plot " + (place / "a.svg").native());
    EXPECT_EQ(places_of_coordinates(contents(place / "a.svg")).size(), 1U) << n;
  }
}

// On x = 0 the points lie over y, on y = 0 over x.
TEST(plot, of_a_section_has_axes_that_the_section_does_not_hold) {
  const folder place;
  const auto axis_of = [&](const std::string& section) {
    run_well(
        "integrate " + std::string(PLUMBLINE_SOURCE_DIR) +
        "/examples/systems/henon-heiles.toml --scheme taylor --until 30 --digits 16 --section " +
        section + " -o " + (place / "table").native() + " --plot " + (place / "a.svg").native());
    const std::string picture = contents(place / "a.svg");
    return std::string(picture.find("p2") != std::string::npos ? "2" : "") +
           (picture.find("p1") != std::string::npos ? "1" : "");
  };
  EXPECT_EQ(axis_of("x"), "2");
  EXPECT_EQ(axis_of("y"), "1");
  EXPECT_EQ(axis_of("x+y"), "1");
}

TEST(plot, says_which_package_is_missing) {
  const folder place;
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", "/nonexistent", 1);
  const auto r = run({"sweep", "end", "pendulum", "--scheme", "rk4", "--step", "1", "--steps", "1",
                      "--over", "q1=1,2", "--plot", place / "a.svg"});
  ::setenv("PATH", path.c_str(), 1);
  expect_refused(r, 4, "no gnuplot");
  EXPECT_NE(r.err.find("gnuplot-nox"), std::string::npos);
}

TEST(converge, says_what_each_run_cost) {
  const auto table = parse_csv(
      run_well("converge pendulum --scheme leapfrog,rk4 --until 1 --steps 10,20 --work --digits 34")
          .out);
  const auto evaluations = column(table, "evaluations");
  const auto iterations = column(table, "iterations");
  EXPECT_EQ(table.header.back(), "seconds");
  ASSERT_EQ(table.rows.size(), 4U);
  // leapfrog keeps the force of the step before; rk4 has four stages
  const std::vector<std::string> expected = {"11", "21", "40", "80"};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(table.rows[i][evaluations], expected[i]);
    EXPECT_EQ(table.rows[i][iterations], "0");
  }
  const auto without = parse_csv(
      run_well("converge pendulum --scheme leapfrog,rk4 --until 1 --steps 10,20 --digits 34").out);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(without.rows[i],
              (std::vector<std::string>(table.rows[i].begin(), table.rows[i].end() - 3)));
  }
}

}  // namespace
