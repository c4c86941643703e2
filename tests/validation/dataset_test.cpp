// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline dataset` and `plumbline dataset verify`.
//
// Kind: truth from outside (mpmath's values in reference/oracles/datasets; sha256sum of the machine), property (a changed
// digit is found), consistency (same bytes; shipped datasets), black box (wrong input, damaged folders).
#include "support/oracle_csv.hpp"
#include "validation/program.hpp"
#include <plumbline/io/sha256.hpp>
#include <plumbline/scalar/exact.hpp>
#include <plumbline/scalar/precision_scope.hpp>
#include <plumbline/scalar/types.hpp>
#include <plumbline/study/certified.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>
#include <random>
#include <thread>

namespace {

namespace fs = std::filesystem;
using json = nlohmann::ordered_json;

std::map<std::string, std::string> bytes_of(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    files[entry.path().filename()] = program::contents(entry.path());
  }
  return files;
}

program::result verify(const fs::path& folder, const std::string& options = "") {
  return program::run(program::words("dataset verify " + folder.native() + " " + options));
}

/// A dataset whose files a test may change.
class copy_of_dataset {
 public:
  explicit copy_of_dataset(const fs::path& made) : path_(place_ / "copy") {
    fs::copy(made, path_, fs::copy_options::recursive);
  }
  const fs::path& path() const { return path_; }
  std::string text(const std::string& name) const { return program::contents(path_ / name); }
  void put(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary | std::ios::trunc) << text;
  }
  /// Replaces in data.csv and data.json, drops data.h5, and makes sums and description fit: nobody but a second computation
  /// can see it.
  void change_along(const std::string& from, const std::string& to) const {
    for (const char* const name : {"data.csv", "data.json"}) {
      std::string content = text(name);
      const auto at = content.find(from);
      ASSERT_NE(at, std::string::npos) << name << " " << from;
      put(name, content.replace(at, from.size(), to));
    }
    fs::remove(path_ / "data.h5");
    make_sums();
  }
  /// The sums of the files as they are, in the description and beside it.
  void make_sums() const {
    json package = json::parse(text("datapackage.json"));
    json resources = json::array();
    for (auto& resource : package["resources"]) {
      const std::string name = resource["path"];
      if (name == "data.h5") {
        continue;
      }
      resource["hash"] = "sha256:" + plumbline::sha256(text(name));
      resource["bytes"] = text(name).size();
      resources.push_back(resource);
    }
    package["resources"] = resources;
    put("datapackage.json", package.dump(2) + "\n");
    std::string sums;
    for (const auto& [name, content] : bytes_of(path_)) {
      if (name != "SHA256SUMS") {
        sums += plumbline::sha256(content) + "  " + name + "\n";
      }
    }
    put("SHA256SUMS", sums);
  }

 private:
  program::folder place_;
  fs::path path_;
};

class dataset_test : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    place_ = new program::folder;
    program::run_well("dataset pendulum --start q1=1 --step 1/10 --steps 40 --digits 25 -o " +
                      made().native());
  }
  static void TearDownTestSuite() {
    delete place_;
    place_ = nullptr;
  }
  static fs::path made() { return *place_ / "made"; }

  /// Another digit at a random place of a random value; what was there and what is there now.
  template <class Random>
  static std::pair<std::string, std::string> random_change(Random& random, std::size_t& row,
                                                           std::size_t& column) {
    const auto table = program::parse_csv(program::contents(made() / "data.csv"));
    row = 1 + random() % (table.rows.size() - 1);
    column = 1 + random() % 2;
    const std::string cell = table.rows[row][column];
    std::string changed = cell;
    std::size_t at = 0;
    do {
      at = random() % cell.size();
    } while (cell[at] < '0' || cell[at] > '9');
    changed[at] =
        static_cast<char>('0' + (cell[at] - '0' + 1 + static_cast<int>(random() % 9)) % 10);
    return {cell, changed};
  }

 private:
  static program::folder* place_;
};
program::folder* dataset_test::place_ = nullptr;

