// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Constraints that lose their rank. A parallelogram of three rods of length 1, 2 and 1 moves as q = (sin t, cos t, 2 + sin t, cos t); at
// t = π/2 its rods are in line, and it may go on as an antiparallelogram. Kinds: closed form before that time, refusal after it.
#include "validation/program.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>

namespace {

constexpr const char* parallelogram = R"toml(name = "parallelogram"
coordinates = ["x1", "y1", "x2", "y2"]
lagrangian = "(dot(x1)^2 + dot(y1)^2 + dot(x2)^2 + dot(y2)^2)/2"
[constraints]
left = "x1^2 + y1^2 = 1"
right = "(x2 - 2)^2 + y2^2 = 1"
middle = "(x2 - x1)^2 + (y2 - y1)^2 = 4"
[start]
y1 = "1"
x2 = "2"
y2 = "1"
[velocity]
x1 = "1"
x2 = "1"
)toml";

class rank : public ::testing::Test {
 protected:
  rank() { std::ofstream(file_) << parallelogram; }
  program::result run(const std::string& words) const {
    std::vector<std::string> all = program::words(words);
    std::replace(all.begin(), all.end(), std::string("FILE"), file_);
    return program::run(all);
  }

 private:
  program::folder place_;
  std::string file_ = place_ / "parallelogram.toml";
};

TEST_F(rank, is_there_before_the_rods_are_in_line) {
  const auto r = run("integrate FILE --scheme taylor --step 3/4 --steps 2 --digits 40 --every 2");
  ASSERT_EQ(r.code, 0) << r.err;
  const auto row = program::parse_csv(r.out).rows.back();
  EXPECT_NEAR(std::stod(row.at(1)), std::sin(1.5), 1e-15);
  EXPECT_NEAR(std::stod(row.at(3)), 2 + std::sin(1.5), 1e-15);
}

/// However long the steps are and however many digits they have: none may say which way the rods go.
TEST_F(rank, that_is_lost_ends_the_motion) {
  for (const std::string words :
       {"integrate FILE --scheme taylor --step 1/10 --until 2 --digits 20",
        "integrate FILE --scheme taylor --step 1/2 --until 2 --digits 40",
        "integrate FILE --scheme taylor --step 2 --steps 1 --digits 16",
        "integrate FILE --scheme taylor --times 1,2 --digits 20",
        "integrate FILE --scheme taylor --section y1+0.3 --until 2 --digits 20"}) {
    const auto r = run(words);
    EXPECT_EQ(r.code, 3) << words << ": " << r.out;
    EXPECT_NE(r.err.find("lose their rank"), std::string::npos) << words << ": " << r.err;
  }
  const auto r = run("converge FILE --scheme simpson --until 2 --steps 20,40 --digits 20");
  EXPECT_EQ(r.code, 3) << r.out;
  EXPECT_NE(r.err.find("1.5708"), std::string::npos) << r.err;
}

/// The curve y^2 = x^2 (x + 1) crosses itself at 0, where the gradient of its constraint vanishes.
TEST(rank_of_a_gradient, that_vanishes_ends_the_motion) {
  const program::folder place;
  const std::string file = place / "crossing.toml";
  std::ofstream(file) << "name = \"crossing\"\ncoordinates = [\"x\", \"y\"]\n"
                         "lagrangian = \"(dot(x)^2 + dot(y)^2)/2\"\n[constraints]\n"
                         "curve = \"y^2 = x^2*(x + 1)\"\n[start]\nx = \"1\"\ny = \"sqrt(2)\"\n"
                         "[velocity]\nx = \"-1\"\ny = \"-5/(2*sqrt(2))\"\n";
  for (const std::string digits : {"16", "20", "34", "40", "64"}) {
    const auto before = program::run(
        {"integrate", file, "--scheme", "taylor", "--times", "0.6", "--digits", digits});
    ASSERT_EQ(before.code, 0) << before.err;
    const auto row = program::parse_csv(before.out).rows.back();
    const double x = std::stod(row.at(1));
    EXPECT_NEAR(std::stod(row.at(2)), x * std::sqrt(x + 1), 1e-14);
    const auto behind =
        program::run({"integrate", file, "--scheme", "taylor", "--times", "1", "--digits", digits});
    EXPECT_EQ(behind.code, 3) << digits << ": " << behind.out;
  }
}

/// A bead without forces on x = y^3 from y = -1000: the gradient (1, -3 y^2) shrinks by a factor of 10^6 and does not vanish.
TEST(rank_of_a_gradient, that_only_becomes_small_is_kept) {
  const program::folder place;
  const std::string file = place / "cubic.toml";
  std::ofstream(file) << "name = \"cubic\"\ncoordinates = [\"x\", \"y\"]\n"
                         "lagrangian = \"(dot(x)^2 + dot(y)^2)/2\"\n[constraints]\n"
                         "curve = \"x = y^3\"\n[start]\nx = \"-10^9\"\ny = \"-1000\"\n"
                         "[velocity]\nx = \"3*10^8\"\ny = \"100\"\n";
  const auto r = program::run({"integrate", file, "--scheme", "taylor", "--step", "1/4", "--until",
                               "10", "--digits", "16"});
  EXPECT_EQ(r.code, 0) << r.err;
}

}  // namespace
