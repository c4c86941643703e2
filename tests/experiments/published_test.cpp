// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The published numbers and their verdicts, all five papers at 16 digits. Property tests: what is compared stands in the
// paper's text; every verdict is the recorded one; a printed digit that is changed turns the verdict; what we compute does
// not depend on what is printed. The one experiment that takes minutes in double is a long test.
#include "report/published_data.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

namespace plumbline::report {
namespace {

namespace fs = std::filesystem;

const fs::path published_folder = PLUMBLINE_SOURCE_DIR "/reference/published";

std::vector<fs::path> published_files() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(published_folder)) {
    if (entry.path().extension() == ".toml") {
      files.push_back(entry.path());
    }
  }
  return files;
}

/// Every published number with the experiment that it belongs to.
template <class F>
void for_each_published(F&& f) {
  const published_data data = published_data::read(published_folder);
  for (const fs::path& file : published_files()) {
    const toml::table root = toml::parse_file(file.string());
    for (const auto& [id, node] : root) {
      for (const published_number& number : data.of(id.str())) {
        f(std::string(id.str()), number);
      }
    }
  }
}

TEST(published, compared_digits_are_those_of_the_paper_but_for_padding) {
  int seen = 0;
  for_each_published([&](const std::string& id, const published_number& n) {
    if (n.is == kind::printed || (n.is == kind::repeat && n.compare == rule::digits)) {
      EXPECT_TRUE(form_in_print(n).has_value())
          << id << " " << n.key << ": " << n.value << " is not in '" << n.printed << "'";
      ++seen;
    }
  });
  EXPECT_GT(seen, 700);
}

TEST(published, the_bound_of_a_claim_stands_in_the_sentence_or_says_where_it_is_from) {
  for_each_published([&](const std::string& id, const published_number& n) {
    if (n.is == kind::claim) {
      EXPECT_TRUE(form_in_print(n) || !n.because.empty())
          << id << " " << n.key << ": where is " << n.value << " from?";
      EXPECT_FALSE(printed_number::read(n.printed)) << id << " " << n.key << " quotes no sentence";
    }
  });
}

// A row of numbers.csv is read alone: it may not point at another row.
TEST(published, an_entry_says_where_it_stands_without_its_neighbours) {
  std::map<std::pair<std::string, std::string>, std::string> seen;
  for_each_published([&](const std::string& id, const published_number& n) {
    EXPECT_FALSE(n.where.starts_with("The same") || n.where.find(": the same") != std::string::npos)
        << id << " " << n.key << ": " << n.where;
    EXPECT_EQ(n.where.find('{'),
              n.where.find("_{") == std::string::npos ? std::string::npos : n.where.find("_{") + 1)
        << id << " " << n.key << ": " << n.where;
    if (n.is == kind::printed) {
      const auto [at, is_new] = seen.try_emplace({n.paper, n.where}, id + " " + n.key);
      EXPECT_TRUE(is_new) << id << " " << n.key << " stands where " << at->second << " does";
    }
  });
  EXPECT_GT(seen.size(), 700U);
}

TEST(published, what_is_our_own_is_no_check_value_and_each_says_where_it_is_from) {
  int own = 0;
  for_each_published([&](const std::string& id, const published_number& n) {
    EXPECT_EQ(n.in_print(), n.truth.empty()) << id << " " << n.key;
    const bool without_program = n.truth.find("no independent program") != std::string::npos ||
                                 n.truth.find("of ours") != std::string::npos ||
                                 n.truth.find("consistency") != std::string::npos;
    EXPECT_TRUE(!without_program || n.is == kind::own) << id << " " << n.key << ": " << n.truth;
    own += n.is == kind::own ? 1 : 0;
  });
  EXPECT_GT(own, 50);
}

// The papers' texts are not part of the project: a stranger has to learn which files are wanted.
TEST(published, the_check_of_the_quotations_names_the_files_that_it_wants) {
  const std::string script = "python3 '" + (published_folder / "check_quotes.py").string() + "'";
  for (const char* wrong : {"", " /nonexistent", " a b", " --folder"}) {
    std::string said;
    FILE* pipe = popen((script + wrong + " 2>&1").c_str(), "r");
    ASSERT_NE(pipe, nullptr);
    for (int c = fgetc(pipe); c != EOF; c = fgetc(pipe)) {
      said += static_cast<char>(c);
    }
    EXPECT_EQ(WEXITSTATUS(pclose(pipe)), 2) << wrong;
    EXPECT_EQ(said.find("Traceback"), std::string::npos) << said;
    EXPECT_NE(said.find("simpson-quadratic-lagrangians-2024.txt"), std::string::npos) << said;
  }
}