TEST_F(dataset_test, has_all_files_and_their_sums) {
  const auto files = bytes_of(made());
  for (const char* const name : {"data.csv", "data.json", "data.svg", "datapackage.json",
                                 "ro-crate-metadata.json", "README.md", "SHA256SUMS"}) {
    EXPECT_TRUE(files.contains(name)) << name;
  }
  EXPECT_EQ(std::system(("cd " + made().native() + " && sha256sum --quiet -c SHA256SUMS").c_str()),
            0);
  const auto package = json::parse(files.at("datapackage.json"));
  const auto& fields = package["resources"][0]["schema"]["fields"];
  ASSERT_EQ(fields.size(), 3U);
  for (const auto& field : fields) {
    EXPECT_EQ(field["type"], "string");
  }
  EXPECT_EQ(fields[1]["digits"], 25);
  const auto crate = json::parse(files.at("ro-crate-metadata.json"));
  int actions = 0;
  for (const auto& entity : crate["@graph"]) {
    actions += entity["@type"] == "CreateAction" ? 1 : 0;
  }
  EXPECT_EQ(actions, static_cast<int>(package["plumbline"]["computations"].size()));
  EXPECT_EQ(actions, 2);
  const auto table = program::parse_csv(files.at("data.csv"));
  EXPECT_EQ(table.header, (std::vector<std::string>{"t", "q1", "p1"}));
  EXPECT_EQ(table.rows.size(), 41U);
  const auto copy = json::parse(files.at("data.json"));
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    for (std::size_t c = 0; c < 3; ++c) {
      EXPECT_EQ(copy["rows"][row][c], table.rows[row][c]);
    }
  }
}

// cos and sin at multiples of a quarter of the period: with one degree of freedom the coordinate that passes zero is the largest
// coordinate of its row. The closed form: q = cos(4 t), p = -4 sin(4 t).
TEST(dataset, has_the_zeros_of_one_degree_of_freedom) {
  const program::folder place;
  for (const char* const how : {"harmonic-oscillator --step period/8 --steps 8 --digits 20",
                                "harmonic-oscillator --step pi/8 --steps 4 --digits 10",
                                "pendulum --step period/4 --steps 4 --digits 20"}) {
    auto arguments = program::words(std::string("dataset ") + how);
    arguments.insert(arguments.end(), {"-o", place / "d"});
    const auto r = program::run(arguments);
    ASSERT_EQ(r.code, 0) << how << "\n" << r.err;
    const auto table = program::parse_csv(program::contents(place / "d" / "data.csv"));
    int zeros = 0;
    for (const auto& row : table.rows) {
      zeros += (row.at(1) == "0" ? 1 : 0) + (row.at(2) == "0" ? 1 : 0);
    }
    EXPECT_EQ(zeros, 5) << how;
    std::filesystem::remove_all(place / "d");
  }
}

// 5/4 and −1/8 lie exactly between two numbers of two digits: halves are rounded away from zero, and the dataset verifies.
TEST(dataset, has_a_start_between_two_of_its_numbers) {
  const program::folder place;
  for (const std::string how : {"", " --certified"}) {
    const std::string folder = (place / "d").native();
    program::run_well(
        "dataset pendulum --start q1=5/4 --start p1=-0.125 --digits 2 --step 1 --steps 2 -o " +
        folder + how);
    const auto table = program::parse_csv(program::contents(place / "d" / "data.csv"));
    EXPECT_EQ(table.rows.at(0), (std::vector<std::string>{"0", "1.3", "-0.13"})) << how;
    program::run_well("dataset verify " + folder + " --full");
    std::filesystem::remove_all(place / "d");
  }
}

TEST_F(dataset_test, is_the_same_bytes_again) {
  const program::folder place;
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));  // time stamps count seconds
  program::run_well("dataset pendulum --start q1=1 --step 1/10 --steps 40 --digits 25 -o " +
                    (place / "again").native());
  EXPECT_EQ(bytes_of(place / "again"), bytes_of(made()));
}

TEST_F(dataset_test, replaces_a_dataset_and_nothing_else) {
  const program::folder place;
  const std::string make = "dataset pendulum --step 1/10 --steps 2 --digits 20 -o ";
  program::run_well(make + (place / "d").native());
  program::run_well(make + (place / "d").native());
  EXPECT_EQ(place.names(), std::vector<std::string>{"d"});
  fs::create_directory(place / "other");
  std::ofstream(place / "other/letter") << "dear";
  program::expect_refused(program::run(program::words(make + (place / "other").native())), 4,
                          "a folder of the user");
  EXPECT_EQ(program::contents(place / "other/letter"), "dear");
  std::ofstream(place / "file") << "dear";
  program::expect_refused(program::run(program::words(make + (place / "file").native())), 4,
                          "a file of the user");
}

