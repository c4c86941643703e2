// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `reproduce --pack` and `--badge` from outside. Kind: what is packed gives the same bytes in another folder without the files that
// it came from; what is nonsense is refused in one line.
#include "validation/program.hpp"

namespace {

using program::contents;
using program::expect_refused;
using program::folder;
using program::run;

constexpr const char* paper = R"toml(paper = "TWO"
title = "Two systems"
digits = 16
[systems]
spring = "../elsewhere/spring.toml"
[quantity.drift]
arguments = ["system", "step"]
scheme = "leapfrog"
until = "2"
value = "max(abs(energy/start(energy) - 1))"
[table1]
where = "Table 1, {system}, {column}"
keys = ["system"]
columns = ["0.1", "0.05"]
rows = [["spring", "3.99e-2", "9.99e-3"], ["beside.toml", "3.99e-2", "1.0"]]
compute = "drift('{system}', {column})"
[[table1.number]]
key = "again"
where = "Section 2"
printed = "3.99e-2"
compute = "drift('../elsewhere/spring.toml', 0.1)"
)toml";

constexpr const char* spring = R"toml(name = "spring"
coordinates = ["q"]
lagrangian = "dot(q)^2/2 - 8*q^2"
[start]
q = "1"
)toml";

class packed_paper : public ::testing::Test {
 protected:
  packed_paper() {
    std::filesystem::create_directories(place / "own");
    std::filesystem::create_directories(place / "elsewhere");
    std::ofstream(place / "own/two.toml") << paper;
    std::ofstream(place / "own/beside.toml") << spring;
    std::ofstream(place / "elsewhere/spring.toml") << spring;
  }
  program::result pack(std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"reproduce", "--pack", (place / "own/two.toml").string(), "-o",
                               (place / "packed").string()});
    return run(more);
  }
  folder place;
};

TEST_F(packed_paper, has_all_files_and_gives_the_same_numbers_elsewhere) {
  ASSERT_EQ(pack().code, 0);
  for (const char* name : {"two.toml", "beside.toml", "files/spring.toml", "README.md",
                           "ro-crate-metadata.json", "SHA256SUMS"}) {
    EXPECT_TRUE(std::filesystem::exists(place / "packed" / name)) << name;
    EXPECT_TRUE(name == std::string("SHA256SUMS") ||
                contents(place / "packed/SHA256SUMS").find(name) != std::string::npos);
  }
  EXPECT_EQ(contents(place / "packed/files/spring.toml"), spring);
  const auto crate = nlohmann::json::parse(contents(place / "packed/ro-crate-metadata.json"));
  EXPECT_EQ(crate.at("@graph").at(1).at("mainEntity").at("@id"), "two.toml");
  std::filesystem::remove_all(place / "own");
  std::filesystem::remove_all(place / "elsewhere");
  std::filesystem::rename(place / "packed", place / "moved");
  const auto report = (place / "report").string();
  const auto badge = (place / "badge.svg").string();
  const auto r = run({"reproduce", (place / "moved/two.toml").string(), "-o", report, "--badge",
                      badge, "--quiet"});
  EXPECT_EQ(r.code, 1) << "one cell is misprinted: " << r.err;
  EXPECT_NE(r.err.find("two-table1 beside.toml/0.05"), std::string::npos) << r.err;
  EXPECT_NE(contents(badge).find(">4 of 5 numbers reproduce<"), std::string::npos);
}

TEST_F(packed_paper, is_the_same_bytes_each_time_and_replaces_only_itself) {
  ASSERT_EQ(pack().code, 0);
  const std::string sums = contents(place / "packed/SHA256SUMS");
  ASSERT_EQ(pack().code, 0);
  EXPECT_EQ(contents(place / "packed/SHA256SUMS"), sums);
  std::ofstream(place / "packed/notes.txt") << "mine";
  expect_refused(pack(), 4, "a folder with a file of the user's");
  EXPECT_EQ(contents(place / "packed/notes.txt"), "mine");
}

// Nothing of this paper is quick: that nothing is judged is no success.
TEST(badge, of_nothing_says_so) {
  const folder place;
  const auto badge = (place / "badge.svg").string();
  const auto r = run({"reproduce", PLUMBLINE_SOURCE_DIR "/examples/papers/swing.toml", "--quick",
                      "-o", (place / "report").string(), "--badge", badge});
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_NE((r.out + r.err).find("nothing was judged"), std::string::npos) << r.out << r.err;
  EXPECT_NE(contents(badge).find(">no numbers compared<"), std::string::npos);
}

TEST_F(packed_paper, refuses_what_makes_no_sense) {
  expect_refused(pack({"two-table1"}), 2, "a part of a paper");
  expect_refused(pack({"--digits", "34"}), 2, "digits");
  expect_refused(pack({"--all"}), 2, "effort");
  expect_refused(pack({"--badge", (place / "b.svg").string()}), 2, "a badge of nothing");
  expect_refused(run({"reproduce", "--pack", (place / "own/two.toml").string()}), 2, "no folder");
  expect_refused(run({"reproduce", "--pack", "ql-table2", "-o", "x"}), 2, "no file");
  expect_refused(
      run({"reproduce", (place / "own/two.toml").string(), "--badge", (place / "b.png").string()}),
      2, "not an SVG");
  std::ofstream(place / "own/two.toml", std::ios::app) << "[[table1.number]]\nkey = \"k\"\n";
  const auto r = pack();
  expect_refused(r, 2, "a mistake in the file");
  EXPECT_FALSE(std::filesystem::exists(place / "packed"));
}

}  // namespace
