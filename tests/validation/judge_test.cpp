// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline judge`.
//
// Kind: truth from outside (trajectories of plain programs, Boost.odeint and GSL, judged by mpmath in
// reference/oracles/judge), property (a changed digit is found where it is), black box (forms of tables, wrong input).
#include "support/oracle_csv.hpp"
#include "validation/program.hpp"
#include <plumbline/data/hdf5_file.hpp>
#include <plumbline/scalar/exact.hpp>
#include <plumbline/scalar/precision_scope.hpp>
#include <plumbline/scalar/types.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iomanip>
#include <map>
#include <random>

namespace {

std::string source(const std::string& name) {
  return std::string(PLUMBLINE_SOURCE_DIR) + "/reference/oracles/judge/" + name;
}

/// A table of the program: metadata and rows by (row, column).
struct judged {
  int code = 0;
  std::map<std::string, std::string> meta;
  std::map<std::pair<std::string, std::string>, std::pair<std::string, int>> cells;
};

judged judge(const std::string& file, const std::string& rest) {
  auto arguments = program::words("judge FILE --format json " + rest);
  arguments[1] = file;
  const auto r = program::run(arguments);
  EXPECT_EQ(r.err, "") << rest;
  judged result;
  result.code = r.code;
  if (r.out.empty()) {
    ADD_FAILURE() << "nothing printed for " << rest;
    return result;
  }
  const auto table = r.json();
  EXPECT_EQ(table["columns"],
            nlohmann::json::array({"row", "column", "printed", "true", "digits"}));
  for (const auto& [key, value] : table["meta"].items()) {
    result.meta[key] = value.is_string() ? value.get<std::string>() : value.dump();
  }
  for (const auto& row : table["rows"]) {
    result.cells[{row[0].dump(), row[1]}] = {row[3].get<std::string>(), row[4].get<int>()};
  }
  return result;
}

struct foreign {
  const char* name;
  const char* system;
  const char* ending = ".csv";
};

class foreign_trajectory : public ::testing::TestWithParam<foreign> {};

TEST_P(foreign_trajectory, has_the_true_digits_that_mpmath_counts) {
  if (!plumbline::has_hdf5() && std::string(GetParam().ending) == ".h5") {
    GTEST_SKIP() << "built without HDF5";
  }
  const auto found = judge(source(std::string(GetParam().name) + GetParam().ending),
                           "--system " + std::string(GetParam().system));
  EXPECT_EQ(found.code, 1);
  const auto expected =
      plumbline::testing::read_oracle("judge/" + std::string(GetParam().name) + ".digits.csv", 100);
  EXPECT_EQ(found.cells.size(), expected.size());
  int longest = 0;
  int fewest = 99;
  for (const auto& row : expected) {
    const auto cell = found.cells.find({row.at("row"), row.at("column")});
    ASSERT_NE(cell, found.cells.end()) << row.at("row") << row.at("column");
    const int digits = std::stoi(row.at("digits"));
    if (row.at("row") == "0") {
      // exact: zeros that the program did not print are counted
      EXPECT_GE(cell->second.second, digits);
    } else {
      EXPECT_EQ(cell->second.second, digits) << row.at("row") << row.at("column");
    }
    longest = std::max(longest, cell->second.second);
    fewest = std::min(fewest, cell->second.second);
    // the truth to the digits that both print
    EXPECT_NEAR(std::stod(cell->second.first), std::stod(row.at("true")), 1e-15);
    const auto common = row.at("true").substr(0, 17);
    if (row.at("row") != "0" && common.find('e') == std::string::npos) {
      EXPECT_EQ(cell->second.first.substr(0, 17), common);
    }
  }
  EXPECT_EQ(found.meta.at("digits_max"), std::to_string(longest));
  EXPECT_EQ(found.meta.at("digits_min"), std::to_string(fewest));
  EXPECT_EQ(found.meta.at("read_as"), "decimal");
  EXPECT_GT(std::stod(found.meta.at("error_max")), 0);
  EXPECT_GT(std::stod(found.meta.at("energy_drift")), 0);
}

INSTANTIATE_TEST_SUITE_P(
    programs, foreign_trajectory,
    ::testing::Values(
        foreign{"pendulum_rk4",
                "pendulum --set omega=6.28318530717958623199592693708837032318115234375 --start "
                "q1=1.25 --start p1=0"},
        foreign{"pendulum_rk4",
                "pendulum --set omega=6.28318530717958623199592693708837032318115234375 --start "
                "q1=1.25 --start p1=0",
                ".h5"},
        foreign{"pendulum_odeint",
                "pendulum --set omega=6.28318530717958623199592693708837032318115234375 --start "
                "q1=1.25 --start p1=0"},
        foreign{"pendulum_gsl",
                "pendulum --set omega=6.28318530717958623199592693708837032318115234375 --start "
                "q1=1.25 --start p1=0",
                ".txt"},
        foreign{"oscillator_leapfrog", "harmonic-oscillator --start q1=1 --start p1=1/2"},
        foreign{"double_pendulum_rk4",
                "double-pendulum --start q1=3/4 --start q2=1 --start v1=0 --start v2=0"}));

struct printed_problem {
  const char* name;
  const char* options;
};

class printed_values : public ::testing::TestWithParam<printed_problem> {};

/// The values that are copied from test set to test set, against states that mpmath computed.
TEST_P(printed_values, have_the_true_digits_of_the_independent_state) {
  const plumbline::precision_scope scope(100);
  using plumbline::decimal;
  using plumbline::mp;
  const std::string name = GetParam().name;
  const std::string root = std::string(PLUMBLINE_SOURCE_DIR) + "/";
  const std::string file = root + "reference/published/reference-values/" + name + ".csv";
  std::string options = GetParam().options;
  const auto at = options.find("examples/");
  if (at != std::string::npos) {
    options.insert(at, root);
  }
  const auto found = judge(file, options);
  const auto table = program::parse_csv(program::contents(file));
  std::map<std::string, std::string> truth;
  for (const auto& row : plumbline::testing::read_oracle("reference-values/" + name + ".csv", 2)) {
    truth[row.at("column")] = row.at("value");
  }
  int wrong = 0;
  for (std::size_t c = 1; c < table.header.size(); ++c) {
    const std::string& column = table.header[c];
    const std::string& text = table.rows[0][c];
    const auto cell = found.cells.find({"0", column});
    ASSERT_NE(cell, found.cells.end()) << column;
    const auto exponent_at = text.find('e');
    const std::string mantissa = text.substr(0, exponent_at);
    const long exponent =
        exponent_at == std::string::npos ? 0 : std::stol(text.substr(exponent_at + 1));
    const auto first = mantissa.find_first_of("123456789");
    const auto count = std::count_if(mantissa.begin() + static_cast<long>(first), mantissa.end(),
                                     [](char ch) { return ch >= '0' && ch <= '9'; });
    const long last = exponent - static_cast<long>(mantissa.size() - mantissa.find('.') - 1);
    const mp error = abs(mp(decimal<mp>(text) - decimal<mp>(truth.at(column))));
    long digits = count;
    while (digits > 0 && decimal<mp>("1e" + std::to_string(last + count - digits)) < error) {
      --digits;
    }
    wrong += digits < count ? 1 : 0;
    if (digits < count) {
      EXPECT_EQ(cell->second.second, digits) << column;
    } else {
      EXPECT_GE(cell->second.second, digits) << column;
    }
  }
  EXPECT_EQ(found.meta.at("false"), std::to_string(wrong));
  EXPECT_EQ(found.code, wrong > 0 ? 1 : 0);
}

INSTANTIATE_TEST_SUITE_P(
    reference_values, printed_values,
    ::testing::Values(
        printed_problem{"pendulum-gni",
                        "--system pendulum --set omega=1 --start q1=0 --start p1=1 --map turns=t "
                        "--unit turns=2*pi"},
        printed_problem{"arenstorf", "--system examples/systems/restricted-three-body.toml"},
        printed_problem{"lorenz-ab", "--system examples/systems/lorenz.toml"},
        printed_problem{"figure-eight", "--system examples/systems/figure-eight.toml"}));

TEST(judge_test, from_the_first_row_is_from_the_same_start) {
  const auto a =
      judge(source("double_pendulum_rk4.csv"),
            "--system double-pendulum --start q1=3/4 --start q2=1 --start v1=0 --start v2=0");
  const auto b =
      judge(source("double_pendulum_rk4.csv"), "--system double-pendulum --from-first-row");
  EXPECT_EQ(a.cells, b.cells);
}

TEST(judge_test, binary_input_is_the_nearest_double) {
  const program::folder place;
  const std::string file = place / "t.csv";
  std::ofstream(file) << "t,q1,p1\n0.1,0.1,0\n0.3,0,0\n";
  const std::string rest = "--system harmonic-oscillator --set k=1 --from-first-row --digits 25";
  const auto decimal = judge(file, rest);
  const auto binary = judge(file, rest + " --input binary");
  EXPECT_EQ(binary.meta.at("read_as"), "binary");
  EXPECT_EQ(decimal.cells.at({"0", "q1"}).first.substr(0, 6), "0.1000");
  EXPECT_EQ(decimal.cells.at({"0", "q1"}).first.find_first_not_of("0.1"), std::string::npos);
  // the double next to 0.1 is 0.1000000000000000055511151231257827…
  EXPECT_EQ(binary.cells.at({"0", "q1"}).first, "0.1000000000000000055511151");
  // 0.1 cos 0.2, and with the nearest doubles of 0.1 and 0.3 (python, 60 digits of mpmath)
  EXPECT_EQ(decimal.cells.at({"1", "q1"}).first, "0.09800665778412416311241965");
  EXPECT_EQ(binary.cells.at({"1", "q1"}).first, "0.09800665778412416888373295");
}

// a data set whose digits are all true, and one changed digit in it
TEST(judge_test, finds_the_one_changed_digit) {
  const program::folder place;
  program::run_well("dataset pendulum --step 1/8 --steps 12 --digits 30 -o " +
                    (place / "d").native());
  const auto table = program::parse_csv(program::contents(place / "d/data.csv"));
  EXPECT_EQ(judge(place / "d/data.csv", "--system pendulum").code, 0);
  std::mt19937 random(20261122);
  for (int trial = 0; trial < 12; ++trial) {
    auto rows = table.rows;
    const std::size_t row = 1 + random() % (rows.size() - 1);
    const std::size_t column = 1 + random() % 2;
    std::string& cell = rows[row][column];
    std::size_t at = 0;
    int place_of_digit = 0;
    const int wanted = 2 + static_cast<int>(random() % 26);
    bool leading = true;
    for (at = 0; at < cell.size(); ++at) {
      leading = leading && (cell[at] < '1' || cell[at] > '9');
      place_of_digit += !leading && cell[at] >= '0' && cell[at] <= '9' ? 1 : 0;
      if (place_of_digit == wanted) {
        break;
      }
    }
    cell[at] = static_cast<char>('0' + (cell[at] - '0' + 5) % 10);
    const std::string file = place / "changed.csv";
    {
      std::ofstream out(file);
      out << "t,q1,p1\n";
      for (const auto& each : rows) {
        out << each[0] << "," << each[1] << "," << each[2] << "\n";
      }
    }
    const auto found = judge(file, "--system pendulum");
    EXPECT_EQ(found.code, 1);
    EXPECT_EQ(found.meta.at("false"), "1");
    const std::string name = column == 1 ? "q1" : "p1";
    const int digits = found.cells.at({std::to_string(row), name}).second;
    // off by five units of the place: the digits before it are true
    EXPECT_EQ(digits, wanted - 1) << cell;
    EXPECT_EQ(found.meta.at("first_false").rfind("row " + std::to_string(row) + " ", 0), 0U);
  }
}

TEST(judge_test, one_unit_of_the_last_place_is_right_and_two_are_not) {
  const program::folder place;
  const std::string file = place / "t.csv";
  // cos 1 = 0.540302305868…, rounded, cut, a unit more, two units more
  for (const auto& [text, code] : std::vector<std::pair<std::string, int>>{{"0.5403", 0},
                                                                           {"0.54031", 0},
                                                                           {"0.54030", 0},
                                                                           {"0.54029", 1},
                                                                           {"0.54032", 1},
                                                                           {"5.403D-1", 0},
                                                                           {"+.5403e+0", 0},
                                                                           {"54.03e-2", 0}}) {
    std::ofstream(file) << "t,q1\n1," << text << "\n";
    EXPECT_EQ(judge(file, "--system harmonic-oscillator --set k=1").code, code) << text;
  }
}

constexpr const char* turned =
    "name = \"turned\"\ncoordinates = [\"x\", \"y\"]\n"
    "lagrangian = \"m*(dot(x)^2 + dot(y)^2)/2 - (x^2 + x^2*y + y^2)/2\"\n[parameters]\n"
    "m = \"7/3\"\n";

/// A start that no binary number is: sqrt(K) and K/7 in the place of x and y.
std::string start_of(int k) {
  return "[start]\nx = \"sqrt(" + std::to_string(k) + ")/11\"\ny = \"" + std::to_string(k) +
         "/7\"\n[velocity]\nx = \"pi/" + std::to_string(k + 3) + "\"\n";
}

// The start is input: what is printed of it is the nearest number of the arithmetic.
TEST(judge_test, finds_the_start_of_the_programs_own_output_true) {
  const program::folder place;
  const auto system = (place / "s.toml").native();
  const auto table = (place / "t.csv").native();
  for (const int k : {2, 5, 10}) {
    std::ofstream(system) << turned << start_of(k);
    for (const char* digits : {"16", "34", "40", "64"}) {
      for (const char* scheme : {"leapfrog", "newmark"}) {
        program::run_well("integrate " + system + " --scheme " + scheme +
                          " --step 1/10 --steps 1 --digits " + digits + " -o " + table);
        for (const char* input : {"decimal", "binary"}) {
          const auto r = program::run({"judge", table, "--system", system, "--input", input,
                                       "--format", "json", "--quiet"});
          const auto first = r.json().at("meta").value("first_false", std::string("none"));
          EXPECT_NE(first.rfind("row 0 ", 0), 0U) << k << " " << digits << " " << scheme << first;
        }
      }
    }
  }
}

TEST(judge_test, finds_a_changed_digit_of_a_start_that_shows_a_double) {
  const program::folder place;
  const auto system = (place / "s.toml").native();
  const auto file = (place / "t.csv").native();
  std::ofstream(system) << "name = \"s\"\ncoordinates = [\"x\"]\n"
                           "lagrangian = \"dot(x)^2/2 - x^2/2\"\n[start]\nx = \"cos(11/10)\"\n";
  // cos 1.1 = 0.45359612142557738777 (mpmath); the nearest double is 0.4535961214255773699…, its neighbours are 5.6e-17 away
  const std::vector<std::pair<std::string, int>> texts = {
      {"0.45359612142557737", 0},  // the nearest double
      {"0.45359612142557739", 0},  // the decimal number
      {"0.45359612142557743", 0},  // the next one, less than a unit of the last bit off
      {"0.4535961214255774", 0},
      {"0.453596121425577369912", 0},  // the nearest double to 21 digits
      {"0.45359612142557736", 1},      // one unit less shows no double
      {"0.45359612142557731", 1},      // the double below is more than a unit of the last bit off
      {"0.45359612142557747", 1},
      {"0.45359612142557837", 1},
      {"0.45359612142557", 0},
      {"0.45359612142555", 1},
      {"0.453596115", 0},  // the nearest number of 24 bits
      {"0.453596116", 1}};
  for (const auto& [text, code] : texts) {
    std::ofstream(file) << "t,q1\n0," << text << "\n";
    EXPECT_EQ(program::run({"judge", file, "--system", system}).code, code) << text;
    // at another time nothing is input: cos 1.1 · cos 1 = 0.24507910… is not this
    std::ofstream(file) << "t,q1\n1," << text << "\n";
    EXPECT_EQ(program::run({"judge", file, "--system", system}).code, 1) << text;
  }
  // cos 1.1 at the time pi: −cos 1.1; the nearest double is false there, one unit of a decimal is asked for
  std::ofstream(file) << "t,q1\n0,0.4536\n6.283185307179586476925286766559,0.45359612142557737\n";
  EXPECT_EQ(program::run({"judge", file, "--system", system}).code, 1);
}

// %.15g of the float 2.983673 = 2.983673095703125 is rounded to even, and 3/10 is no binary number.
TEST(judge_test, finds_the_start_true_that_other_programs_print) {
  const program::folder place;
  const auto is_true = [&](const std::string& text, const std::string& options) {
    program::write(place / "s.csv", text);
    const auto r = program::run(
        program::words("judge " + (place / "s.csv").native() + " --system pendulum " + options));
    EXPECT_EQ(r.code, 0) << text << r.out << r.err;
  };
  is_true("t,q1\n0,2.98367309570312\n", "--start q1=2.983673");
  is_true("t,q1\n0,2.98367309570313\n", "--start q1=2.983673");
  const std::string start = "--start t=3/10 --start q1=0.7";
  is_true("t,q1,p1\n0.29999999999999999,0.69999999999999996,0\n", start);
  is_true("t,q1,p1\n0.3,0.69999999999999996,0\n", start + " --input binary");
  is_true("t,q1,p1\n2.999999999999999889e-01,6.999999999999999556e-01,0\n", start);
}

TEST(judge_test, takes_names_of_columns_in_latin_1_and_refuses_keys_that_stand_twice) {
  const program::folder place;
  program::write(place / "l.csv", "t,q1,\xe9\n0,1.5707963267948966,3\n");
  const auto latin =
      program::run(program::words("judge " + (place / "l.csv").native() + " --system pendulum"));
  EXPECT_NE((latin.out + latin.err).find("\xc3\xa9"), std::string::npos) << latin.out << latin.err;
  for (const auto& [text, said] :
       {std::pair{R"({"t": [0], "q1": [1], "t": [1]})", "has the key 't' twice"},
        {R"([{"t": 1, "q1": 1e400}])", "has 1e400, which JSON's readers do not hold"}}) {
    program::write(place / "a.json", text);
    program::expect_refused(
        program::run(program::words("judge " + (place / "a.json").native() + " --system pendulum")),
        2, said);
  }
}

TEST(judge_test, reads_every_form_of_table) {
  const program::folder place;
  const std::string file = place / "t";
  const std::string system = "--system harmonic-oscillator --set k=1";
  const std::vector<std::pair<std::string, std::string>> forms = {
      {"t,q1,p1\n0,1,0\n1,0.5403,-0.8415\n", ""},
      {"# made by hand\r\nt,q1,p1\r\n0,1,0\r\n1,0.5403,-0.8415\r\n", ""},
      {"t;q1;p1\n0;1;0\n1;0.5403;-0.8415\n", ""},
      {"t\tx1\tp1\n0\t1\t0\n1\t0.5403\t-0.8415\n", ""},
      {"% t q1 p1\n 0   1   0\n 1   0.5403  -0.8415\n", ""},
      {"# t q1 p1\n  0   1 \t 0\n  1   0.5403\t -0.8415\n", ""},
      {"t q1 p1\n0, 1, 0\n1, 0.5403, -0.8415\n", ""},
      {"t [s]\tq1 [m]\tp1\n0\t1\t0\n1\t0.5403\t-0.8415\n", ""},
      {"0 1 0\n1 0.5403 -0.8415\n", " --columns t,q1,p1"},
      {"time,angle,p1\n0,1,0\n1,0.5403,-0.8415\n", " --map angle=q1"},
      {"\"t\",\"q1 [m]\",\"p1\"\n0,1,0\n1,0.5403,-0.8415\n", ""},
      {"t,q1,p1\n0,1,0\n1000,540.3,-841.5\n", " --unit t=1/1000 --unit q1=1/1000 --unit p1=1/1000"},
      {R"({"columns": ["t", "q1", "p1"], "rows": [["0", "1", "0"], [1, 0.5403, "-0.8415"]]})", ""},
      {R"([{"t": 0, "q1": 1, "p1": 0}, {"t": 1, "q1": 0.5403, "p1": -0.8415}])", ""},
      {R"({"t": [0, 1], "q1": [1, 0.5403], "p1": [0, -0.8415]})", ""},
      {"[[0, 1, 0], [1, 0.5403, -0.8415]]", " --columns t,q1,p1"},
      // JSON lines
      {"{\"t\": 0, \"q1\": 1, \"p1\": 0}\n\n{\"t\": 1, \"q1\": 0.5403, \"p1\": -0.8415}\n", ""},
      {"[0, 1, 0]\r\n[1, 0.5403, -0.8415]\r\n", " --columns t,q1,p1"},
      // separators inside of quotes (RFC 4180), and one at the end of each line
      {"t,\"note, if any\",q1,p1\n0,\"at rest, \"\"lifted\"\"\",1,0\n1,,0.5403,-0.8415\n",
       " --quiet"},
      {"t,q1,p1,\n0,1,0,\n1,0.5403,-0.8415,\n", ""},
      // decimal commas
      {"t;q1;p1\n0;1;0\n1;0,5403;-0,8415\n", ""},
      {"t;q1;p1\r\n0,0;1,0;0\r\n1,0;0,5403;-,8415\r\n", ""},
      {"0,0\t1\t0\n1\t0,5403\t-8,415e-1\n", " --columns t,q1,p1"}};
  // a unit behind the number of a coordinate
  const std::string chain = place / "chain.toml";
  std::ofstream(chain) << "name = \"chain\"\ncoordinates = [\"x[1:n]\"]\nlagrangian = \"sum(i, 1, "
                          "n, dot(x[i])^2/2 - "
                          "x[i]^2/2)\"\n[parameters]\nn = \"2\"\n[start]\n\"x[1]\" = \"1\"\n";
  std::ofstream(file) << "t [s (SI)],x[1] [m (SI)],x[2] (m)\n0,1,0\n1,0.5403,0\n";
  EXPECT_EQ(judge(file, "--system " + chain).meta["values"], "4");
  for (const auto& [text, options] : forms) {
    std::ofstream(file) << text;
    const bool scaled = options.find("--unit") != std::string::npos;
    auto found = judge(file, system + options);
    EXPECT_EQ(found.meta["values"], "4") << text;
    EXPECT_EQ(found.meta.count("ignored"), text.find("note") == std::string::npos ? 0U : 1U)
        << text;
    if (!scaled) {
      EXPECT_EQ(found.code, 0) << text;
    }
    EXPECT_EQ(found.meta["false"], scaled ? "1" : "0") << text;  // 1 of 1000 at the start
  }
}

TEST(judge_test, sees_a_key_that_the_first_object_does_not_have) {
  const program::folder place;
  const std::string file = place / "t.json";
  std::ofstream(file) << R"([{"t": 0, "q1": 1}, {"t": 1, "q1": 0.5403, "p1": 999, "note": 5}])";
  const auto found = judge(file, "--system harmonic-oscillator --set k=1 --quiet");
  EXPECT_EQ(found.code, 1);
  EXPECT_EQ(found.meta.at("values"), "3");
  EXPECT_EQ(found.meta.at("false"), "1");
  EXPECT_EQ(found.meta.at("ignored"), "note");
}

TEST(judge_test, reads_the_strings_of_a_dataset_in_hdf5) {
  if (!plumbline::has_hdf5()) {
    GTEST_SKIP() << "built without HDF5";
  }
  const program::folder place;
  const auto folder = (place / "swing").native();
  program::run_well("dataset pendulum --start q1=1 --step 1/4 --steps 3 --digits 30 -o " + folder);
  const auto found = judge(folder + "/data.h5", "--system pendulum --start q1=1");
  EXPECT_EQ(found.code, 0);
  EXPECT_EQ(found.meta.at("values"), "8");
  EXPECT_EQ(found.meta.at("digits_min"), "30");
  std::ofstream(place / "bad.h5", std::ios::binary) << "\x89HDF\r\n\x1a\nnot really";
  program::expect_refused(
      program::run({"judge", (place / "bad.h5").native(), "--system", "pendulum"}), 2, "bad.h5");
}

/// q = cos(t + shift), p = −sin(t + shift) at t = 0, 1/4 … 10 with 14 decimals.
void write_shifted(const std::string& file, double shift) {
  std::ofstream out(file);
  out << "t,q1,p1\n" << std::setprecision(16);
  for (int k = 0; k <= 40; ++k) {
    out << k / 4. << "," << std::cos(k / 4. + shift) << "," << -std::sin(k / 4. + shift) << "\n";
  }
}

TEST(judge_test, says_by_which_time_a_motion_is_ahead) {
  const program::folder place;
  const std::string file = place / "t.csv";
  for (const double shift : {1e-5, -2e-6}) {
    write_shifted(file, shift);
    const auto found = judge(file, "--system harmonic-oscillator --set k=1");
    EXPECT_NEAR(std::stod(found.meta.at("phase_error")), shift, std::abs(shift) * 1e-4);
    EXPECT_NEAR(std::stod(found.meta.at("phase_error_end")), shift, std::abs(shift) * 1e-4);
    // |cos(t + s) − cos t| and the same of the sine are at most |s|
    EXPECT_NEAR(std::stod(found.meta.at("error_q")), std::abs(shift), std::abs(shift) * 0.01);
    EXPECT_NEAR(std::stod(found.meta.at("error_p_end")), std::abs(shift * std::cos(10)),
                std::abs(shift) * 1e-4);
  }
}

TEST(judge_test, says_what_the_other_reading_of_the_input_would_change) {
  const program::folder place;
  const std::string file = place / "t.csv";
  const std::string rest = "--system harmonic-oscillator --set k=1 --from-first-row";
  std::ofstream(file) << "t,q1,p1\n0.1,0.1,0\n0.3,0,0\n";
  // 0.09800665778412416888373295 − 0.09800665778412416311241965, by mpmath: see the test of binary input
  for (const std::string input : {"decimal", "binary"}) {
    const auto found = judge(file, rest + " --input " + input);
    EXPECT_NEAR(std::stod(found.meta.at("input_changes")), 5.7713130e-18, 1e-23);
  }
  std::ofstream(file) << "t,q1,p1\n0,0.5,0\n0.25,0.484456,-0.123702\n";
  EXPECT_EQ(judge(file, rest).meta.at("input_changes"), "0") << "all numbers are doubles";
}

/// Runge and Kutta's step for q″ = −q in double, with every row.
double write_rk4(const std::string& file, int steps) {
  std::ofstream out(file);
  out << "t,q1,p1\n" << std::setprecision(17);
  double q = 1;
  double p = 0;
  double largest = 0;
  const double h = 4. / steps;
  for (int n = 0; n <= steps; ++n) {
    out << n * h << "," << q << "," << p << "\n";
    largest = std::max(largest, std::abs(q - std::cos(n * h)));
    const double k1q = p, k1p = -q;
    const double k2q = p + h / 2 * k1p, k2p = -(q + h / 2 * k1q);
    const double k3q = p + h / 2 * k2p, k3p = -(q + h / 2 * k2q);
    const double k4q = p + h * k3p, k4p = -(q + h * k3q);
    q += h / 6 * (k1q + 2 * k2q + 2 * k3q + k4q);
    p += h / 6 * (k1p + 2 * k2p + 2 * k3p + k4p);
  }
  return largest;
}

TEST(judge_test, several_files_have_an_order) {
  const program::folder place;
  std::vector<std::string> command = {"judge"};
  std::vector<double> errors;
  for (const int steps : {32, 64, 128}) {
    const std::string file = place / (std::to_string(steps) + ".csv");
    errors.push_back(write_rk4(file, steps));
    command.push_back(file);
  }
  auto with_system = command;
  for (const char* word : {"--system", "harmonic-oscillator", "--set", "k=1", "--format", "json"}) {
    with_system.emplace_back(word);
  }
  const auto r = program::run(with_system);
  EXPECT_EQ(r.code, 1) << r.err;
  const auto table = r.json();
  EXPECT_EQ(table["columns"],
            nlohmann::json::array({"file", "step", "rows", "values", "false", "digits_min",
                                   "error_q", "error_p", "order_q", "order_p"}));
  ASSERT_EQ(table["rows"].size(), 3U);
  for (std::size_t k = 0; k < 3; ++k) {
    const auto& row = table["rows"][k];
    EXPECT_EQ(row[0], command[k + 1]);
    EXPECT_EQ(std::stod(row[1].get<std::string>()), 0.125 / (1 << k));
    EXPECT_NEAR(std::stod(row[6].get<std::string>()), errors[k], errors[k] * 1e-5);
    if (k > 0) {
      EXPECT_NEAR(std::stod(row[8].get<std::string>()), 4, 0.1);
      EXPECT_NEAR(std::stod(row[9].get<std::string>()), 4, 0.1);
    }
  }
  EXPECT_NEAR(std::stod(table["meta"]["order_q"].get<std::string>()), 4, 0.1);
  // steps that are twice as long by name have the same order
  with_system.insert(with_system.end(), {"--file-steps", "1/4,1/8,1/16"});
  EXPECT_EQ(program::run(with_system).json()["rows"][2][8], table["rows"][2][8]);
  with_system.back() = "1/4,1/8";
  program::expect_refused(program::run(with_system), 2, "two steps for three files");
  with_system.back() = "1/4,0,1/8";
  program::expect_refused(program::run(with_system), 2, "a step of zero");
  program::expect_refused(
      program::run({"judge", command[1], "--system", "harmonic-oscillator", "--file-steps", "1"}),
      2, "one file");
}

TEST(judge_test, draws_a_page_with_its_digits_marked) {
  const program::folder place;
  const std::string file = place / "t.csv";
  std::ofstream(file) << "t,q1\n0,1\n1,0.54031\n1,0.54032\n2,-0.41615\n";
  const std::string page = place / "page.html";
  const auto r = program::run(
      {"judge", file, "--system", "harmonic-oscillator", "--set", "k=1", "--page", page});
  EXPECT_EQ(r.code, 1) << r.err;
  const std::string html = program::contents(page);
  EXPECT_NE(html.find("<td>0.5403<span class=\"doubtful\">1</span></td>"), std::string::npos);
  EXPECT_NE(html.find("<td>0.5403<span class=\"false\">2</span></td>"), std::string::npos);
  EXPECT_NE(html.find("<td>-0.41615</td>"), std::string::npos);
  std::size_t pictures = 0;
  for (auto at = html.find("<svg"); at != std::string::npos; at = html.find("<svg", at + 1)) {
    ++pictures;
  }
  EXPECT_EQ(pictures, 2U);
  program::expect_refused(
      program::run({"judge", file, file, "--system", "harmonic-oscillator", "--page", page}), 2,
      "a page of two files");
}

TEST(judge_test, refuses_what_is_no_trajectory) {
  const program::folder place;
  const std::string file = place / "t.csv";
  const std::string system = " --system harmonic-oscillator";
  const auto refused = [&](const std::string& text, const std::string& options, int code,
                           const std::string& said) {
    std::ofstream(file) << text;
    const auto r = program::run(program::words("judge " + file + " " + options));
    program::expect_refused(r, code, text + options);
    EXPECT_NE(r.err.find(said), std::string::npos) << r.err;
  };
  refused("t,q1\n0,1\n2,1\n1,1\n", system, 2, "row 2");
  refused("t,q1\n0,1\n1,x\n", system, 2, "t.csv:3: column 'q1': 'x' is not a decimal number");
  refused("t,q1\n0,1\n1,nan\n", system, 2, "'nan'");
  refused("t,q1\n0,1\n1\n", system, 2, "t.csv:3: 1 cells for the 2 columns");
  refused("q1,p1\n0,1\n", system, 2, "no column t");
  refused("t,angle\n0,1\n", system, 2, "no column of harmonic-oscillator");
  refused("0,1\n", system, 2, "--columns");
  refused("t,q1,x1\n0,1,1\n", system, 2, "mean the same");
  refused("t,q1\n0,1\n", system + " --from-first-row", 2, "'p1' or 'v1' is missing");
  refused("t,q1,p1\n0,1,0\n", system + " --from-first-row --start q1=1", 2, "--start");
  refused("t,q1\n0,1\n", system + " --map angle=q1", 2, "unknown column in --map");
  refused("t,q1\n0,1\n", system + " --map q1=angle", 2, "unknown column of harmonic-oscillator");
  refused("t,q1\n0,1\n", system + " --input octal", 2, "binary");
  refused("t,q1\n0,1\n", system + " --unit q1=0", 2, "zero");
  refused("t,q1\n0,1\n", "", 2, "--system");
  refused("", system, 2, "is empty");
  refused("t,q1\n", system, 2, "no rows");
  refused("# only blanks\n\v\n \f\n", system, 2, "no rows");
  refused("{\"rows\": ", system, 2, "not JSON");
  refused("{\"a\": 1}", system, 2, "no table");
  refused("{\"t\": 0, \"q1\": 1}\n{\"t\": 1,\n", system, 2, "t.csv:2 is not JSON");
  refused("t;q1\n0;1\n1;0,5\n2;0.5\n", system, 2, "t.csv:4: some numbers have a decimal comma");
  refused("\xff\xfet\x01", system, 2, "UTF-16");
  const auto missing = program::run(program::words("judge " + (place / "none").native() + system));
  program::expect_refused(missing, 4, "no such file");
}

// x'' = -x from 2: a coordinate may have the name that the time has elsewhere.
TEST(judge, takes_a_coordinate_called_time) {
  const program::folder place;
  program::write(place / "s.toml",
                 "name = \"s\"\ncoordinates = [\"time\"]\nlagrangian = \"dot(time)^2/2 - "
                 "time^2/2\"\n[start]\ntime = 2\n");
  program::write(place / "a.csv", "t,time\n1,1.0806046117362794\n");
  const auto r =
      program::run({"judge", (place / "a.csv").native(), "--system", (place / "s.toml").native()});
  EXPECT_EQ(r.code, 0) << r.out << r.err;
  program::write(place / "b.csv", "time,q1\n1,1.0806046117362794\n");
  EXPECT_EQ(program::run({"judge", (place / "b.csv").native(), "--system", "harmonic-oscillator",
                          "--set", "k=1", "--start", "q1=2"})
                .code,
            0);
}

}  // namespace
