// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// Where results go. Kind: black box; files appear whole or not at all, whatever happens.
#include "validation/program.hpp"

#include <signal.h>

#include <algorithm>
#include <chrono>
#include <thread>

namespace {

using program::contents;
using program::folder;
using program::run;
using program::words;

const std::string brief_run = "integrate pendulum --scheme rk4 --step 1/8 --steps 4 --digits 16";

std::vector<std::string> with_output(const std::string& command,
                                     const std::filesystem::path& path) {
  auto list = words(command);
  list.emplace_back("-o");
  list.push_back(path.native());
  return list;
}

TEST(output, a_file_holds_what_standard_output_shows) {
  const folder place;
  const auto r = run(with_output(brief_run, place / "run.csv"));
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_EQ(r.out, "");
  const auto a = program::parse_csv(contents(place / "run.csv"));
  const auto b = program::parse_csv(program::run_well(brief_run).out);
  EXPECT_EQ(a.header, b.header);
  EXPECT_EQ(a.rows, b.rows);
  EXPECT_EQ(place.names(), std::vector<std::string>{"run.csv"});
}

TEST(output, replaces_a_file_and_keeps_a_link) {
  const folder place;
  std::ofstream(place / "old.csv") << "old";
  std::filesystem::create_symlink("old.csv", place / "link.csv");
  EXPECT_EQ(run(with_output(brief_run, place / "link.csv")).code, 0);
  EXPECT_TRUE(std::filesystem::is_symlink(place / "link.csv"));
  EXPECT_EQ(contents(place / "old.csv").rfind("# lines: ", 0), 0U);
}

TEST(output, makes_the_file_behind_a_link) {
  const folder place;
  std::filesystem::create_symlink("second", place / "first");
  std::filesystem::create_symlink("new.csv", place / "second");
  EXPECT_EQ(run(with_output(brief_run, place / "first")).code, 0);
  EXPECT_TRUE(std::filesystem::is_symlink(place / "first"));
  EXPECT_TRUE(std::filesystem::is_symlink(place / "second"));
  EXPECT_EQ(contents(place / "new.csv").rfind("# lines: ", 0), 0U);
  std::filesystem::create_symlink("circle", place / "circle");
  program::expect_refused(run(with_output(brief_run, place / "circle")), 4, "links in a circle");
  std::filesystem::create_symlink("no/such/folder.csv", place / "astray");
  program::expect_refused(run(with_output(brief_run, place / "astray")), 4, "a link astray");
}

TEST(output, that_cannot_be_written_is_exit_code_4) {
  const folder place;
  program::expect_refused(run(with_output(brief_run, place / "no/such/folder.csv")), 4,
                          "a missing folder");
  program::expect_refused(run(with_output(brief_run, place / "")), 4, "a folder");
  program::expect_refused(run(with_output(brief_run, "/dev/full")), 4, "a full device");
  program::expect_refused(run(with_output(brief_run, "/proc/plumbline.csv")), 4,
                          "a file system that refuses");
  EXPECT_TRUE(place.names().empty());
}

TEST(output, a_full_standard_output_is_exit_code_4) {
  for (const std::string& command :
       {brief_run, brief_run + " --format json", std::string("evaluate ellint-k m=1/2"),
        std::string("list"), std::string("--help"), std::string("completion bash"),
        std::string("exact pendulum --times 1")}) {
    const folder place;
    EXPECT_EQ(program::wait_for(program::start(words(command), "/dev/full", place / "err")), 4)
        << command;
    const auto err = contents(place / "err");
    EXPECT_EQ(err.rfind("plumbline: error: ", 0), 0U) << err;
    EXPECT_EQ(std::count(err.begin(), err.end(), '\n'), 1) << err;
  }
}

TEST(output, a_closed_pipe_ends_silently_with_0) {
  const folder place;
  const std::string shell =
      "( '" PLUMBLINE_BINARY
      "' integrate pendulum --scheme rk4 --step 1/64 --steps 200000 --digits 16; echo $? >'" +
      (place / "code").native() + "' ) 2>'" + (place / "err").native() + "' | head -1 >/dev/null";
  ASSERT_EQ(std::system(shell.c_str()), 0);
  EXPECT_EQ(contents(place / "code"), "0\n");
  EXPECT_EQ(contents(place / "err"), "");
}

class stopped_run : public ::testing::TestWithParam<int> {};

TEST_P(stopped_run, leaves_the_file_untouched_and_a_partial_one) {
  const folder place;
  std::ofstream(place / "run.csv") << "old";
  const auto child = program::start(
      with_output("integrate pendulum --scheme simpson --step 1/64 --steps 100000000",
                  place / "run.csv"),
      place / "out", place / "err");
  for (int k = 0; k < 400; ++k) {  // until it writes
    std::this_thread::sleep_for(std::chrono::milliseconds(25));
    bool grows = false;
    for (const auto& name : place.names()) {
      grows =
          grows || (name.rfind(".run.csv", 0) == 0 && std::filesystem::file_size(place / name) > 0);
    }
    if (grows) {
      break;
    }
  }
  ASSERT_EQ(::kill(child, GetParam()), 0);
  EXPECT_EQ(program::wait_for(child), 128 + GetParam());
  EXPECT_EQ(contents(place / "run.csv"), "old");
  const auto partial = contents(place / "run.csv.partial");
  EXPECT_EQ(partial.rfind("# lines: ", 0), 0U);
  EXPECT_NE(partial.find("\n# incomplete\n"), std::string::npos);
  const auto err = contents(place / "err");
  EXPECT_EQ(err.rfind("plumbline: error: ", 0), 0U) << err;
  auto names = place.names();
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names, (std::vector<std::string>{"err", "out", "run.csv", "run.csv.partial"}));
}
INSTANTIATE_TEST_SUITE_P(signals, stopped_run, ::testing::Values(SIGINT, SIGTERM));

