// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline reproduce` from outside: what it writes, what it says, what it returns. Oracle tests: the expected
// counts are those that the paper and its known misprints allow.
#include "support/oracle_csv.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>

namespace plumbline {
namespace {

namespace fs = std::filesystem;

class reproduce : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "plumbline-reproduce-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder = name;
  }
  void TearDown() override { fs::remove_all(folder); }

  /// The exit code of `plumbline reproduce ARGUMENTS`, run in the test's folder.
  int run(const std::string& arguments, const std::string& environment = "") const {
    const std::string command = "cd '" + folder.string() + "' && " + environment +
                                " '" PLUMBLINE_BINARY "' reproduce " + arguments + " > out 2> err";
    const int status = std::system(command.c_str());  // NOLINT(cert-env33-c)
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  std::string text(const std::string& name) const {
    std::ifstream in(folder / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  }
  /// Rows of numbers.json: id, where, printed, computed, verdict, reason, …, tier (the thirteenth).
  std::vector<std::vector<std::string>> rows(const std::string& report = "report") const {
    return nlohmann::json::parse(text(report + "/numbers.json")).at("rows");
  }

  fs::path folder;
};

struct counts {
  int errors = 0;
  int errors_reproduced = 0;
  int orders = 0;
  int orders_reproduced = 0;
  int without_zeros = 0;
};

counts table_2(const std::vector<std::vector<std::string>>& rows) {
  counts c;
  for (const auto& row : rows) {
    EXPECT_EQ(row.at(0), "ql-table2");
    const bool order = row.at(1).ends_with("order");
    const bool reproduced = row.at(4) == "reproduced";
    (order ? c.orders : c.errors) += 1;
    (order ? c.orders_reproduced : c.errors_reproduced) += reproduced ? 1 : 0;
    c.without_zeros += row.at(12) == "without-zeros" ? 1 : 0;
    EXPECT_TRUE(reproduced || !row.at(5).empty()) << row.at(1) << " differs without a reason";
  }
  return c;
}

TEST_F(reproduce, table_2_gives_69_of_72_errors_and_22_of_24_orders_at_every_precision) {
  std::set<std::vector<std::string>> verdicts;
  for (const std::string digits : {"16", "34", "64", "50"}) {
    ASSERT_EQ(run("ql-table2 --digits " + digits), 0) << text("err");
    const auto numbers = rows();
    const counts c = table_2(numbers);
    EXPECT_EQ(c.errors, 72);
    EXPECT_EQ(c.errors_reproduced, 69);
    EXPECT_EQ(c.orders, 24);
    EXPECT_EQ(c.orders_reproduced, 22);
    EXPECT_EQ(c.without_zeros, 5) << "the five cells that docs/errata.md lists";
    std::vector<std::string> column;
    for (const auto& row : numbers) {
      column.push_back(row.at(4));
    }
    verdicts.insert(column);
  }
  EXPECT_EQ(verdicts.size(), 1U) << "the verdicts depend on the precision";
}

TEST_F(reproduce, the_page_needs_nothing_but_itself) {
  ASSERT_EQ(run("ql-fig2 ql-stability --digits 16 -o here/deep"), 0) << text("err");
  for (const char* name : {"here/deep/index.html", "here/deep/ql.html"}) {
    const std::string page = text(name);
    EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
    EXPECT_TRUE(page.ends_with("</html>\n"));
    for (const char* outside : {"src=", "@import", "url(http", "<link", "<script"}) {
      EXPECT_EQ(page.find(outside), std::string::npos) << outside;
    }
    EXPECT_NE(page.find("<svg role=\"img\""), std::string::npos);
  }
  const std::string csv = text("here/deep/numbers.csv");
  EXPECT_TRUE(csv.starts_with("# lines: "));
  EXPECT_NE(csv.find("\nid,where,printed,computed,verdict,reason,paper,"), std::string::npos);
}

TEST_F(reproduce, a_verdict_other_than_the_recorded_one_is_exit_code_1) {
  fs::create_directories(folder / "data/published");
  std::string toml;
  {
    std::ifstream in(PLUMBLINE_SOURCE_DIR "/reference/published/ql.toml");
    toml.assign(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  const std::string printed = "\"0.0751\", \"0.0230\"";
  const auto at = toml.find(printed);
  ASSERT_NE(at, std::string::npos);
  toml.replace(at, printed.size(), "\"0.0951\", \"<b>0.0230\"");
  std::ofstream(folder / "data/published/ql.toml") << toml;
  EXPECT_EQ(run("ql-table2 --digits 16 --data data"), 2)
      << "a printed value that is not a number is refused";
  EXPECT_NE(text("err").find("<b>0.0230"), std::string::npos) << text("err");
  toml.replace(toml.find("<b>0.0230"), 9, "0.0230");
  std::ofstream(folder / "data/published/ql.toml") << toml;
  EXPECT_EQ(run("ql-table2 --digits 16 --data data"), 1);
  EXPECT_NE(text("report/index.html").find("recorded: reproduced"), std::string::npos);
  EXPECT_EQ(run("ql-table2 --digits 16", "PLUMBLINE_DATA=data"), 1);
}

TEST_F(reproduce, takes_finished_experiments_from_its_checkpoint) {
  ASSERT_EQ(run("ql-table2 --digits 16 --checkpoint kept -o whole"), 0) << text("err");
  ASSERT_EQ(run("--resume kept -o again"), 0) << text("err");
  // the page says how many seconds each experiment took
  for (const std::string name : {"ql.html", "numbers.csv", "numbers.json", "results.md"}) {
    EXPECT_EQ(text("again/" + name), text("whole/" + name)) << name;
  }
  // a cut checkpoint is refused; one of another precision is of another run
  EXPECT_EQ(run("ql-table2 --digits 34 --resume kept -o other"), 2);
  EXPECT_NE(text("err").find("digits"), std::string::npos) << text("err");
  const std::string kept = text("kept");
  std::ofstream(folder / "kept", std::ios::binary) << kept.substr(0, kept.size() / 2);
  EXPECT_EQ(run("--resume kept -o again"), 4);
  EXPECT_NE(text("err").find("kept"), std::string::npos) << text("err");
}

// Families of experiments run beside one another. Kind: consistency.
TEST_F(reproduce, the_numbers_do_not_depend_on_the_jobs) {
  const std::string some =
      "ql-exact ql-fig2 sl-newton sl-curves top-exact top-fig7 top-fig8 pd-fig4 pd-fig6 nx-table2 ";
  ASSERT_EQ(run(some + "--digits 34 --jobs 1 -o one"), 0) << text("err");
  const auto one = rows("one");
  EXPECT_GT(one.size(), 40U);
  for (const std::string jobs : {"2", "5"}) {
    ASSERT_EQ(
        run(some + "--digits 34 --checkpoint kept" + jobs + " --jobs " + jobs + " -o many" + jobs),
        0)
        << text("err");
    EXPECT_EQ(rows("many" + jobs), one) << jobs;
  }
  ASSERT_EQ(run("--resume kept5 --jobs 1 -o again"), 0) << text("err");
  EXPECT_EQ(rows("again"), one);
}

TEST_F(reproduce, bad_input_is_one_line_and_leaves_nothing) {
  const auto one_line = [&] {
    const std::string said = text("err");
    return said.starts_with("plumbline: error: ") &&
           std::count(said.begin(), said.end(), '\n') == 1;
  };
  EXPECT_EQ(run("ql-tabel2"), 2);
  EXPECT_TRUE(one_line()) << text("err");
  EXPECT_NE(text("err").find("ql-table2"), std::string::npos) << "the nearest name is suggested";
  EXPECT_EQ(run("ql-table2 --digits 0"), 2);
  EXPECT_TRUE(one_line()) << text("err");
  EXPECT_EQ(run("--quick --all"), 2);
  EXPECT_TRUE(one_line()) << text("err");
  EXPECT_EQ(run("ql-table2 --digits 16 --data /nonexistent"), 4);
  EXPECT_TRUE(one_line()) << text("err");
  std::ofstream(folder / "a-file") << "content";
  EXPECT_EQ(run("ql-table2 --digits 16 -o a-file"), 4);
  EXPECT_TRUE(one_line()) << text("err");
  EXPECT_EQ(text("a-file"), "content");
  EXPECT_EQ(run("ql-table2 --digits 16", "PATH=/nonexistent"), 4);
  EXPECT_NE(text("err").find("gnuplot"), std::string::npos) << text("err");
  EXPECT_FALSE(fs::exists(folder / "report"));
}

// The truth from outside: Taylor series of the equations of motion in whole numbers.
TEST_F(reproduce, the_heavy_top_of_multibody_dynamics_has_the_true_values_beside_the_printed_ones) {
  ASSERT_EQ(run("rv-heavy-top -o report"), 0) << text("err");
  std::map<std::string, std::string> truth;
  for (const auto& row : testing::read_oracle("heavy_top/values.csv", 19)) {
    if (row.at("case") == "multibody") {
      ASSERT_EQ(row.at("t"), "1");
      truth = row;
    }
  }
  int compared = 0;
  int true_numbers = 0;
  for (const auto& row : rows()) {
    true_numbers += row.at(4) == "reproduced" ? 1 : 0;
    for (const std::string k : {"0", "1", "2", "3"}) {
      if (row.at(1) == "Heavy top, Kynema’s table, e" + k + " at t = 1") {
        ++compared;
        EXPECT_EQ(row.at(3).substr(0, 22), truth.at("q" + k).substr(0, 22));
        EXPECT_EQ(row.at(4), "differs");
      }
    }
  }
  EXPECT_EQ(compared, 4);
  EXPECT_EQ(true_numbers, 5) << "Exudyn's values by a Runge-Kutta method, and a tolerance";
}

}  // namespace
}  // namespace plumbline