TEST_F(dataset_test, verify_finds_it_well) {
  const auto r = verify(made(), "--full");
  EXPECT_EQ(r.code, 0) << r.out << r.err;
  EXPECT_EQ(r.out.rfind("OK\n", 0), 0U);
  EXPECT_NE(r.out.find("probability 1\n"), std::string::npos);
}

TEST_F(dataset_test, a_changed_digit_is_exit_1_and_named) {
  std::mt19937 random(17);
  for (int trial = 0; trial < 5; ++trial) {
    const copy_of_dataset copy(made());
    std::size_t row = 0;
    std::size_t column = 0;
    const auto [from, to] = random_change(random, row, column);
    std::string text = copy.text("data.csv");
    copy.put("data.csv", text.replace(text.find(from), from.size(), to));
    const auto r = verify(copy.path());
    EXPECT_EQ(r.code, 1);
    EXPECT_EQ(r.err, "");
    EXPECT_NE(r.out.find("data.csv is not what SHA256SUMS says"), std::string::npos) << r.out;
    const std::string where = "row " + std::to_string(row) + ", column " +
                              (column == 1 ? "q1" : "p1") + ": printed " + to;
    EXPECT_NE(r.out.find(where), std::string::npos) << where << "\n" << r.out;
  }
}

/// Changes one digit and all sums along with it, so many times: --full finds it always, a sample as often as it says.
class changes_of_a_digit : public dataset_test {
 protected:
  static void try_them(int trials, bool full) {
    std::mt19937 random(18);
    int found = 0;
    int expected = 0;
    double stated = 0;
    for (int trial = 0; trial < trials; ++trial) {
      const copy_of_dataset copy(made());
      std::size_t row = 0;
      std::size_t column = 0;
      const auto [from, to] = random_change(random, row, column);
      copy.change_along(from, to);
      const std::string where = "row " + std::to_string(row) + ", column " +
                                (column == 1 ? "q1" : "p1") + ": printed " + to + ", true " + from;
      if (full) {
        const auto r = verify(copy.path(), "--full");
        EXPECT_EQ(r.code, 1) << from << " " << to << "\n" << r.out << r.err;
        EXPECT_NE(r.out.find(where), std::string::npos) << where << "\n" << r.out;
      }
      // a zero before the point that becomes another digit changes how many digits there are: that is seen in every row
      if (from.find_first_of("123456789") != to.find_first_of("123456789")) {
        continue;
      }
      const auto r = verify(copy.path(), "--seed " + std::to_string(trial));
      EXPECT_EQ(r.code == 1, r.out.find(where) != std::string::npos) << r.out;
      ++expected;
      found += r.code;
      stated = std::stod(r.out.substr(r.out.rfind(' ') + 1));
      EXPECT_NEAR(stated, 20. / 41, 1e-6);
    }
    // four standard deviations of a binomial number
    EXPECT_GT(expected, trials / 2);
    EXPECT_NEAR(found, stated * expected, 4 * std::sqrt(expected * stated * (1 - stated)));
  }
};

TEST_F(changes_of_a_digit, are_found_by_full_and_by_the_sample_as_often_as_it_says) {
  try_them(24, true);
}

using long_changes_of_a_digit = changes_of_a_digit;

TEST_F(long_changes_of_a_digit, a_thousand_are_found) { try_them(1000, true); }

TEST_F(dataset_test, a_sample_depends_on_its_seed_alone) {
  const copy_of_dataset copy(made());
  std::mt19937 random(19);
  std::size_t row = 0;
  std::size_t column = 0;
  const auto [from, to] = random_change(random, row, column);
  copy.change_along(from, to);
  for (const char* seed : {"1", "2", "3", "4", "5", "6"}) {
    const auto r = verify(copy.path(), std::string("--seed ") + seed);
    EXPECT_EQ(verify(copy.path(), std::string("--seed ") + seed).out, r.out);
  }
}