TEST(output, a_finished_run_removes_what_an_interrupted_one_left) {
  const folder place;
  const auto partial = place / "run.csv.partial";
  for (const char* const end :
       {"1,2\n# incomplete\n", "\n],\n\"incomplete\": true}\n", "\x89HDF\r\n\x1a\n...incomplete...",
        "1,2\n", "", "notes: # incomplete"}) {
    const std::string text = end;
    std::ofstream(partial) << text;
    const auto r = run(with_output(
        "integrate pendulum --scheme rk4 --step 1/8 --steps 2 --digits 16", place / "run.csv"));
    EXPECT_EQ(r.code, 0) << r.err;
    const bool ours = text.find("incomplete") != std::string::npos && text.front() != 'n';
    EXPECT_EQ(std::filesystem::exists(partial), !ours) << text;
    EXPECT_TRUE(std::filesystem::exists(place / "run.csv"));
  }
}

TEST(output, a_failed_run_leaves_no_file) {
  const folder place;
  // far beyond the limit of unique solutions Newton's method finds none
  const auto r = run(with_output(
      "integrate double-pendulum --scheme simpson --step 40 --steps 1000 --digits 16 --quiet",
      place / "x.csv"));
  program::expect_refused(r, 3, "a step that cannot be made");
  EXPECT_NE(r.err.find("step "), std::string::npos);
  EXPECT_NE(r.err.find("residual"), std::string::npos);
  EXPECT_TRUE(place.names().empty());
}

TEST(output_files, of_an_interrupted_report_leave_no_empty_folder) {
  const program::folder place;
  const std::string report = place / "report";
  const auto child =
      program::start({"reproduce", "pd-table1-long", "-o", report}, place / "out", place / "err");
  std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  ASSERT_EQ(::kill(child, SIGTERM), 0);
  EXPECT_EQ(program::wait_for(child), 128 + SIGTERM) << program::contents(place / "err");
  EXPECT_FALSE(std::filesystem::exists(report));
}

}  // namespace
