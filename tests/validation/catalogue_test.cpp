// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `list`, `show`, help, completion. Kind: black box; what is listed can be shown, run and completed.
#include "validation/program.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace {

using program::run_well;

TEST(list, shows_one_line_each) {
  const auto text = run_well("list systems").out;
  EXPECT_NE(text.find("pendulum "), std::string::npos);
  const auto j = run_well("list systems --json").json().at("systems");
  EXPECT_EQ(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')), j.size());
}

TEST(list, everything_listed_can_be_shown) {
  const auto j = run_well("list --json").json();
  for (const char* kind : {"systems", "schemes", "functions", "experiments", "datasets"}) {
    ASSERT_EQ(j.count(kind), 1U) << kind;
    for (const auto& entry : j.at(kind)) {
      const auto name = entry.at("name").get<std::string>();
      EXPECT_EQ(run_well("show " + name + " --json").json().at("name"), name);
      const std::string text = run_well("show " + name).out;
      EXPECT_EQ(text.rfind(name + ": ", 0), 0U);
      EXPECT_EQ(text.find(" \n"), std::string::npos) << "a blank at the end of a line: " << text;
    }
  }
}

// All pairs as sweeps with the schemes as an axis, one process for each system; of each scheme one system that it fits and
// one that it does not also by integrate, whose exit code says it.
TEST(list, schemes_name_the_systems_that_they_fit_and_fit_them) {
  const auto j = run_well("list --json").json();
  std::map<std::string, std::set<std::string>> fits;
  std::string all;
  for (const auto& scheme : j.at("schemes")) {
    const std::string name = scheme.at("name");
    all += (all.empty() ? "" : ",") + name;
    fits[name] = scheme.at("fits").get<std::set<std::string>>();
  }
  std::map<std::string, std::set<bool>> tried;  // by integrate
  for (const auto& system : j.at("systems")) {
    const std::string name = system.at("name");
    if (name == "quadratic") {  // needs a file with its matrices
      continue;
    }
    const auto table =
        program::run({"sweep", "end", name, "--step", "1/1000", "--steps", "1", "--digits", "16",
                      "--format", "json", "--over", "scheme=" + all});
    ASSERT_EQ(table.code, 0) << table.err;
    const auto rows = table.json().at("rows");
    ASSERT_EQ(rows.size(), fits.size());
    for (const auto& row : rows) {
      const std::string scheme = row.at(0);
      const std::string failure = row.back().is_null() ? "" : row.back().get<std::string>();
      const bool fit = fits.at(scheme).contains(name);
      EXPECT_EQ(failure.empty(), fit) << name << " " << scheme << " " << failure;
      // of a scheme over a base, the base may be what does not fit
      EXPECT_TRUE(fit || failure.find(" does not fit " + name + ": ") != std::string::npos)
          << failure;
      if (tried[scheme].insert(fit).second) {
        const auto r = program::run({"integrate", name, "--scheme", scheme, "--step", "1/1000",
                                     "--steps", "1", "--digits", "16"});
        EXPECT_EQ(r.code, fit ? 0 : 2) << name << " " << scheme << " " << r.err;
      }
    }
  }
  for (const auto& [scheme, answers] : tried) {
    EXPECT_TRUE(answers.contains(true)) << scheme;
  }
}

TEST(show, tells_parameters_with_defaults) {
  const auto j = run_well("show linear-double-pendulum --json").json();
  const auto& parameters = j.at("parameters");
  EXPECT_TRUE(std::any_of(parameters.begin(), parameters.end(), [](const auto& p) {
    return p.at("name") == "l1" && p.at("default") == "g/(2*pi)^2";
  }));
  EXPECT_EQ(j.at("start").at(1).at("default"), "pi/6");
  const auto s = run_well("show simpson --json").json();
  EXPECT_EQ(s.at("order"), 4);
  EXPECT_EQ(s.at("symplectic"), true);
}

TEST(help, every_command_has_an_example) {
  const auto text = run_well("--help").out;
  for (const char* command : {"list", "show", "integrate", "exact", "converge", "measure",
                              "evaluate", "reproduce", "completion"}) {
    EXPECT_NE(text.find(std::string("  ") + command), std::string::npos) << command;
    const auto help = run_well(std::string(command) + " --help").out;
    EXPECT_NE(help.find("Example"), std::string::npos) << command;
    EXPECT_NE(help.find(std::string("plumbline ") + command), std::string::npos) << command;
  }
}

TEST(help, version_is_one_line) {
  const auto text = run_well("--version").out;
  EXPECT_EQ(text.rfind("plumbline ", 0), 0U);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1);
}

TEST(completion, scripts_are_valid_shell) {
  const program::folder place;
  const auto script = run_well("completion bash").out;
  std::ofstream(place / "script") << script;
  EXPECT_EQ(std::system(("bash -n '" + (place / "script").native() + "'").c_str()), 0);
  EXPECT_NE(script.find("completion words"), std::string::npos);  // the script asks the program
  EXPECT_NE(run_well("completion words integrate pendulum --sch").out.find("--scheme"),
            std::string::npos);
  EXPECT_NE(run_well("completion fish").out.find("complete -c plumbline"), std::string::npos);
  EXPECT_EQ(run_well("completion zsh").out.rfind("#compdef plumbline", 0), 0U);
}

}  // namespace
