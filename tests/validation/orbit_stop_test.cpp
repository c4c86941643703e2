// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// `plumbline orbit` under a signal: the search, a branch, a proof and its repetition end between two steps, whichever of them is
// under way, with the exit code of the signal, one line, and no file. Kind: black box.
#include "validation/orbit_program.hpp"

#include <signal.h>

#include <chrono>
#include <thread>

namespace {

using program::contents;
using program::example_system;

/// Work of minutes, which SIGTERM ends soon after `after`.
void expect_ends(const program::folder& place, const std::string& arguments,
                 std::chrono::milliseconds after) {
  const auto child =
      program::start(program::words("orbit " + arguments), place / "out", place / "err");
  std::this_thread::sleep_for(after);
  const auto begin = std::chrono::steady_clock::now();
  ASSERT_EQ(::kill(child, SIGTERM), 0);
  EXPECT_EQ(program::wait_for(child), 128 + SIGTERM) << contents(place / "err");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(4)) << arguments;
  EXPECT_EQ(contents(place / "err"), "plumbline: error: interrupted\n");
  EXPECT_EQ(contents(place / "out"), "");
}

using std::chrono::milliseconds;

TEST(orbit_stops, while_the_guess_looks_for_its_return) {
  const program::folder place;
  expect_ends(place, example_system("henon-heiles") + " --section x --returns 100000 --digits 300",
              milliseconds(1500));
}

TEST(orbit_stops, while_it_is_searched) {
  const program::folder place;
  expect_ends(place, example_system("figure-eight") + " --period 63000 --digits 100",
              milliseconds(1500));
}

TEST(orbit_stops, on_a_branch) {
  const program::folder place;
  expect_ends(place,
              example_system("henon-heiles") +
                  " --start y=0.1 --period 6.3 --reversor x=-x --continue energy=0.01:0.16:2000",
              milliseconds(1500));
}

TEST(orbit_stops, in_a_proof_without_a_certificate) {
  const program::folder place;
  const std::string file = place / "eight.cert.json";
  expect_ends(place,
              example_system("figure-eight") +
                  " --period 6.3259 --digits 200 --prove --certificate " + file,
              milliseconds(2500));
  EXPECT_FALSE(std::filesystem::exists(file));
}

// The box of a proof has grown so large that its pieces are endlessly short.
TEST(orbit_stops, in_a_proof_whose_box_is_too_large) {
  const program::folder place;
  expect_ends(place,
              example_system("restricted-three-body") + " --period 17.0652 --digits 30 --prove",
              milliseconds(4000));
}

TEST(orbit_stops, in_a_proof_that_is_made_again) {
  const program::folder place;
  const auto orbits = std::filesystem::path(PLUMBLINE_SOURCE_DIR) / "reference" / "orbits";
  auto certificate = nlohmann::json::parse(contents(orbits / "figure-eight.cert.json"));
  certificate["system"] = example_system("figure-eight");
  certificate["working_digits"] = 600;
  const std::string file = place / "eight.cert.json";
  std::ofstream(file) << certificate.dump();
  expect_ends(place, "verify " + file, milliseconds(1500));
}

}  // namespace