// With all sums made anew.
TEST_F(dataset_test, what_the_description_says_is_compared) {
  const auto said = [&](const char* key, const json& value) {
    const copy_of_dataset copy(made());
    json package = json::parse(copy.text("datapackage.json"));
    package[json::json_pointer(key)] = value;
    copy.put("datapackage.json", package.dump(2) + "\n");
    fs::remove(copy.path() / "data.h5");
    copy.make_sums();
    const auto r = verify(copy.path());
    EXPECT_EQ(r.code, 1) << key << "\n" << r.out << r.err;
    return r.out;
  };
  EXPECT_NE(said("/plumbline/facts/start q1", "2").find("start q1 is \"2\", it should be \"1\""),
            std::string::npos);
  (void)said("/plumbline/facts/step", "1/5");
  (void)said("/plumbline/facts/mass", "1");
  (void)said("/plumbline/verified", "proven");
  const copy_of_dataset copy(made());
  const json resources = json::parse(copy.text("datapackage.json"))["resources"];
  int tables = 0;
  for (std::size_t k = 0; k < resources.size(); ++k) {
    if (resources[k]["path"] == "data.csv") {
      ++tables;
      const std::string fields = "/resources/" + std::to_string(k) + "/schema/fields/1/";
      (void)said((fields + "verified").c_str(), "given");
      (void)said((fields + "unit").c_str(), "furlong");
    }
  }
  EXPECT_EQ(tables, 1);
}

TEST_F(dataset_test, damaged_folders_are_one_line) {
  const auto damaged = [&](const std::string& name, const std::string& text) {
    const copy_of_dataset copy(made());
    copy.put(name, text);
    return verify(copy.path());
  };
  for (const char* const text : {"", "t,q1,p1\n", "t,q1,p1\n0,1\n", "nonsense"}) {
    const auto r = damaged("data.csv", text);
    EXPECT_EQ(r.code, 1) << text;
    EXPECT_NE(r.out, "");
  }
  program::expect_refused(damaged("datapackage.json", "{"), 2, "the description");
  program::expect_refused(damaged("datapackage.json", "{}"), 2, "the description");
  const auto described = [&](const char* key, const json& value) {
    json package = json::parse(program::contents(made() / "datapackage.json"));
    package[json::json_pointer(key)] = value;
    return damaged("datapackage.json", package.dump(2)).code;
  };
  EXPECT_EQ(described("/resources", json::array({"data.csv"})), 1);
  EXPECT_EQ(described("/resources", 5), 1);
  EXPECT_EQ(described("/resources/0/path", json::array()), 1);
  EXPECT_EQ(described("/resources/0/schema", "fields"), 1);
  EXPECT_EQ(described("/resources/0/schema/fields/0", 7), 1);
  EXPECT_EQ(described("/plumbline", 3), 1);
  EXPECT_EQ(described("/plumbline/digits", "x"), 1);
  EXPECT_EQ(described("/plumbline/source", json::array()), 1);
  EXPECT_EQ(damaged("data.json", "{").code, 1);
  EXPECT_EQ(damaged("data.h5", "HDF").code, 1);
  EXPECT_EQ(damaged("stranger", "x").code, 1);
  EXPECT_EQ(damaged("SHA256SUMS", "").code, 1);
  const std::string sums = program::contents(made() / "SHA256SUMS");
  EXPECT_EQ(damaged("SHA256SUMS", sums.substr(0, sums.size() - 1)).code, 1)
      << "no end of the last line";
  EXPECT_EQ(damaged("SHA256SUMS", sums + sums.substr(0, sums.find('\n') + 1)).code, 1)
      << "a line twice";
  const auto second = sums.find('\n') + 1;
  const auto third = sums.find('\n', second) + 1;
  EXPECT_EQ(damaged("SHA256SUMS", sums.substr(second, third - second) + sums.substr(0, second) +
                                      sums.substr(third))
                .code,
            1)
      << "two lines exchanged";
  {
    const copy_of_dataset copy(made());
    fs::remove(copy.path() / "data.json");
    EXPECT_EQ(verify(copy.path()).code, 1);
  }
  const program::folder place;
  program::expect_refused(verify(place / "none"), 4, "no folder");
  fs::create_directory(place / "empty");
  program::expect_refused(verify(place / "empty"), 2, "no dataset");
}

