// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// A run that is killed at any moment goes on from its checkpoint to the same bits as one that was left alone. The kill is
// SIGKILL at times that a seeded generator draws, in two runs of each case, in `long_runs` in thirty.
//
// Kind: property (a run in pieces against the same run in one).
#include "program.hpp"
#include <plumbline/io/checkpoint.hpp>
#include <plumbline/measure/averages.hpp>
#include <plumbline/scalar/exact.hpp>
#include <plumbline/scalar/functions.hpp>
#include <plumbline/scalar/precision_scope.hpp>

#include <signal.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <random>
#include <thread>

namespace {

using namespace program;

/// A command without -o, and how often it is run in pieces.
struct killed_case {
  std::string name;
  std::string command;
  int runs = 2;
};

std::vector<std::string> with(std::vector<std::string> all, const std::vector<std::string>& more) {
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

class killed : public ::testing::TestWithParam<killed_case> {};

TEST_P(killed, goes_on_to_the_same_bits) {
  using namespace std::chrono;
  const folder place;
  const auto command = words(GetParam().command);
  const auto begin = steady_clock::now();
  const result whole = run(with(command, {"-o", place / "whole"}));
  const auto duration = duration_cast<microseconds>(steady_clock::now() - begin).count();
  ASSERT_EQ(whole.code, 0) << whole.err;
  const std::string expected = contents(place / "whole");
  ASSERT_FALSE(expected.empty());

  std::mt19937_64 random(7);
  const auto pause = [&](double most) {
    std::uniform_real_distribution<double> part(0, most);
    std::this_thread::sleep_for(
        microseconds(static_cast<std::int64_t>(part(random) * static_cast<double>(duration))));
  };
  const std::string file = place / "checkpoint";
  const std::string target = place / "pieces";
  for (int n = 0; n < GetParam().runs; ++n) {
    std::filesystem::remove(file);
    std::filesystem::remove(target);
    int pieces = 0;
    bool finished = false;
    while (!finished) {
      ++pieces;
      ASSERT_LT(pieces, 60) << "no progress";
      auto arguments = std::filesystem::exists(file)
                           ? std::vector<std::string>{command.front(), "--resume", file}
                           : with(command, {"--checkpoint", file});
      arguments = with(arguments, {"--checkpoint-every", "0.002", "-o", target});
      const auto child = start(arguments, place / "out", place / "err");
      // later pieces are left alone for longer: each must get beyond its checkpoint
      pause(0.6 + pieces * 0.4);
      ::kill(child, SIGKILL);
      const int code = wait_for(child);
      ASSERT_TRUE(code == 0 || code == 128 + SIGKILL) << contents(place / "err");
      finished = std::filesystem::exists(target);  // whole or not at all
      ASSERT_TRUE(finished || code != 0);
    }
    EXPECT_EQ(contents(target), expected) << "after " << pieces << " pieces";
  }
}

std::vector<killed_case> cases(int runs) {
  std::vector<killed_case> list = {

      {"rows",
       "integrate double-pendulum --scheme simpson --step 1/50 --steps 3000 "
       "--every 7 --observe energy --digits 16"},
      {"rows_at_64_digits",
       "integrate pendulum --scheme gauss-collocation --set stages=3 --step 1/50 "
       "--steps 1500 --format json"},
      {"projection_remembers_its_start",
       "integrate pendulum --scheme symmetric-projection --step 1/20 --steps 3000 "
       "--digits 34"},
      {"single_periods",
       "measure period pendulum --set omega=1 --scheme suris1 "
       "--start q1=0 --start p1=1.8 --step 1/10 --count 300 "
       "--digits 34"},
      {"average_of_periods",
       "measure period pendulum --scheme leapfrog --step 1/50 --average 0,100,400"},
      {"average_of_amplitudes",
       "measure amplitude pendulum --scheme leapfrog --step "
       "1/50 --average 1,700 --format json"},
      {"periods_of_a_projection",
       "measure period pendulum --scheme standard-projection --step 1/50 --count 200 --digits 34"},
      {"average_of_periods_by_the_cubic",
       "measure period pendulum --scheme leapfrog --step 1/50 --average 0,100,400 --rule cubic"},
      {"invariants",
       "measure invariants lagrange-top --scheme midpoint --step "
       "1/500 --steps 1500 --digits 34"},
      {"runs_of_roundoff",
       "measure roundoff pendulum --scheme simpson --step 1/50 --steps 1000 --members 12 --jobs 2"},
      {"steps_of_splitting",
       "measure splitting pendulum --scheme leapfrog --step 1/40,1/50,1/60,1/70 --digits 40"},
      {"steps_of_shadow_energy",
       "measure shadow-energy pendulum --scheme leapfrog --step 1/50,1/60,1/70,1/80 --until 20 "
       "--window 1/2"},
      {"cases_of_a_sweep",
       "sweep period pendulum --scheme leapfrog --step 1/200 --digits 34 --over q1=0.1:3:60 --jobs "
       "2"}};
  for (auto& each : list) {
    each.runs = runs;
  }
  return list;
}
std::string name_of(const ::testing::TestParamInfo<killed_case>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(runs, killed, ::testing::ValuesIn(cases(2)), name_of);
INSTANTIATE_TEST_SUITE_P(long_runs, killed, ::testing::ValuesIn(cases(30)), name_of);

TEST(checkpoint, of_a_finished_run_gives_its_result_again) {
  const folder place;
  const auto command = words("integrate pendulum --scheme leapfrog --step 1/50 --steps 100");
  const auto first = run(with(command, {"--checkpoint", place / "c"}));
  ASSERT_EQ(first.code, 0) << first.err;
  const auto again = run({"integrate", "--resume", place / "c"});
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(again.out, first.out);
  EXPECT_EQ(run(command).out, first.out);
}

TEST(checkpoint, is_left_by_a_signal_at_once) {
  const folder place;
  const auto command = words(
      "integrate double-pendulum --scheme simpson --step 1/1000 --steps 20000 --every 1000 "
      "--digits 16");
  const auto child = start(with(command, {"--checkpoint", place / "c", "--checkpoint-every", "1000",
                                          "-o", place / "rows"}),
                           place / "out", place / "err");
  // on a busy machine it takes a while until the run begins: then there is a temporary file beside "out" and "err"
  for (int k = 0; k < 400 && place.names().size() < 3; ++k) {
    std::this_thread::sleep_for(std::chrono::milliseconds(25));
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(150));
  ::kill(child, SIGTERM);
  const int code = wait_for(child);
  ASSERT_TRUE(code == 128 + SIGTERM || code == 0) << contents(place / "err");
  const auto rest = run({"integrate", "--resume", place / "c", "-o", place / "rows"});
  ASSERT_EQ(rest.code, 0) << rest.err;
  EXPECT_EQ(contents(place / "rows"), run(command).out);
}

TEST(checkpoint, of_another_run_or_none_is_refused) {
  const folder place;
  const std::string file = place / "c";
  const std::string run_of = "integrate pendulum --scheme leapfrog --step 1/50 --steps 100";
  ASSERT_EQ(run(with(words(run_of), {"--checkpoint", file})).code, 0);
  const auto refused = [&](const std::string& command, int code) {
    expect_refused(run(with(words(command), {"--resume", file})), code, command);
  };
  refused("integrate pendulum --scheme leapfrog --step 1/51 --steps 100", 2);
  refused("integrate pendulum --scheme midpoint --step 1/50 --steps 100", 2);
  refused("integrate pendulum --scheme leapfrog --step 1/50 --steps 99", 2);
  refused("integrate pendulum --scheme leapfrog --step 1/50 --steps 100 --digits 63", 2);
  refused("integrate pendulum --scheme leapfrog --step 1/50 --steps 100 --start q1=1", 2);
  refused(run_of + " --checkpoint-every -1", 2);
  refused(run_of + " --checkpoint-every 1e300", 2);
  EXPECT_EQ(run(with(words(run_of), {"--resume", file, "--checkpoint-every", "1/50"})).code, 0);
  refused("measure energy-error pendulum --scheme leapfrog --step 1/50 --steps 100", 2);
  refused("measure", 2);
  expect_refused(run(words(run_of + " --checkpoint-every 5")), 2, "every without a file");
  expect_refused(run(words("integrate --resume " + std::string(place / "none"))), 4, "no file");
  expect_refused(run(words(run_of + " --checkpoint " + std::string(place / "no/folder"))), 4,
                 "no folder");
  expect_refused(run(words("measure symplecticity pendulum --scheme leapfrog --step 1/50 "
                           "--checkpoint " +
                           file)),
                 2, "nothing to go on with");
  {
    std::ofstream broken(file);
    broken << R"({"kind": "plumbline checkpoint 1"})";
  }
  refused(run_of, 4);
}

// A run of a system or a scheme from a file does not go on with another file of the same name: its table would hold two systems.
TEST(checkpoint, whose_files_have_changed_is_refused) {
  const folder place;
  const auto system = (place / "s.toml").native();
  const auto scheme = (place / "r.toml").native();
  const auto write_both = [&](const std::string& damping, const std::string& weights) {
    std::ofstream(system) << "name = \"s\"\ncoordinates = [\"x\"]\nlagrangian = \"dot(x)^2/2 - "
                             "x^2/2\"\ndissipation = \""
                          << damping << "*dot(x)^2\"\n[start]\nx = 1\n";
    std::ofstream(scheme) << "name = \"r\"\nkind = \"runge-kutta\"\nA = [[], [\"1/2\"]]\nb = ["
                          << weights << "]\n";
  };
  for (const std::string& command :
       {"integrate " + system + " --scheme rk4 --step 1/10 --steps 10 --digits 16",
        "integrate pendulum --scheme " + scheme + " --step 1/1000 --steps 10 --digits 16 --quiet",
        "measure energy-error " + system + " --scheme rk4 --step 1/10 --steps 10 --digits 16",
        "sweep end " + system + " --scheme rk4 --step 1/10 --steps 10 --digits 16 --over x=1,2",
        "sweep end pendulum --step 1/1000 --steps 10 --digits 16 --quiet --over scheme=rk4," +
            scheme}) {
    write_both("1/20", "0, 1");
    const auto kind = command.substr(0, command.find(' '));
    ASSERT_EQ(run(with(words(command), {"--checkpoint", place / "c"})).code, 0) << command;
    EXPECT_EQ(run({kind, "--resume", place / "c"}).code, 0) << command;
    if (command.find(system) != std::string::npos) {
      write_both("5", "0, 1");
    } else {
      write_both("1/20", "1, 0");
    }
    const auto r = run({kind, "--resume", place / "c", "--quiet"});
    expect_refused(r, 2, command);
    const bool in_metadata = command.find(system) != std::string::npos;
    EXPECT_NE(r.err.find(in_metadata ? "its forces is" : "has changed since"), std::string::npos)
        << r.err;
    std::filesystem::remove(place / "c");
  }
}

TEST(checkpoint, whose_file_has_a_blank_in_its_name_is_refused_when_it_has_changed) {
  const folder place;
  const auto file = (place / "my r.toml").native();
  const std::string head = "name = \"r\"\nkind = \"runge-kutta\"\nA = [[], [\"1/2\"]]\n";
  std::ofstream(file) << head << "b = [0, 1]\n";
  ASSERT_EQ(run({"sweep", "end", "pendulum", "--scheme=" + file, "--step", "1/1000", "--steps", "2",
                 "--digits", "16", "--over", "q1=1,2", "--checkpoint", place / "c"})
                .code,
            0);
  std::ofstream(file) << head << "b = [1, 0]\n";
  const auto r = run({"sweep", "--resume", place / "c"});
  expect_refused(r, 2, "changed");
  EXPECT_NE(r.err.find("has changed since"), std::string::npos) << r.err;
}

TEST(checkpoint, whose_rows_are_lost_is_refused) {
  const folder place;
  const std::string file = place / "c";
  ASSERT_EQ(run(words("integrate pendulum --scheme leapfrog --step 1/50 --steps 100 --checkpoint " +
                      file))
                .code,
            0);
  std::filesystem::resize_file(file + ".rows", 10);
  expect_refused(run({"integrate", "--resume", file}), 4, "short rows");
  std::filesystem::remove(file + ".rows");
  expect_refused(run({"integrate", "--resume", file}), 4, "no rows");
  EXPECT_FALSE(std::filesystem::exists(file + ".rows")) << "a refusal makes no file";
}

/// Damages a copy of the file at `name` in one of the ways that disks and people do.
std::string damage(std::string text, std::mt19937_64& random) {
  const auto at = [&](std::size_t size) { return static_cast<std::size_t>(random() % size); };
  switch (random() % 4) {
    case 0:
    case 1:  // one bit
      text[at(text.size())] ^= static_cast<char>(1U << (random() % 8));
      return text;
    case 2:  // the end is missing
      text.resize(at(text.size()));
      return text;
    default: {  // a block of zeros
      const std::size_t from = at(text.size());
      const std::size_t size = std::min<std::size_t>(text.size() - from, 1 + at(64));
      if (text.find_first_not_of('\0', from) >= from + size) {
        text[from] = 1;
      }
      std::fill_n(text.begin() + static_cast<std::ptrdiff_t>(from), size, '\0');
      return text;
    }
  }
}

/// Every damage of the checkpoint or of its rows is exit 4 and one line that names the file; the run is never another one.
void damaged(int times) {
  const folder place;
  const std::string file = place / "c";
  const auto made = run(words(
      "integrate pendulum --scheme leapfrog --step 1/50 --steps 300 --digits 16 --checkpoint " +
      file));
  ASSERT_EQ(made.code, 0) << made.err;
  const std::string good = contents(file);
  const std::string good_rows = contents(file + ".rows");
  std::mt19937_64 random(5);
  const auto put = [](const std::string& name, const std::string& text) {
    std::ofstream(name, std::ios::binary) << text;
  };
  for (int k = 0; k < times; ++k) {
    const bool rows = k % 2 == 1;
    const std::string& whole = rows ? good_rows : good;
    const std::string broken = damage(whole, random);
    ASSERT_NE(broken, whole);
    put(file, rows ? good : broken);
    put(file + ".rows", rows ? broken : good_rows);
    const auto r = run({"integrate", "--resume", file});
    expect_refused(r, 4, "damage " + std::to_string(k));
    EXPECT_NE(r.err.find("'" + file), std::string::npos) << r.err;
  }
  put(file, good);
  put(file + ".rows", good_rows);
  EXPECT_EQ(run({"integrate", "--resume", file}).out, made.out);
}
TEST(checkpoint, that_is_damaged_is_refused) { damaged(60); }
TEST(long_checkpoint, that_is_damaged_is_refused) { damaged(1000); }

TEST(checkpoint, never_replaces_another_file) {
  const folder place;
  const auto command = words("integrate pendulum --scheme leapfrog --step 1/50 --steps 10");
  for (const std::string name : {"c", "c.rows"}) {
    std::ofstream(place / name) << "thesis";
    expect_refused(run(with(command, {"--checkpoint", place / "c"})), 4, name);
    EXPECT_EQ(contents(place / name), "thesis");
    EXPECT_EQ(place.names(), std::vector<std::string>{name}) << "nothing is left behind";
    std::filesystem::remove(place / name);
  }
  std::ofstream(place / "c").flush();  // an empty one is nobody's
  EXPECT_EQ(run(with(command, {"--checkpoint", place / "c"})).code, 0);
  EXPECT_EQ(run(with(command, {"--checkpoint", place / "c"})).code, 0) << "its own it does replace";
  expect_refused(run(with(command, {"--checkpoint", "/dev/null"})), 4, "a device");
}

TEST(checkpoint, and_output_have_files_of_their_own) {
  const folder place;
  const auto command = words("integrate pendulum --scheme leapfrog --step 1/50 --steps 10");
  const std::string file = place / "c";
  expect_refused(run(with(command, {"--checkpoint", file, "-o", file})), 2, "the same");
  expect_refused(run(with(command, {"--checkpoint", file, "--output=" + file + ".rows"})), 2,
                 "the rows");
  EXPECT_TRUE(place.names().empty());
  ASSERT_EQ(run(with(command, {"--checkpoint", file})).code, 0);
  const std::string kept = contents(file);
  std::filesystem::create_symlink("c", place / "link");
  expect_refused(run({"integrate", "--resume", file, "-o", place / "link"}), 2, "a link to it");
  EXPECT_EQ(contents(file), kept);
}

TEST(checkpoint, of_a_finished_run_can_be_made_longer) {
  const folder place;
  const std::string file = place / "c";
  const std::string start_of =
      "integrate pendulum --scheme leapfrog --step 1/50 --every 7 --steps ";
  const auto of = [&](const std::string& steps) { return run_well(start_of + steps).out; };
  ASSERT_EQ(run(with(words(start_of + "100"), {"--checkpoint", file})).code, 0);
  EXPECT_EQ(run({"integrate", "--resume", file, "--steps", "150"}).out, of("150"));
  EXPECT_EQ(run({"integrate", "--resume", file}).out, of("150")) << "from the longer one";
  EXPECT_EQ(run(with(words(start_of + "161"), {"--resume", file})).out, of("161"));
  expect_refused(run({"integrate", "--resume", file, "--steps", "160"}), 2, "shorter");
  const std::string other = place / "d";
  EXPECT_EQ(run({"integrate", "--resume", file, "--checkpoint", other, "--steps", "170"}).out,
            of("170"));
  EXPECT_EQ(run({"integrate", "--resume", other, "--until", "4"}).out,
            run_well("integrate pendulum --scheme leapfrog --step 1/50 --every 7 --until 4").out);
}

// The state of the run in double, taken over exactly, is the start of a run with more digits: that run, begun at the exact
// values of the doubles, gives the same rows.
TEST(checkpoint, goes_on_with_more_digits_and_says_so) {
  const folder place;
  const std::string file = place / "c";
  const std::string command = "integrate pendulum --scheme leapfrog --step 1/64 --steps 32";
  const auto first = run(with(words(command + " --digits 16"), {"--checkpoint", file}));
  ASSERT_EQ(first.code, 0) << first.err;
  const auto raised = run({"integrate", "--resume", file, "--digits", "50", "--steps", "40"});
  ASSERT_EQ(raised.code, 0) << raised.err;
  EXPECT_NE(raised.out.find("# digits: 50\n"), std::string::npos);
  EXPECT_NE(raised.out.find("# earlier_digits: 16 up to step 32\n"), std::string::npos);
  const auto before = parse_csv(first.out);
  const auto after = parse_csv(raised.out);
  ASSERT_EQ(after.rows.size(), 41U);
  for (std::size_t k = 0; k <= 32; ++k) {
    EXPECT_EQ(after.rows[k], before.rows[k]) << "rows that were there stay";
  }
  char q[1100];
  char p[1100];
  std::snprintf(q, sizeof q, "%.1074f", std::stod(before.rows[32][1]));
  std::snprintf(p, sizeof p, "%.1074f", std::stod(before.rows[32][2]));
  const auto fresh = parse_csv(
      run_well(
          "integrate pendulum --scheme leapfrog --step 1/64 --steps 8 --digits 50 --start q1=" +
          std::string(q) + " --start p1=" + p)
          .out);
  for (std::size_t k = 1; k <= 8; ++k) {
    EXPECT_EQ(after.rows[32 + k][1], fresh.rows[k][1]) << k;
    EXPECT_EQ(after.rows[32 + k][2], fresh.rows[k][2]) << k;
  }
  EXPECT_NE(after.rows[33][1].size(), before.rows[32][1].size());

  EXPECT_EQ(run({"integrate", "--resume", file}).out, raised.out) << "the same again";
  const auto twice = run({"integrate", "--resume", file, "--digits", "70", "--steps", "41"});
  EXPECT_NE(twice.out.find("# earlier_digits: 16 up to step 32, 50 up to step 40\n"),
            std::string::npos)
      << twice.out.substr(0, 2000);
  expect_refused(run({"integrate", "--resume", file, "--digits", "64"}), 2, "fewer digits");
  const std::string other = place / "d";
  ASSERT_EQ(run(words("measure energy-error pendulum --scheme leapfrog --step 1/50 --steps 100 "
                      "--digits 16 --checkpoint " +
                      other))
                .code,
            0);
  expect_refused(run({"measure", "--resume", other, "--digits", "34"}), 2, "not integrate");
}

// A momentum that follows from a velocity is rounded on its way, in each arithmetic otherwise.
TEST(checkpoint, of_a_start_by_velocities_goes_on_with_more_digits) {
  const folder place;
  const std::string file = place / "c";
  for (const std::string problem :
       {"lagrange-top", "double-pendulum --start v1=1/3 --start v2=7/10",
        "linear-double-pendulum"}) {
    const auto first = run(with(
        words("integrate " + problem + " --scheme simpson --step 1/1000 --steps 10 --digits 16"),
        {"--checkpoint", file}));
    ASSERT_EQ(first.code, 0) << first.err;
    const auto raised = run({"integrate", "--resume", file, "--digits", "34", "--steps", "12"});
    EXPECT_EQ(raised.code, 0) << problem << ": " << raised.err;
    expect_refused(run({"integrate", "--resume", file, "--digits", "34", "--steps", "12", "--start",
                        "q1=0.123"}),
                   2, "");
    std::filesystem::remove(file);
  }
}

TEST(checkpoint, says_that_arguments_come_all_or_none) {
  const folder place;
  const std::string file = place / "c";
  ASSERT_EQ(run(words("integrate pendulum --scheme leapfrog --step 1/50 --steps 100 --digits 16 "
                      "--checkpoint " +
                      file))
                .code,
            0);
  for (const std::string given :
       {"integrate pendulum", "integrate pendulum --scheme leapfrog --step 1/50 --steps 100"}) {
    const auto r = run(with(words(given), {"--resume", file}));
    expect_refused(r, 2, given);
    EXPECT_NE(r.err.find("all arguments of the run or none"), std::string::npos) << r.err;
    EXPECT_NE(r.err.find("--digits 16"), std::string::npos) << r.err;
  }
}

TEST(checkpoint, whose_disk_is_full_does_not_lose_the_run) {
  const folder place;
  const std::string command =
      "integrate pendulum --scheme leapfrog --step 1/50 --steps 20000 --digits 16";
  // the rows beyond 8 blocks of 1024 bytes find no place; standard output is a pipe and does
  const std::string shell = "bash -c 'ulimit -f 8; \"" PLUMBLINE_BINARY "\" " + command +
                            " --checkpoint \"" + (place / "c").native() +
                            "\" --checkpoint-every 0' 2>'" + (place / "err").native() +
                            "' | cat >'" + (place / "out").native() + "'";
  ASSERT_EQ(std::system(shell.c_str()), 0);
  EXPECT_EQ(contents(place / "out"), run_well(command).out);
  // a slow machine may say besides how long the run will take
  const std::string err = contents(place / "err");
  const std::string sentence = "plumbline: warning: no checkpoint is kept, the run goes on: ";
  const auto first = err.find(sentence);
  EXPECT_NE(first, std::string::npos) << err;
  EXPECT_EQ(err.rfind(sentence), first) << "said once\n" << err;
  const auto rest = run({"integrate", "--resume", place / "c"});
  EXPECT_EQ(rest.out, run_well(command).out) << "the last good checkpoint still serves\n"
                                             << rest.err;
}

TEST(checkpoint_values, come_back_as_they_were) {
  using namespace plumbline;
  const precision_scope scope(50);
  std::mt19937_64 random(11);
  zero_crossings<mp> crossings(pi<mp>());
  period_average<mp> average(0, 1, 3);
  mp q = rational<mp>(1, 3);
  const auto go_on = [&](zero_crossings<mp>& z, period_average<mp>& a, mp& x, int steps) {
    for (int n = 0; n < steps; ++n) {
      x += rational<mp>(7, 10) + mp(static_cast<int>(random() % 100)) / 300;
      z.add(x, [&](const crossing<mp>& c) { a.add(c); });
    }
  };
  go_on(crossings, average, q, 9);
  value_writer writer;
  writer(crossings, average, q);
  const auto texts = writer.take();
  zero_crossings<mp> other_crossings(pi<mp>());
  period_average<mp> other_average(0, 1, 3);
  mp other_q;
  value_reader reader(texts);
  reader(other_crossings, other_average, other_q);
  reader.finish();
  const auto state = random;
  go_on(crossings, average, q, 40);
  random = state;
  go_on(other_crossings, other_average, other_q, 40);
  ASSERT_TRUE(average.complete());
  EXPECT_EQ(average.value(mp(1)), other_average.value(mp(1)));
  EXPECT_EQ(q, other_q);

  value_reader short_reader(texts);
  short_reader(other_crossings);
  EXPECT_THROW(short_reader.finish(), invalid_input);
  std::int64_t whole = 0;
  const std::vector<std::string> word = {"1/2"};
  value_reader wrong(word);
  EXPECT_THROW(wrong(whole), invalid_input);
}

}  // namespace
