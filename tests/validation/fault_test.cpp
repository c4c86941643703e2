// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What an exception says about a run. Kind: table of expectations; a property (an internal error is never called the user's).
#include "cli/fault.hpp"

#include <plumbline/core/errors.hpp>
#include <plumbline/core/version.hpp>
#include <plumbline/io/output.hpp>

#include <CLI/CLI.hpp>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <functional>
#include <map>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

namespace plumbline::cli {
namespace {

template <class Error>
fault fault_by(const Error& error) {
  return fault_of(std::make_exception_ptr(error));
}

/// What a piece of code throws.
fault fault_in(const std::function<void()>& code) {
  try {
    code();
  } catch (...) {
    return fault_of(std::current_exception());
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

TEST(fault, mistakes_of_the_user_are_2) {
  EXPECT_EQ(fault_by(invalid_input("x")).code, 2);
  EXPECT_EQ(fault_by(domain_error("x")).code, 2);
  EXPECT_EQ(fault_by(domain_error("x")).kind, fault_kind::domain);
  EXPECT_EQ(fault_by(CLI::ExtrasError({"x"})).code, 2);
  EXPECT_EQ(fault_by(std::invalid_argument("outside the domain")).code, 2);
  EXPECT_EQ(line_of(fault_by(invalid_input("no such name"))), "error: no such name");
}

TEST(fault, numerics_are_3_files_are_4_signals_are_128_and_more) {
  EXPECT_EQ(fault_by(step_failure(3, "0.3", {})).code, 3);
  EXPECT_EQ(fault_by(std::runtime_error("no digits left")).code, 3);
  EXPECT_EQ(fault_by(std::bad_alloc()).code, 3);
  EXPECT_EQ(fault_by(io_error("cannot read")).code, 4);
  EXPECT_EQ(fault_by(std::filesystem::filesystem_error("x", std::error_code())).code, 4);
  EXPECT_EQ(fault_by(interrupted(SIGTERM)).code, 128 + SIGTERM);
  EXPECT_EQ(fault_by(closed_pipe()).code, 0);
}

TEST(fault, what_only_a_bug_throws_is_70_with_the_version) {
  const std::vector<std::function<void()>> bugs = {
      [] { throw std::logic_error("no rule"); },
      [] { (void)std::vector<int>(3).at(7); },
      [] { (void)std::map<std::string, int>().at("x"); },
      [] { (void)std::string().substr(1); },
      [] { (void)std::optional<int>().value(); },
      [] { (void)std::get<int>(std::variant<int, char>('x')); },
      [] { std::function<void()>()(); },
      [] { throw 42; }};
  for (const auto& bug : bugs) {
    const fault f = fault_in(bug);
    EXPECT_EQ(f.code, 70) << f.message;
    EXPECT_EQ(f.kind, fault_kind::internal);
    EXPECT_FALSE(f.is_users());
    const std::string line = line_of(f);
    EXPECT_EQ(line.rfind("internal error: ", 0), 0U) << line;
    EXPECT_NE(line.find("please report (plumbline " + std::string(version())), std::string::npos)
        << line;
  }
}

}  // namespace
}  // namespace plumbline::cli