TEST(shipped_datasets, are_those_that_are_listed_and_verify) {
  const auto list = program::run_well("list datasets --json").json()["datasets"];
  EXPECT_GE(list.size(), 15U);
  for (const auto& entry : list) {
    const std::string name = entry["name"];
    const fs::path folder = fs::path(PLUMBLINE_SOURCE_DIR) / "reference/datasets" / name;
    const auto r = verify(folder);
    EXPECT_EQ(r.code, 0) << name << "\n" << r.out << r.err;
    EXPECT_EQ(program::run_well("show " + name + " --json").json()["kind"], "dataset");
  }
}

// A start at rest: exact zeros have no digits, and none are waited for.
TEST(certified_dataset, is_proven_and_has_the_values_of_the_other_methods) {
  if (!plumbline::can_certify()) {
    GTEST_SKIP() << "built without Arb";
  }
  const program::folder place;
  const std::string command = "dataset pendulum --step 1/4 --steps 3 --digits 20 -o ";
  program::run_well(command + (place / "proven").native() + " --certified");
  program::run_well(command + (place / "agreed").native());
  EXPECT_EQ(program::contents(place / "proven" / "data.csv"),
            program::contents(place / "agreed" / "data.csv"));
  EXPECT_NE(program::contents(place / "proven" / "datapackage.json").find("\"proven\""),
            std::string::npos);
  EXPECT_EQ(verify(place / "proven").code, 0);
}

// Made by enclosures; computed again by two Taylor series or by extrapolation.
TEST(shipped_datasets, proven_trajectories_verify) {
  for (const char* name : {"kepler-orbit", "henon-heiles-star", "fermi-pasta-ulam-chain",
                           "figure-eight-orbit", "lorenz-ab"}) {
    const auto r = verify(fs::path(PLUMBLINE_SOURCE_DIR) / "reference/datasets" / name);
    EXPECT_EQ(r.code, 0) << name << "\n" << r.out << r.err;
  }
}

TEST(shipped_datasets, have_the_values_of_mpmath_rounded) {
  using plumbline::decimal;
  using plumbline::mp;
  const plumbline::precision_scope scope(90);
  std::map<std::string, program::csv> tables;
  for (const auto& row : plumbline::testing::read_oracle("datasets/values.csv", 500)) {
    const std::string name = row.at("dataset");
    auto& table = tables[name];
    if (table.rows.empty()) {
      table = program::parse_csv(program::contents(fs::path(PLUMBLINE_SOURCE_DIR) /
                                                   "reference/datasets" / name / "data.csv"));
    }
    const auto column = std::find(table.header.begin(), table.header.end(), row.at("column")) -
                        table.header.begin();
    const std::string cell =
        table.rows.at(std::stoul(row.at("row"))).at(static_cast<std::size_t>(column));
    const auto exponent_at = cell.find('e');
    const auto point = cell.find('.');
    const long places =
        static_cast<long>(std::min(exponent_at, cell.size()) - point) - 1 -
        (exponent_at == std::string::npos ? 0 : std::stol(cell.substr(exponent_at + 1)));
    const mp unit = decimal<mp>("1e" + std::to_string(-places));
    const mp error = abs(mp(decimal<mp>(cell) - decimal<mp>(row.at("value"))));
    EXPECT_LT(error / unit, mp(500001) / 1000000) << name << " " << row.at("row") << " " << cell;
  }
}

struct bad_dataset {
  const char* command;
  const char* said;
};
class wrong_dataset : public ::testing::TestWithParam<bad_dataset> {};

TEST_P(wrong_dataset, is_one_line_and_exit_code_2) {
  const program::folder place;
  const auto r = program::run(program::words(std::string("dataset ") + GetParam().command + " -o " +
                                             (place / "d").native()));
  program::expect_refused(r, 2, GetParam().command);
  EXPECT_NE(r.err.find(GetParam().said), std::string::npos) << r.err;
  EXPECT_TRUE(place.names().empty());
}

