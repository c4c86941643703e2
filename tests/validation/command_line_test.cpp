// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The command line as such: help, version, order and repetition of options, completion. Kind: black box.
#include "validation/program.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>

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
class refused : public ::testing::TestWithParam<refusal> {};
TEST_P(refused, in_the_words_of_this_program) {
  const auto r = run(words(GetParam().command));
  program::expect_refused(r, 2, GetParam().command);
  EXPECT_NE(r.err.find(GetParam().said), std::string::npos) << r.err;
  EXPECT_EQ(r.err.find("?;"), std::string::npos) << r.err;
}
#define RUN "integrate pendulum --scheme rk4 --step 1/50 "
INSTANTIATE_TEST_SUITE_P(
    options, refused,
    ::testing::Values(refusal{RUN "--steps 1 --steps 2", "--steps is given twice: '1' and '2'"},
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

/// What the program offers in the place of the last word; a space at the end begins a new one.
std::vector<std::string> offered(const std::string& line) {
  auto list = words("completion words " + line);
  if (line.empty() || line.back() == ' ') {
    list.emplace_back();
  }
  const auto r = run(list);
  EXPECT_EQ(r.code, 0) << line << "\n" << r.err;
  std::istringstream stream(r.out);
  std::vector<std::string> offers;
  for (std::string word; std::getline(stream, word);) {
    offers.push_back(word);
  }
  return offers;
}
bool offers(const std::string& line, const std::string& word) {
  const auto list = offered(line);
  return std::find(list.begin(), list.end(), word) != list.end();
}

TEST(completion, offers_words_and_values) {
  using list = std::vector<std::string>;
  EXPECT_EQ(offered("integ"), list{"integrate"});
  EXPECT_TRUE(offers("", "help"));
  EXPECT_TRUE(offers("help ", "converge"));
  EXPECT_EQ(offered("integrate pend"), (list{"pendulum", "pendulum-chain"}));
  EXPECT_EQ(offered("integrate --scheme rk4 pend"), (list{"pendulum", "pendulum-chain"}));
  EXPECT_EQ(offered("integrate pendulum --sch"), list{"--scheme"});
  EXPECT_TRUE(offers("converge pendulum --scheme rk4,leap", "rk4,leapfrog"));
  EXPECT_EQ(offered("integrate pendulum --set om"), list{"omega="});
  EXPECT_EQ(offered("integrate pendulum --scheme lobatto --set deg"), list{"degree="});
  EXPECT_EQ(offered("integrate double-pendulum --start p"), (list{"p1=", "p2="}));
  EXPECT_EQ(offered("converge pendulum --norm "), (list{"max", "end", "relative", "area"}));
  EXPECT_EQ(offered("list --format j"), list{}) << "list has no such option";
  EXPECT_EQ(offered("exact pendulum --format j"), list{"json"});
  EXPECT_EQ(offered("exact pendulum --format=j"), list{"--format=json"});
  EXPECT_TRUE(offers("show ", "energy-error"));
  EXPECT_TRUE(offers("show ", "ql"));
  EXPECT_TRUE(offers("measure energy-error ", "pendulum"));
  EXPECT_TRUE(offers("integrate pendulum --observe energy,v", "energy,v1"));
  EXPECT_TRUE(offers("reproduce ql-table2 ql-f", "ql-fig2"));
}

TEST(completion, scripts_are_valid) {
  for (const std::string shell : {"bash", "zsh"}) {
    const program::folder place;
    std::ofstream(place / "script") << run_well("completion " + shell).out;
    EXPECT_EQ(std::system(("bash -n '" + (place / "script").native() + "'").c_str()), 0);
  }
  const program::folder place;
  std::ofstream(place / "script") << run_well("completion bash").out;
  const std::string shell = "PATH=\"$(dirname '" PLUMBLINE_BINARY "'):$PATH\" bash -c '. " +
                            (place / "script").native() +
                            "; COMP_WORDS=(plumbline integrate pend); COMP_CWORD=2; _plumbline; "
                            "echo ${COMPREPLY[*]}' >" +
                            (place / "said").native();
  ASSERT_EQ(std::system(shell.c_str()), 0);
  EXPECT_EQ(program::contents(place / "said"), "pendulum pendulum-chain\n");
}

TEST(show, knows_quantities_and_papers) {
  EXPECT_NE(run_well("show energy-error").out.find("plumbline measure energy-error"),
            std::string::npos);
  const auto paper = run_well("show ql --json").json();
  EXPECT_EQ(paper["kind"], "paper");
  EXPECT_FALSE(paper["experiments"].empty());
  EXPECT_EQ(run_well("show QL --json").json(), paper);
  const auto list = run_well("list experiments --json").json();
  EXPECT_FALSE(list["experiments"].empty());
  for (const auto& e : list["experiments"]) {
    EXPECT_TRUE(e["effort"] == "quick" || e["effort"] == "normal" || e["effort"] == "all");
    EXPECT_FALSE(e["paper"].get<std::string>().empty());
  }
}

TEST(schemes, may_have_parameters_of_their_own) {
  const std::string study = "converge pendulum --until 1 --steps 10,20 --digits 16 --scheme ";
  const auto rows = [&](const std::string& rest) {
    return program::parse_csv(run_well(study + rest).out).rows;
  };
  const auto both = rows("lobatto:degree=2,lobatto:degree=3");
  ASSERT_EQ(both.size(), 4U);
  EXPECT_EQ(both[0][0], "lobatto:degree=2");
  EXPECT_EQ(both[2][0], "lobatto:degree=3");
  EXPECT_EQ(rows("lobatto --set degree=2,3"), both) << "a list of values is as many schemes";
  const auto one = rows("lobatto --set degree=3");
  for (std::size_t column = 1; column < one[0].size(); ++column) {
    EXPECT_EQ(one[0][column], both[2][column]);
    EXPECT_EQ(one[1][column], both[3][column]);
  }
  const auto several = run_well(
      "measure energy-error pendulum --scheme rk4,lobatto:degree=2 --step 1/20 --steps 5 "
      "--digits 16");
  EXPECT_NE(several.out.find("rk4 energy-error = "), std::string::npos) << several.out;
  EXPECT_NE(several.out.find("lobatto energy-error = "), std::string::npos) << several.out;
  // --set is for those that do not say it themselves; where there is none, it is a contradiction
  EXPECT_EQ(rows("lobatto:degree=3,lobatto --set degree=2"),
            rows("lobatto:degree=3,lobatto:degree=2"));
  const std::string contradiction =
      "integrate pendulum --scheme lobatto:degree=3 --set degree=2 --step 1/10 --steps 1";
  EXPECT_NE(
      run(words(contradiction))
          .err.find(
              "degree=2 is set beside the scheme 'lobatto:degree=3', which says its degree itself"),
      std::string::npos);
  for (const std::string& bad : std::vector<std::string>{
           contradiction, "measure stability-limit pendulum --scheme newmark:beta=0 --set beta=1/4",
           "converge pendulum --until 1 --steps 10 --scheme lobatto:degree=2,lobatto:degree=2",
           "converge pendulum --until 1 --steps 10 --scheme lobatto:degre=2",
           "converge pendulum --until 1 --steps 10 --scheme lobatto:",
           "integrate pendulum --scheme rk4,leapfrog --step 1/10 --steps 1",
           "integrate pendulum --scheme lobatto --set degree=2,3 --step 1/10 --steps 1"}) {
    program::expect_refused(run(words(bad)), 2, bad);
  }
}

TEST(converge, says_where_rounding_hides_the_order) {
  const auto table = program::parse_csv(
      run_well("converge harmonic-oscillator --scheme exact-oscillator --until 1 --steps "
               "10,20,40 --digits 16")
          .out);
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_EQ(table.rows[1][5], "rounding");
  EXPECT_EQ(table.rows[2][5], "rounding");
  const auto real = program::parse_csv(
      run_well("converge pendulum --scheme rk4 --until 1 --steps 10,20 --digits 34 --show-digits 4")
          .out);
  EXPECT_NEAR(std::stod(real.rows[1][5]), 4, 0.5);
  EXPECT_EQ(real.rows[0][2], "0.1");
  for (const auto& row : real.rows) {
    EXPECT_LE(row[3].size(), std::string("0.00001234").size()) << row[3];
  }
  program::expect_refused(
      run(words("converge pendulum --scheme rk4 --until 1 --steps 10,10 --digits 16")), 2,
      "the same number of steps twice");
}

}  // namespace
