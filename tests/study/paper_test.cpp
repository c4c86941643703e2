// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A paper from a file by the library alone. Kind: truth from outside (leapfrog keeps q² (1 − h²k/4) + p²/k, so the largest relative
// error of the energy is 4h²(1 − 4h²)⁻¹ at most for k = 16), and properties.
#include <plumbline/data/paper.hpp>

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace plumbline {
namespace {

class paper_of_the_library : public ::testing::Test {
 protected:
  paper_of_the_library() {
    std::ifstream in(std::filesystem::path(PLUMBLINE_SOURCE_DIR) / "examples/papers/swing.toml");
    text.assign(std::istreambuf_iterator<char>(in), {});
  }
  ~paper_of_the_library() override { std::filesystem::remove(file); }
  paper_of_the_library(const paper_of_the_library&) = delete;
  paper_of_the_library& operator=(const paper_of_the_library&) = delete;

  paper loaded() const {
    std::ofstream(file) << text;
    return load_paper(file);
  }
  void replace(const std::string& before, const std::string& after) {
    const auto at = text.find(before);
    ASSERT_NE(at, std::string::npos) << before;
    text.replace(at, before.size(), after);
  }

  std::string text;
  std::filesystem::path file = std::filesystem::temp_directory_path() /
                               ("plumbline-paper-" + std::to_string(::getpid()) + ".toml");
};

TEST_F(paper_of_the_library, judges_each_number_at_every_precision) {
  for (const int digits : {16, 34, 64}) {
    const reproduction found = reproduce(loaded(), {.digits = digits});
    ASSERT_EQ(found.experiments.size(), 1U);
    const auto& numbers = found.experiments.front().numbers;
    ASSERT_EQ(numbers.size(), 4U);
    for (const std::size_t i : {0U, 1U, 2U}) {
      const double h = 0.1 / (1U << i);
      const double error = std::stod(numbers[i].computed);
      EXPECT_LT(error, 4 * h * h / (1 - 4 * h * h));
      EXPECT_GT(error, 0.99 * 4 * h * h);
    }
    EXPECT_EQ(numbers[1].found, papers::verdict::reproduced);
    EXPECT_EQ(numbers[2].found, papers::verdict::differs);
    EXPECT_EQ(found.unexpected(), 1U);
    EXPECT_EQ(found.digits, digits);
  }
}

TEST_F(paper_of_the_library, has_the_table_of_the_program) {
  const table_value table = reproduce(loaded(), {.digits = 16}).table();
  ASSERT_EQ(table.rows.size(), 4U);
  ASSERT_EQ(table.rows[2].size(), table.columns.size());
  EXPECT_EQ(table.columns[4].name, "verdict");
  EXPECT_EQ(table.rows[2][4], "differs");
  EXPECT_EQ(table.rows[2][1], "Table 1, leapfrog, 0.025");
  EXPECT_EQ(table.rows[3][2], "the midpoint rule keeps the energy to rounding");
}

TEST_F(paper_of_the_library, depends_on_no_number_of_workers) {
  run_host host;
  EXPECT_EQ(reproduce(loaded(), {}, host, 1).table().rows,
            reproduce(loaded(), {}, host, 3).table().rows);
}

TEST_F(paper_of_the_library, chooses_experiments_and_checks_all) {
  replace("[table1]",
          "[section4]\neffort = \"all\"\nleast_digits = 40\n[[section4.number]]\nkey = \"d\"\n"
          "where = \"4\"\nprinted = \"40\"\ncompute = \"digits\"\n[table1]");
  EXPECT_EQ(reproduce(loaded(), {.digits = 16}).experiments.size(), 1U);
  const auto all = reproduce(loaded(), {.digits = 16, .limit = papers::effort::all});
  ASSERT_EQ(all.experiments.size(), 2U);
  EXPECT_EQ(all.experiments[0].id, "swing-section4") << "in the order of the file";
  EXPECT_EQ(all.experiments[0].numbers[0].computed, "40");
  EXPECT_EQ(reproduce(loaded(), {.ids = {"swing-section4"}}).experiments.size(), 1U);
  EXPECT_THROW(reproduce(loaded(), {.ids = {"swing-section5"}}), invalid_input);
  replace("compute = \"digits\"", "compute = \"digit\"");
  EXPECT_THROW(reproduce(loaded(), {.digits = 16}), invalid_input) << "though it is not asked for";
}

TEST_F(paper_of_the_library, has_the_points_of_its_figures) {
  text +=
      "[[table1.figure]]\ncaption = \"c\"\nx = { label = \"h\", values = \"0.1, 0.05\" }\n"
      "y = { label = \"e\" }\ncurves = { of = \"drift(leapfrog, x)\" }\n";
  const auto found = reproduce(loaded(), {.digits = 16});
  ASSERT_EQ(found.experiments[0].figures.size(), 1U);
  const paper_curve& curve = found.experiments[0].figures[0].front();
  EXPECT_EQ(curve.x, (std::vector<std::string>{"0.1", "0.05"}));
  EXPECT_EQ(std::stod(curve.y[1]), std::stod(found.experiments[0].numbers[1].computed));
}

}  // namespace
}  // namespace plumbline
