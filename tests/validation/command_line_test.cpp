// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The command line as such: help, version, order and repetition of options, completion. Kind: black box.
#include "validation/program.hpp"

#include <algorithm>

namespace {

using program::run;
using program::run_well;
using program::words;

std::vector<std::string> commands() {
  std::vector<std::string> names;
  std::istringstream stream(run_well("--help").out);
  bool listed = false;
  for (std::string line; std::getline(stream, line);) {
    if (listed && line.rfind("  ", 0) == 0 && line[2] != ' ') {
      names.push_back(line.substr(2, line.find(' ', 2) - 2));
    }
    listed = line == "Subcommands:" || (listed && !line.empty());
  }
  return names;
}

TEST(help, of_every_command_names_program_command_and_values) {
  const auto names = commands();
  ASSERT_GE(names.size(), 9U);
  for (const auto& name : names) {
    const std::string text = run_well(name + " --help").out;
    EXPECT_NE(text.find("Usage: plumbline " + name + " "), std::string::npos) << text;
    EXPECT_NE(text.find("Example"), std::string::npos) << text;
    EXPECT_EQ(text.find(" TEXT"), std::string::npos) << "the kind of a value has a name\n" << text;
    EXPECT_EQ(run_well("help " + name).out, text);
  }
  EXPECT_EQ(run_well("help").out, run_well("--help").out);
  EXPECT_EQ(run_well("help").out, run_well("-h").out);
}

TEST(version, has_a_short_option_and_says_what_it_was_built_with) {
  const auto text = run_well("--version").out;
  EXPECT_EQ(text, run_well("-V").out);
  EXPECT_EQ(text.rfind("plumbline " PLUMBLINE_PROJECT_VERSION, 0), 0U) << text;
  for (const char* name : {"commit", "Boost", "MPFR", "GMP"}) {
    EXPECT_NE(text.find(name), std::string::npos) << text;
  }
}

TEST(options, may_stand_before_the_command) {
  const std::string all = "--scheme leapfrog --step 1/50 --digits 16";
  const auto rows = [](const std::string& command) {
    return program::parse_csv(run_well(command).out).rows;
  };
  const auto expected = rows("integrate pendulum --steps 3 " + all);
  EXPECT_EQ(rows(all + " integrate pendulum --steps 3"), expected);
  EXPECT_EQ(rows("--set m=1 --quiet " + all + " integrate --steps=3 pendulum"), expected);
}

struct refusal {
  const char* command;
  const char* said;
};
class refused : public testing::TestWithParam<refusal> {};
TEST_P(refused, in_the_words_of_this_program) {
  const auto r = run(words(GetParam().command));
  program::expect_refused(r, 2, GetParam().command);
  EXPECT_NE(r.err.find(GetParam().said), std::string::npos) << r.err;
  EXPECT_EQ(r.err.find("?;"), std::string::npos) << r.err;
}
#define RUN "integrate pendulum --scheme rk4 --step 1/50 "
INSTANTIATE_TEST_SUITE_P(
    options, refused,
    testing::Values(refusal{RUN "--steps 1 --steps 2", "--steps is given twice: '1' and '2'"},
                    refusal{RUN "--steps", "--steps needs a value: --steps N"},
                    refusal{RUN "--steps 1 -o", "-o needs a value"},
                    refusal{RUN "--steps 1 -o a --output b", "--output is given twice"},
                    refusal{RUN "--steps 1 --quiet=3", "--quiet takes no value"},
                    refusal{RUN "--steps 1 --digits=", "--digits needs a value"},
                    refusal{"integrate pendulum --schem rk4",
                            "did you mean '--scheme'? See plumbline integrate"},
                    refusal{"--digits 16", "unknown option '--digits'"},
                    refusal{"xyzzyxyzzy", "unknown command 'xyzzyxyzzy'; known: list, "},
                    refusal{"help integrte", "did you mean 'integrate'?"},
                    refusal{"help list show", "one word too many"},
                    refusal{"list --digits", "unknown option '--digits'"},
                    refusal{"show pendlum", "did you mean 'pendulum'? See plumbline list"}));

}  // namespace
