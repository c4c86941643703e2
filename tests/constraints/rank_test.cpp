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

}  // namespace