INSTANTIATE_TEST_SUITE_P(
    usage, wrong_dataset,
    ::testing::Values(bad_dataset{"pendulm --step 1 --steps 1", "did you mean 'pendulum'?"},
                      bad_dataset{"pendulum --steps 1", "--step"},
                      bad_dataset{"pendulum --step 1", "--steps"},
                      bad_dataset{"pendulum --step 0 --steps 1", "positive"},
                      bad_dataset{"pendulum --step 1 --steps -1", "--steps"},
                      bad_dataset{"pendulum --step 1 --steps 1 --digits 0", "--digits"},
                      bad_dataset{"pendulum --step 1 --steps 1 --seed 3", "verify"},
                      bad_dataset{"pendulum --step 1 --steps 1 --date tomorrow", "YYYY-MM-DD"},
                      bad_dataset{"pendulum --step 1 --steps 1 --date 2026-02-29", "calendar"},
                      bad_dataset{"pendulum --step 1 --steps 1 --date 2026-13-01", "calendar"},
                      bad_dataset{"pendulum more --step 1 --steps 1", "one word too many"},
                      bad_dataset{"gauss-nodes --steps 3", "is a table"},
                      bad_dataset{"pendulum-libration --start q1=1", "of its own"},
                      bad_dataset{"verify x", "no other options"}));

TEST(made_datasets, are_the_same_bytes_for_any_number_of_threads) {
  const program::folder place;
  for (const std::string system : {"double-pendulum", "pendulum"}) {
    std::vector<std::map<std::string, std::string>> made;
    for (const std::string jobs : {"1", "2"}) {
      const fs::path folder = place / (system + jobs);
      const auto r = program::run({"dataset", system, "--step", "1/10", "--steps", "4", "--digits",
                                   "25", "--jobs", jobs, "-o", folder});
      ASSERT_EQ(r.code, 0) << r.err;
      made.push_back(bytes_of(folder));
    }
    EXPECT_EQ(made[0], made[1]) << system;
  }
}

// From pi with p = 1e-24 the pendulum leaves its top by 6e-9 in one second: p is small beside what rounding pi makes of the force.
TEST(made_datasets, leave_an_unstable_rest) {
  const program::folder place;
  for (const auto& [momentum, exponent] : {std::pair{"1e-24", "e-22"}, {"1e-30", "e-28"}}) {
    const fs::path folder = place / momentum;
    const auto r = program::run(
        program::words(std::string("dataset pendulum --start q1=pi --start p1=") + momentum +
                       " --step 1 --steps 1 --digits 25 -o " + folder.native()));
    ASSERT_EQ(r.code, 0) << r.err;
    // p = p(0) cosh(2 pi), since the angle stays as near to pi
    const std::string text = bytes_of(folder)["data.csv"];
    EXPECT_NE(text.find(std::string("2.677467614837482222459319") + exponent), std::string::npos)
        << text;
  }
}

TEST(wrong_datasets, of_another_system_are_told_by_their_sums) {
  const program::folder place;
  const fs::path file = place / "ho.toml";
  program::write(file,
                 "name = \"ho\"\ncoordinates = [\"x\"]\nlagrangian = \"dot(x)^2/2 - x^2/2\"\n"
                 "[start]\nx = \"1\"\n");
  const std::string folder = (place / "d").native();
  ASSERT_EQ(program::run(
                {"dataset", file, "--step", "1/4", "--steps", "2", "--digits", "10", "-o", folder})
                .code,
            0);
  program::write(fs::path(folder) / "system.toml",
                 "name = \"ho\"\ncoordinates = [\"x\"]\nlagrangian = \"dot(x)^3/2 - x^2/2\"\n"
                 "[start]\nx = \"1\"\n");
  const auto r = program::run({"dataset", "verify", folder});
  EXPECT_EQ(r.code, 1) << r.err;
  EXPECT_NE((r.out + r.err).find("system.toml is not what SHA256SUMS says"), std::string::npos)
      << r.out << r.err;
  // the motion of the other system is not computed
  EXPECT_EQ((r.out + r.err).find("stagnated"), std::string::npos) << r.out << r.err;
}

TEST(wrong_datasets, need_a_folder) {
  program::expect_refused(program::run(program::words("dataset pendulum --step 1 --steps 1")), 2,
                          "-o");
  program::expect_refused(program::run(program::words("dataset pendulum --step 1 --steps 1 -o -")),
                          2, "a folder");
  program::expect_refused(program::run(program::words("dataset")), 2, "a name");
  program::expect_refused(program::run(program::words("dataset verify")), 2, "one folder");
}

}  // namespace