TEST(published, a_difference_has_a_reason_and_a_check_value_is_no_claim_of_a_paper) {
  for_each_published([&](const std::string& id, const published_number& n) {
    EXPECT_TRUE(n.expected == verdict::reproduced || !n.reason.empty()) << id << " " << n.key;
    EXPECT_FALSE(n.corrected != "" && n.expected != verdict::reproduced) << id << " " << n.key;
  });
}

// ---------------------------------------------------------------------------------------- all verdicts

using row = std::map<std::string, std::string>;

class all_papers : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "plumbline-published-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder = name;
  }
  void TearDown() override { fs::remove_all(folder); }

  int plumbline(const std::string& arguments) const {
    const std::string command =
        "cd '" + folder.string() + "' && '" PLUMBLINE_BINARY "' " + arguments + " > out 2> err";
    const int status = std::system(command.c_str());  // NOLINT(cert-env33-c)
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  int reproduce(const std::string& arguments) const {
    return plumbline("reproduce --digits 16 " + arguments);
  }
  /// The ids of all experiments but the longest; pd-precision has no published numbers.
  std::string all_but_the_longest() const {
    EXPECT_EQ(plumbline("list experiments --json"), 0) << text("err");
    const auto list = nlohmann::json::parse(text("out"));
    std::string ids;
    for (const auto& experiment : list.at("experiments")) {
      const std::string id = experiment.at("name");
      if (id != longest && id != "pd-precision") {
        ids += id + " ";
      }
    }
    return ids;
  }
  std::string text(const std::string& name) const {
    std::ifstream in(folder / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  }
  std::vector<row> rows() const {
    const auto root = nlohmann::json::parse(text("report/numbers.json"));
    const std::vector<std::string> columns = root.at("columns");
    std::vector<row> all;
    for (const auto& line : root.at("rows")) {
      row r;
      for (std::size_t i = 0; i < columns.size(); ++i) {
        r[columns[i]] = line.at(i).get<std::string>();
      }
      all.push_back(std::move(r));
    }
    return all;
  }

  static constexpr const char* longest = "pd-table1-long";
  fs::path folder;
};

/// The number with the digit at `at` moved by `by` and kept a digit.
std::string moved(std::string number, std::size_t at, int by) {
  const int digit = number[at] - '0';
  number[at] = static_cast<char>('0' + (digit + by <= 9 ? digit + by : digit - by));
  return number;
}

std::size_t last_digit(const std::string& number) {
  const std::size_t mantissa = number.find_first_of("eE");
  return number.find_last_of("0123456789", mantissa == std::string::npos ? mantissa : mantissa - 1);
}

/// The number with its sign, if it is compared without one.
std::string compared_text(const row& r) {
  const std::string& computed = r.at("computed");
  return r.at("difference").starts_with('-') || !computed.starts_with('-') ||
                 r.at("compared").starts_with('-')
             ? computed
             : computed.substr(1);
}

/// Holds that every verdict is the recorded one, and that a printed number that reproduces differs with any of its digits
/// changed: the last by two, and by one on one side at least. Returns how many entries of each kind there are; under
/// "digits", how many digits were changed.
std::map<std::string, int> hold(const std::vector<row>& rows) {
  std::map<std::string, int> counts;
  for (const row& r : rows) {
    EXPECT_EQ(r.at("verdict"), r.at("expected")) << r.at("id") << " " << r.at("key");
    ++counts[r.at("kind")];
    if (r.at("kind") != "printed" || r.at("verdict") != "reproduced") {
      continue;
    }
    const std::string& printed = r.at("compared");
    const std::string computed = compared_text(r);
    const std::string where = r.at("id") + " " + r.at("key") + ": " + printed;
    EXPECT_EQ(judge(rule::digits, printed, computed), verdict::reproduced) << where;
    const std::size_t last = last_digit(printed);
    for (std::size_t at = 0; at <= last; ++at) {
      if (std::isdigit(static_cast<unsigned char>(printed[at])) != 0) {
        const int by = at == last ? 2 : 1;
        EXPECT_EQ(judge(rule::digits, moved(printed, at, by), computed), verdict::differs)
            << where << ", digit " << at;
        ++counts["digits"];
      }
    }
    const int digit = printed[last] - '0';
    const auto neighbour = [&](int by) {
      std::string other = printed;
      other[last] = static_cast<char>('0' + digit + by);
      return judge(rule::digits, other, computed);
    };
    if (digit > 0 && digit < 9) {
      EXPECT_TRUE(neighbour(1) == verdict::differs || neighbour(-1) == verdict::differs) << where;
    }
  }
  return counts;
}

TEST_F(all_papers, verdicts_are_as_recorded_and_every_printed_digit_counts) {
  ASSERT_EQ(reproduce(all_but_the_longest()), 0) << text("out") << text("err");
  auto counts = hold(rows());
  EXPECT_GT(counts["digits"], 2000);
  std::map<std::string, int> recorded;
  for_each_published([&](const std::string& id, const published_number& n) {
    recorded[std::string(to_string(n.is))] += id == longest ? 0 : 1;
  });
  for (const char* each : {"printed", "blank", "claim", "repeat", "check", "own"}) {
    EXPECT_GT(counts[each], 0) << each;
    EXPECT_EQ(counts[each], recorded[each]) << each;
  }
}

using long_papers = all_papers;

TEST_F(long_papers, the_longest_experiment_has_the_recorded_verdicts) {
  ASSERT_EQ(reproduce(longest), 0) << text("out") << text("err");
  auto counts = hold(rows());
  EXPECT_EQ(counts["printed"], 9);
}

/// Moves the last digit of a decimal text by two.
void move_text(toml::node& node) {
  auto* text = node.as_string();
  if (text != nullptr && printed_number::read(text->get())) {
    *text = moved(text->get(), last_digit(text->get()), 2);
  }
}

/// The published data with the last digit of every number moved by two.
void write_moved(const fs::path& folder) {
  fs::create_directories(folder);
  fs::copy(published_folder / "systems", folder / "systems", fs::copy_options::recursive);
  for (const fs::path& file : published_files()) {
    toml::table root = toml::parse_file(file.string());
    for (auto&& [id, node] : root) {
      auto* experiment = node.as_table();
      if (experiment == nullptr) {
        continue;
      }
      const auto* keys = (*experiment)["keys"].as_array();
      if (auto* rows = (*experiment)["rows"].as_array()) {
        for (auto& line : *rows) {
          auto& cells = *line.as_array();
          for (std::size_t i = keys == nullptr ? 0 : keys->size(); i < cells.size(); ++i) {
            move_text(cells[i]);
          }
        }
      }
      for (const char* list : {"number", "cell"}) {
        if (auto* entries = (*experiment)[list].as_array()) {
          for (auto& each : *entries) {
            auto& table = *each.as_table();
            for (const char* field : {"printed", "value"}) {
              if (auto* text = table.get(field)) {
                move_text(*text);
              }
            }
          }
        }
      }
    }
    std::ofstream(folder / file.filename()) << root;
  }
}

TEST_F(all_papers, what_is_computed_does_not_depend_on_what_is_printed) {
  const std::string some = "--quick";
  ASSERT_EQ(reproduce(some), 0) << text("out") << text("err");
  // the files are written again with their tables in another order, and the report has that of the file
  const auto by_key = [](std::vector<row> all) {
    std::ranges::sort(all, {}, [](const row& r) { return r.at("id") + " " + r.at("key"); });
    return all;
  };
  const std::vector<row> before = by_key(rows());
  write_moved(folder / "data/published");
  ASSERT_EQ(reproduce(some + " --data data"), 1) << text("out") << text("err");
  const std::vector<row> after = by_key(rows());
  ASSERT_EQ(before.size(), after.size());
  int turned = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const std::string where = before[i].at("id") + " " + before[i].at("key");
    if (before[i].at("kind") != "printed") {
      continue;
    }
    EXPECT_EQ(before[i].at("computed"), after[i].at("computed")) << where;
    if (before[i].at("verdict") == "reproduced") {
      EXPECT_NE(before[i].at("compared"), after[i].at("compared")) << where;
      EXPECT_EQ(after[i].at("verdict"), "differs") << where;
      ++turned;
    }
  }
  EXPECT_GT(turned, 300);
}

}  // namespace
}  // namespace plumbline::report
