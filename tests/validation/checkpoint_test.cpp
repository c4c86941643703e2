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

#include <chrono>
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

class killed : public testing::TestWithParam<killed_case> {};

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
      {"invariants",
       "measure invariants lagrange-top --scheme midpoint --step "
       "1/500 --steps 1500 --digits 34"},
      {"cases_of_a_sweep",
       "sweep period pendulum --scheme leapfrog --step 1/200 --digits 34 --over q1=0.1:3:60 --jobs "
       "2"}};
  for (auto& each : list) {
    each.runs = runs;
  }
  return list;
}
std::string name_of(const testing::TestParamInfo<killed_case>& info) { return info.param.name; }

INSTANTIATE_TEST_SUITE_P(runs, killed, testing::ValuesIn(cases(2)), name_of);
INSTANTIATE_TEST_SUITE_P(long_runs, killed, testing::ValuesIn(cases(30)), name_of);

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
  refused("integrate pendulum --scheme leapfrog --step 1/50 --steps 101", 2);
  refused("integrate pendulum --scheme leapfrog --step 1/50 --steps 100 --digits 65", 2);
  refused("integrate pendulum --scheme leapfrog --step 1/50 --steps 100 --start q1=1", 2);
  refused(run_of + " --checkpoint-every -1", 2);
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
  refused(run_of, 2);
}

TEST(checkpoint, whose_rows_are_lost_is_refused) {
  const folder place;
  const std::string file = place / "c";
  ASSERT_EQ(run(words("integrate pendulum --scheme leapfrog --step 1/50 --steps 100 --checkpoint " +
                      file))
                .code,
            0);
  std::filesystem::resize_file(file + ".rows", 10);
  expect_refused(run({"integrate", "--resume", file}), 2, "short rows");
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
